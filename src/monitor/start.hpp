// The machine of a monitor: what it may be, and what follows from it.
#ifndef TOUCHDOWN_MONITOR_START_HPP
#define TOUCHDOWN_MONITOR_START_HPP

#include "monitor/feed.hpp"
#include "systems/rigid_body.hpp"

namespace touchdown::monitor {

template <class Scalar>
bool check_common(const MonitorMachine<Scalar> &machine) {
  constexpr Scalar most = square_in_range_root<Scalar>;
  const bool sure = machine.confidence == 0 || (machine.confidence >= Scalar(0.5) && machine.confidence < 1);
  return sure && within(machine.model_error, Scalar(0), Scalar(0.5)) &&
         within(machine.normal_error, Scalar(0), Scalar(1)) && within(machine.bearing_load, Scalar(0), most) &&
         within(machine.wait, Scalar(0), most);
}

template <class Scalar>
bool check_sensors(const MonitorMachine<Scalar> &machine) {
  constexpr Scalar most = square_in_range_root<Scalar>;
  const bool rates = within(machine.force_rate, Scalar(0), most) && within(machine.torque_rate, Scalar(0), most) &&
                     within(machine.filter, Scalar(0), most);
  return rates && within(machine.range, 1 / most, most) && within(machine.accelerometer_noise, 1 / most, most) &&
         within(machine.gyro_noise, 1 / most, most) && within(machine.rate, 1 / most, most);
}

template <class Scalar>
bool check_joints(const MonitorMachine<Scalar> &machine) {
  constexpr Scalar most = square_in_range_root<Scalar>;
  bool good = within(machine.gain, 1 / most, most) && machine.bearing_load >= 1 / most && machine.learning >= 0 &&
              machine.learning <= 1000;
  for (int j = 0; j < machine.speeds; ++j) good = good && within(machine.noise[j], 1 / most, most);
  for (int i = 0; i < machine.feet; ++i) good = good && within(machine.foot[i].mu, Scalar(0), most);
  return good;
}

// The farthest of the points; below 0 where one is not in range.
template <class Scalar>
Scalar reach_of(int count, const MonitorPoint<Scalar> *point) {
  constexpr Scalar most = square_in_range_root<Scalar>;
  Scalar farthest = 0;
  bool good = true;
  for (int i = 0; i < count; ++i) {
    const Scalar square = vector(point[i].r).squaredNorm();  // a root would make 0 of NaN
    const Scalar distance = square_root(square);
    good = good && square <= most * most && within(point[i].radius, Scalar(0), most) &&
           within(point[i].mu, Scalar(0), most);
    farthest = max(farthest, distance + point[i].radius);
  }
  return good ? farthest : Scalar(-1);
}

// The sensors' noise in a window, and rounding.
template <class Scalar>
void set_floor(const MonitorMachine<Scalar> &machine, Scalar *floor) {
  for (int j = 0; j < machine.speeds; ++j) floor[j] = square(machine.noise[j]);
  if (is_jointed(machine)) return;
  const Matrix3<Scalar> inertia = matrix(machine.inertia);
  for (int i = 0; i < 3; ++i) {
    floor[i] = square(machine.mass * machine.accelerometer_noise / machine.rate) * TD_MONITOR_WINDOW;
    floor[3 + i] = 2 * square(machine.gyro_noise) * inertia.row(i).squaredNorm();
  }
}

template <class Scalar>
Status check_body(const MonitorMachine<Scalar> &machine, Scalar &reach) {
  BodyFactor<Scalar> ignored;
  const Status body = factorize(machine.mass, matrix(machine.inertia), ignored);
  if (body < 0) return body;
  if (!has_sizes(machine)) return TD_REFUSED_SIZE;
  const Scalar feet = reach_of(machine.feet, machine.foot), points = reach_of(machine.points, machine.point);
  reach = max(feet, points);
  if (feet < 0 || points < 0 || !(reach > 0) || !all_finite(vector(machine.sensor))) return TD_REFUSED_POSITION;
  return check_sensors(machine) ? TD_SOLVED : TD_REFUSED_MONITOR;
}

template <class Scalar>
Status check(const MonitorMachine<Scalar> &machine, Scalar &reach) {
  Status status = TD_SOLVED;
  if (machine.speeds == 0)
    status = check_body(machine, reach);
  else if (!has_sizes(machine))
    status = TD_REFUSED_SIZE;
  else if (!check_joints(machine))
    status = TD_REFUSED_MONITOR;
  return status == TD_SOLVED && !check_common(machine) ? TD_REFUSED_MONITOR : status;
}

// Cones are widened here, once.
template <class Scalar>
void widen(Scalar error, MonitorPoint<Scalar> &point) {
  point.mu += error * (1 + point.mu * point.mu);
}

template <class Scalar>
void set_defaults(MonitorMachine<Scalar> &machine) {
  if (machine.model_error == 0) machine.model_error = tolerance::default_model_error<Scalar>;
  if (machine.confidence == 0) machine.confidence = tolerance::default_confidence<Scalar>;
  if (machine.wait == 0) machine.wait = tolerance::default_wait<Scalar>;
  if (machine.learning == 0 || !is_jointed(machine)) machine.learning = TD_MONITOR_LEARNING;
  for (MonitorPoint<Scalar> &foot : machine.foot) widen(machine.normal_error, foot);
  for (MonitorPoint<Scalar> &point : machine.point) widen(machine.normal_error, point);
}

template <class Scalar>
Status start(Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine) {
  Scalar reach = 0;
  const Status status = check(machine, reach);
  if (status < 0) return status;
  monitor = {};
  monitor.machine = machine;
  set_defaults(monitor.machine);
  monitor.reach = reach;
  set_floor(machine, monitor.floor);
  monitor.event.foot = -1;
  monitor.event.r_uncertainty = Scalar(TD_NOT_APPLICABLE);
  const bool learns = monitor.machine.learning > 1;
  if (!is_jointed(machine) || !learns) copy(most_components, monitor.floor, monitor.variance);
  copy(is_jointed(machine) ? machine.speeds : 3, monitor.variance, monitor.growth);
  monitor.until = learns ? monitor.machine.learning : 0;
  monitor.phase = learns ? TD_MONITOR_LEARNS : TD_MONITOR_WATCHES;
  return TD_SOLVED;
}

}  // namespace touchdown::monitor

#endif
