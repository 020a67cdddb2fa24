// Recorded drops: what is read of them, how a rebound is judged, and the command in process.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>

#include "drop_data.hpp"
#include "drop_summary.hpp"
#include "program.hpp"
#include "rebound.hpp"
#include "report.hpp"
#include "statistics.hpp"

using namespace program;
using namespace touchdown::host;

namespace {

std::string text_of_file(const std::string &path) {
  std::ostringstream all;
  all << std::ifstream(path).rdbuf();
  return all.str();
}

std::vector<Rebound> rebounds_of(const DropSet &set) {
  InProcess<double> backend;
  std::vector<Rebound> rebounds;
  for (const Drop &drop : set.drops) rebounds.push_back(rebound_of(drop, static_cast<Backend<double> &>(backend)));
  return rebounds;
}

std::size_t count(const std::string &text, const std::string &part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("drops: the lowest corner drawn is where the contact point is") {
  for (const std::string &path : recorded_drops()) {
    const DropSet set = read_drops(path);
    for (const Drop &drop : set.drops) {
      double nearest = 1;
      for (const auto &corner : drop.corners) nearest = std::min(nearest, (corner - drop.body.r).norm());
      CAPTURE(drop.id);
      CHECK(nearest < 5e-3);
    }
  }
}

TEST_CASE("drops: what became of the slip is judged as the data do") {
  const DropSet set = read_drops(recorded_drops()[0]);
  const Table table(text_of_file(recorded_drops()[0]));
  const std::vector<Rebound> rebounds = rebounds_of(set);
  REQUIRE(rebounds.size() == table.size());
  const char *names[] = {"slide", "reverse", "slow"};
  for (std::size_t i = 0; i < rebounds.size(); ++i) {
    CAPTURE(rebounds[i].drop->id);
    CHECK(table.text(i, "mode_obs") == names[static_cast<std::size_t>(rebounds[i].measured_slip)]);
  }
}

TEST_CASE("drops: a prediction that equals the measurement has no error, one of no motion has error 1") {
  Drop drop = read_drops(recorded_drops()[0]).drops.front();
  InProcess<double> backend;
  Backend<double> &in_process = backend;
  drop.after = rebound_of(drop, in_process).predicted;
  CHECK(rebound_of(drop, in_process).error.E_norm < 1e-12);
  CHECK(rebound_of(drop, in_process).error.linear < 1e-12);
  drop.after.v *= 2;
  drop.after.w *= 2;
  CHECK(rebound_of(drop, in_process).error.E_norm == doctest::Approx(0.5));
}

TEST_CASE("drops: errors stay what they are on these data, and no prediction gains energy") {
  const DropSummary cube = summary_of(rebounds_of(read_drops(recorded_drops()[0])));
  CHECK(cube.drops == 349);
  CHECK(cube.E_norm.median < 0.037);
  CHECK(cube.linear.median < 0.026);
  CHECK(cube.angular.median < 0.47);
  CHECK(cube.slips[1][1] >= 10);
  CHECK(cube.energy_gained == 0);
  const DropSummary square = summary_of(rebounds_of(read_drops(recorded_drops()[1])));
  CHECK(square.drops == 529);
  CHECK(square.E_norm.median < 0.17);
  CHECK(square.energy_gained == 0);
}

TEST_CASE("drops: one bit of a target's answer that differs is seen") {
  touchdown::Body<float> body{};
  body.mass = 1;
  body.inertia.setIdentity();
  body.r = {0.5F, 0.25F, -1};
  body.n = {0, 0, 1};
  body.v = {0.5F, 0.25F, -1};
  body.w.setZero();
  body.surface = {0.5F, 0.5F, 0.5F};
  touchdown::BodyImpact<float> impact{};
  const Answer answer{touchdown::resolve(body, impact), 1000};
  CHECK(same_bits_as_host(body, answer, impact));
  CHECK_FALSE(same_bits_as_host(body, {answer.status + 1, 1000}, impact));
  impact.w[2] = std::nextafter(impact.w[2], 10.0F);
  CHECK_FALSE(same_bits_as_host(body, answer, impact));
}

TEST_CASE("statistics: quantiles") {
  CHECK(median({3, 1, 2}) == 2);
  CHECK(median({4, 1, 2, 3}) == 2.5);
  CHECK(quantile({0, 10}, 0.9) == doctest::Approx(9));
  CHECK(quantile({5}, 1) == 5);
  CHECK(std::isnan(median({})));
}

TEST_CASE("report: text is escaped, numbers stand right, sortable tables are marked") {
  CHECK(escaped("a<b & \"c\"") == "a&lt;b &amp; &quot;c&quot;");
  const std::string html = table({"name", "size"}, {{"x", "1.5"}}, true);
  CHECK(html.find("<div class=sortable>") == 0);
  CHECK(html.find("<td>x</td><td class=number>1.5</td>") != std::string::npos);
}

TEST_CASE("drops: the command prints each drop and writes a report with its pictures") {
  const Folder folder;
  const Ended ended = run("drops --on host-float --report " + folder.file("drops.html"));
  CHECK(ended.status == 0);
  CHECK(count(ended.out, " -> ") >= 349 + 529);
  CHECK(ended.out.find("cube: 349 drops") != std::string::npos);
  const std::string page = folder.text("drops.html");
  CHECK(count(page, "<svg") == 2 + 2 + 5 + 5);
  CHECK(count(page, "</svg>") == 2 + 2 + 5 + 5);
  CHECK(count(page, "<section") == 7);
  CHECK(count(page, "<title>") == 1);
  CHECK(count(page, "<tr><td>cube</td>") + count(page, "<tr><td>square</td>") == 349 + 529);
  CHECK(page.find("src=") == std::string::npos);  // nothing is fetched
}

TEST_CASE("drops: data that cannot be used are named") {
  const Folder folder;
  const std::string file =
      folder.file("drops.csv", "id,theta,r_x,r_z,vm_x,vm_z,wm,vp_x,vp_z,wp\n1,0,0,x,0,0,0,0,0,0\n");
  const Ended ended = run("drops -q --on host-float --data " + file);
  CHECK(ended.status == 2);
  CHECK(ended.err.find(file + ":2:7: r_z: 'x' is not a number") != std::string::npos);
  CHECK(run("drops -q --on host-float --data " + folder.file("empty.csv", "")).status == 2);
  CHECK(run("drops -q --on host-float --data " + folder.file("other.csv", "a,b\n")).status == 2);
}
