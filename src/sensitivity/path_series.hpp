// The series of a step along the slip path with their derivatives: the recurrence (I.39) differentiated by one input at
// a time. It is linear in the derivatives, so each takes two products for one product of the values, and the values
// keep their bits.
#ifndef TOUCHDOWN_SENSITIVITY_PATH_SERIES_HPP
#define TOUCHDOWN_SENSITIVITY_PATH_SERIES_HPP

#include "sensitivity/path_state.hpp"

namespace touchdown::sensitivity {

template <class Scalar, int count>
struct TangentSeries {
  slip_path::Series<Scalar> values;
  bool turns;  // fast enough: by_direction is not expanded
  slip_path::Coefficients<Scalar> by[count];
};

// What is common to all inputs and steps: b and mu_k T, in units of the stiffness.
template <class Scalar>
struct PathRates {
  Vector2<Scalar> b, drag;
};

// Derivatives by an input: of the direction in which slip starts, and of the rates.
template <class Scalar>
struct StepShare {
  Vector2<Scalar> t, b, drag;
  Scalar across;  // off the diagonal of mu_k T

  TOUCHDOWN_IN_LINE Vector2<Scalar> at(const slip_path::Series<Scalar> &series, int k) const {
    const Scalar x = series.x[k], y = series.y[k], r = series.r[k];
    return {b.x * r - drag.x * x - across * y, b.y * r - drag.y * y - across * x};
  }
};

template <class Scalar>
TOUCHDOWN_SHARED void differentiate_series(const slip_path::Series<Scalar> &series, const PathRates<Scalar> &rates,
                                           const StepShare<Scalar> &share, slip_path::Coefficients<Scalar> &by) {
  const Scalar *const x = series.x, *const y = series.y;
  const Scalar shrink = series.shrink;
  Vector2<Scalar> rate = rates.drag;
  Scalar square = 0;  // for the last coefficient of w.w
  by.x[0] = share.t.x;
  by.y[0] = share.t.y;
  by.r[0] = by.bend[0] = 0;
#pragma GCC unroll every
  for (int k = 1; k <= slip_path::order<Scalar>; ++k) {
    const Scalar per = slip_path::reciprocal<Scalar>(k);
    rate = {rate.x - shrink, rate.y - shrink};
    const Vector2<Scalar> from = share.at(series, k - 1);
    by.x[k] = (rates.b.x * by.r[k - 1] - rate.x * by.x[k - 1] + from.x) * per;
    by.y[k] = (rates.b.y * by.r[k - 1] - rate.y * by.y[k - 1] + from.y) * per;
    Scalar inner = 0, inner_r = 0;
#pragma GCC unroll every
    for (int j = 1; j < k; ++j) {
      inner += x[j] * by.x[k - j] + y[j] * by.y[k - j];
      inner_r += series.r[j] * by.r[k - j];
    }
    const Scalar along = x[0] * by.x[k] + y[0] * by.y[k] + (by.x[0] * x[k] + by.y[0] * y[k]);
    const Scalar bend = along + (inner + inner);
    by.bend[k] = bend - shrink * square;
    square = bend + along;
    by.r[k] = along + (inner - inner_r);
  }
}

// `plane` holds the derivatives that a step depends on, `values` the values.
template <class Scalar, int count>
inline void expand(const TangentialPlane<Scalar> &values, const TangentialPlane<Dual<Scalar, count>> &plane,
                   const Slip<Scalar> &slip, TangentSeries<Scalar, count> &series) {
  const Scalar per = values.inv_kappa;
  slip_path::expand(values, slip.t, slip_path::shrink_of(values, slip), series.values);
  series.turns = abs(slip.h) * per > tolerance::turning<Scalar>;
  const Dual<Scalar, count> drag_x = plane.mu_k * plane.T.x, drag_y = plane.mu_k * plane.T.y;
  const PathRates<Scalar> rates = {{values.b.x * per, values.b.y * per}, {drag_x.value * per, drag_y.value * per}};
  for (int i = series.turns ? by_step_friction : by_direction; i < count; ++i) {
    const bool off_diagonal = has_inertia<count> && i == count - 1;
    const Vector2<Scalar> t = i == by_direction ? across(slip.t) : Vector2<Scalar>{0, 0};
    const StepShare<Scalar> share = {t,
                                     {plane.b.x.by[i] * per, plane.b.y.by[i] * per},
                                     {drag_x.by[i] * per, drag_y.by[i] * per},
                                     off_diagonal ? values.mu_k * per : Scalar(0)};
    differentiate_series(series.values, rates, share, series.by[i]);
  }
}

// Derivative of turning slip by the direction in which it starts: the change by a later start on the same path, minus
// the part that is due to the longer slip there (V.13). `du` is the gain of slip.
template <class Scalar>
inline slip_path::Integrals<Scalar> by_turned_start(const Slip<Scalar> &slip, const Vector2<Scalar> &du,
                                                    const slip_path::Integrals<Scalar> &sum) {
  const Vector2<Scalar> start = slip.speed * slip.t, end = start + du;
  const Scalar per = 1 / slip.h, gained = dot(du, start + end) / (slip.speed + square_root(dot(end, end)));
  const Scalar along = slip.t.x * sum.x + slip.t.y * sum.y, aside = slip.t.x * sum.y - slip.t.y * sum.x;
  const Scalar bend = dot(du, end) / slip.speed - slip.g * along - slip.h * aside;
  return {per * (du.x - slip.g * sum.x), per * (du.y - slip.g * sum.y), per * (gained - slip.g * sum.r),
          per * (bend - 2 * slip.g * sum.bend)};
}

// How far to trust a series and its derivative `by` mu_k, for slip that begins with `speed`.
template <class Scalar>
inline Scalar trusted_step(const slip_path::Series<Scalar> &series, const slip_path::Coefficients<Scalar> &by,
                           Scalar mu_k, Scalar speed) {
  const Scalar work_share = slip_path::share_of_work(mu_k, speed, series);
  const auto last_term = [&] {
    const Scalar by_friction = tolerance::tangent_share<Scalar> * mu_k * slip_path::last_term(by, work_share);
    return slip_path::last_term<Scalar>(series, work_share) + by_friction;
  };
  return slip_path::trusted_step(series, last_term, tolerance::tangent_step<Scalar>);
}

template <class Scalar>
TD_COLD slip_path::Integrals<Scalar> integrate(const slip_path::Coefficients<Scalar> &series, Scalar power,
                                               Scalar tau) {
  return slip_path::integrals_of(series, power, tau);
}

// The changes up to tau, `values`, with their derivatives.
template <class Scalar, int count>
inline slip_path::Increment<Dual<Scalar, count>> increment_at(Scalar tau, const slip_path::Increment<Scalar> &values,
                                                              const TangentialPlane<Dual<Scalar, count>> &plane,
                                                              const TangentSeries<Scalar, count> &series,
                                                              const Slip<Scalar> &slip) {
  const Scalar power = slip.speed * series.values.inv_kappa, per = 1 / plane.mu_k.value;
  const slip_path::Integrals<Scalar> passed = {-per * values.lambda.x, -per * values.lambda.y, values.p,
                                               per * values.friction_work / slip.speed};
  slip_path::Integrals<Dual<Scalar, count>> sum = {passed.x, passed.y, passed.r, passed.bend};
  for (int i = 0; i < count; ++i) {
    const bool turned = i == by_direction && series.turns;
    const slip_path::Integrals<Scalar> by =
        turned ? by_turned_start(slip, values.u, passed) : integrate(series.by[i], power, tau);
    sum.x.by[i] = by.x;
    sum.y.by[i] = by.y;
    sum.r.by[i] = by.r;
    sum.bend.by[i] = by.bend;
  }
  slip_path::Increment<Dual<Scalar, count>> d;
  slip_path::increment_from(plane, sum, slip.speed, d);
  return d;
}

}  // namespace touchdown::sensitivity

#endif
