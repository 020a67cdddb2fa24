// Derivatives of an impact by W: against differences of the exact impact, and what must hold of them by themselves.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "all_derivatives.hpp"
#include "differences.hpp"
#include "few_beyond.hpp"

namespace {

using differences::wide;
using oracle::Case;
using oracle::Family;

using Matrix = Eigen::Matrix<double, 3, TD_CONTACT_INERTIA_INPUTS>;

struct Sample {
  Case input;
  differences::FoundByInertia exact;
};

std::vector<Sample> samples(int count, Family family) {
  oracle::Random random(51);
  std::vector<Sample> list;
  while (static_cast<int>(list.size()) < count) {
    oracle::Result result;
    const Case input = differences::well_posed_case(random, family, result);
    const differences::FoundByInertia exact = differences::derivatives_by_inertia(input);
    if (exact.known) list.push_back({input, exact});
  }
  return list;
}

template <class Scalar>
double error_of(const Sample &sample, touchdown::Status &status) {
  all_derivatives::OfContact<Scalar> found;
  status = all_derivatives::resolve(oracle::cast<Scalar>(sample.input), found);
  const Matrix p = sample.exact.by.topRows<3>(), v = sample.exact.by.bottomRows<3>();
  const auto &W = sample.input.W;
  const double v_size = v.norm() + p.norm() * (W.nn + W.tt + W.ss) / 100;  // what sticks keeps its velocity
  return std::max((wide(found.p) - p).norm() / p.norm(), (wide(found.v) - v).norm() / v_size);
}

template <class Scalar>
void compare(const std::vector<Sample> &list, double bar) {
  differences::compare(list, bar, error_of<Scalar>);
}

}  // namespace

TEST_CASE("by W: differences of the exact impact, bodies and pairs") {
  for (const Family family : {Family::general, Family::pair}) {
    CAPTURE(oracle::name(family));
    const std::vector<Sample> list = samples(40, family);
    compare<double>(list, 1e-6);
    compare<float>(list, 1e-3);
  }
}

TEST_CASE("by W: differences of the exact impact, planar, nearly planar and nearly critical") {
  for (const Family family : {Family::planar, Family::near_planar, Family::near_critical}) {
    CAPTURE(oracle::name(family));
    const std::vector<Sample> list = samples(25, family);
    compare<double>(list, 3e-6);
    compare<float>(list, 5e-3);
  }
}

// W' = R W R^T, v' = R v leave the answer but turned: an identity between the columns by W and by v.
TEST_CASE("by W: a turn of the axes in the surface changes nothing, by either method") {
  oracle::Random random(52);
  for (int i = 0; i < 500; ++i) {
    Case c = oracle::random_case(random);
    c.options.method = i % 3 == 0 ? TD_METHOD_ALGEBRAIC : TD_METHOD_SLIP_PATH;
    touchdown::Contact<double> contact = oracle::cast<double>(c);
    contact.options.steps = TD_MAX_STEPS;
    all_derivatives::OfContact<double> found;
    const touchdown::Status status = all_derivatives::resolve(contact, found);
    REQUIRE(status >= 0);
    if ((status & TD_CAVEAT_ONE_SIDED) != 0) continue;
    const touchdown::ImpactDerivatives<double> &with = found.derivatives;
    const auto W = c.W;
    Eigen::Matrix<double, 6, 1> turn;  // of W, by an angle from t to s
    turn << 0, -W.ns, W.nt, -2 * W.ts, W.tt - W.ss, 2 * W.ts;
    const Eigen::Vector3d along(0, -c.v.s, c.v.t);
    const Eigen::Vector3d p = wide(found.p) * turn + wide(with.p).leftCols<3>() * along;
    const Eigen::Vector3d v = wide(found.v) * turn + wide(with.v).leftCols<3>() * along;
    const Eigen::Vector3d p_turned(0, -with.impact.p.s, with.impact.p.t);
    const Eigen::Vector3d v_turned(0, -with.impact.v.s, with.impact.v.t);
    const double size = wide(found.p).norm() * turn.norm() + p_turned.norm();
    CHECK((p - p_turned).norm() < 3e-6 * size);
    CHECK((v - v_turned).norm() < 3e-6 * (size * turn.norm() + v_turned.norm() + wide(found.v).norm() * turn.norm()));
  }
}

// dv = W dp + dW p.
TEST_CASE("by W: velocity after and impulse agree") {
  oracle::Random random(53);
  for (int i = 0; i < 1000; ++i) {
    Case c = oracle::random_case(random);
    c.options.method = i % 3 == 0 ? TD_METHOD_ALGEBRAIC : TD_METHOD_SLIP_PATH;
    touchdown::Contact<double> contact = oracle::cast<double>(c);
    contact.options.steps = TD_MAX_STEPS;
    all_derivatives::OfContact<double> found;
    const touchdown::Status status = all_derivatives::resolve(contact, found);
    if (status < 0 || (status & TD_CAVEAT_ONE_SIDED) != 0) continue;
    Eigen::Matrix3d W;
    W << c.W.nn, c.W.nt, c.W.ns, c.W.nt, c.W.tt, c.W.ts, c.W.ns, c.W.ts, c.W.ss;
    const auto &p = found.derivatives.impact.p;
    Matrix expected = W * wide(found.p);
    Matrix by_W;
    by_W << p.n, p.t, p.s, 0, 0, 0, 0, p.n, 0, p.t, p.s, 0, 0, 0, p.n, 0, p.t, p.s;
    expected += by_W;
    CHECK((wide(found.v) - expected).norm() < 1e-6 * (expected.norm() + W.norm() * wide(found.p).norm()));
  }
}

TEST_CASE("by W: the derivatives by everything else are those without it") {
  oracle::Random random(54);
  for (int i = 0; i < 1000; ++i) {
    Case c = oracle::random_case(random);
    c.options.method = i % 3 == 0 ? TD_METHOD_ALGEBRAIC : TD_METHOD_SLIP_PATH;
    all_derivatives::OfContact<double> with;
    touchdown::ImpactDerivatives<double> without;
    const touchdown::Status status = touchdown::resolve(oracle::cast<double>(c), without);
    REQUIRE((all_derivatives::resolve(oracle::cast<double>(c), with) & ~TD_CAVEAT_ONE_SIDED) ==
            (status & ~TD_CAVEAT_ONE_SIDED));
    if ((status & TD_CAVEAT_ONE_SIDED) != 0) continue;
    CHECK((wide(with.derivatives.p) - wide(without.p)).norm() < 1e-6 * wide(without.p).norm());
    CHECK((wide(with.derivatives.v) - wide(without.v)).norm() < 1e-6 * wide(without.v).norm());
    CHECK(with.derivatives.impact.p.n == without.impact.p.n);
    CHECK(with.derivatives.impact.p.t == without.impact.p.t);
    CHECK(with.derivatives.impact.v.s == without.impact.v.s);
  }
}
