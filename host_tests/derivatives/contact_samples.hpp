// Random impacts in contact space with the derivatives of the exact one, and how far the library's are from those.
#ifndef TOUCHDOWN_SENSITIVITY_CONTACT_SAMPLES_HPP
#define TOUCHDOWN_SENSITIVITY_CONTACT_SAMPLES_HPP

#include <algorithm>
#include <vector>

#include "differences.hpp"

namespace contact_samples {

using Matrix = Eigen::Matrix<double, 3, TD_CONTACT_INPUTS>;

struct Sample {
  oracle::Case input;
  differences::Found exact;
  Eigen::Vector3d p, v;  // sizes to compare with
};

inline Sample next_sample(oracle::Random &random, oracle::Family family) {
  while (true) {
    oracle::Result result;
    const oracle::Case input = differences::well_posed_case(random, family, result);
    const differences::Found exact = differences::derivatives(input);
    if (exact.known) return {input, exact, {result.p.n, result.p.t, result.p.s}, {input.v.n, input.v.t, input.v.s}};
  }
}

// The greatest error of a block of columns, impulse or velocity: by the velocity as a part of all three columns,
// otherwise as a part of the column, or of a hundredth of the result's size if that is more.
inline double error_of(const Matrix &found, const Matrix &exact, double size) {
  const double by_velocity = exact.leftCols<3>().norm();
  double worst = by_velocity > 0 ? (found - exact).leftCols<3>().colwise().norm().maxCoeff() / by_velocity : 0;
  for (const int column : {TD_BY_MU_K, TD_BY_E})
    worst = std::max(worst, (found - exact).col(column).norm() / std::max(exact.col(column).norm(), size / 100));
  return worst;
}

template <class Scalar>
double error_of(const Sample &sample, touchdown::Status &status) {
  touchdown::ImpactDerivatives<Scalar> found;
  status = touchdown::resolve(oracle::cast<Scalar>(sample.input), found);
  const Matrix p = sample.exact.by.topRows<3>(), v = sample.exact.by.bottomRows<3>();
  return std::max(error_of(differences::wide(found.p), p, sample.p.norm()),
                  error_of(differences::wide(found.v), v, sample.v.norm()));
}

}  // namespace contact_samples

#endif
