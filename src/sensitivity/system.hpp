// The derivatives of a system's impact: those of its contact between the way in, v = J u, and the way out, u' = u + K p
// with K = M^-1 J^T (V.7). A free body is a system of six speeds, v and w.
#ifndef TOUCHDOWN_SENSITIVITY_SYSTEM_HPP
#define TOUCHDOWN_SENSITIVITY_SYSTEM_HPP

#include "sensitivity/contact.hpp"
#include "systems/bodies.hpp"
#include "systems/generalized_speeds.hpp"

namespace touchdown::sensitivity {

constexpr int surface_inputs = TD_CONTACT_INPUTS - TD_BY_MU_S;  // mu_s, mu_k, e
constexpr int max_row = max_speeds + surface_inputs;
constexpr int body_speeds = TD_BODY_MOTION_INPUTS;
// A library for systems with fewer speeds than a body still differentiates bodies.
constexpr int max_struck = max_speeds > body_speeds ? max_speeds : body_speeds;

// The three columns of a contact.
template <class Scalar>
constexpr Scalar ContactVector<Scalar>::*contact_axes[] = {&ContactVector<Scalar>::n, &ContactVector<Scalar>::t,
                                                           &ContactVector<Scalar>::s};

// A column for one of the three impulses at a contact.
template <class Scalar>
inline ContactVector<Scalar> by_velocity(const ImpactDerivatives<Scalar> &by, int row) {
  return {by.p[row][TD_BY_V_N], by.p[row][TD_BY_V_T], by.p[row][TD_BY_V_S]};
}

// The mass matrix of a free body's speeds, L L^T.
template <class Scalar>
struct BodyMass {
  explicit BodyMass(const BodyFactor<Scalar> &factor) {
    const Factor3<Scalar> &inertia = factor.inertia;
    for (int k = 0; k < body_speeds; ++k) {
      inverse_diagonal[k] = square_root(k < 3 ? factor.inverse_mass : inertia.inverse_d[k - 3]);
      L[k * (body_speeds + 1)] = 1 / inverse_diagonal[k];
    }
    L[4 * body_speeds + 3] = inertia.l10 / inverse_diagonal[3];
    L[5 * body_speeds + 3] = inertia.l20 / inverse_diagonal[3];
    L[5 * body_speeds + 4] = inertia.l21 / inverse_diagonal[4];
  }

  Scalar L[body_speeds * body_speeds] = {}, inverse_diagonal[body_speeds];

  CholeskyView<Scalar> view() const { return {body_speeds, L, inverse_diagonal}; }
};

// A system after its impact, with the derivatives at its contact.
template <class Scalar>
struct StruckSystem {
  int n;
  Scalar u[max_struck];                                // before
  ContactVector<Scalar> J[max_struck], K[max_struck];  // a row for each speed
  Contact<Scalar> contact;
  ImpactDerivatives<Scalar> by;
  ImpactInertiaDerivatives<Scalar> by_W;

  const ContactVector<Scalar> &p() const { return by.impact.p; }
};

template <class Scalar>
inline void fill_ways(const OneBody<Scalar> &system, StruckSystem<Scalar> &struck) {
  const ContactFrame<Scalar> &frame = system.frame;
  const BodyFactor<Scalar> &factor = system.body.factor;
  const Vector3<Scalar> r = vector(system.given.r), axes[3] = {frame.n, frame.t, frame.s};
  const Vector3<Scalar> arms[3] = {r.cross(axes[0]), r.cross(axes[1]), r.cross(axes[2])};
  const Vector3<Scalar> turns[3] = {solve(factor.inertia, arms[0]), solve(factor.inertia, arms[1]),
                                    solve(factor.inertia, arms[2])};
  struck.n = body_speeds;
  for (int i = 0; i < 3; ++i) {
    struck.u[i] = system.body.before.v[i];
    struck.u[3 + i] = system.body.before.w[i];
    struck.J[i] = {axes[0][i], axes[1][i], axes[2][i]};
    struck.J[3 + i] = {arms[0][i], arms[1][i], arms[2][i]};
    struck.K[i] = factor.inverse_mass * struck.J[i];
    struck.K[3 + i] = {turns[0][i], turns[1][i], turns[2][i]};
  }
}

// K under the constraints is L^-T Y.
template <class Scalar>
inline void fill_ways(const SystemWithContact<Scalar> &system, StruckSystem<Scalar> &struck) {
  const CholeskyView<Scalar> &mass = system.space.mass.view;
  struck.n = mass.n;
  copy(mass.n, system.given.system.u, struck.u);
  copy(mass.n, system.space.point.J, struck.J);
  for (int i = mass.n - 1; i >= 0; --i) {
    ContactVector<Scalar> left = system.space.point.Y[i];
    for (int j = i + 1; j < mass.n; ++j) left = left - mass.L[j * mass.n + i] * struck.K[j];
    struck.K[i] = mass.inverse_diagonal[i] * left;
  }
}

// dp/d(u, surface) and du'/d(u, surface), by rows of n + 3. False if one is not finite.
template <class Scalar>
inline bool fill_rows(const StruckSystem<Scalar> &struck, Scalar *p, Scalar *u) {
  const int n = struck.n, width = n + surface_inputs;
  for (int i = 0; i < 3; ++i) {
    const ContactVector<Scalar> by_v = by_velocity(struck.by, i);
    for (int k = 0; k < n; ++k) p[i * width + k] = dot(by_v, struck.J[k]);
    copy(surface_inputs, struck.by.p[i] + TD_BY_MU_S, p + i * width + n);
  }
  for (int j = 0; j < n; ++j) {
    const ContactVector<Scalar> &K = struck.K[j];
    Scalar *const row = u + j * width;
    for (int k = 0; k < width; ++k) row[k] = 0 + (K.n * p[k] + K.t * p[width + k] + K.s * p[2 * width + k]);
    row[j] += 1;
  }
  return entries_finite(n * width, u);  // so the derivatives of the impulse are finite, too
}

// Resolves a system's impact and differentiates it: by u and surface into the rows p and u, and by W if wanted.
template <class System, class Scalar>
inline Status strike(System &system, bool wants_W, StruckSystem<Scalar> &struck, Scalar *p, Scalar *u) {
  const Status resolved = resolve_system(system, system.result.impact);
  if (resolved < 0) return resolved;
  struck.contact = system.contact();
  struck.by.impact = system.result.impact;
  const Status differentiated = differentiate(struck.contact, struck.by, wants_W ? &struck.by_W : nullptr);
  if (differentiated < 0) return differentiated;
  fill_ways(system, struck);
  return fill_rows(struck, p, u) ? resolved | differentiated : TD_REFUSED_RANGE;
}

// Scratch for the derivatives of a system of speeds before they are copied to the caller.
template <class Scalar>
struct SpeedsRows {
  Scalar p[3 * max_row], u[max_speeds * max_row];
};

// td_resolve_speeds_derivatives. All but the input is scratch when the status is negative.
template <class Scalar>
Status resolve_with_derivatives(const Speeds<Scalar> &speeds, SpeedsDerivatives<Scalar> &result,
                                SystemAnswer<Scalar> &answer, SpeedsRows<Scalar> &rows) {
  SpeedsSpace<Scalar> space;
  StruckSystem<Scalar> struck;
  SystemWithContact<Scalar> system{speeds, result.speeds, answer, space};
  const Status status = strike(system, false, struck, rows.p, rows.u);
  if (status >= 0) result.margin = struck.by.margin;
  return status;
}

}  // namespace touchdown::sensitivity

#endif
