// What drops can decide between: two fits of them, values of mu_s, a capture speed.
#ifndef TOUCHDOWN_HOST_TESTS_FIT_COMPARISON_HPP
#define TOUCHDOWN_HOST_TESTS_FIT_COMPARISON_HPP

#include <optional>
#include <vector>

#include "drops/surface_fit.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {

// Mean over the drops of b's E-norm minus a's, and how far it could be from 0 by chance.
struct Comparison {
  double difference, half_width;
  bool told_apart() const {
    constexpr double rounding = 1e-9;
    return difference > half_width + rounding || -difference > half_width + rounding;
  }
};
Comparison compare(const SurfaceFit &a, const SurfaceFit &b, double normal_quantile = normal_95);

// Values of mu_s between which the drops do not decide. `largest` is missing where they set no bound within the ratios
// tried (4 mu_k): nothing that was measured depends on it.
struct StaticFriction {
  double smallest, best;
  std::optional<double> largest;
  bool slides = true;  // false: nothing in the drops needs more than some mu_s
  bool decided() const { return slides && (largest.has_value() || smallest < best); }
};

// Tries ratios mu_s / mu_k, each with e and mu_k fitted anew from `fit`, which becomes the best of them if the drops
// decide.
StaticFriction fit_static_friction(const std::vector<Drop> &drops, SurfaceFit &fit);

// The speed below which impacts are plastic, as far as the drops say: the speed whose e = 0 below fits best, if the
// drops show that there is such a speed; else 0.
double fit_capture_speed(const std::vector<Drop> &drops, const SurfaceFit &fit);

}  // namespace touchdown::host

#endif
