// The derivatives of a system's impact: those of its contact between the way in, v = J u, and the way out,
// u' = u + K p with K = M^-1 J^T (E96).
#ifndef TOUCHDOWN_DERIVATIVES_SYSTEM_DERIVATIVES_HPP
#define TOUCHDOWN_DERIVATIVES_SYSTEM_DERIVATIVES_HPP

#include <type_traits>

#include "derivatives/contact_derivatives.hpp"
#include "systems/bodies.hpp"
#include "systems/generalized_speeds.hpp"

namespace touchdown::derivatives {

constexpr int parameters = TD_CONTACT_INPUTS - TD_BY_MU_S;  // mu_s, mu_k, e

// A row of dp/d(u, parameters), of n speeds.
template <class Scalar>
inline void impulse_row(const Scalar (&by_contact)[TD_CONTACT_INPUTS], int n, const ContactVector<Scalar> *J,
                        Scalar *row) {
  const ContactVector<Scalar> by_v = {by_contact[TD_BY_V_N], by_contact[TD_BY_V_T], by_contact[TD_BY_V_S]};
  for (int k = 0; k < n; ++k) row[k] = dot(by_v, J[k]);
  for (int k = 0; k < parameters; ++k) row[n + k] = by_contact[TD_BY_MU_S + k];
}

// Row j of du'/d(u, parameters): p holds the three rows of the impulse.
template <class Scalar>
inline void speed_row(int n, int j, const ContactVector<Scalar> &K_j, const Scalar *p_n, const Scalar *p_t,
                      const Scalar *p_s, Scalar *row) {
  for (int k = 0; k < n + parameters; ++k)
    row[k] = (k == j ? Scalar(1) : Scalar(0)) + (K_j.n * p_n[k] + K_j.t * p_t[k] + K_j.s * p_s[k]);
}

template <class Scalar>
inline bool rows_finite(int count, int length, const Scalar *rows) {
  return entries_finite(count * length, rows);
}

// Columns of J and rows of K, of so many speeds.
template <class Scalar, int speeds>
struct Ways {
  ContactVector<Scalar> J[speeds], K[speeds];
};

// A body's, v before w, from its first speed on. Of a pair's other body, whose velocity counts against, `sign` is -1.
template <class Scalar, int speeds>
inline void add_body(const FreeBody<Scalar> &body, const Vector3<Scalar> &r, const ContactFrame<Scalar> &frame,
                     Scalar sign, int first, Ways<Scalar, speeds> &ways) {
  const Vector3<Scalar> axes[3] = {sign * frame.n, sign * frame.t, sign * frame.s};
  const Vector3<Scalar> arm_n = r.cross(axes[0]), arm_t = r.cross(axes[1]), arm_s = r.cross(axes[2]);
  const Vector3<Scalar> turn_n = solve(body.factor.inertia, arm_n), turn_t = solve(body.factor.inertia, arm_t),
                        turn_s = solve(body.factor.inertia, arm_s);
  for (int i = 0; i < 3; ++i) {
    const int v = first + i, w = v + 3;
    ways.J[v] = {axes[0][i], axes[1][i], axes[2][i]};
    ways.J[w] = {arm_n[i], arm_t[i], arm_s[i]};
    ways.K[v] = body.factor.inverse_mass * ways.J[v];
    ways.K[w] = {turn_n[i], turn_t[i], turn_s[i]};
  }
}

template <class Scalar>
inline Ways<Scalar, 6> ways_of(const OneBody<Scalar> &system) {
  Ways<Scalar, 6> ways;
  add_body(system.body, vector(system.given.r), system.frame, Scalar(1), 0, ways);
  return ways;
}

template <class Scalar>
inline Ways<Scalar, 12> ways_of(const TwoBodies<Scalar> &system) {
  Ways<Scalar, 12> ways;
  add_body(system.a, vector(system.given.r_a), system.frame, Scalar(1), 0, ways);
  add_body(system.b, vector(system.given.r_b), system.frame, Scalar(-1), 6, ways);
  return ways;
}

// From the derivatives at the contact: BodyDerivatives or PairDerivatives. False where one is not finite.
template <class Scalar, class System, class Result>
inline bool fill_bodies(const System &system, const ImpactDerivatives<Scalar> &at_contact, Result &result) {
  constexpr int speeds = std::extent_v<decltype(result.motion), 0>, width = speeds + parameters;
  const Ways<Scalar, speeds> ways = ways_of(system);
  for (int i = 0; i < 3; ++i) impulse_row(at_contact.p[i], speeds, ways.J, result.p[i]);
  for (int j = 0; j < speeds; ++j)
    speed_row(speeds, j, ways.K[j], result.p[0], result.p[1], result.p[2], result.motion[j]);
  result.margin = at_contact.margin;
  return rows_finite(3, width, result.p[0]) && rows_finite(speeds, width, result.motion[0]);
}

// A body or two, with the impact that is in `result`. `result` is scratch when the status is negative.
template <class Scalar, class System, class Result>
inline Status resolve_bodies(System &system, Impact<Scalar> &impact, Result &result) {
  const Status resolved = resolve_system(system, impact);
  if (resolved < 0) return resolved;
  ImpactDerivatives<Scalar> at_contact;
  at_contact.impact = impact;
  const Status differentiated = differentiate(system.contact(), at_contact);
  if (differentiated < 0) return differentiated;
  return fill_bodies(system, at_contact, result) ? resolved | differentiated : TD_REFUSED_RANGE;
}

// td_resolve_body_derivatives.
template <class Scalar>
Status resolve_with_derivatives(const BodyContact<Scalar> &body, BodyDerivatives<Scalar> &result) {
  OneBody<Scalar> system{body, result.body};
  return resolve_bodies(system, result.body.impact, result);
}

// td_resolve_pair_derivatives.
template <class Scalar>
Status resolve_with_derivatives(const Pair<Scalar> &pair, PairDerivatives<Scalar> &result) {
  TwoBodies<Scalar> system{pair, result.pair};
  return resolve_bodies(system, result.pair.impact, result);
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
  for (int j = 0; j < n; ++j)
    speed_row(n, j, space.point.Y[j], rows.p, rows.p + width, rows.p + 2 * width, rows.u + j * width);
  return entries_finite(3 * width, rows.p) && entries_finite(n * width, rows.u);
}

// The contact of a system that has been resolved, as the impact met it.
template <class Scalar>
inline Contact<Scalar> contact_of(const Speeds<Scalar> &speeds, const SpeedsSpace<Scalar> &space) {
  return {gram(space.held.length, space.point.Y), dot(speeds.system.n, speeds.system.u, space.point.J), speeds.surface,
          speeds.options};
}

// td_resolve_speeds_derivatives. All but the input is scratch when the status is negative.
template <class Scalar>
Status resolve_with_derivatives(const Speeds<Scalar> &speeds, SpeedsDerivatives<Scalar> &result,
                                SystemAnswer<Scalar> &answer, SpeedsRows<Scalar> &rows) {
  SpeedsSpace<Scalar> space;
  SystemWithContact<Scalar> system{speeds, result.speeds, answer, space};
  const Status resolved = resolve_system(system, result.speeds.impact);
  if (resolved < 0) return resolved;
  ImpactDerivatives<Scalar> at_contact;
  at_contact.impact = result.speeds.impact;
  const Status differentiated = differentiate(contact_of(speeds, space), at_contact);
  if (differentiated < 0) return differentiated;
  result.margin = at_contact.margin;
  return fill_rows(at_contact, space, rows) ? resolved | differentiated : TD_REFUSED_RANGE;
}

}  // namespace touchdown::derivatives

#endif
