// `touchdown land`: the example scenarios, campaigns in shards, and files that are no scenario.
#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "land/campaign.hpp"
#include "land/envelope.hpp"
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
