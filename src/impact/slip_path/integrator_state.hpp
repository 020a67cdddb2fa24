// The state of an impact along the slip path, and points further on along a series: there the momentum balance gives
// the velocities (I.41), the energy balance the work of the normal force (I.42).
#ifndef TOUCHDOWN_IMPACT_SLIP_PATH_INTEGRATOR_STATE_HPP
#define TOUCHDOWN_IMPACT_SLIP_PATH_INTEGRATOR_STATE_HPP

#include "impact/slip_path/series.hpp"
#include "impact/two_segment_path.hpp"

namespace touchdown {
namespace slip_path {

// A point of the path.
template <class Scalar>
struct Point {
  Vector2<Scalar> u;
  Vector2<Scalar> lambda;  // friction impulse so far
  Scalar friction_work;
  NormalProgress<Scalar> normal;
};

// What is constant along a path.
template <class Scalar>
struct Path {
  TangentialPlane<Scalar> plane;
  RestitutionLaw<Scalar> law;
  std::int32_t most_steps;
  Scalar tolerance;      // of u, in the first half of the steps
  bool resumes;          // slip that has stopped starts again, unless mu_s > mu_k holds it
  Slip<Scalar> resumed;  // along this ray, if it starts again
  Scalar start_speed;    // slip as the impact begins
  bool holds;            // static friction holds a stop after which kinetic friction would let slip resume
};

// How the path continues from a point.
enum class Continuation : std::uint8_t {
  turns,
  stops_straight,
  slides_straight,
  on_resumed_slip,
  nears_resumed_slip,
  ended
};

// What changes along the path.
template <class Scalar>
struct IntegratorState {
  Point<Scalar> point;
  Slip<Scalar> slip;       // there
  Remaining<Scalar> left;  // of the stage, from there
  std::int32_t steps;
  std::int32_t spare_trials;  // searches for the end of a stage, beyond one a step, that may still fail
  std::int32_t caveats;
  Scalar tolerance;           // of u in the step to come
  Continuation continuation;  // unless it turns or has ended, the two straight segments end the impact from here
};

template <class Scalar>
TOUCHDOWN_INLINE Progress<Scalar> passed(const Progress<Scalar> &from, Scalar p, Scalar dv_n, Scalar work) {
  return {from.p + p, from.v_n + dv_n, from.work + work};
}

// A point on a series.
template <class Scalar>
struct TrialPoint {
  Increment<Scalar> d;  // since the start of the step
  Slip<Scalar> slip;
  Progress<Scalar> normal;
  Remaining<Scalar> left;
};

// The rest of the stage of `normal`, from its present point, if f stays as it is.
template <class Scalar>
TOUCHDOWN_INLINE Remaining<Scalar> remaining_of_stage(const RestitutionLaw<Scalar> &law,
                                                      const NormalProgress<Scalar> &normal, const Progress<Scalar> &now,
                                                      Scalar f) {
  if (normal.stage == Stage::compression) return {until_separation(now.v_n, f), now.v_n >= 0};
  return remaining_restitution(law, normal.compression, now, f);
}

// Restitution before it begins, from the known end of compression.
template <class Scalar>
TOUCHDOWN_SHARED NormalProgress<Scalar> restitution_ahead(const Progress<Scalar> &now, const Progress<Scalar> &end) {
  return {{end.p, -end.work}, {now.p - end.p, now.v_n, now.work - end.work}, Stage::restitution};
}

// Slip, and the rest of the stage, at its beginning; a call, for code that does not run in every step.
template <class Scalar>
TOUCHDOWN_COMPACT void begin_stage(const Path<Scalar> &path, IntegratorState<Scalar> &state) {
  state.slip = slip_of(path.plane, state.point.u);
  state.left = remaining_of_stage(path.law, state.point.normal, state.point.normal.reached, state.slip.f);
}

// The normal motion after an increment since the start of the step.
template <class Scalar>
TOUCHDOWN_INLINE void arrive_by(const Path<Scalar> &path, const IntegratorState<Scalar> &start,
                                TrialPoint<Scalar> &there) {
  const Increment<Scalar> &d = there.d;
  const Progress<Scalar> &from = start.point.normal.reached;
  there.normal = passed(from, d.p, d.v_n, d.p * from.v_n + d.work);
  there.left = remaining_of_stage(path.law, start.point.normal, there.normal, there.slip.f);
}

// The point at tau. Once in the image.
template <class Scalar>
TOUCHDOWN_SHARED void evaluate_at(const Path<Scalar> &path, const Series<Scalar> &series,
                                  const IntegratorState<Scalar> &start, Scalar tau, TrialPoint<Scalar> &there) {
  increment(path.plane, series, start.slip.speed, tau, there.d);
  there.slip = slip_of(path.plane, Vector2<Scalar>{start.point.u.x + there.d.u.x, start.point.u.y + there.d.u.y});
  arrive_by(path, start, there);
}

template <class Scalar>
TOUCHDOWN_INLINE void accept(const TrialPoint<Scalar> &there, IntegratorState<Scalar> &state) {
  Point<Scalar> &point = state.point;
  point.friction_work += there.d.friction_work - dot(point.u, there.d.lambda);
  point.lambda = {point.lambda.x + there.d.lambda.x, point.lambda.y + there.d.lambda.y};
  point.u = {point.u.x + there.d.u.x, point.u.y + there.d.u.y};
  point.normal.reached = there.normal;
  state.slip = there.slip;
  state.left = there.left;
}

}  // namespace slip_path
}  // namespace touchdown

#endif
