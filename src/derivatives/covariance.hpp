// A covariance through a linear map: X C X^T = (X L) (X L)^T with C = L L^T, so that it is symmetric by construction
// and positive semidefinite to rounding. What C has of negative variance counts as none.
#ifndef TOUCHDOWN_DERIVATIVES_COVARIANCE_HPP
#define TOUCHDOWN_DERIVATIVES_COVARIANCE_HPP

#include "numerics/linalg.hpp"
#include "touchdown/derivatives.hpp"

namespace touchdown::derivatives {

// C = L L^T, by columns of the pivot that is largest beside what it was at first: what C has no variance of is found
// last, and units do not matter.
template <class Scalar>
struct CovarianceFactor {
  Scalar left[TD_MAX_COVARIANCE_INPUTS * TD_MAX_COVARIANCE_INPUTS] =
      {};                                                         // C less the columns found; the lower triangle
  Scalar L[TD_MAX_COVARIANCE_INPUTS * TD_MAX_COVARIANCE_INPUTS];  // column k, entry i at k n + i
  Scalar size[TD_MAX_COVARIANCE_INPUTS];                          // the diagonal of C
  bool taken[TD_MAX_COVARIANCE_INPUTS];
};

// -1 where none is above rounding.
template <class Scalar>
inline int best_pivot(int n, const CovarianceFactor<Scalar> &factor) {
  int best = -1;
  Scalar most = tolerance::negative_variance<Scalar>;
  for (int i = 0; i < n; ++i) {
    const Scalar share = factor.taken[i] || !(factor.size[i] > 0) ? Scalar(0) : factor.left[i * n + i] / factor.size[i];
    if (share > most) {
      most = share;
      best = i;
    }
  }
  return best;
}

template <class Scalar>
inline void eliminate(int n, int k, int pivot, CovarianceFactor<Scalar> &factor) {
  Scalar *column = factor.L + k * n;
  const Scalar root = square_root(factor.left[pivot * n + pivot]);
  for (int i = 0; i < n; ++i) {
    const Scalar entry = i > pivot ? factor.left[i * n + pivot] : factor.left[pivot * n + i];
    column[i] = factor.taken[i] ? Scalar(0) : entry / root;
  }
  factor.taken[pivot] = true;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) factor.left[i * n + j] -= column[i] * column[j];
}

// Whether something is left that no covariance has: a negative variance, or more between two than both have.
template <class Scalar>
inline bool is_negative(int n, const CovarianceFactor<Scalar> &factor) {
  constexpr Scalar noise = tolerance::negative_variance<Scalar>;
  bool negative = false;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      const Scalar entry = factor.left[i * n + j];
      const Scalar room = noise * square_root(abs(factor.size[i])) * square_root(abs(factor.size[j]));
      const bool off = !factor.taken[i] && !factor.taken[j] && (i == j ? entry < -room : abs(entry) > room);
      negative = negative || off;
    }
  return negative;
}

template <class Scalar>
inline bool factorize(int n, const Scalar *C, CovarianceFactor<Scalar> &factor) {
  copy(n * n, C, factor.left);
  fill_zero(n * n, factor.L);
  for (int i = 0; i < n; ++i) {
    factor.size[i] = C[i * n + i];
    factor.taken[i] = false;
  }
  for (int k = 0; k < n; ++k) {
    const int pivot = best_pivot(n, factor);
    if (pivot < 0) break;
    eliminate(n, k, pivot, factor);
  }
  return is_negative(n, factor);
}

// Of the lower triangle.
template <class Scalar>
inline bool lower_finite(int n, const Scalar *C) {
  bool finite = true;
  for (int i = 0; i < n; ++i) finite = finite && entries_finite(i + 1, C + i * n);
  return finite;
}

// td_covariance_through.
template <class Scalar>
Status covariance_through(int outputs, int n, const Scalar *X, const Scalar *C, Scalar *after) {
  if (!lower_finite(n, C) || !entries_finite(outputs * n, X)) return TD_REFUSED_RANGE;
  CovarianceFactor<Scalar> factor;
  const bool negative = factorize(n, C, factor);
  Scalar B[TD_MAX_COVARIANCE_OUTPUTS * TD_MAX_COVARIANCE_INPUTS];
  for (int i = 0; i < outputs; ++i)
    for (int k = 0; k < n; ++k) B[i * n + k] = dot<Scalar, Scalar>(n, X + i * n, factor.L + k * n);
  Scalar result[TD_MAX_COVARIANCE_OUTPUTS * TD_MAX_COVARIANCE_OUTPUTS];
  for (int i = 0; i < outputs; ++i)
    for (int j = 0; j <= i; ++j)
      result[i * outputs + j] = result[j * outputs + i] = dot<Scalar, Scalar>(n, B + i * n, B + j * n);
  if (!entries_finite(outputs * outputs, result)) return TD_REFUSED_RANGE;
  copy(outputs * outputs, result, after);
  return negative ? TD_CAVEAT_COVARIANCE : TD_SOLVED;
}

}  // namespace touchdown::derivatives

#endif
