// The machine of a monitor: what it may be, and what a monitor of it begins with.
#ifndef TOUCHDOWN_MONITOR_START_HPP
#define TOUCHDOWN_MONITOR_START_HPP

#include "monitor/sensor.hpp"

namespace touchdown::monitor {

template <class Scalar, int N>
bool all_within(const Scalar (&numbers)[N], Scalar least) {
  bool good = true;
  for (const Scalar x : numbers) good = good && within(x, least, square_in_range_root<Scalar>);
  return good;
}

template <class Scalar>
bool check_numbers(const MonitorMachine<Scalar> &machine) {
  constexpr Scalar least = 1 / square_in_range_root<Scalar>;
  const bool sure = machine.confidence == 0 || (machine.confidence >= Scalar(0.5) && machine.confidence < 1);
  bool good = sure && within(machine.model_error, Scalar(0), Scalar(0.5)) &&
              within(machine.normal_error, Scalar(0), Scalar(1)) &&
              all_within<Scalar>({machine.bearing_load, machine.wait}, 0);
  if (!is_jointed(machine))
    return good && all_within<Scalar>({machine.force_rate, machine.torque_rate, machine.filter}, 0) &&
           all_within({machine.range, machine.accelerometer_noise, machine.gyro_noise, machine.rate}, least);
  for (int j = 0; j < machine.speeds; ++j) good = good && all_within({machine.noise[j]}, least);
  for (int i = 0; i < machine.feet; ++i) good = good && all_within<Scalar>({machine.foot[i].mu}, 0);
  return good && all_within({machine.gain, machine.bearing_load}, least) && machine.learning >= 0 &&
         machine.learning <= 1000;
}

// The farthest of the points; below 0 where one is not in range.
template <class Scalar>
Scalar reach_of(int count, const MonitorPoint<Scalar> *point) {
  constexpr Scalar most = square_in_range_root<Scalar>;
  Scalar farthest = 0;
  bool good = true;
  for (int i = 0; i < count; ++i) {
    const Scalar square = vector(point[i].r).squaredNorm();  // a root would make 0 of NaN
    good = good && square <= most * most && all_within<Scalar>({point[i].radius, point[i].mu}, 0);
    farthest = max(farthest, square_root(square) + point[i].radius);
  }
  return good ? farthest : Scalar(-1);
}

template <class Scalar>
Status check_body(const MonitorMachine<Scalar> &machine, Scalar &reach) {
  BodyFactor<Scalar> ignored;
  const Status body = factorize(machine.mass, matrix(machine.inertia), ignored);
  if (body < 0) return body;
  if (!has_sizes(machine)) return TD_REFUSED_SIZE;
  const Scalar feet = reach_of(machine.feet, machine.foot), points = reach_of(machine.points, machine.point);
  reach = max(feet, points);
  const bool good = feet >= 0 && points >= 0 && reach > 0 && all_finite(vector(machine.sensor));
  return good ? TD_SOLVED : TD_REFUSED_POSITION;
}

// What noise is before any is learnt.
template <class Scalar>
void begin_noise(const MonitorMachine<Scalar> &machine, bool learns, Monitor<Scalar> &monitor) {
  for (int j = 0; j < 6 && !is_jointed(machine); ++j) {
    monitor.variance[j] = least_variance(machine, j);
    if (j < 3) monitor.growth[j] = monitor.variance[j];
  }
  for (int j = 0; j < machine.speeds && !learns; ++j) monitor.variance[j] = square(machine.noise[j]);
}

template <class Scalar>
Status start(Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine) {
  Scalar reach = 0;
  const Status body = machine.speeds == 0 ? check_body(machine, reach) : TD_SOLVED;
  if (body < 0) return body;
  if (!has_sizes(machine)) return TD_REFUSED_SIZE;
  if (!check_numbers(machine)) return TD_REFUSED_MONITOR;
  monitor = {};
  monitor.reach = reach;
  monitor.event.foot = -1;
  monitor.event.r_uncertainty = Scalar(TD_NOT_APPLICABLE);
  const bool learns = learning_of(machine) > 1;
  begin_noise(machine, learns, monitor);
  monitor.until = learns ? learning_of(machine) : 0;
  monitor.phase = learns ? TD_MONITOR_LEARNS : TD_MONITOR_WATCHES;
  return TD_SOLVED;
}

}  // namespace touchdown::monitor

#endif
