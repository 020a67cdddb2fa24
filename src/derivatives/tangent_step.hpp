// One Taylor step of the slip path with its derivatives (E91): the series of unit slip by its direction and by mu_k,
// the length of the step by values alone, and where a stage ends the implicit function of its end (E95).
#ifndef TOUCHDOWN_DERIVATIVES_TANGENT_STEP_HPP
#define TOUCHDOWN_DERIVATIVES_TANGENT_STEP_HPP

#include "derivatives/tangent_series.hpp"

namespace touchdown::derivatives {

// By the chain rule, of what grows as the power `degree` of the speed at the start of the step.
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
  Vector2<Dual<Scalar, count>> operator()(const Vector2<Dual<Scalar, count - fewer_in_step>> &v) const {
    return {(*this)(v.x, 1), (*this)(v.y, 1)};
  }
};

template <class Scalar, int count>
inline StepChain<Scalar, count> chain_from(const Slip<Scalar> &slip, const Vector2<Dual<Scalar, count>> &u) {
  const Scalar inv_speed = 1 / slip.speed;
  return {Dual<Scalar, count>::chain(0, -slip.t.y * inv_speed, u.x, slip.t.x * inv_speed, u.y),
          Dual<Scalar, count>::chain(slip.speed, slip.t.x, u.x, slip.t.y, u.y), inv_speed};
}

// Where to go on a series, from a first look on: to the end of the stage, so many times closer than to a straight end,
// or as far as the series is trusted. `there` is the place found, at search.tau. Returns whether the stage ends there.
template <class Scalar>
inline bool ends_at(const slip_path::Path<Scalar> &path, const slip_path::Series<Scalar> &series, Scalar closer,
                    slip_path::IntegratorState<Scalar> &state, slip_path::Search<Scalar> &search,
                    slip_path::TrialPoint<Scalar> &there) {
  for (int i = 1; i <= tolerance::stage_end_steps<Scalar>; ++i) {
    slip_path::evaluate_at(path, series, state, search.tau, there);
    const bool small = slip_path::is_small(path, there.slip, closer * there.left.impulse);
    const bool lasts = slip_path::outlasts(there, search);
    if (small) return true;
    if (lasts && !slip_path::turn_to_crest(path, series, state, there, search)) {
      state.spare_looks -= i - 1;
      return false;
    }
    if (!lasts) slip_path::narrow(path, series, there, 2 * i > tolerance::stage_end_steps<Scalar>, search);
  }
  slip_path::evaluate_at(path, series, state, search.tau, there);
  return true;
}

template <class Scalar, int count>
inline slip_path::IntegratorState<Scalar> values_of(const TangentPath<Scalar, count> &walk) {
  slip_path::IntegratorState<Scalar> state;
  state.point = values_of<Scalar>(walk.state.point);
  state.slip = slip_of(walk.values.plane, state.point.u);
  state.left =
      slip_path::remaining_of_stage(walk.values.law, state.point.normal, state.point.normal.reached, state.slip.f);
  state.spare_looks = walk.state.spare_looks;
  return state;
}

template <class Scalar, int count>
inline void advance(const StepChain<Scalar, count> &chain,
                    const slip_path::Increment<Dual<Scalar, count - fewer_in_step>> &d,
                    slip_path::Point<Dual<Scalar, count>> &point) {
  const Dual<Scalar, count> p = chain(d.p, 1);
  point.u = point.u + chain(d.u);
  point.lambda = point.lambda + chain(d.lambda);
  Progress<Dual<Scalar, count>> &normal = point.normal.reached;
  normal = slip_path::passed(normal, p, chain(d.v_n, 1), p * normal.v_n + chain(d.work, 2));
}

// Lets what is left of the stage pass at the present slip: next to nothing, but not its derivative.
template <class Scalar, int count>
inline void end_stage(const Dual<Scalar, count> &left, TangentPath<Scalar, count> &walk) {
  walk.state.slip = slip_of(walk.path.plane, walk.state.point.u);
  slip_path::pass_straight(walk.path.plane, walk.state.slip, left, walk.state);
}

template <class Scalar, int count>
inline Dual<Scalar, count> left_of_stage(const TangentPath<Scalar, count> &walk) {
  const NormalProgress<Dual<Scalar, count>> &normal = walk.state.point.normal;
  const Slip<Dual<Scalar, count>> slip = slip_of(walk.path.plane, walk.state.point.u);
  return slip_path::remaining_of_stage(walk.path.law, normal, normal.reached, slip.f).impulse;
}

// Returns whether the stage has ended.
template <class Scalar, int count>
inline bool take_step(slip_path::IntegratorState<Scalar> start, TangentPath<Scalar, count> &walk) {
  TangentSeries<Scalar, count - fewer_in_step> series;
  expand(walk.values.plane, walk.step_plane, start.slip, series);
  const Scalar trusted =
      trusted_step(series.values, series.by[by_step_friction], walk.values.plane.mu_k, start.slip.speed);
  slip_path::Search<Scalar> search = slip_path::first_look(walk.values, series.values, start, trusted);
  slip_path::TrialPoint<Scalar> there;
  const bool ends = ends_at(walk.values, series.values, Scalar(1), start, search, there);
  slip_path::Increment<Dual<Scalar, count - fewer_in_step>> d;
  increment(walk.step_plane, series, start.slip.speed, search.tau, d);
  advance(chain_from(start.slip, walk.state.point.u), d, walk.state.point);
  ++walk.state.steps;
  walk.state.spare_looks = start.spare_looks;
  if (ends) end_stage(left_of_stage(walk), walk);
  return ends;
}

}  // namespace touchdown::derivatives

#endif
