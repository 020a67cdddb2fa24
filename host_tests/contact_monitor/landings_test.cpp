// Landings on one foot, two and four, by a simulation of compliant ground (landings.hpp) that knows nothing of the
// monitor: reported within the wait and 5 ms, no true foot said to be clear, no other foot said to touch. A subset of
// what landing_table counts.
//
// Seen red: `sharper` of 1 in ask_nuisances (src/monitor/sensor.hpp): half of the landings that clip are missed.
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

// A gust that lasts longer than an event may: its end is the level, and nothing is learnt anew while a foot touches.
// Seen red: close_event (src/monitor/feed.hpp) that learns anew after a gust.
TEST_CASE("landings: a gust hides few touches") {
  const landings::Case gust = {"four, gust", Feet::four, 0.02, 0.001, landings::usual, {0, 0, 0.1, 0}};
  for (const landings::Craft *craft : {&landings::quadcopter, &landings::lander}) {
    CAPTURE(craft->mass);
    CHECK(landings::land_all<float>(*craft, gust, 30, 3001).missed <= 4);
  }
}
