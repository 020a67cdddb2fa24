// A library whose only method is the slip path solves planar data along it, which the closed form does elsewhere: held
// against the exact path, by every law, in both precisions.
//
// Seen red: is_sound_in_plane of src/impact/validation.hpp without its first term.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact_impact.hpp"
#include "impact/resolve.hpp"
#include "impact/response.hpp"
#include "random_cases.hpp"

namespace {

using oracle::Case;

static_assert(touchdown::methods == 1U << TD_METHOD_SLIP_PATH, "compiled with TD_METHODS=1");

// Struck in the plane: a third of them where nothing moves out of it, some from rest and some without friction. Of mu_s
// alone the two methods make different things: slip that nothing slows passes through 0 along the slip path.
Case draw(oracle::Random &random, int number) {
  Case c = oracle::random_case(random, oracle::Family::planar);
  if (number % 3 == 0) c.W.ss = 0;
  if (number % 7 == 0) c.v.t = 0;
  if (number % 11 == 0) c.surface.mu_s = c.surface.mu_k = 0;
  c.options.law = number % 5;
  return c;
}

template <class Scalar>
double check(const Case &c) {
  touchdown::Impact<Scalar> impact{};
  REQUIRE(touchdown::resolve_contact(oracle::cast<Scalar>(c), impact) >= 0);
  CHECK(impact.method == TD_METHOD_SLIP_PATH);
  CHECK(impact.p.s == 0);
  CHECK(impact.v.s == 0);
  Case by = c;
  by.options.law = impact.law;  // both ends of the automatic law may be as good
  const oracle::Result exact = oracle::exact_impact(by);
  REQUIRE(exact.solved);
  const auto off = [](Scalar x, double y) { return std::abs(static_cast<double>(x) - y); };
  const double p = std::max(off(impact.p.n, exact.p.n), off(impact.p.t, exact.p.t)) / exact.p.n;
  const double friction = off(impact.energy_friction, exact.energy_friction);
  CHECK(friction <= 1e-3 * static_cast<double>(impact.energy_before));
  return p;
}

}  // namespace

TEST_CASE_TEMPLATE("the slip path alone, of planar data, by the exact path", Scalar, float, double) {
  oracle::Random random(20261127);
  double worst = 0;
  for (int number = 0; number < 3000; ++number) {
    const Case c = draw(random, number);
    CAPTURE(number);
    worst = std::max(worst, check<Scalar>(c));
  }
  CHECK(worst <= 32 * static_cast<double>(std::numeric_limits<Scalar>::epsilon()));  // the path is straight
}

TEST_CASE("the slip path alone refuses the method that is left out, and has no short way") {
  oracle::Random random(1);
  touchdown::Contact<float> contact = oracle::cast<float>(draw(random, 0));
  contact.options.method = TD_METHOD_PLANAR;
  touchdown::Impact<float> impact{};
  CHECK(touchdown::resolve_contact(contact, impact) == TD_REFUSED_METHOD);
  contact.options.method = TD_METHOD_SLIP_PATH;
  touchdown::Prepared<float> prepared{};
  REQUIRE(touchdown::make_ready(contact, prepared) == TD_SOLVED);
  touchdown::Response<float> response{};
  touchdown::Status status = TD_SOLVED;
  CHECK(!touchdown::respond_prepared(prepared, contact.v, response, status));
}
