// A step of a body on feet of three struts: pieces short beside what the struts do with the body, and longer where
// forces are steady. In each the body moves by its mean velocity, which Newton's method finds with the forces that
// follow from it; the pads follow it (landing/tripod.hpp). A piece ends where a pad comes down or lifts off, and where
// a strut comes to a stand. docs/theory (L.29).
#ifndef TOUCHDOWN_LANDING_TRIPOD_STEP_HPP
#define TOUCHDOWN_LANDING_TRIPOD_STEP_HPP

#include "landing/events.hpp"
#include "landing/tripod.hpp"

namespace touchdown {

constexpr int strut_pieces = 64;  // of a step, at most
constexpr int strut_passes = 6;   // of Newton's method in a piece, at most
constexpr int strut_cuts = 2;     // of a piece that is too long, at most

template <class Scalar>
struct StrutPiece {
  Scalar span, closes_in;  // [s] closes_in: in which at least a pad comes back to the ground
  Motion<Scalar> force;    // [N], [N m] on the body, beside gravity
  Motion<Scalar> thrust;   // of it the thrust's
  Quaternion<Scalar> q;    // attitude before
  Vector3<Scalar> L;       // angular momentum before
  Matrix3<Scalar> middle;  // attitude half-way
  Motion<Scalar> mean;
  int count;
  Tripod<Scalar> foot[max_feet];
};

template <class Scalar>
inline Scalar sooner(Scalar a, Scalar b) {
  return b < a ? b : a;
}

// How long pieces are.
template <class Scalar>
struct StrutPace {
  Scalar base, most;         // [s] where forces change, and at most
  Scalar longest, last = 0;  // of the next piece, and of the one before
  Motion<Scalar> before;     // forces as a piece begins
  bool steady = false;       // the last piece changed no force by much
};

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
inline Vector3<Scalar> pad_of(const MovingLegs<Scalar> &legs, const Matrix3<Scalar> &R, int i) {
  return R * vector(legs.lander.foot[i].r);
}

// What the struts gave in the piece before, in the pose of this.
template <class Scalar>
inline void begin_with_forces(const MovingLegs<Scalar> &legs, const Matrix3<Scalar> &R, StrutPiece<Scalar> &piece) {
  piece.force = piece.thrust;
  for (int i = 0; i < legs.lander.feet; ++i) {
    if (legs.record[i].down == 0) continue;
    const StrutRecord<Scalar> *strut = legs.record[i].strut;
    const Vector3<Scalar> forces(strut[0].force, strut[1].force, strut[2].force);
    add_push(lines_of(legs.whole->leg[i], R, pad_of(legs, R, i)), forces, piece.force);
  }
}

// The body's mean velocity, if its forces stay as they are.
template <class Scalar>
inline Motion<Scalar> mean_motion(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain,
                                  const Motion<Scalar> &from, const StrutPiece<Scalar> &piece) {
  const Scalar half = Scalar(0.5) * piece.span;
  return {from.v + half * (vector(legs.lander.gravity) + piece.force.v / legs.lander.mass),
          rate_of(terrain, piece.middle, Vector3<Scalar>(piece.L + half * piece.force.w))};
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
  static_cast<FootLines<Scalar> &>(foot) = lines_of(*foot.leg, piece.middle, pad);
  foot.closing = speeds_along(foot, piece.mean);
}

// The forces that follow from how the body moves.
template <class Scalar>
__attribute__((noinline)) void press_pads(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain,
                                          const Pose<Scalar> &pose, bool begins, StrutPiece<Scalar> &piece) {
  piece.force = piece.thrust;
  piece.count = 0;
  for (int i = 0; i < legs.lander.feet; ++i) {
    if (legs.record[i].down == 0) continue;
    Tripod<Scalar> &foot = piece.foot[piece.count++];
    const Vector3<Scalar> slip = begins ? vector(legs.record[i].pad_v) : foot.v;
    look_at_foot(legs, pose.R, i, piece, foot);
    const Scalar rise =
        tolerance::gap_closed<Scalar> * least_speed(terrain, pose.gap[i], max(piece.span, piece.closes_in));
    press_pad(terrain.frame[plane_of(terrain, i)].n, rise, legs.lander.foot[i].mu_sliding, slip, foot);
    if (foot.lifts) continue;
    add_push(foot, Vector3<Scalar>(foot.strut[0].force, foot.strut[1].force, foot.strut[2].force), piece.force);
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
  const FootLines<Scalar> lines =
      lines_of(leg, Matrix3<Scalar>(Matrix3<Scalar>::Identity()), vector(legs.lander.foot[i].r));
  const Vector3<Scalar> *axis = lines.way;
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

// The end of a piece for a pad.
template <class Scalar>
struct PadEnd {
  Vector3<Scalar> n, pad;    // of its ground; from the centre of mass, where the piece began
  const Matrix3<Scalar> &R;  // of the body
  Scalar time;
};

// The pad where the piece has left it.
template <class Scalar>
inline void move_pad_on(const StrutPiece<Scalar> &piece, const Tripod<Scalar> &foot, const PadEnd<Scalar> &end,
                        MovingLegs<Scalar> &legs) {
  const int i = foot.foot;
  LegRecord<Scalar> &record = legs.record[i];
  record.energy = 0;
  for (int k = 0; k < 3; ++k) {
    const Scalar last = foot.leg->strut[k].stiffness * foot.strut[k].after.elastic;
    note_strut(foot.strut[k], last, end.time, record.strut[k]);
    record.energy += record.strut[k].energy;
  }
  record.peak_force = max(record.peak_force, square_root(foot.ground.squaredNorm()));
  record.slide += piece.span * square_root(Vector3<Scalar>(foot.v - end.n * end.n.dot(foot.v)).squaredNorm());
  view(record.pad_v) = foot.v;
  const Vector3<Scalar> arm = end.pad + piece.span * (foot.v - piece.mean.v);
  view(record.pad) = end.R.transpose() * arm - vector(legs.whole->foot[i].r);
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
  state.v += piece.span * (vector(legs.lander.gravity) + piece.force.v / legs.lander.mass);
  const Matrix3<Scalar> R = rotation_of(state.q);
  state.w = rate_of(terrain, R, Vector3<Scalar>(piece.L + piece.span * piece.force.w));
  landing.time += piece.span;
  stride.left -= piece.span;
  stride.work += piece.span * (piece.thrust.v.dot(piece.mean.v) + piece.thrust.w.dot(piece.mean.w));
  for (int k = 0; k < piece.count; ++k) {
    const Tripod<Scalar> &foot = piece.foot[k];
    const int i = foot.foot;
    const PadEnd<Scalar> end{terrain.frame[plane_of(terrain, i)].n, pad_of(legs, pose.R, i), R, landing.time};
    if (foot.lifts)
      lift_pad(i, legs);
    else
      move_pad_on(piece, foot, end, legs);
  }
}

// Until a pad off the ground touches it, with the acceleration a; no time where it does not. One that has lifted has
// relaxed into the ground: it touches when it comes back, or no longer rises.
template <class Scalar>
inline Scalar time_down(Scalar gap, Scalar rate, Scalar a) {
  const Scalar square = rate * rate - 2 * a * gap, root = square_root(max(square, Scalar(0)));
  if (!(gap > 0)) return rate < 0 ? Scalar(0) : a < 0 ? (rate + root) / -a : largest<Scalar>;
  const Scalar sum = root - rate;
  return square > 0 && sum > 0 ? 2 * gap / sum : largest<Scalar>;
}

// Pads that are at the ground come down, and the others say how long the piece may be. One that has just lifted comes
// down again within a half of the pace.
template <class Scalar>
inline Scalar bring_down_pads(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, const Motion<Scalar> &a,
                              const StrutPace<Scalar> &pace, MovingLegs<Scalar> &legs) {
  Scalar span = pace.longest;
  for (int i = 0; i < legs.lander.feet; ++i) {
    LegRecord<Scalar> &record = legs.record[i];
    if (record.down != 0) continue;
    const Vector3<Scalar> &n = terrain.frame[plane_of(terrain, i)].n;
    const Vector3<Scalar> arm = pad_of(legs, pose.R, i), swing = pose.motion.w.cross(arm);
    const Vector3<Scalar> v = pose.motion.v + swing;
    const Vector3<Scalar> speeds_up = point_velocity(a.v, a.w, arm) + pose.motion.w.cross(swing);
    const Scalar down = time_down(pose.gap[i], n.dot(v), n.dot(speeds_up));
    const Scalar early = record.peak_force > 0 ? Scalar(0.5) : tolerance::pad_early<Scalar>;
    if (down > early * pace.base) {
      span = sooner(span, down);
      continue;
    }
    record.down = 1;
    view(record.pad_v) = v;
    span = sooner(span, pace.base);
  }
  return span;
}

template <class Scalar>
inline std::uint32_t pads_down(const MovingLegs<Scalar> &legs) {
  std::uint32_t feet = 0;
  for (int i = 0; i < legs.lander.feet; ++i)
    if (legs.record[i].down != 0) feet |= 1U << i;
  return feet;
}

// Whether forces and torques differ by less than a part of what they are with the weight; a torque counts as a force
// at the reach of the feet.
template <class Scalar>
inline bool are_close(const Terrain<Scalar> &terrain, const Motion<Scalar> &a, const Motion<Scalar> &b, Scalar part) {
  const Scalar arm = terrain.reach * terrain.reach,
               weight = terrain.lander->mass * vector(terrain.lander->gravity).squaredNorm() * terrain.lander->mass;
  const auto square = [arm](const Vector3<Scalar> &v, const Vector3<Scalar> &w) {
    return arm * v.squaredNorm() + w.squaredNorm();
  };
  return square(a.v - b.v, a.w - b.w) <= part * part * (square(b.v, b.w) + arm * weight);
}

// The feet that do not lift off.
template <class Scalar>
inline void add_pads(const StrutPiece<Scalar> &piece, BodyOnFeet<Scalar> &body) {
  for (int i = 0; i < piece.count; ++i)
    if (!piece.foot[i].lifts) add_foot(piece.foot[i], piece.foot[i].stiffness, body);
}

// Forces and the motion that they give agree; answers whether they do.
template <class Scalar>
inline bool solve_strut_piece(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                              StrutPiece<Scalar> &piece) {
  const Matrix3<Scalar> inertia = turned(matrix(legs.lander.inertia), piece.middle);
  const Scalar rate = 2 / piece.span, enough = tolerance::steady_strut<Scalar>;
  for (int pass = 0; pass < strut_passes; ++pass) {
    press_pads(legs, terrain, pose, pass == 0, piece);
    const Motion<Scalar> &given = piece.force;
    const Motion<Scalar> needed{
        legs.lander.mass * (rate * (piece.mean.v - pose.motion.v) - vector(legs.lander.gravity)),
        rate * (inertia * piece.mean.w - piece.L)};
    if (are_close(terrain, needed, given, enough)) return true;
    BodyOnFeet<Scalar> body = body_alone(Scalar(rate * legs.lander.mass), Matrix3<Scalar>(rate * inertia));
    add_pads(piece, body);
    Motion<Scalar> more;
    find_motion(Motion<Scalar>{given.v - needed.v, given.w - needed.w}, body, more);
    piece.mean.v += more.v;
    piece.mean.w += more.w;
  }
  return false;
}

// At a time in the piece, if that is before `end`; what is nearly over when the piece begins ends with it.
template <class Scalar>
inline Scalar end_within(Scalar time, const StrutPiece<Scalar> &piece, Scalar end) {
  return time > (1 - tolerance::whole_piece<Scalar>)*piece.closes_in ? sooner(time, end) : end;
}

// How far into the piece a foot does what the piece takes for all of it: until a strut that flows comes to a stand, or
// the ground carries nothing any more.
template <class Scalar>
inline Scalar end_of_branch(const Vector3<Scalar> &n, const Motion<Scalar> &from, const Tripod<Scalar> &foot,
                            const StrutPiece<Scalar> &piece) {
  Scalar end = piece.span;
  const Vector3<Scalar> start = vector(foot.before->pad_v), slip = start - n * n.dot(start);
  const Vector3<Scalar> start_closing = speeds_along(foot, from);
  Vector3<Scalar> carried = Vector3<Scalar>::Zero();
  for (int k = 0; k < 3; ++k) {
    const StrutRecord<Scalar> &was = foot.before->strut[k], &is = foot.strut[k].after;
    carried += was.force * foot.way[k];
    const Scalar rate = foot.way[k].dot(slip) - start_closing[k];
    const Scalar mean = foot.way[k].dot(foot.v) - foot.closing[k], last = 2 * mean - rate;
    const bool flows = is.crushed != was.crushed || is.pulled != was.pulled;
    if (flows && rate * last < 0) end = end_within(Scalar(piece.span * rate / (rate - last)), piece, end);
  }
  const Scalar load = n.dot(carried), mean = n.dot(foot.ground);
  const bool unloads = foot.lifts && load > 0;
  return unloads ? end_within(Scalar(Scalar(0.5) * piece.span * load / (load - mean)), piece, end) : end;
}

// The same of all feet.
template <class Scalar>
inline Scalar end_of_branch(const Terrain<Scalar> &terrain, const Motion<Scalar> &from,
                            const StrutPiece<Scalar> &piece) {
  Scalar end = piece.span;
  for (int i = 0; i < piece.count; ++i)
    end =
        sooner(end, end_of_branch(terrain.frame[plane_of(terrain, piece.foot[i].foot)].n, from, piece.foot[i], piece));
  return end;
}

// How much of a piece from `from` is kept. Forces that were not found need a short one, and so do those that change in
// one that is long because they were steady.
template <class Scalar>
inline Scalar kept_of_piece(const Terrain<Scalar> &terrain, const Motion<Scalar> &from, const StrutPace<Scalar> &pace,
                            bool solved, const StrutPiece<Scalar> &piece) {
  if (!solved) return sooner(pace.base, Scalar(Scalar(0.25) * piece.span));
  const Scalar end = end_of_branch(terrain, from, piece);
  const bool ends = end < tolerance::whole_piece<Scalar> * piece.span;
  if (ends) return end;
  const bool grown = piece.span > tolerance::little_longer<Scalar> * pace.base;
  return grown && !are_close(terrain, pace.before, piece.force, tolerance::steady_struts<Scalar>) ? pace.base
                                                                                                  : piece.span;
}

template <class Scalar>
inline void find_strut_piece(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                             const StrutPace<Scalar> &pace, StrutPiece<Scalar> &piece) {
  const Vector3<Scalar> &w = pose.motion.w;
  piece.L = pose.R * times(legs.lander.inertia, Vector3<Scalar>(pose.R.transpose() * w));
  for (int cut = 0;; ++cut) {
    piece.middle = rotation_of(turned_by(piece.q, Vector3<Scalar>((Scalar(0.5) * piece.span) * w)));
    if (cut == 0) piece.mean = mean_motion(legs, terrain, pose.motion, piece);
    const bool solved = solve_strut_piece(legs, terrain, pose, piece);
    const Scalar kept = kept_of_piece(terrain, pose.motion, pace, solved, piece);
    if (cut == strut_cuts || kept == piece.span || !(piece.span * legs.fastest > tolerance::least_cut<Scalar>)) return;
    const Scalar part = (cut + 1 < strut_cuts ? kept : sooner(kept, pace.base)) / piece.span;
    piece.mean.v = pose.motion.v + part * (piece.mean.v - pose.motion.v);
    piece.mean.w = pose.motion.w + part * (piece.mean.w - pose.motion.w);
    piece.span *= part;
  }
}

template <class Scalar>
inline Status take_strut_piece(Terrain<Scalar> &terrain, StrutPace<Scalar> &pace, StrutPiece<Scalar> &piece,
                               Stride<Scalar> &stride, MovingLegs<Scalar> &legs, MovingLanding<Scalar> &landing) {
  const Status status = has_heights(terrain) ? find_planes(landing.state, terrain) : TD_SOLVED;
  if (status < 0) return status;
  const State<Scalar> &state = landing.state;
  const Pose<Scalar> pose = pose_of(terrain, state);
  piece.thrust = {Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
  if (thrusts(terrain, landing)) {
    const Matrix3<Scalar> middle =
        rotation_of(turned_by(state.q, Vector3<Scalar>((Scalar(0.5) * pace.longest) * state.w)));
    piece.thrust.v = middle * vector(legs.lander.thrust);
    piece.thrust.w = middle * vector(legs.lander.thrust_at).cross(vector(legs.lander.thrust));
  }
  begin_with_forces(legs, pose.R, piece);
  pace.before = piece.force;
  const Motion<Scalar> a{vector(legs.lander.gravity) + piece.force.v / legs.lander.mass,
                         rate_of(terrain, pose.R, piece.force.w)};
  piece.span = bring_down_pads(terrain, pose, a, pace, legs);
  stride.touched |= pads_down(legs);
  if (stride.touched != 0) note_contact(landing);
  piece.q = state.q;
  find_strut_piece(legs, terrain, pose, pace, piece);
  pace.last = piece.span;
  pace.steady = are_close(terrain, pace.before, piece.force, tolerance::steady_struts<Scalar>);
  keep_strut_piece(terrain, pose, piece, stride, legs, landing);
  return TD_SOLVED;
}

// Short beside what the struts do; and how far the lander may turn.
template <class Scalar>
inline StrutPace<Scalar> strut_pace(const MovingLegs<Scalar> &legs, const Stride<Scalar> &stride,
                                    const Vector3<Scalar> &w) {
  StrutPace<Scalar> pace;
  const Scalar rate = square_root(w.squaredNorm()), left = stride.left;
  pace.most = rate * left > tolerance::turn_of_piece<Scalar> ? tolerance::turn_of_piece<Scalar> / rate : left;
  pace.base = legs.fastest * left > tolerance::strut_turn<Scalar> ? tolerance::strut_turn<Scalar> / legs.fastest : left;
  pace.base = sooner(pace.base, pace.most);
  return pace;
}

// A piece is longer than the one before where forces are steady, and as long as it may be where no pad is down.
template <class Scalar>
inline void choose_longest(const MovingLegs<Scalar> &legs, Scalar left, StrutPace<Scalar> &pace) {
  const Scalar grown = max(tolerance::piece_grows<Scalar> * pace.last, pace.base);
  const Scalar longest = pads_down(legs) == 0 ? pace.most : pace.steady ? sooner(grown, pace.most) : pace.base;
  pace.longest = left < tolerance::little_longer<Scalar> * longest ? left : longest;
}

// Pieces until the step is over, or as many as there are: what is left is another step.
template <class Scalar>
inline Status move_on_struts(Terrain<Scalar> &terrain, Stride<Scalar> &stride, MovingLegs<Scalar> &legs,
                             MovingLanding<Scalar> &landing) {
  StrutPace<Scalar> pace = strut_pace(legs, stride, landing.state.w);
  StrutPiece<Scalar> piece;
  piece.closes_in = pace.base;
  for (int k = 0; k < strut_pieces && stride.left > 0; ++k) {
    choose_longest(legs, stride.left, pace);
    const Status status = take_strut_piece(terrain, pace, piece, stride, legs, landing);
    if (status < 0) return status;
  }
  return TD_SOLVED;
}

}  // namespace touchdown

#endif
