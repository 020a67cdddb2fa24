// Turning at a constant rate without a maths library: sine and cosine by their series after exact reduction to an
// eighth of a turn, the angle of a vector by halving it and Gregory's series, and unit quaternions.
//   Errors of sine and cosine are below 2 epsilon + epsilon |angle| (of the angle itself), of the angle of a vector
//   below 4 epsilon.
#ifndef TOUCHDOWN_NUMERICS_ROTATION_HPP
#define TOUCHDOWN_NUMERICS_ROTATION_HPP

#include "numerics/linalg.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

template <class Scalar>
constexpr Scalar max_rotation = sizeof(Scalar) == 4 ? Scalar(TD_MAX_ROTATION_FLOAT) : Scalar(TD_MAX_ROTATION_DOUBLE);

// An attitude, body to world.
template <class Scalar>
struct Quaternion {
  Scalar w, x, y, z;  // real part, and the three others
};

template <class Scalar>
struct Turn {
  Scalar cosine, sine;
};

// sum_k (-1)^k x^k / ((first + 1) (first + 2) ... (first + 2k)), x = angle^2: the cosine for first = 0, the sine over
// the angle for first = 1. At pi/4 five terms err by 2.5e-8 of the cosine and 3e-9 of the sine, nine by 2e-18 or less.
template <class Scalar>
inline Scalar alternating_series(int first, Scalar x) {
  constexpr int terms = sizeof(Scalar) == 4 ? 5 : 9;
  Scalar sum = 1;
#pragma GCC unroll 16
  for (int k = terms - 1; k > 0; --k) {
    const int factor = (first + 2 * k - 1) * (first + 2 * k);
    sum = 1 - x * (Scalar(1) / static_cast<Scalar>(factor)) * sum;
  }
  return sum;
}

// 0 <= angle <= max_rotation. Quarter turns are subtracted in two parts, so that few digits are lost.
template <class Scalar>
inline Turn<Scalar> turn_by(Scalar angle) {
  constexpr Scalar inv_quarter = Scalar(0.63661977236758134308);
  constexpr Scalar quarter_high = sizeof(Scalar) == 4 ? Scalar(1.5703125) : Scalar(1.57079632673412561417);
  constexpr Scalar quarter_low = sizeof(Scalar) == 4 ? Scalar(4.83826794896619e-4) : Scalar(6.07710050650619224932e-11);
  const std::int32_t quarters = static_cast<std::int32_t>(angle * inv_quarter + Scalar(0.5));
  const Scalar count = static_cast<Scalar>(quarters);
  const Scalar left = (angle - count * quarter_high) - count * quarter_low;
  const Scalar square = left * left;
  const Scalar sine = left * alternating_series(1, square);
  const Scalar cosine = alternating_series(0, square);
  switch (quarters & 3) {
    case 0:
      return {cosine, sine};
    case 1:
      return {-sine, cosine};
    case 2:
      return {-cosine, -sine};
    default:
      return {sine, -cosine};
  }
}

// The angle of (x, y) in (-pi, pi], as atan2(y, x). 0 for (0, 0).
template <class Scalar>
inline Scalar angle_of(Scalar x, Scalar y) {
  constexpr Scalar half_turn = Scalar(3.14159265358979323846);
  const bool behind = x < 0;
  Scalar cosine = abs(x);
  const Scalar length = square_root(x * x + y * y);
  if (!(length > 0)) return 0;
  cosine /= length;
  const Scalar sine = y / length;
  Scalar tangent = sine / (1 + cosine);  // of half the angle; two more halvings follow
  tangent /= 1 + square_root(1 + tangent * tangent);
  tangent /= 1 + square_root(1 + tangent * tangent);
  const Scalar square = tangent * tangent;
  constexpr int terms = sizeof(Scalar) == 4 ? 6 : 12;
  Scalar sum = 0;
#pragma GCC unroll 16
  for (int k = terms - 1; k >= 0; --k) sum = Scalar(1) / static_cast<Scalar>(2 * k + 1) - square * sum;
  const Scalar angle = 8 * tangent * sum;
  if (!behind) return angle;
  return (y < 0 ? -half_turn : half_turn) - angle;
}

template <class Scalar>
inline Quaternion<Scalar> operator*(const Quaternion<Scalar> &a, const Quaternion<Scalar> &b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

// Finite, and not 0.
template <class Scalar>
inline bool has_direction(const Quaternion<Scalar> &q) {
  const Scalar finite = zero_if_finite(q.w) + zero_if_finite(q.x) + zero_if_finite(q.y) + zero_if_finite(q.z);
  return finite == 0 && (q.w != 0 || q.x != 0 || q.y != 0 || q.z != 0);
}

// False if q is not finite, or 0; divided by its largest entry first, so that no square leaves the range.
template <class Scalar>
inline bool normalize(Quaternion<Scalar> &q) {
  if (!has_direction(q)) return false;
  Scalar most = abs(q.w);
  for (const Scalar entry : {abs(q.x), abs(q.y), abs(q.z)}) most = entry > most ? entry : most;
  q = {q.w / most, q.x / most, q.y / most, q.z / most};
  const Scalar per = 1 / square_root(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  q = {per * q.w, per * q.x, per * q.y, per * q.z};
  return true;
}

// Body to world, of a unit quaternion.
template <class Scalar>
inline Matrix3<Scalar> rotation_of(const Quaternion<Scalar> &q) {
  const Scalar x = 2 * q.x, y = 2 * q.y, z = 2 * q.z;
  const Scalar xx = x * q.x, yy = y * q.y, zz = z * q.z;
  const Scalar xy = x * q.y, xz = x * q.z, yz = y * q.z;
  const Scalar wx = x * q.w, wy = y * q.w, wz = z * q.w;
  Matrix3<Scalar> R;
  R << 1 - (yy + zz), xy - wz, xz + wy, xy + wz, 1 - (xx + zz), yz - wx, xz - wy, yz + wx, 1 - (xx + yy);
  return R;
}

// Rotation about a fixed axis of the world.
template <class Scalar>
struct Spin {
  Vector3<Scalar> axis;  // unit; 0 without rotation
  Scalar rate;           // [rad/s]
};

// The largest entry is taken out first, so that no square leaves the range.
template <class Scalar>
inline Spin<Scalar> spin_of(const Vector3<Scalar> &w) {
  const Scalar most = w.cwiseAbs().maxCoeff();
  if (!(most > 0)) return {Vector3<Scalar>(Scalar(0), Scalar(0), Scalar(0)), 0};
  const Vector3<Scalar> part = w / most;
  const Scalar length = square_root(part.squaredNorm());
  return {part / length, most * length};
}

template <class Scalar>
inline Quaternion<Scalar> turned(const Quaternion<Scalar> &q, const Spin<Scalar> &spin, Scalar time) {
  const Turn<Scalar> half = turn_by(Scalar(0.5) * spin.rate * time);
  const Vector3<Scalar> v = half.sine * spin.axis;
  Quaternion<Scalar> result = Quaternion<Scalar>{half.cosine, v[0], v[1], v[2]} * q;
  normalize(result);
  return result;
}

}  // namespace touchdown

#endif
