#include "hinged/robust_fit.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace touchdown::host {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

constexpr double knee = 2.5;  // standard deviations, as a root mean square of a pose
constexpr double first_damping = 1e-3, less = 1.0 / 6, more = 8, most_damping = 1e6;
constexpr double converged = 1e-4;  // part of the squared sum that a step takes off

// The weight of each residual.
Vector weights(const Vector &residuals) {
  Vector weight(residuals.size());
  for (Eigen::Index i = 0; i < residuals.size(); i += pose_residuals) {
    const double off = residuals.segment<pose_residuals>(i).norm() / std::sqrt(static_cast<double>(pose_residuals));
    weight.segment<pose_residuals>(i).setConstant(1 / std::max(1.0, off / knee));
  }
  return weight;
}

double cost(const Vector &residuals, const Vector &weight) { return residuals.cwiseAbs2().dot(weight); }

}  // namespace

Matrix slopes(const Residuals &residuals, const Vector &x, const Vector &at, const Vector &step) {
  Matrix J(at.size(), x.size());
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    Vector beside = x;
    beside[k] += step[k];
    J.col(k) = (residuals(beside) - at) / step[k];
  }
  return J;
}

RobustFit robust_fit(const Residuals &residuals, Vector x, const Vector &step, int rounds) {
  double damping = first_damping;
  Vector at = residuals(x), weight = weights(at);
  Matrix information;
  for (int round = 0; round < rounds && damping < most_damping; ++round) {
    const Matrix J = slopes(residuals, x, at, step);
    information = J.transpose() * weight.asDiagonal() * J;
    const Vector pull = J.transpose() * weight.cwiseProduct(at);
    Matrix damped = information;
    damped.diagonal() *= 1 + damping;
    damped.diagonal().array() += 1e-12 * information.trace();
    const Vector next = x - damped.ldlt().solve(pull);
    const Vector there = residuals(next);
    const double before = cost(at, weight), after = cost(there, weight);
    if (!(after < before)) {
      damping *= more;
      continue;
    }
    x = next, at = there, weight = weights(at);
    damping *= less;
    if (before - after < converged * before) break;
  }
  const double freedom = static_cast<double>(std::max<Eigen::Index>(at.size() - x.size(), 1));
  return {x, information, cost(at, weight) / freedom};
}

}  // namespace touchdown::host
