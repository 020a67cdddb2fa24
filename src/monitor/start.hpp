// The machine of a monitor: what it may be, and what follows from it.
#ifndef TOUCHDOWN_MONITOR_START_HPP
#define TOUCHDOWN_MONITOR_START_HPP

#include "monitor/source.hpp"
#include "systems/rigid_body.hpp"

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

// Cones are widened here, once.
template <class Scalar>
void set_defaults(MonitorMachine<Scalar> &machine) {
  if (machine.model_error == 0) machine.model_error = Scalar(tolerance::default_model_error);
  if (machine.confidence == 0) machine.confidence = Scalar(tolerance::default_confidence);
  if (machine.wait == 0) machine.wait = Scalar(tolerance::default_wait);
  if (machine.learning == 0 || !is_jointed(machine)) machine.learning = TD_MONITOR_LEARNING;
  const auto widen = [&machine](MonitorPoint<Scalar> &x) { x.mu += machine.normal_error * (1 + x.mu * x.mu); };
  for (MonitorPoint<Scalar> &foot : machine.foot) widen(foot);
  for (MonitorPoint<Scalar> &point : machine.point) widen(point);
}

// The noise of a body's sensors in a window.
template <class Scalar>
void set_noise(MonitorMachine<Scalar> &machine) {
  const Matrix3<Scalar> inertia = matrix(machine.inertia);
  const Scalar of_force = machine.mass * machine.accelerometer_noise / machine.rate;
  for (int i = 0; i < 3; ++i) {
    machine.noise[i] = square_root(square(of_force) * TD_MONITOR_WINDOW);
    machine.noise[3 + i] = square_root(2 * square(machine.gyro_noise) * inertia.row(i).squaredNorm());
  }
}

template <class Scalar>
Status start(Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine) {
  Scalar reach = 0;
  const Status body = machine.speeds == 0 ? check_body(machine, reach) : TD_SOLVED;
  if (body < 0) return body;
  if (!has_sizes(machine)) return TD_REFUSED_SIZE;
  if (!check_numbers(machine)) return TD_REFUSED_MONITOR;
  monitor = {};
  monitor.machine = machine;
  set_defaults(monitor.machine);
  monitor.reach = reach;
  if (!is_jointed(machine)) set_noise(monitor.machine);
  monitor.event.foot = -1;
  monitor.event.r_uncertainty = Scalar(TD_NOT_APPLICABLE);
  const bool learns = monitor.machine.learning > 1;
  for (int j = 0; j < TD_MONITOR_COMPONENTS; ++j) {
    const Scalar least = square(monitor.machine.noise[j]);
    if (!is_jointed(machine) || !learns) monitor.variance[j] = least;
    if (!is_jointed(machine) && j < 3) monitor.growth[j] = least;
  }
  monitor.until = learns ? monitor.machine.learning : 0;
  monitor.phase = learns ? TD_MONITOR_LEARNS : TD_MONITOR_WATCHES;
  return TD_SOLVED;
}

}  // namespace touchdown::monitor

#endif
