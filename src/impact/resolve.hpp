// One impact in contact space, from the description to the report. Every system resolves its impacts through these
// lines.
#ifndef TOUCHDOWN_IMPACT_RESOLVE_HPP
#define TOUCHDOWN_IMPACT_RESOLVE_HPP

#include "impact/algebraic_impact.hpp"
#include "impact/audit.hpp"
#include "impact/planar_impact.hpp"
#include "impact/single_impact.hpp"
#include "impact/slip_path/slip_path.hpp"
#include "impact/validation.hpp"

namespace touchdown {

// Of a contact that approaches and has been checked, but for what spoils the result.
template <class Scalar>
TOUCHDOWN_INLINE Status resolve_planar(const ScaledContact<Scalar> &scaled, Impact<Scalar> &impact) {
  const auto [contact, sigma] = reflected(scaled);
  const PlanarEnergyForm<Scalar> form = planar_energy_form(contact);
  if (!form.positive) return TD_REFUSED_CONTACT_INERTIA;
  const Status status = audit(contact, form, planar_impact(contact, form), impact);
  impact.p.t = sigma * impact.p.t;
  impact.v.t = sigma * impact.v.t;
  return status;
}

template <class Scalar>
TOUCHDOWN_COMPACT ImpactSolution<Scalar> solve_along_slip_path(ScaledContact<Scalar> scaled, std::int32_t steps) {
  return slip_path_impact(scaled, steps == 0 ? TD_DEFAULT_STEPS : steps);
}

// The algebra in line, whose numbers then stay in registers; a copy goes to the slip path, for the same reason.
template <class Scalar>
TOUCHDOWN_INLINE ImpactSolution<Scalar> solve_in_space(const ScaledContact<Scalar> &scaled,
                                                       const Options<Scalar> &options) {
  if constexpr (!has_method(TD_METHOD_SLIP_PATH)) return algebraic_impact(scaled);
  if (!rarely(!is_method(options.method, TD_METHOD_ALGEBRAIC))) return algebraic_impact(scaled);
  return solve_along_slip_path(ScaledContact<Scalar>(scaled), options.steps);
}

// Where there is no other method, what is not left to the closed form separates, in the plane.
template <class Scalar>
TOUCHDOWN_INLINE Status separate_in_plane(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  const ScaledContact<Scalar> scaled = scaled_contact(contact);
  const PlanarEnergyForm<Scalar> form = planar_energy_form(scaled);
  if (!(form.positive && scaled.ss >= 0)) return TD_REFUSED_CONTACT_INERTIA;
  const Scalar energy = kinetic_energy(form, contact.v.n, Vector2<Scalar>{contact.v.t, contact.v.s});
  return report_separation(contact, 1 / contact.W.nn * energy, impact);
}

// What separates and the two spatial methods, which share the report, out of the way of the closed form. `contact` has
// been checked.
template <class Scalar>
__attribute__((noinline)) Status resolve_in_space(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  if constexpr (methods == 1U << TD_METHOD_PLANAR) return separate_in_plane(contact, impact);
  const bool separates = contact.v.n >= 0;
  ScaledContact<Scalar> scaled = scaled_contact(contact);
  if (scaled.mu_k > tolerance::max_friction<Scalar>) scaled.mu_k = tolerance::max_friction<Scalar>;
  const EnergyForm<Scalar> form = energy_form(scaled);
  if (!form.positive) return TD_REFUSED_CONTACT_INERTIA;
  if (separates) {
    const Scalar energy = kinetic_energy(form, contact.v.n, Vector2<Scalar>{contact.v.t, contact.v.s});
    return report_separation(contact, 1 / contact.W.nn * energy, impact);
  }
  Impact<Scalar> result;
  const Status status = audit(scaled, form, solve_in_space(scaled, contact.options), result);
  if (status >= 0) impact = result;
  return status;
}

template <class Scalar>
__attribute__((noinline)) Status check_at_length(const Contact<Scalar> &contact) {
  return check(contact);
}

template <class Scalar>
TOUCHDOWN_INLINE Status check_unless_sound(const Contact<Scalar> &contact) {
  return is_sound(contact) ? TD_SOLVED : check_at_length(contact);
}

template <class Scalar>
TOUCHDOWN_INLINE bool is_left_to_space(const Contact<Scalar> &contact) {
  return !has_method(TD_METHOD_PLANAR) || contact.v.n >= 0 || is_method(contact.options.method, TD_METHOD_ALGEBRAIC) ||
         !is_planar(contact);
}

// Closed form, without a loop. What was not finite and has not been checked has spoiled the result.
template <class Scalar>
TOUCHDOWN_INLINE Status resolve_in_closed_form(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  Impact<Scalar> result;
  const Status status = resolve_planar(scaled_contact(contact), result);
  if (status >= 0) {
    impact = result;
    return status;
  }
  const Status refused = check_at_length(contact);
  return refused != TD_SOLVED ? refused : status;
}

template <class Scalar>
Status resolve_contact(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  const bool sound_in_plane = is_sound_in_plane(contact);
  read_again();
  if (!sound_in_plane) {
    const Status refused = check_unless_sound(contact);
    if (refused != TD_SOLVED) return refused;
    if (is_left_to_space(contact)) return resolve_in_space(contact, impact);
    if (!(contact.W.ss * (1 / contact.W.nn) >= 0)) return TD_REFUSED_CONTACT_INERTIA;
  }
  return resolve_in_closed_form(contact, impact);
}

}  // namespace touchdown

#endif
