// Small dense algebra in bounded work: symmetric 3 x 3 systems by LDL^T. No pivoting is needed: every matrix here is
// positive definite or refused.
#ifndef TOUCHDOWN_SRC_LINALG_HPP
#define TOUCHDOWN_SRC_LINALG_HPP

#include <Eigen/Geometry>

#include "finite.hpp"
#include "tolerances.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

template <class Scalar>
bool all_finite(const Vector3<Scalar> &x) {
  return is_finite(x[0]) && is_finite(x[1]) && is_finite(x[2]);
}

// A = L D L^T with unit lower triangular L.
template <class Scalar>
struct Factor3 {
  Scalar l10, l20, l21;
  Vector3<Scalar> inverse_d;
};

// Reads the lower triangle of A. False where A is not finite or not positive definite beyond rounding.
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

// L^-1 x: with y = half_solve(x), x^T A^-1 x = sum y_i^2 / d_i.
template <class Scalar>
Vector3<Scalar> half_solve(const Factor3<Scalar> &factor, const Vector3<Scalar> &x) {
  const Scalar y1 = x[1] - factor.l10 * x[0];
  return {x[0], y1, x[2] - factor.l20 * x[0] - factor.l21 * y1};
}

// A^-1 x.
template <class Scalar>
Vector3<Scalar> solve(const Factor3<Scalar> &factor, const Vector3<Scalar> &x) {
  const Vector3<Scalar> z = half_solve(factor, x).cwiseProduct(factor.inverse_d);
  const Scalar x1 = z[1] - factor.l21 * z[2];
  return {z[0] - factor.l10 * x1 - factor.l20 * z[2], x1, z[2]};
}

}  // namespace touchdown

#endif
