// The coupled rule against thousands of projected sweeps in long double, by own code that shares no line with the
// library: N random compressions (e = 0) of each kind, at growing budgets. Prints the part of them whose contact
// velocities agree to 1e-3 and to 1e-2 of the fastest approach, the part that says BUDGET_SPENT, and the part that
// misses the law itself (C.2) by more than 1e-2; fails where TD_CONVERGED_ITERATIONS misses its bars.
//
//     coupled_agreement [count]
//
// Where the law has more than one solution, both can be right and apart: the last column shows it.
//
// Seen red: a step of Newton's method that moves 2e-3 taken for settled; `phase.by_newton` false in
// src/multi_contact/coupled_solve.hpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "dense.hpp"
#include "random_systems.hpp"
#include "restated.hpp"

namespace {

using Real = long double;
using systems::axes_of;
using systems::Matrix;
using systems::rows;
using systems::Vector;

// Contact space: rows n, t, s of each contact.
struct Problem {
  int contacts = 0;
  Matrix W;
  Vector v, mu;
  double fastest = 0;

  void finish(const Matrix &M, const Matrix &J, const Vector &u) {
    W = J * M.fullPivLu().solve(J.transpose());
    v = J * u;
    for (int i = 0; i < contacts; ++i) fastest = std::max(fastest, -v(3 * i));
  }
};

using Impulses = std::vector<Real>;

Real real(double x) { return static_cast<Real>(x); }

Real velocity(const Problem &problem, const Impulses &p, int row) {
  Real sum = real(problem.v(row));
  for (int j = 0; j < 3 * problem.contacts; ++j)
    sum += static_cast<Real>(problem.W(row, j)) * p[static_cast<std::size_t>(j)];
  return sum;
}

// Projected onto the half line and the disc, one direction of descent at a time.
Real relax(const Problem &problem, int i, Real kappa, Impulses &p) {
  Real *q = &p[static_cast<std::size_t>(3 * i)];
  const Real before[3] = {q[0], q[1], q[2]};
  const Real W_nn = real(problem.W(3 * i, 3 * i));
  q[0] = std::max<Real>(0, q[0] - (velocity(problem, p, 3 * i) + kappa * q[0]) / (W_nn + kappa));
  const Real W_T = real(problem.W(3 * i + 1, 3 * i + 1) + problem.W(3 * i + 2, 3 * i + 2));
  const Real v_t = velocity(problem, p, 3 * i + 1), v_s = velocity(problem, p, 3 * i + 2);
  q[1] -= v_t / W_T;
  q[2] -= v_s / W_T;
  const Real length = std::hypot(q[1], q[2]), reach = real(problem.mu(i)) * q[0];
  if (length > reach) {
    q[1] *= reach / length;
    q[2] *= reach / length;
  }
  Real change = 0;
  for (int k = 0; k < 3; ++k) change = std::max(change, std::abs(q[k] - before[k]));
  return change * W_nn;
}

bool sweeps(const Problem &problem, Real kappa, int most, Impulses &p) {
  for (int sweep = 0; sweep < most; ++sweep) {
    Real change = 0;
    for (int i = 0; i < problem.contacts; ++i) change = std::max(change, relax(problem, i, kappa, p));
    if (change < 1e-9L * real(problem.fastest)) return true;
  }
  return false;
}

struct Converged {
  bool found;
  Vector v;
};

// Compliant contacts first, which settles how redundant ones share; then the law as it is.
Converged converged(const Problem &problem) {
  Impulses p(static_cast<std::size_t>(3 * problem.contacts), 0);
  Real W_nn = 0;
  for (int i = 0; i < problem.contacts; ++i)
    if (-problem.v(3 * i) >= problem.fastest) W_nn = real(problem.W(3 * i, 3 * i));
  sweeps(problem, W_nn / 100, 10000, p);
  const bool found = sweeps(problem, 0, 10000, p);
  Vector v(3 * problem.contacts);
  for (int row = 0; row < 3 * problem.contacts; ++row) v(row) = static_cast<double>(velocity(problem, p, row));
  return {found, v};
}

// How far p is from solving: cone, v_n >= 0, one of the two 0, friction against the slip.
double missed(const Problem &problem, const Vector &p, const Vector &v) {
  double worst = 0;
  for (int i = 0; i < problem.contacts; ++i) {
    const double W_nn = problem.W(3 * i, 3 * i), p_n = p(3 * i), limit = problem.mu(i) * p_n;
    worst = std::max({worst, -p_n * W_nn, -v(3 * i), std::min(p_n * W_nn, v(3 * i))});
    const Eigen::Vector2d friction = p.segment(3 * i + 1, 2);
    Eigen::Vector2d pushed = friction - v.segment(3 * i + 1, 2) / W_nn;
    if (pushed.norm() > limit) pushed *= limit / pushed.norm();
    worst = std::max({worst, (friction.norm() - limit) * W_nn, (pushed - friction).norm() * W_nn});
  }
  return worst / problem.fastest;
}

struct Ours {
  Vector p, v;
  bool spent;
};

Eigen::Vector3d vector(const td_contact_vector &x) {
  return {static_cast<double>(x.n), static_cast<double>(x.t), static_cast<double>(x.s)};
}

template <class Resolve>
Ours ours(const Problem &problem, const Resolve &resolve) {
  td_contact_result shares[TD_MAX_CONTACTS];
  const td_status status = resolve(shares);
  if (status < 0) std::abort();
  Ours answer{Vector(3 * problem.contacts), Vector(3 * problem.contacts), (status & TD_CAVEAT_BUDGET_SPENT) != 0};
  for (int i = 0; i < problem.contacts; ++i) {
    answer.p.segment(3 * i, 3) = vector(shares[i].p);
    answer.v.segment(3 * i, 3) = vector(shares[i].v);
  }
  return answer;
}

constexpr std::array<int, 3> budgets = {0, TD_CONVERGED_ITERATIONS, 4 * TD_CONVERGED_ITERATIONS};

struct Tally {
  int cases = 0, close = 0, near = 0, spent = 0, wrong = 0;
};

struct Row {
  const char *name;
  std::array<Tally, budgets.size()> tallies = {};

  void take(std::size_t budget, const Problem &problem, const Converged &exact, const Ours &answer) {
    Tally &tally = tallies[budget];
    const double off = (answer.v - exact.v).cwiseAbs().maxCoeff() / problem.fastest;
    ++tally.cases;
    tally.close += off <= 1e-3;
    tally.near += off <= 1e-2;
    tally.spent += answer.spent;
    tally.wrong += missed(problem, answer.p, answer.v) > 1e-2;
  }

  // At TD_CONVERGED_ITERATIONS: at least `close` [%] of the cases to 1e-3; all but 1 in 100 solve the law and say so.
  bool report(double close) const {
    constexpr double few = 2;  // [%] 1, and what 300 cases leave to chance; of 8 feet with mu_s > mu_k 1.5
    bool good = true;
    for (std::size_t i = 0; i < budgets.size(); ++i) {
      const Tally &t = tallies[i];
      const auto part = [&t](int count) { return 100.0 * count / t.cases; };
      const bool kept = budgets[i] != TD_CONVERGED_ITERATIONS ||
                        (part(t.close) >= close && part(t.wrong) <= few && part(t.spent) <= few);
      std::printf("%-22s %10d %9.1f %9.1f %9.1f %9.1f%s\n", name, budgets[i], part(t.close), part(t.near),
                  part(t.spent), part(t.wrong), kept ? "" : "  FAIL");
      good &= kept;
    }
    return good;
  }
};

Problem problem_of(const systems::RandomFeet &feet) {
  const td_body_multi_contact &body = feet.body;
  Problem problem;
  problem.contacts = body.count;
  Matrix J(3 * body.count, 6), M(6, 6);
  Vector u(6);
  problem.mu.resize(body.count);
  for (int i = 0; i < body.count; ++i) {
    systems::AsSpeeds<1> same;
    same.put(0, body.body, body.points[i].r);
    J.middleRows(3 * i, 3) = axes_of(body.points[i].n) * rows(same.J, 3, 6);
    M = rows(same.M, 6, 6);
    u = rows(same.u, 6, 1);
    problem.mu(i) = static_cast<double>(body.points[i].surface.mu_k);
  }
  problem.finish(M, J, u);
  return problem;
}

Problem problem_of(const systems::RandomSpeeds &speeds) {
  const int n = speeds.n;
  Problem problem;
  problem.contacts = speeds.count;
  problem.mu.resize(speeds.count);
  Matrix J = rows(speeds.J, 3 * speeds.count, n);
  for (int i = 0; i < speeds.count; ++i) {
    const td_real *n_i = speeds.normals + 3 * i;
    J.middleRows(3 * i, 3) = axes_of({n_i[0], n_i[1], n_i[2]}) * J.middleRows(3 * i, 3).eval();
    problem.mu(i) = static_cast<double>(speeds.surfaces[i].mu_k);
  }
  problem.finish(rows(speeds.M, n, n), J, rows(speeds.u, n, 1));
  return problem;
}

// Static friction at each contact that sticks in the converged answer, kinetic at all others: the reference knows one.
template <class Resolve>
void take_friction(const td_point *points, const Resolve &resolve, Problem &problem) {
  td_contact_result shares[TD_MAX_CONTACTS];
  if (resolve(TD_CONVERGED_ITERATIONS, shares) < 0) std::abort();
  for (int i = 0; i < problem.contacts; ++i) {
    const td_surface &surface = points[i].surface;
    problem.mu(i) = static_cast<double>(shares[i].mode == TD_MODE_STICKS ? surface.mu_s : surface.mu_k);
  }
}

// At all budgets: `resolve` gets the number of iterations.
template <class Resolve>
void compare(const Problem &problem, const Resolve &resolve, Row &row) {
  const Converged exact = converged(problem);
  if (!exact.found) return;
  for (std::size_t budget = 0; budget < budgets.size(); ++budget)
    row.take(budget, problem, exact,
             ours(problem, [&](td_contact_result *shares) { return resolve(budgets[budget], shares); }));
}

bool feet(const char *name, int count, int number, bool flat, double static_part, double close) {
  Row row{name};
  for (int seed = 1; seed <= count; ++seed) {
    systems::Random random(static_cast<std::uint64_t>(seed));
    systems::RandomFeet data(random, number, flat, 1);
    for (int i = 0; i < number; ++i) {
      td_surface &surface = data.points[i].surface;
      surface = {static_cast<td_real>(static_part) * surface.mu_k, surface.mu_k, 0};
    }
    const auto resolve = [&](int iterations, td_contact_result *shares) {
      td_body_multi_contact_impact impact = {};
      data.body.multi_contact.iterations = iterations;
      return td_resolve_body_multi_contact(&data.body, &impact, shares);
    };
    Problem problem = problem_of(data);
    take_friction(data.points, resolve, problem);
    compare(problem, resolve, row);
  }
  return row.report(close);
}

bool speeds(const char *name, int count, int n, int contacts, double close) {
  Row row{name};
  for (int seed = 1; seed <= count; ++seed) {
    systems::Random random(static_cast<std::uint64_t>(seed));
    systems::RandomSpeeds data(random, n, 0, contacts);
    for (td_surface &surface : data.surfaces) surface = {surface.mu_k, surface.mu_k, 0};
    compare(
        problem_of(data),
        [&](int iterations, td_contact_result *shares) {
          td_speeds_multi_contact_impact impact = {};
          td_speeds_multi_contact system = data.with_contacts();
          system.multi_contact.iterations = iterations;
          return td_resolve_speeds_multi_contact(&system, &impact, nullptr, shares);
        },
        row);
  }
  return row.report(close);
}

}  // namespace

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 300;
  std::printf("%s, %d compressions each\n%-22s %10s %9s %9s %9s %9s\n", sizeof(td_real) == 8 ? "double" : "float",
              count, "parts of them [%]", "iterations", "to 1e-3", "to 1e-2", "spent", "law missed");
  bool good = feet("4 feet, flat", count, 4, true, 1, 97);
  good &= feet("4 feet, rough", count, 4, false, 1, 97);
  good &= feet("8 feet, rough", count, 8, false, 1, 94);
  good &= feet("2 feet, mu_s 1.3 mu_k", count, 2, false, 1.3, 97);
  good &= feet("4 feet, mu_s 1.3 mu_k", count, 4, false, 1.3, 94);
  good &= feet("8 feet, mu_s 1.3 mu_k", count, 8, false, 1.3, 91);
  good &= speeds("4 contacts, 12 speeds", count, 12, 4, 97);
  return good ? 0 : 1;
}
