// A foot of three struts on the ground: a pad of its own mass, held by the struts' forces and by the ground's. The body
// moves by its mean over a piece; then each pad is found alone, for struts press a pad that is light and a body that is
// heavy:
//   pad   m (v - v_0) / h = P + m g - sum a_k f_k(h (a_k . v - a_k . u_k)),  u_k of its joints on the body
//   P     v_n = 0, P_n >= 0;  v_T = 0 inside of the cone, or on it against v_T
// docs/theory (L.27), (L.28).
#ifndef TOUCHDOWN_LANDING_TRIPOD_HPP
#define TOUCHDOWN_LANDING_TRIPOD_HPP

#include "landing/legs.hpp"
#include "landing/strut.hpp"

namespace touchdown {

constexpr int pad_turns = 12;  // of Newton's method for the slip of a pad

// What a foot of struts does in one piece.
template <class Scalar>
struct Tripod {
  int foot;
  const Leg<Scalar> *leg;
  const LegRecord<Scalar> *before;
  Scalar span;                        // [s]
  Vector3<Scalar> joint[3], axis[3];  // from the centre of mass, and to them from the pad, half-way
  Scalar closing[3];                  // of the joints along the axes
  Vector3<Scalar> held;               // [N] that the pad asks of the ground at rest, and no strut
  Vector3<Scalar> v, ground;          // of the pad; the force of the ground on it
  Matrix3<Scalar> slope;              // of that force by v
  StrutWay<Scalar> way[3];
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
    const Vector3<Scalar> &axis = foot.axis[k];
    foot.way[k] =
        run_strut(strut, foot.span, foot.before->strut[k], Scalar(foot.span * (axis.dot(v) - foot.closing[k])));
    foot.ground += foot.way[k].force * axis;
    foot.slope += (foot.span * foot.way[k].slope) * axis * axis.transpose();
  }
}

// The slip at which friction is all it can be, from none.
template <class Scalar>
inline void slide_pad(const ContactFrame<Scalar> &frame, Scalar rise, Scalar mu, Tripod<Scalar> &foot) {
  constexpr Scalar enough = Scalar(1e-5);
  Scalar t = 0, s = 0;
  for (int turn = 0; turn < pad_turns; ++turn) {
    const Vector3<Scalar> &P = foot.ground;
    const Scalar P_n = max(frame.n.dot(P), Scalar(0)), P_t = frame.t.dot(P), P_s = frame.s.dot(P);
    const Scalar slip = square_root(t * t + s * s), size = slip > 0 ? slip : square_root(P_t * P_t + P_s * P_s);
    const Scalar d_t = (slip > 0 ? t : -P_t) / size, d_s = (slip > 0 ? s : -P_s) / size;
    const Scalar r_t = P_t + mu * P_n * d_t, r_s = P_s + mu * P_n * d_s;
    if (turn > 0 && r_t * r_t + r_s * r_s <= enough * enough * (P_n * P_n + P_t * P_t + P_s * P_s)) break;
    const Vector3<Scalar> K_t = foot.slope * frame.t, K_s = foot.slope * frame.s;
    const Scalar n_t = P_n > 0 ? mu * frame.n.dot(K_t) : Scalar(0), n_s = P_n > 0 ? mu * frame.n.dot(K_s) : Scalar(0);
    const Scalar bend = slip > 0 ? mu * P_n / slip : Scalar(0);
    const Scalar tt = frame.t.dot(K_t) + d_t * n_t + bend * d_s * d_s,
                 ts = frame.t.dot(K_s) + d_t * n_s - bend * d_t * d_s;
    const Scalar st = frame.s.dot(K_t) + d_s * n_t - bend * d_t * d_s,
                 ss = frame.s.dot(K_s) + d_s * n_s + bend * d_t * d_t;
    const Scalar per = 1 / (tt * ss - ts * st);
    const Scalar to_t = t - per * (ss * r_t - ts * r_s), to_s = s - per * (tt * r_s - st * r_t);
    const bool passes = slip > 0 && !(to_t * t + to_s * s > 0);  // friction turns at no slip: not beyond
    t = passes ? Scalar(0.25) * t : to_t;
    s = passes ? Scalar(0.25) * s : to_s;
    move_pad(Vector3<Scalar>(rise * frame.n + t * frame.t + s * frame.s), foot);
  }
}

// The pad on the ground, which it meets at the speed `rise`.
template <class Scalar>
inline void press_pad(const ContactFrame<Scalar> &frame, Scalar rise, Scalar mu, Tripod<Scalar> &foot) {
  move_pad(Vector3<Scalar>(rise * frame.n), foot);
  const Vector3<Scalar> &P = foot.ground;
  const Scalar P_n = frame.n.dot(P), P_t = frame.t.dot(P), P_s = frame.s.dot(P);
  foot.slides = !(P_n >= 0 && P_t * P_t + P_s * P_s <= mu * mu * P_n * P_n);
  if (foot.slides) slide_pad(frame, rise, mu, foot);
  foot.lifts = !(frame.n.dot(foot.ground) > 0);
}

}  // namespace touchdown

#endif
