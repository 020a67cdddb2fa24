// What a set of drops says of its surface: every law and handling fitted, compared, and put into words.
#pragma once

#include "identify/surface_fit.hpp"
#include "report/document.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {

// How far recorded drops lie from a fit of them, as standard deviations that `touchdown resolve --derivatives` takes:
// of e, of friction, and of what the law does not know of the impulse. Maximum likelihood of variance components, by
// the minorization of Zhou, Hu, Zhou and Lange, "MM Algorithms for Variance Components Models" (2019).

// Standard deviations about a fit, from one impact to the next.
struct Scatter {
  double e, mu;     // [-]; both frictions deviate together
  double impulse;   // [-] of each component of the impulse, as a part of the impulse
  double turn;      // [-] of each component along the surface besides, where slip turns
  double point;     // [m] of each coordinate of where the impulse acts
  double measured;  // [-] what the standard deviations of measurement are to be multiplied by
};

// How many drops lie inside the ellipsoids of their predicted and measured covariance together.
struct EllipsoidShares {
  std::size_t drops;
  double fifty, ninety_five;  // [-] inside the ellipsoids of 50 % and 95 %
};

// Whether each drop has standard deviations of what was measured, along all that a drop of its set can do.
bool has_deviations(const DropSet &set);

// What a fit of these drops leaves. The drops have deviations.
Scatter fit_scatter(const DropSet &set, const SurfaceFit &fit);

EllipsoidShares shares_inside(const DropSet &set, const SurfaceFit &fit, const Scatter &scatter);

// A fit's scatter over all drops; and the shares of each half (the drops in odd places, those in even ones) by the fit
// and the scatter of the other.
struct HeldOutScatter {
  Scatter all;
  EllipsoidShares odd, even;
};
using FitOf = std::function<SurfaceFit(const std::vector<Drop> &)>;
std::optional<HeldOutScatter> held_out_scatter(const DropSet &set, const SurfaceFit &of_all, const FitOf &fit);

// What drops can decide between: two fits of them, values of mu_s, a capture speed.

// Mean over the drops of b's E-norm minus a's, and how far it could be from 0 by chance.
struct Comparison {
  double difference, half_width;
  bool is_distinguished() const {
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

// One law in one handling, with one e.
struct LawFit {
  SurfaceFit squares;                  // least squares, with intervals
  std::optional<StaticFriction> mu_s;  // nothing where the model has no mu_s
};

struct Identification {
  DropSet set;
  std::vector<LawFit> laws;  // Poisson first, then the other laws, then the simpler handlings
  SurfaceFit by_speed;       // Poisson, e over approach speed, with a capture speed if one is seen
  // Of drops about the first law and about by_speed; nothing without deviations of what was measured.
  std::optional<HeldOutScatter> scatter = {}, scatter_by_speed = {};
};

// The law of `constant` with e over approach speed, at `points` speeds at most, and a capture speed if one is seen.
SurfaceFit fit_by_speed(const std::vector<Drop> &drops, const SurfaceFit &constant, std::size_t points);

// `points`: of e over approach speed.
Identification identified(DropSet set, std::size_t points);

// What the drops say, and what they do not, in sentences.
std::vector<std::string> findings(const Identification &found);

// e over approach speed as a td_restitution in C.
std::string c_table(const RestitutionCurve &curve);

// `origin`: where the drops come from, in sentences.
void write_parameters(std::ostream &out, const Identification &found);
Document identify_document(const std::vector<std::string> &origin, const Identification &found);

}  // namespace touchdown::host
