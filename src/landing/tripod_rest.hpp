// Where a lander on feet of three struts is at rest: its pads stay where they are, and it hangs in its struts where
// forces balance, which Newton's method finds. It rests if there no pad slides or lifts, and if all the energy that it
// has beside that place lets no strut flow and leads over no edge of its feet: ringing then changes no stroke.
// docs/theory (L.29).
#ifndef TOUCHDOWN_LANDING_TRIPOD_REST_HPP
#define TOUCHDOWN_LANDING_TRIPOD_REST_HPP

#include "landing/stance.hpp"
#include "landing/tripod_step.hpp"

namespace touchdown {

// How far a lander is from where forces balance, and the energy that it has beside that place.
template <class Scalar>
struct StrutRest {
  Motion<Scalar> way;  // [m], [rad]
  Scalar energy;
};

// By which a strut is shorter at rest.
template <class Scalar>
inline Scalar shortened_at(const StrutRest<Scalar> &rest, const Tripod<Scalar> &foot, int k) {
  return -foot.way[k].dot(rest.way.v) - foot.turn[k].dot(rest.way.w);
}

// Whether a foot holds, whatever its struts ring by.
template <class Scalar>
inline bool foot_holds(const StrutRest<Scalar> &rest, const Vector3<Scalar> &n, Scalar mu, const Tripod<Scalar> &foot) {
  constexpr Scalar most = 1 - tolerance::strut_flows<Scalar>;
  Vector3<Scalar> ground = foot.held;
  bool holds = true;
  for (int k = 0; k < 3; ++k) {
    const Strut<Scalar> &strut = foot.leg->strut[k];
    const StrutRecord<Scalar> &record = foot.before->strut[k];
    const Scalar force = strut.stiffness * (record.elastic + shortened_at(rest, foot, k));
    const Scalar rings = square_root(2 * strut.stiffness * rest.energy);
    const Scalar crush = limit_of(strut.crush, record.crushed).force, pull = limit_of(strut.pull, record.pulled).force;
    holds = holds && (crush == 0 || rings + force < most * crush) && (pull == 0 || rings - force < most * pull);
    ground += force * foot.way[k];
  }
  const Scalar load = n.dot(ground), level = tolerance::held_on_legs<Scalar>;
  return holds && load > 0 && ground.squaredNorm() <= (1 + mu * mu + level * level) * load * load;
}

// The feet that are down, of a lander that stands still; the force of their struts, and their energy. Whether a foot
// off the ground stays there is seen once the way is known.
template <class Scalar>
inline Scalar stand_on_pads(const MovingLegs<Scalar> &legs, const Matrix3<Scalar> &R, StrutPiece<Scalar> &piece) {
  Scalar energy = 0;
  piece.count = 0;
  for (int i = 0; i < legs.lander.feet; ++i) {
    if (legs.record[i].down == 0) continue;
    Tripod<Scalar> &foot = piece.foot[piece.count++];
    foot.foot = i;
    foot.leg = &legs.whole->leg[i];
    foot.before = &legs.record[i];
    foot.held = -foot.leg->pad_mass * vector(legs.lander.gravity);
    foot.lifts = false;
    foot.stiffness.setZero();
    static_cast<FootLines<Scalar> &>(foot) = lines_of(*foot.leg, R, pad_of(legs, R, i));
    Vector3<Scalar> forces;
    for (int k = 0; k < 3; ++k) {
      foot.stiffness(k, k) = foot.leg->strut[k].stiffness;
      forces[k] = foot.stiffness(k, k) * foot.before->strut[k].elastic;
    }
    add_push(foot, forces, piece.force);
    energy += Scalar(0.5) * foot.leg->pad_mass * vector(foot.before->pad_v).squaredNorm();
  }
  return energy;
}

template <class Scalar>
inline bool feet_hold(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                      const StrutPiece<Scalar> &piece, const StrutRest<Scalar> &rest) {
  bool hold = true;
  for (int i = 0; i < piece.count; ++i) {
    const int foot = piece.foot[i].foot;
    hold = hold &&
           foot_holds(rest, terrain.frame[plane_of(terrain, foot)].n, legs.lander.foot[foot].mu_sliding, piece.foot[i]);
  }
  for (int i = 0; i < legs.lander.feet; ++i) {
    const Vector3<Scalar> &n = terrain.frame[plane_of(terrain, i)].n;
    const Vector3<Scalar> way = point_velocity(rest.way.v, rest.way.w, pad_of(legs, pose.R, i));
    hold = hold && (legs.record[i].down != 0 || pose.gap[i] + n.dot(way) > 0);
  }
  return hold;
}

// Leaves the lander there, at rest.
template <class Scalar>
inline void rest_on_pads(const StrutPiece<Scalar> &piece, const StrutRest<Scalar> &rest, const Matrix3<Scalar> &R,
                         MovingLegs<Scalar> &legs, State<Scalar> &state) {
  state.x += rest.way.v;
  state.q = turned_by(state.q, rest.way.w);
  state.v.setZero();
  state.w.setZero();
  const Matrix3<Scalar> there = rotation_of(state.q);
  for (int i = 0; i < piece.count; ++i) {
    const Tripod<Scalar> &foot = piece.foot[i];
    LegRecord<Scalar> &record = legs.record[foot.foot];
    for (int k = 0; k < 3; ++k) {
      record.strut[k].elastic += shortened_at(rest, foot, k);
      record.strut[k].force = foot.leg->strut[k].stiffness * record.strut[k].elastic;
    }
    const Vector3<Scalar> arm = pad_of(legs, R, foot.foot) - rest.way.v;
    view(record.pad) = there.transpose() * arm - vector(legs.whole->foot[foot.foot].r);
    view(record.pad_v).setZero();
    note_way(record);
    hold_pad(foot.foot, legs);
  }
}

// The way to where forces balance, and the energy that the struts and pads have beside it; more than there is where the
// pads that are down hold no lander.
template <class Scalar>
inline Scalar find_way_to_rest(const MovingLegs<Scalar> &legs, const Matrix3<Scalar> &R, StrutPiece<Scalar> &piece,
                               StrutRest<Scalar> &rest) {
  piece.force = {legs.lander.mass * vector(legs.lander.gravity), Vector3<Scalar>::Zero()};
  const Scalar pads = stand_on_pads(legs, R, piece);
  const Motion<Scalar> &over = piece.force;
  BodyOnFeet<Scalar> body = body_alone(Scalar(0), Matrix3<Scalar>(Matrix3<Scalar>::Zero()));
  add_pads(piece, body);
  if (!find_motion(over, body, rest.way)) return largest<Scalar>;
  return pads + Scalar(0.5) * (rest.way.v.dot(over.v) + rest.way.w.dot(over.w));
}

// A lander on its pads that thrust leaves alone comes to rest where it can.
template <class Scalar>
__attribute__((noinline)) void come_to_rest(const Terrain<Scalar> &terrain, std::uint32_t feet,
                                            MovingLegs<Scalar> &legs, MovingLanding<Scalar> &landing) {
  const Lander<Scalar> &lander = legs.lander;
  State<Scalar> &state = landing.state;
  const Pose<Scalar> pose = pose_of(terrain, state);
  const Barrier<Scalar> barrier = barrier_of(terrain, state, feet);
  StrutRest<Scalar> rest;
  rest.energy = kinetic_energy(lander, state, pose.R);
  if (!(barrier.energy > tolerance::barrier<Scalar> * rest.energy) || !(barrier.angle > tolerance::balance<Scalar>))
    return;
  StrutPiece<Scalar> piece;
  rest.energy += find_way_to_rest(legs, pose.R, piece, rest);
  const Scalar reach = terrain.reach, most = tolerance::near_rest<Scalar> * reach;
  const Scalar way = rest.way.v.squaredNorm() + reach * reach * rest.way.w.squaredNorm();
  if (!(way < most * most && barrier.energy > tolerance::barrier<Scalar> * rest.energy) ||
      !feet_hold(legs, terrain, pose, piece, rest))
    return;
  landing.energy_lost += rest.energy;
  landing.phase = TD_PHASE_RESTING;
  rest_on_pads(piece, rest, pose.R, legs, state);
  const Matrix3<Scalar> there = rotation_of(state.q);
  find_way_to_rest(legs, there, piece, rest);
  rest_on_pads(piece, rest, there, legs, state);
}

}  // namespace touchdown

#endif
