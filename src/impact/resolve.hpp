// One impact in contact space: check -> scale -> solve by one of three methods -> audit. Every system resolves its
// impacts through these lines.
#ifndef TOUCHDOWN_IMPACT_RESOLVE_HPP
#define TOUCHDOWN_IMPACT_RESOLVE_HPP

#include "impact/algebraic_impact.hpp"
#include "impact/audit.hpp"
#include "impact/planar_impact.hpp"
#include "impact/single_impact.hpp"
#include "impact/slip_path/slip_path.hpp"
#include "impact/validation.hpp"

namespace touchdown {

// In the plane by the closed form, without a loop. Numbers that are not finite may get here: they spoil the result, and
// then check() finds which input it was.
template <class Scalar>
TOUCHDOWN_INLINE Status resolve_in_plane(const Contact<Scalar> &given, Impact<Scalar> &impact) {
  const auto [contact, sigma] = reflected(scaled_contact(given));
  const PlanarEnergyForm<Scalar> form = planar_energy_form(contact);
  Impact<Scalar> result;
  const Status status =
      form.positive ? audit(contact, form, planar_impact(contact, form), result) : TD_REFUSED_CONTACT_INERTIA;
  if (status < 0) {
    const Status refused = check(given);
    return refused != TD_SOLVED ? refused : status;
  }
  result.p.t = sigma * result.p.t;
  result.v.t = sigma * result.v.t;
  impact = result;
  return status;
}

template <class Scalar>
TOUCHDOWN_COMPACT ImpactSolution<Scalar> solve_along_slip_path(ScaledContact<Scalar> contact, std::int32_t steps) {
  return slip_path_impact(contact, steps == 0 ? TD_DEFAULT_STEPS : steps);
}

template <class Scalar>
TOUCHDOWN_INLINE ImpactSolution<Scalar> solve_in_space(const ScaledContact<Scalar> &contact,
                                                       const Options<Scalar> &options) {
  const bool by_algebra = !has_method(TD_METHOD_SLIP_PATH) || is_method(options.method, TD_METHOD_ALGEBRAIC);
  return by_algebra ? algebraic_impact(contact) : solve_along_slip_path(contact, options.steps);
}

template <class Scalar>
inline Status resolve_in_space(const Contact<Scalar> &given, Impact<Scalar> &impact) {
  ScaledContact<Scalar> contact = scaled_contact(given);
  if (contact.mu_k > tolerance::max_friction<Scalar>) contact.mu_k = tolerance::max_friction<Scalar>;
  const EnergyForm<Scalar> form = energy_form(contact);
  if (!form.positive) return TD_REFUSED_CONTACT_INERTIA;
  Impact<Scalar> result;
  const Status status = audit(contact, form, solve_in_space(contact, given.options), result);
  if (status >= 0) impact = result;
  return status;
}

// Without approach the contact keeps its velocity. A library for the plane alone ignores W_ss.
template <class Scalar>
inline Status separate(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  const auto form = energy_form_of_any(scaled_contact(contact));
  if (!(form.positive && contact.W.ss * (1 / contact.W.nn) >= 0)) return TD_REFUSED_CONTACT_INERTIA;
  const Scalar energy = kinetic_energy(form, contact.v.n, Vector2<Scalar>{contact.v.t, contact.v.s});
  return report_separation(contact, 1 / contact.W.nn * energy, impact);
}

// Checks what is_sound_in_plane() has not decided.
template <class Scalar>
TOUCHDOWN_SHARED Status resolve_in_any_method(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  const Status refused = check(contact);
  if (refused != TD_SOLVED) return refused;
  if (contact.v.n >= 0) return separate(contact, impact);
  if (!takes_closed_form(contact)) return resolve_in_space(contact, impact);
  return contact.W.ss * (1 / contact.W.nn) >= 0 ? resolve_in_plane(contact, impact) : TD_REFUSED_CONTACT_INERTIA;
}

template <class Scalar>
Status resolve_contact(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  return is_sound_in_plane(contact) ? resolve_in_plane(contact, impact) : resolve_in_any_method(contact, impact);
}

}  // namespace touchdown

#endif
