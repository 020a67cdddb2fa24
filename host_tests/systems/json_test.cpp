// The JSON forms of `touchdown resolve`: the examples give the papers' numbers, and bad cases are named.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "resolve/systems_cases.hpp"

using nlohmann::json;

namespace {

struct SystemsAnswer {
  std::string results;                  // JSON
  std::vector<std::string> complaints;  // one for each case that could not be read
};

template <class Scalar>
SystemsAnswer resolve_systems(const std::string &text) {
  SystemsAnswer answer;
  std::istringstream in(text);
  std::ostringstream out;
  touchdown::host::resolve_cases<Scalar>(
      in, out, [&](const std::string &words) { answer.complaints.push_back(words); }, [](const auto &) {});
  answer.results = out.str();
  return answer;
}

json results_of(const char *example) {
  std::ifstream file(std::string(TOUCHDOWN_EXAMPLES) + "/" + example);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const SystemsAnswer answer = resolve_systems<double>(text);
  CHECK(answer.complaints.empty());
  return json::parse(answer.results).at("results");
}

bool near(const json &found, double expected, double tolerance) {
  return std::fabs(found.get<double>() - expected) <= tolerance;
}

std::string complaint(const std::string &one_case) {
  const SystemsAnswer answer = resolve_systems<double>("{\"cases\": [" + one_case + "]}");
  REQUIRE(answer.complaints.size() == 1);
  return answer.complaints[0];
}

}  // namespace

TEST_CASE("double_pendulum.json: Shen & Townsend's energy loss, and W between free and locked") {
  const json results = results_of("double_pendulum.json");
  const json &impact = results[0].at("impact");
  CHECK(near(impact.at("R2"), 0.6234, 5e-5));
  CHECK(near(impact.at("energy_before"), impact.at("energy_after").get<double>() + 0.1213, 5e-5));
  CHECK(near(results[1].at("u")[0], 0, 1e-15));
  const json &views = results[2];
  CHECK(near(views.at("blended").at("nn"),
             (views.at("free").at("nn").get<double>() + views.at("locked").at("nn").get<double>()) / 2, 1e-15));
}

TEST_CASE("spheres.json: Shen & Townsend's example 2") {
  const json result = results_of("spheres.json")[0];
  CHECK(near(result.at("impact").at("p_n"), 13.5, 1e-12));
  CHECK(near(result.at("impact").at("p_t"), 2.5742, 5e-5));
  CHECK(near(result.at("a").at("w")[2], -9.391, 5e-4));
  CHECK(near(result.at("b").at("w")[2], 1.6089, 5e-5));
}

TEST_CASE("lander.json: Stanescu & Pandrea's impulses superposed, and no approach left coupled") {
  const json results = results_of("lander.json");
  for (int i = 0; i < 4; ++i)
    CHECK(near(results[0].at("contacts")[static_cast<std::size_t>(i)].at("p_n"), (80 + 5 * i) / 7.0, 1e-12));
  CHECK(near(results[0].at("w")[0], 3 / 35.0, 1e-14));
  CHECK(results[0].at("status_name") == "caveat: approach left");
  CHECK(results[1].at("status") == 0);
}

TEST_CASE("numbers read back to the same bits, in float too") {
  const std::string text = R"({"cases": [{"form": "speeds", "M": [[3]], "u": [-0.1], "J": [[1], [0.3], [0]],
      "axes": "contact", "surface": {"mu_s": 0.1, "mu_k": 0.1, "e": 0.7}}]})";
  const json found = json::parse(resolve_systems<float>(text).results).at("results")[0].at("u")[0];
  const float u = found.get<float>();
  CHECK(static_cast<double>(u) == found.get<double>());
  CHECK(u > 0);
}

TEST_CASE("a refused case says so and has no figures") {
  const json result =
      json::parse(resolve_systems<double>(R"({"cases": [{"id": 7, "form": "operational_space_inertia", "M": [[-1]],
      "J": [[1], [0], [0]], "axes": "contact"}]})")
                      .results)
          .at("results")[0];
  CHECK(result.at("id") == 7);
  CHECK(result.at("status") == -20);
  CHECK(result.at("status_name") == "refused: mass matrix: M is not finite or not positive definite");
  CHECK(result.size() == 3);
}

// Seen red: "/a is missing" alone of a pair that lacks all.
TEST_CASE("what cannot be read is named, all faults of a case at once") {
  const auto says = [](const std::string &one, const std::string &words) {
    const std::string found = complaint(one);
    CHECK_MESSAGE(found.find(words) != std::string::npos, words << ": " << found);
  };
  says(R"({"form": "pairs"})", "case 1: /form must be one of pair, speeds");
  for (const char *missing : {"/a is missing", "/b is missing", "/n is missing", "/surface is missing"})
    says(R"({"form": "pair"})", missing);
  says(
      R"({"form": "speeds", "M": [[1, 2]], "u": [0], "J": [[1], [1], [1]], "surface": {"mu_s": 0, "mu_k": 0, "e": 0}})",
      "case 1: /M/0 must be a list of 1 numbers");
  says(R"({"form": "speeds", "M": []})", "/M must be a list of 1 or more lists of numbers");
  says(R"({"form": "speeds", "M": [["x"]]})", "/M/0/0 must be a number");
  says(R"({"form": "speeds", "M": [[1]], "L": [[1]]})", "M or L must be given, one of both");
  says(R"({"form": "operational_space_inertia", "M": [[1]], "J": [[1], [0], [0]], "axes": "contact", "mu": 1})",
       "case 1: /mu has no meaning here");
  says("3", "case 1: it must be an object");
  CHECK_THROWS_AS(resolve_systems<double>("[]"), std::runtime_error);
  CHECK_THROWS(resolve_systems<double>("{"));
}
