// An impact along the slip path in dual numbers: where it stands, and with it the derivatives of that by the slip
// before, mu_k and e; (E90), (E91). All in the units of the scaled contact and the principal axes of its plane.
#ifndef TOUCHDOWN_DERIVATIVES_TANGENT_STATE_HPP
#define TOUCHDOWN_DERIVATIVES_TANGENT_STATE_HPP

#include "impact/slip_path/closure.hpp"
#include "impact/slip_path/stage_end.hpp"
#include "numerics/dual.hpp"

namespace touchdown::derivatives {

// What an impact is differentiated by. mu_s decides on cases and nothing else; of the speed of approach Euler's theorem
// tells (E92).
enum Input : std::int32_t { by_slip_x, by_slip_y, by_friction, by_restitution, inputs };

template <class Scalar>
using Tangent = Dual<Scalar, inputs>;

// One step of the path depends on the direction of slip and on friction alone; speed is a scale (E91).
enum StepInput : std::int32_t { by_direction, by_step_friction, step_inputs };

template <class Scalar>
using StepTangent = Dual<Scalar, step_inputs>;

template <class Scalar>
struct TangentPath {
  slip_path::Path<Scalar> values;
  slip_path::Path<Tangent<Scalar>> path;
  TangentialPlane<StepTangent<Scalar>> step_plane;
  slip_path::IntegratorState<Tangent<Scalar>> state;
  Stage stopped_in;
  Vector2<Scalar> u_before;
  Scalar margin;        // least relative change of the velocity before, of those met, that changes the case
  Scalar slide_margin;  // the same, of a stop where slip is slow; if it does not stop anyway
  Scalar start_margin;  // and of a start from rest
  bool two_sided;       // and nothing was left out that has a derivative
};

template <class Scalar>
inline Vector2<Scalar> values_of(const Vector2<Tangent<Scalar>> &v) {
  return {v.x.value, v.y.value};
}

template <class Scalar>
inline Progress<Scalar> values_of(const Progress<Tangent<Scalar>> &x) {
  return {x.p.value, x.v_n.value, x.work.value};
}

template <class Scalar>
inline slip_path::Point<Scalar> values_of(const slip_path::Point<Tangent<Scalar>> &point) {
  const NormalProgress<Tangent<Scalar>> &normal = point.normal;
  return {
      values_of<Scalar>(point.u),
      values_of<Scalar>(point.lambda),
      0,
      {{normal.compression.p.value, normal.compression.work.value}, values_of<Scalar>(normal.reached), normal.stage}};
}

// A plane of which friction alone is an input.
template <class Number, class Scalar>
inline TangentialPlane<Number> lifted(const TangentialPlane<Scalar> &plane, std::int32_t friction_input) {
  TangentialPlane<Number> result;
  result.cosine = plane.cosine;
  result.sine = plane.sine;
  result.b = {plane.b.x, plane.b.y};
  result.T = {plane.T.x, plane.T.y};
  result.inv_T = {plane.inv_T.x, plane.inv_T.y};
  result.c = {plane.c.x, plane.c.y};
  result.mu_k = plane.mu_k;
  result.mu_k.by[friction_input] = 1;
  result.kappa = plane.kappa;
  result.inv_kappa = plane.inv_kappa;
  result.f_stick = plane.f_stick;
  result.sticks = plane.sticks;
  result.never_stops = plane.never_stops;
  result.turn_noise = plane.turn_noise;
  return result;
}

// The ray of resumed slip: (g 1 + mu_k T) t = b with |t| = 1, differentiated by mu_k (E93).
template <class Scalar>
inline Slip<Tangent<Scalar>> resumed_tangent(const TangentialPlane<Tangent<Scalar>> &plane, const Slip<Scalar> &ray) {
  const Scalar mu = plane.mu_k.value, T_x = plane.T.x.value, T_y = plane.T.y.value;
  const Scalar inv_x = 1 / (ray.g + mu * T_x), inv_y = 1 / (ray.g + mu * T_y);
  const Scalar along_x = ray.t.x * ray.t.x * inv_x, along_y = ray.t.y * ray.t.y * inv_y;
  const Scalar g_by_mu = -(along_x * T_x + along_y * T_y) / (along_x + along_y);
  Vector2<Tangent<Scalar>> t = {ray.t.x, ray.t.y};
  t.x.by[by_friction] = -inv_x * (g_by_mu + T_x) * ray.t.x;
  t.y.by[by_friction] = -inv_y * (g_by_mu + T_y) * ray.t.y;
  return slip_along(plane, t, Tangent<Scalar>(0));
}

// What a case ends at where `gap` is 0: how far off that is, as a part of the velocity before, by first order (E94).
template <class Scalar>
inline Scalar margin_of(const Tangent<Scalar> &gap, const Vector2<Scalar> &u_before) {
  const Scalar x = gap.by[by_slip_x], y = gap.by[by_slip_y];
  const Scalar n = x * u_before.x + y * u_before.y;
  const Scalar slope = square_root((x * x + y * y + n * n) * (1 + dot(u_before, u_before)));
  return slope > 0 ? abs(gap.value) / slope : largest<Scalar>;
}

template <class Scalar>
inline Scalar separation_margin(const Vector2<Scalar> &u_before) {
  return 1 / square_root(1 + dot(u_before, u_before));
}

template <class Scalar>
inline void note_margin(const Tangent<Scalar> &gap, TangentPath<Scalar> &walk) {
  const Scalar margin = margin_of(gap, walk.u_before);
  if (margin < walk.margin) walk.margin = margin;
}

// Of a stop here.
template <class Scalar>
inline void note_slide(const Slip<Scalar> &slip, TangentPath<Scalar> &walk) {
  const Vector2<Tangent<Scalar>> &u = walk.state.point.u;
  const Scalar margin = margin_of(Tangent<Scalar>::chain(slip.speed, slip.t.x, u.x, slip.t.y, u.y), walk.u_before);
  if (margin < walk.slide_margin) walk.slide_margin = margin;
}

}  // namespace touchdown::derivatives

#endif
