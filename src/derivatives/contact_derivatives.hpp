// The derivatives of an impact in contact space: the impact itself, its slip path or its formulas once more with their
// derivatives, and out of the units of the scaled contact by Euler's theorem (E92).
#ifndef TOUCHDOWN_DERIVATIVES_CONTACT_DERIVATIVES_HPP
#define TOUCHDOWN_DERIVATIVES_CONTACT_DERIVATIVES_HPP

#include "derivatives/slip_path_tangent.hpp"
#include "impact/algebraic_impact.hpp"
#include "impact/single_impact.hpp"
#include "touchdown/derivatives.hpp"

namespace touchdown::derivatives {

// Impulse and velocity after, scaled, by the slip along t and s, mu_k and e.
template <class Scalar>
struct ScaledDerivatives {
  Tangent<Scalar> p[3], v[3];
  Scalar margin;
  bool two_sided;
};

// From the principal axes to those of the contact: the vector, and what it is differentiated by.
template <class Scalar>
inline void turn_back(const TangentialPlane<Scalar> &plane, const Vector2<Tangent<Scalar>> &v, Tangent<Scalar> &t,
                      Tangent<Scalar> &s) {
  t = plane.cosine * v.x - plane.sine * v.y;
  s = plane.sine * v.x + plane.cosine * v.y;
}

template <class Scalar>
inline void turn_inputs(const TangentialPlane<Scalar> &plane, Tangent<Scalar> &x) {
  const Scalar by_x = x.by[by_slip_x], by_y = x.by[by_slip_y];
  x.by[by_slip_x] = plane.cosine * by_x - plane.sine * by_y;
  x.by[by_slip_y] = plane.sine * by_x + plane.cosine * by_y;
}

template <class Scalar>
__attribute__((noinline)) void differentiate_slip_path(const ScaledContact<Scalar> &contact, std::int32_t law,
                                                       ScaledDerivatives<Scalar> &result) {
  TangentPath<Scalar> walk;
  walk_with_tangents(contact, law, walk);
  const slip_path::Point<Tangent<Scalar>> &point = walk.state.point;
  const TangentialPlane<Scalar> &plane = walk.values.plane;
  result.p[0] = point.normal.compression.p + point.normal.reached.p;
  result.v[0] = point.normal.reached.v_n;
  turn_back(plane, point.lambda, result.p[1], result.p[2]);
  turn_back(plane, point.u, result.v[1], result.v[2]);
  for (Tangent<Scalar> &x : result.p) turn_inputs(plane, x);
  for (Tangent<Scalar> &x : result.v) turn_inputs(plane, x);
  result.margin = walk.margin;
  result.two_sided = walk.two_sided;
}

template <class Scalar>
inline ScaledContact<Tangent<Scalar>> with_inputs(const ScaledContact<Scalar> &c, std::int32_t law) {
  using Number = Tangent<Scalar>;
  const auto input = [](Scalar value, Input number) { return input_of<Scalar, inputs>(value, number); };
  return {{c.b.x, c.b.y},
          c.tt,
          c.ts,
          c.ss,
          {input(c.u.x, by_slip_x), input(c.u.y, by_slip_y)},
          c.mu_s,
          input(c.mu_k, by_friction),
          RestitutionLaw<Number>{law, input(c.law.e, by_restitution), c.law.d1, c.law.d2},
          c.speed,
          c.impulse};
}

template <class Scalar>
__attribute__((noinline)) void differentiate_formulas(const ScaledContact<Scalar> &contact, std::int32_t law,
                                                      ScaledDerivatives<Scalar> &result) {
  const ImpactSolution<Tangent<Scalar>> solution = algebraic_impact(with_inputs(contact, law));
  result.p[0] = solution.normal.compression.p + solution.normal.reached.p;
  result.p[1] = solution.p.x;
  result.p[2] = solution.p.y;
  result.v[0] = solution.normal.reached.v_n;
  result.v[1] = solution.u.x;
  result.v[2] = solution.u.y;
  result.margin = separation_margin(contact.u);
  result.two_sided = result.margin > tolerance::one_sided<Scalar>;
}

// A row: of what scales by `unit`, and by the speed as Euler's theorem has it.
template <class Scalar>
inline void unscale(const ScaledContact<Scalar> &contact, Scalar unit, const Tangent<Scalar> &x,
                    Scalar (&row)[TD_CONTACT_INPUTS]) {
  const Scalar t = x.by[by_slip_x], s = x.by[by_slip_y];
  row[TD_BY_V_N] = unit * (t * contact.u.x + s * contact.u.y - x.value);
  row[TD_BY_V_T] = unit * t;
  row[TD_BY_V_S] = unit * s;
  row[TD_BY_MU_S] = 0;
  row[TD_BY_MU_K] = unit * contact.speed * x.by[by_friction];
  row[TD_BY_E] = unit * contact.speed * x.by[by_restitution];
}

template <class Scalar>
inline bool all_finite(const Scalar (&rows)[3][TD_CONTACT_INPUTS]) {
  Scalar sum = 0;
  for (const auto &row : rows)
    for (const Scalar x : row) sum += zero_if_finite(x);
  return sum == 0;
}

// At the end of its range a parameter has a derivative on one side only.
template <class Scalar>
inline bool at_end_of_range(const Surface<Scalar> &surface) {
  return !(surface.e > tolerance::min_restitution<Scalar> && surface.e < 1 && surface.mu_k > 0);
}

// Without approach the contact keeps its velocity.
template <class Scalar>
inline Status differentiate_separation(const Contact<Scalar> &contact, ImpactDerivatives<Scalar> &result) {
  for (auto &row : result.p)
    for (Scalar &x : row) x = 0;
  for (auto &row : result.v)
    for (Scalar &x : row) x = 0;
  for (int i = 0; i < 3; ++i) result.v[i][TD_BY_V_N + i] = 1;
  const ContactVector<Scalar> &v = contact.v;
  const Scalar most = max(v.n, max(abs(v.t), abs(v.s)));
  const Scalar n = v.n / most, t = v.t / most, s = v.s / most;
  result.margin = most > 0 ? n / square_root(n * n + t * t + s * s) : 0;
  return result.margin > tolerance::one_sided<Scalar> ? TD_SOLVED : TD_CAVEAT_ONE_SIDED;
}

template <class Scalar>
inline Status differentiate_approach(const Contact<Scalar> &contact, ImpactDerivatives<Scalar> &result) {
  const ScaledContact<Scalar> scaled = scaled_contact(contact);
  ScaledDerivatives<Scalar> derivatives;
  if (is_method(result.impact.method, TD_METHOD_ALGEBRAIC))
    differentiate_formulas(scaled, result.impact.law, derivatives);
  else
    differentiate_slip_path(scaled, result.impact.law, derivatives);
  for (int i = 0; i < 3; ++i) {
    unscale(scaled, 1 / contact.W.nn, derivatives.p[i], result.p[i]);
    unscale(scaled, Scalar(1), derivatives.v[i], result.v[i]);
  }
  result.margin = derivatives.margin;
  if (!all_finite(result.p) || !all_finite(result.v)) return TD_REFUSED_RANGE;
  return derivatives.two_sided && !at_end_of_range(contact.surface) ? TD_SOLVED : TD_CAVEAT_ONE_SIDED;
}

// Of an impact that has been resolved; `result.impact` tells its law and method.
template <class Scalar>
inline Status differentiate(const Contact<Scalar> &contact, ImpactDerivatives<Scalar> &result) {
  return contact.v.n < 0 ? differentiate_approach(contact, result) : differentiate_separation(contact, result);
}

// td_resolve_derivatives. `result` is scratch when the status is negative.
template <class Scalar>
Status resolve_with_derivatives(const Contact<Scalar> &contact, ImpactDerivatives<Scalar> &result) {
  const Status resolved = resolve_contact(contact, result.impact);
  if (resolved < 0) return resolved;
  const Status differentiated = differentiate(contact, result);
  return differentiated < 0 ? differentiated : resolved | differentiated;
}

}  // namespace touchdown::derivatives

#endif
