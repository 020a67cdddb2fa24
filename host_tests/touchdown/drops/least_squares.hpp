// Nonlinear least squares: Levenberg and Marquardt's method over differences (Eigen's), compiled once for every fit.
#pragma once

#include <Eigen/Core>

#include "cli/standard.hpp"

namespace touchdown::host {

struct LeastSquares {
  std::function<void(const Eigen::VectorXd &x, Eigen::VectorXd &residuals)> residuals;
  Eigen::Index count = 0;  // of residuals
  double step = 0;         // of the differences, as a part of x; 0: by the machine's precision
  Eigen::Index most = 0;   // evaluations; 0: no other limit than Eigen's
};

// From x on to the least sum of squares near it; the length of what is left.
double minimize(const LeastSquares &problem, Eigen::VectorXd &x);

// By forward differences.
Eigen::MatrixXd jacobian(const LeastSquares &problem, const Eigen::VectorXd &x);

// Dense algebra, compiled once: Eigen's templates take seconds in each source that uses them.

// The least X, column by column, with the least A X - B. Pivots below this part of the greatest count as 0; below the
// machine's precision unless given.
Eigen::MatrixXd least_squares(const Eigen::MatrixXd &A, const Eigen::MatrixXd &B, double least_pivot = 0);

// Moore and Penrose's.
Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd &A);

Eigen::MatrixXd product(const Eigen::MatrixXd &A, const Eigen::MatrixXd &B);

}  // namespace touchdown::host
