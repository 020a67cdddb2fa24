// One Taylor step of the slip path with its derivatives (V.2): the series of unit slip by its direction and by mu_k.
// Values alone decide the length of the step. The end of a stage is an implicit function (V.6).
#ifndef TOUCHDOWN_SENSITIVITY_PATH_STEP_HPP
#define TOUCHDOWN_SENSITIVITY_PATH_STEP_HPP

#include "sensitivity/path_series.hpp"

namespace touchdown::sensitivity {

// By the chain rule, for a result that grows as the power `degree` of the speed at the start of the step.
template <class Scalar, int count>
struct StepChain {
  Dual<Scalar, count> direction, speed;  // their derivatives; not the values
  Scalar inv_speed;

  Dual<Scalar, count> operator()(const Dual<Scalar, count - fewer_in_step> &x, int degree) const {
    const Scalar by_speed = static_cast<Scalar>(degree) * x.value * inv_speed;
    Dual<Scalar, count> result = Dual<Scalar, count>::chain(x.value, x.by[by_direction], direction, by_speed, speed);
    result.by[by_friction] += x.by[by_step_friction];
    if constexpr (has_inertia<count>)
      for (int i = 0; i < inertia_inputs; ++i) result.by[inputs + i] += x.by[step_inputs + i];
    return result;
  }
};

template <class Scalar, int count>
inline StepChain<Scalar, count> chain_from(const Slip<Scalar> &slip, const Vector2<Dual<Scalar, count>> &u) {
  const Scalar inv_speed = 1 / slip.speed;
  return {Dual<Scalar, count>::chain(0, -slip.t.y * inv_speed, u.x, slip.t.x * inv_speed, u.y),
          Dual<Scalar, count>::chain(slip.speed, slip.t.x, u.x, slip.t.y, u.y), inv_speed};
}

// The next point on a series after a first trial: the end of the stage, or as far as the series is trusted. The point
// is `there`, at search.tau. Returns whether the stage ends at it.
template <class Scalar>
inline bool ends_at(const slip_path::Path<Scalar> &path, const slip_path::Series<Scalar> &series,
                    slip_path::IntegratorState<Scalar> &state, slip_path::Search<Scalar> &search,
                    slip_path::TrialPoint<Scalar> &there) {
  for (int i = 1; i <= tolerance::stage_end_steps<Scalar>; ++i) {
    slip_path::evaluate_at(path, series, state, search.tau, there);
    const Scalar left = tolerance::tangent_closer<Scalar> * there.left.impulse;
    if (slip_path::is_small(path, there.slip, left) || i == tolerance::stage_end_steps<Scalar>) return true;
    const bool lasts = slip_path::outlasts(there, search);
    if (lasts && !slip_path::turn_to_crest(path, series, state, there, search)) {
      state.spare_trials -= i - 1;
      return false;
    }
    if (!lasts) slip_path::narrow(path, series, there, 2 * i > tolerance::stage_end_steps<Scalar>, search);
  }
  return true;  // not reached
}

// The present point of the walk.
template <class Scalar, int count>
inline void read_values(const TangentPath<Scalar, count> &walk, slip_path::IntegratorState<Scalar> &state) {
  const slip_path::Point<Dual<Scalar, count>> &point = walk.state.point;
  const Progress<Dual<Scalar, count>> &reached = point.normal.reached;
  NormalProgress<Scalar> &normal = state.point.normal;
  state.point.u = values_of(point.u);
  state.point.lambda = values_of(point.lambda);
  normal.compression = {point.normal.compression.p.value, point.normal.compression.work.value};
  normal.reached = {reached.p.value, reached.v_n.value, reached.work.value};
  normal.stage = point.normal.stage;
  state.slip = slip_of(walk.values.plane, state.point.u);
  state.left = slip_path::remaining_of_stage(walk.values.law, normal, normal.reached, state.slip.f);
  state.spare_trials = walk.state.spare_trials;
}

template <class Scalar, int count>
inline void advance(const StepChain<Scalar, count> &chain,
                    const slip_path::Increment<Dual<Scalar, count - fewer_in_step>> &d,
                    slip_path::Point<Dual<Scalar, count>> &point) {
  Progress<Dual<Scalar, count>> &reached = point.normal.reached;
  const Dual<Scalar, count> p = chain(d.p, 1);
  point.u.x += chain(d.u.x, 1);
  point.u.y += chain(d.u.y, 1);
  point.lambda.x += chain(d.lambda.x, 1);
  point.lambda.y += chain(d.lambda.y, 1);
  reached.work += p * reached.v_n + chain(d.work, 2);
  reached.p += p;
  reached.v_n += chain(d.v_n, 1);
}

// Restitution of e = 0, at a rate f: no impulse, but a derivative, since it is linear in e by every law.
template <class Scalar, int count>
inline Dual<Scalar, count> first_of_restitution(const TangentPath<Scalar, count> &walk, Scalar f) {
  const Compression<Dual<Scalar, count>> &compression = walk.state.point.normal.compression;
  RestitutionLaw<Scalar> law = walk.values.law;
  law.e = 1;
  Dual<Scalar, count> left = 0;
  left.by[by_restitution] = remaining_impulse(law, Compression<Scalar>{compression.p.value, compression.work.value},
                                              Progress<Scalar>{0, 0, 0}, f);
  return left;
}

// Filled field by field: for a whole struct GCC calls memset and memcpy.
template <class Scalar, int count>
inline void begin_stage(Stage stage, Scalar v_n, NormalProgress<Dual<Scalar, count>> &normal) {
  normal.reached.p = 0;
  normal.reached.v_n = v_n;
  normal.reached.work = 0;
  normal.stage = stage;
}

template <class Scalar, int count>
inline void begin_restitution(TangentPath<Scalar, count> &walk) {
  NormalProgress<Dual<Scalar, count>> &normal = walk.state.point.normal;
  normal.compression = {normal.reached.p, -normal.reached.work};
  begin_stage(Stage::restitution, Scalar(0), normal);
}

// A straight segment, per normal impulse: friction against the slip, gain of slip, and v_n.
template <class Number>
struct Straight {
  Vector2<Number> friction, slip;
  Number f;
};

template <class Scalar, int count, class Number>
inline void pass(const Straight<Number> &line, const Dual<Scalar, count> &dp,
                 slip_path::Point<Dual<Scalar, count>> &point) {
  Progress<Dual<Scalar, count>> &reached = point.normal.reached;
  const Dual<Scalar, count> dv_n = dp * line.f;
  point.lambda.x -= dp * line.friction.x;
  point.lambda.y -= dp * line.friction.y;
  if (line.slip.x != 0 || line.slip.y != 0) {
    point.u.x += dp * line.slip.x;
    point.u.y += dp * line.slip.y;
  }
  reached.work += dp * (reached.v_n + Scalar(0.5) * dv_n);
  reached.p += dp;
  reached.v_n += dv_n;
}

// The rest of the stage if slip goes on.
template <class Scalar, int count>
inline Dual<Scalar, count> left_of_stage(Scalar f, const TangentPath<Scalar, count> &walk) {
  const NormalProgress<Dual<Scalar, count>> &normal = walk.state.point.normal;
  if (normal.stage == Stage::compression) return normal.reached.v_n * (-1 / f);
  return remaining_restitution(walk.path.law, normal.compression, normal.reached, Dual<Scalar, count>(f)).impulse;
}

// Ends the stage here. The rest of the stage passes at the present slip: its value is next to 0, its derivative is not.
// Returns whether the impact has ended.
template <class Scalar, int count>
inline bool end_stage(TangentPath<Scalar, count> &walk) {
  slip_path::Point<Dual<Scalar, count>> &point = walk.state.point;
  const TangentialPlane<Scalar> &plane = walk.values.plane;
  const Slip<Scalar> slip = slip_of(plane, values_of(point.u));
  const Straight<Scalar> line = {plane.mu_k * slip.t, slip.g * slip.t + slip.h * across(slip.t), slip.f};
  pass(line, left_of_stage(slip.f, walk), point);
  note_margin(dot(slip.t, point.u), walk);
  if (point.normal.stage == Stage::restitution) return true;
  begin_restitution(walk);
  if (walk.values.law.e > 0) return false;
  pass(line, first_of_restitution(walk, slip.f), point);
  return true;
}

// The law depends on the impulse of compression alone, and its derivative on e too.
template <class Scalar>
inline bool needs_no_work(const RestitutionLaw<Scalar> &law) {
  return law.law == TD_LAW_POISSON || is_law(law.law, TD_LAW_NEWTON);
}

// Returns whether the impact has ended.
template <class Scalar, int count>
inline bool take_step(slip_path::IntegratorState<Scalar> &at, TangentPath<Scalar, count> &walk) {
  const Slip<Scalar> &start = at.slip;
  const StepChain<Scalar, count> chain = chain_from(start, walk.state.point.u);
  const Scalar stop_margin = margin_of(chain.speed, walk.u_before);
  if (stop_margin < walk.slide_margin) walk.slide_margin = stop_margin;
  TangentSeries<Scalar, count - fewer_in_step> series;
  expand(walk.values.plane, walk.step_plane, start, series);
  const Scalar trusted = trusted_step(series.values, series.by[by_step_friction], walk.values.plane.mu_k, start.speed);
  slip_path::Search<Scalar> search = slip_path::first_trial(walk.values, series.values, at, trusted);
  slip_path::TrialPoint<Scalar> there;
  const bool ends = ends_at(walk.values, series.values, at, search, there);
  advance(chain, increment_at(search.tau, there.d, walk.step_plane, series, start), walk.state.point);
  walk.state.spare_trials = at.spare_trials;
  return ends && end_stage(walk);
}

}  // namespace touchdown::sensitivity

#endif
