// The algebraic method is the procedure of the paper, over bodies of every family and at the ends of their data: the
// library's float and double against extended precision. The bar is the change by rounding of the data and, for the
// velocity, by rounding of the impulse.
//
// Seen red: mu_k a thousandth too large in friction_of_slide, T.xy left out of factors_of, and slip after a stop always
// along b in set_after_stop, each in src/impact/algebraic_impact.hpp.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "condition.hpp"
#include "frozen_direction.hpp"
#include "random_cases.hpp"

namespace {

using oracle::Case;
using oracle::Family;
using oracle::FrozenResult;

double difference(const FrozenResult &a, const FrozenResult &b, const Case &c) {
  const double energy = -c.v.n * oracle::size(a.p) + std::abs(a.energy_friction);
  return std::max({oracle::distance(a.p, b.p) / oracle::size(a.p), oracle::distance(a.v, b.v) / oracle::size(c.v),
                   std::abs(a.energy_friction - b.energy_friction) / energy});
}

// The change of the procedure's result when every number is off by some roundings.
double spread(oracle::Random &random, const Case &c, const FrozenResult &here, double rounding) {
  double most = 0;
  for (int i = 0; i < 8; ++i) {
    Case moved = c;
    for (double *x : {&moved.W.nn, &moved.W.nt, &moved.W.ns, &moved.W.tt, &moved.W.ts, &moved.W.ss, &moved.v.n,
                      &moved.v.t, &moved.v.s})
      *x *= 1 + rounding * random.uniform(-1, 1);
    const double by = difference(here, oracle::frozen_direction(moved), c);
    most = by <= most ? most : by;
  }
  return most;
}

template <class Scalar>
FrozenResult by_library(const Case &c) {
  touchdown::Contact<Scalar> contact = oracle::cast<Scalar>(c);
  contact.options.method = TD_METHOD_ALGEBRAIC;
  touchdown::Impact<Scalar> impact{};
  REQUIRE(touchdown::resolve(contact, impact) >= 0);
  const auto wide = [](const touchdown::ContactVector<Scalar> &x) {
    return touchdown::ContactVector<double>{static_cast<double>(x.n), static_cast<double>(x.t),
                                            static_cast<double>(x.s)};
  };
  return {wide(impact.p), wide(impact.v), static_cast<double>(impact.energy_friction)};
}

// The change of the velocity by rounding of the impulse.
double growth(const Case &c, const FrozenResult &here) {
  return (c.W.nn + c.W.tt + c.W.ss) * oracle::size(here.p) / oracle::size(c.v);
}

struct Tally {
  int tried = 0, undecided = 0, off = 0;
  double worst = 0;
};

template <class Scalar>
Tally compare(Family family, int count) {
  constexpr double epsilon = static_cast<double>(std::numeric_limits<Scalar>::epsilon());
  oracle::Random random(61), roundings(62);
  Tally tally;
  for (int i = 0; i < count; ++i) {
    Case c = oracle::random_case(random, family);
    c.options.law = i % 3;  // Poisson's, the energetic, Newton's
    if (i % 17 == 0) c.v.t = c.v.s = 0;
    const FrozenResult here = oracle::frozen_direction(c);
    const double moved = spread(roundings, c, here, 8 * epsilon);
    const double off = difference(here, by_library<Scalar>(c), c);
    ++tally.tried;
    if (!(moved < 0.01)) {
      ++tally.undecided;
      continue;
    }
    const double allowed = 8 * moved + (16 + growth(c, here)) * epsilon;
    tally.off += !(off <= allowed);
    tally.worst = std::max(tally.worst, off / allowed);
  }
  return tally;
}

void check(const char *family, const Tally &tally) {
  CAPTURE(family);
  CAPTURE(tally.worst);  // error over its bound
  CHECK(tally.off == 0);
  CHECK(tally.undecided < tally.tried / 10);
}

}  // namespace

TEST_CASE_TEMPLATE("the algebraic method is the paper's procedure", Scalar, double, float) {
  for (const Family family : oracle::families)  // if W is singular, slip stops exactly as compression ends: no case
    if (!oracle::is_singular(family)) check(oracle::name(family), compare<Scalar>(family, 3000));
}
