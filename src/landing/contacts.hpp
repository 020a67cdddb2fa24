// The feet that strike the lander at one instant: a lone one by the single impact, several by the coupled solve. And
// those that bear during a piece of a step: one coupled solve without restitution, in which impulses act on the arms of
// the middle of the piece, and the law is asked of the velocities at its end.
//   c = u'(r_m) + u(r_m) - u(r), r_m the arms half-way, u of the motion before: to second order, velocities at the end
//   normal    c_n >= -gap / 3h, so that what bears comes down on the ground, and stays there; a deep foot
//             comes out by no more than what a foot may rise with that bears
//   friction  against c_T
// A foot that keeps its place has u(r) = c = 0, and takes no energy. docs/theory (L.13).
#ifndef TOUCHDOWN_LANDING_CONTACTS_HPP
#define TOUCHDOWN_LANDING_CONTACTS_HPP

#include "impact/single_impact.hpp"
#include "landing/flight.hpp"
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

// Whose attitude stands already.
template <class Scalar>
inline void place_feet(const Terrain<Scalar> &terrain, const State<Scalar> &state, Pose<Scalar> &pose) {
  pose.motion = {state.v, state.w};
  pose.lowest = find_gaps(terrain, state.x, pose.R, pose.gap);
}

template <class Scalar>
inline void find_pose(const Terrain<Scalar> &terrain, const State<Scalar> &state, Pose<Scalar> &pose) {
  pose.R = rotation_of(state.q);
  place_feet(terrain, state, pose);
}

template <class Scalar>
inline Pose<Scalar> pose_of(const Terrain<Scalar> &terrain, const State<Scalar> &state) {
  Pose<Scalar> pose;
  find_pose(terrain, state, pose);
  return pose;
}

// Of foot i along the normal.
template <class Scalar>
inline Scalar normal_speed(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, int i) {
  const Vector3<Scalar> arm = arm_of(terrain, pose.R, i);
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

// Feet in contact space; frames of the members are in the body's axes.
template <class Scalar>
struct FeetInContact {
  Matrix3<Scalar> R;
  ContactSet<Scalar> set;
  int foot[max_feet];  // of each member
};

// Of `feet`, which strike or bear, in the attitude R. To be completed.
template <class Scalar>
inline void make_contacts(const Terrain<Scalar> &terrain, const Motion<Scalar> &motion, FootSet feet, bool strike,
                          FeetInContact<Scalar> &contacts) {
  const Matrix3<Scalar> &R = contacts.R;
  ContactSet<Scalar> &set = contacts.set;
  const BodyRoots<Scalar> roots = roots_of(terrain.factor);
  const Motion<Scalar> seen = seen_from(R, motion);
  ContactFrame<Scalar> frame = seen_from(R, terrain.frame[0]);
  set.length = 6;
  for (int i = 0; i < terrain.lander->feet; ++i) {
    if (!feet.has(i)) continue;
    const Foot<Scalar> &foot = terrain.lander->foot[i];
    SetMember<Scalar> &member = set.member[set.count];
    if (terrain.planes > 1) frame = seen_from(R, terrain.frame[i]);
    member.frame = frame;
    const Vector3<Scalar> arm = arm_of(foot, frame);
    fill_body_columns(terrain.factor, roots, arm, frame, member.Y);
    member.v = to_contact(frame, point_velocity(seen.v, seen.w, arm));
    member.surface = strike ? striking(foot, member.v.n, terrain.scales) : sustained(foot);
    contacts.foot[set.count++] = i;
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
inline Status apply_impulses(const Terrain<Scalar> &terrain, const FeetInContact<Scalar> &contacts,
                             const ImpulseSet<Scalar> &total, Motion<Scalar> &motion) {
  Motion<Scalar> change{Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
  for (int k = 0; k < contacts.set.count; ++k) {
    const int i = contacts.set.order[k];
    const ContactFrame<Scalar> &frame = contacts.set.member[i].frame;
    const Vector3<Scalar> arm = arm_of(terrain.lander->foot[contacts.foot[i]], frame);
    change = after_impulse(terrain.factor, arm, to_world(frame, total.p[i]), change);
  }
  return add_seen(contacts.R, change, motion);
}

// The sweeps of a solve that asks for `times` the lander's iterations.
template <class Scalar>
inline int sweeps_of(const Lander<Scalar> &lander, int times, int left) {
  const int iterations = lander.iterations == 0 ? TD_LANDING_ITERATIONS : lander.iterations;
  return share_of_budget(times * iterations, left, times * TD_LANDING_ITERATIONS);
}

// By Newton's law, or else by Poisson's. The impulses are in the lander's axes; `after` begins as the motion before.
template <class Scalar>
TD_COLD Status strike_coupled(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, FootSet feet, int &sweeps_left,
                              StrikeImpulses<Scalar> &impulses) {
  FeetInContact<Scalar> contacts;
  ContactSet<Scalar> &set = contacts.set;
  contacts.R = pose.R;
  make_contacts(terrain, impulses.after, feet, true, contacts);
  const Status status = complete(set);
  if (status < 0) return status;
  CoupledResult<Scalar> result;
  const std::int32_t law = terrain.lander->options.law == TD_LAW_NEWTON ? TD_LAW_NEWTON : TD_LAW_POISSON;
  coupled_solve(set, law, sweeps_of(*terrain.lander, 2, sweeps_left), result);
  sweeps_left -= result.sweeps;
  for (int k = 0; k < set.count; ++k) impulses.p[contacts.foot[k]] = to_world(set.member[k].frame, result.total.p[k]);
  const Status moved = apply_impulses(terrain, contacts, result.total, impulses.after);
  return moved < 0 ? moved : result.caveat;
}

template <class Scalar>
TD_COLD Status strike_single(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, int foot,
                             StrikeImpulses<Scalar> &impulses) {
  const ContactFrame<Scalar> frame = seen_from(pose.R, terrain.frame[plane_of(terrain, foot)]);
  const Motion<Scalar> seen = seen_from(pose.R, impulses.after);
  const Vector3<Scalar> arm = arm_of(terrain.lander->foot[foot], frame);
  Contact<Scalar> contact;
  contact.W = contact_inertia(terrain.factor, arm, frame);
  contact.v = to_contact(frame, point_velocity(seen.v, seen.w, arm));
  contact.surface = striking(terrain.lander->foot[foot], contact.v.n, terrain.scales);
  contact.options = terrain.lander->options;
  Impact<Scalar> impact;
  const Status status = resolve_contact(contact, impact);
  if (status < 0) return status;
  const Motion<Scalar> still{Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
  impulses.p[foot] = to_world(frame, impact.p);
  const Status moved = add_seen(pose.R, after_impulse(terrain.factor, arm, impulses.p[foot], still), impulses.after);
  return moved < 0 ? moved : status;
}

// The feet that are so near in a pose that they strike with another one.
template <class Scalar>
inline FootSet feet_together(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose) {
  FootSet feet;
  for (int i = 0; i < terrain.lander->feet; ++i)
    if (pose.gap[i] < terrain.scales.together_within) feet.add(i);
  return feet;
}

// The impact of `feet`. RANGE or caveats.
template <class Scalar>
inline Status strike_feet(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, FootSet feet, int &sweeps_left,
                          StrikeImpulses<Scalar> &impulses) {
  impulses.after = pose.motion;
  if (without_first(feet).empty()) return strike_single(terrain, pose, first_of(feet), impulses);
  return strike_coupled(terrain, pose, feet, sweeps_left, impulses);
}

// The part of foot i in an impact, but for its time. The energy through it is p . (u + u') / 2 (L.7), whose sum is the
// lander's.
template <class Scalar>
inline void fill_touch(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, const StrikeImpulses<Scalar> &impulses,
                       int i, Touch<Scalar> &touch) {
  const Motion<Scalar> &from = pose.motion, &to = impulses.after;
  const Vector3<Scalar> arm = arm_of(terrain, pose.R, i), &n = terrain.frame[plane_of(terrain, i)].n;
  const Vector3<Scalar> before = point_velocity(from.v, from.w, arm), after = point_velocity(to.v, to.w, arm);
  touch.foot = i;
  view(touch.p) = pose.R * impulses.p[i];
  touch.v_n = n.dot(before);
  touch.slip = square_root(Vector3<Scalar>(before - n * touch.v_n).squaredNorm());
  touch.energy_lost = Scalar(-0.5) * vector(touch.p).dot(before + after);
}

// The least speed along the normal that a piece leaves to a foot that bears. A deep one comes out again: ground that
// curves upwards has come above the tangent plane of the piece before.
template <class Scalar>
inline Scalar least_speed(const Terrain<Scalar> &terrain, Scalar gap, Scalar span) {
  if (gap > 0) return -gap / span;
  const Scalar deep = -gap - tolerance::stays_within<Scalar> * terrain.scales.length;
  return clamp(deep / span, Scalar(0), tolerance::bears_rising_below<Scalar> * terrain.scales.speed);
}

// Slower than `part` of what gravity gives in a step.
template <class Scalar>
inline bool is_slower(const Terrain<Scalar> &terrain, const Motion<Scalar> &motion, Scalar part) {
  const Scalar most = part * terrain.scales.speed;
  return motion.v.squaredNorm() < most * most && motion.w.squaredNorm() * (terrain.reach * terrain.reach) < most * most;
}

// Feet that bear: near the ground, and neither approach nor leave too fast.
template <class Scalar>
inline FootSet bearing_feet(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose) {
  const Scalar approaching = -tolerance::bears_approaching_below<Scalar> * terrain.scales.speed;
  const Scalar rising = tolerance::bears_rising_below<Scalar> * terrain.scales.speed;
  FootSet feet;
  if (!(pose.lowest < terrain.scales.bears_within)) return feet;
  for (int i = 0; i < terrain.lander->feet; ++i) {
    if (!(pose.gap[i] < terrain.scales.bears_within)) continue;
    const Scalar v_n = normal_speed(terrain, pose, i);
    if (v_n > approaching && v_n < rising) feet.add(i);
  }
  return feet;
}

// Feet that come down within `span`, by their speed and gravity, and those that are down.
template <class Scalar>
inline FootSet feet_coming_down(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, Scalar span) {
  FootSet feet;
  for (int i = 0; i < terrain.lander->feet; ++i)
    if (pose.gap[i] + span * normal_speed(terrain, pose, i) < terrain.scales.length) feet.add(i);
  return feet;
}

// By the shortest turn that takes one unit vector to the other, which is near.
template <class Scalar>
inline Vector3<Scalar> turned_with(const Vector3<Scalar> &from, const Vector3<Scalar> &to, const Vector3<Scalar> &u) {
  const Vector3<Scalar> axis = from.cross(to), once = axis.cross(u);
  return u + once + axis.cross(once) / (1 + from.dot(to));
}

// Velocities of `feet` when the piece begins; and, on ground given by a function, the planes under them
// half-way, with these velocities as turned. HEIGHT or solved.
template <class Scalar>
inline Status find_start_velocities(const Pose<Scalar> &pose, const Arc<Scalar> &arc, FootSet feet,
                                    Terrain<Scalar> &terrain, Vector3<Scalar> *start) {
  const Vector3<Scalar> middle = arc.from.x + Scalar(0.5) * arc.span * arc.from.v;
  for (int i = 0; i < terrain.lander->feet; ++i) {
    if (!feet.has(i)) continue;
    start[i] = point_velocity(pose.motion.v, pose.motion.w, arm_of(terrain, pose.R, i));
    if (!has_heights(terrain)) continue;
    const Vector3<Scalar> n = terrain.frame[i].n;
    const Status status = find_plane_under(middle, arc.middle, i, terrain);
    if (status < 0) return status;
    start[i] = turned_with(n, terrain.frame[i].n, start[i]);
  }
  return TD_SOLVED;
}

// A phase without restitution, of a set that is complete.
template <class Scalar>
inline void solve_bearing(const ContactSet<Scalar> &set, int iterations, Phase<Scalar> &phase) {
  for (int k = 0; k < set.count; ++k) phase.start[k] = set.member[k].v;
  compress(set, iterations, true, phase);
}

// A piece of a step: from one pose to the other, along an arc; the last one takes all that is left of the step, and
// presses at once.
template <class Scalar>
struct Piece {
  Pose<Scalar> begin, end;
  Arc<Scalar> arc;
  FootSet bearing;  // feet that are pressed
};

// The feet that bear, and how they are asked to end, in the attitude of the middle.
template <class Scalar>
struct Bearing {
  FeetInContact<Scalar> feet;
  Phase<Scalar> phase;
};

template <class Scalar>
inline Status make_bearing(const Piece<Scalar> &piece, bool last, Terrain<Scalar> &terrain, Bearing<Scalar> &bearing) {
  const Pose<Scalar> &pose = piece.begin;
  const Arc<Scalar> &arc = piece.arc;
  const Matrix3<Scalar> &R = bearing.feet.R = last ? pose.R : arc.middle;
  ContactSet<Scalar> &set = bearing.feet.set;
  Vector3<Scalar> start[max_feet];
  const Status status = last ? TD_SOLVED : find_start_velocities(pose, arc, piece.bearing, terrain, start);
  if (status < 0) return status;
  make_contacts(terrain, arc.end, piece.bearing, false, bearing.feet);
  const Motion<Scalar> before = seen_from(R, pose.motion);
  for (int k = 0; k < set.count; ++k) {
    SetMember<Scalar> &member = set.member[k];
    const int i = bearing.feet.foot[k];
    const Scalar part = last ? Scalar(1) : tolerance::gap_closed<Scalar>;
    bearing.phase.target[k] = part * least_speed(terrain, pose.gap[i], arc.span);
    if (last) continue;
    const Vector3<Scalar> there = point_velocity(before.v, before.w, arm_of(terrain.lander->foot[i], member.frame));
    member.v = member.v + to_contact(member.frame, Vector3<Scalar>(there - R.transpose() * start[i]));
  }
  return complete(set);
}

// Presses the bearing feet of a piece along its flight, which becomes what that leads to.
template <class Scalar>
TD_COLD Status press_feet(Terrain<Scalar> &terrain, Stride<Scalar> &stride, Piece<Scalar> &piece) {
  Bearing<Scalar> bearing;
  Status status = make_bearing(piece, stride.last, terrain, bearing);
  if (status < 0) return status;
  const ContactSet<Scalar> &set = bearing.feet.set;
  const Scalar slow = set.count > 2 ? tolerance::slow_on_many<Scalar> : tolerance::slow<Scalar>;
  bearing.phase.by_newton = is_slower(terrain, piece.begin.motion, slow);
  const int iterations = bearing.phase.by_newton
                             ? share_of_budget(tolerance::slow_iterations, stride.sweeps_left, TD_LANDING_ITERATIONS)
                             : sweeps_of(*terrain.lander, 1, stride.sweeps_left);
  solve_bearing(set, iterations, bearing.phase);
  stride.sweeps_left -= bearing.phase.sweeps;
  Motion<Scalar> end = piece.arc.end;
  status = apply_impulses(terrain, bearing.feet, bearing.phase.impulses, end);
  if (stride.last)
    stop(end, piece.arc);
  else
    press(end, piece.arc);
  return status;
}

}  // namespace touchdown

#endif
