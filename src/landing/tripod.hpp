// A foot of three struts on the ground: a pad of its own mass, held by the struts' forces and by the ground's. The body
// moves by its mean over a piece; then each pad is found alone, for struts press a pad that is light and a body that is
// heavy:
//   pad   m (v - v_0) / h = P + m g - sum a_k f_k(h (a_k . v - a_k . u_k)),  u_k of its joints on the body
//   P     v_n = 0, P_n >= 0;  v_T = 0 inside of the cone, or on it against v_T
// docs/theory (L.27), (L.28).
#ifndef TOUCHDOWN_LANDING_TRIPOD_HPP
#define TOUCHDOWN_LANDING_TRIPOD_HPP

#include "landing/body_on_feet.hpp"
#include "landing/legs.hpp"
#include "landing/strut.hpp"

namespace touchdown {

constexpr int pad_turns = 12;  // of Newton's method for the slip of a pad

// What a foot of struts does in one piece.
template <class Scalar>
struct Tripod : FootLines<Scalar> {  // the axes of its struts, half-way
  int foot;
  const Leg<Scalar> *leg;
  const LegRecord<Scalar> *before;
  Scalar span;                // [s]
  Vector3<Scalar> held;       // [N] that the pad asks of the ground at rest, and no strut
  Vector3<Scalar> closing;    // of the joints along the axes
  Vector3<Scalar> v, ground;  // of the pad; the force of the ground on it
  Matrix3<Scalar> slope;      // of that force by v
  Matrix3<Scalar> stiffness;  // of the struts' forces by `closing`, as the pad follows
  StrutWay<Scalar> strut[3];
  bool slides, lifts;
};

// What the ground gives for the pad to move at v.
template <class Scalar>
inline void move_pad(const Vector3<Scalar> &v, Tripod<Scalar> &foot) {
  const Scalar inertia = foot.leg->pad_mass / foot.span;
  foot.v = v;
  foot.ground = foot.held + inertia * v;
  foot.slope = inertia * Matrix3<Scalar>::Identity();
  for (int k = 0; k < 3; ++k) {
    const Strut<Scalar> &strut = foot.leg->strut[k];
    const Vector3<Scalar> &axis = foot.way[k];
    foot.strut[k] =
        run_strut(strut, foot.span, foot.before->strut[k], Scalar(foot.span * (axis.dot(v) - foot.closing[k])));
    foot.ground += foot.strut[k].force * axis;
    foot.slope += (foot.span * foot.strut[k].slope) * axis * axis.transpose();
  }
}

// Friction that is all it can be, against a slip of the pad along d, e across it: what is left of it, and the inverse
// of how that grows with the slip.
template <class Scalar>
struct PadSlip {
  Vector3<Scalar> d, e;
  Scalar left_d, left_e, dd, de, ed, ee, grip;
  bool enough;
};

template <class Scalar>
inline PadSlip<Scalar> slip_of(const Vector3<Scalar> &n, Scalar mu, const Vector3<Scalar> &slip,
                               const Tripod<Scalar> &foot) {
  const Vector3<Scalar> &P = foot.ground;
  const Scalar speed = square_root(slip.squaredNorm()), P_n = max(n.dot(P), Scalar(0));
  const Vector3<Scalar> way = speed > 0 ? slip : Vector3<Scalar>(n * n.dot(P) - P);
  const Scalar size = square_root(way.squaredNorm());
  PadSlip<Scalar> at;
  at.d = way * (size > 0 ? 1 / size : Scalar(0));
  at.e = n.cross(at.d);
  at.grip = P_n > 0 ? mu : Scalar(0);
  at.left_d = at.d.dot(P) + mu * P_n;
  at.left_e = at.e.dot(P);
  const Scalar enough = tolerance::pad_slip<Scalar>;
  at.enough = speed > 0 && at.left_d * at.left_d + at.left_e * at.left_e <= enough * enough * P.squaredNorm();
  const Vector3<Scalar> K_d = foot.slope * at.d, K_e = foot.slope * at.e, against = at.d + at.grip * n;
  const Scalar dd = against.dot(K_d), de = against.dot(K_e), ed = at.e.dot(K_d);
  const Scalar ee = at.e.dot(K_e) + (speed > 0 ? mu * P_n / speed : Scalar(0));
  const Scalar whole = dd * ee - de * ed, per = whole != 0 ? 1 / whole : Scalar(0);
  at.dd = per * ee;
  at.de = -per * de;
  at.ed = -per * ed;
  at.ee = per * dd;
  return at;
}

// The slip at which friction is all it can be, from `slip` if what would hold the pad is against that.
template <class Scalar>
inline PadSlip<Scalar> slide_pad(const Vector3<Scalar> &n, Scalar rise, Scalar mu, Vector3<Scalar> slip,
                                 Tripod<Scalar> &foot) {
  slip -= n * n.dot(slip);
  if (foot.ground.dot(slip) < 0)
    move_pad(Vector3<Scalar>(rise * n + slip), foot);
  else
    slip.setZero();
  PadSlip<Scalar> at = slip_of(n, mu, slip, foot);
  const Vector3<Scalar> first = at.d;
  for (int turn = 0; turn < pad_turns && !at.enough; ++turn) {
    const Vector3<Scalar> to =
        slip - (at.dd * at.left_d + at.de * at.left_e) * at.d - (at.ed * at.left_d + at.ee * at.left_e) * at.e;
    const Scalar speed = square_root(slip.squaredNorm());
    slip = speed > 0 && !(to.dot(slip) > 0) ? Vector3<Scalar>(Scalar(0.25) * speed * first) : to;  // not beyond no slip
    move_pad(Vector3<Scalar>(rise * n + slip), foot);
    at = slip_of(n, mu, slip, foot);
  }
  return at;
}

// How the struts' forces grow with `closing`: a pad that slides gives way.
template <class Scalar>
inline void yield_by_slip(const Vector3<Scalar> &n, const PadSlip<Scalar> &at, Tripod<Scalar> &foot) {
  Vector3<Scalar> by_d, by_e, left_d, left_e;
  for (int k = 0; k < 3; ++k) {
    const Vector3<Scalar> force = foot.stiffness(k, k) * foot.way[k];
    by_d[k] = at.d.dot(force);
    by_e[k] = at.e.dot(force);
    left_d[k] = by_d[k] + at.grip * n.dot(force);
    left_e[k] = by_e[k];
  }
  foot.stiffness -=
      by_d * (at.dd * left_d + at.de * left_e).transpose() + by_e * (at.ed * left_d + at.ee * left_e).transpose();
}

// The pad on the ground, which it meets at the speed `rise`; `slip` is where the search for that of one that slides
// begins.
template <class Scalar>
inline void press_pad(const Vector3<Scalar> &n, Scalar rise, Scalar mu, const Vector3<Scalar> &slip,
                      Tripod<Scalar> &foot) {
  move_pad(Vector3<Scalar>(rise * n), foot);
  const Scalar P_n = n.dot(foot.ground), held = P_n * P_n * (1 + mu * mu);
  foot.slides = !(P_n >= 0 && foot.ground.squaredNorm() <= held);
  PadSlip<Scalar> at;
  if (foot.slides) at = slide_pad(n, rise, mu, slip, foot);
  foot.lifts = !(n.dot(foot.ground) > 0);
  foot.stiffness.setZero();
  for (int k = 0; k < 3 && !foot.lifts; ++k) foot.stiffness(k, k) = foot.span * foot.strut[k].slope;
  if (foot.slides && !foot.lifts) yield_by_slip(n, at, foot);
}

}  // namespace touchdown

#endif
