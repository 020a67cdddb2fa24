// Rounding in derivatives: float against double, for bodies that no oracle has chosen. If they differ there is a
// caveat.
//
// Seen red: with the threshold of `tolerance::near_kink` at 3e-4 (7 bodies, one off by 72 %); without case_number in
// stop_is_uncertain (src/sensitivity/path.hpp); with `held` false in stop_after there.
#include <doctest/doctest.h>

#include <algorithm>

#include "contact_samples.hpp"

namespace {

using oracle::Case;

template <class Scalar>
touchdown::Status differentiated(const Case &c, touchdown::ImpactDerivatives<Scalar> &found) {
  return touchdown::resolve(oracle::cast<Scalar>(c), found);
}

// The error of float's derivatives, as contact_samples measures it against the exact ones.
double error_of(const touchdown::ImpactDerivatives<float> &in_float,
                const touchdown::ImpactDerivatives<double> &in_double, const Case &c) {
  using differences::wide;
  const auto &p = in_double.impact.p;
  return std::max(
      contact_samples::error_of(wide(in_float.p), wide(in_double.p), Eigen::Vector3d(p.n, p.t, p.s).norm()),
      contact_samples::error_of(wide(in_float.v), wide(in_double.v), Eigen::Vector3d(c.v.n, c.v.t, c.v.s).norm()));
}

struct Compared {
  int bodies = 0, beyond = 0;
  double worst = 0;
};

// Of bodies without a caveat in either precision.
Compared compare(oracle::Family family, std::uint64_t seed, int count) {
  oracle::Random random(seed);
  Compared found;
  for (int i = 0; i < count; ++i) {
    Case c = oracle::random_case(random, family);
    touchdown::ImpactDerivatives<double> in_double;
    touchdown::ImpactDerivatives<float> in_float;
    const touchdown::Status one = differentiated(c, in_double);
    c.options.law = in_double.impact.law;
    const touchdown::Status other = differentiated(c, in_float);
    if (one < 0 || other < 0 || ((one | other) & TD_CAVEAT_ONE_SIDED) != 0) continue;
    const double error = error_of(in_float, in_double, c);
    ++found.bodies;
    found.beyond += !(error <= 1e-3);
    found.worst = std::max(found.worst, error);
  }
  return found;
}

}  // namespace

TEST_CASE("a derivative that float cannot resolve carries the caveat") {
  const Compared general = compare(oracle::Family::general, 7, 200000);
  MESSAGE(general.bodies, " bodies, ", general.beyond, " beyond 1e-3, at most ", general.worst);
  CHECK(general.bodies > 170000);
  CHECK(general.beyond <= 4);
  CHECK(general.worst < 2e-2);
  const Compared near_planar = compare(oracle::Family::near_planar, 7, 100000);
  MESSAGE(near_planar.bodies, " near-planar bodies, ", near_planar.beyond, " beyond 1e-3, at most ", near_planar.worst);
  CHECK(near_planar.bodies > 80000);
  CHECK(near_planar.beyond <= 10);
}

// By Poisson's law and Newton's an impact that sticks in the end is determined by momentum, wherever its slip has
// stopped.
TEST_CASE("friction changes nothing of an impact whose slip stops in compression") {
  oracle::Random random(79);
  int tried = 0;
  float worst = 0;
  while (tried < 2000) {
    Case c = oracle::random_case(random, oracle::Family::general);
    c.options.law = tried % 2 == 0 ? TD_LAW_POISSON : TD_LAW_NEWTON;
    touchdown::ImpactDerivatives<float> found;
    const touchdown::Status status = differentiated(c, found);
    if (status < 0 || found.impact.mode_compression != TD_MODE_STOPS_AND_STICKS) continue;
    ++tried;
    const auto &p = found.impact.p;
    const float size = std::sqrt(p.n * p.n + p.t * p.t + p.s * p.s);
    for (const auto &row : found.p) worst = std::max(worst, std::abs(row[TD_BY_MU_K]) / size);
  }
  CHECK(worst == 0);
}
