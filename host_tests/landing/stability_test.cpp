// Toppling margins of random landers, in any attitude and motion, against the definition: the body is turned about the
// edge, little by little, and watched.
//
// Seen red, in src/landing/stance.hpp: `H > 0` -> true; `1 - along * along` -> 1; `mass * L_square` left out; the
// sign of axis.dot(spin).
#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "random_landings.hpp"

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using landing::Random;

constexpr double epsilon = static_cast<double>(std::numeric_limits<td_real>::epsilon());

Vector3d wide(const td_real (&x)[3]) {
  return {static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2])};
}

// What the edge is held against: everything in the world's axes, from the centre of mass.
struct Standing {
  Matrix3d inertia;
  Vector3d up, v, w;
  double mass, weight;
  Vector3d foot[TD_MAX_FEET];
  Vector3d middle;  // of the feet

  explicit Standing(const landing::Descent &d) {
    const Eigen::Vector4d q = Eigen::Map<const Eigen::Matrix<td_real, 4, 1>>(d.state.q).cast<double>();
    const Matrix3d R = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
    const auto I = Eigen::Map<const Eigen::Matrix<td_real, 6, 1>>(d.body.inertia).cast<double>().eval();
    Matrix3d body;
    body << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
    inertia = R * body * R.transpose();
    const Vector3d gravity = wide(d.body.gravity);
    up = -gravity.normalized();
    mass = static_cast<double>(d.body.mass);
    weight = mass * gravity.norm();
    v = wide(d.state.v);
    w = wide(d.state.w);
    middle = Vector3d::Zero();
    for (int i = 0; i < d.body.feet; ++i) {
      foot[i] = R * wide(d.body.foot[i].r);
      middle += foot[i] / d.body.feet;
    }
  }
};

// The axis of an edge, so that a turn about it by a positive angle is over the edge, away from the middle of the feet.
Vector3d over_the_edge(const Standing &s, const td_edge &edge) {
  const Vector3d axis = (s.foot[edge.to] - s.foot[edge.from]).normalized();
  const Vector3d outward = axis.cross(s.up);
  return outward.dot(s.middle - s.foot[edge.from]) > 0 ? -axis : axis;
}

// Energy to lift the centre of mass to the highest place that a turn about the edge takes it to.
double lift_of(const Standing &s, const Vector3d &axis, const Vector3d &from) {
  double highest = 0;
  for (int i = 0; i < 36000; ++i) {
    const Vector3d there = Eigen::AngleAxisd(i * 3.14159265358979323846 / 18000, axis) * from;
    highest = std::max(highest, s.up.dot(there - from));
  }
  return s.weight * highest;
}

// Energy of the rotation that is left of the motion where the edge is caught, if it is over the edge: the body's spin
// and that of its centre of mass keep their sum about the edge.
double turning_energy(const Standing &s, const Vector3d &axis, const Vector3d &from) {
  const double spin = axis.dot(s.inertia * s.w + s.mass * from.cross(s.v));
  const double inertia = axis.dot(s.inertia * axis) + s.mass * axis.cross(from).squaredNorm();
  const double rate = spin / inertia;
  return rate > 0 ? 0.5 * inertia * rate * rate : 0;
}

}  // namespace

TEST_CASE("the margin of an edge is the lift to above it, less the rotation over it") {
  int turning = 0, edges = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    landing::Descent d = landing::random_descent(random, 3 + static_cast<int>(seed % 4));
    landing::random_attitude(random, d.state.q, 0.8);
    landing::random_vector(random, d.state.v, 1);
    landing::random_vector(random, d.state.w, 1);
    random.fill(d.body.gravity, 2, -2, 2);
    for (int i = 0; i < d.body.feet; ++i) d.body.foot[i].r[2] -= static_cast<td_real>(random.uniform(0, 0.8));
    td_stability found;
    REQUIRE(td_stability_of(&d.body, &d.state, &found) == TD_SOLVED);
    const Standing s(d);
    for (int k = 0; k < found.edges; ++k) {
      const td_edge &edge = found.edge[k];
      if (!(edge.tipping_angle > 0)) continue;
      CAPTURE(seed);
      CAPTURE(k);
      const Vector3d axis = over_the_edge(s, edge), from = -s.foot[edge.from];
      const double lift = lift_of(s, axis, from), energy = turning_energy(s, axis, from);
      const double rounding = 200 * epsilon * (s.weight * from.norm() + energy) + 1e-6 * s.weight * from.norm();
      CHECK(std::abs(static_cast<double>(edge.energy_margin) - (lift - energy)) < rounding);
      ++edges;
      turning += energy > 0;
    }
  }
  CHECK(edges > 80);
  CHECK(turning > edges / 4);
  CHECK(turning < edges * 3 / 4);
}
