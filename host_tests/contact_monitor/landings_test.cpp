// Landings on one foot, two and four, by a simulation of compliant ground (landings.hpp) that knows nothing of the
// monitor: reported within the wait and 5 ms, no true foot said to be clear, no other foot said to touch. A subset of
// what landing_table counts.
//
// Seen red: beside_clipped (src/monitor/tolerances.hpp) of 2: no landing on four feet that clips is reported.
#include <doctest/doctest.h>

#include "landing_cases.hpp"

namespace {

using landings::Feet;

template <class Scalar>
void check(const landings::Case &what, int late, int held, int wrong) {
  constexpr int count = 12;
  for (const landings::Craft *craft : {&landings::quadcopter, &landings::lander}) {
    CAPTURE(what.name);
    CAPTURE(craft->mass);
    const landings::Tally tally = landings::land_all<Scalar>(*craft, what, count, 1001);
    CHECK(tally.in_time >= count - late);
    CHECK(tally.held >= count - held);
    CHECK(tally.wrong <= wrong);
    CHECK(tally.alarms == 0);
  }
}

template <class Scalar>
void check_all() {
  check<Scalar>({"one foot", Feet::one, 0.004, 0, landings::usual, landings::nothing}, 0, 0, 0);
  check<Scalar>({"two on an edge", Feet::edge, 0.02, 0.001, landings::usual, landings::nothing}, 0, 0, 0);
  check<Scalar>({"two on a diagonal", Feet::diagonal, 0.02, 0.001, landings::usual, landings::nothing}, 0, 0, 0);
  check<Scalar>({"four within 1 ms", Feet::four, 0.02, 0.001, landings::usual, landings::nothing}, 0, 0, 0);
  check<Scalar>({"four within 5 ms", Feet::four, 0.02, 0.005, landings::usual, landings::nothing}, 0, 0, 0);
  check<Scalar>({"four, 16 g", Feet::four, 0.004, 0.001, landings::small_range, landings::nothing}, 1, 1, 0);
  check<Scalar>({"edge, 16 g", Feet::edge, 0.004, 0.001, landings::small_range, landings::nothing}, 2, 2, 0);
}

}  // namespace

TEST_CASE("landings: one foot, two, and four at once are reported in time") {
  check_all<float>();
  check_all<double>();
}

// Odds that fall at the sample at which the touch is old enough, and rise again. Seen red: an event that is closed
// there, in weigh_sample (src/monitor/feed.hpp), as if a touch had been reported: all three are missed.
TEST_CASE("landings: a touch whose odds fall as it is old enough is reported later") {
  const landings::Case far_apart = {"four within 30 ms", Feet::four, 0.02, 0.03, landings::usual, landings::nothing};
  for (const std::uint64_t seed : {2039U, 2060U, 2084U})
    CHECK(landings::land<float>(landings::lander, far_apart, seed).reported > 0.02);
}

// An engine that is cut at the touch pushes on.
TEST_CASE("landings: an engine that is cut late hides no touch") {
  const landings::Case cut = {"four, engine cut", Feet::four, 0.02, 0.001, landings::usual, {0, 0, 0, 0.05}};
  for (const landings::Craft *craft : {&landings::quadcopter, &landings::lander}) {
    CAPTURE(craft->mass);
    CHECK(landings::land_all<float>(*craft, cut, 30, 3001).missed == 0);
  }
}

// A gust that lasts longer than an event may: its end is the level, and a contact may begin at once. Seen red: is_even
// (src/monitor/sensor.hpp) that is always false: two of a craft's are missed.
TEST_CASE("landings: a gust hides few touches") {
  const landings::Case gust = {"four, gust", Feet::four, 0.02, 0.001, landings::usual, {0, 0, 0.1, 0}};
  for (const landings::Craft *craft : {&landings::quadcopter, &landings::lander}) {
    CAPTURE(craft->mass);
    CHECK(landings::land_all<float>(*craft, gust, 30, 3001).missed <= 1);
  }
}
