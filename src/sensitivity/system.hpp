// The derivatives of a system's impact: those of its contact between the way in, v = J u, and the way out,
// u' = u + K p with K = M^-1 J^T (V.7).
#ifndef TOUCHDOWN_SENSITIVITY_SYSTEM_HPP
#define TOUCHDOWN_SENSITIVITY_SYSTEM_HPP

#include "sensitivity/contact.hpp"
#include "systems/bodies.hpp"
#include "systems/generalized_speeds.hpp"

namespace touchdown::sensitivity {

constexpr int parameters = TD_CONTACT_INPUTS - TD_BY_MU_S;  // mu_s, mu_k, e

// A row of dp/d(u, parameters), of n speeds.
template <class Scalar>
inline void impulse_row(const Scalar (&by_contact)[TD_CONTACT_INPUTS], int n, const ContactVector<Scalar> *J,
                        Scalar *row) {
  const ContactVector<Scalar> by_v = {by_contact[TD_BY_V_N], by_contact[TD_BY_V_T], by_contact[TD_BY_V_S]};
  for (int k = 0; k < n; ++k) row[k] = dot(by_v, J[k]);
  for (int k = 0; k < parameters; ++k) row[n + k] = by_contact[TD_BY_MU_S + k];
}

// Row j of du'/d(u, parameters), of n speeds: p holds the three rows of the impulse.
template <class Scalar>
inline void speed_row(int n, int j, const ContactVector<Scalar> &K_j, const Scalar *p, Scalar *row) {
  const int width = n + parameters;
  for (int k = 0; k < width; ++k) row[k] = 0 + (K_j.n * p[k] + K_j.t * p[width + k] + K_j.s * p[2 * width + k]);
  row[j] += 1;
}

// From the derivatives at the contact of a body. False where one is not finite.
template <class Scalar>
inline bool fill_body(const OneBody<Scalar> &system, const ImpactDerivatives<Scalar> &at_contact,
                      BodyDerivatives<Scalar> &result) {
  const ContactFrame<Scalar> &frame = system.frame;
  const Vector3<Scalar> r = vector(system.given.r), axes[3] = {frame.n, frame.t, frame.s};
  const Vector3<Scalar> arms[3] = {r.cross(axes[0]), r.cross(axes[1]), r.cross(axes[2])};
  const BodyFactor<Scalar> &factor = system.body.factor;
  const Vector3<Scalar> turns[3] = {solve(factor.inertia, arms[0]), solve(factor.inertia, arms[1]),
                                    solve(factor.inertia, arms[2])};
  ContactVector<Scalar> J[6], K[6];
  for (int i = 0; i < 3; ++i) {
    J[i] = {axes[0][i], axes[1][i], axes[2][i]};
    J[3 + i] = {arms[0][i], arms[1][i], arms[2][i]};
    K[i] = factor.inverse_mass * J[i];
    K[3 + i] = {turns[0][i], turns[1][i], turns[2][i]};
  }
  for (int i = 0; i < 3; ++i) impulse_row(at_contact.p[i], 6, J, result.p[i]);
  for (int j = 0; j < 6; ++j) speed_row(6, j, K[j], result.p[0], result.motion[j]);
  result.margin = at_contact.margin;
  return entries_finite(6 * TD_BODY_INPUTS, result.motion[0]);  // and then those of the impulse are
}

// The rows of K = M^-1 J^T under the constraints, L^-T Y, in place of Y.
template <class Scalar>
inline void rows_of_way_out(const CholeskyView<Scalar> &mass, ContactVector<Scalar> *Y) {
  for (int i = mass.n - 1; i >= 0; --i) {
    ContactVector<Scalar> left = Y[i];
    for (int j = i + 1; j < mass.n; ++j) left = left - mass.L[j * mass.n + i] * Y[j];
    Y[i] = mass.inverse_diagonal[i] * left;
  }
}

constexpr int max_row = max_speeds + parameters;

// Where the derivatives of a system are found before they are the caller's.
template <class Scalar>
struct SpeedsRows {
  Scalar p[3 * max_row], u[max_speeds * max_row];
};

template <class Scalar>
inline bool fill_rows(const ImpactDerivatives<Scalar> &contact, SpeedsSpace<Scalar> &space, SpeedsRows<Scalar> &rows) {
  const int n = space.mass.view.n, width = n + parameters;
  for (int i = 0; i < 3; ++i) impulse_row(contact.p[i], n, space.point.J, rows.p + i * width);
  rows_of_way_out(space.mass.view, space.point.Y);
  for (int j = 0; j < n; ++j) speed_row(n, j, space.point.Y[j], rows.p, rows.u + j * width);
  return entries_finite(n * width, rows.u);
}

// td_resolve_speeds_derivatives. All but the input is scratch when the status is negative.
template <class Scalar>
Status resolve_with_derivatives(const Speeds<Scalar> &speeds, SpeedsDerivatives<Scalar> &result,
                                SystemAnswer<Scalar> &answer, SpeedsRows<Scalar> &rows) {
  SpeedsSpace<Scalar> space;
  ImpactDerivatives<Scalar> at_contact;
  SystemWithContact<Scalar> system{speeds, result.speeds, answer, space};
  const Status resolved = resolve_system(system, result.speeds.impact);
  if (resolved < 0) return resolved;
  const Status differentiated = differentiate(system.contact(), result.speeds.impact, at_contact);
  if (differentiated < 0) return differentiated;
  result.margin = at_contact.margin;
  return fill_rows(at_contact, space, rows) ? resolved | differentiated : TD_REFUSED_RANGE;
}

}  // namespace touchdown::sensitivity

#endif
