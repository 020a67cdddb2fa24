// Derivatives of the impact of two bodies: against differences of the exact impact between ways in and out that are
// computed here with dense matrices of both.
//
// Seen red: the other body's velocity counted as the first one's, in ways_of (src/derivatives/system.hpp).
#include <doctest/doctest.h>

#include <cstring>

#include "differences.hpp"
#include "exact_body.hpp"
#include "few_beyond.hpp"
#include "systems_tried.hpp"

namespace {

using exact_body::Body;
using Matrix3x12 = Eigen::Matrix<double, 3, 12>;
using Matrix12x3 = Eigen::Matrix<double, 12, 3>;
using Matrix15 = Eigen::Matrix<double, 15, 15>;  // impulse and motion after, by motion before, mu_s, mu_k, e

struct Sample {
  touchdown::Pair<double> pair;
  struct {
    Matrix15 by;
    double doubt;
  } exact;
};

Eigen::Matrix<double, 3, 6> dense_way_in(const Eigen::Vector3d &r, const Eigen::Matrix3d &frame) {
  Eigen::Matrix3d cross;
  cross << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  Eigen::Matrix<double, 3, 6> J;
  J << frame, -frame * cross;
  return J;
}

void put(const Body &body, touchdown::RigidBody<double> &given, double (&r)[3]) {
  given = exact_body::described<double>(body).body;
  for (int i = 0; i < 3; ++i) r[i] = body.r[i];
}

touchdown::Pair<double> random_pair(oracle::Random &random, Body &a, Body &b) {
  a = exact_body::random_body(random);
  b = exact_body::random_body(random);
  b.inputs.head<3>() += 3 * a.n;  // a comes down on it
  touchdown::Pair<double> pair;
  put(a, pair.a, pair.r_a);
  put(b, pair.b, pair.r_b);
  for (int i = 0; i < 3; ++i) pair.n[i] = a.n[i];
  pair.surface = {a.inputs[6], a.inputs[7], a.inputs[8]};
  pair.options.law = a.law;
  return pair;
}

// The next pair whose derivatives the differences know. Rows of the frame n, t, s, as the library has them.
Sample next_sample(oracle::Random &random) {
  while (true) {
    Sample sample = {};
    Body a, b;
    sample.pair = random_pair(random, a, b);
    touchdown::PairImpact<double> impact;
    REQUIRE(touchdown::resolve(sample.pair, impact) >= 0);
    Eigen::Matrix3d frame;
    for (int i = 0; i < 3; ++i) frame.col(i) << a.n[i], impact.t[i], impact.s[i];
    Matrix3x12 J;
    J << dense_way_in(a.r, frame), -dense_way_in(b.r, frame);
    Eigen::Matrix<double, 12, 12> M = Eigen::Matrix<double, 12, 12>::Zero();
    M.block<3, 3>(0, 0) = a.mass * Eigen::Matrix3d::Identity();
    M.block<3, 3>(3, 3) = a.inertia;
    M.block<3, 3>(6, 6) = b.mass * Eigen::Matrix3d::Identity();
    M.block<3, 3>(9, 9) = b.inertia;
    const Matrix12x3 K = M.inverse() * J.transpose();
    const Eigen::Matrix3d W = J * K;
    Eigen::Matrix<double, 12, 1> before;
    before << a.inputs.head<6>(), b.inputs.head<6>();
    const Eigen::Vector3d v = J * before;
    oracle::Case c{{W(0, 0), W(0, 1), W(0, 2), W(1, 1), W(1, 2), W(2, 2)},
                   {v[0], v[1], v[2]},
                   {a.inputs[6], a.inputs[7], a.inputs[8]},
                   {}};
    c.options.law = a.law;
    const oracle::Result result = oracle::exact_impact(c);
    if (!(v[0] < 0) || !result.solved || !oracle::well_posed(c, result)) continue;
    c.options.law = result.law;
    const differences::Found found = differences::derivatives(c);
    if (!found.known) continue;
    Eigen::Matrix<double, 3, 15> p;
    p << found.by.topLeftCorner<3, 3>() * J, found.by.topRightCorner<3, 3>();
    sample.exact.by << p, K * p;
    sample.exact.by.block<12, 12>(3, 0) += Eigen::Matrix<double, 12, 12>::Identity();
    sample.exact.doubt = found.doubt;
    return sample;
  }
}

template <class Scalar>
touchdown::RigidBody<Scalar> cast(const touchdown::RigidBody<double> &body) {
  touchdown::RigidBody<Scalar> result;
  result.mass = static_cast<Scalar>(body.mass);
  for (int i = 0; i < 6; ++i) result.inertia[i] = static_cast<Scalar>(body.inertia[i]);
  for (int i = 0; i < 3; ++i) {
    result.v[i] = static_cast<Scalar>(body.v[i]);
    result.w[i] = static_cast<Scalar>(body.w[i]);
  }
  return result;
}

template <class Scalar>
touchdown::Pair<Scalar> cast(const touchdown::Pair<double> &pair) {
  touchdown::Pair<Scalar> result;
  result.a = cast<Scalar>(pair.a);
  result.b = cast<Scalar>(pair.b);
  for (int i = 0; i < 3; ++i) {
    result.r_a[i] = static_cast<Scalar>(pair.r_a[i]);
    result.r_b[i] = static_cast<Scalar>(pair.r_b[i]);
    result.n[i] = static_cast<Scalar>(pair.n[i]);
  }
  result.surface = {static_cast<Scalar>(pair.surface.mu_s), static_cast<Scalar>(pair.surface.mu_k),
                    static_cast<Scalar>(pair.surface.e)};
  result.options.law = pair.options.law;
  return result;
}

template <class Scalar>
Matrix15 wide(const touchdown::PairDerivatives<Scalar> &found) {
  Matrix15 matrix;
  for (int i = 0; i < 15; ++i)
    for (int j = 0; j < TD_PAIR_INPUTS; ++j)
      matrix(i, j) = static_cast<double>(i < 3 ? found.p[i][j] : found.motion[i - 3][j]);
  return matrix;
}

template <class Scalar>
void compare(const std::vector<Sample> &samples, double bar) {
  differences::compare(samples, bar, [](const Sample &sample, touchdown::Status &status) {
    touchdown::PairDerivatives<Scalar> found;
    status = touchdown::resolve(cast<Scalar>(sample.pair), found);
    REQUIRE(status >= 0);
    return (wide(found) - sample.exact.by).norm() / sample.exact.by.norm();
  });
}

template <class Scalar>
void compare_bits(const touchdown::Pair<double> &given) {
  const touchdown::Pair<Scalar> pair = cast<Scalar>(given);
  touchdown::PairImpact<Scalar> impact;
  touchdown::PairDerivatives<Scalar> found;
  std::memset(static_cast<void *>(&impact), 0, sizeof impact);
  std::memset(static_cast<void *>(&found), 0, sizeof found);
  const touchdown::Status status = touchdown::resolve(pair, impact);
  CHECK((touchdown::resolve(pair, found) & ~TD_CAVEAT_ONE_SIDED) == status);
  CHECK(std::memcmp(&impact, &found.pair, sizeof impact) == 0);
}

}  // namespace

TEST_CASE("a pair's impulse and motions after, by both motions before and the surface") {
  oracle::Random random(181);
  std::vector<Sample> samples;
  for (int i = 0; i < differences::systems_tried(60); ++i) samples.push_back(next_sample(random));
  compare<double>(samples, 1e-6);
  compare<float>(samples, 1e-3);
}

TEST_CASE("a pair has the same bits with derivatives as without") {
  oracle::Random random(184);
  for (int i = 0; i < 1000; ++i) {
    Body a, b;
    const touchdown::Pair<double> pair = random_pair(random, a, b);
    compare_bits<double>(pair);
    compare_bits<float>(pair);
  }
}

// A body so heavy that it stays where it is: what is left are the derivatives of the other one alone.
TEST_CASE("a pair of which one is the ground has the derivatives of a body") {
  oracle::Random random(182);
  for (int i = 0; i < 300; ++i) {
    Body a, b;
    touchdown::Pair<double> pair = random_pair(random, a, b);
    touchdown::BodyContact<double> body;
    body.body = pair.a;
    std::memcpy(body.r, pair.r_a, sizeof body.r);
    std::memcpy(body.n, pair.n, sizeof body.n);
    body.surface = pair.surface;
    body.options = pair.options;
    pair.b.mass *= 1e12;
    for (double &x : pair.b.inertia) x *= 1e12;
    for (int k = 0; k < 3; ++k) pair.b.v[k] = pair.b.w[k] = 0;
    touchdown::PairDerivatives<double> found;
    touchdown::BodyDerivatives<double> alone;
    const touchdown::Status status = touchdown::resolve(body, alone);
    REQUIRE(touchdown::resolve(pair, found) >= 0);
    if ((status & TD_CAVEAT_ONE_SIDED) != 0 || alone.margin < 1e-4) continue;
    CHECK(found.margin == doctest::Approx(alone.margin).epsilon(1e-4));
    const Matrix15 both = wide(found);
    Eigen::Matrix<double, 9, 9> of_a, expected;
    of_a << both.block<9, 6>(0, 0), both.block<9, 3>(0, 12);
    for (int k = 0; k < 9; ++k)
      for (int j = 0; j < 9; ++j) expected(k, j) = k < 3 ? alone.p[k][j] : alone.motion[k - 3][j];
    CHECK((of_a - expected).norm() < 1e-7 * expected.norm());
    // It moves with what it hits: moved alike before, both are after.
    CHECK((both.block<3, 3>(3, 0) + both.block<3, 3>(3, 6) - Eigen::Matrix3d::Identity()).norm() <
          1e-7 * expected.norm());
    CHECK((both.block<6, 6>(9, 6) - Eigen::Matrix<double, 6, 6>::Identity()).norm() < 1e-7);
  }
}

TEST_CASE("a pair's derivatives by either face, one-sided where they are, and nonsense refused") {
  oracle::Random random(183);
  Body a, b;
  td_pair pair = cast<float>(random_pair(random, a, b));
  td_pair_derivatives found, twin;
  std::memset(static_cast<void *>(&found), 0, sizeof found);
  std::memset(static_cast<void *>(&twin), 0, sizeof twin);
  const touchdown::Status status = td_resolve_pair_derivatives(&pair, &found);
  CHECK(touchdown::resolve(pair, twin) == status);
  CHECK(std::memcmp(&found, &twin, sizeof found) == 0);
  pair.surface.e = 1;
  CHECK((td_resolve_pair_derivatives(&pair, &twin) & TD_CAVEAT_ONE_SIDED) != 0);
  twin.margin = 7;
  pair.b.mass = 0;
  CHECK(td_resolve_pair_derivatives(&pair, &twin) == TD_REFUSED_MASS);
  CHECK(td_resolve_pair_derivatives(nullptr, &twin) == TD_REFUSED_NULL);
  CHECK(td_resolve_pair_derivatives(&pair, nullptr) == TD_REFUSED_NULL);
  CHECK(twin.margin == 7);
}
