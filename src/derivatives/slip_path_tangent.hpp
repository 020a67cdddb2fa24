// The derivatives of an impact along the exact slip path (E90)..(E95).
//
// The path is walked once more, with its derivatives: Taylor steps as far as slip turns or lasts, the stop (E35), and
// straight on from there. What the impact itself may take for straight within its tolerance is walked here, for the
// derivative across a straight path is not that of a straight path; and only slip that is about to stop, and that the
// derivative hardly changes any more, is stopped in one piece.
#ifndef TOUCHDOWN_DERIVATIVES_SLIP_PATH_TANGENT_HPP
#define TOUCHDOWN_DERIVATIVES_SLIP_PATH_TANGENT_HPP

#include "derivatives/tangent_step.hpp"

namespace touchdown::derivatives {

// Slip stops before the stage ends, and so straight, or so little of it is left, that its derivatives are those of the
// straight stop. Their error is of first order in the turn per e-fold of slip (E45). `turns` tells the greatest part of
// the slip's derivatives that is across the slip: what a turn of it could yet change. `left` is the impulse that is
// left of the stage, by the impact.
template <class Scalar, class Turns>
inline bool stops_straight(const TangentialPlane<Scalar> &plane, const slip_path::IntegratorState<Scalar> &at,
                           Scalar left, const Turns &turns) {
  if (at.slip.speed <= tolerance::tangent_slip<Scalar>) return true;
  if (!(at.slip.g < 0)) return false;
  const Scalar turn = abs(at.slip.h) / -at.slip.g;
  const Scalar off = turn * (1 + abs(at.slip.f)) * (turn * at.slip.speed + turns());
  if (off > tolerance::tangent_stop<Scalar> * -at.slip.g) return false;
  return left > impulse_to_stop(plane, at.point.u);
}

template <class Scalar, int count>
inline bool stops_now(const slip_path::IntegratorState<Scalar> &at, const TangentPath<Scalar, count> &walk) {
  const NormalProgress<Scalar> &normal = at.point.normal;
  return stops_straight(walk.values.plane, at, left_by_impact(walk.told, normal), [&] {
    const Vector2<Dual<Scalar, count>> &u = walk.state.point.u;
    Scalar most = 0;
    for (int i = 0; i < count; ++i) most = max(most, abs(at.slip.t.x * u.y.by[i] - at.slip.t.y * u.x.by[i]));
    return most;
  });
}

// The straight way to a stop, an impulse z on, in which normal force and slip are both linear: what a change makes of
// the work of the normal force there (E109).
template <class Scalar>
struct WayToStop {
  Vector2<Scalar> t, side;  // the direction of slip by the momentum, and across it
  Scalar z, v_n;            // v_n at the stop
  Scalar aside;             // by slip to the side

  // Of changes of v_n and of slip to the side at the start, and of z; of f and h in the direction of slip.
  template <class Number>
  Number work(const Number &by_v_n, const Number &off, const Number &later, const Number &f, const Number &h) const {
    const Scalar half = Scalar(0.5) * z;
    return z * (by_v_n + half * f) + v_n * later + aside * (off + half * h);
  }
};

template <class Scalar>
inline WayToStop<Scalar> way_to_stop(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &against, Scalar z,
                                     Scalar v_n) {
  const Scalar friction = plane.mu_k * z, per = friction > 0 ? 1 / friction : Scalar(0);
  const Vector2<Scalar> t = per * against, side = across(t);
  // T in the plane has the same trace in any axes: mu_k T_ss - g = mu_k (T_ss + T_tt) - b.t.
  const Scalar held = plane.mu_k * (plane.T.x + plane.T.y) - dot(plane.b, t);
  return {t, side, z, v_n, held > 0 ? -(plane.mu_k * dot(plane.b, side) * z) / held : Scalar(0)};
}

// What the normal force does up to the stop; dv_n is what v_n gains.
template <class Scalar, int count>
inline Dual<Scalar, count> work_to_stop(const Vector2<Dual<Scalar, count>> &against, const Dual<Scalar, count> &z,
                                        const Dual<Scalar, count> &dv_n, const TangentPath<Scalar, count> &walk) {
  using Number = Dual<Scalar, count>;
  const TangentialPlane<Number> &plane = walk.path.plane;
  const Number &v_n = walk.state.point.normal.reached.v_n;
  const WayToStop<Scalar> way = way_to_stop(walk.values.plane, values_of(against), z.value, v_n.value + dv_n.value);
  const Vector2<Number> &u = walk.state.point.u;
  const Vector2<Number> t = {way.t.x, way.t.y};
  const Vector2<Number> rate = plane.b - mobility_times(plane.mu_k, plane, t);
  const Number off = way.side.x * u.x + way.side.y * u.y, h = way.side.x * rate.x + way.side.y * rate.y;
  Number work = way.work(v_n, off, z, 1 - plane.mu_k * dot(plane.b, t), h);
  work.value = z.value * (v_n.value + Scalar(0.5) * dv_n.value);
  return work;
}

// The straight stop: its friction impulse -T^-1 (u + b z), by the momentum (E35).
template <class Scalar, int count>
inline void stop(TangentPath<Scalar, count> &walk) {
  using Number = Dual<Scalar, count>;
  const TangentialPlane<Number> &plane = walk.path.plane;
  slip_path::Point<Number> &point = walk.state.point;
  Progress<Number> &normal = point.normal.reached;
  const bool rests = point.u.x == 0 && point.u.y == 0;
  Number z = rests ? Number(0) : impulse_to_stop(plane, point.u);
  if (z.value == largest<Scalar>) {
    z = 0;
    walk.two_sided = false;
  }
  const Vector2<Number> against = inverse_times(plane, point.u + z * plane.b);
  const Vector2<Number> lambda = {-against.x, -against.y};
  const Number dv_n = z + dot(plane.b, lambda);
  normal = slip_path::passed(normal, z, dv_n, work_to_stop(against, z, dv_n, walk));
  point.lambda = point.lambda + lambda;
  point.u = {0, 0};
  walk.stopped_in = point.normal.stage;
  if (point.normal.stage == Stage::compression) note_margin(normal.v_n, walk);
}

// What follows a stop: per normal impulse, the friction impulse, the slip and v_n.
template <class Scalar, int count>
struct Straight {
  Vector2<Dual<Scalar, count>> friction, slip;
  Dual<Scalar, count> f;
};

template <class Scalar, int count>
inline Straight<Scalar, count> after_stop(const TangentPath<Scalar, count> &walk) {
  using Number = Dual<Scalar, count>;
  const TangentialPlane<Number> &plane = walk.path.plane;
  if (plane.sticks) return {plane.c, {0, 0}, plane.f_stick};
  const Slip<Number> &ray = walk.path.resumed;
  return {plane.mu_k * ray.t, ray.g * ray.t, ray.f};
}

template <class Scalar, int count>
inline void pass(const Straight<Scalar, count> &line, const Dual<Scalar, count> &dp,
                 slip_path::Point<Dual<Scalar, count>> &point) {
  point.lambda = point.lambda - dp * line.friction;
  point.u = point.u + dp * line.slip;
  point.normal.reached = advanced(point.normal.reached, line.f, dp);
}

// Restitution of e = 0, after which f goes on: no impulse, but its derivative.
template <class Scalar, int count>
inline Dual<Scalar, count> first_of_restitution(const TangentPath<Scalar, count> &walk, Scalar f) {
  Dual<Scalar, count> left = 0;
  left.by[by_restitution] = first_of_restitution(walk.values.law, walk.state.point.normal.compression, f);
  return left;
}

template <class Scalar, int count>
inline void begin_restitution(TangentPath<Scalar, count> &walk) {
  NormalProgress<Dual<Scalar, count>> &normal = walk.state.point.normal;
  normal = touchdown::begin_restitution<Dual<Scalar, count>>(normal.reached.p, -normal.reached.work);
}

template <class Scalar, int count>
inline void restitute_straight(const Straight<Scalar, count> &line, TangentPath<Scalar, count> &walk) {
  slip_path::Point<Dual<Scalar, count>> &point = walk.state.point;
  if (straight::is_wedge(line.f.value)) return;
  if (walk.values.law.e == 0) return pass(line, first_of_restitution(walk, line.f.value), point);
  if (point.normal.reached.v_n < 0) pass(line, -point.normal.reached.v_n / line.f, point);
  const Dual<Scalar, count> left =
      remaining_impulse(walk.path.law, point.normal.compression, point.normal.reached, line.f);
  if (left > 0) pass(line, left, point);
}

// From the stop to the end of the impact.
template <class Scalar, int count>
inline void finish_straight(TangentPath<Scalar, count> &walk) {
  slip_path::Point<Dual<Scalar, count>> &point = walk.state.point;
  const Straight<Scalar, count> line = after_stop(walk);
  const bool wedge = straight::is_wedge(line.f.value);
  if (wedge) walk.two_sided = false;
  if (point.normal.stage == Stage::compression) {
    if (!wedge) pass(line, -point.normal.reached.v_n / line.f, point);
    begin_restitution(walk);
    return restitute_straight(line, walk);
  }
  const Dual<Scalar, count> before = point.normal.reached.p;
  restitute_straight(line, walk);
  note_margin(point.normal.reached.p - before, walk);
}

// The stage has ended in a slide. Returns whether the impact has.
template <class Scalar, int count>
inline bool enter_next_stage(TangentPath<Scalar, count> &walk) {
  const Slip<Dual<Scalar, count>> slip = slip_of(walk.path.plane, walk.state.point.u);
  note_margin(slip.speed, walk);
  if (walk.state.point.normal.stage == Stage::restitution) return true;
  begin_restitution(walk);
  if (walk.values.law.e > 0) return false;
  end_stage(first_of_restitution(walk, slip.f.value), walk);
  return true;
}

// What is not reached within the steps that there are is closed in one piece.
template <class Scalar, int count>
inline void close(TangentPath<Scalar, count> &walk) {
  walk.two_sided = false;
  stop(walk);
  finish_straight(walk);
}

template <class Scalar, int count>
__attribute__((noinline)) void follow(TangentPath<Scalar, count> &walk) {
  for (int i = 0; i < TD_MAX_STEPS; ++i) {
    const slip_path::IntegratorState<Scalar> at = values_of(walk);
    if (stops_now(at, walk)) {
      stop(walk);
      return finish_straight(walk);
    }
    note_slide(at.slip, walk);
    if (take_step(at, walk) && enter_next_stage(walk)) return;
  }
  close(walk);
}

// Where slip can resume, one that comes as near to 0 as numbers go may all the same miss the stop, and slip on although
// static friction would hold it (E38). Which of both it does, the impact says.
template <class Scalar>
inline bool misses_the_stop(const slip_path::Path<Scalar> &path, const Impact<Scalar> &impact) {
  return path.resumes && impact.case_number == 0;
}

template <class Scalar>
inline void set_path(const ScaledContact<Scalar> &contact, const Impact<Scalar> &impact,
                     slip_path::Path<Scalar> &values) {
  values.plane = tangential_plane(contact);
  if (!(values.plane.kappa > 0)) values.plane.kappa = values.plane.inv_kappa = 1;
  values.law = with_law(contact.law, impact.law);
  values.resumes = dot(values.plane.c, values.plane.c) > contact.mu_k * contact.mu_k;
  values.resumed = values.resumes ? resumed_slip(values.plane) : Slip<Scalar>{};
  if (misses_the_stop(values, impact)) values.plane.sticks = false;
}

// A stop that static friction alone would hold is missed just as well, and so is one that of the impact and the path of
// its derivatives only one has met: how near that is, nothing tells (E38).
template <class Scalar>
inline bool stop_is_uncertain(const slip_path::Path<Scalar> &path, const ScaledContact<Scalar> &contact,
                              const Impact<Scalar> &impact, bool stops) {
  if (stops != (impact.case_number != 0)) return true;
  return stops && path.resumes && dot(path.plane.c, path.plane.c) <= contact.mu_s * contact.mu_s;
}

template <class Scalar, int count>
inline void begin(const ScaledContact<Scalar> &contact, const Impact<Scalar> &impact,
                  TangentPath<Scalar, count> &walk) {
  using Number = Dual<Scalar, count>;
  set_path(contact, impact, walk.values);
  walk.told = impulses_of(contact, impact);
  walk.path.law = lifted<count>(walk.values.law);
  const Vector2<Scalar> u = slip_in(walk.values.plane, contact.u);
  walk.path.plane = lifted<count>(walk.values.plane, by_friction);
  walk.step_plane = lifted<count - fewer_in_step>(walk.values.plane, by_step_friction);
  walk.path.resumes = walk.values.resumes;
  if (walk.path.resumes) walk.path.resumed = resumed_tangent(walk.path.plane, walk.values.resumed);
  slip_path::Point<Number> &point = walk.state.point;
  point.u = {input_of<Scalar, count>(u.x, by_slip_x), input_of<Scalar, count>(u.y, by_slip_y)};
  point.lambda = {0, 0};
  point.friction_work = 0;
  point.normal = at_first_touch<Number>();
  walk.state.steps = 0;
  walk.state.spare_looks = tolerance::spare_looks;
  walk.stopped_in = Stage::none;
  walk.u_before = u;
  walk.margin = separation_margin(u);
  walk.start_margin = square_root(dot(u, u)) * walk.margin;
  walk.slide_margin = largest<Scalar>;
  const bool immobile = walk.values.plane.inv_T.x == 0 || walk.values.plane.inv_T.y == 0;
  walk.two_sided = !(has_inertia<count> && immobile);  // less than none no mobility can become
}

// Without friction slip has no path of its own, so that of a little friction stands for it.
template <class Scalar>
inline void keep_some_friction(ScaledContact<Scalar> &contact) {
  if (contact.mu_k < tolerance::tangent_friction<Scalar>) contact.mu_k = tolerance::tangent_friction<Scalar>;
}

// `impact` tells the law that ended it, and whether slip has stopped. The contact approaches.
template <class Scalar, int count>
inline void walk_with_tangents(const ScaledContact<Scalar> &contact, const Impact<Scalar> &impact,
                               TangentPath<Scalar, count> &walk) {
  begin(contact, impact, walk);
  follow(walk);
  const bool stops = walk.stopped_in != Stage::none;
  if (!stops && walk.slide_margin < walk.margin) walk.margin = walk.slide_margin;
  if (stop_is_uncertain(walk.values, contact, impact, stops)) walk.margin = 0;
  // Slip that friction can hold at once has no kink at 0: the impulse that stops it is linear in it.
  const bool held = walk.values.plane.sticks && !walk.values.resumes;
  const Scalar kink = held || walk.margin < walk.start_margin ? walk.margin : walk.start_margin;
  if (!is_far(kink, 1 / separation_margin(walk.u_before))) walk.two_sided = false;
  if (walk.start_margin < walk.margin) walk.margin = walk.start_margin;
}

}  // namespace touchdown::derivatives

#endif
