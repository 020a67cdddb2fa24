// A step of a body on feet of three struts: pieces short beside what the struts do with the body. In each the body
// moves by its mean velocity, with the forces of the piece before and then once more with those that follow; the pads
// follow it (landing/tripod.hpp). A piece ends where a pad comes down. docs/theory (L.29).
#ifndef TOUCHDOWN_LANDING_TRIPOD_STEP_HPP
#define TOUCHDOWN_LANDING_TRIPOD_STEP_HPP

#include "landing/events.hpp"
#include "landing/tripod.hpp"

namespace touchdown {

constexpr int strut_pieces = 64;  // of a step, at most
constexpr int strut_passes = 5;   // of a piece, at most

template <class Scalar>
struct StrutPiece {
  Scalar span;
  Vector3<Scalar> force, torque;  // on the body, beside gravity
  Vector3<Scalar> thrust, turn;   // of these the thrust's
  Vector3<Scalar> L;              // angular momentum before
  Matrix3<Scalar> middle;         // attitude half-way
  Motion<Scalar> mean;
  int count;
  Tripod<Scalar> foot[max_feet];
};

// The joints of a foot, and the axes to them from its pad, in the attitude R.
template <class Scalar>
inline void place_struts(const Leg<Scalar> &leg, const Matrix3<Scalar> &R, const Vector3<Scalar> &pad,
                         Vector3<Scalar> *joint, Vector3<Scalar> *axis) {
  for (int k = 0; k < 3; ++k) {
    joint[k] = R * vector(leg.strut[k].joint);
    const Vector3<Scalar> way = joint[k] - pad;
    axis[k] = way / square_root(way.squaredNorm());
  }
}

template <class Scalar>
inline Vector3<Scalar> pad_of(const MovingLegs<Scalar> &legs, const Matrix3<Scalar> &R, int i) {
  return R * vector(legs.lander.foot[i].r);
}

// What the struts gave in the piece before, in the pose of this.
template <class Scalar>
inline void begin_with_forces(const MovingLegs<Scalar> &legs, const Matrix3<Scalar> &R, StrutPiece<Scalar> &piece) {
  piece.force = piece.thrust;
  piece.torque = piece.turn;
  Vector3<Scalar> joint[3], axis[3];
  for (int i = 0; i < legs.lander.feet; ++i) {
    if (legs.record[i].down == 0) continue;
    place_struts(legs.whole->leg[i], R, pad_of(legs, R, i), joint, axis);
    for (int k = 0; k < 3; ++k) {
      const Vector3<Scalar> force = legs.record[i].strut[k].force * axis[k];
      piece.force += force;
      piece.torque += joint[k].cross(force);
    }
  }
}

// Whether a foot at rest could stay as it is: its pad does not slide, and no strut gives all that its stage can.
template <class Scalar>
inline bool foot_holds(const Leg<Scalar> &leg, const LegRecord<Scalar> &record, const Vector3<Scalar> &n,
                       Scalar slowest) {
  if (record.down == 0) return true;
  const Vector3<Scalar> v = vector(record.pad_v);
  bool holds = Vector3<Scalar>(v - n * n.dot(v)).squaredNorm() <= slowest * slowest;
  for (int k = 0; k < 3; ++k) {
    const StrutRecord<Scalar> &strut = record.strut[k];
    const bool pushed = strut.force > 0;
    const Scalar most =
        pushed ? limit_of(leg.strut[k].crush, strut.crushed).force : limit_of(leg.strut[k].pull, strut.pulled).force;
    holds = holds && (most == 0 || abs(strut.force) < (1 - tolerance::strut_flows<Scalar>)*most);
  }
  return holds;
}

// Whether the feet of a lander that is slow could all stay as they are.
template <class Scalar>
inline bool struts_hold(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain) {
  const Scalar slowest = tolerance::held_on_legs<Scalar> * terrain.scales.speed;
  bool holds = true;
  for (int i = 0; i < legs.lander.feet; ++i)
    holds = holds && foot_holds(legs.whole->leg[i], legs.record[i], terrain.frame[plane_of(terrain, i)].n, slowest);
  return holds;
}

template <class Scalar>
inline void move_body(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain, const Motion<Scalar> &from,
                      StrutPiece<Scalar> &piece) {
  const Scalar half = Scalar(0.5) * piece.span;
  piece.mean.v = from.v + half * (vector(legs.lander.gravity) + piece.force / legs.lander.mass);
  piece.mean.w = rate_of(terrain, piece.middle, Vector3<Scalar>(piece.L + half * piece.torque));
}

// One foot, as the body moves.
template <class Scalar>
inline void look_at_foot(const MovingLegs<Scalar> &legs, const Matrix3<Scalar> &R, int i,
                         const StrutPiece<Scalar> &piece, Tripod<Scalar> &foot) {
  foot.foot = i;
  foot.leg = &legs.whole->leg[i];
  foot.before = &legs.record[i];
  foot.span = piece.span;
  const Vector3<Scalar> start = vector(foot.before->pad_v);
  foot.held = -foot.leg->pad_mass * (start / piece.span + vector(legs.lander.gravity));
  const Vector3<Scalar> pad = pad_of(legs, R, i) + (Scalar(0.5) * piece.span) * (start - piece.mean.v);
  place_struts(*foot.leg, piece.middle, pad, foot.joint, foot.axis);
  for (int k = 0; k < 3; ++k)
    foot.closing[k] = foot.axis[k].dot(point_velocity(piece.mean.v, piece.mean.w, foot.joint[k]));
}

// The forces that follow from how the body moves.
template <class Scalar>
inline void press_pads(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                       StrutPiece<Scalar> &piece) {
  piece.force = piece.thrust;
  piece.torque = piece.turn;
  piece.count = 0;
  for (int i = 0; i < legs.lander.feet; ++i) {
    if (legs.record[i].down == 0) continue;
    Tripod<Scalar> &foot = piece.foot[piece.count++];
    look_at_foot(legs, pose.R, i, piece, foot);
    const Scalar rise = -tolerance::gap_closed<Scalar> * pose.gap[i] / piece.span;
    press_pad(terrain.frame[plane_of(terrain, i)], rise, legs.lander.foot[i].mu_sliding, foot);
    for (int k = 0; k < 3 && !foot.lifts; ++k) {
      const Vector3<Scalar> force = foot.way[k].force * foot.axis[k];
      piece.force += force;
      piece.torque += foot.joint[k].cross(force);
    }
  }
}

// How far the pad is from its place.
template <class Scalar>
inline void note_way(LegRecord<Scalar> &record) {
  record.stroke = square_root(vector(record.pad).squaredNorm());
  record.most_stroke = max(record.most_stroke, record.stroke);
}

// A pad off the ground: its struts are elastic no more, and hold it to the body.
template <class Scalar>
inline void lift_pad(int i, MovingLegs<Scalar> &legs) {
  LegRecord<Scalar> &record = legs.record[i];
  const Leg<Scalar> &leg = legs.whole->leg[i];
  Vector3<Scalar> joint[3], axis[3];
  place_struts(leg, Matrix3<Scalar>(Matrix3<Scalar>::Identity()), vector(legs.lander.foot[i].r), joint, axis);
  const Vector3<Scalar> a = axis[1].cross(axis[2]), b = axis[2].cross(axis[0]), c = axis[0].cross(axis[1]);
  const Scalar volume = axis[0].dot(a);
  const Vector3<Scalar> out = record.strut[0].elastic * a + record.strut[1].elastic * b + record.strut[2].elastic * c;
  if (volume * volume > tolerance::flat_tripod<Scalar>) view(record.pad) -= out / volume;
  for (int k = 0; k < 3; ++k) {
    StrutRecord<Scalar> &strut = record.strut[k];
    strut.energy += Scalar(0.5) * leg.strut[k].stiffness * strut.elastic * strut.elastic;
    strut.elastic = strut.force = 0;
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

// The pad where the piece has left it; the body is in the attitude R.
template <class Scalar>
inline void move_pad_on(const StrutPiece<Scalar> &piece, const Tripod<Scalar> &foot, const Vector3<Scalar> &n,
                        const Vector3<Scalar> &pad, const Matrix3<Scalar> &R, Scalar time, MovingLegs<Scalar> &legs) {
  const int i = foot.foot;
  LegRecord<Scalar> &record = legs.record[i];
  record.energy = 0;
  for (int k = 0; k < 3; ++k) {
    const Scalar last = foot.leg->strut[k].stiffness * foot.way[k].after.elastic;
    note_strut(foot.way[k], last, time, record.strut[k]);
    record.energy += record.strut[k].energy;
  }
  record.peak_force = max(record.peak_force, square_root(foot.ground.squaredNorm()));
  record.slide += piece.span * square_root(Vector3<Scalar>(foot.v - n * n.dot(foot.v)).squaredNorm());
  view(record.pad_v) = foot.v;
  const Vector3<Scalar> arm = pad + piece.span * (foot.v - piece.mean.v);
  view(record.pad) = R.transpose() * arm - vector(legs.whole->foot[i].r);
  note_way(record);
  hold_pad(i, legs);
}

// Body and pads at the end of the piece.
template <class Scalar>
inline void keep_strut_piece(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, const StrutPiece<Scalar> &piece,
                             Stride<Scalar> &stride, MovingLegs<Scalar> &legs, MovingLanding<Scalar> &landing) {
  State<Scalar> &state = landing.state;
  state.x += piece.span * piece.mean.v;
  state.q = turned_by(state.q, Vector3<Scalar>(piece.span * piece.mean.w));
  state.v += piece.span * (vector(legs.lander.gravity) + piece.force / legs.lander.mass);
  const Matrix3<Scalar> R = rotation_of(state.q);
  state.w = rate_of(terrain, R, Vector3<Scalar>(piece.L + piece.span * piece.torque));
  landing.time += piece.span;
  stride.left -= piece.span;
  stride.work += piece.span * (piece.thrust.dot(piece.mean.v) + piece.turn.dot(piece.mean.w));
  for (int k = 0; k < piece.count; ++k) {
    const Tripod<Scalar> &foot = piece.foot[k];
    const int i = foot.foot;
    const Vector3<Scalar> pad = pad_of(legs, pose.R, i);
    if (foot.lifts)
      lift_pad(i, legs);
    else
      move_pad_on(piece, foot, terrain.frame[plane_of(terrain, i)].n, pad, R, landing.time, legs);
  }
}

// Until a pad off the ground touches it, with the acceleration a; `longest` where it does not before.
template <class Scalar>
inline Scalar time_down(Scalar gap, Scalar rate, Scalar a, Scalar longest) {
  if (!(gap > 0)) return rate < 0 ? Scalar(0) : longest;
  const Scalar square = rate * rate - 2 * a * gap;
  const Scalar sum = square_root(max(square, Scalar(0))) - rate;
  return square > 0 && sum * longest > 2 * gap ? 2 * gap / sum : longest;
}

// Pads that are at the ground come down, and the others say how long the piece may be.
template <class Scalar>
inline Scalar bring_down_pads(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, const Vector3<Scalar> &a,
                              Scalar longest, Stride<Scalar> &stride, MovingLegs<Scalar> &legs,
                              MovingLanding<Scalar> &landing) {
  Scalar span = longest;
  for (int i = 0; i < legs.lander.feet; ++i) {
    LegRecord<Scalar> &record = legs.record[i];
    if (record.down == 0) {
      const Vector3<Scalar> &n = terrain.frame[plane_of(terrain, i)].n;
      const Vector3<Scalar> v = point_velocity(pose.motion.v, pose.motion.w, pad_of(legs, pose.R, i));
      const Scalar down = time_down(pose.gap[i], n.dot(v), n.dot(a), longest);
      const Scalar early = record.peak_force > 0 ? Scalar(0.5) : tolerance::pad_early<Scalar>;
      if (down > early * longest) {
        if (down < span) span = down;
        continue;
      }
      record.down = 1;
      view(record.pad_v) = v;
      note_contact(landing);
    }
    stride.touched |= 1U << i;
  }
  return span;
}

// Whether one of the two differs from the other by little.
template <class Scalar>
inline bool are_close(const Vector3<Scalar> &a, const Vector3<Scalar> &b) {
  constexpr Scalar apart = tolerance::steady_strut<Scalar>;
  return (a - b).squaredNorm() <= apart * apart * b.squaredNorm();
}

template <class Scalar>
inline Status take_strut_piece(Scalar longest, Terrain<Scalar> &terrain, StrutPiece<Scalar> &piece,
                               Stride<Scalar> &stride, MovingLegs<Scalar> &legs, MovingLanding<Scalar> &landing) {
  const Status status = has_heights(terrain) ? find_planes(landing.state, terrain) : TD_SOLVED;
  if (status < 0) return status;
  const State<Scalar> &state = landing.state;
  const Pose<Scalar> pose = pose_of(terrain, state);
  piece.middle = rotation_of(turned_by(state.q, Vector3<Scalar>((Scalar(0.5) * longest) * state.w)));
  piece.thrust = piece.turn = Vector3<Scalar>::Zero();
  if (thrusts(terrain, landing)) {
    piece.thrust = piece.middle * vector(legs.lander.thrust);
    piece.turn = piece.middle * vector(legs.lander.thrust_at).cross(vector(legs.lander.thrust));
  }
  begin_with_forces(legs, pose.R, piece);
  const Vector3<Scalar> a = vector(legs.lander.gravity) + piece.force / legs.lander.mass;
  piece.span = bring_down_pads(terrain, pose, a, longest, stride, legs, landing);
  piece.middle = rotation_of(turned_by(state.q, Vector3<Scalar>((Scalar(0.5) * piece.span) * state.w)));
  piece.L = pose.R * times(legs.lander.inertia, Vector3<Scalar>(pose.R.transpose() * state.w));
  for (int pass = 0; pass < strut_passes; ++pass) {
    const Vector3<Scalar> force = piece.force, torque = piece.torque;
    move_body(legs, terrain, pose.motion, piece);
    press_pads(legs, terrain, pose, piece);
    if (are_close(force, piece.force) && are_close(torque, piece.torque)) break;
  }
  keep_strut_piece(terrain, pose, piece, stride, legs, landing);
  return TD_SOLVED;
}

// How long a piece is at most: short beside what the struts do, and how the lander turns.
template <class Scalar>
inline Scalar strut_pace(const MovingLegs<Scalar> &legs, const Stride<Scalar> &stride, const Vector3<Scalar> &w) {
  Scalar pace = stride.left / tolerance::leg_pieces_of_step<Scalar>;
  if (legs.fastest * pace > tolerance::strut_turn<Scalar>) pace = tolerance::strut_turn<Scalar> / legs.fastest;
  const Scalar rate = square_root(w.squaredNorm());
  return rate * pace > tolerance::turn_of_piece<Scalar> ? tolerance::turn_of_piece<Scalar> / rate : pace;
}

// Pieces until the step is over, or as many as there are: what is left is another step.
template <class Scalar>
inline Status move_on_struts(Terrain<Scalar> &terrain, Stride<Scalar> &stride, MovingLegs<Scalar> &legs,
                             MovingLanding<Scalar> &landing) {
  const Scalar pace = strut_pace(legs, stride, landing.state.w);
  StrutPiece<Scalar> piece;
  for (int k = 0; k < strut_pieces && stride.left > 0; ++k) {
    const Scalar longest = stride.left < Scalar(1.25) * pace ? stride.left : pace;
    const Status status = take_strut_piece(longest, terrain, piece, stride, legs, landing);
    if (status < 0) return status;
  }
  return TD_SOLVED;
}

}  // namespace touchdown

#endif
