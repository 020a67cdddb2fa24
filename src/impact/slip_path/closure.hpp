// The end of an impact along the slip path by two straight segments: to the stop (I.33) and on from there, along the
// ray of resumed slip, or towards the ray if the budget is spent (I.46).
#ifndef TOUCHDOWN_IMPACT_SLIP_PATH_CLOSURE_HPP
#define TOUCHDOWN_IMPACT_SLIP_PATH_CLOSURE_HPP

#include "impact/slip_path/continuation.hpp"

namespace touchdown {
namespace slip_path {

// The two straight segments from a point on.
template <class Scalar>
struct Closure {
  TwoSegmentPath<Scalar> segments;
  Vector2<Scalar> t;  // slip direction of the first
  bool sticks;        // on the second; otherwise it is the ray
  bool misses;        // the second follows the first without a stop between them
};

// The first segment, up to the stop.
template <class Scalar>
TOUCHDOWN_COMPACT void aim_at_stop(const Path<Scalar> &path, const IntegratorState<Scalar> &state,
                                   Closure<Scalar> &closure) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const bool at_rest = has_stopped(path, state.slip);
  closure.misses = !at_rest && misses_the_stop(path, state.slip);
  closure.sticks = plane.sticks && !closure.misses;
  closure.segments.length = at_rest ? 0 : impulse_to_stop(plane, state.point.u);
  if (at_rest || closure.segments.length == largest<Scalar>) return;
  closure.t = direction_to_stop(plane, state.point.u, closure.segments.length);
  closure.segments.f1 = 1 - plane.mu_k * dot(plane.b, closure.t);
}

// The mean slip on the way to the ray, over the remaining impulse: the angle between them falls off exponentially, at
// its present rate (I.46).
template <class Scalar>
inline Slip<Scalar> mean_slip(const Path<Scalar> &path, const IntegratorState<Scalar> &state) {
  const Vector2<Scalar> &resumed = path.resumed.t;
  const Vector2<Scalar> &t = state.slip.t;
  const Scalar falls = state.slip.h * state.left.impulse;
  const Scalar across = (t.x * resumed.y - t.y * resumed.x) * state.slip.speed;
  if (!(falls * across > 0)) return path.resumed;
  const Scalar share = 1 / (1 + Scalar(0.5) * falls / across);
  const Vector2<Scalar> mean = {resumed.x + share * (t.x - resumed.x), resumed.y + share * (t.y - resumed.y)};
  const Slip<Scalar> slip = slip_of(path.plane, mean);
  return slip.f > 0 ? slip : path.resumed;
}

template <class Scalar>
inline Slip<Scalar> first_slip(const Path<Scalar> &path, const IntegratorState<Scalar> &state) {
  if (state.continuation == Continuation::on_resumed_slip) return path.resumed;
  return state.continuation == Continuation::nears_resumed_slip ? mean_slip(path, state) : state.slip;
}

template <class Scalar>
inline Closure<Scalar> closure_from(const Path<Scalar> &path, const IntegratorState<Scalar> &state) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const Slip<Scalar> slip = first_slip(path, state);
  Closure<Scalar> closure;  // filled field by field: for a whole struct GCC calls memset
  closure.segments.f1 = slip.f;
  closure.segments.length = largest<Scalar>;
  closure.t = slip.t;
  closure.sticks = plane.sticks;
  closure.misses = false;
  if (state.continuation == Continuation::stops_straight) aim_at_stop(path, state, closure);
  closure.segments.f2 = closure.sticks ? plane.f_stick : path.resumed.f;
  if (closure.segments.length == 0) closure.segments.f1 = closure.segments.f2;
  return closure;
}

// Ends the impact along the two straight segments; adds them to `point` and returns the impact.
template <class Scalar>
inline TwoSegmentImpact<Scalar> close(const Path<Scalar> &path, const Closure<Scalar> &closure, Point<Scalar> &point) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const Scalar mu = plane.mu_k;
  const TwoSegmentImpact<Scalar> impact = solve_remaining(path.law, closure.segments, point.normal);
  const Slip<Scalar> first = slip_along(plane, closure.t, Scalar(1));
  const bool stopped = impact.stopped_in != Stage::none;
  const Vector2<Scalar> du = {(plane.b.x - mu * plane.T.x * first.t.x) * impact.p1,
                              (plane.b.y - mu * plane.T.y * first.t.y) * impact.p1};
  const Vector2<Scalar> second =
      closure.sticks ? plane.c : Vector2<Scalar>{mu * path.resumed.t.x, mu * path.resumed.t.y};
  const Scalar slip_back = closure.sticks ? 0 : path.resumed.g * impact.p2;
  const Vector2<Scalar> before = point.u;
  point.u = stopped ? Vector2<Scalar>{slip_back * path.resumed.t.x, slip_back * path.resumed.t.y}
                    : Vector2<Scalar>{before.x + du.x, before.y + du.y};
  const Scalar slid = dot(first.t, before) + (stopped ? 0 : dot(first.t, point.u));
  point.friction_work += Scalar(0.5) * mu * (slid * impact.p1 + slip_back * impact.p2);
  point.lambda.x -= mu * first.t.x * impact.p1 + second.x * impact.p2;
  point.lambda.y -= mu * first.t.y * impact.p1 + second.y * impact.p2;
  point.normal = impact.end;
  return impact;
}

// The end of an impact.
template <class Scalar>
struct Ending {
  Stage stopped_in;
  bool sticks;
  std::int32_t law;
  std::int32_t caveats;
  Scalar p_after_stop;
};

// Whether static friction holds slip after a stop to which it has yet to turn: its direction is attracted, but it is
// not known whether a direction lies ahead along which slip stops (I.38).
template <class Scalar>
inline bool may_miss_the_stop(const Path<Scalar> &path, const Slip<Scalar> &slip) {
  const Scalar attracts = slip.g + across_turn(path.plane, slip.t);
  return path.holds && !has_stopped(path, slip) && attracts >= 0 && abs(slip.h) > attracts;
}

// Takes the path to the end of the impact, along the straight segments if only they remain.
template <class Scalar>
TOUCHDOWN_COMPACT Ending<Scalar> finish(const Path<Scalar> &path, IntegratorState<Scalar> &state) {
  if (state.continuation == Continuation::ended)
    return {Stage::none, path.plane.sticks, path.law.law, state.caveats, 0};
  const Closure<Scalar> closure = closure_from(path, state);
  const TwoSegmentImpact<Scalar> impact = close(path, closure, state.point);
  const std::int32_t caveats = state.caveats | impact.caveats;
  if (closure.misses) return {Stage::none, false, impact.law, caveats, 0};
  const bool uncertain = impact.stopped_in != Stage::none && may_miss_the_stop(path, state.slip);
  return {impact.stopped_in, closure.sticks, impact.law, caveats | (uncertain ? TD_CAVEAT_MARGINAL : 0), impact.p2};
}

}  // namespace slip_path
}  // namespace touchdown

#endif
