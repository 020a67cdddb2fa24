// From two samples to the momentum that came in between them beside what is known to act (DESIGN.md, E150): Newton's
// and Euler's equations in body axes.
#ifndef TOUCHDOWN_MONITOR_MOMENTUM_HPP
#define TOUCHDOWN_MONITOR_MOMENTUM_HPP

#include "monitor/tolerances.hpp"
#include "numerics/linalg.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::monitor {

template <class Scalar>
Scalar square(Scalar x) {
  return x * x;
}

// Magnitudes whose squares, and squares of products of two, stay in range.
template <class Scalar>
constexpr Scalar square_in_range_root = sizeof(Scalar) == 4 ? Scalar(1e8) : Scalar(1e50);

template <class Scalar>
bool within(Scalar x, Scalar least, Scalar most) {
  return x >= least && x <= most;
}

// Linear, and angular about the centre of mass.
template <class Scalar>
struct Pair {
  Vector3<Scalar> p, l;
};

template <class Scalar>
Pair<Scalar> pair(const Momentum<Scalar> &x) {
  return {vector(x.p), vector(x.l)};
}

template <class Scalar>
void set(Momentum<Scalar> &x, const Pair<Scalar> &to) {
  view(x.p) = to.p;
  view(x.l) = to.l;
}

template <class Scalar>
void add(Momentum<Scalar> &x, const Pair<Scalar> &more) {
  view(x.p) += more.p;
  view(x.l) += more.l;
}

// The share of the way from x to a reading.
template <class Scalar>
void approach(Momentum<Scalar> &x, const Pair<Scalar> &reading, Scalar share) {
  view(x.p) += share * (reading.p - vector(x.p));
  view(x.l) += share * (reading.l - vector(x.l));
}

template <class Scalar>
Pair<Scalar> squares(const Pair<Scalar> &x) {
  return {x.p.cwiseProduct(x.p), x.l.cwiseProduct(x.l)};
}

// An accelerometer off the centre of mass feels the turning too. The gyro tells the change of the angular velocity, and
// its middle.
template <class Scalar>
Pair<Scalar> momentum_between(const MonitorMachine<Scalar> &machine, const MonitorSample<Scalar> &before,
                              const MonitorSample<Scalar> &now) {
  const Scalar dt = 1 / machine.rate;
  const Vector3<Scalar> dw = vector(now.w) - vector(before.w);
  const Vector3<Scalar> w = Scalar(0.5) * (vector(now.w) + vector(before.w));
  const Vector3<Scalar> sensor = vector(machine.sensor);
  const Matrix3<Scalar> inertia = matrix(machine.inertia);
  const Vector3<Scalar> swing = w.cross(w.cross(sensor));
  const Vector3<Scalar> dv = dt * (vector(now.a) - swing) - dw.cross(sensor);
  const Vector3<Scalar> gyroscopic = w.cross(Vector3<Scalar>(inertia * w));
  return {machine.mass * dv - dt * vector(now.force), inertia * dw + dt * (gyroscopic - vector(now.torque))};
}

}  // namespace touchdown::monitor

#endif
