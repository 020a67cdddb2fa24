// The contact plane in the axes in which the tangential block T of W is diagonal, and what slip does there at one
// instant: Keller 1986, Djerassi 2012 (8)-(11); whether a stopped contact sticks, and where it slips on if not
// (I.28)..(I.36).
//
//     u'  = b - mu_k T t          slip u = s t, |t| = 1, derivatives by the normal impulse
//     f   = v_n' = 1 - mu_k b.t   g = s' = t.u'   h = s phi' = t_perp.u'   lambda' = -mu_k t
#ifndef TOUCHDOWN_IMPACT_TANGENTIAL_PLANE_HPP
#define TOUCHDOWN_IMPACT_TANGENTIAL_PLANE_HPP

#include "impact/symmetric_matrix.hpp"

namespace touchdown {

// v / |v|, from the square of |v|.
template <class Scalar>
TOUCHDOWN_INLINE Vector2<Scalar> unit(const Vector2<Scalar> &v, Scalar square) {
  const Scalar inv_length = 1 / sqrt_unchecked(square);
  return {inv_length * v.x, inv_length * v.y};
}

template <class Scalar>
struct TangentialPlane {
  Scalar cosine, sine;    // principal x axis in (t, s)
  Vector2<Scalar> b;      // W_nT
  Vector2<Scalar> T;      // principal values, x >= y >= 0
  Vector2<Scalar> inv_T;  // their reciprocals; 0 where there is no mobility
  Vector2<Scalar> c;      // T^-1 b: friction ratio that sticking needs
  Scalar mu_k;
  Real<Scalar> kappa, inv_kappa;  // stiffness: the fastest possible change of slip, and its reciprocal
  Scalar f_stick;                 // dv_n/dp_n while sticking
  bool sticks;                    // a stop is followed by sticking
  bool never_stops;               // slip has a part in a direction without mobility
  Real<Scalar> turn_noise;        // turning rate, as a part of the stiffness, that may be rounding of these axes
};

template <class Scalar>
TOUCHDOWN_INLINE Vector2<Scalar> to_principal(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &v) {
  return {plane.cosine * v.x + plane.sine * v.y, plane.cosine * v.y - plane.sine * v.x};
}

template <class Scalar>
TOUCHDOWN_INLINE Vector2<Scalar> from_principal(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &v) {
  return {plane.cosine * v.x - plane.sine * v.y, plane.sine * v.x + plane.cosine * v.y};
}

// T v and T^-1 v, and times a factor. In dual numbers T also has an off-diagonal part, with value 0 and a derivative:
// they have their own overloads.
template <class Scalar>
TOUCHDOWN_INLINE Vector2<Scalar> mobility_times(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &v) {
  return {plane.T.x * v.x, plane.T.y * v.y};
}

template <class Scalar>
TOUCHDOWN_INLINE Vector2<Scalar> mobility_times(const Scalar &factor, const TangentialPlane<Scalar> &plane,
                                                const Vector2<Scalar> &v) {
  return {factor * plane.T.x * v.x, factor * plane.T.y * v.y};
}

// v times a matrix with this `diagonal`; its off-diagonal part, 0 here, is that of `factor` times T.
template <class Scalar>
TOUCHDOWN_INLINE Vector2<Scalar> diagonal_times(const Vector2<Scalar> &diagonal, const Scalar & /*factor*/,
                                                const Vector2<Scalar> &v) {
  return {diagonal.x * v.x, diagonal.y * v.y};
}

template <class Scalar>
TOUCHDOWN_INLINE Vector2<Scalar> inverse_times(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &v) {
  return {plane.inv_T.x * v.x, plane.inv_T.y * v.y};
}

template <class Scalar>
TOUCHDOWN_INLINE Vector2<Scalar> inverse_times(const Scalar &factor, const TangentialPlane<Scalar> &plane,
                                               const Vector2<Scalar> &v) {
  return {factor * plane.inv_T.x * v.x, factor * plane.inv_T.y * v.y};
}

// The given axes are principal already. The larger principal value becomes x.
template <class Scalar>
TOUCHDOWN_INLINE void keep_axes(const ScaledContact<Scalar> &contact, TangentialPlane<Scalar> &plane) {
  const bool swaps = contact.ss > contact.tt;
  plane.cosine = swaps ? 0 : 1;
  plane.sine = swaps ? 1 : 0;
  plane.b = swaps ? Vector2<Scalar>{contact.b.y, -contact.b.x} : Vector2<Scalar>{contact.b.x, contact.b.y};
  plane.T = swaps ? Vector2<Scalar>{contact.ss, contact.tt} : Vector2<Scalar>{contact.tt, contact.ss};
  plane.inv_T = {1 / plane.T.x, 1 / plane.T.y};
  if (!(plane.T.x > 0)) plane.T.x = plane.b.x = plane.inv_T.x = 0;
  if (!(plane.T.y > 0)) plane.T.y = plane.b.y = plane.inv_T.y = 0;
}

// The half-angle rotation that diagonalizes T, on the side that does not cancel (I.28). The smaller principal value is
// 0 if it may be rounding of the entries.
template <class Scalar>
TOUCHDOWN_INLINE void turn_axes(const ScaledContact<Scalar> &contact, TangentialPlane<Scalar> &plane) {
  const Scalar mean = Scalar(0.5) * (contact.tt + contact.ss);
  const Scalar difference = Scalar(0.5) * (contact.tt - contact.ss);
  const Scalar radius = sqrt_unchecked(difference * difference + contact.ts * contact.ts);
  const Scalar larger = sqrt_unchecked(Scalar(0.5) + Scalar(0.5) * abs(difference) / radius);
  const Scalar smaller = Scalar(0.5) * contact.ts / (radius * larger);
  plane.cosine = difference >= 0 ? larger : smaller;
  plane.sine = difference >= 0 ? smaller : larger;
  plane.b = to_principal(plane, contact.b);
  const Scalar product = contact.tt * contact.ss;
  const Scalar determinant = product - contact.ts * contact.ts;
  plane.T.x = mean + radius;
  plane.inv_T.x = 1 / plane.T.x;
  plane.T.y = determinant * plane.inv_T.x;
  plane.inv_T.y = 1 / plane.T.y;
  if (!(determinant > tolerance::immobile_axis<Scalar> * product)) plane.T.y = plane.b.y = plane.inv_T.y = 0;
}

template <class Scalar>
TOUCHDOWN_SHORT TangentialPlane<Scalar> tangential_plane(const ScaledContact<Scalar> &contact) {
  TangentialPlane<Scalar> plane;
  const bool turned = contact.ts * contact.ts > tolerance::square_in_range<Scalar>;
  if (turned)
    turn_axes(contact, plane);
  else
    keep_axes(contact, plane);
  plane.c = {plane.b.x * plane.inv_T.x, plane.b.y * plane.inv_T.y};
  plane.mu_k = contact.mu_k;
  plane.kappa = value_of(plane.mu_k * plane.T.x + abs(plane.b.x) + abs(plane.b.y));
  plane.inv_kappa = 1 / plane.kappa;
  const Scalar c_square = dot(plane.c, plane.c);
  const Scalar f_stick = 1 - dot(plane.b, plane.c);
  // The terms of c.T c = b.c in the given axes, where they may cancel: c along y is then the large one.
  const Scalar terms = plane.c.y * plane.c.y * (contact.ts * contact.ts) * plane.inv_T.x;
  plane.f_stick = f_stick > tolerance::wedged<Scalar> * (1 + terms) ? f_stick : 0;
  const Real<Scalar> sine = abs(value_of(plane.sine));
  const Real<Scalar> cosine = abs(value_of(plane.cosine));
  plane.turn_noise = tolerance::min_turn_rate<Scalar> * (sine < cosine ? sine : cosine);
  plane.sticks = c_square <= contact.mu_s * contact.mu_s;
  return plane;
}

// Slip in these axes; 0 along a direction without mobility if it may be rounding of the turn into them. Slip along such
// a direction never changes.
template <class Scalar>
TOUCHDOWN_INLINE Vector2<Scalar> slip_in(TangentialPlane<Scalar> &plane, const Vector2<Scalar> &slip) {
  Vector2<Scalar> u = to_principal(plane, slip);
  plane.never_stops = false;
  if (plane.inv_T.x != 0 && plane.inv_T.y != 0) return u;
  const Scalar noise = tolerance::indefinite<Scalar> * (1 + abs(slip.x) + abs(slip.y));
  if (plane.inv_T.x == 0 && abs(u.x) <= noise) u.x = 0;
  if (plane.inv_T.y == 0 && abs(u.y) <= noise) u.y = 0;
  plane.never_stops = (plane.inv_T.x == 0 && u.x != 0) || (plane.inv_T.y == 0 && u.y != 0);
  return u;
}

// The slip at one instant.
template <class Scalar>
struct Slip {
  Scalar speed;
  Vector2<Scalar> t;
  Scalar f, g, h;
};

template <class Scalar>
TOUCHDOWN_INLINE Slip<Scalar> slip_along(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &t, Scalar speed) {
  const Vector2<Scalar> rate = plane.b - mobility_times(plane.mu_k, plane, t);
  return {speed, t, 1 - plane.mu_k * dot(plane.b, t), dot(rate, t), rate.y * t.x - rate.x * t.y};
}

template <class Scalar>
TOUCHDOWN_INLINE Slip<Scalar> slip_of(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &u) {
  const Scalar speed = sqrt_unchecked(dot(u, u));
  const Scalar inv_speed = speed > 0 ? 1 / speed : 0;
  return slip_along(plane, Vector2<Scalar>{u.x * inv_speed, u.y * inv_speed}, speed);
}

// The one direction along which slip resumes when sticking would need more than mu_k: t = (g 1 + mu_k T)^-1 b, with the
// g > 0 that makes it a unit vector. Newton on 1/|t| rises to it monotonically from below (I.35). `braking`: mu_k T.
template <class Scalar>
TOUCHDOWN_COMPACT Vector2<Scalar> resumed_direction(Symmetric2<Scalar> braking, Vector2<Scalar> b) {
  constexpr Real<Scalar> tiny = std::numeric_limits<Real<Scalar>>::min();  // for axes without mobility
  const Scalar least = sqrt_unchecked(dot(b, b)) - (braking.xx + braking.yy);
  Scalar g = least > tiny ? least : tiny;
  Vector2<Scalar> t = b;
  for (int i = 0; i < tolerance::resume_steps<Scalar>; ++i) {
    Scalar left = 0;
    const Factors<Scalar> factors = factors_of(Symmetric2<Scalar>{g + braking.xx, braking.xy, g + braking.yy}, left);
    t = b / factors;
    const Scalar square = dot(t, t);
    const Scalar length = sqrt_unchecked(square);
    if (!(abs(length - 1) > 2 * tolerance::epsilon<Scalar>)) break;
    g += (length - 1) * square / dot(t, t / factors);
  }
  return unit(t, dot(t, t));
}

template <class Scalar>
inline Slip<Scalar> resumed_slip(const TangentialPlane<Scalar> &plane) {
  const Symmetric2<Scalar> braking = {plane.mu_k * plane.T.x, 0, plane.mu_k * plane.T.y};
  return slip_along(plane, resumed_direction(braking, Vector2<Scalar>{plane.b.x, plane.b.y}), Scalar(0));
}

// The straight segment that brings slip to rest (Sun & Baruh 2022, (55), (56)): its friction impulse -T^-1 (u + b p)
// has the magnitude mu_k p. p is the smallest root above 0 of |T^-1 u + c p|^2 = mu_k^2 p^2; returns whether it exists.
// Exact where the slip path is straight, otherwise a lower bound of the stop; the discriminant is by Lagrange's
// identity, which does not cancel (I.33). Slip whose square is beyond the range is stopped by no impact.
template <class Scalar, class Fixed>
TOUCHDOWN_INLINE bool stops_by(const Scalar &mu_k, const Vector2<Fixed> &c, const Vector2<Scalar> &q, Scalar &p) {
  const Scalar half_linear = dot(q, c);
  const Scalar constant = dot(q, q);
  const Scalar across = q.x * c.y - q.y * c.x;
  const Scalar discriminant = mu_k * mu_k * constant - across * across;
  const Scalar denominator = sqrt_unchecked(discriminant) - half_linear;
  if (!(is_plain(value_of(discriminant)) && denominator > 0)) return false;
  p = constant / denominator;
  return true;
}

// p; the largest number if nothing stops slip.
template <class Scalar, class Fixed>
TOUCHDOWN_INLINE Scalar impulse_to_stop(const Scalar &mu_k, const Vector2<Fixed> &c, const Vector2<Scalar> &q) {
  Scalar p = largest<Scalar>;
  return stops_by(mu_k, c, q, p) ? p : largest<Scalar>;
}

template <class Scalar>
TOUCHDOWN_SHARED Scalar impulse_to_stop(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &u) {
  if (plane.never_stops) return largest<Scalar>;
  return impulse_to_stop(plane.mu_k, plane.c, inverse_times(plane, u));
}

// The mean slip direction over that segment: a unit vector. If rounding has changed its length, the error is the part
// along the smaller mobility.
template <class Scalar>
TOUCHDOWN_INLINE Vector2<Scalar> direction_to_stop(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &u,
                                                   Scalar p) {
  const Scalar per = 1 / (plane.mu_k * p);
  const Vector2<Scalar> t = inverse_times(per, plane, {u.x + plane.b.x * p, u.y + plane.b.y * p});
  const Scalar square = dot(t, t);
  if (!(abs(square - 1) > tolerance::indefinite<Scalar>)) return t;
  const Scalar rest = 1 - t.x * t.x;
  if (rest <= 0) return unit(t, square);
  return {t.x, t.y < 0 ? -sqrt_unchecked(rest) : sqrt_unchecked(rest)};
}

}  // namespace touchdown

#endif
