// The machine of a monitor: what it may be, and what follows from it.
#ifndef TOUCHDOWN_MONITOR_START_HPP
#define TOUCHDOWN_MONITOR_START_HPP

#include "monitor/feed.hpp"
#include "systems/rigid_body.hpp"

namespace touchdown::monitor {

template <class Scalar>
bool check_sensors(const MonitorMachine<Scalar> &machine) {
  constexpr Scalar most = square_in_range_root<Scalar>;
  const bool rates = within(machine.force_rate, Scalar(0), most) && within(machine.torque_rate, Scalar(0), most);
  const bool sensors = within(machine.range, 1 / most, most) && within(machine.accelerometer_noise, 1 / most, most) &&
                       within(machine.gyro_noise, 1 / most, most) && within(machine.rate, 1 / most, most);
  const bool parts = within(machine.model_error, Scalar(0), Scalar(0.5)) &&
                     within(machine.normal_error, Scalar(0), Scalar(1)) &&
                     within(machine.bearing_load, Scalar(0), most);
  const bool waits = within(machine.wait, Scalar(0), most);
  const bool sure = machine.confidence == 0 || (machine.confidence >= Scalar(0.5) && machine.confidence < 1);
  return rates && sensors && parts && waits && sure;
}

// The farthest of the points; below 0 where one is not in range.
template <class Scalar>
Scalar reach_of(int count, const MonitorPoint<Scalar> *point) {
  constexpr Scalar most = square_in_range_root<Scalar>;
  Scalar farthest = 0;
  bool good = true;
  for (int i = 0; i < count; ++i) {
    const Scalar square = vector(point[i].r).squaredNorm();  // a root would make 0 of what is no number
    const Scalar distance = square_root(square);
    good = good && square <= most * most && within(point[i].radius, Scalar(0), most) &&
           within(point[i].mu, Scalar(0), most);
    farthest = max(farthest, distance + point[i].radius);
  }
  return good ? farthest : Scalar(-1);
}

// The sensors' noise in a window, and rounding.
template <class Scalar>
Momentum<Scalar> noise_floor(const MonitorMachine<Scalar> &machine) {
  const Scalar p = square(machine.mass * machine.accelerometer_noise / machine.rate) * TD_MONITOR_WINDOW;
  const Matrix3<Scalar> inertia = matrix(machine.inertia);
  Momentum<Scalar> floor;
  for (int i = 0; i < 3; ++i) {
    floor.p[i] = p;
    floor.l[i] = 2 * square(machine.gyro_noise) * inertia.row(i).squaredNorm();
  }
  return floor;
}

template <class Scalar>
Status check(const MonitorMachine<Scalar> &machine, Scalar &reach) {
  BodyFactor<Scalar> ignored;
  const Status body = factorize(machine.mass, matrix(machine.inertia), ignored);
  if (body < 0) return body;
  if (machine.feet < 1 || machine.feet > TD_MAX_FEET || machine.points < 0 || machine.points > TD_MAX_HULL_POINTS)
    return TD_REFUSED_SIZE;
  const Scalar feet = reach_of(machine.feet, machine.foot), points = reach_of(machine.points, machine.point);
  reach = max(feet, points);
  if (feet < 0 || points < 0 || !(reach > 0) || !all_finite(vector(machine.sensor))) return TD_REFUSED_POSITION;
  return check_sensors(machine) ? TD_SOLVED : TD_REFUSED_MONITOR;
}

// Cones are widened here, once.
template <class Scalar>
void widen(Scalar error, MonitorPoint<Scalar> &point) {
  point.mu += error * (1 + point.mu * point.mu);
}

template <class Scalar>
Status start(ContactMonitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine) {
  Scalar reach = 0;
  const Status status = check(machine, reach);
  if (status < 0) return status;
  monitor = {};
  monitor.machine = machine;
  monitor.reach = reach;
  if (machine.model_error == 0) monitor.machine.model_error = tolerance::default_model_error<Scalar>;
  if (machine.confidence == 0) monitor.machine.confidence = tolerance::default_confidence<Scalar>;
  if (machine.wait == 0) monitor.machine.wait = tolerance::default_wait<Scalar>;
  for (MonitorPoint<Scalar> &foot : monitor.machine.foot) widen(machine.normal_error, foot);
  for (MonitorPoint<Scalar> &point : monitor.machine.point) widen(machine.normal_error, point);
  monitor.floor = monitor.variance = noise_floor(machine);
  view(monitor.growth.p) = vector(monitor.floor.p);
  monitor.event.foot = -1;
  monitor.until = TD_MONITOR_LEARNING;
  monitor.phase = TD_MONITOR_LEARNS;
  return TD_SOLVED;
}

}  // namespace touchdown::monitor

#endif
