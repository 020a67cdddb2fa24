// The feet that bear during a piece of a step: one coupled solve without restitution, in which impulses act on the arms
// of the middle of the piece, and the law is asked of the velocities at its end.
//   c = u'(r_m) + u(r_m) - u(r), r_m the arms half-way, u of the motion before: to second order, velocities at the end
//   normal    c_n >= -gap / 3h, so that what bears comes down on the ground, and stays there; out of ground that curves
//             upwards by no more than what a foot may rise with that bears
//   friction  against c_T
// A foot that keeps its place has u(r) = c = 0, and takes no energy. DESIGN.md (E129).
#ifndef TOUCHDOWN_SETTLING_BEARING_HPP
#define TOUCHDOWN_SETTLING_BEARING_HPP

#include "settling/height_field.hpp"

namespace touchdown {

// The least speed along the normal that a piece leaves to a foot that bears. Ground that curves upwards has come above
// the tangent plane of the piece before.
template <class Scalar>
inline Scalar least_speed(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, Scalar gap, Scalar span) {
  const Scalar speed = -gap / span;
  if (gap > 0) return speed;
  if (!has_heights(body)) return 0;
  return clamp(speed, Scalar(0), tolerance::bears_rising_below<Scalar> * terrain.scales.speed);
}

// Slower than `part` of what gravity gives in a step.
template <class Scalar>
inline bool is_slower(const Terrain<Scalar> &terrain, const Motion<Scalar> &motion, Scalar part) {
  const Scalar most = part * terrain.scales.speed;
  return motion.v.squaredNorm() < most * most && motion.w.squaredNorm() * (terrain.reach * terrain.reach) < most * most;
}

// Feet that bear: near the ground, and neither approach nor leave too fast.
template <class Scalar>
inline std::uint32_t bearing_feet(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                                  const Pose<Scalar> &pose) {
  const Scalar approaching = -tolerance::bears_approaching_below<Scalar> * terrain.scales.speed;
  const Scalar rising = tolerance::bears_rising_below<Scalar> * terrain.scales.speed;
  std::uint32_t feet = 0;
  if (!(pose.lowest < terrain.scales.bears_within)) return feet;
  for (int i = 0; i < body.feet; ++i) {
    if (!(pose.gap[i] < terrain.scales.bears_within)) continue;
    const Scalar v_n = normal_speed(body, terrain, pose, i);
    if (v_n > approaching && v_n < rising) feet |= 1U << i;
  }
  return feet;
}

// Feet that come down within `span`, by their speed and gravity, and those that are down.
template <class Scalar>
inline std::uint32_t feet_coming_down(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                                      const Pose<Scalar> &pose, Scalar span) {
  std::uint32_t feet = 0;
  for (int i = 0; i < body.feet; ++i)
    if (pose.gap[i] + span * normal_speed(body, terrain, pose, i) < terrain.scales.length) feet |= 1U << i;
  return feet;
}

// By the shortest turn that takes one unit vector to the other, which is near.
template <class Scalar>
inline Vector3<Scalar> turned_with(const Vector3<Scalar> &from, const Vector3<Scalar> &to, const Vector3<Scalar> &u) {
  const Vector3<Scalar> axis = from.cross(to), once = axis.cross(u);
  return u + once + axis.cross(once) / (1 + from.dot(to));
}

// Velocities of the feet of the mask when the piece begins; and, on ground that a function tells, the planes under them
// half-way, with these velocities as turned. HEIGHT or solved.
template <class Scalar>
inline Status look_ahead(const SettlingBody<Scalar> &body, const Pose<Scalar> &pose, const Arc<Scalar> &arc,
                         std::uint32_t feet, Terrain<Scalar> &terrain, Vector3<Scalar> *start) {
  const Vector3<Scalar> middle = arc.from.x + Scalar(0.5) * arc.span * arc.from.v;
  for (int i = 0; i < body.feet; ++i) {
    if ((feet >> i & 1U) == 0) continue;
    start[i] = point_velocity(pose.motion.v, pose.motion.w, arm_of(body, terrain, pose.R, i));
    if (!has_heights(body)) continue;
    const Vector3<Scalar> n = terrain.frame[i].n;
    const Status status = look_under(body, middle, arc.middle, i, terrain);
    if (status < 0) return status;
    start[i] = turned_with(n, terrain.frame[i].n, start[i]);
  }
  return TD_SOLVED;
}

// A phase without restitution, of a set that is complete.
template <class Scalar>
inline void solve_bearing(const ContactSet<Scalar> &set, int iterations, Phase<Scalar> &phase,
                          CoupledResult<Scalar> &result) {
  clear(set, result.total);
  for (int k = 0; k < set.count; ++k) phase.start[k] = set.member[k].v;
  compress(set, iterations, true, phase, result);
}

// The feet of the mask as they are asked to end, in the attitude R; to be completed. In the last piece of a step at
// once.
template <class Scalar>
inline Status enter_bearing(const SettlingBody<Scalar> &body, const Pose<Scalar> &pose, const Pose<Scalar> &middle,
                            std::uint32_t feet, const Arc<Scalar> &arc, bool last, Terrain<Scalar> &terrain, int *foot,
                            ContactSet<Scalar> &set, Phase<Scalar> &phase) {
  Vector3<Scalar> start[max_feet];
  const Status status = last ? TD_SOLVED : look_ahead(body, pose, arc, feet, terrain, start);
  if (status < 0) return status;
  enter_feet(body, terrain, middle, arc.end, feet, false, foot, set);
  const Motion<Scalar> before = seen_from(middle.R, pose.motion);
  for (int k = 0; k < set.count; ++k) {
    SetMember<Scalar> &member = set.member[k];
    const int i = foot[k];
    phase.target[k] = (last ? 1 : tolerance::gap_closed<Scalar>)*least_speed(body, terrain, pose.gap[i], arc.span);
    if (last) continue;
    const Vector3<Scalar> there = point_velocity(before.v, before.w, arm_of(body.foot[i], member.frame));
    member.v = member.v + to_contact(member.frame, Vector3<Scalar>(there - middle.R.transpose() * start[i]));
  }
  return complete(set);
}

// Presses the feet of the mask along a flight, which becomes what that leads to.
template <class Scalar>
__attribute__((noinline)) Status bear(const SettlingBody<Scalar> &body, const Pose<Scalar> &pose, std::uint32_t feet,
                                      Terrain<Scalar> &terrain, Stride<Scalar> &stride, Arc<Scalar> &arc) {
  ContactSet<Scalar> set;
  int foot[max_feet];
  Phase<Scalar> phase;
  CoupledResult<Scalar> result;
  Pose<Scalar> middle;
  middle.R = stride.last ? pose.R : arc.middle;
  Status status = enter_bearing(body, pose, middle, feet, arc, stride.last, terrain, foot, set, phase);
  if (status < 0) return status;
  phase.by_newton = set.count > 2 || is_slower(terrain, pose.motion, tolerance::slow<Scalar>);
  const int newton = share_of_budget(tolerance::slow_iterations, stride.sweeps_left, TD_SETTLING_ITERATIONS);
  solve_bearing(set, phase.by_newton ? newton : sweeps_of(body, 1, stride.sweeps_left), phase, result);
  stride.sweeps_left -= result.sweeps;
  Motion<Scalar> end = arc.end;
  status = carry_back(body, terrain, middle, foot, set, result.total, end);
  if (stride.last)
    stop(end, arc);
  else
    press(end, arc);
  return status;
}

}  // namespace touchdown

#endif
