// A covariance through linear maps: X C X^T = (X L) (X L)^T with C = L L^T, so the result is symmetric by construction
// and positive semidefinite to rounding. Negative variance in C counts as 0.
#ifndef TOUCHDOWN_SENSITIVITY_COVARIANCE_HPP
#define TOUCHDOWN_SENSITIVITY_COVARIANCE_HPP

#include "numerics/linalg.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::sensitivity {

// C = L L^T, by columns of the pivot that is largest relative to its entry of C. So directions without variance are
// found last, and units do not matter.
template <class Scalar, int most>
struct CovarianceFactor {
  const Scalar *C;
  Scalar left[most * most];  // C minus the columns found; the lower triangle
  bool taken[most];
};

// -1 if no pivot is above rounding.
template <class Scalar, int most>
inline int best_pivot(int n, const CovarianceFactor<Scalar, most> &factor) {
  int best = -1;
  Scalar largest = tolerance::negative_variance<Scalar>;
  for (int i = 0; i < n; ++i) {
    const Scalar size = factor.C[i * (n + 1)];
    const Scalar share = factor.taken[i] || !(size > 0) ? Scalar(0) : factor.left[i * (n + 1)] / size;
    if (share > largest) {
      largest = share;
      best = i;
    }
  }
  return best;
}

template <class Scalar, int most>
inline void take_column(int n, int pivot, CovarianceFactor<Scalar, most> &factor, Scalar (&column)[most]) {
  const Scalar root = square_root(factor.left[pivot * n + pivot]);
  for (int i = 0; i < n; ++i) {
    const Scalar entry = i > pivot ? factor.left[i * n + pivot] : factor.left[pivot * n + i];
    column[i] = factor.taken[i] ? Scalar(0) : entry / root;
  }
  factor.taken[pivot] = true;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) factor.left[i * n + j] -= column[i] * column[j];
}

// Whether the remainder is that of no covariance: a negative variance, or a covariance above its two variances.
template <class Scalar, int most>
inline bool is_negative(int n, const CovarianceFactor<Scalar, most> &factor) {
  constexpr Scalar noise = tolerance::negative_variance<Scalar>;
  bool negative = false;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      const Scalar entry = factor.left[i * n + j];
      const Scalar room = noise * square_root(abs(factor.C[i * (n + 1)])) * square_root(abs(factor.C[j * (n + 1)]));
      const bool off = !factor.taken[i] && !factor.taken[j] && (i == j ? entry < -room : abs(entry) > room);
      negative = negative || off;
    }
  return negative;
}

// Gives the columns of L to take(k, column), in the order of their pivots. Returns whether C is not a covariance.
template <int most, class Scalar, class Take>
inline bool give_columns(int n, const Scalar *C, Take take) {
  CovarianceFactor<Scalar, most> factor{C, {}, {}};
  copy(n * n, C, factor.left);
  for (int k = 0; k < n; ++k) {
    const int pivot = best_pivot(n, factor);
    if (pivot < 0) break;
    Scalar column[most];
    take_column(n, pivot, factor, column);
    take(k, column);
  }
  return is_negative(n, factor);
}

// C = L L^T, column k of L at k n. Returns whether C is not a covariance.
template <int most, class Scalar>
bool factorize(int n, const Scalar *C, Scalar *L) {
  fill_zero(n * n, L);
  return give_columns<most>(n, C, [&](int k, const Scalar(&column)[most]) { copy(n, column, L + k * n); });
}

// Reads the lower triangle.
template <class Scalar>
inline bool lower_finite(int n, const Scalar *C) {
  bool finite = true;
  for (int i = 0; i < n; ++i) finite = finite && entries_finite(i + 1, C + i * n);
  return finite;
}

// Adds X C X^T, its lower triangle: TD_SOLVED, TD_CAVEAT_COVARIANCE or TD_REFUSED_RANGE.
template <int most, class Scalar>
Status add_covariance(int outputs, int n, const Scalar *X, const Scalar *C, Scalar *sum) {
  if (!lower_finite(n, C) || !entries_finite(outputs * n, X)) return TD_REFUSED_RANGE;
  const bool negative = give_columns<most>(n, C, [&](int, const Scalar(&column)[most]) {
    Scalar mapped[most];
    for (int i = 0; i < outputs; ++i) mapped[i] = dot<Scalar, Scalar>(n, X + i * n, column);
    for (int i = 0; i < outputs; ++i)
      for (int j = 0; j <= i; ++j) sum[i * outputs + j] += mapped[i] * mapped[j];
  });
  return negative ? TD_CAVEAT_COVARIANCE : TD_SOLVED;
}

// td_covariance_through, of `most` rows and columns.
template <int most, class Scalar>
Status covariance_through(int outputs, int inputs, const Scalar *X, const Scalar *C, int parameters, const Scalar *E,
                          const Scalar *S, Scalar *after) {
  Scalar sum[most * most] = {};
  Status status = add_covariance<most>(outputs, inputs, X, C, sum);
  if (status >= 0 && E != nullptr && S != nullptr) {
    const Status of_parameters = add_covariance<most>(outputs, parameters, E, S, sum);
    status = of_parameters < 0 ? of_parameters : status | of_parameters;
  }
  if (status < 0) return status;
  if (!lower_finite(outputs, sum)) return TD_REFUSED_RANGE;
  for (int i = 0; i < outputs; ++i)
    for (int j = 0; j <= i; ++j) after[i * outputs + j] = after[j * outputs + i] = sum[i * outputs + j];
  return status;
}

}  // namespace touchdown::sensitivity

#endif
