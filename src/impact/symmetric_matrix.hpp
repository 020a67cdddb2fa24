// A symmetric matrix of the contact plane, such as the tangential block T of W: its products, and division by it.
#ifndef TOUCHDOWN_IMPACT_SYMMETRIC_MATRIX_HPP
#define TOUCHDOWN_IMPACT_SYMMETRIC_MATRIX_HPP

#include "impact/scaled_contact.hpp"

namespace touchdown {

template <class Scalar>
struct Symmetric2 {
  Scalar xx, xy, yy;
};

template <class Scalar, class Fixed>
TOUCHDOWN_INLINE Symmetric2<Scalar> operator*(Scalar a, const Symmetric2<Fixed> &m) {
  return {a * m.xx, a * m.xy, a * m.yy};
}

template <class Scalar, class Fixed>
TOUCHDOWN_INLINE Vector2<Scalar> operator*(const Symmetric2<Fixed> &m, const Vector2<Scalar> &v) {
  return {m.xx * v.x + m.xy * v.y, m.xy * v.x + m.yy * v.y};
}

// A symmetric matrix as L D L^T, to be divided by. The rounding of the quotient points along its smaller value, so that
// the matrix takes it back.
template <class Scalar>
struct Factors {
  Scalar l, inv_x, inv_y;  // the entry of L, and 1 / D
};

// `y`: the second entry of D, the remainder of m.yy.
template <class Scalar>
TOUCHDOWN_INLINE Factors<Scalar> factors_of(const Symmetric2<Scalar> &m, Scalar &y) {
  const Scalar inv_x = 1 / m.xx;
  const Scalar l = m.xy * inv_x;
  y = m.yy - l * m.xy;
  return {l, inv_x, 1 / y};
}

template <class Scalar, class Fixed>
TOUCHDOWN_INLINE Vector2<Scalar> operator/(const Vector2<Scalar> &v, const Factors<Fixed> &by) {
  const Scalar y = (v.y - by.l * v.x) * by.inv_y;
  return {v.x * by.inv_x - by.l * y, y};
}

}  // namespace touchdown

#endif
