// Derivatives of the exact impact (oracle/exact_impact.hpp) by central differences, to compare the library's with. The
// oracle knows neither the library's series nor its derivatives.
#ifndef TOUCHDOWN_SENSITIVITY_DIFFERENCES_HPP
#define TOUCHDOWN_SENSITIVITY_DIFFERENCES_HPP

#include <Eigen/Core>
#include <vector>

#include "random_cases.hpp"
#include "touchdown/touchdown.hpp"

namespace differences {

using oracle::Case;
using Six = Eigen::Matrix<double, 6, 1>;  // impulse and velocity after

template <int inputs>
struct FoundBy {
  Eigen::Matrix<double, 6, inputs> by = Eigen::Matrix<double, 6, inputs>::Zero();
  double doubt = 0;  // how much differences over a step and over half of it disagree, relative
  bool known = true;
};
using Found = FoundBy<TD_CONTACT_INPUTS>;
using FoundByInertia = FoundBy<TD_CONTACT_INERTIA_INPUTS>;

// Inputs of a contact, and behind them those of W.
inline double &input_of(Case &c, int input) {
  double *const inputs[] = {&c.v.n,  &c.v.t,  &c.v.s,  &c.surface.mu_s, &c.surface.mu_k, &c.surface.e,
                            &c.W.nn, &c.W.nt, &c.W.ns, &c.W.tt,         &c.W.ts,         &c.W.ss};
  return *inputs[input];
}

inline bool exact(const Case &c, Six &result) {
  const oracle::Result found = oracle::exact_impact(c);
  result << found.p.n, found.p.t, found.p.s, found.v.n, found.v.t, found.v.s;
  return found.solved;
}

// Between `input` and its neighbours a step away, or as far as its range goes.
inline bool difference(const Case &c, int input, double step, Six &slope) {
  Case low = c, high = c;
  double &from = input_of(low, input), &to = input_of(high, input);
  from -= step;
  to += step;
  if (input == TD_BY_MU_K || input == TD_BY_E) from = std::max(from, 0.0);
  if (input == TD_BY_E) to = std::min(to, 1.0);
  if (input == TD_BY_MU_K) high.surface.mu_s = std::max(high.surface.mu_s, to);
  Six before, after;
  const bool known = exact(low, before) && exact(high, after);
  slope = (after - before) / (to - from);
  return known;
}

// Over steps of several sizes, extrapolated to none; of those that agree best with the half of themselves.
template <int inputs>
inline void add_column(const Case &c, int input, double size, FoundBy<inputs> &found) {
  double least = 1e300;
  for (const double part : {2e-5, 2e-6, 2e-7, 2e-8}) {
    Six whole, half;
    const double step = part * size;
    if (!difference(c, input, step, whole) || !difference(c, input, step / 2, half)) {
      found.known = false;
      return;
    }
    const bool ends = input == TD_BY_E && (c.surface.e < step || c.surface.e > 1 - step);
    const double doubt = (whole - half).norm() / (half.norm() + 1e-300);
    if (doubt > least / 2) continue;
    least = doubt;
    const Six once = 2 * half - whole, twice = (4 * half - whole) / 3;
    found.by.col(input % TD_CONTACT_INPUTS) = ends ? once : twice;
  }
  found.doubt = std::max(found.doubt, least);
}

inline Found derivatives(const Case &c) {
  Found found;
  const double speed = std::hypot(c.v.n, c.v.t, c.v.s);
  for (int input = 0; input < TD_CONTACT_INPUTS && found.known; ++input)
    if (input != TD_BY_MU_S) add_column(c, input, input < TD_BY_MU_S ? speed : 1, found);
  return found;
}

inline FoundByInertia derivatives_by_inertia(const Case &c) {
  static_assert(TD_CONTACT_INERTIA_INPUTS == TD_CONTACT_INPUTS, "columns are counted from either");
  FoundByInertia found;
  // A change must be small beside the least mobility.
  const double trace = c.W.tt + c.W.ss, size = (c.W.tt * c.W.ss - c.W.ts * c.W.ts) / trace;
  for (int input = 0; input < TD_CONTACT_INERTIA_INPUTS && found.known; ++input)
    add_column(c, TD_CONTACT_INPUTS + input, size, found);
  return found;
}

// The next case whose outcome depends on the data continuously. The automatic law is differentiated by the law that it
// takes.
inline Case well_posed_case(oracle::Random &random, oracle::Family family, oracle::Result &result) {
  while (true) {
    Case input = oracle::random_case(random, family);
    result = oracle::exact_impact(input);
    if (!oracle::well_posed(input, result)) continue;
    input.options.law = result.law;
    return input;
  }
}

template <class Scalar, int columns>
Eigen::Matrix<double, 3, columns> wide(const Scalar (&rows)[3][columns]) {
  Eigen::Matrix<double, 3, columns> matrix;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < columns; ++j) matrix(i, j) = static_cast<double>(rows[i][j]);
  return matrix;
}

}  // namespace differences

#endif
