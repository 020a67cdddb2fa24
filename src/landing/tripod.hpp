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
  const Leg<Scalar> *leg;
  const LegRecord<Scalar> *before;
  Scalar span;                // [s]
  Vector3<Scalar> n;          // of its ground
  Scalar rise, mu;            // the speed at which it meets it, and friction there
  Vector3<Scalar> held;       // [N] that the pad asks of the ground at rest, and no strut
  Vector3<Scalar> closing;    // of the joints along the axes
  Vector3<Scalar> v, ground;  // of the pad; the force of the ground on it
  Matrix3<Scalar> slope;      // of that force by v
  Matrix3<Scalar> stiffness;  // of the struts' forces by `closing`, as the pad follows
  StrutWay<Scalar> strut[3];
  bool lifts;
  Scalar off;  // [N^2] by which the force of the ground is not that of friction, squared
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
inline PadSlip<Scalar> slip_of(const Vector3<Scalar> &slip, const Tripod<Scalar> &foot) {
  const Vector3<Scalar> &P = foot.ground, &n = foot.n;
  const Scalar mu = foot.mu;
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

// Where a turn of Newton's method leads from a slip. Turns may alternate between parts of a strut: later ones go half
// as far.
template <class Scalar>
inline Vector3<Scalar> next_slip(const Vector3<Scalar> &slip, const PadSlip<Scalar> &at, int turn) {
  const Scalar part = 2 * turn < pad_turns ? Scalar(1) : Scalar(0.5);
  return slip - part * (at.dd * at.left_d + at.de * at.left_e) * at.d -
         part * (at.ed * at.left_d + at.ee * at.left_e) * at.e;
}

// The slip at which friction is all it can be, from `slip` if what would hold the pad is against that. A turn that
// leads beyond no slip goes back to it; the next one that does goes back along the way that the pad takes from there.
template <class Scalar>
inline PadSlip<Scalar> slide_pad(Vector3<Scalar> slip, Tripod<Scalar> &foot) {
  const Vector3<Scalar> rise = foot.rise * foot.n;
  slip -= foot.n * foot.n.dot(slip);
  if (foot.ground.dot(slip) < 0)
    move_pad(Vector3<Scalar>(rise + slip), foot);
  else
    slip.setZero();
  PadSlip<Scalar> at = slip_of(slip, foot);
  Vector3<Scalar> from_rest = slip.isZero(0) ? at.d : Vector3<Scalar>(Vector3<Scalar>::Zero());
  for (int turn = 0; turn < pad_turns && !at.enough; ++turn) {
    const Vector3<Scalar> to = next_slip(slip, at, turn);
    const Scalar speed = square_root(slip.squaredNorm());
    slip = speed > 0 && !(to.dot(slip) > 0) ? Vector3<Scalar>(Scalar(0.25) * speed * from_rest) : to;
    move_pad(Vector3<Scalar>(rise + slip), foot);
    at = slip_of(slip, foot);
    if (slip.isZero(0)) from_rest = at.d;
  }
  return at;
}

// How the struts' forces grow with `closing`: a pad that slides gives way.
template <class Scalar>
inline void yield_by_slip(const PadSlip<Scalar> &at, Tripod<Scalar> &foot) {
  Vector3<Scalar> by_d, by_e, left_d, left_e;
  for (int k = 0; k < 3; ++k) {
    const Vector3<Scalar> force = foot.stiffness(k, k) * foot.way[k];
    by_d[k] = at.d.dot(force);
    by_e[k] = at.e.dot(force);
    left_d[k] = by_d[k] + at.grip * foot.n.dot(force);
    left_e[k] = by_e[k];
  }
  foot.stiffness -=
      by_d * (at.dd * left_d + at.de * left_e).transpose() + by_e * (at.ed * left_d + at.ee * left_e).transpose();
}

// The pad on the ground; `slip` is where the search for that of one that slides begins.
template <class Scalar>
inline void press_pad(const Vector3<Scalar> &slip, Tripod<Scalar> &foot) {
  move_pad(Vector3<Scalar>(foot.rise * foot.n), foot);
  const Scalar P_n = foot.n.dot(foot.ground), held = P_n * P_n * (1 + foot.mu * foot.mu);
  const bool slides = !(P_n >= 0 && foot.ground.squaredNorm() <= held);
  PadSlip<Scalar> at;
  if (slides) at = slide_pad(slip, foot);
  foot.lifts = !(foot.n.dot(foot.ground) > 0);
  foot.off = slides && !foot.lifts && !at.enough ? at.left_d * at.left_d + at.left_e * at.left_e : Scalar(0);
  foot.stiffness.setZero();
  for (int k = 0; k < 3 && !foot.lifts; ++k) foot.stiffness(k, k) = foot.span * foot.strut[k].slope;
  if (slides && !foot.lifts) yield_by_slip(at, foot);
}

// Whether the pad stays down, and no strut flows.
template <class Scalar>
inline bool only_springs(const Tripod<Scalar> &foot) {
  bool springs = !foot.lifts;
  for (int k = 0; k < 3; ++k) {
    const StrutRecord<Scalar> &was = foot.before->strut[k], &is = foot.strut[k].after;
    springs = springs && is.crushed == was.crushed && is.pulled == was.pulled;
  }
  return springs;
}

// The axes of a foot's struts from its pad, in the attitude R.
template <class Scalar>
inline FootLines<Scalar> lines_of(const Leg<Scalar> &leg, const Matrix3<Scalar> &R, const Vector3<Scalar> &pad) {
  FootLines<Scalar> lines;
  for (int k = 0; k < 3; ++k) {
    const Vector3<Scalar> joint = R * vector(leg.strut[k].joint), way = joint - pad;
    lines.way[k] = way / square_root(way.squaredNorm());
    lines.turn[k] = joint.cross(lines.way[k]);
  }
  return lines;
}

template <class Scalar>
inline Vector3<Scalar> forces_of(const LegRecord<Scalar> &record) {
  return {record.strut[0].force, record.strut[1].force, record.strut[2].force};
}

// How far the pad is from its place.
template <class Scalar>
inline void note_way(LegRecord<Scalar> &record) {
  record.stroke = square_root(vector(record.pad).squaredNorm());
  record.most_stroke = max(record.most_stroke, record.stroke);
}

// The way of a pad in the body by which its struts are elastic; nothing where their axes lie in a plane.
template <class Scalar>
inline Vector3<Scalar> elastic_way(const FootLines<Scalar> &lines, const LegRecord<Scalar> &record) {
  const Vector3<Scalar> *axis = lines.way;
  const Vector3<Scalar> a = axis[1].cross(axis[2]), b = axis[2].cross(axis[0]), c = axis[0].cross(axis[1]);
  const Scalar volume = axis[0].dot(a);
  if (!(volume * volume > tolerance::flat_tripod<Scalar>)) return Vector3<Scalar>::Zero();
  return (record.strut[0].elastic * a + record.strut[1].elastic * b + record.strut[2].elastic * c) / volume;
}

// A pad off the ground, in the attitude R: its struts are elastic no more, as far as it does not go into the ground,
// and hold it to the body.
template <class Scalar>
inline void free_pad(const Vector3<Scalar> &x, const Matrix3<Scalar> &R, int i, MovingLegs<Scalar> &legs) {
  LegRecord<Scalar> &record = legs.record[i];
  if (record.down == 0 && record.strut[0].elastic == 0 && record.strut[1].elastic == 0 && record.strut[2].elastic == 0)
    return;
  const Leg<Scalar> &leg = legs.whole->leg[i];
  const Vector3<Scalar> way =
      elastic_way(lines_of(leg, Matrix3<Scalar>(Matrix3<Scalar>::Identity()), vector(legs.lander.foot[i].r)), record);
  const Scalar gap = max(gap_of(*legs.terrain, x, R, i), Scalar(0));
  const Scalar falls = legs.terrain->frame[plane_of(*legs.terrain, i)].n.dot(R * way);
  const Scalar part = falls > gap ? gap / falls : Scalar(1), left = 1 - part;
  view(record.pad) -= part * way;
  for (int k = 0; k < 3; ++k) {
    StrutRecord<Scalar> &strut = record.strut[k];
    strut.energy += Scalar(0.5) * leg.strut[k].stiffness * strut.elastic * strut.elastic * (1 - left * left);
    strut.elastic *= left;
    strut.force = 0;
  }
  note_way(record);
  record.down = 0;
  view(record.pad_v).setZero();
  hold_pad(i, legs);
}

// `last`: force when the piece is over.
template <class Scalar>
inline void note_strut(const StrutWay<Scalar> &way, Scalar last, Scalar time, StrutRecord<Scalar> &record) {
  record = way.after;
  record.force = last;
  const Scalar push = max(way.force, last), pull = max(-way.force, -last);
  if (push > record.most_push) {
    record.most_push = push;
    record.push_time = time;
  }
  if (pull > record.most_pull) {
    record.most_pull = pull;
    record.pull_time = time;
  }
}

// What a pad has done in a piece that is over at `time`, where it is at `pad` in the body.
template <class Scalar>
inline void move_pad_on(const Tripod<Scalar> &foot, Scalar time, const Vector3<Scalar> &pad,
                        LegRecord<Scalar> &record) {
  Vector3<Scalar> push = Vector3<Scalar>::Zero();
  record.energy = 0;
  for (int k = 0; k < 3; ++k) {
    push += foot.strut[k].force * foot.way[k];
    const Scalar last = foot.leg->strut[k].stiffness * foot.strut[k].after.elastic;
    note_strut(foot.strut[k], last, time, record.strut[k]);
    record.energy += record.strut[k].energy;
  }
  record.peak_force = max(record.peak_force, square_root(push.squaredNorm()));
  record.slide += foot.span * square_root(Vector3<Scalar>(foot.v - foot.n * foot.n.dot(foot.v)).squaredNorm());
  view(record.pad_v) = foot.v;
  view(record.pad) = pad;
  note_way(record);
}

template <class Scalar>
inline Scalar sooner(Scalar a, Scalar b) {
  return b < a ? b : a;
}

// At a time in the piece, if that is before `end`; what is nearly over when the piece begins ends with it.
template <class Scalar>
inline Scalar end_within(Scalar time, Scalar least, Scalar end) {
  return time > (1 - tolerance::whole_piece<Scalar>)*least ? sooner(time, end) : end;
}

// How far into the piece a foot does what the piece takes for all of it: until a strut that flows comes to a stand, or
// the ground carries nothing any more. `start`: of its struts' joints.
template <class Scalar>
inline Scalar end_of_branch(const Vector3<Scalar> &start, Scalar least, const Tripod<Scalar> &foot) {
  Scalar end = foot.span;
  const Vector3<Scalar> &n = foot.n, from = vector(foot.before->pad_v), slip = from - n * n.dot(from);
  Vector3<Scalar> carried = Vector3<Scalar>::Zero();
  for (int k = 0; k < 3; ++k) {
    const StrutRecord<Scalar> &was = foot.before->strut[k], &is = foot.strut[k].after;
    carried += was.force * foot.way[k];
    const Scalar rate = foot.way[k].dot(slip) - start[k];
    const Scalar mean = foot.way[k].dot(foot.v) - foot.closing[k], last = 2 * mean - rate;
    const bool flows = is.crushed != was.crushed || is.pulled != was.pulled;
    if (flows && rate * last < 0) end = end_within(Scalar(foot.span * rate / (rate - last)), least, end);
  }
  const Scalar load = n.dot(carried), mean = n.dot(foot.ground);
  const bool unloads = foot.lifts && load > 0;
  return unloads ? end_within(Scalar(Scalar(0.5) * foot.span * load / (load - mean)), least, end) : end;
}

}  // namespace touchdown

#endif
