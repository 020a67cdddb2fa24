// One impact in contact space, from the description to the report: the five lines that everything else goes through.
#ifndef TOUCHDOWN_SRC_RESOLVE_HPP
#define TOUCHDOWN_SRC_RESOLVE_HPP

#include "audit.hpp"
#include "planar_impact.hpp"
#include "slip_path.hpp"
#include "validation.hpp"

namespace touchdown {

template <class Scalar>
inline Status resolve_planar(const NormalForm<Scalar> &contact, Impact<Scalar> &impact) {
  const EnergyForm<Scalar> form = planar_energy_form(contact);
  if (!form.positive) return TD_REFUSED_CONTACT_INERTIA;
  return audit(contact, form, planar_impact(contact), impact);
}

template <class Scalar>
inline Status resolve_spatial(const NormalForm<Scalar> &contact, const Options<Scalar> &options,
                              Impact<Scalar> &impact) {
  const EnergyForm<Scalar> form = energy_form(contact);
  if (!form.positive) return TD_REFUSED_CONTACT_INERTIA;
  const std::int32_t steps = options.steps == 0 ? TD_DEFAULT_STEPS : options.steps;
  return audit(contact, form, slip_path_impact(contact, steps), impact);
}

// `impact` is scratch when the status is negative.
template <class Scalar>
inline Status resolve_contact(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  const Status refused = check(contact);
  if (refused != TD_SOLVED) return refused;
  if (contact.v.n >= 0) {
    impact = separating_impact(contact);
    return TD_SOLVED;
  }
  const NormalForm<Scalar> normal = normal_form(contact);
  if (is_planar(contact)) return resolve_planar(normal, impact);
  return resolve_spatial(normal, contact.options, impact);
}

}  // namespace touchdown

#endif
