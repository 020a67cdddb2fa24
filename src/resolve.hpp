// One impact in contact space, from the description to the report: the five lines that everything else goes through.
#ifndef TOUCHDOWN_SRC_RESOLVE_HPP
#define TOUCHDOWN_SRC_RESOLVE_HPP

#include "algebraic_impact.hpp"
#include "audit.hpp"
#include "planar_impact.hpp"
#include "slip_path.hpp"
#include "validation.hpp"

namespace touchdown {

// The impact by Poisson's law and by the energetic one, and the more consistent of the two.
template <class Scalar>
__attribute__((noinline)) Course<Scalar> automatic_planar_impact(NormalForm<Scalar> contact) {
  const RestitutionLaw<Scalar> law = contact.law;
  contact.law.law = Law::poisson;
  const Course<Scalar> poisson = planar_impact(contact);
  contact.law.law = Law::energetic;
  const Course<Scalar> energetic = planar_impact(contact);
  return selected(law, poisson, energetic);
}

template <class Scalar>
TOUCHDOWN_INLINE Status resolve_planar(const NormalForm<Scalar> &contact, Impact<Scalar> &impact) {
  const EnergyForm<Scalar> form = planar_energy_form(contact);
  if (!form.positive) return TD_REFUSED_CONTACT_INERTIA;
  return audit(contact, form, planar_impact(contact), impact);
}

// What the short way of resolve_contact leaves over: automatic selection in the plane, and everything spatial.
template <class Scalar>
__attribute__((noinline)) Status resolve_at_length(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  const NormalForm<Scalar> normal = normal_form(contact);
  const EnergyForm<Scalar> form = energy_form(normal);
  if (!form.positive) return TD_REFUSED_CONTACT_INERTIA;
  if (contact.options.method == Method::algebraic) return audit(normal, form, algebraic_impact(normal), impact);
  if (is_planar(contact)) return audit(normal, form, automatic_planar_impact(normal), impact);
  const std::int32_t steps = contact.options.steps == 0 ? TD_DEFAULT_STEPS : contact.options.steps;
  return audit(normal, form, slip_path_impact(normal, steps), impact);
}

template <class Scalar>
TOUCHDOWN_INLINE bool goes_the_short_way(const Contact<Scalar> &contact) {
  const Options<Scalar> &options = contact.options;
  return contact.v.n >= 0 ||
         (is_planar(contact) && options.law != Law::automatic && options.method != Method::algebraic);
}

// The short way: in closed form, without a loop. `contact` has been checked.
template <class Scalar>
TOUCHDOWN_INLINE Status resolve_the_short_way(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  if (contact.v.n < 0) return resolve_planar(normal_form(contact), impact);
  impact = separating_impact(contact);
  return TD_SOLVED;
}

// `impact` is scratch when the status is negative.
template <class Scalar>
inline Status resolve_contact(const Contact<Scalar> &contact, Impact<Scalar> &impact) {
  const Status refused = check(contact);
  if (refused != TD_SOLVED) return refused;
  if (goes_the_short_way(contact)) return resolve_the_short_way(contact, impact);
  return resolve_at_length(contact, impact);
}

}  // namespace touchdown

#endif
