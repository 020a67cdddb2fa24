// The contact plane in the axes in which the tangential block T of W is diagonal, and what slip does there at one
// instant: Keller 1986, Djerassi 2012 (8)-(11); whether a stopped contact sticks, and where it slips on if not
// (E30)..(E38).
//
//     u'  = b - mu_k T t          slip u = s t, |t| = 1, derivatives by the normal impulse
//     f   = v_n' = 1 - mu_k b.t   g = s' = t.u'   h = s phi' = t_perp.u'   lambda' = -mu_k t
#ifndef TOUCHDOWN_IMPACT_TANGENTIAL_PLANE_HPP
#define TOUCHDOWN_IMPACT_TANGENTIAL_PLANE_HPP

#include "impact/scaled_contact.hpp"

namespace touchdown {

template <class Scalar>
struct Plane {
  Scalar x, y;
};

template <class Scalar>
TOUCHDOWN_INLINE Scalar dot(const Plane<Scalar> &a, const Plane<Scalar> &b) {
  return a.x * b.x + a.y * b.y;
}

// v / |v|, by the square of that.
template <class Scalar>
TOUCHDOWN_INLINE Plane<Scalar> unit(const Plane<Scalar> &v, Scalar square) {
  const Scalar per_length = 1 / root_of_positive(square);
  return {per_length * v.x, per_length * v.y};
}

template <class Scalar>
struct TangentialPlane {
  Scalar cosine, sine;  // principal x axis in (t, s)
  Plane<Scalar> b;      // W_nT
  Plane<Scalar> T;      // principal values, x >= y >= 0
  Plane<Scalar> per_T;  // their reciprocals; 0 where there is no mobility
  Plane<Scalar> c;      // T^-1 b: friction ratio that sticking needs
  Scalar mu_k;
  Scalar kappa, per_kappa;  // stiffness: how fast slip can change at the most, and its reciprocal
  Scalar f_stick;           // dv_n/dp_n while sticking
  bool sticks;              // a stop is followed by sticking
  bool never_stops;         // slip has a part in a direction without mobility
  Scalar turn_noise;        // turning rate, as a part of the stiffness, that the turn into these axes may have made up
};

template <class Scalar>
TOUCHDOWN_INLINE Plane<Scalar> to_principal(const TangentialPlane<Scalar> &plane, const Planar2<Scalar> &v) {
  return {plane.cosine * v.t + plane.sine * v.s, plane.cosine * v.s - plane.sine * v.t};
}

template <class Scalar>
TOUCHDOWN_INLINE Planar2<Scalar> from_principal(const TangentialPlane<Scalar> &plane, const Plane<Scalar> &v) {
  return {plane.cosine * v.x - plane.sine * v.y, plane.sine * v.x + plane.cosine * v.y};
}

// The axes given are principal; the larger value is to be x.
template <class Scalar>
TOUCHDOWN_INLINE void keep_axes(const NormalForm<Scalar> &contact, TangentialPlane<Scalar> &plane) {
  const bool swaps = contact.ss > contact.tt;
  plane.cosine = swaps ? 0 : 1;
  plane.sine = swaps ? 1 : 0;
  plane.b = swaps ? Plane<Scalar>{contact.b.s, -contact.b.t} : Plane<Scalar>{contact.b.t, contact.b.s};
  plane.T = swaps ? Plane<Scalar>{contact.ss, contact.tt} : Plane<Scalar>{contact.tt, contact.ss};
  plane.per_T = {1 / plane.T.x, 1 / plane.T.y};
  if (!(plane.T.x > 0)) plane.T.x = plane.b.x = plane.per_T.x = 0;
  if (!(plane.T.y > 0)) plane.T.y = plane.b.y = plane.per_T.y = 0;
}

// The half-angle rotation that diagonalizes T, on the side that does not cancel (E30). The smaller principal value
// is 0 where the rounding of the entries may have made it of 0.
template <class Scalar>
TOUCHDOWN_INLINE void turn_axes(const NormalForm<Scalar> &contact, TangentialPlane<Scalar> &plane) {
  const Scalar mean = Scalar(0.5) * (contact.tt + contact.ss);
  const Scalar difference = Scalar(0.5) * (contact.tt - contact.ss);
  const Scalar radius = root_of_positive(difference * difference + contact.ts * contact.ts);
  const Scalar larger = root_of_positive(Scalar(0.5) + Scalar(0.5) * magnitude(difference) / radius);
  const Scalar smaller = Scalar(0.5) * contact.ts / (radius * larger);
  plane.cosine = difference >= 0 ? larger : smaller;
  plane.sine = difference >= 0 ? smaller : larger;
  plane.b = to_principal(plane, contact.b);
  const Scalar product = contact.tt * contact.ss;
  const Scalar determinant = product - contact.ts * contact.ts;
  plane.T.x = mean + radius;
  plane.per_T.x = 1 / plane.T.x;
  plane.T.y = determinant * plane.per_T.x;
  plane.per_T.y = 1 / plane.T.y;
  if (!(determinant > tolerance::immobile_axis<Scalar> * product)) plane.T.y = plane.b.y = plane.per_T.y = 0;
}

template <class Scalar>
TOUCHDOWN_INLINE TangentialPlane<Scalar> tangential_plane(const NormalForm<Scalar> &contact) {
  TangentialPlane<Scalar> plane;
  const bool turned = contact.ts * contact.ts > tolerance::square_in_range<Scalar>;
  if (turned)
    turn_axes(contact, plane);
  else
    keep_axes(contact, plane);
  plane.c = {plane.b.x * plane.per_T.x, plane.b.y * plane.per_T.y};
  plane.mu_k = contact.mu_k;
  plane.kappa = plane.mu_k * plane.T.x + magnitude(plane.b.x) + magnitude(plane.b.y);
  plane.per_kappa = 1 / plane.kappa;
  const Scalar c_square = dot(plane.c, plane.c);
  const Scalar f_stick = 1 - dot(plane.b, plane.c);
  // What c.T c = b.c would be made of in the axes given, where it may cancel: c along y is the one that is large.
  const Scalar terms = plane.c.y * plane.c.y * (contact.ts * contact.ts) * plane.per_T.x;
  plane.f_stick = f_stick > tolerance::wedged<Scalar> * (1 + terms) ? f_stick : 0;
  const Scalar sine = magnitude(plane.sine);
  const Scalar cosine = magnitude(plane.cosine);
  plane.turn_noise = tolerance::straight<Scalar> * (sine < cosine ? sine : cosine);
  plane.sticks = c_square <= contact.mu_s * contact.mu_s;
  return plane;
}

// Slip in these axes; none in a direction without mobility that the turn into them may have made up. What there is does
// not change any more.
template <class Scalar>
TOUCHDOWN_INLINE Plane<Scalar> slip_in(TangentialPlane<Scalar> &plane, const Planar2<Scalar> &slip) {
  Plane<Scalar> u = to_principal(plane, slip);
  plane.never_stops = false;
  if (plane.per_T.x != 0 && plane.per_T.y != 0) return u;
  const Scalar noise = tolerance::indefinite<Scalar> * (1 + magnitude(slip.t) + magnitude(slip.s));
  if (plane.per_T.x == 0 && magnitude(u.x) <= noise) u.x = 0;
  if (plane.per_T.y == 0 && magnitude(u.y) <= noise) u.y = 0;
  plane.never_stops = (plane.per_T.x == 0 && u.x != 0) || (plane.per_T.y == 0 && u.y != 0);
  return u;
}

// The slip at one instant.
template <class Scalar>
struct Slip {
  Scalar speed;
  Plane<Scalar> t;
  Scalar f, g, h;
};

template <class Scalar>
TOUCHDOWN_INLINE Slip<Scalar> slip_along(const TangentialPlane<Scalar> &plane, const Plane<Scalar> &t, Scalar speed) {
  const Plane<Scalar> rate = {plane.b.x - plane.mu_k * plane.T.x * t.x, plane.b.y - plane.mu_k * plane.T.y * t.y};
  return {speed, t, 1 - plane.mu_k * dot(plane.b, t), dot(rate, t), rate.y * t.x - rate.x * t.y};
}

template <class Scalar>
TOUCHDOWN_INLINE Slip<Scalar> slip_of(const TangentialPlane<Scalar> &plane, const Plane<Scalar> &u) {
  const Scalar speed = root_of_positive(dot(u, u));
  const Scalar per_speed = speed > 0 ? 1 / speed : 0;
  return slip_along(plane, Plane<Scalar>{u.x * per_speed, u.y * per_speed}, speed);
}

// The one direction along which slip resumes when sticking would need more than mu_k: t = (g 1 + mu_k T)^-1 b, with the
// g > 0 that makes it a unit vector. Newton on 1/|t| rises to it monotonically from below (E37).
template <class Scalar>
inline Slip<Scalar> resumed_slip(const TangentialPlane<Scalar> &plane) {
  constexpr Scalar tiny = std::numeric_limits<Scalar>::min();
  Scalar g = root_of_positive(dot(plane.b, plane.b)) - plane.mu_k * plane.T.x;  // a lower bound of it
  if (g < 0) g = 0;
  Plane<Scalar> t = {0, 0};
  for (int i = 0; i < tolerance::resume_steps<Scalar>; ++i) {
    const Scalar per_x = 1 / (g + plane.mu_k * plane.T.x + tiny);
    const Scalar per_y = 1 / (g + plane.mu_k * plane.T.y + tiny);
    t = {plane.b.x * per_x, plane.b.y * per_y};
    const Scalar square = dot(t, t);
    const Scalar length = root_of_positive(square);
    const Scalar bend = t.x * t.x * per_x + t.y * t.y * per_y;
    if (!(magnitude(length - 1) > 2 * tolerance::epsilon<Scalar>)) break;
    g += (length - 1) * square / bend;
  }
  return slip_along(plane, unit(t, dot(t, t)), Scalar(0));
}

// The straight piece that brings slip to rest (Sun & Baruh 2022, (55), (56)): its friction impulse -T^-1 (u + b p) has
// the magnitude mu_k p. p is the smallest root above 0 of |T^-1 u + c p|^2 = mu_k^2 p^2; the largest number if there is
// none. Exact where the slip path is straight, and otherwise a lower bound of the stop; the discriminant by Lagrange's
// identity, which does not cancel (E35).
template <class Scalar>
TOUCHDOWN_INLINE Scalar impulse_to_stop(const TangentialPlane<Scalar> &plane, const Plane<Scalar> &u) {
  const Plane<Scalar> q = {plane.per_T.x * u.x, plane.per_T.y * u.y};
  const Scalar half_linear = dot(q, plane.c);
  const Scalar constant = dot(q, q);
  const Scalar across = q.x * plane.c.y - q.y * plane.c.x;
  const Scalar discriminant = plane.mu_k * plane.mu_k * constant - across * across;
  const Scalar denominator = root_of_positive(discriminant) - half_linear;
  const bool stops = !plane.never_stops && discriminant >= 0 && denominator > 0;
  return stops ? constant / denominator : largest<Scalar>;
}

// The mean slip direction over that piece: a unit vector. Where rounding made it none, what is off is the part along
// the smaller mobility.
template <class Scalar>
TOUCHDOWN_INLINE Plane<Scalar> direction_to_stop(const TangentialPlane<Scalar> &plane, const Plane<Scalar> &u,
                                                 Scalar p) {
  const Scalar per = 1 / (plane.mu_k * p);
  const Plane<Scalar> t = {per * plane.per_T.x * (u.x + plane.b.x * p), per * plane.per_T.y * (u.y + plane.b.y * p)};
  const Scalar square = dot(t, t);
  if (!(magnitude(square - 1) > tolerance::indefinite<Scalar>)) return t;
  const Scalar rest = 1 - t.x * t.x;
  if (rest <= 0) return unit(t, square);
  return {t.x, t.y < 0 ? -root_of_positive(rest) : root_of_positive(rest)};
}

}  // namespace touchdown

#endif
