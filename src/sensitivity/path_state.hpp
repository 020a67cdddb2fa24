// The state of an impact along the slip path in dual numbers, with its derivatives by the slip before, mu_k and e;
// (V.1), (V.2). In the units of the scaled contact and the principal axes of its plane.
#ifndef TOUCHDOWN_SENSITIVITY_PATH_STATE_HPP
#define TOUCHDOWN_SENSITIVITY_PATH_STATE_HPP

#include <type_traits>

#include "impact/slip_path/closure.hpp"
#include "impact/slip_path/stage_end.hpp"
#include "numerics/dual.hpp"

namespace touchdown::sensitivity {

// The inputs of the derivatives. mu_s decides cases and nothing else; the derivatives by the speed of approach and by
// W_nn follow from Euler's theorem (V.3). The other entries of W come last, if they are inputs (V.8).
enum Input : std::int32_t { by_slip_x, by_slip_y, by_friction, by_restitution, inputs };

// One step of the path depends on the direction of slip, on friction and on W alone; speed is a scale (V.2).
enum StepInput : std::int32_t { by_direction, by_step_friction, step_inputs };

constexpr int fewer_in_step = int{inputs} - int{step_inputs};

// The entries of W, scaled, in the principal axes of its tangential block, where the off-diagonal entry is 0.
enum InertiaInput : std::int32_t { by_b_x, by_b_y, by_T_x, by_T_y, by_T_xy, inertia_inputs };

// Whether numbers with `count` derivatives include those by W, and the index of the first of them.
template <int count>
constexpr bool has_inertia = count >= int{step_inputs} + int{inertia_inputs};
template <int count>
constexpr int first_of_inertia = has_inertia<count> ? count - inertia_inputs : 0;

// The contact plane without friction: plain numbers unless it is differentiated by W.
template <class Scalar, int count>
using PlaneNumber = std::conditional_t<has_inertia<count>, Dual<Scalar, count>, Scalar>;

template <class Scalar, int count>
inline PlaneNumber<Scalar, count> of_plane(const Dual<Scalar, count> &x) {
  if constexpr (has_inertia<count>)
    return x;
  else
    return x.value;
}

template <class Scalar, int count>
inline Vector2<PlaneNumber<Scalar, count>> of_plane(const Vector2<Dual<Scalar, count>> &v) {
  return {of_plane(v.x), of_plane(v.y)};
}

}  // namespace touchdown::sensitivity

namespace touchdown {

// Vectors of dual numbers and plain ones.
template <class Scalar, int count>
inline Vector2<Dual<Scalar, count>> operator*(const Dual<Scalar, count> &a, const Vector2<Scalar> &b) {
  return {a * b.x, a * b.y};
}

template <class Scalar, int count>
inline Dual<Scalar, count> dot(const Vector2<Scalar> &a, const Vector2<Dual<Scalar, count>> &b) {
  return a.x * b.x + a.y * b.y;
}

template <class Scalar, int count>
inline Dual<Scalar, count> dot(const Vector2<Dual<Scalar, count>> &a, const Vector2<Scalar> &b) {
  return a.x * b.x + a.y * b.y;
}

// The off-diagonal entry of T, an input of value 0: its derivative of T v and of T^-1 v, -T^-1 dT T^-1 v.
template <class Scalar, int count>
inline Vector2<Dual<Scalar, count>> with_off_diagonal(Vector2<Dual<Scalar, count>> product, Scalar factor,
                                                      const Vector2<Dual<Scalar, count>> &v) {
  if constexpr (sensitivity::has_inertia<count>) {
    product.x.by[count - 1] += factor * v.y.value;
    product.y.by[count - 1] += factor * v.x.value;
  }
  return product;
}

template <class Scalar, int count>
inline Vector2<Dual<Scalar, count>> mobility_times(const TangentialPlane<Dual<Scalar, count>> &plane,
                                                   const Vector2<Dual<Scalar, count>> &v) {
  const auto T = sensitivity::of_plane(plane.T);
  return with_off_diagonal<Scalar, count>({T.x * v.x, T.y * v.y}, Scalar(1), v);
}

template <class Scalar, int count>
inline Vector2<Dual<Scalar, count>> mobility_times(const Dual<Scalar, count> &factor,
                                                   const TangentialPlane<Dual<Scalar, count>> &plane,
                                                   const Vector2<Dual<Scalar, count>> &v) {
  const Vector2<Dual<Scalar, count>> product = mobility_times(plane, v);
  return {factor * product.x, factor * product.y};
}

template <class Scalar, int count>
inline Vector2<Dual<Scalar, count>> inverse_times(const TangentialPlane<Dual<Scalar, count>> &plane,
                                                  const Vector2<Dual<Scalar, count>> &v) {
  const auto inv_T = sensitivity::of_plane(plane.inv_T);
  return with_off_diagonal<Scalar, count>({inv_T.x * v.x, inv_T.y * v.y}, -(plane.inv_T.x.value * plane.inv_T.y.value),
                                          v);
}

}  // namespace touchdown

namespace touchdown::sensitivity {

// Impulse and velocity after, in the axes of the contact.
template <class Scalar, int count>
struct ScaledDerivatives {
  Dual<Scalar, count> p[3], v[3];
  Scalar margin;
  bool two_sided;
};

template <class Scalar, int count>
struct TangentPath {
  slip_path::Path<Scalar> values;
  slip_path::Path<Dual<Scalar, count>> path;
  TangentialPlane<Dual<Scalar, count - fewer_in_step>> step_plane;
  slip_path::IntegratorState<Dual<Scalar, count>> state;
  Scalar impact_p_c, impact_p;           // impulse of compression and of all, by the impact
  Vector2<Scalar> u_before;              // slip, in the axes of the contact
  Vector2<Dual<Scalar, count>> u_first;  // slip, in the axes of the plane
  Dual<Scalar, count> shift;             // change of the impulse of a stop, which later results leave out
  bool stops;
  Scalar size;          // of the velocity before
  Scalar margin;        // least relative change of the velocity before that changes the case
  Scalar slide_margin;  // the same at a stop with slow slip, if slip does not stop anyway
  Scalar start_margin;  // the same at a start from rest
  bool two_sided;       // no derivative was left out
};

// The rest of the stage, by the impact.
template <class Scalar, int count>
inline Scalar left_by_impact(const TangentPath<Scalar, count> &walk) {
  const NormalProgress<Dual<Scalar, count>> &normal = walk.state.point.normal;
  const Scalar end = normal.stage == Stage::compression ? walk.impact_p_c : walk.impact_p;
  return end - (normal.compression.p.value + normal.reached.p.value);
}

// Slip in the axes of the plane, differentiated by slip in the axes of the contact.
template <int count, class Scalar>
inline Vector2<Dual<Scalar, count>> slip_before(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &u) {
  Vector2<Dual<Scalar, count>> result = {u.x, u.y};
  result.x.by[by_slip_x] = result.y.by[by_slip_y] = plane.cosine;
  result.x.by[by_slip_y] = plane.sine;
  result.y.by[by_slip_x] = -plane.sine;
  return result;
}

// t, turned by a quarter.
template <class Scalar>
inline Vector2<Scalar> across(const Vector2<Scalar> &t) {
  return {-t.y, t.x};
}

template <class Scalar, int count>
inline Vector2<Scalar> values_of(const Vector2<Dual<Scalar, count>> &v) {
  return {v.x.value, v.y.value};
}

template <class Scalar, int count>
inline void make_inputs_of_inertia(TangentialPlane<Dual<Scalar, count>> &plane) {
  constexpr int first = first_of_inertia<count>;
  plane.b.x.by[first + by_b_x] = 1;
  plane.b.y.by[first + by_b_y] = 1;
  plane.T.x.by[first + by_T_x] = 1;
  plane.T.y.by[first + by_T_y] = 1;
  plane.inv_T.x.by[first + by_T_x] = -(plane.inv_T.x.value * plane.inv_T.x.value);
  plane.inv_T.y.by[first + by_T_y] = -(plane.inv_T.y.value * plane.inv_T.y.value);
  plane.c = inverse_times(plane, plane.b);
  const Scalar f_stick = plane.f_stick.value;
  plane.f_stick = 1 - dot(plane.b, plane.c);
  plane.f_stick.value = f_stick;
}

// A law with restitution as an input.
template <int count, class Scalar>
inline RestitutionLaw<Dual<Scalar, count>> lifted(const RestitutionLaw<Scalar> &law) {
  return {law.law, input_of<Scalar, count>(law.e, by_restitution), law.d1, law.d2};
}

// A plane with friction as an input, and W if the numbers have derivatives by it.
template <class Scalar, int count>
inline void lift(const TangentialPlane<Scalar> &plane, std::int32_t friction_input,
                 TangentialPlane<Dual<Scalar, count>> &result) {
  result.b = {plane.b.x, plane.b.y};
  result.T = {plane.T.x, plane.T.y};
  result.inv_T = {plane.inv_T.x, plane.inv_T.y};
  result.c = {plane.c.x, plane.c.y};
  result.mu_k = input_of<Scalar, count>(plane.mu_k, friction_input);
  result.f_stick = plane.f_stick;
  result.sticks = plane.sticks;
  if constexpr (has_inertia<count>) make_inputs_of_inertia(result);
}

// The ray of resumed slip: (g 1 + mu_k T) t = b with |t| = 1, with the derivatives of b - mu_k T t (V.4).
template <class Scalar, int count>
inline Slip<Dual<Scalar, count>> resumed_tangent(const TangentialPlane<Dual<Scalar, count>> &plane,
                                                 const Slip<Scalar> &ray) {
  const Scalar mu = plane.mu_k.value;
  const Scalar inv_x = 1 / (ray.g + mu * plane.T.x.value), inv_y = 1 / (ray.g + mu * plane.T.y.value);
  const Scalar along_x = ray.t.x * inv_x, along_y = ray.t.y * inv_y;
  const Scalar inv_along = 1 / (along_x * ray.t.x + along_y * ray.t.y);
  Vector2<Dual<Scalar, count>> t = {ray.t.x, ray.t.y};
  const Vector2<Dual<Scalar, count>> rate = plane.b - mobility_times(plane.mu_k, plane, t);
  for (int i = 0; i < count; ++i) {
    const Scalar g = (along_x * rate.x.by[i] + along_y * rate.y.by[i]) * inv_along;
    t.x.by[i] = inv_x * (rate.x.by[i] - g * ray.t.x);
    t.y.by[i] = inv_y * (rate.y.by[i] - g * ray.t.y);
  }
  return slip_along(plane, t, Dual<Scalar, count>(0));
}

// The distance to the end of a case, where `gap` is 0, as a part of the velocity before, to first order (V.5).
template <class Scalar, int count>
inline Scalar margin_of(const Dual<Scalar, count> &gap, const Vector2<Scalar> &u_before) {
  const Scalar x = gap.by[by_slip_x], y = gap.by[by_slip_y];
  const Scalar n = x * u_before.x + y * u_before.y;
  const Scalar slope = square_root((x * x + y * y + n * n) * (1 + dot(u_before, u_before)));
  return slope > 0 ? abs(gap.value) / slope : largest<Scalar>;
}

// Whether a kink is so far away that the derivative holds: as a part of the velocity before, and of the approach;
// `size` is the velocity over the approach.
template <class Scalar>
inline bool is_far(Scalar kink, Scalar size) {
  return kink > tolerance::one_sided<Scalar> && kink * size > tolerance::near_kink<Scalar>;
}

// The size of the velocity before, in units of the approach, whose normal part is 1.
template <class Scalar>
inline Scalar size_before(const Vector2<Scalar> &u_before) {
  return square_root(1 + dot(u_before, u_before));
}

template <class Scalar, int count>
inline void note_margin(const Dual<Scalar, count> &gap, TangentPath<Scalar, count> &walk) {
  const Scalar margin = margin_of(gap, walk.u_before);
  if (margin < walk.margin) walk.margin = margin;
}

}  // namespace touchdown::sensitivity

#endif
