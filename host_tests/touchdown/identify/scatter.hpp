// How far recorded drops lie from a fit of them, as standard deviations that `touchdown resolve --derivatives` takes:
// of e, of friction, and of what the law does not know of the impulse. Maximum likelihood of variance components, by
// the minorization of Zhou, Hu, Zhou and Lange, "MM Algorithms for Variance Components Models" (2019).
#ifndef TOUCHDOWN_HOST_TESTS_SCATTER_HPP
#define TOUCHDOWN_HOST_TESTS_SCATTER_HPP

#include "drops/impact_table.hpp"
#include "drops/surface_fit.hpp"

namespace touchdown::host {

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
  double fifty, ninety_five;  // [-] inside those of 50 % and 95 %
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

}  // namespace touchdown::host

#endif
