// The derivatives of an impact along the slip path without a tangent for each input. The law of slip knows no time and
// no size: a path shifted along itself is a path, and so is one that is scaled. Where slip turns, every change of the
// slip before is one of these two, so that its derivatives follow from the path itself (E105). What is left is that by
// mu_k: one tangent along the steps.
#ifndef TOUCHDOWN_DERIVATIVES_SYMMETRIC_PATH_HPP
#define TOUCHDOWN_DERIVATIVES_SYMMETRIC_PATH_HPP

#include "derivatives/tangent_step.hpp"

namespace touchdown::derivatives {

// A change of the slip at the start of a stage: scale u + shift du/dp.
template <class Scalar>
struct SlipChange {
  Scalar scale, shift;
};

// A stage of the path: where it starts, and what the slip before, along x and y, changes there.
template <class Scalar, int count>
struct SymmetricStage {
  slip_path::Point<Dual<Scalar, count>> start;
  Slip<Scalar> slip;
  SlipChange<Scalar> by[2];
};

// Slip turns fast enough for a change of its direction to be told from one of its size.
template <class Scalar>
inline bool turns_enough(const TangentialPlane<Scalar> &plane, const Slip<Scalar> &slip) {
  const Scalar size = slip.speed < 1 ? slip.speed : Scalar(1);
  return abs(slip.h) * size > tolerance::tangent_turn<Scalar> * plane.kappa;
}

template <class Scalar>
inline SlipChange<Scalar> slip_change(const Slip<Scalar> &slip, Scalar along, Scalar across) {
  const Scalar shift = across / slip.h;
  return {(along - shift * slip.g) / slip.speed, shift};
}

template <class Scalar, int count>
inline SymmetricStage<Scalar, count> first_stage(const TangentPath<Scalar, count> &walk, const Slip<Scalar> &slip) {
  return {walk.state.point, slip, {slip_change(slip, slip.t.x, -slip.t.y), slip_change(slip, slip.t.y, slip.t.x)}};
}

// One of the quantities that have grown since the start of the stage.
template <class Scalar, int count>
inline void restore(int input, const SlipChange<Scalar> &change, Scalar rate, const Dual<Scalar, count> &start,
                    Dual<Scalar, count> &x) {
  x.by[input] = start.by[input] + change.scale * (x.value - start.value) - change.shift * rate;
}

// The derivatives by the slip before, at a point of the stage, compared with the point that other slip has there: p,
// v_n and lambda grow by the size of slip, the work by its square; a path that starts further on has less of each
// (E105).
template <class Scalar, int count>
inline void restore_derivatives(const TangentPath<Scalar, count> &walk, const SymmetricStage<Scalar, count> &stage,
                                slip_path::Point<Dual<Scalar, count>> &point) {
  const Progress<Dual<Scalar, count>> &start = stage.start.normal.reached;
  Progress<Dual<Scalar, count>> &now = point.normal.reached;
  const Scalar mu = walk.values.plane.mu_k, f = stage.slip.f, v = start.v_n.value;
  const Scalar p = now.p.value - start.p.value, work = now.work.value - start.work.value;
  for (int i = 0; i < 2; ++i) {
    const SlipChange<Scalar> &change = stage.by[i];
    point.u.x.by[i] = change.scale * point.u.x.value;
    point.u.y.by[i] = change.scale * point.u.y.value;
    restore(i, change, Scalar(1), start.p, now.p);
    restore(i, change, f, start.v_n, now.v_n);
    restore(i, change, -mu * stage.slip.t.x, stage.start.lambda.x, point.lambda.x);
    restore(i, change, -mu * stage.slip.t.y, stage.start.lambda.y, point.lambda.y);
    now.work.by[i] =
        start.work.by[i] + start.v_n.by[i] * p + change.scale * (2 * work - v * p) - change.shift * (v + f * p);
  }
}

// One step's derivatives by mu_k, of the slip that the step starts with too.
template <class Scalar, int count>
inline void expand_by_friction(const TangentialPlane<Scalar> &plane, const Slip<Scalar> &slip, Scalar turn,
                               TangentSeries<Scalar, count> &series) {
  const Scalar per = plane.inv_kappa;
  slip_path::expand(plane, slip.t, slip_path::shrink_of(plane, slip), series.values);
  const StepRates<Scalar> rates = {{plane.b.x * per, plane.b.y * per},
                                   {plane.mu_k * plane.T.x * per, plane.mu_k * plane.T.y * per},
                                   series.values.shrink};
  const StepChange<Scalar> change = {
      {-slip.t.y * turn, slip.t.x * turn}, {0, 0}, {plane.T.x * per, plane.T.y * per}, Scalar(0)};
  differentiate_series(series.values, rates, change, series.by[0]);
}

// Adds what has passed: its derivative, and that of the speed that it is a power of.
template <class Scalar, int count>
inline void add_passed(const Dual<Scalar, 1> &passed, Scalar growth, Dual<Scalar, count> &x) {
  x.value += passed.value;
  x.by[by_friction] += passed.by[0] + growth * passed.value;
}

template <class Scalar, int count>
inline void advance_by_friction(const slip_path::Increment<Dual<Scalar, 1>> &d, Scalar growth,
                                slip_path::Point<Dual<Scalar, count>> &point) {
  Progress<Dual<Scalar, count>> &normal = point.normal.reached;
  const Scalar v = normal.v_n.value, by_v = normal.v_n.by[by_friction];
  const Scalar p = d.p.value;
  add_passed(d.work, 2 * growth, normal.work);
  normal.work.value += p * v;
  normal.work.by[by_friction] += p * by_v + (d.p.by[0] + growth * p) * v;
  add_passed(d.p, growth, normal.p);
  add_passed(d.v_n, growth, normal.v_n);
  add_passed(d.lambda.x, growth, point.lambda.x);
  add_passed(d.lambda.y, growth, point.lambda.y);
  add_passed(d.u.x, growth, point.u.x);
  add_passed(d.u.y, growth, point.u.y);
}

// Part of the derivative by mu_k that is across the slip.
template <class Scalar, int count>
inline Scalar across_slip(const Slip<Scalar> &slip, const Vector2<Dual<Scalar, count>> &u) {
  return slip.t.x * u.y.by[by_friction] - slip.t.y * u.x.by[by_friction];
}

// Takes a step; returns whether the stage ends there, up to what is left_of_stage.
template <class Scalar, int count>
inline bool step_by_friction(const slip_path::IntegratorState<Scalar> &start, TangentPath<Scalar, count> &walk) {
  slip_path::Point<Dual<Scalar, count>> &point = walk.state.point;
  const Slip<Scalar> &slip = start.slip;
  const Scalar inv_speed = 1 / slip.speed;
  const Scalar growth = inv_speed * (slip.t.x * point.u.x.by[by_friction] + slip.t.y * point.u.y.by[by_friction]);
  TangentSeries<Scalar, 1> series;
  expand_by_friction(walk.values.plane, slip, inv_speed * across_slip(slip, point.u), series);
  const Scalar work_share =
      tolerance::work_share<Scalar> * walk.values.plane.mu_k * slip.speed * series.values.inv_kappa;
  const Scalar trusted = slip_path::trusted_step(series.values, work_share, tolerance::tangent_step<Scalar>);
  const Target<Scalar> target = find_target(walk.values, series.values, trusted, start);
  slip_path::Increment<Dual<Scalar, 1>> d;
  increment(lifted<1>(walk.values.plane, 0), series, slip.speed, target.tau, d);
  advance_by_friction(d, growth, point);
  ++walk.state.steps;
  return target.ends;
}

// Slip stops before the stage ends, and so straight that the derivative by mu_k is that of the straight stop, and those
// by the slip before, which the path's own error grows in, too.
template <class Scalar, int count>
inline bool stops_now(const slip_path::IntegratorState<Scalar> &at, const SymmetricStage<Scalar, count> &stage,
                      const TangentPath<Scalar, count> &walk) {
  const Slip<Scalar> &slip = at.slip;
  if (slip.speed <= tolerance::tangent_slip<Scalar>) return true;
  if (!(slip.g < 0)) return false;
  const Scalar turn = abs(slip.h) / -slip.g;
  const Scalar scale = 1 + max(abs(stage.by[0].scale), abs(stage.by[1].scale));
  const Scalar off =
      turn * (1 + abs(slip.f)) * (turn * slip.speed * scale + abs(across_slip(slip, walk.state.point.u)));
  if (off > tolerance::tangent_stop<Scalar> * -slip.g) return false;
  return at.left.impulse > impulse_to_stop(walk.values.plane, at.point.u);
}

// How near a stop is where slip is slow: at one time, slip changes by what is shifted as well.
template <class Scalar, int count>
inline void note_slide(const Slip<Scalar> &slip, const SymmetricStage<Scalar, count> &stage,
                       TangentPath<Scalar, count> &walk) {
  Dual<Scalar, count> speed = slip.speed;
  for (int i = 0; i < 2; ++i)
    speed.by[i] = slip.speed * (stage.by[i].scale + stage.by[i].shift * slip.g / stage.slip.speed);
  const Scalar margin = margin_of(speed, walk.u_before);
  if (margin < walk.slide_margin) walk.slide_margin = margin;
}

}  // namespace touchdown::derivatives

#endif
