// Where a lander of which some feet stand on three struts is at rest: its feet stay where they are, and it hangs in its
// struts and springs where forces balance, which Newton's method finds; a leg that stands, or is rigid, holds it
// stiffly. It rests if there no foot slides or lifts and no leg gives way, and if all the energy that it has beside
// that place lets no strut flow and leads over no edge of its feet: ringing then changes no stroke. docs/theory (L.29).
#ifndef TOUCHDOWN_LANDING_LEG_REST_HPP
#define TOUCHDOWN_LANDING_LEG_REST_HPP

#include "landing/leg_contacts.hpp"
#include "landing/stance.hpp"

namespace touchdown {

// How far a lander is from where forces balance, and the energy that it has beside that place.
template <class Scalar>
struct LegRest {
  std::uint32_t down;  // feet
  Scalar stiff, soft;  // [N/m] of what is rigid, for the search; of all springs and struts together
  Motion<Scalar> way;  // [m], [rad]
  Scalar energy;
};

// A foot of a lander that stands still: by how much the forces along its lines grow, and what they are; of one that is
// no pad, the least and the most that its leg gives along its axis, and whether it goes on as the lander does.
template <class Scalar>
struct StandingFoot : FootLines<Scalar> {
  Vector3<Scalar> stiffness, force;
  Scalar least, most;
  bool gives;
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
inline StandingFoot<Scalar> standing_foot(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain,
                                          const Matrix3<Scalar> &R, Scalar stiff, int i) {
  StandingFoot<Scalar> foot;
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
    return foot;
  }
  const bool yields = stands_up(legs, terrain, R, i);
  const ContactFrame<Scalar> &frame = terrain.frame[plane_of(terrain, i)];
  const Vector3<Scalar> axis = yields ? Vector3<Scalar>(R * legs.axis[i]) : frame.n;
  static_cast<FootLines<Scalar> &>(foot) = lines_beside(frame, axis, arm_of(terrain, R, i));
  foot.stiffness = Vector3<Scalar>::Constant(stiff);
  foot.force.setZero();
  if (yields) set_standing_leg(leg, record.stroke, hair(terrain), foot);
  return foot;
}

// How much shorter it is at rest, along its lines.
template <class Scalar>
inline Vector3<Scalar> shortened_at(const LegRest<Scalar> &rest, const FootLines<Scalar> &foot) {
  return -speeds_along(foot, rest.way);
}

// Whether a foot's struts hold, whatever they ring by.
template <class Scalar>
inline bool struts_hold(const Leg<Scalar> &leg, const LegRecord<Scalar> &record, const Vector3<Scalar> &force,
                        Scalar energy) {
  constexpr Scalar most = 1 + tolerance::strut_flows<Scalar>;
  bool holds = true;
  for (int k = 0; k < 3; ++k) {
    const Strut<Scalar> &strut = leg.strut[k];
    const Scalar rings = square_root(2 * strut.stiffness * energy);
    const Scalar crush = limit_of(strut.crush, record.strut[k].crushed).force,
                 pull = limit_of(strut.pull, record.strut[k].pulled).force;
    holds = holds && (crush == 0 || rings + force[k] < most * crush) && (pull == 0 || rings - force[k] < most * pull);
  }
  return holds;
}

// Along its lines, at rest.
template <class Scalar>
inline Vector3<Scalar> force_at(const LegRest<Scalar> &rest, const StandingFoot<Scalar> &foot) {
  return foot.force + foot.stiffness.cwiseProduct(shortened_at(rest, foot));
}

// Whether a leg that stands does so whatever the lander rings by, and its foot keeps still.
template <class Scalar>
inline bool leg_stands(const Terrain<Scalar> &terrain, const Motion<Scalar> &motion, const LegRest<Scalar> &rest,
                       const StandingFoot<Scalar> &foot) {
  const Scalar slow = tolerance::slow_on_springs<Scalar> * terrain.scales.speed, force = force_at(rest, foot)[0];
  const Scalar rings = square_root(2 * rest.soft * rest.energy);
  const bool still = speeds_along(foot, motion).squaredNorm() < slow * slow;
  return foot.gives || (still && force - rings >= foot.least && force + rings <= foot.most);
}

// Whether foot i holds.
template <class Scalar>
inline bool foot_holds(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                       const LegRest<Scalar> &rest, int i) {
  const StandingFoot<Scalar> foot = standing_foot(legs, terrain, pose.R, rest.stiff, i);
  const Leg<Scalar> &leg = legs.whole->leg[i];
  const Vector3<Scalar> force = force_at(rest, foot), &n = terrain.frame[plane_of(terrain, i)].n;
  const bool pad = is_tripod(legs, i);
  if (pad ? !struts_hold(leg, legs.record[i], force, rest.energy) : !leg_stands(terrain, pose.motion, rest, foot))
    return false;
  Vector3<Scalar> ground =
      pad ? Vector3<Scalar>(-leg.pad_mass * vector(legs.lander.gravity)) : Vector3<Scalar>(Vector3<Scalar>::Zero());
  for (int k = 0; k < 3; ++k) ground += force[k] * foot.way[k];
  const Scalar load = n.dot(ground), level = tolerance::held_on_legs<Scalar>, mu = legs.lander.foot[i].mu_sliding;
  return load > 0 && ground.squaredNorm() <= (1 + mu * mu + level * level) * load * load;
}

template <class Scalar>
inline bool feet_hold(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                      const LegRest<Scalar> &rest) {
  bool hold = true;
  for (int i = 0; i < legs.lander.feet && hold; ++i) {
    const Vector3<Scalar> way = point_velocity(rest.way.v, rest.way.w, arm_of(terrain, pose.R, i));
    const bool down = (rest.down >> i & 1U) != 0;
    const Scalar least = is_tripod(legs, i) ? Scalar(0) : -hair(terrain);
    hold = down ? foot_holds(legs, terrain, pose, rest, i)
                : pose.gap[i] + terrain.frame[plane_of(terrain, i)].n.dot(way) > least;
  }
  return hold;
}

// What leg i is where the lander has come to rest, in the attitudes R before and `there`.
template <class Scalar>
inline void rest_leg(const StandingFoot<Scalar> &foot, const LegRest<Scalar> &rest, int i, const Matrix3<Scalar> &R,
                     const Matrix3<Scalar> &there, MovingLegs<Scalar> &legs) {
  LegRecord<Scalar> &record = legs.record[i];
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
  note_way(record);
}

// Leaves the lander there, at rest.
template <class Scalar>
inline void rest_on_legs(const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R, const LegRest<Scalar> &rest,
                         MovingLegs<Scalar> &legs, State<Scalar> &state) {
  state.x += rest.way.v;
  state.q = turned_by(state.q, rest.way.w);
  state.v.setZero();
  state.w.setZero();
  const Matrix3<Scalar> there = rotation_of(state.q);
  for (int i = 0; i < legs.lander.feet; ++i) {
    if ((rest.down >> i & 1U) == 0) continue;
    rest_leg(standing_foot(legs, terrain, R, rest.stiff, i), rest, i, R, there, legs);
    hold_leg(i, legs);
  }
}

// The way to where forces balance, and the energy that legs and pads have beside it; more than there is where the feet
// that are down hold no lander.
template <class Scalar>
inline Scalar find_way_to_rest(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R,
                               LegRest<Scalar> &rest) {
  Motion<Scalar> over{legs.lander.mass * vector(legs.lander.gravity), Vector3<Scalar>::Zero()};
  BodyOnFeet<Scalar> body = body_alone(Scalar(0), Matrix3<Scalar>(Matrix3<Scalar>::Zero()));
  Scalar pads = 0;
  for (int i = 0; i < legs.lander.feet; ++i) {
    if ((rest.down >> i & 1U) == 0) continue;
    const StandingFoot<Scalar> foot = standing_foot(legs, terrain, R, rest.stiff, i);
    add_push(foot, foot.force, over);
    add_foot(foot, Matrix3<Scalar>(foot.stiffness.asDiagonal()), body);
    if (is_tripod(legs, i))
      pads += Scalar(0.5) * legs.whole->leg[i].pad_mass * vector(legs.record[i].pad_v).squaredNorm();
  }
  if (!find_motion(over, body, rest.way)) return largest<Scalar>;
  return pads + Scalar(0.5) * (rest.way.v.dot(over.v) + rest.way.w.dot(over.w));
}

// Feet that are down, and how stiff what holds them counts.
template <class Scalar>
inline LegRest<Scalar> begin_rest(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain,
                                  const Pose<Scalar> &pose) {
  LegRest<Scalar> rest;
  rest.down = feet_that_may_hold(terrain, pose) & ~legs.tripods;
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
    if (legs.record[i].down != 0) rest.down |= 1U << i;
    for (int k = 0; k < 3; ++k) add(leg.strut[k].stiffness);
  }
  rest.stiff = tolerance::stiff_at_rest<Scalar> * stiffest;
  return rest;
}

// A lander on its legs, of which some are tripods, that thrust leaves alone comes to rest where it can.
template <class Scalar>
__attribute__((noinline)) void come_to_rest(const Terrain<Scalar> &terrain, std::uint32_t feet,
                                            MovingLegs<Scalar> &legs, MovingLanding<Scalar> &landing) {
  State<Scalar> &state = landing.state;
  const Pose<Scalar> pose = pose_of(terrain, state);
  const Barrier<Scalar> barrier = barrier_of(terrain, state, feet);
  const Scalar kinetic = kinetic_energy(legs.lander, state, pose.R);
  if (!(barrier.energy > tolerance::barrier<Scalar> * kinetic) || !(barrier.angle > tolerance::balance<Scalar>)) return;
  LegRest<Scalar> rest = begin_rest(legs, terrain, pose);
  rest.energy = kinetic + find_way_to_rest(legs, terrain, pose.R, rest);
  const Scalar reach = terrain.reach, most = tolerance::near_rest<Scalar> * reach;
  const Scalar way = rest.way.v.squaredNorm() + reach * reach * rest.way.w.squaredNorm();
  if (!(way < most * most && barrier.energy > tolerance::barrier<Scalar> * rest.energy) ||
      !feet_hold(legs, terrain, pose, rest))
    return;
  landing.energy_lost += rest.energy;
  landing.phase = TD_PHASE_RESTING;
  rest_on_legs(terrain, pose.R, rest, legs, state);
  const Matrix3<Scalar> there = rotation_of(state.q);
  find_way_to_rest(legs, terrain, there, rest);
  rest_on_legs(terrain, there, rest, legs, state);
}

}  // namespace touchdown

#endif
