// Level and noise of the momentum that no contact gives: of the first samples, of flight, and of what lasts.
#ifndef TOUCHDOWN_MONITOR_JOINTS_LEVEL_HPP
#define TOUCHDOWN_MONITOR_JOINTS_LEVEL_HPP

#include "monitor/tolerances.hpp"
#include "systems/generalized_speeds.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::monitor {

template <class Scalar>
int place_of(const JointsMonitor<Scalar> &observer, int age) {
  return static_cast<int>((static_cast<std::uint32_t>(observer.next) - 1U - static_cast<std::uint32_t>(age)) %
                          TD_MONITOR_BEFORE);
}

template <class Scalar>
void add_above_level(const JointsMonitor<Scalar> &observer, const JointsMomentum<Scalar> &gained, Scalar *sum) {
  for (int j = 0; j < observer.machine.n; ++j) sum[j] += gained.p[j] - observer.level[j] * gained.dt;
}

// Mean and variance of the first samples (Welford 1962); `variance` is the sum of squares until they are over.
template <class Scalar>
void learn_first(JointsMonitor<Scalar> &observer, const JointsMomentum<Scalar> &gained) {
  const std::int32_t all = clamp<std::int32_t>(observer.machine.learning, 2, 1000);
  const std::int32_t left = clamp<std::int32_t>(observer.until, 1, all);
  const Scalar count = static_cast<Scalar>(all - left + 1);
  for (int j = 0; j < observer.machine.n; ++j) {
    const Scalar off = gained.p[j] - observer.level[j] * gained.dt;
    observer.level[j] += off / (count * gained.dt);
    observer.variance[j] += off * (gained.p[j] - observer.level[j] * gained.dt);
  }
  observer.until = left - 1;
  if (observer.until > 0) return;
  for (int j = 0; j < observer.machine.n; ++j)
    observer.variance[j] =
        max(observer.variance[j], Scalar(0)) / static_cast<Scalar>(all - 1) + square(observer.machine.noise[j]);
  observer.phase = TD_MONITOR_WATCHES;
}

// Level and noise are of samples that have left the ring, and of flight.
template <class Scalar>
void learn_on(JointsMonitor<Scalar> &observer, const JointsMomentum<Scalar> &oldest) {
  if (!(oldest.dt > 0) || !(oldest.noise > 0)) return;
  for (int j = 0; j < observer.machine.n; ++j) {
    const Scalar off = oldest.p[j] - observer.level[j] * oldest.dt;
    observer.level[j] += off / (tolerance::monitor_level * oldest.dt);
    observer.variance[j] += (square(off) / oldest.noise - observer.variance[j]) / tolerance::monitor_noise;
    observer.variance[j] = max(observer.variance[j], square(observer.machine.noise[j]));
  }
}

// What no contact explains and does not end is the new level.
template <class Scalar>
void shift_level(JointsMonitor<Scalar> &observer) {
  Scalar sum[max_speeds] = {}, time = 0;
  for (int age = 0; age < TD_MONITOR_WINDOW; ++age) {
    const JointsMomentum<Scalar> &one = observer.before[place_of(observer, age)];
    add_above_level(observer, one, sum);
    time += one.dt;
  }
  if (time > 0) add_scaled(observer.machine.n, 1 / time, sum, observer.level);
}

}  // namespace touchdown::monitor

#endif
