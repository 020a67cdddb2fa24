// The derivatives of an impact in contact space: its slip path or its formulas once more, in dual numbers, and then out
// of the scaled contact's units by Euler's theorem (V.3).
#ifndef TOUCHDOWN_SENSITIVITY_CONTACT_HPP
#define TOUCHDOWN_SENSITIVITY_CONTACT_HPP

#include "impact/single_impact.hpp"
#include "numerics/linalg.hpp"
#include "sensitivity/formulas.hpp"
#include "sensitivity/path.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::sensitivity {

// From the principal axes to those of the contact.
template <class Scalar, int count>
inline void turn_back(const TangentialPlane<Scalar> &plane, const Vector2<Dual<Scalar, count>> &v,
                      Dual<Scalar, count> &t, Dual<Scalar, count> &s) {
  t = plane.cosine * v.x - plane.sine * v.y;
  s = plane.sine * v.x + plane.cosine * v.y;
}

// Derivatives by W, from the principal axes to the axes of the contact. For T it is R^T T R, with tt, ss and ts in
// place of xx, yy and xy.
template <class Scalar>
inline void turn_inertia(const TangentialPlane<Scalar> &plane, Scalar *by) {
  const Scalar by_x = by[by_b_x], by_y = by[by_b_y];
  by[by_b_x] = plane.cosine * by_x - plane.sine * by_y;
  by[by_b_y] = plane.sine * by_x + plane.cosine * by_y;
  const Scalar xx = by[by_T_x], yy = by[by_T_y], xy = by[by_T_xy];
  const Scalar cc = plane.cosine * plane.cosine, ss = plane.sine * plane.sine, cs = plane.cosine * plane.sine;
  by[by_T_x] = cc * xx + ss * yy - cs * xy;
  by[by_T_y] = ss * xx + cc * yy + cs * xy;
  by[by_T_xy] = 2 * cs * (xx - yy) + (cc - ss) * xy;
}

template <class Scalar, int count>
inline void differentiate_slip_path(const ScaledContact<Scalar> &contact, const Impact<Scalar> &impact,
                                    ScaledDerivatives<Scalar, count> &result) {
  TangentPath<Scalar, count> walk;
  walk_with_tangents(contact, impact, walk);
  const TangentialPlane<Scalar> &plane = walk.values.plane;
  const slip_path::Point<Dual<Scalar, count>> &point = walk.state.point;
  result.p[0] = point.normal.compression.p + point.normal.reached.p;
  result.v[0] = point.normal.reached.v_n;
  turn_back(plane, point.lambda, result.p[1], result.p[2]);
  turn_back(plane, point.u, result.v[1], result.v[2]);
  if constexpr (has_inertia<count>)
    for (int i = 0; i < 3; ++i) {
      turn_inertia(plane, result.p[i].by + inputs);
      turn_inertia(plane, result.v[i].by + inputs);
    }
  result.margin = walk.margin;
  result.two_sided = walk.two_sided;
}

// A row: derivatives of a result that scales by `unit`; by the speed from Euler's theorem. Returns 0 if it is finite.
template <class Scalar, int count>
inline Scalar unscale(const ScaledContact<Scalar> &contact, Scalar unit, const Dual<Scalar, count> &x,
                      Scalar (&row)[TD_CONTACT_INPUTS]) {
  const Scalar size = unit * contact.speed;
  row[TD_BY_V_T] = unit * x.by[by_slip_x];
  row[TD_BY_V_S] = unit * x.by[by_slip_y];
  row[TD_BY_V_N] = row[TD_BY_V_T] * contact.u.x + row[TD_BY_V_S] * contact.u.y - unit * x.value;
  row[TD_BY_MU_S] = 0;
  row[TD_BY_MU_K] = size * x.by[by_friction];
  row[TD_BY_E] = size * x.by[by_restitution];
  return zero_if_finite(row[TD_BY_V_N]) + zero_if_finite(row[TD_BY_MU_K]) + zero_if_finite(row[TD_BY_E]);
}

// The same by W, of a result of degree -`power`: by the entries over W_nn, and by W_nn from Euler's theorem.
template <class Scalar, int count>
inline void unscale_inertia(const ScaledContact<Scalar> &contact, Scalar inv_W, Scalar unit, int power,
                            const Dual<Scalar, count> &x, Scalar (&row)[TD_CONTACT_INERTIA_INPUTS]) {
  const Scalar *const by = x.by + inputs;
  const Scalar along = by[by_b_x] * contact.b.x + by[by_b_y] * contact.b.y + by[by_T_x] * contact.tt +
                       by[by_T_y] * contact.ss + by[by_T_xy] * contact.ts;
  const Scalar size = unit * contact.speed * inv_W;
  row[TD_BY_W_NN] = -size * (static_cast<Scalar>(power) * x.value + along);
  row[TD_BY_W_NT] = size * by[by_b_x];
  row[TD_BY_W_NS] = size * by[by_b_y];
  row[TD_BY_W_TT] = size * by[by_T_x];
  row[TD_BY_W_TS] = size * by[by_T_xy];
  row[TD_BY_W_SS] = size * by[by_T_y];
}

// At the end of its range a parameter has a derivative on one side only.
template <class Scalar>
inline bool at_end_of_range(const Surface<Scalar> &surface) {
  return !(surface.e > tolerance::min_restitution<Scalar> && surface.e < 1 && surface.mu_k > 0);
}

// Without approach the contact keeps its velocity.
template <class Scalar>
inline Status differentiate_separation(const Contact<Scalar> &contact, ImpactDerivatives<Scalar> &result,
                                       ImpactInertiaDerivatives<Scalar> *by_W) {
  fill_zero(3 * TD_CONTACT_INPUTS, result.p[0]);
  fill_zero(3 * TD_CONTACT_INPUTS, result.v[0]);
  if (by_W != nullptr) *by_W = {};
  for (int i = 0; i < 3; ++i) result.v[i][TD_BY_V_N + i] = 1;
  const ContactVector<Scalar> &v = contact.v;
  const Scalar most = max(v.n, max(abs(v.t), abs(v.s)));
  const Scalar n = v.n / most, t = v.t / most, s = v.s / most;
  result.margin = most > 0 ? n / square_root(n * n + t * t + s * s) : 0;
  return result.margin > tolerance::one_sided<Scalar> ? TD_SOLVED : TD_CAVEAT_ONE_SIDED;
}

// False if a derivative is not finite.
template <class Scalar, int count>
inline bool leave_scale(const ScaledContact<Scalar> &contact, Scalar inv_W, const ScaledDerivatives<Scalar, count> &by,
                        ImpactDerivatives<Scalar> &result, ImpactInertiaDerivatives<Scalar> *by_W) {
  Scalar off = 0;
  for (int i = 0; i < 3; ++i)
    off += unscale(contact, inv_W, by.p[i], result.p[i]) + unscale(contact, Scalar(1), by.v[i], result.v[i]);
  result.margin = by.margin;
  bool finite = off == 0;
  if constexpr (has_inertia<count>) {
    for (int i = 0; i < 3; ++i) {
      unscale_inertia(contact, inv_W, inv_W, 1, by.p[i], by_W->p[i]);
      unscale_inertia(contact, inv_W, Scalar(1), 0, by.v[i], by_W->v[i]);
    }
    finite = finite && entries_finite(3 * TD_CONTACT_INERTIA_INPUTS, by_W->p[0]) &&
             entries_finite(3 * TD_CONTACT_INERTIA_INPUTS, by_W->v[0]);
  }
  return finite;
}

// result.impact holds the law and the method that ended it.
template <int count, class Scalar>
inline Status differentiate_approach(const Contact<Scalar> &contact, ImpactDerivatives<Scalar> &result,
                                     ImpactInertiaDerivatives<Scalar> *by_W) {
  const Impact<Scalar> &impact = result.impact;
  ScaledContact<Scalar> scaled = scaled_contact(contact);
  if (scaled.mu_k > tolerance::max_friction<Scalar>) scaled.mu_k = tolerance::max_friction<Scalar>;
  ScaledDerivatives<Scalar, count> derivatives;
  if (is_method(impact.method, TD_METHOD_ALGEBRAIC)) {
    differentiate_formulas(scaled, impact.law, derivatives);
  } else {
    // Without friction slip has no path of its own, so the path with a little friction stands for it.
    scaled.mu_k = max(scaled.mu_k, tolerance::tangent_friction<Scalar>);
    differentiate_slip_path(scaled, impact, derivatives);
  }
  if (!leave_scale(scaled, 1 / contact.W.nn, derivatives, result, by_W)) return TD_REFUSED_RANGE;
  return derivatives.two_sided && !at_end_of_range(contact.surface) ? TD_SOLVED : TD_CAVEAT_ONE_SIDED;
}

// For an impact that has been resolved, result.impact. A null `by_W` leaves out derivatives by W.
template <class Scalar>
inline Status differentiate(const Contact<Scalar> &contact, ImpactDerivatives<Scalar> &result,
                            ImpactInertiaDerivatives<Scalar> *by_W) {
  if (!(contact.v.n < 0)) return differentiate_separation(contact, result, by_W);
  return by_W == nullptr ? differentiate_approach<inputs>(contact, result, by_W)
                         : differentiate_approach<int{inputs} + int{inertia_inputs}>(contact, result, by_W);
}

// td_resolve_derivatives. Results are scratch when the status is negative.
template <class Scalar>
Status resolve_with_derivatives(const Contact<Scalar> &contact, ImpactDerivatives<Scalar> &result,
                                ImpactInertiaDerivatives<Scalar> *by_W) {
  const Status resolved = resolve_contact(contact, result.impact);
  if (resolved < 0) return resolved;
  const Status differentiated = differentiate(contact, result, by_W);
  return differentiated < 0 ? differentiated : resolved | differentiated;
}

}  // namespace touchdown::sensitivity

#endif
