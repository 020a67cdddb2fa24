// The height of a foot over its plane while the lander falls and turns, and the first time that it is 0; docs/theory
// (L.1)..(L.6).
//   h(t) = h_0 + c_1 t + c_2 t^2 + A (cos wt - 1) + B sin wt
// The search steps from t to t + s only over stretches in which a lower bound of h is above 0, so that no contact can
// be missed (bounds: a parabola under h). With C = |(A, B)|:
//   in any attitude      h(t) >= floor(t) = h_0 - A + c_1 t + c_2 t^2 - C
//   from t on            h'' >= 2 c_2 - C w^2
//   up to s after t      h'' >= h''(t) - C w^3 s
// The first takes the fall in one step. Once floor <= 0 the foot touches within the next revolution, or it has left by
// then. The last bound meets a simple contact with cubic convergence; only grazing takes more than some ten steps.
#ifndef TOUCHDOWN_LANDING_FALL_HPP
#define TOUCHDOWN_LANDING_FALL_HPP

#include "numerics/rotation.hpp"
#include "numerics/tolerances.hpp"

namespace touchdown {

template <class Scalar>
struct Fall {
  Scalar h_0, c_1, c_2;  // c_1 without the part of the rotation
  Scalar A, B, C, w;
};

template <class Scalar>
struct Height {
  Scalar h, slope, bend;  // h, h', h''
};

template <class Scalar>
inline Height<Scalar> height_at(const Fall<Scalar> &fall, Scalar t) {
  const Scalar straight = fall.h_0 + t * (fall.c_1 + fall.c_2 * t);
  const Scalar slope = fall.c_1 + 2 * fall.c_2 * t;
  if (fall.C == 0) return {straight, slope, 2 * fall.c_2};
  const Turn<Scalar> turn = turn_by(fall.w * t);
  const Scalar along = fall.A * turn.cosine + fall.B * turn.sine;
  const Scalar across = fall.B * turn.cosine - fall.A * turn.sine;
  return {straight + (along - fall.A), slope + fall.w * across, 2 * fall.c_2 - fall.w * fall.w * along};
}

// Sum of the magnitudes of the terms of h at t.
template <class Scalar>
inline Scalar size_at(const Fall<Scalar> &fall, Scalar t) {
  return abs(fall.h_0) + abs(fall.A) + fall.C + t * (abs(fall.c_1) + abs(fall.c_2) * t);
}

// Rounding of h at t.
template <class Scalar>
inline Scalar rounding_at(const Fall<Scalar> &fall, Scalar t) {
  return tolerance::height<Scalar> * size_at(fall, t);
}

// The time for which h stays above 0 by the two bounds on h'', for a foot above the ground or rising from it.
template <class Scalar>
inline Scalar step_by_bend(const Fall<Scalar> &fall, const Height<Scalar> &at) {
  const Scalar h = at.h > 0 ? at.h : Scalar(0);
  if (fall.C == 0) return first_root(h, at.slope, at.bend);
  const Scalar swing = fall.C * fall.w * fall.w;
  const Scalar least_bend = 2 * fall.c_2 - swing;
  const Scalar radian = 1 / fall.w;
  const Scalar osculating = first_root(h, at.slope, at.bend);
  const Scalar ahead = osculating < radian ? osculating : radian;
  const Scalar bend = at.bend - swing * (fall.w * ahead);
  if (!(bend > least_bend)) return first_root(h, at.slope, least_bend);
  const Scalar step = first_root(h, at.slope, bend);
  return step < ahead ? step : ahead;
}

// The same by the floor as well. Far above the ground the floor alone decides.
template <class Scalar>
inline Scalar safe_step(const Fall<Scalar> &fall, Scalar t, const Height<Scalar> &at) {
  const Scalar floor = fall.h_0 - fall.A + t * (fall.c_1 + fall.c_2 * t) - fall.C;
  if (!(floor > 0)) return step_by_bend(fall, at);
  const Scalar to_floor = first_root(floor, fall.c_1 + 2 * fall.c_2 * t, 2 * fall.c_2);
  if (floor > fall.C) return to_floor;
  const Scalar by_bend = step_by_bend(fall, at);
  return by_bend > to_floor ? by_bend : to_floor;
}

template <class Scalar>
struct FirstContact {
  Scalar time, v_n;
  std::int32_t outlook;
  Status caveats;
};

template <class Scalar>
inline FirstContact<Scalar> no_contact(const Fall<Scalar> &fall, Scalar step) {
  const bool parallel = fall.c_1 == 0 && fall.c_2 == 0;
  const std::int32_t never = parallel ? TD_OUTLOOK_PARALLEL : TD_OUTLOOK_LEAVES;
  return {TD_NOT_APPLICABLE, 0, step == largest<Scalar> ? never : TD_OUTLOOK_LATER, TD_SOLVED};
}

// The first contact up to `limit`. A foot at the ground or below touches at once if it approaches; if not, it counts as
// leaving from h = 0.
template <class Scalar>
inline FirstContact<Scalar> first_contact(const Fall<Scalar> &given, Scalar limit) {
  Fall<Scalar> fall = given;
  if (fall.h_0 < 0) fall.h_0 = 0;
  Scalar t = 0;
  Height<Scalar> at = {fall.h_0, fall.c_1 + fall.w * fall.B, 2 * fall.c_2 - fall.w * fall.w * fall.A};
  if (at.h <= rounding_at(fall, t) && at.slope < 0) return {t, at.slope, TD_OUTLOOK_TOUCHES, TD_SOLVED};
  for (int step = 0; step < tolerance::fall_steps; ++step) {
    const Scalar s = safe_step(fall, t, at);
    const Scalar next = t + s;
    if (!(next <= limit)) return no_contact(fall, s);
    if (next == t) return {t, at.slope, TD_OUTLOOK_TOUCHES, TD_SOLVED};
    t = next;
    at = height_at(fall, t);
    if (at.h <= rounding_at(fall, t)) return {t, at.slope, TD_OUTLOOK_TOUCHES, TD_SOLVED};
  }
  return {t, at.slope, TD_OUTLOOK_TOUCHES, TD_CAVEAT_GRAZING};
}

}  // namespace touchdown

#endif
