// The C++ face, on memory that is the caller's: a state vector as an estimator keeps it, seen through Eigen maps, with
// no copy of it in the program's own types. In double; float is the same source with another Scalar.
#include <cstdio>

#include "touchdown/touchdown.hpp"

namespace {

using Scalar = double;
using Vector = touchdown::Vector3<Scalar>;

// Position of the foot, velocity, angular velocity, one after the other.
Scalar state[9] = {0.35, 0, -0.60, 0.40, 0, -1.50, 0, 0, 0};
const Eigen::Map<const Vector> r(state);
Eigen::Map<Vector> v(state + 3), w(state + 6);

touchdown::Body<Scalar> lander() {
  touchdown::Body<Scalar> body = {};
  body.mass = 12;
  body.inertia = Vector(0.9, 0.9, 0.4).asDiagonal();
  body.n = Vector::UnitZ();
  body.r = r;
  body.v = v;
  body.w = w;
  body.surface = {0.5, 0.4, 0.3};
  return body;
}

}  // namespace

int main() {
  const touchdown::Body<Scalar> body = lander();
  touchdown::BodyImpact<Scalar> hit;
  const touchdown::Status status = touchdown::resolve(body, hit);
  if (status < 0) return 1;

  v = hit.v;  // back into the estimator's memory
  w = hit.w;
  std::printf("%s: leaves with v = (%.3f, %.3f, %.3f) m/s, w = (%.3f, %.3f, %.3f) rad/s\n", td_status_name(status),
              v[0], v[1], v[2], w[0], w[1], w[2]);
  // What the body gained is what the contact gave: m dv = p.
  const Vector p = hit.impact.p.n * body.n + hit.impact.p.t * hit.t + hit.impact.p.s * hit.s;
  return (body.mass * (v - body.v) - p).norm() < 1e-9 ? 0 : 1;
}
