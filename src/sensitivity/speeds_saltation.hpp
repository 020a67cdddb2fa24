// The saltation matrix of a system given by generalized speeds (V.11): its reset is differentiated by a configuration
// in which the mass matrix, the contact Jacobian and the constraint rows change (V.12).
#ifndef TOUCHDOWN_SENSITIVITY_SPEEDS_SALTATION_HPP
#define TOUCHDOWN_SENSITIVITY_SPEEDS_SALTATION_HPP

#include "sensitivity/pose.hpp"
#include "sensitivity/saltation.hpp"

namespace touchdown::sensitivity {

constexpr int max_errors = 2 * max_speeds;

// A system after its impact, with the derivatives at its contact. Y of its space is K = M^-1 J^T under the constraints.
template <class Scalar>
struct StruckSystem {
  StruckSystem(const Speeds<Scalar> &speeds, const SpeedsFlow<Scalar> &its_flow) : given(speeds), flow(its_flow) {}

  const Speeds<Scalar> &given;
  const SpeedsFlow<Scalar> &flow;
  SpeedsSpace<Scalar> space;
  SystemAnswer<Scalar> answer;
  SpeedsRows<Scalar> rows;
  Contact<Scalar> contact;
  AtContact<Scalar> at;
  ContactVector<Scalar> reaction[max_constraints];  // what each row answers an impulse at the contact with

  int n() const { return given.system.n; }
  int held() const { return given.system.constraints; }
  const ContactVector<Scalar> *K() const { return space.point.Y; }
  const ContactVector<Scalar> &p() const { return at.by.impact.p; }
};

// What one displacement changes: rows of J, of M K and of A K.
template <class Scalar>
struct SystemChange {
  ContactVector<Scalar> J[max_speeds], MK[max_speeds], AK[max_constraints];
  const Scalar *A;
};

// a b^T + b a^T.
template <class Scalar>
inline ContactInertia<Scalar> symmetric(const ContactVector<Scalar> &a, const ContactVector<Scalar> &b) {
  return {2 * a.n * b.n, a.n * b.t + a.t * b.n, a.n * b.s + a.s * b.n,
          2 * a.t * b.t, a.t * b.s + a.s * b.t, 2 * a.s * b.s};
}

template <class Scalar>
inline void add(const ContactInertia<Scalar> &a, ContactInertia<Scalar> &W) {
  W = {W.nn + a.nn, W.nt + a.nt, W.ns + a.ns, W.tt + a.tt, W.ts + a.ts, W.ss + a.ss};
}

// M x of a symmetric matrix, of which the lower triangle is read.
template <class Scalar, class Entry>
inline void symmetric_times(int n, const Scalar *M, const Entry *x, Entry *product) {
  for (int i = 0; i < n; ++i) {
    Entry sum{};
    for (int j = 0; j < n; ++j) sum = sum + (j <= i ? M[i * n + j] : M[j * n + i]) * x[j];
    product[i] = sum;
  }
}

template <class Scalar>
inline void read_change(const StruckSystem<Scalar> &struck, int k, SystemChange<Scalar> &change) {
  const int n = struck.n(), held = struck.held();
  const SpeedsFlow<Scalar> &flow = struck.flow;
  ContactFrame<Scalar> frame;
  fill_zero(n, change.J);
  fill_zero(n, change.MK);
  fill_zero(held, change.AK);
  if (flow.J != nullptr)
    (void)read_rows(n, flow.J + k * 3 * n, struck.given.axes, vector(struck.given.normal), frame, change.J);
  if (flow.M != nullptr) symmetric_times(n, flow.M + k * n * n, struck.K(), change.MK);
  change.A = flow.A == nullptr ? nullptr : flow.A + k * held * n;
  if (change.A == nullptr) return;
  for (int i = 0; i < held; ++i) change.AK[i] = dot(n, change.A + i * n, struck.K());
}

// Of W and of the velocity of the contact before (V.12).
template <class Scalar>
inline ContactChange<Scalar> contact_change(const StruckSystem<Scalar> &struck, const SystemChange<Scalar> &change) {
  const int n = struck.n(), held = struck.held();
  ContactChange<Scalar> result;
  for (int i = 0; i < n; ++i) add(symmetric(change.J[i] - Scalar(0.5) * change.MK[i], struck.K()[i]), result.W);
  for (int i = 0; i < held; ++i) add(symmetric(change.AK[i], struck.reaction[i]), result.W);
  result.v = dot(n, struck.given.system.u, change.J);
  return result;
}

// y less the motion that rows A u = c ask for: Q R^-T c, before L^-T.
template <class Scalar>
inline void take_held_motion(const ConstraintBasis<Scalar> &held, Scalar *c, Scalar *y) {
  for (int i = 0; i < held.rows; ++i) {
    const Scalar above = dot<Scalar, Scalar>(i, held.R + i * max_constraints, c);
    c[i] = (held.strength[i] * c[i] - above) * held.inverse_R[i];
    add_scaled(held.length, -c[i], held.Q + i * max_column, y);
  }
}

// Of the speeds after by a displacement: what acts along the new directions, and what rows ask for that have turned.
template <class Scalar>
inline void speeds_change(const StruckSystem<Scalar> &struck, const SystemChange<Scalar> &change, Scalar *du) {
  const int n = struck.n();
  const ConstraintBasis<Scalar> &held = struck.space.held;
  Scalar y[max_column], asked[max_constraints], along[max_constraints] = {};
  fill_zero(held.length, y);
  for (int i = 0; i < n; ++i) y[i] = dot(change.J[i] - change.MK[i], struck.p());
  for (int i = 0; i < held.rows; ++i) {
    asked[i] = dot(change.AK[i], struck.p());
    if (change.A != nullptr) add_scaled(n, struck.answer.constraint_impulses[i], change.A + i * n, y);
  }
  solve_lower(struck.space.mass.view, y);
  project_out(held.rows, held.length, held.Q, max_column, y, along);
  take_held_motion(held, asked, y);
  solve_upper(struck.space.mass.view, y);
  const ContactVector<Scalar> dp = impulse_change(struck.at, contact_change(struck, change));
  for (int i = 0; i < n; ++i) du[i] = y[i] + dot(struck.K()[i], dp);
}

// The same where the normal leans.
template <class Scalar>
inline ContactVector<Scalar> lean_impulse(const StruckSystem<Scalar> &struck, Scalar t, Scalar s) {
  const ContactVector<Scalar> &p = struck.p();
  const ContactVector<Scalar> turned = {-(t * p.t + s * p.s), t * p.n, s * p.n};
  return impulse_change(struck.at, lean_of(struck.contact, t, s)) + turned;
}

// Errors after, by those before and of parameters.
template <class Scalar>
struct SpeedsErrors {
  Scalar X[max_errors * max_errors], E[max_errors * parameter_errors];
};

// By entry k of the normal, in the axes of J.
template <class Scalar>
inline void fill_normal(const StruckSystem<Scalar> &struck, int k, SpeedsErrors<Scalar> &errors) {
  const bool of_contact = struck.given.axes == TD_AXES_CONTACT;
  const ContactFrame<Scalar> &frame = struck.space.frame;
  const Scalar t = of_contact ? Scalar(k == 1 ? 1 : 0) : frame.t[k],
               s = of_contact ? Scalar(k == 2 ? 1 : 0) : frame.s[k];
  const ContactVector<Scalar> dp = lean_impulse(struck, t, s);
  const int n = struck.n();
  for (int i = 0; i < n; ++i) errors.E[(n + i) * parameter_errors + TD_ERROR_N + k] = dot(struck.K()[i], dp);
}

// The reset's derivatives: the configuration stays.
template <class Scalar>
inline void fill_reset(const StruckSystem<Scalar> &struck, SpeedsErrors<Scalar> &errors) {
  const int n = struck.n(), width = 2 * n;
  fill_zero(width * width, errors.X);
  fill_zero(width * parameter_errors, errors.E);
  for (int k = 0; k < n; ++k) {
    SystemChange<Scalar> change;
    Scalar du[max_speeds];
    read_change(struck, k, change);
    speeds_change(struck, change, du);
    errors.X[k * width + k] = 1;
    for (int i = 0; i < n; ++i) errors.X[(n + i) * width + k] = du[i];
  }
  for (int i = 0; i < n; ++i) {
    const Scalar *row = struck.rows.u + i * (n + parameters);
    copy(n, row, errors.X + (n + i) * width + n);
    errors.E[(n + i) * parameter_errors + TD_ERROR_MU_K] = row[n + TD_BY_MU_K - TD_BY_MU_S];
    errors.E[(n + i) * parameter_errors + TD_ERROR_E] = row[n + TD_BY_E - TD_BY_MU_S];
  }
  for (int k = 0; k < 3; ++k) fill_normal(struck, k, errors);
}

template <class Scalar>
inline void fill_touch(const StruckSystem<Scalar> &struck, TouchTime<Scalar, max_errors> &touch) {
  const int n = struck.n();
  touch.rate = struck.contact.v.n;
  for (int i = 0; i < n; ++i) touch.gap[i] = struck.space.point.J[i].n;
  copy(n, struck.given.system.u, touch.before);
  copy(n, struck.flow.before, touch.before + n);
  copy(n, struck.answer.u, touch.after);
  copy(n, struck.flow.after, touch.after + n);
}

// False where a matrix is not finite. Out of the way of what differentiates the contact, so that both use one stack.
template <class Scalar>
TOUCHDOWN_SHARED bool fill_errors(const StruckSystem<Scalar> &struck, SpeedsErrors<Scalar> &errors) {
  const int width = 2 * struck.n();
  fill_reset(struck, errors);
  if (struck.contact.v.n < 0) {
    TouchTime<Scalar, max_errors> touch;
    fill_touch(struck, touch);
    add_times(struck.n(), touch, errors.X, errors.E);
  }
  return entries_finite(width * width, errors.X) && entries_finite(width * parameter_errors, errors.E);
}

template <class Scalar>
inline bool is_finite(int n, int held, const SpeedsFlow<Scalar> &flow) {
  bool finite = entries_finite(n, flow.before) && entries_finite(n, flow.after);
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < n; ++i)
      finite = finite && (flow.M == nullptr || entries_finite(i + 1, flow.M + (k * n + i) * n));
    finite = finite && (flow.J == nullptr || entries_finite(3 * n, flow.J + k * 3 * n));
    finite = finite && (flow.A == nullptr || entries_finite(held * n, flow.A + k * held * n));
  }
  return finite;
}

// The answers of the held rows to an impulse of 1 along n, t and s.
template <class Scalar>
inline void fill_reactions(StruckSystem<Scalar> &struck) {
  Scalar ContactVector<Scalar>::*const axes[] = {&ContactVector<Scalar>::n, &ContactVector<Scalar>::t,
                                                 &ContactVector<Scalar>::s};
  const int n = struck.n(), held = struck.held();
  for (const auto axis : axes) {
    Scalar along[max_speeds], answer[max_constraints];
    for (int i = 0; i < n; ++i) along[i] = struck.space.point.J[i].*axis;
    constraint_reaction(struck.space.mass.view, struck.space.held, along, answer);
    for (int i = 0; i < held; ++i) struck.reaction[i].*axis = answer[i];
  }
}

// Resolves the impact and differentiates it by all that speeds, surface and configuration change at the contact.
template <class Scalar>
TOUCHDOWN_SHARED Status strike(StruckSystem<Scalar> &struck, SpeedsSaltation<Scalar> &result) {
  SystemWithContact<Scalar> system{struck.given, result.speeds, struck.answer, struck.space};
  AtContact<Scalar> &at = struck.at;
  const Status resolved = resolve_system(system, result.speeds.impact);
  if (resolved < 0) return resolved;
  struck.contact = system.contact();
  at.by.impact = result.speeds.impact;
  const Status differentiated = differentiate<with_W>(struck.contact, at.by.impact, at.by, &at.by_W);
  if (differentiated < 0) return differentiated;
  result.margin = at.by.margin;
  return fill_rows(at.by, struck.space, struck.rows) ? resolved | differentiated : TD_REFUSED_RANGE;
}

// td_speeds_saltation_of. All but the input is scratch when the status is negative.
template <class Scalar>
Status saltation_of(StruckSystem<Scalar> &struck, SpeedsSaltation<Scalar> &result, SpeedsErrors<Scalar> &errors) {
  const Status status = strike(struck, result);
  if (status < 0) return status;
  if (!is_finite(struck.n(), struck.held(), struck.flow)) return TD_REFUSED_RANGE;
  fill_reactions(struck);
  return fill_errors(struck, errors) ? status : TD_REFUSED_RANGE;
}

}  // namespace touchdown::sensitivity

#endif
