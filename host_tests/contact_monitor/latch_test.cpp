// The latch, and an event held against its prediction; and what the monitor refuses.
//
// Seen red (src/contact_monitor): a source that counts though it was never silent, one source that lands, a height that
// is not known and disarms (latch.hpp); the age of a touch with the wrong sign (expectation.hpp).
#include <doctest/doctest.h>

#include <limits>

#include "touchdown/touchdown.hpp"

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

using Latch = touchdown::TouchdownLatch<double>;

Latch started() {
  Latch latch;
  touchdown::LatchRules<double> rules = {};
  rules.height = 40;
  rules.persistence = 3;
  rules.memory = 10;
  REQUIRE(touchdown::start(latch, rules) == TD_SOLVED);
  return latch;
}

int run(Latch &latch, double height, bool one, bool other, int samples) {
  touchdown::LatchSources<double> sources = {};
  sources.height = height;
  sources.told[0] = one;
  sources.told[1] = other;
  for (int i = 0; i < samples; ++i) REQUIRE(touchdown::step(latch, sources) == TD_SOLVED);
  return latch.state;
}

}  // namespace

TEST_CASE("latch: Mars Polar Lander's descent does not land it") {
  Latch latch = started();
  CHECK(run(latch, 1500, false, false, 100) == TD_LATCH_SAFE);
  CHECK(run(latch, 1400, true, true, 20) == TD_LATCH_SAFE);   // legs are deployed
  CHECK(run(latch, 41, true, true, 20) == TD_LATCH_SAFE);     // and the switches stay
  CHECK(run(latch, 39, true, true, 1000) == TD_LATCH_ARMED);  // what was told before does not count
  CHECK(run(latch, 20, false, false, 10) == TD_LATCH_ARMED);  // until it was silent
  CHECK(run(latch, 10, true, false, 2) == TD_LATCH_ARMED);    // nor what is short
  CHECK(run(latch, 10, false, false, 1) == TD_LATCH_ARMED);
  CHECK(run(latch, 10, true, false, 3) == TD_LATCH_SUSPECTS);  // one is not enough
  CHECK(run(latch, 10, false, false, 10) == TD_LATCH_ARMED);   // and is forgotten
  CHECK(run(latch, 0, true, true, 2) == TD_LATCH_ARMED);
  CHECK(run(latch, 0, true, true, 1) == TD_LATCH_LANDED);
  CHECK(run(latch, 100, false, false, 100) == TD_LATCH_LANDED);
}

TEST_CASE("latch: a height that is not known arms nothing, and disarms nothing") {
  Latch latch = started();
  CHECK(run(latch, unknown, true, true, 100) == TD_LATCH_SAFE);
  CHECK(run(latch, 30, false, false, 1) == TD_LATCH_ARMED);
  CHECK(run(latch, unknown, true, false, 3) == TD_LATCH_SUSPECTS);
  CHECK(run(latch, 50, true, true, 5) == TD_LATCH_SAFE);
  CHECK(run(latch, 30, true, true, 5) == TD_LATCH_ARMED);
  CHECK(run(latch, unknown, false, false, 1) == TD_LATCH_ARMED);
  CHECK(run(latch, unknown, true, true, 3) == TD_LATCH_LANDED);
  touchdown::LatchRules<double> rules = {};
  CHECK(touchdown::start(latch, rules) == TD_REFUSED_LATCH);
  CHECK(latch.state == TD_LATCH_LANDED);
  latch.state = 7;
  CHECK(touchdown::step(latch, touchdown::LatchSources<double>{}) == TD_REFUSED_NOT_STARTED);
}

TEST_CASE("expectation: early, late, weak, hard, another foot") {
  touchdown::TouchExpectation<double> expected = {};
  expected.time = -0.010;
  expected.time_spread = 0.002;
  expected.impulse = 5;
  expected.impulse_spread = 0.3;
  expected.foot = 2;
  touchdown::ContactEvent<double> event = {};
  touchdown::TouchSurprise<double> surprise = {};
  CHECK(touchdown::surprise_of(expected, event, surprise) == TD_REFUSED_NO_IMPACT);
  event.phase = TD_EVENT_OVER;
  event.explanation = TD_EXPLAINED_BY_FOOT;
  event.foot = 2;
  event.age = 0.012;
  event.impulse[2] = 5.5;
  event.impulse_uncertainty = 0.4;
  REQUIRE(touchdown::surprise_of(expected, event, surprise) == TD_SOLVED);
  CHECK(surprise.late == doctest::Approx(-1));
  CHECK(surprise.harder == doctest::Approx(1));
  CHECK(surprise.flags == 0);
  event.age = 0.020;
  event.impulse[2] = 9;
  event.foot = 1;
  REQUIRE(touchdown::surprise_of(expected, event, surprise) == TD_SOLVED);
  CHECK(surprise.flags == TD_TOUCH_EARLY + TD_TOUCH_HARD + TD_TOUCH_OTHER_FOOT);
  event.age = 0.001;
  event.impulse[2] = 1;
  event.explanation = TD_EXPLAINED_BY_NO_CONTACT;
  REQUIRE(touchdown::surprise_of(expected, event, surprise) == TD_SOLVED);
  CHECK(surprise.flags == TD_TOUCH_LATE + TD_TOUCH_WEAK + TD_TOUCH_NO_FOOT);
  expected.time_spread = 0;
  CHECK(touchdown::surprise_of(expected, event, surprise) == TD_REFUSED_EXPECTATION);
}
