// The impact of a system, written once: description -> contact space -> impact -> back -> energies. A system offers
//   enter     checks the description and finds its contacts in contact space
//   resolve   their impulses there
//   move      takes these impulses, and returns the energies of the whole system, which a contact alone does not know
//   finish    writes the motion after. False if it is not finite
#ifndef TOUCHDOWN_SYSTEMS_SYSTEM_IMPACT_HPP
#define TOUCHDOWN_SYSTEMS_SYSTEM_IMPACT_HPP

#include "impact/single_impact.hpp"
#include "numerics/bits.hpp"
#include "numerics/linalg.hpp"
#include "numerics/tolerances.hpp"

namespace touchdown {

// Kinetic energies, and the energy that the contacts gave, without the work of held rows.
template <class Scalar>
struct Energies {
  Energies() = default;
  Energies(Scalar first, Scalar last) : Energies(first, last, last - first) {}
  Energies(Scalar first, Scalar last, Scalar given) : before(first), after(last), gain(given) {}

  Scalar before, after, gain;
};

// `report` receives the energies. It and the system's result are scratch when the status is negative.
template <class System, class Report>
Status resolve_system(System &system, Report &report) {
  const Status entered = system.enter();
  if (entered < 0) return entered;
  const Status resolved = system.resolve();
  if (resolved < 0) return resolved;
  Energies<decltype(report.energy_before)> energies;
  const Status moved = system.move(energies);
  report.energy_before = energies.before;
  report.energy_after = energies.after;
  if (!are_finite(energies.before, energies.after) || !system.finish()) return TD_REFUSED_RANGE;
  const Status gained = tolerance::gains(energies.before, energies.gain) ? TD_CAVEAT_ENERGY_GAINED : TD_SOLVED;
  return entered | resolved | moved | gained;
}

}  // namespace touchdown

#endif
