// The models of an impact that `identify` holds against measurements: the library's laws on the exact slip path, and
// beside them two simpler ways that others use, to see what the exact path is worth.
#pragma once

#include <Eigen/Core>

#include "drops/impact_table.hpp"

namespace touchdown::host {

enum class Handling {
  slip_path,         // the slip may turn at any time: the library's default
  frozen_direction,  // friction keeps one direction in each stage: the library's algebraic method
  one_step,          // Newton's law and the friction cone at the end of the impact only, as physics engines do
};

struct Model {
  std::string name;
  Handling handling = Handling::slip_path;
  std::int32_t law = TD_LAW_POISSON;
};

// e over approach speed, as td_restitution (touchdown.h).
struct RestitutionCurve {
  double capture_speed = 0;      // [m/s]
  std::vector<double> speed, e;  // [m/s], [-]; at most TD_MAX_RESTITUTION_POINTS
};

struct Friction {
  double mu_s, mu_k;
};

// The library's own td_restitution_at. Throws std::runtime_error for a table that it refuses.
double restitution_at(const RestitutionCurve &curve, double approach_speed);

// [m/s] of the contact point along the normal, positive.
double approach_speed(const Drop &drop);

// The state after that the model predicts. Throws std::runtime_error for a drop that the library refuses.
Motion predicted(const Drop &drop, const Model &model, double e, const Friction &friction);

// Predicted minus measured, in such units that its length is the E-norm:
// (dv, L^T dw / sqrt(m)) / sqrt(|v|^2 + w.I.w/m) of the measured state after, with I = L L^T.
using Deviation = Eigen::Matrix<double, 6, 1>;
Deviation deviation(const Drop &drop, const Motion &motion);

}  // namespace touchdown::host
