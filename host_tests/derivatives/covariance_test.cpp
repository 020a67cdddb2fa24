// A covariance through a linear map: X C X^T, and positive semidefinite whatever comes in.
//
// Seen red: take_column (src/sensitivity/covariance.hpp) reading the upper triangle; is_negative there that sees
// nothing.
#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <limits>

#include "random_cases.hpp"
#include "touchdown/touchdown.hpp"

namespace {

template <class Scalar>
using Rows = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class Scalar>
Rows<Scalar> random_matrix(oracle::Random &random, int rows, int columns) {
  Rows<Scalar> matrix(rows, columns);
  for (Scalar &x : matrix.reshaped()) x = static_cast<Scalar>(random.uniform(-1, 1));
  return matrix;
}

template <class Scalar>
double least_eigenvalue(const Rows<Scalar> &C) {
  const Eigen::MatrixXd wide = C.template cast<double>();
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(wide).eigenvalues()[0];
}

template <class Scalar>
void check_map() {
  oracle::Random random(31);
  constexpr auto epsilon = static_cast<double>(std::numeric_limits<Scalar>::epsilon());
  for (int i = 0; i < 2000; ++i) {
    const int outputs = 1 + random.below(TD_MAX_COVARIANCE), inputs = 1 + random.below(TD_MAX_COVARIANCE);
    const Rows<Scalar> X = random_matrix<Scalar>(random, outputs, inputs);
    const Rows<Scalar> root = random_matrix<Scalar>(random, inputs, 1 + random.below(inputs));
    const bool covariance = i % 2 == 0;
    const Rows<Scalar> any = random_matrix<Scalar>(random, inputs, inputs);
    const Rows<Scalar> C = covariance ? Rows<Scalar>(root * root.transpose()) : Rows<Scalar>(any + any.transpose());
    Rows<Scalar> after(outputs, outputs);
    const touchdown::Status status =
        touchdown::covariance_through<Scalar>(outputs, inputs, X.data(), C.data(), 0, nullptr, nullptr, after.data());
    REQUIRE(status >= 0);
    CHECK(after == after.transpose());
    CHECK(least_eigenvalue(after) >= -64 * epsilon * static_cast<double>(after.trace()));
    if (!covariance) {
      CHECK((status == TD_CAVEAT_COVARIANCE) == (least_eigenvalue(C) < 0));
      continue;
    }
    CHECK(status == TD_SOLVED);
    const Eigen::MatrixXd exact =
        X.template cast<double>() * C.template cast<double>() * X.template cast<double>().transpose();
    const double size = C.template cast<double>().norm() * X.template cast<double>().squaredNorm();
    CHECK((after.template cast<double>() - exact).norm() < 4096 * epsilon * size);
  }
}

}  // namespace

TEST_CASE("covariance: the map of what is one, and none that is negative of what is not") {
  check_map<float>();
  check_map<double>();
}

TEST_CASE("covariance: NaN, null and out of range is refused, and nothing written") {
  double X[4] = {1, 2, 3, 4}, C[4] = {1, 0, 0, 1}, after[4] = {7, 7, 7, 7};
  const auto through = [&](int outputs, int inputs, const double *map, int parameters) {
    return touchdown::covariance_through<double>(outputs, inputs, map, C, parameters, X, C, after);
  };
  CHECK(through(2, 2, nullptr, 2) == TD_REFUSED_NULL);
  CHECK(through(0, 2, X, 2) == TD_REFUSED_SIZE);
  CHECK(through(2, TD_MAX_COVARIANCE + 1, X, 2) == TD_REFUSED_SIZE);
  CHECK(through(2, 2, X, 0) == TD_REFUSED_SIZE);
  CHECK(through(2, 2, X, TD_MAX_COVARIANCE + 1) == TD_REFUSED_SIZE);
  C[2] = std::numeric_limits<double>::quiet_NaN();
  CHECK(through(2, 2, X, 2) == TD_REFUSED_RANGE);
  C[2] = 0;
  C[0] = std::numeric_limits<double>::infinity();
  CHECK(through(2, 2, X, 2) == TD_REFUSED_RANGE);
  CHECK(after[0] == 7);
}
