// The law of several contacts at once (docs/theory, C.2 and C.3) solved by its definition: projections onto half line
// and disc, one contact after the other, in dense matrices, until nothing moves but rounding. It knows neither the
// library's cones and multipliers nor Newton's method, and no derivative.
#ifndef TOUCHDOWN_SENSITIVITY_COUPLED_ORACLE_HPP
#define TOUCHDOWN_SENSITIVITY_COUPLED_ORACLE_HPP

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <vector>

#include "touchdown/touchdown.hpp"

namespace coupled_oracle {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// Contact space of a system of n speeds, six of a body: rows n, t, s of each contact; and what impulses do to its
// motion.
struct Problem {
  Matrix J, K, W;   // 3 contacts x n, n x 3 contacts, J K
  Vector u, mu, e;  // motion before; mu_s = mu_k
};

// p and the motion after.
struct Answer {
  Vector p, motion;
  bool found = false;
};

// Axes as the library has them: rows n, t, s.
inline Problem problem_of(const touchdown::BodyMultiContact<double> &body,
                          const touchdown::ContactResult<double> *contacts) {
  const int count = body.count;
  Problem problem;
  problem.J.resize(3 * count, 6);
  problem.u.resize(6);
  problem.mu.resize(count);
  problem.e.resize(count);
  for (int i = 0; i < count; ++i) {
    const touchdown::Point<double> &point = body.points[i];
    const Eigen::Vector3d r(point.r[0], point.r[1], point.r[2]);
    Eigen::Matrix3d frame;
    frame.row(0) = Eigen::Vector3d(point.n[0], point.n[1], point.n[2]).normalized();
    for (int k = 0; k < 3; ++k) {
      frame(1, k) = contacts[i].t[k];
      frame(2, k) = contacts[i].s[k];
    }
    Eigen::Matrix3d cross;
    cross << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
    problem.J.block<3, 3>(3 * i, 0) = frame;
    problem.J.block<3, 3>(3 * i, 3) = -frame * cross;
    problem.mu[i] = point.surface.mu_k;
    problem.e[i] = point.surface.e;
  }
  const double(&I)[6] = body.body.inertia;
  Eigen::Matrix<double, 6, 6> M = body.body.mass * Eigen::Matrix<double, 6, 6>::Identity();
  M.bottomRightCorner<3, 3>() << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
  problem.K = M.inverse() * problem.J.transpose();
  problem.W = problem.J * problem.K;
  for (int k = 0; k < 3; ++k) {
    problem.u[k] = body.body.v[k];
    problem.u[3 + k] = body.body.w[k];
  }
  return problem;
}

// Contact i once: its three impulses against its velocity, one direction at a time. Returns the largest change.
inline double project(const Problem &problem, const Vector &v, const Vector &target, const Vector &least, int i,
                      Vector &p) {
  const int n = 3 * i;
  const Eigen::Vector3d before = p.segment<3>(n);
  const auto velocity = [&](int row) { return v[row] + problem.W.row(row).dot(p); };
  p[n] = std::max(least[i], p[n] - (velocity(n) - target[i]) / problem.W(n, n));
  const double size = problem.W(n + 1, n + 1) + problem.W(n + 2, n + 2);
  const double v_t = velocity(n + 1), v_s = velocity(n + 2);
  p[n + 1] -= v_t / size;
  p[n + 2] -= v_s / size;
  const double length = std::hypot(p[n + 1], p[n + 2]), reach = problem.mu[i] * p[n];
  if (length > reach) p.segment<2>(n + 1) *= reach / length;
  return (p.segment<3>(n) - before).cwiseAbs().maxCoeff();
}

// From velocities v, onwards from p.
inline bool settle(const Problem &problem, const Vector &v, const Vector &target, const Vector &least, Vector &p) {
  const int count = static_cast<int>(problem.mu.size());
  constexpr int most = 20000;
  for (int sweep = 0; sweep < most; ++sweep) {
    double change = 0;
    for (int i = 0; i < count; ++i) change = std::max(change, project(problem, v, target, least, i, p));
    if (change <= 1e-14 * (p.cwiseAbs().maxCoeff() + 1e-3)) return true;
  }
  return false;
}

// Impulses of the two phases, where the next search begins.
struct Start {
  Vector compression, restitution;
};

inline Answer solve(const Problem &problem, std::int32_t law, Start &start) {
  const int count = static_cast<int>(problem.mu.size());
  const Vector v = problem.J * problem.u, none = Vector::Zero(count);
  if (start.compression.size() == 0) start.compression = start.restitution = Vector::Zero(3 * count);
  Vector target = none;
  for (int i = 0; i < count; ++i)
    if (law == TD_LAW_NEWTON && v[3 * i] < 0) target[i] = -problem.e[i] * v[3 * i];
  Answer answer;
  answer.found = settle(problem, v, target, none, start.compression);
  answer.p = start.compression;
  if (law == TD_LAW_POISSON) {
    Vector least(count);
    for (int i = 0; i < count; ++i) least[i] = problem.e[i] * start.compression[3 * i];
    const Vector after = v + problem.W * start.compression;
    answer.found = answer.found && settle(problem, after, none, least, start.restitution);
    answer.p += start.restitution;
  }
  answer.motion = problem.u + problem.K * answer.p;
  return answer;
}

// Derivatives of p and of the motion after, by the motion before, then mu and e of each contact; and how much
// differences over a step and over half of it disagree.
struct Found {
  Matrix p, motion;
  double doubt = 0;
  bool known = true;
};

inline double &input_of(Problem &problem, int input) {
  const int n = static_cast<int>(problem.u.size());
  if (input < n) return problem.u[input];
  const int contact = (input - n) / 2;
  return (input - n) % 2 == 0 ? problem.mu[contact] : problem.e[contact];
}

inline bool slope(const Problem &problem, std::int32_t law, const Start &start, int input, double step, Vector &by) {
  Answer ends[2];
  for (int side = 0; side < 2; ++side) {
    Problem moved = problem;
    Start from = start;
    input_of(moved, input) += side == 0 ? -step : step;
    ends[side] = solve(moved, law, from);
  }
  const int rows = static_cast<int>(ends[0].p.size());
  by.resize(rows + problem.u.size());
  by << (ends[1].p - ends[0].p) / (2 * step), (ends[1].motion - ends[0].motion) / (2 * step);
  return ends[0].found && ends[1].found;
}

inline Found derivatives(const Problem &problem, std::int32_t law, const Start &start) {
  const int count = static_cast<int>(problem.mu.size()), n = static_cast<int>(problem.u.size());
  const int inputs = n + 2 * count;
  Found found;
  found.p.resize(3 * count, inputs);
  found.motion.resize(n, inputs);
  for (int input = 0; input < inputs; ++input) {
    double least = 1e300;
    for (const double step : {1e-3, 1e-4, 1e-5}) {
      Vector whole, half;
      found.known = slope(problem, law, start, input, step, whole) && slope(problem, law, start, input, step / 2, half);
      if (!found.known) return found;
      const double doubt = (whole - half).norm() / (half.norm() + 1);
      if (doubt > least / 2) continue;
      least = doubt;
      const Vector best = (4 * half - whole) / 3;
      found.p.col(input) = best.head(3 * count);
      found.motion.col(input) = best.tail(n);
    }
    found.doubt = std::max(found.doubt, least);
  }
  return found;
}

}  // namespace coupled_oracle

#endif
