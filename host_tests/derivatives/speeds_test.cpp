// Derivatives of a system given by generalized speeds: against differences of the exact impact between ways in and out
// that are computed here with dense matrices, constraints included.
//
// Seen red: fill_ways (src/sensitivity/system.hpp) with the rows of L in place of its columns.
#include <doctest/doctest.h>

#include <Eigen/LU>

#include "exact_impact.hpp"
#include "random_cases.hpp"
#include "systems_tried.hpp"
#include "touchdown/touchdown.hpp"

namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Eigen::VectorXd;

struct System {
  Rows M, J, A;
  VectorXd inputs;  // u, mu_s, mu_k, e
  std::int32_t law;
  int n() const { return static_cast<int>(M.rows()); }
};

System random_system(oracle::Random &random) {
  System system;
  const int n = 4 + random.below(6), held = random.below(2);
  const auto fill = [&random](auto &matrix) {
    for (double &x : matrix.reshaped()) x = random.uniform(-1, 1);
  };
  Rows root(n, n);
  fill(root);
  system.M = root * root.transpose() + Rows::Identity(n, n);
  system.J.resize(3, n);
  system.A.resize(held, n);
  system.inputs.resize(n + 3);
  fill(system.J);
  fill(system.A);
  fill(system.inputs);
  if (system.J.row(0).dot(system.inputs.head(n)) > 0) system.inputs.head(n) *= -1;
  const double mu_k = random.uniform(0.05, 1.2);
  system.inputs.tail<3>() << mu_k * random.uniform(1, 1.4), mu_k, random.uniform(0.05, 0.95);
  system.law = random.below(4);
  return system;
}

// K = (1 - M^-1 A^T (A M^-1 A^T)^-1 A) M^-1 J^T.
Rows way_out(const System &system) {
  const Rows inverse = system.M.inverse();
  Rows K = inverse * system.J.transpose();
  if (system.A.rows() == 0) return K;
  const Rows held = inverse * system.A.transpose();
  K -= held * (system.A * held).inverse() * (system.A * K);
  return K;
}

bool exact_speeds(const System &system, const VectorXd &inputs, VectorXd &after, int &case_number) {
  const int n = system.n();
  const Rows K = way_out(system), W = system.J * K;
  const VectorXd v = system.J * inputs.head(n);
  oracle::Case c{{W(0, 0), W(0, 1), W(0, 2), W(1, 1), W(1, 2), W(2, 2)},
                 {v[0], v[1], v[2]},
                 {inputs[n], inputs[n + 1], inputs[n + 2]},
                 {}};
  c.options.law = system.law;
  const oracle::Result result = oracle::exact_impact(c);
  after = inputs.head(n) + K * Eigen::Vector3d(result.p.n, result.p.t, result.p.s);
  case_number = result.case_number;
  return result.solved && v[0] < 0 && oracle::well_posed(c, result);
}

int compare_column(const System &system, int input, const Rows &found) {
  const int n = system.n();
  constexpr double step = 2e-6;
  VectorXd low = system.inputs, high = system.inputs, before, here, after;
  low[input] -= step;
  high[input] += step;
  if (input == n + 1) low[n] += 2 * step, high[n] += 2 * step;
  int cases[3];
  if (!exact_speeds(system, low, before, cases[0]) || !exact_speeds(system, system.inputs, here, cases[1]) ||
      !exact_speeds(system, high, after, cases[2]) || cases[0] != cases[1] || cases[1] != cases[2])
    return 0;
  const VectorXd slope = (after - before) / (2 * step);
  CHECK((found.col(input) - slope).norm() < 1e-6 * (slope.norm() + 0.1));
  return 1;
}

}  // namespace

TEST_CASE("generalized speeds after, by speeds before and the surface") {
  oracle::Random random(41);
  int judged = 0;
  for (int i = 0; i < differences::systems_tried(40); ++i) {
    const System system = random_system(random);
    const int n = system.n();
    Rows p(3, n + 3), u(n, n + 3);
    touchdown::Speeds<double> speeds;
    speeds.system.n = n;
    speeds.system.M = system.M.data();
    speeds.system.u = system.inputs.data();
    speeds.system.constraints = static_cast<int>(system.A.rows());
    speeds.system.A = system.A.data();
    speeds.J = system.J.data();
    speeds.axes = TD_AXES_CONTACT;
    speeds.surface = {system.inputs[n], system.inputs[n + 1], system.inputs[n + 2]};
    speeds.options.law = system.law;
    touchdown::SpeedsDerivatives<double> found;
    const touchdown::Status status = touchdown::resolve(speeds, found, p.data(), u.data());
    REQUIRE(status >= 0);
    if ((status & TD_CAVEAT_ONE_SIDED) != 0) continue;
    for (int input = 0; input < n + 3; ++input) judged += compare_column(system, input, u);
    const Rows kept = system.A * u.leftCols(n) - system.A;
    CHECK((kept.size() == 0 || kept.norm() < 1e-10));
    Rows expected = way_out(system) * p;
    expected.leftCols(n) += Rows::Identity(n, n);
    CHECK((u - expected).norm() < 1e-9 * expected.norm());
  }
  CHECK(judged > 200);
}
