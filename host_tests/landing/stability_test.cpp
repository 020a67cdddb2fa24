// Margins against tipping of random landers, in any attitude and motion, against the definition: the body is turned
// about the edge, little by little, and watched. Asked of the library within, which gives its least in td_landing and
// td_stance.
//
// Seen red, in src/landing/stance.hpp: `H > 0` -> true; `1 - along * along` -> 1; `mass * L_square` left out; the
// sign of axis.dot(spin).
#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "../unit/relative.hpp"
#include "landing/step.hpp"
#include "random_landings.hpp"

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using landing::Random;
using Barrier = touchdown::Barrier<td_real>;

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
Vector3d over_the_edge(const Standing &s, const Barrier &edge) {
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

// Over the edges of all feet.
Barrier barrier_of(const td_lander &lander, const td_lander_state &given) {
  touchdown::Terrain<td_real> terrain;
  touchdown::State<td_real> state = touchdown::state_from(given);
  REQUIRE(touchdown::prepare(lander, terrain) == TD_SOLVED);
  REQUIRE(touchdown::normalize_state(state) == TD_SOLVED);
  const touchdown::Motion<td_real> motion{state.v, state.w};
  return touchdown::barrier_of(terrain, touchdown::rotation_of(state.q), motion, touchdown::every_foot);
}

// 12 kg, 2 m wide, its feet 1 m below the middle; gravity is 1.
landing::Descent cube() {
  Random random(1);
  landing::Descent d = landing::random_descent(random, 4);
  d.body.mass = 12;
  for (int i = 0; i < 6; ++i) d.body.inertia[i] = i < 3 ? 8 : 0;
  for (int i = 0; i < 3; ++i) d.body.gravity[i] = i == 2 ? -1 : 0;
  for (int i = 0; i < 4; ++i) {
    const td_real r[] = {td_real(i == 0 || i == 3 ? 1 : -1), td_real(i < 2 ? 1 : -1), -1};
    std::copy_n(r, 3, d.body.foot[i].r);
  }
  d.state = {};
  d.state.q[0] = 1;
  return d;
}

}  // namespace

TEST_CASE("tip-over threshold: as much rotation as lifts the centre of mass over the edge") {
  // About an edge of the cube: I = 8 + 12 * 2 = 32, needed 12 (sqrt 2 - 1) J.
  const double threshold = std::sqrt(2 * 12 * (std::sqrt(2.0) - 1) / 32);
  for (const double part : {0.99, 1.01}) {
    landing::Descent d = cube();
    // About the edge x = 1: the centre of mass moves along with it.
    d.state.w[1] = d.state.v[0] = d.state.v[2] = static_cast<td_real>(part * threshold);
    const Barrier edge = barrier_of(d.body, d.state);
    REQUIRE(edge.edges == 4);
    CHECK(((edge.from == 3 && edge.to == 0) || (edge.from == 0 && edge.to == 3)));
    CHECK((edge.energy > 0) == (part < 1));
    CHECK(static_cast<double>(edge.energy) == relative(12 * (std::sqrt(2.0) - 1) * (1 - part * part), 1e-4));
    CHECK(static_cast<double>(edge.angle) == relative(3.14159265358979 / 4, 1e-6));
  }
}

TEST_CASE("a centre of mass beyond its edge, feet in a row, no gravity") {
  landing::Descent d = cube();
  for (td_foot &foot : d.body.foot) foot.r[0] -= 2;
  const Barrier beyond = barrier_of(d.body, d.state);
  CHECK(static_cast<double>(beyond.angle) == relative(-3.14159265358979 / 4, 1e-6));
  for (int i = 0; i < 4; ++i) d.body.foot[i].r[1] = 0;
  const Barrier none = barrier_of(d.body, d.state);
  CHECK(none.edges == 0);
  CHECK(none.from == -1);
  landing::Descent floating = cube();
  floating.body.gravity[2] = 0;
  CHECK(barrier_of(floating.body, floating.state).edges == 0);
}

// Of the edge of the least.
TEST_CASE("the margin of an edge is the lift to above it, less the rotation over it") {
  int turning = 0, edges = 0;
  for (std::uint64_t seed = 1; seed <= 160; ++seed) {
    Random random(seed);
    landing::Descent d = landing::random_descent(random, 3 + static_cast<int>(seed % 4));
    landing::random_attitude(random, d.state.q, 0.8);
    landing::random_vector(random, d.state.v, 1);
    landing::random_vector(random, d.state.w, 1);
    random.fill(d.body.gravity, 2, -2, 2);
    for (int i = 0; i < d.body.feet; ++i) d.body.foot[i].r[2] -= static_cast<td_real>(random.uniform(0, 0.8));
    const Barrier edge = barrier_of(d.body, d.state);
    const Standing s(d);
    if (!(edge.angle > 0)) continue;
    CAPTURE(seed);
    const Vector3d axis = over_the_edge(s, edge), from = -s.foot[edge.from];
    const double lift = lift_of(s, axis, from), energy = turning_energy(s, axis, from);
    const double rounding = 200 * epsilon * (s.weight * from.norm() + energy) + 1e-6 * s.weight * from.norm();
    CHECK(std::abs(static_cast<double>(edge.energy) - (lift - energy)) < rounding);
    ++edges;
    turning += energy > 0;
  }
  CHECK(edges > 80);
  CHECK(turning > edges / 4);
  CHECK(turning < edges * 9 / 10);
}
