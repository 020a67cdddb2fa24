// The derivatives of a system's impact: those of its contact between the way in, v = J u, and the way out,
// u' = u + K p with K = M^-1 J^T (E96).
#ifndef TOUCHDOWN_DERIVATIVES_SYSTEM_HPP
#define TOUCHDOWN_DERIVATIVES_SYSTEM_HPP

#include <type_traits>

#include "derivatives/contact.hpp"
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

// All three of so many speeds, at once.
template <class Scalar, int speeds>
inline void impulse_rows(const Scalar (&by_contact)[3][TD_CONTACT_INPUTS], const ContactVector<Scalar> (&J)[speeds],
                         Scalar (&rows)[3][speeds + parameters]) {
  ContactVector<Scalar> by_v[3];
#pragma GCC unroll few
  for (int i = 0; i < 3; ++i) by_v[i] = {by_contact[i][TD_BY_V_N], by_contact[i][TD_BY_V_T], by_contact[i][TD_BY_V_S]};
  for (int k = 0; k < speeds; ++k) {
    const ContactVector<Scalar> along = J[k];
#pragma GCC unroll few
    for (int i = 0; i < 3; ++i) rows[i][k] = dot(by_v[i], along);
  }
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < parameters; ++k) rows[i][speeds + k] = by_contact[i][TD_BY_MU_S + k];
}

// Row j of du'/d(u, parameters), of n speeds: p holds the three rows of the impulse. Returns the sum of K_j p.
template <class Scalar>
inline Scalar speed_row(int n, int j, const ContactVector<Scalar> &K_j, const Scalar *p_n, const Scalar *p_t,
                        const Scalar *p_s, Scalar *row) {
  const Scalar by_n = K_j.n, by_t = K_j.t, by_s = K_j.s;
  Scalar sum = 0;
  for (int k = 0; k < n + parameters; ++k) {
    row[k] = 0 + (by_n * p_n[k] + by_t * p_t[k] + by_s * p_s[k]);  // no zero below 0
    sum += row[k];
  }
  row[j] += 1;
  return sum;
}

// The same of the six speeds of a body, from j on, at once. Nothing changes by mu_s.
template <class Scalar, int speeds>
inline Scalar rows_of_body(int j, const ContactVector<Scalar> *K, const Scalar (&p)[3][speeds + parameters],
                           Scalar (*rows)[speeds + parameters]) {
  const ContactVector<Scalar> way[6] = {K[j], K[j + 1], K[j + 2], K[j + 3], K[j + 4], K[j + 5]};
  Scalar sum = 0;
  const auto fill = [&](int k) {
    const ContactVector<Scalar> by = {p[0][k], p[1][k], p[2][k]};
#pragma GCC unroll 6
    for (int i = 0; i < 6; ++i) {
      const Scalar entry = 0 + dot(way[i], by);
      rows[j + i][k] = entry;
      sum += entry;
    }
  };
  for (int k = 0; k < speeds; ++k) fill(k);
  for (int k = speeds + 1; k < speeds + parameters; ++k) fill(k);
  for (int i = 0; i < 6; ++i) {
    rows[j + i][speeds] = 0;
    rows[j + i][j + i] += 1;
  }
  return sum;
}

// Whether rows of numbers with this sum are finite. A sum that is finite is of numbers that are; one that is not may
// have overflowed. Rows of the impulse need no look: what is not finite in them is not finite in any row of the speeds.
template <class Scalar>
inline bool rows_finite(Scalar sum, int count, int length, const Scalar *rows) {
  return zero_if_finite(sum) == 0 || entries_finite(count * length, rows);
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
  impulse_rows(at_contact.p, ways.J, result.p);
  Scalar sum = 0;
  for (int i = 0; i < speeds / 6; ++i) sum += rows_of_body<Scalar, speeds>(6 * i, ways.K, result.p, result.motion);
  result.margin = at_contact.margin;
  return rows_finite(sum, speeds, width, result.motion[0]);
}

// A system whose contact is differentiated as it is resolved.
template <class System, class Scalar>
struct Differentiated : System {
  ImpactDerivatives<Scalar> &at_contact;

  Status resolve() {
    const Contact<Scalar> contact = System::contact();
    const Status resolved = resolve_contact(contact, System::result.impact);
    if (resolved < 0) return resolved;
    const Status differentiated = differentiate(contact, System::result.impact, at_contact);
    return differentiated < 0 ? differentiated : resolved | differentiated;
  }
};

// A body or two, whose impact is in `outcome`, a part of the result. `result` is scratch when the status is negative.
template <class Scalar, class System, class Given, class Outcome, class Result>
inline Status resolve_bodies(const Given &given, Outcome &outcome, Result &result) {
  ImpactDerivatives<Scalar> at_contact;
  Differentiated<System, Scalar> system{{given, outcome}, at_contact};
  const Status resolved = resolve_system(system, outcome.impact);
  if (resolved < 0) return resolved;
  return fill_bodies(system, at_contact, result) ? resolved : TD_REFUSED_RANGE;
}

// td_resolve_body_derivatives.
template <class Scalar>
Status resolve_with_derivatives(const BodyContact<Scalar> &body, BodyDerivatives<Scalar> &result) {
  return resolve_bodies<Scalar, OneBody<Scalar>>(body, result.body, result);
}

// td_resolve_pair_derivatives.
template <class Scalar>
Status resolve_with_derivatives(const Pair<Scalar> &pair, PairDerivatives<Scalar> &result) {
  return resolve_bodies<Scalar, TwoBodies<Scalar>>(pair, result.pair, result);
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
  Scalar sum = 0;
  for (int j = 0; j < n; ++j)
    sum += speed_row(n, j, space.point.Y[j], rows.p, rows.p + width, rows.p + 2 * width, rows.u + j * width);
  return rows_finite(sum, n, width, rows.u);
}

// td_resolve_speeds_derivatives. All but the input is scratch when the status is negative.
template <class Scalar>
Status resolve_with_derivatives(const Speeds<Scalar> &speeds, SpeedsDerivatives<Scalar> &result,
                                SystemAnswer<Scalar> &answer, SpeedsRows<Scalar> &rows) {
  SpeedsSpace<Scalar> space;
  ImpactDerivatives<Scalar> at_contact;
  Differentiated<SystemWithContact<Scalar>, Scalar> system{{speeds, result.speeds, answer, space}, at_contact};
  const Status resolved = resolve_system(system, result.speeds.impact);
  if (resolved < 0) return resolved;
  result.margin = at_contact.margin;
  return fill_rows(at_contact, space, rows) ? resolved : TD_REFUSED_RANGE;
}

}  // namespace touchdown::derivatives

#endif
