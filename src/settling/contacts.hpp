// The feet that act on the body at one instant: a lone one by the single impact, several by the coupled solve, with
// restitution where they strike and without where they bear.
//   bearing: v_n after >= -gap / h, so that what bears comes down on the ground within the piece, and stays there; out
//            of ground that curves upwards by no more than 2/5 g
#ifndef TOUCHDOWN_SETTLING_CONTACTS_HPP
#define TOUCHDOWN_SETTLING_CONTACTS_HPP

#include "settling/terrain.hpp"
#include "simultaneous/simultaneous.hpp"
#include "systems/bodies.hpp"

namespace touchdown {

// The body at the beginning of a piece. What only feet near the ground need is found for these alone, where it is
// asked.
template <class Scalar>
struct Pose {
  Matrix3<Scalar> R;
  Motion<Scalar> motion;
  Scalar gap[max_feet];
  Scalar lowest;  // of all gaps, or below it
};

// Whose attitude stands already.
template <class Scalar>
inline void place_feet(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const State<Scalar> &state,
                       Pose<Scalar> &pose) {
  pose.motion = {state.v, state.w};
  pose.lowest = find_gaps(body, terrain, state.x, pose.R, pose.gap);
}

template <class Scalar>
inline void take_pose(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const State<Scalar> &state,
                      Pose<Scalar> &pose) {
  pose.R = rotation_of(state.q);
  place_feet(body, terrain, state, pose);
}

template <class Scalar>
inline Pose<Scalar> pose_of(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                            const State<Scalar> &state) {
  Pose<Scalar> pose;
  take_pose(body, terrain, state, pose);
  return pose;
}

// Of foot i along the normal.
template <class Scalar>
inline Scalar normal_speed(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                           int i) {
  const Vector3<Scalar> arm = arm_of(body, terrain, pose.R, i);
  return terrain.frame[plane_of(terrain, i)].n.dot(point_velocity(pose.motion.v, pose.motion.w, arm));
}

template <class Scalar>
inline Surface<Scalar> sustained(const SettlingFoot<Scalar> &foot) {
  return {foot.mu_sliding, foot.mu_sliding, 0};
}

// Slow approaches are captured.
template <class Scalar>
inline Surface<Scalar> striking(const SettlingFoot<Scalar> &foot, Scalar v_n, const SettlingScales<Scalar> &scales) {
  return {foot.surface.mu_s, foot.surface.mu_k, -v_n > scales.captured_below ? foot.surface.e : Scalar(0)};
}

// The feet of the mask `feet` in contact space.
template <class Scalar>
inline Status enter_feet(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                         const Motion<Scalar> &motion, std::uint32_t feet, bool strike, int *foot,
                         BodyFactor<Scalar> &factor, ContactSet<Scalar> &set) {
  const Status status = factorize(body.mass, turned(matrix(body.inertia), pose.R), factor);
  if (status < 0) return status;
  const BodyRoots<Scalar> roots = roots_of(factor);
  set.length = 6;
  for (int i = 0; i < body.feet; ++i) {
    if ((feet >> i & 1U) == 0) continue;
    SetMember<Scalar> &member = set.member[set.count];
    member.frame = terrain.frame[plane_of(terrain, i)];
    const Vector3<Scalar> arm = arm_of(body, terrain, pose.R, i);
    fill_body_columns(factor, roots, arm, member.frame, member.Y);
    member.v = to_contact(member.frame, point_velocity(motion.v, motion.w, arm));
    member.surface = strike ? striking(body.foot[i], member.v.n, terrain.scales) : sustained(body.foot[i]);
    foot[set.count++] = i;
  }
  return complete(set);
}

template <class Scalar>
inline Motion<Scalar> carried_back(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                                   const Pose<Scalar> &pose, const BodyFactor<Scalar> &factor, const int *foot,
                                   const ContactSet<Scalar> &set, const ImpulseSet<Scalar> &total,
                                   Motion<Scalar> motion) {
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    motion = after_impulse(factor, arm_of(body, terrain, pose.R, foot[i]), to_world(set.member[i].frame, total.p[i]),
                           motion);
  }
  return motion;
}

// The least speed along the normal that a piece leaves to a foot that bears. Ground that curves upwards has come above
// the tangent plane of the piece before.
template <class Scalar>
inline Scalar least_speed(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, Scalar gap, Scalar span) {
  if (gap > 0) return -gap / span;
  if (!has_heights(body)) return 0;
  return clamp(-gap / span, Scalar(0), terrain.scales.bears_below);
}

// Presses the feet of the mask during `span`.
template <class Scalar>
__attribute__((noinline)) Status bear(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                                      const Pose<Scalar> &pose, std::uint32_t feet, Scalar span,
                                      Motion<Scalar> &motion) {
  ContactSet<Scalar> set;
  BodyFactor<Scalar> factor;
  int foot[max_feet];
  const Status status = enter_feet(body, terrain, pose, motion, feet, false, foot, factor, set);
  if (status < 0) return status;
  Phase<Scalar> phase;
  CoupledResult<Scalar> result;
  clear(set, result.total);
  for (int k = 0; k < set.count; ++k) {
    const Scalar gap = pose.gap[foot[k]];
    phase.start[k] = set.member[k].v;
    phase.target[k] = least_speed(body, terrain, gap, span);
  }
  compress(set, body.iterations == 0 ? TD_SETTLING_ITERATIONS : body.iterations, true, phase, result);
  motion = carried_back(body, terrain, pose, factor, foot, set, result.total, motion);
  return all_finite(motion) ? TD_SOLVED : TD_REFUSED_RANGE;
}

template <class Scalar>
__attribute__((noinline)) Status strike_coupled(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                                                const Pose<Scalar> &pose, std::uint32_t feet, Motion<Scalar> &motion) {
  ContactSet<Scalar> set;
  BodyFactor<Scalar> factor;
  int foot[max_feet];
  const Status status = enter_feet(body, terrain, pose, motion, feet, true, foot, factor, set);
  if (status < 0) return status;
  CoupledResult<Scalar> result;
  const int iterations = body.iterations == 0 ? TD_SETTLING_ITERATIONS : body.iterations;
  coupled_solve(set, body.options.law == TD_LAW_NEWTON ? TD_LAW_NEWTON : TD_LAW_POISSON, 2 * iterations, result);
  motion = carried_back(body, terrain, pose, factor, foot, set, result.total, motion);
  return all_finite(motion) ? TD_SOLVED : TD_REFUSED_RANGE;
}

template <class Scalar>
__attribute__((noinline)) Status strike_single(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                                               const Pose<Scalar> &pose, int foot, Motion<Scalar> &motion) {
  BodyContact<Scalar> contact;
  contact.body.mass = body.mass;
  set_inertia(contact.body.inertia, turned(matrix(body.inertia), pose.R));
  view(contact.body.v) = motion.v;
  view(contact.body.w) = motion.w;
  view(contact.r) = arm_of(body, terrain, pose.R, foot);
  view(contact.n) = terrain.frame[plane_of(terrain, foot)].n;
  contact.surface = striking(body.foot[foot], normal_speed(body, terrain, pose, foot), terrain.scales);
  contact.options = body.options;
  BodyImpact<Scalar> impact;
  const Status status = resolve_body(contact, impact);
  if (status < 0) return status;
  motion = {vector(impact.v), vector(impact.w)};
  return TD_SOLVED;
}

}  // namespace touchdown

#endif
