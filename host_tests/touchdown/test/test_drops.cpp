// Recorded drops: what is read of them, how a rebound is judged, and the command in process.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>

#include "drops/impact_table.hpp"
#include "drops/rebound.hpp"
#include "identify/surface_fit.hpp"
#include "program.hpp"
#include "report/statistics.hpp"

using namespace program;
using namespace touchdown::host;

namespace {

std::string text_of_file(const std::string &path) {
  std::ostringstream all;
  all << std::ifstream(path).rdbuf();
  return all.str();
}

DropSet drops_of(const std::string &path, bool by_speed = false) {
  RowsLeftOut left_out;
  DropSet set = read_impacts(path, rig_for("", path), left_out);
  CHECK(left_out.count() == 0);
  lay_on(set.drops, read_surface(known_surface(set.name), by_speed));
  return set;
}

std::vector<Rebound> rebounds_of(const DropSet &set) {
  std::vector<Rebound> rebounds;
  for (const Drop &drop : set.drops) rebounds.push_back(rebound_of<double>(drop));
  return rebounds;
}

}  // namespace

TEST_CASE("drops: the lowest corner drawn is where the contact point is") {
  for (const std::string &path : recorded_drops()) {
    const DropSet set = drops_of(path);
    for (const Drop &drop : set.drops) {
      double nearest = 1;
      for (const auto &corner : drop.corners) nearest = std::min(nearest, (corner - drop.body.r).norm());
      CAPTURE(drop.id);
      CHECK(nearest < 5e-3);
    }
  }
}

TEST_CASE("drops: what became of the slip is judged as the data do") {
  const DropSet set = drops_of(recorded_drops()[0]);
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
  Drop drop = drops_of(recorded_drops()[0]).drops.front();
  drop.after = rebound_of<double>(drop).predicted;
  CHECK(rebound_of<double>(drop).error.E_norm < 1e-12);
  CHECK(rebound_of<double>(drop).error.linear < 1e-12);
  drop.after.v *= 2;
  drop.after.w *= 2;
  CHECK(rebound_of<double>(drop).error.E_norm == doctest::Approx(0.5));
}

TEST_CASE("drops: errors stay what they are on these data, and no prediction gains energy") {
  const DropSummary cube = summary_of(rebounds_of(drops_of(recorded_drops()[0])));
  CHECK(cube.drops == 349);
  CHECK(cube.E_norm.median < 0.037);
  CHECK(cube.linear.median < 0.026);
  CHECK(cube.angular.median < 0.47);
  CHECK(cube.slips[1][1] >= 10);
  CHECK(cube.energy_gained == 0);
  const DropSummary square = summary_of(rebounds_of(drops_of(recorded_drops()[1])));
  CHECK(square.drops == 529);
  CHECK(square.E_norm.median < 0.17);
  CHECK(square.energy_gained == 0);
}

TEST_CASE("drops: the parameters that come along are what identification finds") {
  for (const std::string &path : recorded_drops()) {
    RowsLeftOut left_out;
    const DropSet set = read_impacts(path, rig_for("", path), left_out);
    const SurfaceFit found = fit_surface(set.drops, {"Poisson"}, spread_speeds(set.drops, 1));
    const SurfaceParameters known = read_surface(known_surface(set.name), false);
    CHECK(known.drops == set.drops.size());
    CHECK(known.mu_k.value == doctest::Approx(found.mu_k.value).epsilon(0.002));
    CHECK(known.e.front().value == doctest::Approx(found.e.front().value).epsilon(0.002));
    CHECK(known.e.front().reach() == doctest::Approx(found.e.front().reach()).epsilon(0.2));
  }
}

TEST_CASE("drops: restitution by approach speed foretells better than one for all") {
  const auto median_of = [](bool by_speed) {
    return summary_of(rebounds_of(drops_of(recorded_drops()[0], by_speed))).E_norm.median;
  };
  CHECK(median_of(true) < 0.033);
  CHECK(median_of(true) < median_of(false));
}

TEST_CASE("statistics: quantiles") {
  CHECK(median({3, 1, 2}) == 2);
  CHECK(median({4, 1, 2, 3}) == 2.5);
  CHECK(quantile({0, 10}, 0.9) == doctest::Approx(9));
  CHECK(quantile({5}, 1) == 5);
  CHECK(std::isnan(median({})));
}
