// Where a lander of which some feet stand on three struts is at rest: its feet stay where they are, and it hangs in its
// struts and springs where forces balance, which Newton's method finds; a leg that stands, or is rigid, holds it
// stiffly. It rests if there feet hold it that neither slide nor lift, if all the energy that it has beside that place
// leads over no edge of its feet, and if that lets legs give way by next to nothing. docs/theory (L.29).
#ifndef TOUCHDOWN_LANDING_LEG_REST_HPP
#define TOUCHDOWN_LANDING_LEG_REST_HPP

#include "landing/leg_contacts.hpp"
#include "landing/stance.hpp"

namespace touchdown {

constexpr int rest_tries = 2;  // searches: with friction of all feet, and without that of those that slide or lift

// A foot of a lander that stands still: by how much the forces along its lines grow, and what they are; of one that is
// no pad, the least and the most that its leg gives along its axis, and whether it goes on as the lander does.
template <class Scalar>
struct StandingFoot : FootLines<Scalar> {
  Vector3<Scalar> stiffness, force;
  Scalar least, most;
  bool gives;
};

// How far a lander is from where forces balance, and the energy that it has beside that place.
template <class Scalar>
struct LegRest {
  FootSet down;        // feet that hold it
  FootSet smooth;      // of them, those without friction
  Scalar stiff, soft;  // [N/m] of what is rigid, for the search; of all springs and struts together
  StandingFoot<Scalar> foot[max_feet];
  Motion<Scalar> way;  // [m], [rad]
  Scalar energy;
};

// The kinetic energy of a lander, and what leads over the least edge of its feet.
template <class Scalar>
struct Ringing {
  Scalar kinetic, barrier;
};

// A leg gives along its axis what its spring does, and as much beside as it takes to stand: by friction, preload, crush
// or stop. Where it stands, it is stiff.
template <class Scalar>
inline void set_standing_leg(const Leg<Scalar> &leg, Scalar stroke, Scalar hair, StandingFoot<Scalar> &foot) {
  const bool crushes = leg.kind == TD_LEG_CRUSHES, whole = is_preloaded(leg) && stroke < hair;
  const Scalar spring = crushes ? Scalar(0) : leg.preload + leg.stiffness * stroke;
  const Scalar friction = crushes ? leg.force : leg.friction;
  foot.gives = !(friction > 0) && !whole && stop_of(leg) - stroke > hair;
  foot.least = whole || foot.gives ? Scalar(0) : max(spring - friction, Scalar(0));
  foot.most = foot.gives || !(stop_of(leg) - stroke > hair) ? largest<Scalar> : spring + friction;
  if (!foot.gives) return;
  foot.force[0] = spring;
  foot.stiffness[0] = leg.stiffness;
}

// Foot i, in the attitude R.
template <class Scalar>
inline void set_standing_foot(const MovingLegs<Scalar> &legs, const Matrix3<Scalar> &R, int i, LegRest<Scalar> &rest) {
  StandingFoot<Scalar> &foot = rest.foot[i];
  const Leg<Scalar> &leg = legs.whole->leg[i];
  const LegRecord<Scalar> &record = legs.record[i];
  foot.least = 0;
  foot.most = largest<Scalar>;
  foot.gives = false;
  if (is_tripod(legs, i)) {
    static_cast<FootLines<Scalar> &>(foot) = lines_of(leg, R, Vector3<Scalar>(R * vector(legs.lander.foot[i].r)));
    for (int k = 0; k < 3; ++k) {
      foot.stiffness[k] = leg.strut[k].stiffness;
      foot.force[k] = foot.stiffness[k] * record.strut[k].elastic;
    }
    return;
  }
  const bool yields = stands_up(legs, R, i);
  const Terrain<Scalar> &terrain = *legs.terrain;
  const ContactFrame<Scalar> &frame = terrain.frame[plane_of(terrain, i)];
  const Vector3<Scalar> axis = yields ? Vector3<Scalar>(R * legs.axis[i]) : frame.n;
  static_cast<FootLines<Scalar> &>(foot) = lines_beside(frame, axis, arm_of(terrain, R, i));
  foot.stiffness = Vector3<Scalar>::Constant(rest.stiff);
  if (rest.smooth.has(i)) foot.stiffness[1] = foot.stiffness[2] = 0;
  foot.force.setZero();
  if (yields) set_standing_leg(leg, record.stroke, hair(terrain), foot);
}

// How much shorter it is at rest, along its lines.
template <class Scalar>
inline Vector3<Scalar> shortened_at(const LegRest<Scalar> &rest, const FootLines<Scalar> &foot) {
  return -speeds_along(foot, rest.way);
}

// Along its lines, at rest.
template <class Scalar>
inline Vector3<Scalar> force_at(const LegRest<Scalar> &rest, const StandingFoot<Scalar> &foot) {
  return foot.force + foot.stiffness.cwiseProduct(shortened_at(rest, foot));
}

// Whether what gives way at a force that is larger by `room` than that at rest does so by no more than `most`, were all
// energy spent on it: first it is elastic, as stiff as that; then each way takes `room` from the energy, for at rest
// the lander hangs in the rest of the force.
template <class Scalar>
inline bool stays(Scalar energy, Scalar room, Scalar stiffness, Scalar most) {
  return room > 0 && energy <= room * (room / (2 * stiffness) + most);
}

// Whether the struts of a foot hold.
template <class Scalar>
inline bool struts_hold(const Leg<Scalar> &leg, const LegRecord<Scalar> &record, const LegRest<Scalar> &rest,
                        const StandingFoot<Scalar> &foot, Scalar most) {
  constexpr Scalar flows = 1 + tolerance::strut_flows<Scalar>;
  const Vector3<Scalar> force = force_at(rest, foot);
  bool hold = true;
  for (int k = 0; k < 3; ++k) {
    const Scalar crush = limit_of(leg.strut[k].crush, record.strut[k].crushed).force,
                 pull = limit_of(leg.strut[k].pull, record.strut[k].pulled).force;
    hold = hold && (crush == 0 || stays(rest.energy, flows * crush - force[k], foot.stiffness[k], most)) &&
           (pull == 0 || stays(rest.energy, flows * pull + force[k], foot.stiffness[k], most));
  }
  return hold;
}

// Whether a leg that stands does so whatever the lander rings by, and its foot keeps still.
template <class Scalar>
inline bool leg_stands(const Terrain<Scalar> &terrain, const Motion<Scalar> &motion, const LegRest<Scalar> &rest,
                       const StandingFoot<Scalar> &foot, Scalar most) {
  const Scalar slow = tolerance::slow_on_springs<Scalar> * terrain.scales.speed, force = force_at(rest, foot)[0];
  const bool still = speeds_along(foot, motion).squaredNorm() < slow * slow;
  const auto has = [&](Scalar room) { return stays(rest.energy, room, rest.soft, most); };
  return foot.gives || (still && has(force - foot.least) && has(foot.most - force));
}

// Whether the leg of foot i gives way by next to nothing.
template <class Scalar>
inline bool leg_holds(const MovingLegs<Scalar> &legs, const Motion<Scalar> &motion, const LegRest<Scalar> &rest,
                      int i) {
  const Scalar most = tolerance::rest_flow<Scalar> * legs.terrain->reach;
  return is_tripod(legs, i) ? struts_hold(legs.whole->leg[i], legs.record[i], rest, rest.foot[i], most)
                            : leg_stands(*legs.terrain, motion, rest, rest.foot[i], most);
}

// Whether foot i, at rest, neither slides nor lifts.
template <class Scalar>
inline bool foot_stays(const MovingLegs<Scalar> &legs, const LegRest<Scalar> &rest, int i) {
  const StandingFoot<Scalar> &foot = rest.foot[i];
  const Vector3<Scalar> force = force_at(rest, foot), &n = legs.terrain->frame[plane_of(*legs.terrain, i)].n;
  Vector3<Scalar> ground = Vector3<Scalar>::Zero();
  if (is_tripod(legs, i)) ground -= legs.whole->leg[i].pad_mass * vector(legs.lander.gravity);
  for (int k = 0; k < 3; ++k) ground += force[k] * foot.way[k];
  const Scalar load = n.dot(ground), level = tolerance::held_on_legs<Scalar>, mu = legs.lander.foot[i].mu_sliding;
  return load > 0 && ground.squaredNorm() <= (1 + mu * mu + level * level) * load * load;
}

// Whether the feet that are down hold the lander where forces balance, and the others are above the ground there;
// `slips`: those that slide or lift.
template <class Scalar>
inline bool feet_hold(const MovingLegs<Scalar> &legs, const Pose<Scalar> &pose, const LegRest<Scalar> &rest,
                      FootSet &slips) {
  const Terrain<Scalar> &terrain = *legs.terrain;
  bool hold = true;
  slips = {};
  for (int i = 0; i < legs.lander.feet && hold; ++i) {
    if (rest.down.has(i)) {
      hold = leg_holds(legs, pose.motion, rest, i);
      if (!foot_stays(legs, rest, i)) slips.add(i);
      continue;
    }
    const Vector3<Scalar> way = point_velocity(rest.way.v, rest.way.w, arm_of(terrain, pose.R, i));
    const Scalar deep = is_tripod(legs, i) ? tolerance::rest_flow<Scalar> * terrain.reach : hair(terrain);
    hold = pose.gap[i] + terrain.frame[plane_of(terrain, i)].n.dot(way) > -deep;
  }
  return hold;
}

// What leg i is where the lander has come to rest, in the attitudes R before and `there`.
template <class Scalar>
inline void rest_leg(const LegRest<Scalar> &rest, int i, const Matrix3<Scalar> &R, const Matrix3<Scalar> &there,
                     MovingLegs<Scalar> &legs) {
  LegRecord<Scalar> &record = legs.record[i];
  const StandingFoot<Scalar> &foot = rest.foot[i];
  const Vector3<Scalar> shorter = shortened_at(rest, foot);
  if (!is_tripod(legs, i)) {
    if (foot.gives) record.stroke = clamp(record.stroke + shorter[0], Scalar(0), stop_of(legs.whole->leg[i]));
    record.most_stroke = max(record.most_stroke, record.stroke);
    return;
  }
  for (int k = 0; k < 3; ++k) {
    record.strut[k].elastic += shorter[k];
    record.strut[k].force = foot.stiffness[k] * record.strut[k].elastic;
  }
  const Vector3<Scalar> arm = R * vector(legs.lander.foot[i].r) - rest.way.v;
  view(record.pad) = there.transpose() * arm - vector(legs.whole->foot[i].r);
  view(record.pad_v).setZero();
  record.down = 1;
  note_way(record);
}

// Leaves the lander there, at rest.
template <class Scalar>
inline void rest_on_legs(const Matrix3<Scalar> &R, const LegRest<Scalar> &rest, MovingLegs<Scalar> &legs,
                         State<Scalar> &state) {
  state.x += rest.way.v;
  state.q = turned_by(state.q, rest.way.w);
  state.v.setZero();
  state.w.setZero();
  const Matrix3<Scalar> there = rotation_of(state.q);
  for (int i = 0; i < legs.lander.feet; ++i) {
    if (rest.down.has(i))
      rest_leg(rest, i, R, there, legs);
    else if (is_tripod(legs, i) && legs.record[i].down != 0)
      free_pad(state.x, there, i, legs);
    hold_leg(i, legs);
  }
}

// Adds the energy of a pad's motion, and, where it does not hold the lander, of its struts.
template <class Scalar>
inline void add_energy_of_pad(const Leg<Scalar> &leg, const LegRecord<Scalar> &record, bool holds, Scalar &energy) {
  energy += Scalar(0.5) * leg.pad_mass * vector(record.pad_v).squaredNorm();
  for (int k = 0; k < 3 && !holds; ++k)
    energy += Scalar(0.5) * leg.strut[k].stiffness * record.strut[k].elastic * record.strut[k].elastic;
}

// The way to where forces balance, and the energy that legs and pads have beside it; whether the feet that are down
// hold a lander.
template <class Scalar>
inline bool find_way_to_rest(const MovingLegs<Scalar> &legs, const Matrix3<Scalar> &R, LegRest<Scalar> &rest) {
  Motion<Scalar> over{legs.lander.mass * vector(legs.lander.gravity), Vector3<Scalar>::Zero()};
  BodyOnFeet<Scalar> body = body_alone(Scalar(0), Matrix3<Scalar>(Matrix3<Scalar>::Zero()));
  rest.energy = 0;
  for (int i = 0; i < legs.lander.feet; ++i) {
    const bool down = rest.down.has(i);
    if (is_tripod(legs, i)) add_energy_of_pad(legs.whole->leg[i], legs.record[i], down, rest.energy);
    if (!down) continue;
    set_standing_foot(legs, R, i, rest);
    add_push(rest.foot[i], rest.foot[i].force, over);
    add_foot(rest.foot[i], Matrix3<Scalar>(rest.foot[i].stiffness.asDiagonal()), body);
  }
  const bool held = find_motion(over, body, rest.way);
  rest.energy += Scalar(0.5) * (rest.way.v.dot(over.v) + rest.way.w.dot(over.w));
  return held;
}

// Feet that may hold it, and how stiff what holds them counts.
template <class Scalar>
inline void begin_rest(const MovingLegs<Scalar> &legs, FootSet near, LegRest<Scalar> &rest) {
  rest.down = near;
  Scalar stiffest = 0;
  rest.soft = 0;
  const auto add = [&](Scalar stiffness) {
    stiffest = max(stiffest, stiffness);
    rest.soft += stiffness;
  };
  for (int i = 0; i < legs.lander.feet; ++i) {
    const Leg<Scalar> &leg = legs.whole->leg[i];
    if (leg.kind == TD_LEG_SPRINGS) add(leg.stiffness);
    if (!is_tripod(legs, i)) continue;
    if (legs.record[i].down != 0) rest.down.add(i);
    for (int k = 0; k < 3; ++k) add(leg.strut[k].stiffness);
  }
  rest.stiff = tolerance::stiff_at_rest<Scalar> * stiffest;
}

// Whether the lander rests: on all feet that may hold it, or without the pads that slide or lift where forces balance,
// and without friction of the other feet that slide. Those bear less than they would if they held, and more than
// nothing, so the others must hold it with them and without.
template <class Scalar>
inline bool find_rest(const MovingLegs<Scalar> &legs, const Pose<Scalar> &pose, const Ringing<Scalar> &ringing,
                      LegRest<Scalar> &rest) {
  const Scalar reach = legs.terrain->reach, most = tolerance::near_rest<Scalar> * reach;
  for (int left = 0; left < rest_tries; ++left) {
    if (!find_way_to_rest(legs, pose.R, rest)) return false;
    rest.energy += ringing.kinetic;
    const Scalar way = rest.way.v.squaredNorm() + reach * reach * rest.way.w.squaredNorm();
    if (!(way < most * most && ringing.barrier > tolerance::barrier<Scalar> * rest.energy)) return false;
    FootSet slips;
    if (!feet_hold(legs, pose, rest, slips)) return false;
    if (slips.empty()) return true;
    rest.down = rest.down - (slips & legs.tripods);
    rest.smooth = slips - legs.tripods;
  }
  return false;
}

// A lander on its legs comes to rest where it can, if some are tripods and thrust leaves it alone.
template <class Scalar>
TD_COLD void come_to_rest(FootSet feet, MovingLegs<Scalar> &legs, MovingLanding<Scalar> &landing) {
  const Terrain<Scalar> &terrain = *legs.terrain;
  if (legs.tripods.empty() || thrusts(terrain, landing)) return;
  State<Scalar> &state = landing.state;
  const Pose<Scalar> pose = pose_of(terrain, state);
  const FootSet near = feet_that_may_hold(terrain, pose);
  const Barrier<Scalar> barrier = barrier_of(terrain, state, feet | near);
  const Scalar kinetic = kinetic_energy(legs.lander, state, pose.R);
  if (!(barrier.energy > tolerance::barrier<Scalar> * kinetic) || !(barrier.angle > tolerance::balance<Scalar>)) return;
  LegRest<Scalar> rest;
  begin_rest(legs, near, rest);
  if (!find_rest(legs, pose, Ringing<Scalar>{kinetic, barrier.energy}, rest)) return;
  landing.energy_lost += rest.energy;
  landing.phase = TD_PHASE_RESTING;
  rest_on_legs(pose.R, rest, legs, state);
  const Matrix3<Scalar> there = rotation_of(state.q);
  find_way_to_rest(legs, there, rest);
  rest_on_legs(there, rest, legs, state);
}

}  // namespace touchdown

#endif
