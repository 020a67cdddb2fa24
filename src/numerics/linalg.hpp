// Small dense algebra in bounded work: symmetric 3 x 3 systems by LDL^T, symmetric n x n systems by Cholesky's L L^T,
// orthogonal projection by Gram-Schmidt. No pivoting is needed: every matrix here is positive definite or refused.
// The n x n part is plain loops over rows (n is only known at run time, and Eigen would allocate): smaller and faster.
#ifndef TOUCHDOWN_NUMERICS_LINALG_HPP
#define TOUCHDOWN_NUMERICS_LINALG_HPP

#include <Eigen/Geometry>
#include <limits>

#include "numerics/scalar.hpp"
#include "numerics/square_root.hpp"
#include "numerics/tolerances.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

template <class Scalar>
bool is_finite(Scalar x) {
  return zero_if_finite(x) == 0;
}

template <class Scalar>
bool all_finite(const Vector3<Scalar> &x) {
  return zero_if_finite(x[0]) + zero_if_finite(x[1]) + zero_if_finite(x[2]) == 0;
}

// A = L D L^T with unit lower triangular L.
template <class Scalar>
struct Factor3 {
  Scalar l10, l20, l21;
  Vector3<Scalar> inverse_d;
};

// Reads the lower triangle of A. False if A is not finite or not positive definite beyond rounding.
template <class Scalar>
bool factorize(const Matrix3<Scalar> &A, Factor3<Scalar> &factor) {
  const Scalar d0 = A(0, 0);
  factor.l10 = A(1, 0) / d0;
  factor.l20 = A(2, 0) / d0;
  const Scalar d1 = A(1, 1) - factor.l10 * A(1, 0);
  const Scalar a21 = A(2, 1) - factor.l20 * A(1, 0);
  factor.l21 = a21 / d1;
  const Scalar d2 = A(2, 2) - factor.l20 * A(2, 0) - factor.l21 * a21;
  factor.inverse_d = {Scalar(1) / d0, Scalar(1) / d1, Scalar(1) / d2};
  constexpr Scalar least = tolerance::definite<Scalar>;
  return is_finite(d0) && d0 > 0 && d1 > least * A(1, 1) && d2 > least * A(2, 2);
}

// L^-1 x: with y = forward_substitute(x), x^T A^-1 x = sum y_i^2 / d_i.
template <class Scalar>
Vector3<Scalar> forward_substitute(const Factor3<Scalar> &factor, const Vector3<Scalar> &x) {
  const Scalar y1 = x[1] - factor.l10 * x[0];
  return {x[0], y1, x[2] - factor.l20 * x[0] - factor.l21 * y1};
}

// A^-1 x.
template <class Scalar>
Vector3<Scalar> solve(const Factor3<Scalar> &factor, const Vector3<Scalar> &x) {
  const Vector3<Scalar> z = forward_substitute(factor, x).cwiseProduct(factor.inverse_d);
  const Scalar x1 = z[1] - factor.l21 * z[2];
  return {z[0] - factor.l10 * x1 - factor.l20 * z[2], x1, z[2]};
}

// A contact's three columns n, t, s of n entries are one array of n such triples: one pass serves all three.
template <class Scalar>
ContactVector<Scalar> operator+(const ContactVector<Scalar> &a, const ContactVector<Scalar> &b) {
  return {a.n + b.n, a.t + b.t, a.s + b.s};
}

template <class Scalar>
ContactVector<Scalar> operator-(const ContactVector<Scalar> &a, const ContactVector<Scalar> &b) {
  return {a.n - b.n, a.t - b.t, a.s - b.s};
}

template <class Scalar>
ContactVector<Scalar> operator*(Scalar a, const ContactVector<Scalar> &b) {
  return {a * b.n, a * b.t, a * b.s};
}

template <class Scalar>
Scalar dot(const ContactVector<Scalar> &a, const ContactVector<Scalar> &b) {
  return a.n * b.n + a.t * b.t + a.s * b.s;
}

// Below, an Entry is a number or such a triple. These functions are short and called most, so they are always inlined.
template <class Scalar, class Entry>
inline TOUCHDOWN_IN_LINE Entry dot(int n, const Scalar *x, const Entry *y) {
  Entry sum{};
  for (int i = 0; i < n; ++i) sum = sum + x[i] * y[i];
  return sum;
}

// y += a x.
template <class Scalar, class Entry>
void add_scaled(int n, const Entry &a, const Scalar *x, Entry *y) {
  for (int i = 0; i < n; ++i) y[i] = y[i] + x[i] * a;
}

template <class Entry>
void fill_zero(int n, Entry *x) {
  for (int i = 0; i < n; ++i) x[i] = Entry{};
}

template <class Entry>
void copy(int n, const Entry *from, Entry *to) {
  for (int i = 0; i < n; ++i) to[i] = from[i];
}

template <class Scalar>
bool entries_finite(int n, const Scalar *x) {
  Scalar sum = 0;
  for (int i = 0; i < n; ++i) sum += zero_if_finite(x[i]);
  return sum == 0;
}

// The lower triangle of M = L L^T; matrices by rows, n in a row.
template <class Scalar>
struct CholeskyView {
  int n = 0;
  const Scalar *L;
  const Scalar *inverse_diagonal;
};

// Whether M has the same entry on both sides of its diagonal, or 0 above. An upper triangle alone, with zeros below,
// would otherwise pass for a diagonal matrix.
template <class Scalar>
bool is_mirrored(int n, int i, int j, const Scalar *M) {
  const Scalar below = M[i * n + j], above = M[j * n + i];
  if (above == below || above == 0) return true;
  const Scalar apart = (above - below) * tolerance::mirrored<Scalar>;
  return apart * apart <= M[i * n + i] * M[j * n + j];
}

// Row i of L, up to the diagonal; returns the sum of its squares, NaN if M is not symmetric.
template <class Scalar>
Scalar cholesky_row(int n, int i, const Scalar *M, Scalar *L, const Scalar *inverse_diagonal) {
  Scalar *row = L + i * n;
  const Scalar *above = L;
  Scalar squares = 0;
  for (int j = 0; j < i; ++j, above += n) {
    Scalar left = M[i * n + j];
    for (int k = 0; k < j; ++k) left -= row[k] * above[k];
    row[j] = left * inverse_diagonal[j];
    squares += is_mirrored(n, i, j, M) ? row[j] * row[j] : std::numeric_limits<Scalar>::quiet_NaN();
  }
  return squares;
}

// Factorizes the lower triangle of M. False if M is not symmetric, not finite or not positive definite beyond
// rounding.
template <class Scalar>
bool cholesky(int n, const Scalar *M, Scalar *L, Scalar *inverse_diagonal) {
  for (int i = 0; i < n; ++i) {
    const Scalar diagonal = M[i * n + i];
    const Scalar pivot = diagonal - cholesky_row(n, i, M, L, inverse_diagonal);
    // One comparison also refuses numbers that are not finite or not above 0: squares only lower the pivot.
    if (!(pivot > tolerance::definite<Scalar> * diagonal)) return false;
    L[i * n + i] = square_root(pivot);
    inverse_diagonal[i] = Scalar(1) / L[i * n + i];
  }
  return true;
}

// Checks a caller's factor. False if it is not finite, its diagonal is not above 0, or it has an entry above the
// diagonal without its mirror image, as in an upper factor.
template <class Scalar>
bool check_factor(int n, const Scalar *L, Scalar *inverse_diagonal) {
  for (int i = 0; i < n; ++i) {
    if (!entries_finite(i + 1, L + i * n) || !(L[i * n + i] > 0)) return false;
    if (i > 0 && L[i * n + i - 1] == 0 && L[(i - 1) * n + i] != 0) return false;
    inverse_diagonal[i] = Scalar(1) / L[i * n + i];
  }
  return true;
}

// x <- L^-1 x.
template <class Scalar, class Entry>
void solve_lower(const CholeskyView<Scalar> &M, Entry *x) {
  for (int i = 0; i < M.n; ++i) {
    const Scalar *row = M.L + i * M.n;
    Entry left = x[i];
    for (int j = 0; j < i; ++j) left = left - row[j] * x[j];
    x[i] = M.inverse_diagonal[i] * left;
  }
}

// Column i of L below the diagonal, times x.
template <class Scalar>
Scalar dot_below(const CholeskyView<Scalar> &M, int i, const Scalar *x) {
  Scalar sum = 0;
  for (int j = i + 1; j < M.n; ++j) sum += M.L[j * M.n + i] * x[j];
  return sum;
}

// x <- L^-T x.
template <class Scalar>
void solve_upper(const CholeskyView<Scalar> &M, Scalar *x) {
  for (int i = M.n - 1; i >= 0; --i) x[i] = (x[i] - dot_below(M, i, x)) * M.inverse_diagonal[i];
}

// |L^T x|^2 = x^T M x.
template <class Scalar>
Scalar square_norm(const CholeskyView<Scalar> &M, const Scalar *x) {
  Scalar sum = 0;
  for (int i = 0; i < M.n; ++i) {
    const Scalar z = M.L[i * M.n + i] * x[i] + dot_below(M, i, x);
    sum += z * z;
  }
  return sum;
}

// Divides x by its largest entry, which it returns, so that no square leaves the range. 0 stays 0.
template <class Scalar>
Scalar shrink(int n, Scalar *x) {
  Scalar largest = 0;
  for (int i = 0; i < n; ++i)
    if (abs(x[i]) > largest) largest = abs(x[i]);
  if (largest > 0)
    for (int i = 0; i < n; ++i) x[i] /= largest;
  return largest;
}

// Takes from x its part along each of k orthonormal vectors q (rows of Q, `stride` apart), and adds that part to c.
// Twice is enough: the second pass removes the rounding of the first.
template <class Scalar, class Entry>
void project_out(int k, int length, const Scalar *Q, int stride, Entry *x, Entry *c) {
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < k; ++i) {
      const Entry along = dot(length, Q + i * stride, x);
      c[i] = c[i] + along;
      add_scaled(length, Scalar(-1) * along, Q + i * stride, x);
    }
  }
}

// x += Y p.
template <class Scalar>
void add_columns(int n, const ContactVector<Scalar> *Y, const ContactVector<Scalar> &p, Scalar *x) {
  for (int i = 0; i < n; ++i) x[i] += dot(Y[i], p);
}

// The same for the six entries of a free body: without counting, at half the cost.
template <class Scalar>
void add_six_columns(const ContactVector<Scalar> *Y, const ContactVector<Scalar> &p, Scalar *x) {
  const Scalar n = p.n, t = p.t, s = p.s;
#pragma GCC unroll 6
  for (int i = 0; i < 6; ++i) x[i] += Y[i].n * n + Y[i].t * t + Y[i].s * s;
}

template <class Scalar>
TOUCHDOWN_INLINE ContactVector<Scalar> dot_of_six(const Scalar *x, const ContactVector<Scalar> *Y) {
  Scalar n = x[0] * Y[0].n, t = x[0] * Y[0].t, s = x[0] * Y[0].s;
#pragma GCC unroll 6
  for (int i = 1; i < 6; ++i) {
    n += x[i] * Y[i].n;
    t += x[i] * Y[i].t;
    s += x[i] * Y[i].s;
  }
  return {n, t, s};
}

// W + y^T y.
template <class Scalar>
TOUCHDOWN_INLINE ContactInertia<Scalar> with_column(const ContactInertia<Scalar> &W, const ContactVector<Scalar> &y) {
  return {W.nn + y.n * y.n, W.nt + y.n * y.t, W.ns + y.n * y.s, W.tt + y.t * y.t, W.ts + y.t * y.s, W.ss + y.s * y.s};
}

// W = Y^T Y.
template <class Scalar>
ContactInertia<Scalar> gram_of_six(const ContactVector<Scalar> *Y) {
  ContactInertia<Scalar> W{0, 0, 0, 0, 0, 0};
#pragma GCC unroll 6
  for (int i = 0; i < 6; ++i) W = with_column(W, Y[i]);
  return W;
}

template <class Scalar>
ContactInertia<Scalar> gram(int n, const ContactVector<Scalar> *Y) {
  ContactInertia<Scalar> W{0, 0, 0, 0, 0, 0};
  for (int i = 0; i < n; ++i) W = with_column(W, Y[i]);
  return W;
}

}  // namespace touchdown

#endif
