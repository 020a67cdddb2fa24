// Derivatives of a body's impact: against differences of the exact impact between ways in and out that are computed
// here with dense matrices.
//
// Seen red: arms that are not turned by the inertia, in fill_ways (src/sensitivity/system.hpp).
#include <doctest/doctest.h>

#include "exact_body.hpp"

namespace {

using exact_body::Body;
using exact_body::described;
using exact_body::exact_motion;
using exact_body::random_body;
using exact_body::Vector6;
using exact_body::Vector9;

template <class Scalar>
void compare(double bar) {
  oracle::Random random(21);
  int judged = 0;
  for (int i = 0; i < 60; ++i) {
    const Body body = random_body(random);
    touchdown::BodyDerivatives<Scalar> found;
    const touchdown::Status status = touchdown::resolve(described<Scalar>(body), found);
    REQUIRE(status >= 0);
    if ((status & TD_CAVEAT_ONE_SIDED) != 0) continue;
    Vector6 here;
    int case_here;
    if (!exact_motion(body, body.inputs, here, case_here)) continue;
    for (int input = 0; input < 9; ++input) {
      Vector9 low = body.inputs, high = body.inputs;
      constexpr double step = 2e-6;
      low[input] -= step;
      high[input] += step;
      if (input == TD_BODY_BY_MU_K) low[TD_BODY_BY_MU_S] += 2 * step, high[TD_BODY_BY_MU_S] += 2 * step;
      Vector6 before, after;
      int case_low, case_high;
      if (!exact_motion(body, low, before, case_low) || !exact_motion(body, high, after, case_high)) continue;
      if (case_low != case_here || case_high != case_here) continue;
      const Vector6 slope = (after - before) / (2 * step);
      for (int row = 0; row < 6; ++row) {
        CAPTURE(input);
        CAPTURE(row);
        CHECK(std::abs(static_cast<double>(found.motion[row][input]) - slope[row]) < bar * (slope.norm() + 0.1));
      }
      ++judged;
    }
  }
  CHECK(judged > 300);
}

}  // namespace

TEST_CASE("a body's motion after, by its motion before and the surface") {
  compare<double>(1e-6);
  compare<float>(2e-3);
}
