// The feet that strike the lander at one instant: a lone one by the single impact, several by the coupled solve. Those
// that bear are in landing/bearing.hpp.
#ifndef TOUCHDOWN_LANDING_CONTACTS_HPP
#define TOUCHDOWN_LANDING_CONTACTS_HPP

#include "impact/single_impact.hpp"
#include "landing/terrain.hpp"
#include "multi_contact/rules.hpp"

namespace touchdown {

// The lander at the beginning of a piece. What only feet near the ground need is found for these alone, where it is
// asked.
template <class Scalar>
struct Pose {
  Matrix3<Scalar> R;
  Motion<Scalar> motion;
  Scalar gap[max_feet];
  Scalar lowest;  // of all gaps, or below it
};

// From one to the other, member by member: as a whole it would be a loop of its own, or a call.
template <class Scalar>
inline void go_over(const Pose<Scalar> &from, Pose<Scalar> &to) {
  to.R = from.R;
  to.motion = from.motion;
  __builtin_memcpy(to.gap, from.gap, sizeof to.gap);
  to.lowest = from.lowest;
}

// Whose attitude stands already.
template <class Scalar>
inline void place_feet(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const State<Scalar> &state,
                       Pose<Scalar> &pose) {
  pose.motion = {state.v, state.w};
  pose.lowest = find_gaps(lander, terrain, state.x, pose.R, pose.gap);
}

template <class Scalar>
inline void take_pose(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const State<Scalar> &state,
                      Pose<Scalar> &pose) {
  pose.R = rotation_of(state.q);
  place_feet(lander, terrain, state, pose);
}

template <class Scalar>
inline Pose<Scalar> pose_of(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const State<Scalar> &state) {
  Pose<Scalar> pose;
  take_pose(lander, terrain, state, pose);
  return pose;
}

// Of foot i along the normal.
template <class Scalar>
inline Scalar normal_speed(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                           int i) {
  const Vector3<Scalar> arm = arm_of(lander, terrain, pose.R, i);
  return terrain.frame[plane_of(terrain, i)].n.dot(point_velocity(pose.motion.v, pose.motion.w, arm));
}

template <class Scalar>
inline Surface<Scalar> sustained(const Foot<Scalar> &foot) {
  return {foot.mu_sliding, foot.mu_sliding, 0};
}

// Slow approaches are captured.
template <class Scalar>
inline Surface<Scalar> striking(const Foot<Scalar> &foot, Scalar v_n, const LandingScales<Scalar> &scales) {
  return {foot.surface.mu_s, foot.surface.mu_k,
          -v_n > tolerance::captured_below<Scalar> * scales.speed ? foot.surface.e : Scalar(0)};
}

// Ground as the lander sees it: in its axes, where its inertia stays what it is.
template <class Scalar>
inline ContactFrame<Scalar> seen_from(const Matrix3<Scalar> &R, const ContactFrame<Scalar> &frame) {
  return {R.transpose() * frame.t, R.transpose() * frame.s, R.transpose() * frame.n};
}

template <class Scalar>
inline Motion<Scalar> seen_from(const Matrix3<Scalar> &R, const Motion<Scalar> &motion) {
  return {R.transpose() * motion.v, R.transpose() * motion.w};
}

template <class Scalar>
inline Vector3<Scalar> arm_of(const Foot<Scalar> &foot, const ContactFrame<Scalar> &seen) {
  return vector(foot.r) - foot.radius * seen.n;
}

// A change of motion in the lander's axes, added to what it is in the world.
template <class Scalar>
inline Status add_seen(const Matrix3<Scalar> &R, const Motion<Scalar> &change, Motion<Scalar> &motion) {
  motion.v += R * change.v;
  motion.w += R * change.w;
  return all_finite(motion) ? TD_SOLVED : TD_REFUSED_RANGE;
}

// The feet of the mask `feet` in contact space; frames of the members are in the lander's axes. To be completed.
template <class Scalar>
inline void enter_feet(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                       const Motion<Scalar> &motion, std::uint32_t feet, bool strike, int *foot,
                       ContactSet<Scalar> &set) {
  const BodyRoots<Scalar> roots = roots_of(terrain.factor);
  const Motion<Scalar> seen = seen_from(pose.R, motion);
  ContactFrame<Scalar> frame = seen_from(pose.R, terrain.frame[0]);
  set.length = 6;
  for (int i = 0; i < lander.feet; ++i) {
    if ((feet >> i & 1U) == 0) continue;
    SetMember<Scalar> &member = set.member[set.count];
    if (terrain.planes > 1) frame = seen_from(pose.R, terrain.frame[i]);
    member.frame = frame;
    const Vector3<Scalar> arm = arm_of(lander.foot[i], frame);
    fill_body_columns(terrain.factor, roots, arm, frame, member.Y);
    member.v = to_contact(frame, point_velocity(seen.v, seen.w, arm));
    member.surface = strike ? striking(lander.foot[i], member.v.n, terrain.scales) : sustained(lander.foot[i]);
    foot[set.count++] = i;
  }
}

// What a strike does: the motion after, and the impulse of each foot.
template <class Scalar>
struct StrikeImpulses {
  Motion<Scalar> after;
  Vector3<Scalar> p[max_feet];
};

// RANGE or solved.
template <class Scalar>
inline Status carry_back(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                         const int *foot, const ContactSet<Scalar> &set, const ImpulseSet<Scalar> &total,
                         Motion<Scalar> &motion) {
  Motion<Scalar> change{Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    const ContactFrame<Scalar> &frame = set.member[i].frame;
    change = after_impulse(terrain.factor, arm_of(lander.foot[foot[i]], frame), to_world(frame, total.p[i]), change);
  }
  return add_seen(pose.R, change, motion);
}

// The sweeps of a solve that asks for `times` the lander's iterations.
template <class Scalar>
inline int sweeps_of(const Lander<Scalar> &lander, int times, int left) {
  const int iterations = lander.iterations == 0 ? TD_LANDING_ITERATIONS : lander.iterations;
  return share_of_budget(times * iterations, left, times * TD_LANDING_ITERATIONS);
}

// The impulses are in the lander's axes; `after` begins as the motion before.
template <class Scalar>
__attribute__((noinline)) Status strike_coupled(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                                                const Pose<Scalar> &pose, std::uint32_t feet, int &sweeps_left,
                                                StrikeImpulses<Scalar> &impulses) {
  ContactSet<Scalar> set;
  int foot[max_feet];
  enter_feet(lander, terrain, pose, impulses.after, feet, true, foot, set);
  const Status status = complete(set);
  if (status < 0) return status;
  CoupledResult<Scalar> result;
  const std::int32_t law = lander.options.law == TD_LAW_NEWTON ? TD_LAW_NEWTON : TD_LAW_POISSON;
  coupled_solve(set, law, sweeps_of(lander, 2, sweeps_left), result);
  sweeps_left -= result.sweeps;
  for (int k = 0; k < set.count; ++k) impulses.p[foot[k]] = to_world(set.member[k].frame, result.total.p[k]);
  return carry_back(lander, terrain, pose, foot, set, result.total, impulses.after);
}

template <class Scalar>
__attribute__((noinline)) Status strike_single(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                                               const Pose<Scalar> &pose, int foot, StrikeImpulses<Scalar> &impulses) {
  const ContactFrame<Scalar> frame = seen_from(pose.R, terrain.frame[plane_of(terrain, foot)]);
  const Motion<Scalar> seen = seen_from(pose.R, impulses.after);
  const Vector3<Scalar> arm = arm_of(lander.foot[foot], frame);
  Contact<Scalar> contact;
  contact.W = contact_inertia(terrain.factor, arm, frame);
  contact.v = to_contact(frame, point_velocity(seen.v, seen.w, arm));
  contact.surface = striking(lander.foot[foot], contact.v.n, terrain.scales);
  contact.options = lander.options;
  Impact<Scalar> impact;
  const Status status = resolve_contact(contact, impact);
  if (status < 0) return status;
  const Motion<Scalar> still{Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
  impulses.p[foot] = to_world(frame, impact.p);
  return add_seen(pose.R, after_impulse(terrain.factor, arm, impulses.p[foot], still), impulses.after);
}

}  // namespace touchdown

#endif
