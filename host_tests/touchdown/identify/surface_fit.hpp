// Restitution and friction from impacts, by least squares on a robust norm (Huber's, of the E-norm of each drop), with
// confidence intervals from the profile of the loss. The rise of the loss at their ends is calibrated so that they hold
// whatever the errors are distributed like ("sandwich": White 1980, Huber 1967; its scale of a profile: Kent 1982).
#pragma once

#include "drops/impact_model.hpp"

namespace touchdown::host {

// How a model fits a set of drops.
struct SurfaceFit {
  Model model;
  RestitutionCurve restitution;  // one point: a constant
  std::vector<Estimate> e;       // at restitution.speed
  Estimate mu_k;
  double mu_s;                                     // what was assumed of it: mu_s_ratio mu_k
  std::vector<double> E_norm;                      // per drop
  std::vector<double> linear;                      // [m/s]
  std::vector<double> angular;                     // [rad/s]
  std::size_t energy_gained = 0;                   // drops whose prediction has more kinetic energy than before
  std::size_t reversals = 0, reversals_found = 0;  // drops whose slip was measured to reverse; predicted so as well
};

// Speeds at which e is to be found; one stands for a constant e. mu_s is taken as mu_k.
SurfaceFit fit_surface(const std::vector<Drop> &drops, const Model &model, const std::vector<double> &speeds);

// The same with another mu_s, beginning at a fit of these drops; without intervals.
SurfaceFit refit_surface(const std::vector<Drop> &drops, const SurfaceFit &start, double mu_s_ratio);

// The fit with intervals, found on these drops.
SurfaceFit with_intervals(const std::vector<Drop> &drops, SurfaceFit fit);

// The figures of a fit on other drops than those it was found on.
SurfaceFit judged_on(const std::vector<Drop> &drops, SurfaceFit fit);

// Speeds that split the drops' approach speeds into equal parts, `count` of them at most and no two alike.
std::vector<double> spread_speeds(const std::vector<Drop> &drops, std::size_t count);

}  // namespace touchdown::host
