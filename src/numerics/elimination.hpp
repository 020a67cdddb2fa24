// A square system of a few unknowns, eliminated once and solved for many right-hand sides: Gauss with row pivoting, of
// a size bounded at compile time. An unknown whose pivot is lost in rounding is 0, and the system reports it.
#ifndef TOUCHDOWN_NUMERICS_ELIMINATION_HPP
#define TOUCHDOWN_NUMERICS_ELIMINATION_HPP

#include <utility>

#include "numerics/linalg.hpp"

namespace touchdown {

template <class Scalar, int most>
struct Elimination {
  int count = 0;
  int order[most];         // equation that was taken for each unknown
  Scalar A[most][most];    // in, the matrix; after eliminate, L below the diagonal and U above it
  Scalar per_pivot[most];  // 1 / pivot; 0 if it is lost
  bool regular = true;
};

template <class Scalar, int most>
inline void exchange_rows(int i, int j, Elimination<Scalar, most> &system) {
  for (int k = 0; k < system.count; ++k) std::swap(system.A[i][k], system.A[j][k]);
  std::swap(system.order[i], system.order[j]);
}

// The largest entry of column k from row `first` on, and its row.
template <class Scalar, int most>
inline Scalar largest_below(int first, int k, const Elimination<Scalar, most> &system, int &row) {
  Scalar largest = 0;
  row = first;
  for (int i = first; i < system.count; ++i) {
    if (!(abs(system.A[i][k]) > largest)) continue;
    largest = abs(system.A[i][k]);
    row = i;
  }
  return largest;
}

// Takes unknown k out of the rows below. A function of its own in the machine code, so that its loops are distinct from
// the others and get bounds of their own.
template <class Scalar, int most>
TD_COLD void take_out_below(int k, Elimination<Scalar, most> &system) {
  for (int i = k + 1; i < system.count; ++i) {
    const Scalar factor = system.A[i][k] * system.per_pivot[k];
    system.A[i][k] = factor;
    for (int j = k + 1; j < system.count; ++j) system.A[i][j] -= factor * system.A[k][j];
  }
}

template <class Scalar, int most>
void eliminate(Elimination<Scalar, most> &system) {
  Scalar size[most];
  for (int k = 0; k < system.count; ++k) {
    int ignored = 0;
    size[k] = largest_below(0, k, system, ignored);
    system.order[k] = k;
  }
  for (int k = 0; k < system.count; ++k) {
    int row = k;
    const Scalar pivot = largest_below(k, k, system, row);
    const bool kept = pivot > tolerance::rank<Scalar> * size[k];
    if (row != k) exchange_rows(k, row, system);
    system.per_pivot[k] = kept ? 1 / system.A[k][k] : Scalar(0);
    system.regular = system.regular && kept;
    take_out_below(k, system);
  }
}

// x for the right side b.
template <class Scalar, int most>
void solve(const Elimination<Scalar, most> &system, const Scalar *b, Scalar *x) {
  for (int i = 0; i < system.count; ++i) {
    x[i] = b[system.order[i]];
    for (int j = 0; j < i; ++j) x[i] -= system.A[i][j] * x[j];
  }
  for (int i = system.count - 1; i >= 0; --i) {
    for (int j = i + 1; j < system.count; ++j) x[i] -= system.A[i][j] * x[j];
    x[i] *= system.per_pivot[i];
  }
}

}  // namespace touchdown

#endif
