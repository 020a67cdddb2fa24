// The feet that bear during a piece of a step: one coupled solve without restitution, in which impulses act on the arms
// of the middle of the piece, and the law is asked of the velocities at its end.
//   c = u'(r_m) + u(r_m) - u(r), r_m the arms half-way, u of the motion before: to second order, velocities at the end
//   normal    c_n >= -gap / 3h, so that what bears comes down on the ground, and stays there; out of ground that curves
//             upwards by no more than what a foot may rise with that bears
//   friction  against c_T
// A foot that keeps its place has u(r) = c = 0, and takes no energy. DESIGN.md (E129).
#ifndef TOUCHDOWN_LANDING_BEARING_HPP
#define TOUCHDOWN_LANDING_BEARING_HPP

#include "landing/height_field.hpp"

namespace touchdown {

// The least speed along the normal that a piece leaves to a foot that bears. Ground that curves upwards has come above
// the tangent plane of the piece before.
template <class Scalar>
inline Scalar least_speed(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, Scalar gap, Scalar span) {
  const Scalar speed = -gap / span;
  if (gap > 0) return speed;
  if (!has_heights(lander)) return 0;
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
inline std::uint32_t bearing_feet(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                                  const Pose<Scalar> &pose) {
  const Scalar approaching = -tolerance::bears_approaching_below<Scalar> * terrain.scales.speed;
  const Scalar rising = tolerance::bears_rising_below<Scalar> * terrain.scales.speed;
  std::uint32_t feet = 0;
  if (!(pose.lowest < terrain.scales.bears_within)) return feet;
  for (int i = 0; i < lander.feet; ++i) {
    if (!(pose.gap[i] < terrain.scales.bears_within)) continue;
    const Scalar v_n = normal_speed(lander, terrain, pose, i);
    if (v_n > approaching && v_n < rising) feet |= 1U << i;
  }
  return feet;
}

// Feet that come down within `span`, by their speed and gravity, and those that are down.
template <class Scalar>
inline std::uint32_t feet_coming_down(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                                      const Pose<Scalar> &pose, Scalar span) {
  std::uint32_t feet = 0;
  for (int i = 0; i < lander.feet; ++i)
    if (pose.gap[i] + span * normal_speed(lander, terrain, pose, i) < terrain.scales.length) feet |= 1U << i;
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
inline Status look_ahead(const Lander<Scalar> &lander, const Pose<Scalar> &pose, const Arc<Scalar> &arc,
                         std::uint32_t feet, Terrain<Scalar> &terrain, Vector3<Scalar> *start) {
  const Vector3<Scalar> middle = arc.from.x + Scalar(0.5) * arc.span * arc.from.v;
  for (int i = 0; i < lander.feet; ++i) {
    if ((feet >> i & 1U) == 0) continue;
    start[i] = point_velocity(pose.motion.v, pose.motion.w, arm_of(lander, terrain, pose.R, i));
    if (!has_heights(lander)) continue;
    const Vector3<Scalar> n = terrain.frame[i].n;
    const Status status = look_under(lander, middle, arc.middle, i, terrain);
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

// A piece in which the feet of a mask bear: where it begins, and its flight without them. The last piece of a step
// takes all that is left of it, and presses at once.
template <class Scalar>
struct BearingPiece {
  const Pose<Scalar> &pose;
  const Arc<Scalar> &arc;
  std::uint32_t feet;
  bool last;
};

// What is to be solved of it: the feet, and how they are asked to end, in the attitude of the middle.
template <class Scalar>
struct Bearing {
  Pose<Scalar> middle;
  ContactSet<Scalar> set;
  int foot[max_feet];
  Phase<Scalar> phase;
};

template <class Scalar>
inline Status enter_bearing(const Lander<Scalar> &lander, const BearingPiece<Scalar> &piece, Terrain<Scalar> &terrain,
                            Bearing<Scalar> &bearing) {
  const Pose<Scalar> &pose = piece.pose;
  const Matrix3<Scalar> &R = bearing.middle.R = piece.last ? pose.R : piece.arc.middle;
  Vector3<Scalar> start[max_feet];
  const Status status = piece.last ? TD_SOLVED : look_ahead(lander, pose, piece.arc, piece.feet, terrain, start);
  if (status < 0) return status;
  enter_feet(lander, terrain, bearing.middle, piece.arc.end, piece.feet, false, bearing.foot, bearing.set);
  const Motion<Scalar> before = seen_from(R, pose.motion);
  for (int k = 0; k < bearing.set.count; ++k) {
    SetMember<Scalar> &member = bearing.set.member[k];
    const int i = bearing.foot[k];
    const Scalar part = piece.last ? Scalar(1) : tolerance::gap_closed<Scalar>;
    bearing.phase.target[k] = part * least_speed(lander, terrain, pose.gap[i], piece.arc.span);
    if (piece.last) continue;
    const Vector3<Scalar> there = point_velocity(before.v, before.w, arm_of(lander.foot[i], member.frame));
    member.v = member.v + to_contact(member.frame, Vector3<Scalar>(there - R.transpose() * start[i]));
  }
  return complete(bearing.set);
}

// Presses the feet of the mask along a flight, which becomes what that leads to.
template <class Scalar>
__attribute__((noinline)) Status bear(const Lander<Scalar> &lander, const Pose<Scalar> &pose, std::uint32_t feet,
                                      Terrain<Scalar> &terrain, Stride<Scalar> &stride, Arc<Scalar> &arc) {
  Bearing<Scalar> bearing;
  CoupledResult<Scalar> result;
  Status status = enter_bearing(lander, BearingPiece<Scalar>{pose, arc, feet, stride.last}, terrain, bearing);
  if (status < 0) return status;
  Phase<Scalar> &phase = bearing.phase;
  phase.by_newton = bearing.set.count > 2 || is_slower(terrain, pose.motion, tolerance::slow<Scalar>);
  const int newton = share_of_budget(tolerance::slow_iterations, stride.sweeps_left, TD_LANDING_ITERATIONS);
  solve_bearing(bearing.set, phase.by_newton ? newton : sweeps_of(lander, 1, stride.sweeps_left), phase, result);
  stride.sweeps_left -= result.sweeps;
  Motion<Scalar> end = arc.end;
  status = carry_back(lander, terrain, bearing.middle, bearing.foot, bearing.set, result.total, end);
  if (stride.last)
    stop(end, arc);
  else
    press(end, arc);
  return status;
}

}  // namespace touchdown

#endif
