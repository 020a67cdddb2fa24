// The C++ face, on memory that is the caller's: a state vector as an estimator keeps it, seen through Eigen maps. In
// double; float is the same source with another Scalar.
#include <cstdio>

#include "touchdown/touchdown.hpp"

namespace {

using Scalar = double;
using Vector = touchdown::Vector3<Scalar>;

// Position of the foot, velocity, angular velocity, one after the other.
Scalar state[9] = {0.35, 0, -0.60, 0.40, 0, -1.50, 0, 0, 0};
const Eigen::Map<const Vector> r(state);
Eigen::Map<Vector> v(state + 3), w(state + 6);

touchdown::BodyContact<Scalar> lander() {
  touchdown::BodyContact<Scalar> contact;
  contact.body.mass = 12;
  touchdown::set_inertia(contact.body.inertia, touchdown::Matrix3<Scalar>(Vector(0.9, 0.9, 0.4).asDiagonal()));
  touchdown::view(contact.body.v) = v;
  touchdown::view(contact.body.w) = w;
  touchdown::view(contact.r) = r;
  touchdown::view(contact.n) = Vector::UnitZ();
  contact.surface = {0.5, 0.4, 0.3};
  return contact;
}

}  // namespace

int main() {
  const touchdown::BodyContact<Scalar> contact = lander();
  touchdown::BodyImpact<Scalar> hit;
  const touchdown::Status status = touchdown::resolve(contact, hit);
  if (status < 0) return 1;

  v = touchdown::vector(hit.v);  // back into the estimator's memory
  w = touchdown::vector(hit.w);
  std::printf("%s: leaves with v = (%.3f, %.3f, %.3f) m/s, w = (%.3f, %.3f, %.3f) rad/s\n", td_status_name(status),
              v[0], v[1], v[2], w[0], w[1], w[2]);
  // What the body gained is what the contact gave: m dv = p.
  const Vector n = touchdown::vector(contact.n), t = touchdown::vector(hit.t), s = touchdown::vector(hit.s);
  const Vector p = hit.impact.p.n * n + hit.impact.p.t * t + hit.impact.p.s * s;
  return (contact.body.mass * (v - touchdown::vector(contact.body.v)) - p).norm() < 1e-9 ? 0 : 1;
}
