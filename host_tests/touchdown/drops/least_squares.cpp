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

// A parameter that changes the residuals by less than this part of what another does changes only their rounding. A
// search steps far along it, or to no number, and is turned back to where it began: it is made without that parameter.
constexpr double least_felt = 1e-9;

double search(const LeastSquares &problem, Eigen::VectorXd &x) {
  Differentiated functor = differentiated(problem, x.size());
  Eigen::LevenbergMarquardt<Differentiated> solver(functor);
  if (problem.most > 0) solver.setMaxfev(problem.most);
  solver.minimize(x);
  return solver.fnorm();
}

std::vector<Eigen::Index> felt_at(const LeastSquares &problem, const Eigen::VectorXd &x) {
  const Eigen::VectorXd slopes = jacobian(problem, x).colwise().norm();
  std::vector<Eigen::Index> felt;
  for (Eigen::Index k = 0; k < x.size(); ++k)
    if (slopes[k] > least_felt * slopes.maxCoeff()) felt.push_back(k);
  return felt;
}

}  // namespace

double minimize(const LeastSquares &problem, Eigen::VectorXd &x) {
  const Eigen::VectorXd start = x;
  const double left = search(problem, x);
  if (x.allFinite() && x != start) return left;
  x = start;
  const std::vector<Eigen::Index> felt = felt_at(problem, start);
  if (felt.empty() || felt.size() == static_cast<std::size_t>(x.size())) return left;
  LeastSquares reduced = problem;
  reduced.residuals = [&](const Eigen::VectorXd &at, Eigen::VectorXd &out) {
    Eigen::VectorXd all = start;
    all(felt) = at;
    problem.residuals(all, out);
  };
  Eigen::VectorXd rest = start(felt);
  const double then = search(reduced, rest);
  if (rest.allFinite()) x(felt) = rest;
  return then;
}

Eigen::MatrixXd jacobian(const LeastSquares &problem, const Eigen::VectorXd &x) {
  Eigen::MatrixXd J(problem.count, x.size());
  differentiated(problem, x.size()).df(x, J);
  return J;
}

Eigen::MatrixXd least_squares(const Eigen::MatrixXd &A, const Eigen::MatrixXd &B, double least_pivot) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  if (least_pivot > 0) solver.setThreshold(least_pivot);
  return solver.compute(A).solve(B);
}

Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd &A) {
  return least_squares(A, Eigen::MatrixXd::Identity(A.rows(), A.rows()));
}

Eigen::MatrixXd product(const Eigen::MatrixXd &A, const Eigen::MatrixXd &B) { return A.lazyProduct(B); }

}  // namespace touchdown::host
