// Single impacts of systems against an independent answer: contact space by one dense solve of the whole system,
//   [M A^T; A 0] [du; -lambda] = [J^T p; 0],
// with full pivoting in double, and the impact by the oracle's exact path. N random bodies, pairs, generalized speeds
// and constrained systems each; prints median, 99.9 % and greatest error of the speeds after, as a part of the largest
// speed, and fails where it is above its bar.
//
//     agreement [count]
//
// Seen red: speeds changed by a thousandth too much in apply_impulse of src/systems/generalized_speeds.hpp.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "dense.hpp"
#include "random_cases.hpp"
#include "random_systems.hpp"
#include "restated.hpp"

namespace {

using systems::axes_of;
using systems::Matrix;
using systems::rows;
using systems::Vector;

// Enough steps for an exact path, so that only the way to contact space and back is compared.
constexpr int steps = TD_MAX_STEPS;
constexpr double bar_999 = sizeof(td_real) == 8 ? 1e-8 : 1e-3;

struct Answer {
  bool usable = false;
  Vector u;
};

Answer independent(const td_speeds &system) {
  const int n = system.system.n, k = system.system.constraints;
  const Matrix J = axes_of(system.normal) * rows(system.J, 3, n);
  const Vector u = rows(system.system.u, n, 1);
  Matrix whole = Matrix::Zero(n + k, n + k);
  whole.topLeftCorner(n, n) = rows(system.system.M, n, n);
  if (k > 0) {
    whole.bottomLeftCorner(k, n) = rows(system.system.A, k, n);
    whole.topRightCorner(n, k) = whole.bottomLeftCorner(k, n).transpose();
  }
  Matrix pushes = Matrix::Zero(n + k, 3);
  pushes.topRows(n) = J.transpose();
  const Matrix response = whole.fullPivLu().solve(pushes).topRows(n);
  const Matrix W = J * response;
  const Vector v = J * u;

  oracle::Case input{};
  input.W = {W(0, 0), W(0, 1), W(0, 2), W(1, 1), W(1, 2), W(2, 2)};
  input.v = {v(0), v(1), v(2)};
  input.surface = {static_cast<double>(system.surface.mu_s), static_cast<double>(system.surface.mu_k),
                   static_cast<double>(system.surface.e)};
  const oracle::Result exact = oracle::exact_impact(input);
  return {oracle::well_posed(input, exact), u + response * Eigen::Vector3d(exact.p.n, exact.p.t, exact.p.s)};
}

double error_of(const Vector &found, const Answer &answer) {
  return (found - answer.u).cwiseAbs().maxCoeff() / answer.u.cwiseAbs().maxCoeff();
}

struct Errors {
  const char *name;
  std::vector<double> list = {};

  bool report() {
    std::sort(list.begin(), list.end());
    const double at_999 = list[list.size() * 999 / 1000];
    const bool good = at_999 <= bar_999;
    std::printf("%-28s %7zu %10.1e %10.1e %10.1e%s\n", name, list.size(), list[list.size() / 2], at_999, list.back(),
                good ? "" : "  FAIL");
    return good;
  }
};

template <class Draw>
bool compare(const char *name, int count, const Draw &draw) {
  Errors errors{name};
  for (std::uint64_t seed = 1; static_cast<int>(errors.list.size()) < count; ++seed) {
    systems::Random random(seed);
    draw(random, errors);
  }
  return errors.report();
}

void body(systems::Random &random, Errors &errors) {
  td_body_contact one = systems::random_single(random);
  one.options.steps = steps;
  const systems::BodyAsSpeeds same(one);
  const Answer answer = independent(same.system);
  td_body_impact impact;
  if (!answer.usable) return;
  if (td_resolve_body(&one, &impact) < 0) std::abort();
  Vector u(6);
  u << rows(impact.v, 3, 1), rows(impact.w, 3, 1);
  errors.list.push_back(error_of(u, answer));
}

void pair(systems::Random &random, Errors &errors) {
  td_pair two = systems::random_pair(random);
  two.options.steps = steps;
  const systems::PairAsSpeeds same(two);
  const Answer answer = independent(same.system);
  td_pair_impact impact;
  if (!answer.usable) return;
  if (td_resolve_pair(&two, &impact) < 0) std::abort();
  Vector u(12);
  u << rows(impact.v_a, 3, 1), rows(impact.w_a, 3, 1), rows(impact.v_b, 3, 1), rows(impact.w_b, 3, 1);
  errors.list.push_back(error_of(u, answer));
}

void speeds(systems::Random &random, Errors &errors, bool constrained) {
  const int n = 3 + static_cast<int>(random.uniform(0, TD_MAX_SPEEDS - 2.001));
  const int k = constrained && n > 4 ? 1 + static_cast<int>(random.uniform(0, n - 4.001)) : 0;
  const systems::RandomSpeeds data(random, n, k, 1);
  td_speeds system = data.single();
  system.options.steps = steps;
  const Answer answer = independent(system);
  td_real u[TD_MAX_SPEEDS];
  td_speeds_impact impact = {};
  td_system_after after = {u, nullptr, nullptr};
  if (!answer.usable) return;
  if (td_resolve_speeds(&system, &impact, &after) < 0) std::abort();
  errors.list.push_back(error_of(rows(u, n, 1), answer));
}

}  // namespace

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 2500;
  std::printf("%s\n%-28s %7s %10s %10s %10s\n", sizeof(td_real) == 8 ? "double" : "float", "error of the speeds after",
              "cases", "median", "99.9 %", "greatest");
  bool good = compare("body", count, body);
  good &= compare("pair", count, pair);
  good &= compare("generalized speeds", count, [](systems::Random &r, Errors &e) { speeds(r, e, false); });
  good &= compare("with constraints", count, [](systems::Random &r, Errors &e) { speeds(r, e, true); });
  return good ? 0 : 1;
}
