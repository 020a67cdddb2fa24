// Nonlinear least squares (Levenberg 1944, Marquardt 1963) whose residuals come in groups of seven, a pose each; a pose
// that is off counts by its distance and not by the square of it (Huber 1964).
#ifndef TOUCHDOWN_HOST_TESTS_ROBUST_FIT_HPP
#define TOUCHDOWN_HOST_TESTS_ROBUST_FIT_HPP

#include <Eigen/Core>
#include <functional>

namespace touchdown::host {

using Residuals = std::function<Eigen::VectorXd(const Eigen::VectorXd &)>;

constexpr Eigen::Index pose_residuals = 7;  // position, attitude, joint; in standard deviations

struct RobustFit {
  Eigen::VectorXd x;
  Eigen::MatrixXd information;  // J^T weight J
  double chi_squared;           // weighted, per degree of freedom
};

// `step`: of each unknown, for differences.
RobustFit robust_fit(const Residuals &residuals, Eigen::VectorXd x, const Eigen::VectorXd &step, int rounds);

// Columns of differences.
Eigen::MatrixXd slopes(const Residuals &residuals, const Eigen::VectorXd &x, const Eigen::VectorXd &at,
                       const Eigen::VectorXd &step);

}  // namespace touchdown::host

#endif
