// What becomes of random landers, against the simulation of settling_simulation.hpp. Where the two differ, the case is
// at a boundary if the simulation changes its mind under 1 % of change in e, mu or speed; the others may be 1 % of all.
// The environment variable TOUCHDOWN_LANDINGS_TRIED says how many, 400 unless told; toolchain/campaign asks for more.
//
// Seen red: with `captured_below` of src/settling/terrain.hpp at 20 g h (48 wrong), sustained() of contacts.hpp without
// friction (72), the spin of fly() in arc.hpp halved (48), and the loop's test left out of is_beyond() (260). The odds:
// with errors of 0 (1).
#include <doctest/doctest.h>

#include <cstdlib>

#include "random_settlings.hpp"

using namespace settling;

namespace {

constexpr int fineness = 300;
constexpr double longest = 200;

End simulated(const Case &c) { return Simulation(c, fineness).run(longest); }

// Whether a change of 1 % leaves the simulation's verdict as it is.
bool is_sure(const Case &c, End end) {
  for (const double factor : {0.99, 1.01}) {
    Case other = c;
    other.e *= factor;
    if (simulated(other) != end) return false;
    other = c;
    other.mu *= factor;
    if (simulated(other) != end) return false;
    other = c;
    other.v *= factor;
    other.w *= factor;
    if (simulated(other) != end) return false;
  }
  return true;
}

// Errors of 0.02 in e and mu, and of 1 % of what it gains by falling through its reach in each speed.
td_settling_odds odds_of(const Case &c) {
  const td_settling_body body = body_of(c);
  const td_lander_state state = state_of(c);
  td_settling_errors errors = {};
  errors.e = errors.mu = td_real(0.02);
  const double v = 0.01 * std::sqrt(c.gravity * c.reach()), w = v / c.reach();
  for (int i = 6; i < 12; ++i) errors.covariance[13 * i] = static_cast<td_real>(i < 9 ? v * v : w * w);
  td_settling_odds odds = {};
  REQUIRE(td_settle_sampled(&body, &state, &errors, 31, 20000, &odds) >= 0);
  return odds;
}

int cases_tried() {
  const char *const told = std::getenv("TOUCHDOWN_LANDINGS_TRIED");
  return told == nullptr ? 400 : std::atoi(told);
}

}  // namespace

TEST_CASE("verdicts on random landers are those of an independent simulation") {
  const int cases = cases_tried();
  int wrong = 0, unsafe = 0, tipped = 0, stands = 0, boundary = 0;
  for (int i = 0; i < cases; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 1);
    const Case c = random_case(random);
    const td_settling_body body = body_of(c);
    const td_lander_state state = state_of(c);
    td_settling settling = {};
    REQUIRE(td_settle(&body, &state, 20000, &settling) >= 0);
    const End expected = simulated(c), got = end_of(settling);
    tipped += expected == End::tips ? 1 : 0;
    stands += expected == End::upright ? 1 : 0;
    if (got == expected) continue;
    const bool sure = is_sure(c, expected);
    wrong += sure ? 1 : 0;
    boundary += sure ? 0 : 1;
    unsafe += sure && got == End::upright ? 1 : 0;
  }
  MESSAGE(cases << " landers: " << stands << " stand, " << tipped << " tip; verdict wrong in " << wrong << ", of them "
                << unsafe << " as rests upright; differing at a boundary in " << boundary);
  CHECK(tipped > cases / 5);
  CHECK(stands > cases / 5);
  CHECK(wrong <= cases / 100);
}

// One prediction is at times another landing's: impacts of several feet may be taken otherwise, and the motions part.
// Where 31 samples agree, hardly any is: 9 of the 3473 that tip of 10 000.
TEST_CASE("of the landers that tip, one in 200 at most has samples that all rest upright") {
  const int cases = cases_tried();
  int unsafe = 0, tipped = 0, stands = 0, agreed = 0;
  for (int i = 0; i < cases; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 1);
    const Case c = random_case(random);
    const bool all_upright = odds_of(c).outcomes[TD_OUTCOME_RESTS_UPRIGHT] == 31;
    const End expected = simulated(c);
    unsafe += all_upright && expected == End::tips ? 1 : 0;
    tipped += expected == End::tips ? 1 : 0;
    stands += expected == End::upright ? 1 : 0;
    agreed += all_upright && expected == End::upright ? 1 : 0;
  }
  MESSAGE(stands << " stand, of them " << agreed << " by all samples; " << unsafe << " tip against all samples");
  CHECK(unsafe <= tipped / 200);
  CHECK(agreed > 0.85 * stands);
}
