// The models of an impact that `identify` holds against measurements: the library's laws on the exact slip path, and
// beside them two simpler ways that others use, to see what the exact path is worth; and the parameters that it found.
#pragma once

#include <Eigen/Core>

#include "drops/estimate.hpp"
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

// Values above are no estimate of what a surface has.
constexpr double most_friction = 2;

// Restitution and friction of a body on its ground, with their intervals, as `touchdown identify -o` writes them.

struct SurfaceParameters {
  std::string source;  // the file
  std::size_t drops;   // they were found on
  RestitutionCurve restitution;
  std::vector<Estimate> e;  // at restitution.speed; one: a constant
  Estimate mu_k;
  double mu_s;
};

// Poisson's law on the slip path: with one e, or with e by approach speed. Throws std::runtime_error naming the file
// and what it lacks.
SurfaceParameters read_surface(const std::string &path, bool by_speed);

// The file of data/ for the body of that name. Throws std::runtime_error if it is missing.
std::string known_surface(const std::string &body);

// Gives every drop the surface, with the e of its approach speed.
void lay_on(std::vector<Drop> &drops, const SurfaceParameters &surface);

}  // namespace touchdown::host
