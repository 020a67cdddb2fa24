// The one e and mu_k whose median E-norm over the drops is least (least median of squares, Rousseeuw 1984): up to half
// of the drops may be off as they like. It describes the middle drop best; intervals come with least squares
// (surface_fit).
#ifndef TOUCHDOWN_HOST_TESTS_LEAST_MEDIAN_HPP
#define TOUCHDOWN_HOST_TESTS_LEAST_MEDIAN_HPP

#include <vector>

#include "drops/surface_fit.hpp"

namespace touchdown::host {

// Searches around `start`, a fit of these drops with a constant e; of more than 2000 drops 2000 evenly out of them
// speak. The result has no intervals.
SurfaceFit fit_least_median(const std::vector<Drop> &drops, const SurfaceFit &start);

}  // namespace touchdown::host

#endif
