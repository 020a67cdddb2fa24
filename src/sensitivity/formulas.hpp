// The derivatives of an impact by the algebraic method: its formulas once more, in dual numbers. It needs no principal
// axes (V.1), (V.8). Without derivatives by W, the numbers of the contact plane are plain.
#ifndef TOUCHDOWN_SENSITIVITY_FORMULAS_HPP
#define TOUCHDOWN_SENSITIVITY_FORMULAS_HPP

#include "impact/algebraic_impact.hpp"
#include "sensitivity/path_state.hpp"

namespace touchdown {

template <class Number>
inline std::enable_if_t<!std::is_same_v<Number, Real<Number>>, Vector2<Number>> lifted(const Vector2<Real<Number>> &v) {
  return {v.x, v.y};
}

// This method needs no derivative here.
template <class Scalar, int count>
inline Scalar work_of(const Vector2<Dual<Scalar, count>> &force, const Vector2<Dual<Scalar, count>> &slip) {
  return force.x.value * slip.x.value + force.y.value * slip.y.value;
}

}  // namespace touchdown

namespace touchdown::sensitivity {

template <int count, class Scalar>
inline ScaledContact<Dual<Scalar, count>, PlaneNumber<Scalar, count>> with_inputs(const ScaledContact<Scalar> &c,
                                                                                  std::int32_t law) {
  const auto input = [](Scalar value, std::int32_t number) { return input_of<Scalar, count>(value, number); };
  ScaledContact<Dual<Scalar, count>, PlaneNumber<Scalar, count>> result = {
      {c.b.x, c.b.y},
      c.tt,
      c.ts,
      c.ss,
      {input(c.u.x, by_slip_x), input(c.u.y, by_slip_y)},
      c.mu_s,
      input(c.mu_k, by_friction),
      {law, input(c.law.e, by_restitution), c.law.d1, c.law.d2},
      c.speed,
      c.impulse};
  if constexpr (has_inertia<count>) {
    constexpr std::int32_t first = inputs;
    result.b = {input(c.b.x, first + by_b_x), input(c.b.y, first + by_b_y)};
    result.tt = input(c.tt, first + by_T_x);
    result.ts = input(c.ts, first + by_T_xy);
    result.ss = input(c.ss, first + by_T_y);
  }
  return result;
}

// `law` ended the impact.
template <class Scalar, int count>
TD_COLD void differentiate_formulas(const ScaledContact<Scalar> &scaled, std::int32_t law,
                                    ScaledDerivatives<Scalar, count> &result) {
  using Number = Dual<Scalar, count>;
  const auto contact = with_inputs<count>(scaled, law);
  Vector2<Number> u = contact.u;
  const auto plane = algebraic::plane_of(contact, u);
  algebraic::Course<Number> course;
  course.u = u;
  algebraic::pass_stage(plane, Stage::compression, contact.law, {0, 0}, course);
  const Compression<Number> compression = {course.normal.p, -course.normal.work};
  course.normal = {0, 0, 0};
  if (scaled.law.e > 0) algebraic::pass_stage(plane, Stage::restitution, contact.law, compression, course);
  result.p[0] = compression.p + course.normal.p;
  result.p[1] = course.p.x;
  result.p[2] = course.p.y;
  result.v[0] = course.normal.v_n;
  result.v[1] = course.u.x;
  result.v[2] = course.u.y;
  result.margin = 1 / size_before(scaled.u);
  result.two_sided = result.margin > tolerance::one_sided<Scalar>;
}

}  // namespace touchdown::sensitivity

#endif
