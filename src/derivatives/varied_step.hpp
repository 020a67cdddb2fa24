// One Taylor step of the slip path with what its variations become over it (E107): the series by mu_k, and by the turn
// of slip where the path turns too little to tell that; to an impulse that the impact itself has told.
#ifndef TOUCHDOWN_DERIVATIVES_VARIED_STEP_HPP
#define TOUCHDOWN_DERIVATIVES_VARIED_STEP_HPP

#include "derivatives/tangent_step.hpp"
#include "derivatives/variation.hpp"

namespace touchdown::derivatives {

// The path, and where it stands.
template <class Scalar>
struct VariedPath {
  slip_path::Path<Scalar> values;
  slip_path::IntegratorState<Scalar> state;
  Start<Scalar> start;
  StageStart<Scalar> stage;
  Likeness<Scalar> longer, turned;  // what slip before that is longer makes of the path, and one that is turned
  PathRates<Scalar> rates;
  DragAlone<Scalar> by_friction;       // of the rates
  bool turns;                          // enough to tell a turn from a start further on
  Variation<Scalar> across, friction;  // by the turn, if not, and by mu_k
};

// Slip turns fast enough for a turn of it to be told from a start further on.
template <class Scalar>
inline bool turns_enough(const TangentialPlane<Scalar> &plane, const Slip<Scalar> &slip, Scalar least) {
  const Scalar size = slip.speed < 1 ? slip.speed : Scalar(1);
  return abs(slip.h) * size > least * plane.kappa;
}

template <class Scalar>
inline Start<Scalar> start_of(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &u) {
  Start<Scalar> start = {u, slip_of(plane, u), 0};
  if (start.slip.speed > 0)
    start.inv_speed = 1 / start.slip.speed;
  else
    start.slip.t = {1, 0};
  return start;
}

template <class Scalar>
inline void set_rates(VariedPath<Scalar> &path) {
  const TangentialPlane<Scalar> &plane = path.values.plane;
  const Scalar per = plane.inv_kappa;
  path.rates = {{plane.b.x * per, plane.b.y * per}, {plane.mu_k * plane.T.x * per, plane.mu_k * plane.T.y * per}};
  path.by_friction = {{plane.T.x * per, plane.T.y * per}};
}

// At first touch, on a path whose values are set.
template <class Scalar>
inline void begin(const Vector2<Scalar> &u, VariedPath<Scalar> &path) {
  path.start = start_of(path.values.plane, slip_in(path.values.plane, u));
  const Slip<Scalar> &slip = path.start.slip;
  set_rates(path);
  path.turns = turns_enough(path.values.plane, slip, tolerance::tangent_turn<Scalar>);
  path.stage = {{0, 0}, -1, slip.f, slip.speed};
  path.longer = {path.start.inv_speed, 0, {0, 0}};
  if (path.turns) {
    const Scalar shift = 1 / slip.h;
    path.turned = {-shift * slip.g * path.start.inv_speed, shift, (shift * path.values.plane.mu_k) * slip.t};
  }
  path.across = {0, across(slip.t), {0, 0}, 0, 0};
  path.friction = {0, {0, 0}, {0, 0}, 0, 0};
  slip_path::Point<Scalar> &point = path.state.point;
  point.u = path.start.u;
  point.lambda = {0, 0};
  point.friction_work = 0;
  point.normal = at_first_touch<Scalar>();
  path.state.slip = slip;
  path.state.spare_looks = tolerance::spare_looks;  // what is left of the stage is found where it is asked for
}

template <class Scalar>
inline Place<Scalar> place_of(const slip_path::IntegratorState<Scalar> &state) {
  return place_of(state.point.u, state.point.lambda, state.slip, state.point.normal.reached);
}

// A step: its series, and how fast the slip of either variation grows at its start.
template <class Scalar>
struct VariedStep {
  slip_path::Series<Scalar> values;
  slip_path::Coefficients<Scalar> by_friction, by_turn;
  Scalar friction_growth, turn_growth;
  Scalar trusted;
};

template <class Scalar>
inline void expand(const VariedPath<Scalar> &path, VariedStep<Scalar> &step) {
  const TangentialPlane<Scalar> &plane = path.values.plane;
  const Slip<Scalar> &slip = path.state.slip;
  const Scalar inv_speed = 1 / slip.speed;
  const Vector2<Scalar> side = inv_speed * across(slip.t);
  slip_path::expand(plane, slip.t, slip_path::shrink_of(plane, slip), step.values);
  const Scalar friction_turn = dot(path.friction.u, side);
  step.friction_growth = inv_speed * dot(path.friction.u, slip.t);
  differentiate_series(step.values, path.rates, friction_turn * across(slip.t), path.by_friction, step.by_friction);
  if (!path.turns) {
    step.turn_growth = inv_speed * dot(path.across.u, slip.t);
    differentiate_series(step.values, path.rates, dot(path.across.u, side) * across(slip.t), DragAlone<Scalar>{{0, 0}},
                         step.by_turn);
  }
  step.trusted = trusted_step(step.values, step.by_friction, plane.mu_k, slip.speed);
}

// The variations at tau.
template <class Scalar>
inline void carry(const VariedPath<Scalar> &path, const VariedStep<Scalar> &step, Scalar tau,
                  const slip_path::TrialPoint<Scalar> &to, Variation<Scalar> &across, Variation<Scalar> &friction) {
  const TangentialPlane<Scalar> &plane = path.values.plane;
  const Scalar speed = path.state.slip.speed, power = speed * step.values.inv_kappa;
  const Scalar v_n = path.state.point.normal.reached.v_n;
  friction =
      carried(path.friction, step.friction_growth,
              varied_increment(plane, speed, integrate(step.by_friction, power, tau), 1 / plane.mu_k, to.d), v_n, to.d);
  if (path.turns) return;
  across = carried(path.across, step.turn_growth,
                   varied_increment(plane, speed, integrate(step.by_turn, power, tau), Scalar(0), to.d), v_n, to.d);
}

// The tau at which so much impulse has passed on the series, by Newton's method.
template <class Scalar>
__attribute__((noinline)) Scalar tau_at(const slip_path::Series<Scalar> &series, Scalar power, Scalar tau,
                                        Scalar impulse) {
  for (int i = 0; i < tolerance::tangent_end_steps<Scalar>; ++i) {
    Scalar sum = 0, rate = 0;
#pragma GCC unroll every
    for (int k = slip_path::order<Scalar>; k >= 0; --k) {
      rate = rate * tau + series.r[k];
      sum = sum * tau + series.r[k] * slip_path::reciprocal<Scalar>(k + 1);
    }
    tau -= (sum * tau * power - impulse) / (power * rate);
  }
  return tau;
}

// The same from the start of the path's step.
template <class Scalar>
inline Scalar tau_of_impulse(const VariedPath<Scalar> &path, const VariedStep<Scalar> &step, Scalar impulse) {
  const Slip<Scalar> &slip = path.state.slip;
  const Scalar guess = slip_path::tau_of(path.values, step.values, Scalar(0), slip, impulse);
  if (!(guess <= 2 * step.trusted)) return largest<Scalar>;
  return tau_at(step.values, slip.speed * step.values.inv_kappa, guess, impulse);
}

template <class Scalar>
inline Scalar stretched(const VariedStep<Scalar> &step) {
  return tolerance::stretch<Scalar> * step.trusted;
}

// The tau that the step goes to: the end of the stage, which by the impact comes after so much impulse, or as far as
// the series is trusted. Returns whether it is that end.
template <class Scalar>
inline bool find_target(VariedPath<Scalar> &path, const VariedStep<Scalar> &step, Scalar impulse, Scalar &tau,
                        slip_path::TrialPoint<Scalar> &there) {
  const Scalar guess = tau_of_impulse(path, step, impulse), farthest = stretched(step);
  const bool near = guess >= 0 && guess <= farthest && path.state.spare_looks > 0;
  slip_path::Search<Scalar> search = {0, near ? farthest : step.trusted, false, near ? guess : step.trusted};
  const bool ends = ends_at(path.values, step.values, tolerance::tangent_closer<Scalar>, path.state, search, there);
  tau = search.tau;
  return ends;
}

}  // namespace touchdown::derivatives

#endif
