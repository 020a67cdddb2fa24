// The derivatives of an impact along the exact slip path (V.1)..(V.6).
//
// The path is followed once more in dual numbers: Taylor steps while slip turns or lasts, the stop (I.33), and then a
// straight line. A path that is straight within the impact's tolerance still takes steps here, because its derivative
// is not that of a straight path. Only slip that is about to stop, and whose derivative hardly changes any more, is
// stopped at once.
#ifndef TOUCHDOWN_SENSITIVITY_PATH_HPP
#define TOUCHDOWN_SENSITIVITY_PATH_HPP

#include "impact/slip_path/certain_stop.hpp"
#include "sensitivity/path_step.hpp"

namespace touchdown::sensitivity {

// Whether slip stops before the stage ends, and is so nearly straight, or has so little left, that the derivatives of a
// straight stop hold. Their error is of first order in the turn per e-fold of slip (I.44), and in the greatest
// derivative of slip across itself, which bounds what a turn could change.
template <class Scalar, int count>
inline bool stops_now(const slip_path::IntegratorState<Scalar> &at, const TangentPath<Scalar, count> &walk) {
  const Slip<Scalar> &slip = at.slip;
  if (slip.speed <= tolerance::tangent_slip<Scalar>) return true;
  if (!(slip.g < 0)) return false;
  const Vector2<Dual<Scalar, count>> &u = walk.state.point.u;
  Scalar most = 0;
  for (int i = 0; i < count; ++i) most = max(most, abs(slip.t.x * u.y.by[i] - slip.t.y * u.x.by[i]));
  const Scalar turn = abs(slip.h) / -slip.g;
  const Scalar off = turn * (1 + abs(slip.f)) * (turn * slip.speed + most);
  if (off > tolerance::tangent_stop<Scalar> * -slip.g) return false;
  return left_by_impact(walk) > impulse_to_stop(walk.values.plane, at.point.u);
}

// The work of the normal force on the straight way to a stop after z, on which normal force and slip are both linear
// (V.15): dv_n is the gain of v_n; t and side are the direction of slip by momentum and across it.
template <class Scalar, int count>
inline Dual<Scalar, count> work_to_stop(const Dual<Scalar, count> &z, const TangentPath<Scalar, count> &walk) {
  using Number = Dual<Scalar, count>;
  const TangentialPlane<Scalar> &values = walk.values.plane;
  const TangentialPlane<Number> &plane = walk.path.plane;
  const Vector2<Number> &u = walk.state.point.u;
  const Number &v_n = walk.state.point.normal.reached.v_n;
  const Vector2<Scalar> against = inverse_times(values, values_of(u) + z.value * values.b);
  const Scalar dv_n = z.value - dot(values.b, against), half = Scalar(0.5) * z.value;
  const Scalar friction = values.mu_k * z.value, per = friction > 0 ? 1 / friction : Scalar(0);
  const Vector2<Scalar> t = per * against, side = across(t);
  // T in the plane has the same trace in any axes: mu_k T_ss - g = mu_k (T_ss + T_tt) - b.t.
  const Scalar held = values.mu_k * (values.T.x + values.T.y) - dot(values.b, t);
  const Scalar aside = held > 0 ? -(values.mu_k * dot(values.b, side) * z.value) / held : Scalar(0);
  const Vector2<Number> along = {t.x, t.y};
  const Vector2<Number> rate = plane.b - mobility_times(plane.mu_k, plane, along);
  const Number f = 1 - plane.mu_k * dot(plane.b, along), h = side.x * rate.x + side.y * rate.y;
  const Number off = side.x * u.x + side.y * u.y;
  Number work = z.value * (v_n + half * f) + (v_n.value + dv_n) * z + aside * (off + half * h);
  work.value = z.value * (v_n.value + Scalar(0.5) * dv_n);
  return work;
}

// At rest: friction and v_n follow from momentum since first touch, not from the path.
template <class Scalar, int count>
inline void rest_by_momentum(TangentPath<Scalar, count> &walk) {
  using Number = Dual<Scalar, count>;
  const TangentialPlane<Number> &plane = walk.path.plane;
  slip_path::Point<Number> &point = walk.state.point;
  const Number p = point.normal.compression.p + point.normal.reached.p;
  const Vector2<Number> against = inverse_times(plane, walk.u_first + p * of_plane(plane.b));
  point.u = {0, 0};
  point.lambda = {-against.x, -against.y};
  walk.stops = true;
  point.normal.reached.v_n = p - dot(of_plane(plane.b), against) - Scalar(1);
}

// Slip ends after `z`, and after this work of the normal force. A stop that sticks has the same continuation from any
// point of its line. So the impulse of the stop is left unchanged: its derivative is large where slip ends slowly, and
// would cancel later.
template <class Scalar, int count>
inline void stop_after(const Dual<Scalar, count> &z, const Dual<Scalar, count> &work,
                       TangentPath<Scalar, count> &walk) {
  Progress<Dual<Scalar, count>> &reached = walk.state.point.normal.reached;
  const TangentialPlane<Scalar> &plane = walk.values.plane;
  const bool held = plane.sticks && !straight::is_wedge(plane.f_stick);
  reached.p += z;
  reached.work += work;
  if (held) {
    walk.shift = reached.p;
    walk.shift.value = 0;
    reached.p = reached.p.value;
  }
  rest_by_momentum(walk);
  reached.work -= reached.v_n.value * walk.shift;
  if (walk.state.point.normal.stage == Stage::compression) note_margin(reached.v_n + plane.f_stick * walk.shift, walk);
}

// The impulse of the straight stop (I.33), with its derivative, from the condition that its friction impulse has the
// length of friction (V.14).
template <class Scalar, int count>
inline Dual<Scalar, count> impulse_of_stop(TangentPath<Scalar, count> &walk) {
  using Number = Dual<Scalar, count>;
  const TangentialPlane<Scalar> &plane = walk.values.plane;
  const Vector2<Number> &u = walk.state.point.u;
  const Vector2<Scalar> from = values_of(u);
  if (from.x == 0 && from.y == 0) return 0;
  const Scalar z = impulse_to_stop(plane, from);
  if (z == largest<Scalar>) {
    walk.two_sided = false;
    return 0;
  }
  const Vector2<Number> against = inverse_times(walk.path.plane, u + Number(z) * of_plane(walk.path.plane.b));
  const Vector2<Scalar> w = values_of(against);
  const Scalar slope = dot(w, plane.c) - plane.mu_k * plane.mu_k * z;
  const Number longer = (plane.mu_k * z * z) * walk.path.plane.mu_k - dot(w, against);
  return Number::chain(z, slope != 0 ? 1 / slope : Scalar(0), longer);
}

// The straight stop.
template <class Scalar, int count>
TD_COLD void stop(TangentPath<Scalar, count> &walk) {
  const Dual<Scalar, count> z = impulse_of_stop(walk);
  stop_after(z, needs_no_work(walk.values.law) ? Dual<Scalar, count>(0) : work_to_stop(z, walk), walk);
}

template <class Scalar, int count, class Number>
inline void restitute_straight(const Straight<Number> &line, TangentPath<Scalar, count> &walk) {
  slip_path::Point<Dual<Scalar, count>> &point = walk.state.point;
  const Scalar f = value_of(line.f);
  if (straight::is_wedge(f)) return;
  if (walk.values.law.e == 0) return pass(line, first_of_restitution(walk, f), point);
  if (point.normal.reached.v_n < 0) pass(line, -point.normal.reached.v_n / line.f, point);
  const Dual<Scalar, count> left =
      remaining_impulse(walk.path.law, point.normal.compression, point.normal.reached, Dual<Scalar, count>(line.f));
  if (left > 0) pass(line, left, point);
}

// From the stop to the end of the impact.
template <class Scalar, int count, class Number>
inline void finish_along(const Straight<Number> &line, TangentPath<Scalar, count> &walk) {
  slip_path::Point<Dual<Scalar, count>> &point = walk.state.point;
  const bool wedge = straight::is_wedge(value_of(line.f));
  if (wedge) walk.two_sided = false;
  if (point.normal.stage == Stage::compression) {
    if (!wedge) pass(line, -point.normal.reached.v_n / line.f, point);
    begin_restitution(walk);
    return restitute_straight(line, walk);
  }
  const Dual<Scalar, count> before = point.normal.reached.p + walk.shift;
  restitute_straight(line, walk);
  note_margin(point.normal.reached.p - before, walk);
}

template <class Scalar, int count>
inline void finish_straight(TangentPath<Scalar, count> &walk) {
  using Number = Dual<Scalar, count>;
  using Fixed = PlaneNumber<Scalar, count>;
  const TangentialPlane<Number> &plane = walk.path.plane;
  const Slip<Number> &ray = walk.path.resumed;
  if (plane.sticks)
    finish_along(Straight<Fixed>{of_plane(plane.c), {0, 0}, of_plane(plane.f_stick)}, walk);
  else
    finish_along(Straight<Number>{plane.mu_k * ray.t, ray.g * ray.t, ray.f}, walk);
}

// Steps up to a stop, and on from there. When the budget of steps is spent, the path is closed at once.
template <class Scalar, int count>
TD_COLD void follow(TangentPath<Scalar, count> &walk) {
  bool reached = false;
  for (int i = 0; i < TD_MAX_STEPS; ++i) {
    slip_path::IntegratorState<Scalar> at;
    read_values(walk, at);
    reached = stops_now(at, walk);
    if (reached) break;
    if (i == 0) lift(walk.values.plane, by_step_friction, walk.step_plane);
    if (take_step(at, walk)) return;
  }
  walk.two_sided = walk.two_sided && reached;
  stop(walk);
  finish_straight(walk);
}

// A stop in compression that sticks, if the impulse of compression alone decides the impact. The place of the stop then
// changes only the margin. So take the impact's own stop: from its path, longer and from further on (V.13), or from the
// straight stop. False if it has neither.
template <class Scalar, int count>
inline bool skip_to_stop(const Impact<Scalar> &impact, Scalar p, TangentPath<Scalar, count> &walk) {
  const TangentialPlane<Scalar> &plane = walk.values.plane;
  if (impact.case_number != 1 || !needs_no_work(walk.values.law)) return false;
  const Vector2<Scalar> u = values_of(walk.u_first);
  if (!slip_path::stops_for_certain(plane, u)) return false;
  const Slip<Scalar> slip = slip_of(plane, u);
  const Scalar turn = abs(slip.h) * (slip.speed < 1 ? slip.speed : Scalar(1)) * plane.inv_kappa;
  Dual<Scalar, count> z = p;
  if (turn > tolerance::noticed_turn<Scalar>) {
    const Scalar along = p / slip.speed, turned = -(1 + slip.g * along) / slip.h;
    z = Dual<Scalar, count>::chain(p, along * slip.t.x - turned * slip.t.y, walk.u_first.x,
                                   along * slip.t.y + turned * slip.t.x, walk.u_first.y);
  } else if (turn <= tolerance::noticed_straight<Scalar>) {
    z = impulse_of_stop(walk);
  } else {
    return false;
  }
  stop_after(z, Dual<Scalar, count>(0), walk);
  finish_straight(walk);
  return true;
}

template <class Scalar>
inline void set_path(const ScaledContact<Scalar> &contact, const Impact<Scalar> &impact,
                     slip_path::Path<Scalar> &values) {
  values.plane = tangential_plane(contact);
  if (!(values.plane.kappa > 0)) values.plane.kappa = values.plane.inv_kappa = 1;
  values.law = with_law(contact.law, impact.law);
  values.resumes = dot(values.plane.c, values.plane.c) > contact.mu_k * contact.mu_k;
  values.resumed = values.resumes ? resumed_slip(values.plane) : Slip<Scalar>{};
  // Where slip can resume, slip that comes nearly to 0 may still miss the stop, and slide on although static friction
  // would hold it (I.36). The impact says which of the two happened.
  if (values.resumes && impact.case_number == 0) values.plane.sticks = false;
}

// A stop that static friction alone would hold can be missed as well, and so can a stop that only the impact, or only
// the path of its derivatives, has met: no gap measures how near that is (I.36).
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
  walk.impact_p_c = impact.p_compression / contact.impulse;
  walk.impact_p = impact.p.n / contact.impulse;
  walk.path.law = lifted<count>(walk.values.law);
  lift(walk.values.plane, by_friction, walk.path.plane);
  walk.path.resumes = walk.values.resumes;
  if (walk.path.resumes) walk.path.resumed = resumed_tangent(walk.path.plane, walk.values.resumed);
  slip_path::Point<Number> &point = walk.state.point;
  walk.u_before = contact.u;
  point.u = walk.u_first = slip_before<count>(walk.values.plane, slip_in(walk.values.plane, contact.u));
  point.lambda = {0, 0};
  point.normal.compression.p = 0;
  begin_stage(Stage::compression, Scalar(-1), point.normal);
  walk.state.spare_trials = tolerance::spare_trials;
  walk.shift = 0;
  walk.stops = false;
  walk.size = size_before(contact.u);
  walk.margin = 1 / walk.size;
  walk.start_margin = square_root(dot(contact.u, contact.u)) * walk.margin;
  walk.slide_margin = largest<Scalar>;
  const bool immobile = walk.values.plane.inv_T.x == 0 || walk.values.plane.inv_T.y == 0;
  walk.two_sided = !(has_inertia<count> && immobile);  // a mobility of 0 can only grow
}

// `impact` holds the law that ended it, and whether slip has stopped. The contact approaches.
template <class Scalar, int count>
inline void walk_with_tangents(const ScaledContact<Scalar> &contact, const Impact<Scalar> &impact,
                               TangentPath<Scalar, count> &walk) {
  begin(contact, impact, walk);
  if (!skip_to_stop(impact, impact.p_sliding / contact.impulse, walk)) follow(walk);
  if (!walk.stops && walk.slide_margin < walk.margin) walk.margin = walk.slide_margin;
  if (stop_is_uncertain(walk.values, contact, impact, walk.stops)) walk.margin = 0;
  // Slip that friction can hold at once has no kink at 0: the impulse that stops it is linear in it.
  const bool held = walk.values.plane.sticks && !walk.values.resumes;
  const Scalar kink = held || walk.margin < walk.start_margin ? walk.margin : walk.start_margin;
  if (!is_far(kink, walk.size)) walk.two_sided = false;
  if (walk.start_margin < walk.margin) walk.margin = walk.start_margin;
}

}  // namespace touchdown::sensitivity

#endif
