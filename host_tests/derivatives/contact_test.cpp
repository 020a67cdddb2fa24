// Derivatives of an impact in contact space: against differences of the exact impact, and what must hold of them by
// themselves, over bodies of every family and all laws.
//
// Seen red: without the share of the speed in StepChain (src/sensitivity/path_step.hpp); without `aside` in
// work_to_stop (src/sensitivity/path.hpp), whose work was once taken at the mean of v_n.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "contact_samples.hpp"
#include "few_beyond.hpp"

namespace {

using contact_samples::Matrix;
using contact_samples::Sample;
using differences::wide;
using oracle::Case;
using oracle::Family;

std::vector<Sample> samples(int count, Family family) {
  oracle::Random random(11);
  std::vector<Sample> list;
  for (int i = 0; i < count; ++i) list.push_back(contact_samples::next_sample(random, family));
  return list;
}

template <class Scalar>
void compare(const std::vector<Sample> &list, double bar) {
  differences::compare(list, bar, contact_samples::error_of<Scalar>);
}

}  // namespace

TEST_CASE("differences of the exact impact: bodies and pairs") {
  for (const Family family : {Family::general, Family::pair}) {
    CAPTURE(oracle::name(family));
    const std::vector<Sample> list = samples(40, family);
    compare<double>(list, 1e-6);
    compare<float>(list, 1e-3);
  }
}

TEST_CASE("differences of the exact impact: planar, nearly planar and nearly critical") {
  for (const Family family : {Family::planar, Family::near_planar, Family::near_critical}) {
    CAPTURE(oracle::name(family));
    const std::vector<Sample> list = samples(25, family);
    compare<double>(list, 1e-6);
    compare<float>(list, 2e-3);
  }
}

TEST_CASE("differences of the exact impact: slow and fast slip, far reaches and graded mobilities") {
  for (const Family family : {Family::slow_slip, Family::fast_slip, Family::far_reaching, Family::conditioned}) {
    CAPTURE(oracle::name(family));
    const std::vector<Sample> list = samples(20, family);
    compare<double>(list, 1e-6);
    compare<float>(list, 5e-3);
  }
}

namespace {

template <class Scalar>
bool same_bits(const touchdown::Impact<Scalar> &a, const touchdown::Impact<Scalar> &b) {
  return a.p.n == b.p.n && a.p.t == b.p.t && a.p.s == b.p.s && a.v.n == b.v.n && a.v.t == b.v.t && a.v.s == b.v.s &&
         a.N_P == b.N_P && a.N_E == b.N_E && a.energy_after == b.energy_after && a.cone_margin == b.cone_margin &&
         a.case_number == b.case_number && a.steps == b.steps && a.law == b.law;
}

template <class Scalar>
void compare_values(Family family) {
  oracle::Random random(5);
  for (int i = 0; i < 1000; ++i) {
    Case input = oracle::random_case(random, family);
    input.options.method = i % 3 == 0 ? TD_METHOD_ALGEBRAIC : TD_METHOD_SLIP_PATH;
    const touchdown::Contact<Scalar> contact = oracle::cast<Scalar>(input);
    touchdown::Impact<Scalar> plain;
    touchdown::ImpactDerivatives<Scalar> with;
    const touchdown::Status status = touchdown::resolve(contact, plain);
    const touchdown::Status differentiated = touchdown::resolve(contact, with);
    if (status < 0) {
      CHECK(differentiated == status);
      continue;
    }
    if (differentiated == TD_REFUSED_RANGE) continue;  // a derivative has left the range
    CHECK((differentiated & ~TD_CAVEAT_ONE_SIDED) == status);
    CHECK(same_bits(plain, with.impact));
  }
}

}  // namespace

// The work of the normal force decides, friction changes it, and slip is still fast when its stop is in sight.
TEST_CASE("differences of the exact impact: straight stops under a law that asks for work") {
  const Case cases[] = {
      {{0.219328, -0.0754561, -0.0449861, 0.343573, 0.0941428, 0.448845}, {-0.922167, 0.611078, -2.07988}, {}, {}},
      {{0.663186252, -0.195722535, -0.2165481, 0.89849323, -0.179304242, 1.36465216},
       {-2.36049175, 2.08687377, -2.25582123},
       {},
       {}},
      {{0.270318687, 0.0288385525, -0.0675607622, 0.456306905, 0.0993152559, 0.451189816},
       {-3.20257902, 2.03618264, 4.54507828},
       {},
       {}},
      {{0.13685751, 0.0113648679, -0.0160409696, 0.20042409, 0.0047665583, 0.236496016},
       {-2.01893449, -1.05702055, -1.918661},
       {},
       {}}};
  const double surfaces[][2] = {
      {0.7904, 0.673406}, {1.46518052, 0.956807971}, {0.891106606, 0.955693364}, {1.11634576, 0.884066164}};
  for (int i = 0; i < 4; ++i) {
    CAPTURE(i);
    Case c = cases[i];
    c.surface = {surfaces[i][0], surfaces[i][0], surfaces[i][1]};
    c.options.law = TD_LAW_ENERGETIC;
    c = oracle::to_float(c);
    const oracle::Result result = oracle::exact_impact(c);
    const Sample sample = {c, differences::derivatives(c), {result.p.n, result.p.t, result.p.s}, {c.v.n, c.v.t, c.v.s}};
    touchdown::Status status = 0;
    CHECK(contact_samples::error_of<double>(sample, status) < 1e-6 + 4 * sample.exact.doubt);
    CHECK((status & TD_CAVEAT_ONE_SIDED) == 0);
    CHECK(contact_samples::error_of<float>(sample, status) < 1e-3);
    CHECK((status & TD_CAVEAT_ONE_SIDED) == 0);
  }
}

TEST_CASE("with derivatives the impact has the same bits as without") {
  for (const Family family : oracle::families) {
    CAPTURE(oracle::name(family));
    compare_values<float>(family);
    compare_values<double>(family);
  }
}

// An impact is homogeneous of degree 1 in the velocity: Euler's theorem.
TEST_CASE("the derivative along the velocity is the impact itself") {
  for (const Family family : {Family::general, Family::planar, Family::pair}) {
    CAPTURE(oracle::name(family));
    oracle::Random random(7);
    for (int i = 0; i < 500; ++i) {
      Case input = oracle::random_case(random, family);
      input.options.method = i % 3 == 0 ? TD_METHOD_ALGEBRAIC : TD_METHOD_SLIP_PATH;
      touchdown::ImpactDerivatives<double> found;
      touchdown::Contact<double> contact = oracle::cast<double>(input);
      contact.options.steps = TD_MAX_STEPS;
      const touchdown::Status status = touchdown::resolve(contact, found);
      REQUIRE(status >= 0);
      if ((status & TD_CAVEAT_ONE_SIDED) != 0) continue;
      const Eigen::Vector3d along(input.v.n, input.v.t, input.v.s);
      const Eigen::Vector3d p(found.impact.p.n, found.impact.p.t, found.impact.p.s);
      const Eigen::Vector3d v(found.impact.v.n, found.impact.v.t, found.impact.v.s);
      CHECK((wide(found.p).leftCols<3>() * along - p).norm() < 1e-7 * p.norm());
      CHECK((wide(found.v).leftCols<3>() * along - v).norm() < 1e-7 * (along.norm() + v.norm()));
    }
  }
}

TEST_CASE("velocity after and impulse change as W has it") {
  oracle::Random random(8);
  for (int i = 0; i < 1000; ++i) {
    const Case c = oracle::random_case(random);
    touchdown::ImpactDerivatives<double> found;
    REQUIRE(touchdown::resolve(oracle::cast<double>(c), found) >= 0);
    Eigen::Matrix3d W;
    W << c.W.nn, c.W.nt, c.W.ns, c.W.nt, c.W.tt, c.W.ts, c.W.ns, c.W.ts, c.W.ss;
    Matrix expected = W * wide(found.p);
    expected.leftCols<3>() += Eigen::Matrix3d::Identity();
    CHECK((wide(found.v) - expected).norm() < 1e-9 * (expected.norm() + (W * wide(found.p)).norm()));
  }
}

TEST_CASE("the axes in the surface do not matter") {
  oracle::Random random(9);
  for (int i = 0; i < 500; ++i) {
    const Case c = oracle::random_case(random);
    const double angle = random.uniform(0, 6.283185307179586);
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity(), W;
    R.bottomRightCorner<2, 2>() << std::cos(angle), std::sin(angle), -std::sin(angle), std::cos(angle);
    W << c.W.nn, c.W.nt, c.W.ns, c.W.nt, c.W.tt, c.W.ts, c.W.ns, c.W.ts, c.W.ss;
    const Eigen::Matrix3d turned = R * W * R.transpose();
    const Eigen::Vector3d v = R * Eigen::Vector3d(c.v.n, c.v.t, c.v.s);
    touchdown::Contact<double> contact = oracle::cast<double>(c);
    touchdown::ImpactDerivatives<double> here, there;
    REQUIRE(touchdown::resolve(contact, here) >= 0);
    contact.W = {turned(0, 0), turned(0, 1), turned(0, 2), turned(1, 1), turned(1, 2), turned(2, 2)};
    contact.v = {v[0], v[1], v[2]};
    REQUIRE(touchdown::resolve(contact, there) >= 0);
    if (here.margin < 1e-6) continue;
    Matrix expected = R * wide(here.p);
    expected.leftCols<3>() *= R.transpose();
    CHECK((wide(there.p) - expected).norm() < 1e-6 * expected.norm());
    CHECK(there.margin == doctest::Approx(here.margin).epsilon(1e-4));
  }
}

// Where slip stops, on the way to its stop. (That it starts from rest, or passes through none, takes more than one
// number to come about, and so no random change finds it.)
TEST_CASE("within a third of the margin the case stays, and another is at three times of it") {
  oracle::Random random(10);
  int changed = 0, judged = 0, early = 0;
  for (int i = 0; i < 8000; ++i) {
    const Case c = oracle::random_case(random);
    touchdown::ImpactDerivatives<double> found;
    REQUIRE(touchdown::resolve(oracle::cast<double>(c), found) >= 0);
    const double speed = std::hypot(c.v.n, c.v.t, c.v.s), slip = std::hypot(c.v.t, c.v.s);
    const bool stops = found.impact.case_number >= 1 && found.impact.case_number <= 4;
    if (!stops || found.margin > 0.01 || found.margin < 1e-6 || slip < 5 * found.margin * speed) continue;
    const auto another_at = [&](double part) {
      bool another = false;
      for (int direction = 0; direction < 64; ++direction) {
        const double a = direction * 2.4, z = 1 - (direction + 0.5) / 32, r = std::sqrt(1 - z * z);
        touchdown::Contact<double> moved = oracle::cast<double>(c);
        moved.v = {c.v.n + part * speed * z, c.v.t + part * speed * r * std::cos(a),
                   c.v.s + part * speed * r * std::sin(a)};
        touchdown::Impact<double> impact;
        REQUIRE(touchdown::resolve(moved, impact) >= 0);
        another = another || impact.case_number != found.impact.case_number;
      }
      return another;
    };
    ++judged;
    early += another_at(found.margin / 3);
    changed += another_at(found.margin * 3);
  }
  CAPTURE(judged);
  CAPTURE(early);
  CAPTURE(changed);
  CHECK(judged > 40);
  CHECK(early <= judged / 50);
  CHECK(changed >= judged * 49 / 50);
}

TEST_CASE("one-sided: from rest, at the ends of e and mu_k, and where separation is near") {
  const auto status_of = [](const touchdown::ContactVector<double> &v, const touchdown::Surface<double> &surface) {
    const touchdown::Contact<double> contact{{1, 0.3, 0.2, 2, 0.1, 3}, v, surface, {}};
    touchdown::ImpactDerivatives<double> found;
    return touchdown::resolve(contact, found) & TD_CAVEAT_ONE_SIDED;
  };
  CHECK(status_of({-1, 0.5, 0.2}, {0.5, 0.5, 0.5}) == 0);
  CHECK(status_of({-1, 0, 0}, {0.5, 0.5, 0.5}) == 0);  // sticks at once: a little slip is stopped at once
  CHECK(status_of({-1, 0, 0}, {0.1, 0.1, 0.5}) != 0);
  CHECK(status_of({-1, 0, 0}, {0.5, 0.1, 0.5}) != 0);
  CHECK(status_of({-1, 0.5, 0.2}, {0.5, 0.5, 0}) != 0);
  CHECK(status_of({-1, 0.5, 0.2}, {0.5, 0.5, 1}) != 0);
  CHECK(status_of({-1, 0.5, 0.2}, {0.5, 0, 0.5}) != 0);
  CHECK(status_of({-1e-10, 0.5, 0.2}, {0.5, 0.5, 0.5}) != 0);
  CHECK(status_of({1e-10, 0.5, 0.2}, {0.5, 0.5, 0.5}) != 0);
  CHECK(status_of({1, 0.5, 0.2}, {0.5, 0.5, 0.5}) == 0);
}
