// Derivatives of a body's impact by contact point, normal and attitude: against differences of the exact impact, and
// frames that do not matter.
#include <doctest/doctest.h>

#include <Eigen/Geometry>

#include "all_derivatives.hpp"
#include "exact_body.hpp"

namespace {

using exact_body::Body;
using exact_body::Vector6;

Body moved(const Body &body, int input, double step) {
  Body other = body;
  const Eigen::Vector3d axis = Eigen::Vector3d::Unit(input % 3);
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(step, axis).toRotationMatrix();
  if (input < TD_BODY_BY_N) {
    other.r += step * axis;
  } else if (input < TD_BODY_BY_ATTITUDE) {
    other.n = (body.n + step * axis).normalized();
  } else {
    other.r = turn * body.r;
    other.inertia = turn * body.inertia * turn.transpose();
  }
  return other;
}

// False where the case changes on the way.
bool slope_of(const Body &body, int input, Vector6 &slope) {
  constexpr double step = 2e-6;
  Vector6 here, before, after;
  int cases[3];
  if (!exact_motion(body, body.inputs, here, cases[0]) ||
      !exact_motion(moved(body, input, -step), body.inputs, before, cases[1]) ||
      !exact_motion(moved(body, input, step), body.inputs, after, cases[2]))
    return false;
  slope = (after - before) / (2 * step);
  return cases[0] == cases[1] && cases[1] == cases[2];
}

template <class Scalar>
void compare(double bar) {
  oracle::Random random(61);
  int judged = 0;
  for (int i = 0; i < 60; ++i) {
    const Body body = exact_body::random_body(random);
    all_derivatives::OfBody<Scalar> found;
    const touchdown::Status status = all_derivatives::resolve(exact_body::described<Scalar>(body), found);
    REQUIRE(status >= 0);
    if ((status & TD_CAVEAT_ONE_SIDED) != 0) continue;
    for (int input = 0; input < TD_BODY_POSE_INPUTS; ++input) {
      Vector6 slope;
      if (!slope_of(body, input, slope)) continue;
      CAPTURE(input);
      Vector6 column;
      Eigen::Vector3d p;
      for (int row = 0; row < 6; ++row) column[row] = static_cast<double>(found.motion[row][input]);
      for (int row = 0; row < 3; ++row) p[row] = static_cast<double>(found.impulse[row][input]);
      CHECK((column - slope).norm() < bar * (slope.norm() + 1));
      CHECK((p / body.mass - slope.head<3>()).norm() < bar * (slope.norm() + 1));
      ++judged;
    }
  }
  CHECK(judged > 300);
}

}  // namespace

TEST_CASE("by pose: a body's motion after, by contact point, normal and attitude") {
  compare<double>(5e-6);
  compare<float>(5e-3);
}

TEST_CASE("by pose: a contact that separates takes no notice of where it is") {
  oracle::Random random(62);
  touchdown::BodyContact<double> contact = exact_body::described<double>(exact_body::random_body(random));
  for (double &n : contact.n) n = -n;
  all_derivatives::OfBody<double> found;
  REQUIRE(all_derivatives::resolve(contact, found) >= 0);
  CHECK(found.derivatives.body.impact.mode_compression == TD_MODE_SEPARATING);
  for (const auto &row : found.motion)
    for (const double x : row) CHECK(std::abs(x) < 1e-14);
}
