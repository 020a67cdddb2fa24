#include "identify/fit_comparison.hpp"

#include <algorithm>
#include <cmath>

namespace touchdown::host {
namespace {

bool fits_better(const SurfaceFit &a, const SurfaceFit &b) { return mean(a.E_norm) < mean(b.E_norm); }

}  // namespace

Comparison compare(const SurfaceFit &a, const SurfaceFit &b, double normal_quantile) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.E_norm.size(); ++i) differences.push_back(b.E_norm[i] - a.E_norm[i]);
  const double middle = mean(differences), count = static_cast<double>(differences.size());
  double squares = 0;
  for (const double d : differences) squares += (d - middle) * (d - middle);
  return {middle, student(normal_quantile, count - 1) * std::sqrt(squares / (count - 1) / count)};
}

StaticFriction fit_static_friction(const std::vector<Drop> &drops, SurfaceFit &fit) {
  if (std::isfinite(fit.mu_k.least) && !std::isfinite(fit.mu_k.most))
    return {fit.mu_k.least, fit.mu_k.value, {}, false};
  constexpr double step = 1.06, widest = 4;
  std::vector<SurfaceFit> tried;
  for (double ratio = 1; ratio < widest; ratio *= step) tried.push_back(refit_surface(drops, fit, ratio));
  const auto best = std::min_element(tried.begin(), tried.end(), fits_better);
  const auto agrees = [&](const SurfaceFit &with) {
    const Comparison against = compare(*best, with);
    return !(against.told_apart() && against.difference > 0);
  };
  const auto smallest = std::find_if(tried.begin(), tried.end(), agrees);
  const auto largest = std::find_if(tried.rbegin(), tried.rend(), agrees);
  StaticFriction result{smallest->mu_s, best->mu_s, std::nullopt};
  if (largest != tried.rbegin()) result.largest = largest->mu_s;
  if (result.decided()) fit = with_intervals(drops, *best);
  return result;
}

double fit_capture_speed(const std::vector<Drop> &drops, const SurfaceFit &fit) {
  std::vector<double> candidates = collected(drops, approach_speed);
  std::sort(candidates.begin(), candidates.end());
  candidates.resize((candidates.size() + 1) / 2);  // a surface that is plastic for more than half has e = 0
  const SurfaceFit without = judged_on(drops, fit);
  SurfaceFit best = without;
  for (const double speed : candidates) {
    SurfaceFit with = fit;
    with.restitution.capture_speed = speed;
    with = judged_on(drops, std::move(with));
    if (fits_better(with, best)) best = std::move(with);
  }
  const Comparison against = compare(best, without);
  return against.told_apart() && against.difference > 0 ? best.restitution.capture_speed : 0;
}

}  // namespace touchdown::host
