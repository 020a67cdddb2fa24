// What becomes of random landers, against two simulations: one that steps over impacts by another law than the
// library's, and one of springs that has no law of impacts. Where laws part, the verdict is not known; where a change
// of 1 % in e, mu or speed changes a simulation's mind, the lander is at a boundary. So a verdict is wrong where both
// simulations are sure of another one.
// The environment variable TOUCHDOWN_LANDINGS_TRIED says how many, 400 by default; toolchain/campaign asks for more.
//
// Seen red: with `captured_below` of src/numerics/tolerances.hpp at 20 g h (44 wrong), sustained() of contacts.hpp
// without friction (68), the spin of fly() in flight.hpp halved (46), and the loop's test left out of is_beyond()
// (249). The odds: by the first three (39, 2 and 42 unsafe). Feet at rest: with stance_on_feet() of stance.hpp that
// finds every lander standing (1).
#include <doctest/doctest.h>

#include "landings_tried.hpp"
#include "random_landers.hpp"
#include "sure_verdicts.hpp"

using namespace landers;

namespace {

// Errors of 0.02 in e and mu, of 1 % of what it gains by falling through its reach in each speed, and in the law of
// restitution.
td_landing_odds odds_of(const Case &c) {
  const td_lander body = body_of(c);
  const td_lander_state state = state_of(c);
  td_landing_errors errors = {};
  errors.e = errors.mu = td_real(0.02);
  errors.laws = 1 << TD_LAW_POISSON | 1 << TD_LAW_ENERGETIC | 1 << TD_LAW_NEWTON;
  const double v = 0.01 * std::sqrt(c.gravity * c.reach()), w = v / c.reach();
  for (int i = 6; i < 12; ++i) errors.covariance[13 * i] = static_cast<td_real>(i < 9 ? v * v : w * w);
  td_landing_odds odds = {};
  REQUIRE(td_land_sampled(&body, &state, &errors, 31, 20000, &odds) >= 0);
  return odds;
}

constexpr int few = 400;

// The i-th random lander.
Case lander_of(int i) {
  Random random(static_cast<std::uint64_t>(i) + 1);
  return random_case(random);
}

td_landing landed(const Case &c) {
  const td_lander body = body_of(c);
  const td_lander_state state = state_of(c);
  td_landing landing = {};
  REQUIRE(td_land(&body, &state, 20000, &landing, nullptr) >= 0);
  return landing;
}

// How many feet of a lander are within a thousandth of its reach of the plane, or below it.
int feet_down(const Case &c, const td_lander_state &state) {
  const Eigen::Quaterniond q(static_cast<double>(state.q[0]), static_cast<double>(state.q[1]),
                             static_cast<double>(state.q[2]), static_cast<double>(state.q[3]));
  const Vector x(static_cast<double>(state.x[0]), static_cast<double>(state.x[1]), static_cast<double>(state.x[2]));
  int down = 0;
  for (const Vector &foot : c.feet) down += c.normal.dot(x + q * foot) < 1e-3 * c.reach() ? 1 : 0;
  return down;
}

}  // namespace

TEST_CASE("no random lander rests on fewer than three feet") {
  const int cases = 10 * landings_tried(few);
  int rests = 0;
  for (int i = 0; i < cases; ++i) {
    const Case c = lander_of(i);
    const td_landing landing = landed(c);
    const End end = end_of(landing);
    if (end != End::upright && end != End::otherwise) continue;
    ++rests;
    CHECK_MESSAGE(feet_down(c, landing.state) >= 3, "lander ", i);
  }
  MESSAGE(rests << " of " << cases << " landers rest");
  CHECK(rests > cases / 2);
}

TEST_CASE("verdicts on random landers are those of independent simulations") {
  const int cases = landings_tried(few);
  int wrong = 0, unsafe = 0, tipped = 0, stands = 0, other = 0;
  for (int i = 0; i < cases; ++i) {
    const Case c = lander_of(i);
    const End expected = stepped(c), got = end_of(landed(c));
    tipped += expected == End::tips ? 1 : 0;
    stands += expected == End::upright ? 1 : 0;
    if (got == expected) continue;
    ++other;
    if (compliant(c) != expected || !is_sure(c, expected, stepped) || !is_sure(c, expected, compliant)) continue;
    ++wrong;
    unsafe += got == End::upright ? 1 : 0;
  }
  MESSAGE(cases << " landers: " << stands << " stand, " << tipped << " tip; verdict wrong in " << wrong << ", of them "
                << unsafe << " as rests upright; differs from that of the other law in " << other);
  CHECK(tipped > cases / 5);
  CHECK(stands > cases / 5);
  CHECK(wrong <= cases / 200);
  CHECK(other <= cases / 50);
}

// One prediction is at times another landing's: impacts of several feet may be taken otherwise, and the motions part.
TEST_CASE("landers of which all samples agree end so in both simulations") {
  const int cases = landings_tried(few);
  int wrong = 0, unsafe = 0, agreed = 0, agreed_upright = 0, stands = 0;
  for (int i = 0; i < cases; ++i) {
    const Case c = lander_of(i);
    const td_landing_odds odds = odds_of(c);
    const End expected = stepped(c);
    stands += expected == End::upright ? 1 : 0;
    td_landing all = {};
    for (std::int32_t outcome = 0; outcome < TD_OUTCOMES; ++outcome)
      if (odds.outcomes[outcome] == odds.samples) all.outcome = outcome;
    if (all.outcome == TD_OUTCOME_OPEN) continue;
    ++agreed;
    agreed_upright += all.outcome == TD_OUTCOME_RESTS_UPRIGHT && expected == End::upright ? 1 : 0;
    if (expected == end_of(all) || compliant(c) != expected) continue;
    ++wrong;
    unsafe += all.outcome == TD_OUTCOME_RESTS_UPRIGHT ? 1 : 0;
  }
  MESSAGE(agreed << " of " << cases << " landers end alike in all samples; " << wrong << " otherwise in both, of them "
                 << unsafe << " that rest upright; " << stands << " stand, of them " << agreed_upright
                 << " by all samples");
  CHECK(unsafe == 0);
  CHECK(wrong <= cases / 1000);
  CHECK(agreed_upright > 0.8 * stands);
}
