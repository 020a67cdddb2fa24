// What becomes of random landers on bowls, ridges and waves, against two simulations that know no planes, no steps and
// no method of the library's: as outcomes_test.cpp has it, a verdict is wrong where both are sure of another
// one. TOUCHDOWN_LANDINGS_TRIED says how many landings, 300 by default.
//
// Seen red: with the gradient turned in query_height() of src/landing/ground.hpp (9 wrong of 150), and with the
// planes of the first step kept (9).
#include <doctest/doctest.h>

#include "landings_tried.hpp"
#include "sure_verdicts.hpp"
#include "uneven_ground.hpp"

using namespace landers;

// Bounces part motions that are the same up to there, on planes as well: so places are held where most are.
TEST_CASE("verdicts and places on uneven ground are those of independent simulations") {
  const int cases = landings_tried(300);
  int wrong = 0, other = 0, tipped = 0;
  std::vector<double> off;
  for (int i = 0; i < cases; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 1000);
    UnevenGround ground;
    const Case c = random_case_on(ground, random);
    td_lander body = body_of(c);
    put_on(ground, body);
    const td_lander_state state = state_of(c);
    td_landing landing = {};
    REQUIRE(td_land(&body, &state, 20000, &landing, nullptr) >= 0);
    SteppedSimulation simulation(c, 300);
    const End expected = simulation.run(200), got = end_of(landing);
    tipped += expected == End::tips ? 1 : 0;
    if (got == expected && got != End::tips) {
      Vector x;
      for (int k = 0; k < 3; ++k) x[k] = static_cast<double>(landing.state.x[k]);
      off.push_back((x - simulation.place()).norm() / c.reach());
    }
    if (got == expected || expected == End::open) continue;  // sunk in, it may not come to rest
    ++other;
    if (compliant(c) != expected || !is_sure(c, expected, stepped) || !is_sure(c, expected, compliant)) continue;
    ++wrong;
  }
  std::sort(off.begin(), off.end());
  const double median = off[off.size() / 2], most = off[off.size() * 9 / 10];
  MESSAGE(cases << " landings: " << off.size() << " rest, " << tipped << " tip; verdict wrong in " << wrong
                << ", other than that of the first in " << other << "; places off by " << median
                << " of the reach in the median, by " << most << " in nine of ten");
  CHECK(tipped > cases / 5);
  CHECK(wrong <= cases / 100);
  CHECK(other <= cases / 25);
  CHECK(median < 0.05);
  CHECK(most < 0.3);
}
