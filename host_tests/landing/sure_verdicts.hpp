// The verdicts of two independent simulations, and whether one is sure of its own.
#ifndef TOUCHDOWN_HOST_TESTS_LANDING_SURE_VERDICTS_HPP
#define TOUCHDOWN_HOST_TESTS_LANDING_SURE_VERDICTS_HPP

#include "compliant_simulation.hpp"
#include "stepped_simulation.hpp"

namespace landers {

inline End stepped(const Case &c) { return SteppedSimulation(c, 300).run(200); }
inline End compliant(const Case &c) { return CompliantSimulation(c, 0.01).run(60); }

// Whether a change of 1 % leaves a simulation's verdict as it is.
template <class Simulated>
inline bool is_sure(const Case &c, End end, const Simulated &simulated) {
  for (const double factor : {0.99, 1.01}) {
    Case other = c;
    other.e *= factor;
    if (simulated(other) != end) return false;
    other = c;
    other.mu *= factor;
    if (simulated(other) != end) return false;
    other = c;
    other.v *= factor;
    other.w *= factor;
    if (simulated(other) != end) return false;
  }
  return true;
}

}  // namespace landers

#endif
