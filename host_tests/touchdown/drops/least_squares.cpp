#include "drops/least_squares.hpp"

#include <Eigen/QR>
#include <unsupported/Eigen/LevenbergMarquardt>

namespace touchdown::host {
namespace {

struct Functor : Eigen::DenseFunctor<double> {
  Functor(const LeastSquares &problem_, Eigen::Index unknowns)
      : DenseFunctor(static_cast<int>(unknowns), static_cast<int>(problem_.count)), problem(problem_) {}
  int operator()(const Eigen::VectorXd &x, Eigen::VectorXd &out) const {
    problem.residuals(x, out);
    return 0;
  }
  const LeastSquares &problem;
};

using Differentiated = Eigen::NumericalDiff<Functor>;

Differentiated differentiated(const LeastSquares &problem, Eigen::Index unknowns) {
  return {Functor(problem, unknowns), problem.step * problem.step};
}

}  // namespace

double minimize(const LeastSquares &problem, Eigen::VectorXd &x) {
  Differentiated functor = differentiated(problem, x.size());
  Eigen::LevenbergMarquardt<Differentiated> solver(functor);
  if (problem.most > 0) solver.setMaxfev(problem.most);
  solver.minimize(x);
  return solver.fnorm();
}

Eigen::MatrixXd jacobian(const LeastSquares &problem, const Eigen::VectorXd &x) {
  Eigen::MatrixXd J(problem.count, x.size());
  differentiated(problem, x.size()).df(x, J);
  return J;
}

Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd &A) { return A.completeOrthogonalDecomposition().pseudoInverse(); }

}  // namespace touchdown::host
