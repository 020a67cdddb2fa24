// The end of an impact along the slip path by two straight legs: to the stop (E35) and on from there, along the ray of
// resumed slip, or towards it where the budget is spent (E47).
#ifndef TOUCHDOWN_IMPACT_SLIP_PATH_CLOSURE_HPP
#define TOUCHDOWN_IMPACT_SLIP_PATH_CLOSURE_HPP

#include "impact/slip_path/continuation.hpp"

namespace touchdown {
namespace slip_path {

// The two straight legs from a point on.
template <class Scalar>
struct Closure {
  StraightLegs<Scalar> legs;
  Plane<Scalar> t;  // slip direction of the first
  bool sticks;      // the second; otherwise it is the ray
  bool misses;      // the second follows on the first without a stop between them
};

// The first leg up to the stop.
template <class Scalar>
inline void aim_at_stop(const Path<Scalar> &path, const Trace<Scalar> &trace, Closure<Scalar> &closure) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const bool at_rest = trace.slip.speed == 0;
  closure.misses = !at_rest && misses_the_stop(path, trace.slip);
  closure.sticks = plane.sticks && !closure.misses;
  closure.legs.length = at_rest ? 0 : impulse_to_stop(plane, trace.point.u);
  if (at_rest || closure.legs.length == largest<Scalar>) return;
  closure.t = direction_to_stop(plane, trace.point.u, closure.legs.length);
  closure.legs.f1 = 1 - plane.mu_k * dot(plane.b, closure.t);
}

// The mean slip on the way to the ray: the angle between them falls off exponentially, at the rate at which it falls
// now, over the impulse that is left (E47).
template <class Scalar>
inline Slip<Scalar> mean_slip(const Path<Scalar> &path, const Trace<Scalar> &trace) {
  const Plane<Scalar> &ray = path.resumed.t;
  const Plane<Scalar> &t = trace.slip.t;
  const Scalar falls = trace.slip.h * trace.left.impulse;
  const Scalar across = (t.x * ray.y - t.y * ray.x) * trace.slip.speed;
  if (!(falls * across > 0)) return path.resumed;
  const Scalar share = 1 / (1 + Scalar(0.5) * falls / across);
  const Plane<Scalar> mean = {ray.x + share * (t.x - ray.x), ray.y + share * (t.y - ray.y)};
  const Slip<Scalar> slip = slip_of(path.plane, mean);
  return slip.f > 0 ? slip : path.resumed;
}

template <class Scalar>
inline Slip<Scalar> first_slip(const Path<Scalar> &path, const Trace<Scalar> &trace) {
  if (trace.onward == Onward::joins_ray) return path.resumed;
  return trace.onward == Onward::nears_ray ? mean_slip(path, trace) : trace.slip;
}

template <class Scalar>
inline Closure<Scalar> closure_from(const Path<Scalar> &path, const Trace<Scalar> &trace) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const Slip<Scalar> slip = first_slip(path, trace);
  Closure<Scalar> closure = {{slip.f, largest<Scalar>, 0}, slip.t, plane.sticks, false};
  if (trace.onward == Onward::stops_straight) aim_at_stop(path, trace, closure);
  closure.legs.f2 = closure.sticks ? plane.f_stick : path.resumed.f;
  if (closure.legs.length == 0) closure.legs.f1 = closure.legs.f2;
  return closure;
}

// Both walks once for all the places here that end with one.
template <class Scalar>
__attribute__((noinline)) StraightImpact<Scalar> walk_on(const RestitutionLaw<Scalar> &law,
                                                         const StraightLegs<Scalar> &legs,
                                                         const NormalProgress<Scalar> &now) {
  return now.stage == Stage::compression ? walk(law, legs, now) : walk_restitution(law, legs, now);
}

// Ends the impact along the two straight legs; adds what they do to `point` and returns the impact.
template <class Scalar>
inline StraightImpact<Scalar> close(const Path<Scalar> &path, const Closure<Scalar> &closure, Point<Scalar> &point) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const Scalar mu = plane.mu_k;
  const StraightImpact<Scalar> impact = walk_on(path.law, closure.legs, point.normal);
  const Slip<Scalar> first = slip_along(plane, closure.t, Scalar(1));
  const bool stopped = impact.stopped_in != Stage::none;
  const Plane<Scalar> du = {(plane.b.x - mu * plane.T.x * first.t.x) * impact.p1,
                            (plane.b.y - mu * plane.T.y * first.t.y) * impact.p1};
  const Plane<Scalar> second = closure.sticks ? plane.c : Plane<Scalar>{mu * path.resumed.t.x, mu * path.resumed.t.y};
  const Scalar slip_back = closure.sticks ? 0 : path.resumed.g * impact.p2;
  const Plane<Scalar> before = point.u;
  point.u = stopped ? Plane<Scalar>{slip_back * path.resumed.t.x, slip_back * path.resumed.t.y}
                    : Plane<Scalar>{before.x + du.x, before.y + du.y};
  const Scalar slid = dot(first.t, before) + (stopped ? 0 : dot(first.t, point.u));
  point.friction_work += Scalar(0.5) * mu * (slid * impact.p1 + slip_back * impact.p2);
  point.lambda.x -= mu * first.t.x * impact.p1 + second.x * impact.p2;
  point.lambda.y -= mu * first.t.y * impact.p1 + second.y * impact.p2;
  point.normal = impact.end;
  return impact;
}

// What the end of an impact was like.
template <class Scalar>
struct Ending {
  Stage stopped_in;
  bool sticks;
  Law law;
  std::int32_t caveats;
  Scalar p_after_stop;
};

// Takes the path to the end of the impact, along the straight legs if they are what is left.
template <class Scalar>
inline Ending<Scalar> finish(const Path<Scalar> &path, Trace<Scalar> &trace) {
  if (trace.onward == Onward::ended) return {Stage::none, path.plane.sticks, path.law.law, trace.caveats, 0};
  const Closure<Scalar> closure = closure_from(path, trace);
  const StraightImpact<Scalar> impact = close(path, closure, trace.point);
  const std::int32_t caveats = trace.caveats | impact.caveats;
  if (closure.misses) return {Stage::none, false, impact.law, caveats, 0};
  return {impact.stopped_in, closure.sticks, impact.law, caveats, impact.p2};
}

}  // namespace slip_path
}  // namespace touchdown

#endif
