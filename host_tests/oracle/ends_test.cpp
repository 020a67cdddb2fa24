// Data at their ends: slip next to 0, slip that stops exactly as compression ends, W of a mechanism of two freedoms.
//
// Seen red: passes_the_stop in src/impact/slip_path/continuation.hpp without its last line; pass_stage in
// src/impact/algebraic_impact.hpp without has_direction; assembled = indefinite, last_turn = 1000 and last_turn = 0 in
// src/numerics/tolerances.hpp.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "condition.hpp"
#include "random_cases.hpp"

namespace {

using oracle::Case;

template <class Scalar>
touchdown::Impact<Scalar> impact_of(const Case &c, std::int32_t method = TD_METHOD_SLIP_PATH) {
  touchdown::Contact<Scalar> contact = oracle::cast<Scalar>(c);
  contact.options.method = method;
  touchdown::Impact<Scalar> impact{};
  REQUIRE(touchdown::resolve(contact, impact) >= 0);
  return impact;
}

template <class Scalar>
touchdown::ContactVector<double> as_double(const touchdown::ContactVector<Scalar> &p) {
  return {static_cast<double>(p.n), static_cast<double>(p.t), static_cast<double>(p.s)};
}

// Slip that stops exactly as compression ends: u = (mu a - b) / f, from numbers whose products have no rounding.
struct Arrival {
  double f, mu, b, a;
};

Arrival draw_arrival(oracle::Random &random) {
  const double f = std::ldexp(1, random.below(3) - 1);                     // 1/2, 1, 2
  const double mu = std::ldexp(1, random.below(3) - 2);                    // 1/4, 1/2, 1
  const double b = (1 - f) / mu;                                           // f = 1 - mu b
  const double a = b * b + std::max(b / mu, 0.0) + 1 + random.below(128);  // positive definite, and slip falls
  return {f, mu, b, a};
}

Case arriving(oracle::Random &random, const Arrival &arrival) {
  const double sign = random.below(2) == 0 ? 1 : -1;
  Case c{};
  c.W = {1, sign * arrival.b, 0, arrival.a, 0, 1.0 + random.below(9)};
  c.v = {-1, sign * (arrival.mu * arrival.a - arrival.b) / arrival.f, 0};
  c.surface = {arrival.mu * (1 + random.below(2)), arrival.mu, random.uniform(0, 1)};
  c.options.law = static_cast<std::int32_t>(random.below(5));
  return c;
}

double with_digits(double x, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return std::strtod(text, nullptr);
}

Case with_digits(Case c, int digits) {
  for (double *x : {&c.W.nn, &c.W.nt, &c.W.ns, &c.W.tt, &c.W.ts, &c.W.ss, &c.v.n, &c.v.t, &c.v.s})
    *x = with_digits(*x, digits);
  return c;
}

}  // namespace

TEST_CASE_TEMPLATE("slip next to none resumes as no slip does", Scalar, double, float) {
  Case c{{1.135, .293, -.352, .922, -.124, .508}, {-1, 0, 0}, {.56, .56, .2}, {}};
  c.options.law = TD_LAW_POISSON;
  const touchdown::ContactVector<double> at_rest = as_double(impact_of<Scalar>(c).p);
  CHECK(oracle::distance(at_rest, {1.349, -.296, .695}) < 1e-3);
  for (double slip = 1e-12; slip < 1e-4; slip *= 3) {
    c.v.t = slip;
    c.v.s = slip * 2 / 3;
    CAPTURE(slip);
    // The slip law is a contraction: an answer changes by at most the change of slip, times the scale of W.
    CHECK(oracle::distance(as_double(impact_of<Scalar>(c).p), at_rest) < 1e-4 + 10 * slip);
  }
}

TEST_CASE("slip that stops just as compression ends: the algebra is the planar closed form") {
  Case rod{{1, 0, 0, 4, 0, 4}, {-1, 2, 0}, {.5, .5, .7}, {}};
  const touchdown::Impact<double> impact = impact_of<double>(rod, TD_METHOD_ALGEBRAIC);
  CHECK(impact.p.t == doctest::Approx(-.5));
  CHECK(impact.v.t == 0);

  oracle::Random random(21);
  for (int i = 0; i < 2000; ++i) {
    const Case c = arriving(random, draw_arrival(random));
    const touchdown::Impact<double> planar = impact_of<double>(c, TD_METHOD_PLANAR);
    const touchdown::Impact<double> algebraic = impact_of<double>(c, TD_METHOD_ALGEBRAIC);
    CAPTURE(i);
    REQUIRE(planar.v.n >= 0);
    CHECK(oracle::distance(algebraic.p, planar.p) < 1e-12 * oracle::size(planar.p));
    CHECK(oracle::distance(algebraic.v, planar.v) < 1e-12 * oracle::size(c.v));
  }
}

TEST_CASE("W of a mechanism of two freedoms is taken with 9 digits, and moves as with all") {
  oracle::Random random(18);
  int far = 0, pivots_below = 0;
  constexpr int count = 5000;
  for (int i = 0; i < count; ++i) {
    Case c = oracle::random_case(random, oracle::Family::rank_two);
    c.surface.e = 0;  // restitution in a wedge ends by convention, and 9 digits do not show a wedge
    const Case rounded = with_digits(c, 9);
    touchdown::Impact<double> all{}, nine{};
    REQUIRE(touchdown::resolve(c, all) >= 0);
    const touchdown::Status status = touchdown::resolve(rounded, nine);
    REQUIRE(status != TD_REFUSED_CONTACT_INERTIA);
    REQUIRE(status >= 0);
    Eigen::Matrix3d W;
    W << rounded.W.nn, rounded.W.nt, rounded.W.ns, rounded.W.nt, rounded.W.tt, rounded.W.ts, rounded.W.ns, rounded.W.ts,
        rounded.W.ss;
    pivots_below += W.determinant() < 0;
    far += oracle::distance(all.v, nine.v) > 1e-3 * oracle::size(c.v);
  }
  MESSAGE("off by more than 1e-3: " << far << " of " << count);
  CHECK(pivots_below > count / 3);  // refused before
  CHECK(far <= count / 100);
}

// Slip that nearly stops and goes on, in the last step of the budget.
TEST_CASE("the last step of a budget is for slip that still turns") {
  Case turns{{.388923705, .060870089, -.155241877, .256313860, -.244874075, .668448865},
             {-3.32300639, .0133413672, .0321095958},
             {.222542316, .222542316, .552368522},
             {}};
  turns.options.law = TD_LAW_NEWTON;
  Case hardly{{1.03806984, -.458321095, .215113714, 2.53390765, -1.10208797, 2.10026383},
              {-.0615757965, .0105676716, -.0179898813},
              {.194661453, .194661453, .824437141},
              {}};
  hardly.options.law = TD_LAW_ENERGETIC;
  for (const bool does : {true, false}) {
    const Case &c = does ? turns : hardly;
    const touchdown::ContactVector<double> exact = oracle::exact_impact(c).p;
    const touchdown::Impact<float> impact = impact_of<float>(c);
    CHECK(impact.steps == (does ? TD_DEFAULT_STEPS : TD_DEFAULT_STEPS - 1));
    CHECK(oracle::distance(as_double(impact.p), exact) < 6e-4 * oracle::size(exact));
  }
}
