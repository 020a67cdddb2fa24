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
#include "program.hpp"

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

// The chain of impacts ends with "stays upright" where nine of 31 samples tip. Seen red: with up ignored in
// settling_body_of().
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
  CHECK(open.settling.outcome == TD_OUTCOME_UNDECIDED);  // friction on what the engine leaves of the weight holds not
  CHECK(open.settling.phase == TD_PHASE_SLIDING);
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

// m v^2 / 2 = (4 F - m g) s, v at the touch. Seen red: with the legs left out of settle_landing().
TEST_CASE("on legs that crush, stroke, peak force and energy of each are told") {
  Scenario scenario = example("apollo_like.json");
  const std::optional<LandingOutcome> sloping = settle_landing(scenario, 7);
  REQUIRE(sloping);
  CHECK(sloping->settling.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  CHECK(sloping->odds.samples == 7);
  double taken = 0;
  for (const LegRecord<double> &leg : sloping->legs.leg) taken += leg.energy;
  CHECK(taken < sloping->settling.energy_lost);  // friction takes the rest
  CHECK(taken > 0.5 * sloping->settling.energy_lost);
  CHECK(sloping->way.back().legs.leg[0].stroke == doctest::Approx(sloping->legs.leg[0].stroke).epsilon(0.05));
  for (int i = 0; i < 4; ++i) {
    double(&axis)[3] = scenario.legs.leg[i].axis;
    axis[0] = axis[1] = 0;
  }
  view(scenario.lander.ground[0].n) = Vector3<double>(0, 0, 1);
  scenario.state = {};
  scenario.state.q[0] = 1;
  scenario.state.x[2] = 4;
  scenario.state.v[2] = -1.5;
  scenario.dispersion = {};
  const std::optional<LandingOutcome> upright = settle_landing(scenario, 7);
  REQUIRE(upright);
  const std::vector<Cells> rows = leg_rows(scenario, *upright);
  REQUIRE(rows.size() == 4);
  const double stroke = 7000 * (1.5 * 1.5 / 2 + 1.62) / (4 * 20000 - 7000 * 1.62);
  for (const Cells &row : rows) {
    REQUIRE(row.size() == leg_heading.size());
    CHECK(std::stod(row[2]) == doctest::Approx(stroke).epsilon(1e-3));
    CHECK(std::stod(row[4]) == doctest::Approx(20000));
    CHECK(std::stod(row[5]) == doctest::Approx(20000 * stroke).epsilon(1e-3));
  }
  CHECK(leg_rows(example("surveyor_like.json"), *upright).empty());
}

// Seen red: with the first of leg_in()'s errors left out, and without its finish().
TEST_CASE("what is wrong about a leg is told with its place") {
  std::ifstream file(std::string(TOUCHDOWN_LANDINGS) + "/apollo_like.json");
  const std::string good((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::string path = (std::filesystem::temp_directory_path() / "touchdown-bad-leg.json").string();
  const auto told = [&](const std::string &from, const std::string &to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    std::ofstream(path) << text;
    try {
      const Scenario scenario = read_scenario(path);
      return std::string(settle_landing(scenario, 0) ? "nothing" : "unknown");
    } catch (const std::runtime_error &error) {
      return std::string(error.what());
    }
  };
  CHECK(told("\"force\": 20000", "\"force\": 21000") == "nothing");
  CHECK(told("\"force\": 20000, ", "").find("/feet/0/leg/force or stiffness must be given") != std::string::npos);
  CHECK(told("\"force\"", "\"stiffness\": 1, \"force\"").find("/feet/0/leg/force or") != std::string::npos);
  CHECK(told("\"stroke\"", "\"stroek\"").find("/feet/0/leg") != std::string::npos);
  CHECK(told("\"stroke\"", "\"damping\": 1, \"stroke\"").find("damping") != std::string::npos);
  CHECK(told("\"force\": 20000", "\"force\": \"much\"").find("/feet/0/leg/force must be a number") !=
        std::string::npos);
  CHECK(told("\"axis\": [-0.3, 0, 1]", "\"axis\": [0, 1]").find("/feet/0/leg/axis") != std::string::npos);
  CHECK(told("\"force\": 20000", "\"force\": -1").find("leg") != std::string::npos);
  std::remove(path.c_str());
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

// A run is the landing of its dispersed scenario, followed to rest; one by one they are those of the report.
// Seen red: with the scenario not dispersed.
TEST_CASE("a campaign on legs that yield or on heights follows each run to rest") {
  for (const char *const name : {"apollo_like.json", "crater_rim.json"}) {
    const Scenario scenario = example(name);
    const auto part = [&](const Shard &shard) {
      std::ostringstream out;
      run_campaign(scenario, 20, 5, shard, out);
      return out.str();
    };
    const std::string whole = part({1, 1});
    CHECK(part({1, 3}) + part({2, 3}) + part({3, 3}) == whole);
    const program::Table table(whole);
    REQUIRE(table.size() == 20);
    for (std::size_t run = 0; run < 20; ++run) {
      const std::optional<LandingOutcome> outcome = settle_landing(dispersed(scenario, 5, run), 0);
      REQUIRE(outcome);
      CAPTURE(std::string(name));
      CAPTURE(run);
      CHECK(table.text(run, "outcome") == td_outcome_name(outcome->settling.outcome));
      CHECK(table.number(run, "time_s") == outcome->settling.time);
      CHECK(table.number(run, "least_margin_J") == outcome->settling.least_margin);
      CHECK(table.number(run, "x_m") == outcome->settling.state.x[0]);
      CHECK(table.number(run, "z_m") == outcome->settling.state.x[2]);
      double most = 0;
      for (const Cells &row : leg_rows(scenario, *outcome)) most = std::max(most, std::stod(row[2]));
      CHECK(table.number(run, "most_stroke_m") == doctest::Approx(most).epsilon(1e-3));
      CHECK(table.number(run, "beyond_heights") == (outcome->beyond ? 1 : 0));
    }
  }
  Scenario pushed = example("apollo_like.json");
  pushed.lander.thrust_after[2] = 1;
  std::ostringstream out;
  CHECK_THROWS_WITH(run_campaign(pushed, 1, 1, {1, 1}, out),
                    "/thrust_after must be that of /thrust, or 0, where landings are followed to rest");
  Scenario heavy = example("crater_rim.json");
  heavy.lander.mass = -1;
  CHECK(run_campaign(heavy, 3, 1, {1, 1}, out).refused == 3);
  CHECK(program::Table(out.str()).text(2, "outcome").empty());
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
