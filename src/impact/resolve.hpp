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

template <class Scalar>
TOUCHDOWN_INLINE Status resolve_planar(const ScaledContact<Scalar> &contact, Impact<Scalar> &impact) {
  const PlanarEnergyForm<Scalar> form = planar_energy_form(contact);
  if (!form.positive) return TD_REFUSED_CONTACT_INERTIA;
  return audit(contact, form, planar_impact(contact), impact);
}

// The two spatial methods. `contact` has been checked and approaches.
template <class Scalar>
TOUCHDOWN_INLINE Status resolve_algebraically(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  if constexpr (!has_method(TD_METHOD_ALGEBRAIC)) return TD_REFUSED_METHOD;
  const ScaledContact<Scalar> normal = scaled_contact(contact);
  const EnergyForm<Scalar> form = energy_form(normal);
  if (!form.positive) return TD_REFUSED_CONTACT_INERTIA;
  return audit(normal, form, algebraic_impact(normal), impact);
}

template <class Scalar>
TOUCHDOWN_INLINE Status resolve_along_slip_path(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  if constexpr (!has_method(TD_METHOD_SLIP_PATH)) return TD_REFUSED_METHOD;
  ScaledContact<Scalar> normal = scaled_contact(contact);
  const EnergyForm<Scalar> form = energy_form(normal);
  if (!form.positive) return TD_REFUSED_CONTACT_INERTIA;
  if (normal.mu_k > tolerance::max_friction<Scalar>) normal.mu_k = tolerance::max_friction<Scalar>;
  const std::int32_t steps = contact.options.steps == 0 ? TD_DEFAULT_STEPS : contact.options.steps;
  return audit(normal, form, slip_path_impact(normal, steps), impact);
}

template <class Scalar>
TOUCHDOWN_INLINE bool has_closed_form(const Contact<Scalar> &contact) {
  return contact.v.n >= 0 || (!is_method(contact.options.method, Method::algebraic) && is_planar(contact));
}

// Closed form, without a loop. `contact` has been checked.
template <class Scalar>
TOUCHDOWN_INLINE Status resolve_in_closed_form(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  if (contact.v.n < 0) return resolve_planar(scaled_contact(contact), impact);
  return report_separation(contact, impact);
}

template <class Scalar>
Status resolve_contact(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  const Status refused = is_sound(contact) ? TD_SOLVED : check(contact);
  if (refused != TD_SOLVED) return refused;
  if (has_closed_form(contact)) return resolve_in_closed_form(contact, impact);
  if (is_method(contact.options.method, Method::algebraic)) return resolve_algebraically(contact, impact);
  return resolve_along_slip_path(contact, impact);
}

}  // namespace touchdown

#endif
