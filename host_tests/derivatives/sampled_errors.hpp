// A covariance against simulated errors: with the times of touching in the saltation matrix it is that of the samples,
// without them it is not.
#ifndef TOUCHDOWN_HOST_TESTS_SAMPLED_ERRORS_HPP
#define TOUCHDOWN_HOST_TESTS_SAMPLED_ERRORS_HPP

#include <doctest/doctest.h>

#include <Eigen/Core>

#include "random_cases.hpp"

namespace sampled_errors {

constexpr int count = 300;

template <int n>
using Matrix = Eigen::Matrix<double, n, n>;
template <int n>
using Vector = Eigen::Matrix<double, n, 1>;

// Normal to the fourth moment or so, by the sum of twelve.
template <int n>
Vector<n> normal_deviates(oracle::Random &random) {
  Vector<n> z;
  for (double &x : z) {
    x = 0;
    for (int i = 0; i < 12; ++i) x += random.uniform(-0.5, 0.5);
  }
  return z;
}

// P of errors whose sizes are given, correlated at random.
template <int n>
Matrix<n> random_covariance(const Vector<n> &sizes, oracle::Random &random) {
  Matrix<n> root;
  for (double &x : root.reshaped()) x = random.uniform(-1, 1);
  return sizes.asDiagonal() * (root * root.transpose() / n) * sizes.asDiagonal();
}

// The difference, as a part of the sampled covariance, with each error in units of its expected size.
template <int n>
double distance(const Matrix<n> &covariance, const Vector<n> &sizes, const Matrix<n> &sampled) {
  const auto scale = sizes.cwiseInverse().asDiagonal();
  return (scale * (covariance - sampled) * scale).norm() / (scale * sampled * scale).norm();
}

// Phi maps errors right after the impact to errors of the samples; `reset` is the impact without its times.
template <int n>
void check(const Matrix<n> &after, const Matrix<n> &P, const Matrix<n> &reset, const Matrix<n> &Phi,
           const Matrix<n> &sampled) {
  const Matrix<n> expected = Phi * after * Phi.transpose();
  const Vector<n> sizes = expected.diagonal().cwiseSqrt();
  const double with = distance<n>(expected, sizes, sampled);
  const double without = distance<n>(Phi * reset * P * reset.transpose() * Phi.transpose(), sizes, sampled);
  CAPTURE(with);
  CAPTURE(without);
  CHECK(with < 0.2);
  CHECK(without > 2 * with);
}

}  // namespace sampled_errors

#endif
