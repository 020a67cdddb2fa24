// The machine of a momentum observer: what it may be, and what follows from it.
#ifndef TOUCHDOWN_MONITOR_JOINTS_START_HPP
#define TOUCHDOWN_MONITOR_JOINTS_START_HPP

#include "monitor/momentum.hpp"
#include "monitor/tolerances.hpp"
#include "systems/generalized_speeds.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::monitor {

template <class Scalar>
bool check_numbers(const JointsMachine<Scalar> &machine) {
  constexpr Scalar most = square_in_range_root<Scalar>;
  bool good = within(machine.gain, 1 / most, most) && within(machine.bearing_load, 1 / most, most) &&
              within(machine.model_error, Scalar(0), Scalar(0.5)) && within(machine.wait, Scalar(0), most) &&
              machine.learning >= 0 && machine.learning <= 1000;
  for (int j = 0; j < machine.n; ++j) good = good && within(machine.noise[j], 1 / most, most);
  for (int i = 0; i < machine.feet; ++i) good = good && within(machine.mu[i], Scalar(0), most);
  return good && (machine.confidence == 0 || (machine.confidence >= Scalar(0.5) && machine.confidence < 1));
}

template <class Scalar>
bool has_sizes(const JointsMachine<Scalar> &machine) {
  return machine.n >= 1 && machine.n <= max_speeds && machine.feet >= 1 && machine.feet <= TD_MAX_FEET;
}

template <class Scalar>
Status start(JointsMonitor<Scalar> &observer, const JointsMachine<Scalar> &machine) {
  if (!has_sizes(machine)) return TD_REFUSED_SIZE;
  if (!check_numbers(machine)) return TD_REFUSED_MONITOR;
  observer = {};
  observer.machine = machine;
  if (machine.learning == 0) observer.machine.learning = TD_MONITOR_LEARNING;
  if (machine.model_error == 0) observer.machine.model_error = tolerance::default_model_error<Scalar>;
  if (machine.confidence == 0) observer.machine.confidence = tolerance::default_confidence<Scalar>;
  if (machine.wait == 0) observer.machine.wait = tolerance::default_wait<Scalar>;
  observer.event.foot = -1;
  observer.event.r_uncertainty = Scalar(TD_NOT_APPLICABLE);
  const bool learns = observer.machine.learning > 1;
  observer.until = learns ? observer.machine.learning : 0;
  observer.phase = learns ? TD_MONITOR_LEARNS : TD_MONITOR_WATCHES;
  for (int j = 0; j < machine.n && !learns; ++j) observer.variance[j] = square(machine.noise[j]);
  observer.calm = TD_MONITOR_BEFORE;
  return TD_SOLVED;
}

}  // namespace touchdown::monitor

#endif
