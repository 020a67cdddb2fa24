// `touchdown land`: the example scenarios, campaigns in shards, and files that are no scenario.
#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "land/campaign.hpp"
#include "land/envelope.hpp"
#include "land/outcome.hpp"
#include "land/scenario.hpp"

using namespace touchdown;
using namespace touchdown::host;

namespace {

Scenario example(const char *name) { return read_scenario(std::string(TOUCHDOWN_LANDINGS) + "/" + name); }

Landing<double> landed(const Scenario &scenario) {
  Landing<double> landing = {};
  REQUIRE(predict(scenario.lander, scenario.state, landing) >= 0);
  REQUIRE(landing.count > 0);
  return landing;
}

bool ever(const Landing<double> &landing, std::int32_t verdict) {
  for (int k = 0; k < landing.count; ++k)
    if (landing.touchdown[k].stability.verdict == verdict) return true;
  return false;
}

std::string campaign(const Scenario &scenario, const Shard &shard) {
  std::ostringstream out;
  run_campaign(scenario, 101, 5, shard, out);
  return out.str();
}

}  // namespace

TEST_CASE("a small body: minutes between contacts") {
  const Landing<double> landing = landed(example("mascot_like.json"));
  CHECK(landing.touchdown[1].time - landing.touchdown[0].time > 120);
}

TEST_CASE("a tall lander tips at 2.7 and 0.9 m/s, and stays at the 0.9 and 0 that were planned") {
  Scenario scenario = example("odysseus_like.json");
  const Landing<double> fast = landed(scenario);
  CHECK((ever(fast, TD_VERDICT_TIPS) || ever(fast, TD_VERDICT_BEYOND)));
  scenario.state.v[0] = scenario.state.v[1] = 0;
  scenario.state.v[2] = -0.9;
  scenario.state.x[2] = 2.56;  // just above the ground
  const Landing<double> planned = landed(scenario);
  CHECK(!ever(planned, TD_VERDICT_TIPS));
  CHECK(!ever(planned, TD_VERDICT_BEYOND));
}

// The chain of impacts ends with "stays upright" where nine of 31 samples tip. Seen red: with up ignored in body_of().
TEST_CASE("each example followed to rest, with its samples") {
  const auto outcome = [](const Scenario &scenario) {
    const std::optional<LandingOutcome> found = settle_landing(scenario, 31);
    REQUIRE(found);
    return *found;
  };
  Scenario tall = example("odysseus_like.json");
  const LandingOutcome tipped = outcome(tall);
  CHECK(tipped.settling.outcome == TD_OUTCOME_TIPS);
  CHECK(tipped.odds.outcomes[TD_OUTCOME_TIPS] >= 28);
  CHECK(outcome_text(tipped).find("of 31 samples") != std::string::npos);
  CHECK(tipped.settling.least_margin < 0);
  tall.state.v[0] = 0;
  tall.state.v[2] = -0.9;
  tall.state.x[2] = 2.56;  // just above the ground
  tall.dispersion = {};
  tall.dispersion.velocity = {0.1, 0.1, 0.1};
  const LandingOutcome sloping = outcome(tall);
  CHECK(sloping.settling.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  CHECK(sloping.odds.outcomes[TD_OUTCOME_TIPS] > 15);  // as in the simulation of host_tests/landing
  view(tall.lander.ground[0].n) = Vector3<double>(0, 0, 1);
  tall.state.x[2] = 2.3;
  const LandingOutcome planned = outcome(tall);
  CHECK(planned.settling.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  CHECK(planned.odds.outcomes[TD_OUTCOME_RESTS_UPRIGHT] == 31);
  CHECK(planned.settling.least_margin > 0);
  CHECK(outcome_text(planned).find("least margin against tipping") != std::string::npos);
  tall.dispersion = {};
  CHECK(outcome(tall).odds.samples == 0);
  tall.up = {0, 0, -1};
  CHECK(outcome(tall).settling.outcome == TD_OUTCOME_RESTS_OTHERWISE);
  const Scenario pushed = example("surveyor_like.json");
  const LandingOutcome open = outcome(pushed);
  CHECK(open.settling.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  CHECK(open.odds.outcomes[TD_OUTCOME_TIPS] > 3);
  CHECK(open.way.front().time == 0);
  CHECK(open.way.back().time == open.settling.time);
}

// A thrust that leaves nothing of the weight flies on; one that is another after contact is none of settling.h's.
TEST_CASE("thrust goes on after the first contact or ends there, another is not known") {
  Scenario scenario = example("surveyor_like.json");
  scenario.dispersion = {};
  view(scenario.lander.ground[0].n) = Vector3<double>(0, 0, 1);
  view(scenario.state.v) = Vector3<double>(0, 0, -1);
  view(scenario.lander.thrust) = view(scenario.lander.thrust_after) = Vector3<double>(0, 0, 300 * 1.62 * 1.1);
  const std::optional<LandingOutcome> carried = settle_landing(scenario, 0);
  REQUIRE(carried);
  CHECK(carried->settling.outcome == TD_OUTCOME_LEAVES);
  view(scenario.lander.thrust_after).setZero();
  const std::optional<LandingOutcome> cut = settle_landing(scenario, 0);
  REQUIRE(cut);
  CHECK(cut->settling.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  scenario.lander.thrust_after[2] = 100;
  CHECK(!settle_landing(scenario, 0));
}

TEST_CASE("three legs on a slope touch again and again") {
  const Landing<double> landing = landed(example("surveyor_like.json"));
  int of_foot_0 = 0;
  for (int k = 0; k < landing.count; ++k) of_foot_0 += landing.touchdown[k].foot == 0 ? 1 : 0;
  CHECK(of_foot_0 > 1);
}

TEST_CASE("envelope: bounds of every output, and the corner that is worst") {
  const EnvelopeText envelope = envelope_of(example("odysseus_like.json"));
  REQUIRE(envelope.rows.size() == 7);
  for (const Cells &row : envelope.rows) CHECK(std::stod(row[1]) < std::stod(row[3]));
  CHECK(envelope.rows[0][2].find("vertical -0.3") != std::string::npos);  // falls faster, touches sooner
  CHECK(envelope.summary.find("33 of 33") != std::string::npos);
  CHECK(envelope.summary.find("lateral +0.3") != std::string::npos);
  Scenario sure = example("odysseus_like.json");
  sure.errors = {};
  CHECK(envelope_of(sure).rows.empty());
}

TEST_CASE("shards of a campaign make up the whole, byte by byte") {
  const Scenario scenario = example("surveyor_like.json");
  const std::string whole = campaign(scenario, {1, 1});
  for (const std::uint64_t shards : {2U, 3U, 7U, 101U, 150U}) {
    std::string parts;
    for (std::uint64_t i = 1; i <= shards; ++i) parts += campaign(scenario, {i, shards});
    CHECK(parts == whole);
  }
  std::ostringstream other;
  run_campaign(scenario, 101, 6, {1, 1}, other);
  CHECK(other.str() != whole);
}

TEST_CASE("a file that is no scenario is named") {
  CHECK_THROWS_WITH(read_scenario("/nowhere.json"), "/nowhere.json: cannot be read: No such file or directory");
  const std::string path = (std::filesystem::temp_directory_path() / "touchdown-no-scenario.json").string();
  for (const char *text : {"", "[]", "{\"name\": \"x\"}", "{\"name\": \"x\", \"mass\": \"heavy\"}"}) {
    std::ofstream(path) << text;
    CHECK_THROWS_AS(read_scenario(path), std::runtime_error);
  }
  std::remove(path.c_str());
}
