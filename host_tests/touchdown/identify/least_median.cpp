#include "identify/least_median.hpp"

#include <algorithm>
#include <cmath>

#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

// The median has many small valleys: a grid of the widest reach, then finer ones around the best point until now.
constexpr int points_each_way = 12, grids = 3;
constexpr double first_reach = 4, finer = 5;  // reach in those of the start's interval
constexpr double least_reach = 1e-3;          // should the interval have no width

// More do not move a median by more than a few hundredths of what the errors spread, and a grid of them takes hours.
constexpr std::size_t most_drops = 2000;

// So many at most, evenly out of all.
std::vector<Drop> spread_over(const std::vector<Drop> &drops) {
  const std::size_t count = std::min(drops.size(), most_drops);
  std::vector<Drop> some;
  for (std::size_t i = 0; i < count; ++i) some.push_back(drops[i * drops.size() / count]);
  return some;
}

struct Point {
  double e, mu;
};

// At least 1, to the last bit: the library refuses mu_s < mu_k.
double static_ratio(const SurfaceFit &fit) { return fit.mu_k.value > 0 ? fit.mu_s / fit.mu_k.value : 1; }

double median_error(const std::vector<Drop> &drops, const SurfaceFit &fit, const Point &at) {
  const Friction friction{at.mu * static_ratio(fit), at.mu};
  return median(collected(
      drops, [&](const Drop &drop) { return deviation(drop, predicted(drop, fit.model, at.e, friction)).norm(); }));
}

Point best_on_grid(const std::vector<Drop> &drops, const SurfaceFit &fit, const Point &middle, const Point &reach) {
  Point best = middle;
  double least = median_error(drops, fit, middle);
  for (int i = -points_each_way; i <= points_each_way; ++i)
    for (int j = -points_each_way; j <= points_each_way; ++j) {
      const Point at{std::clamp(middle.e + reach.e * i / points_each_way, 0.0, 1.0),
                     std::clamp(middle.mu + reach.mu * j / points_each_way, 0.0, most_friction)};
      const double error = median_error(drops, fit, at);
      if (error < least) least = error, best = at;
    }
  return best;
}

}  // namespace

SurfaceFit fit_least_median(const std::vector<Drop> &drops, const SurfaceFit &start) {
  Point best{start.e.front().value, start.mu_k.value};
  const bool plateau = !std::isfinite(start.mu_k.most);  // on which all friction is alike
  Point reach{std::max(first_reach * start.e.front().reach(), least_reach),
              std::max(plateau ? 0 : first_reach * start.mu_k.reach(), least_reach)};
  const std::vector<Drop> some = spread_over(drops);
  for (int grid = 0; grid < grids; ++grid) {
    best = best_on_grid(some, start, best, reach);
    reach = {reach.e / finer, reach.mu / finer};
  }
  SurfaceFit fit = start;
  fit.restitution.e = {best.e};
  fit.e = {{best.e}};
  fit.mu_s = best.mu * static_ratio(start);
  fit.mu_k = {best.mu};
  return judged_on(drops, std::move(fit));
}

}  // namespace touchdown::host
