// How an impact changes with the configuration of its system. A displacement changes the contact Jacobian, the mass
// matrix and the held rows (V.12). For a body, it moves the contact point or turns the body (V.10). Where the normal
// leans, the frame turns with it.
#ifndef TOUCHDOWN_SENSITIVITY_CONFIGURATION_HPP
#define TOUCHDOWN_SENSITIVITY_CONFIGURATION_HPP

#include "sensitivity/system.hpp"

namespace touchdown::sensitivity {

// What a displacement is solved with: the mass matrix, the rows that are held through the impact, their impulses, and
// their answers to an impulse of 1 along n, t and s.
template <class Scalar>
struct SolvedWith {
  CholeskyView<Scalar> mass;
  const ConstraintBasis<Scalar> *held = nullptr;  // null: no rows
  const Scalar *impulses = nullptr;
  ContactVector<Scalar> reaction[max_constraints];

  int rows() const { return held == nullptr ? 0 : held->rows; }
};

// Changes by a displacement: of rows of J, of M K and of A K.
template <class Scalar>
struct SystemChange {
  ContactVector<Scalar> J[max_struck] = {}, MK[max_struck] = {}, AK[max_constraints] = {};
  const Scalar *A = nullptr;  // null: rows stay
};

// The resulting changes of the impulse and of the speeds after.
template <class Scalar>
struct Response {
  ContactVector<Scalar> p;
  Scalar u[max_struck];
};

// a b^T + b a^T.
template <class Scalar>
inline ContactInertia<Scalar> symmetric(const ContactVector<Scalar> &a, const ContactVector<Scalar> &b) {
  return {2 * a.n * b.n, a.n * b.t + a.t * b.n, a.n * b.s + a.s * b.n,
          2 * a.t * b.t, a.t * b.s + a.s * b.t, 2 * a.s * b.s};
}

// Change of the impulse by changes of W and of the velocity before, all in contact space.
template <class Scalar>
inline ContactVector<Scalar> impulse_change(const StruckSystem<Scalar> &struck, const ContactInertia<Scalar> &W,
                                            const ContactVector<Scalar> &v) {
  ContactVector<Scalar> result;
  for (int i = 0; i < 3; ++i) {
    const Scalar(&by_W)[TD_CONTACT_INERTIA_INPUTS] = struck.by_W.p[i];
    const Scalar(&by)[TD_CONTACT_INPUTS] = struck.by.p[i];
    const Scalar along_W = by_W[TD_BY_W_NN] * W.nn + by_W[TD_BY_W_NT] * W.nt + by_W[TD_BY_W_NS] * W.ns +
                           by_W[TD_BY_W_TT] * W.tt + by_W[TD_BY_W_TS] * W.ts + by_W[TD_BY_W_SS] * W.ss;
    result.*contact_axes<Scalar>[i] = along_W + by[TD_BY_V_N] * v.n + by[TD_BY_V_T] * v.t + by[TD_BY_V_S] * v.s;
  }
  return result;
}

// y minus the motion that rows A u = c ask for: Q R^-T c, before L^-T.
template <class Scalar>
inline void take_held_motion(const ConstraintBasis<Scalar> &held, Scalar *c, Scalar *y) {
  for (int i = 0; i < held.rows; ++i) {
    const Scalar above = dot<Scalar, Scalar>(i, held.R + i * max_constraints, c);
    c[i] = (held.strength[i] * c[i] - above) * held.inverse_R[i];
    add_scaled(held.length, -c[i], held.Q + i * max_column, y);
  }
}

// The effect of the impulse along the new directions, L^-1 (dJ^T p - dM K p + dA^T r p), and the motion that turned
// rows ask for.
template <class Scalar>
inline void change_way_out(const StruckSystem<Scalar> &struck, const SolvedWith<Scalar> &with,
                           const SystemChange<Scalar> &change, Scalar *y) {
  for (int i = 0; i < struck.n; ++i) y[i] = dot(change.J[i] - change.MK[i], struck.p());
  if (with.rows() == 0) return solve_lower(with.mass, y);
  const ConstraintBasis<Scalar> &held = *with.held;
  Scalar asked[max_constraints], along[max_constraints] = {};
  fill_zero(held.length - struck.n, y + struck.n);
  for (int i = 0; i < held.rows; ++i) {
    asked[i] = dot(change.AK[i], struck.p());
    if (change.A != nullptr) add_scaled(struck.n, with.impulses[i], change.A + i * struck.n, y);
  }
  solve_lower(with.mass, y);
  project_out(held.rows, held.length, held.Q, max_column, y, along);
  take_held_motion(held, asked, y);
}

template <class Scalar>
inline Response<Scalar> by_displacement(const StruckSystem<Scalar> &struck, const SolvedWith<Scalar> &with,
                                        const SystemChange<Scalar> &change) {
  const int n = struck.n;
  ContactInertia<Scalar> W = {};
  for (int i = 0; i < n; ++i) W = W + symmetric(change.J[i] - Scalar(0.5) * change.MK[i], struck.K[i]);
  for (int i = 0; i < with.rows(); ++i) W = W + symmetric(change.AK[i], with.reaction[i]);
  Scalar y[max_struck + max_constraints];
  change_way_out(struck, with, change, y);
  solve_upper(with.mass, y);
  Response<Scalar> result;
  result.p = impulse_change(struck, W, dot(n, struck.u, change.J));
  for (int i = 0; i < n; ++i) result.u[i] = y[i] + dot(struck.K[i], result.p);
  return result;
}

// Change by a normal that leans by t along t and by s along s.
template <class Scalar>
inline Response<Scalar> by_lean(const StruckSystem<Scalar> &struck, Scalar t, Scalar s) {
  const ContactInertia<Scalar> &W = struck.contact.W;
  const ContactVector<Scalar> &v = struck.contact.v, &p = struck.p();
  const ContactInertia<Scalar> turned_W = {2 * (t * W.nt + s * W.ns),    t * (W.tt - W.nn) + s * W.ts,
                                           t * W.ts + s * (W.ss - W.nn), -2 * t * W.nt,
                                           -(t * W.ns + s * W.nt),       -2 * s * W.ns};
  const ContactVector<Scalar> turned_v = {t * v.t + s * v.s, -t * v.n, -s * v.n};
  const ContactVector<Scalar> turned_p = {-(t * p.t + s * p.s), t * p.n, s * p.n};
  Response<Scalar> result;
  result.p = impulse_change(struck, turned_W, turned_v) + turned_p;
  for (int i = 0; i < struck.n; ++i) result.u[i] = dot(struck.K[i], result.p);
  return result;
}

// Change by a contact point that moves by d: the arms of impulses along n, t and s.
template <class Scalar>
inline void move_point(const ContactFrame<Scalar> &frame, const Vector3<Scalar> &d, SystemChange<Scalar> &change) {
  const Vector3<Scalar> n = d.cross(frame.n), t = d.cross(frame.t), s = d.cross(frame.s);
  for (int i = 0; i < 3; ++i) change.J[3 + i] = {n[i], t[i], s[i]};
}

// Change by a body that turns by d, its contact point and inertia with it: M k by d x (I k) - I (d x k) for each column
// k of K.
template <class Scalar>
inline void turn_body(const OneBody<Scalar> &system, const StruckSystem<Scalar> &struck, const Vector3<Scalar> &d,
                      SystemChange<Scalar> &change) {
  move_point(system.frame, Vector3<Scalar>(d.cross(vector(system.given.r))), change);
  for (const auto axis : contact_axes<Scalar>) {
    const Vector3<Scalar> arm = {struck.J[3].*axis, struck.J[4].*axis, struck.J[5].*axis};
    const Vector3<Scalar> k = {struck.K[3].*axis, struck.K[4].*axis, struck.K[5].*axis};
    const Vector3<Scalar> turned = d.cross(arm) - system.body.inertia * Vector3<Scalar>(d.cross(k));
    for (int i = 0; i < 3; ++i) change.MK[3 + i].*axis = turned[i];
  }
}

template <class Scalar>
inline void fill_column(const OneBody<Scalar> &system, const Response<Scalar> &response, int column,
                        BodyPoseDerivatives<Scalar> &result) {
  const Vector3<Scalar> p = to_world(system.frame, response.p);
  for (int i = 0; i < 3; ++i) result.impulse[i][column] = p[i];
  for (int i = 0; i < body_speeds; ++i) result.motion[i][column] = response.u[i];
}

// False if a result is not finite.
template <class Scalar>
inline bool fill_pose(const OneBody<Scalar> &system, const StruckSystem<Scalar> &struck,
                      BodyPoseDerivatives<Scalar> &result) {
  const BodyMass<Scalar> mass(system.body.factor);
  const SolvedWith<Scalar> with = {mass.view(), nullptr, nullptr, {}};
  for (int k = 0; k < 3; ++k) {
    const Vector3<Scalar> axis = Vector3<Scalar>::Unit(k);
    SystemChange<Scalar> moved, turned;
    move_point(system.frame, axis, moved);
    turn_body(system, struck, axis, turned);
    fill_column(system, by_displacement(struck, with, moved), TD_BODY_BY_R + k, result);
    fill_column(system, by_lean(struck, system.frame.t[k], system.frame.s[k]), TD_BODY_BY_N + k, result);
    fill_column(system, by_displacement(struck, with, turned), TD_BODY_BY_ATTITUDE + k, result);
  }
  return entries_finite(3 * TD_BODY_POSE_INPUTS, result.impulse[0]) &&
         entries_finite(body_speeds * TD_BODY_POSE_INPUTS, result.motion[0]);
}

// td_resolve_body_derivatives. Results are scratch when the status is negative.
template <class Scalar>
Status resolve_with_derivatives(const BodyContact<Scalar> &body, BodyDerivatives<Scalar> &result,
                                BodyPoseDerivatives<Scalar> *by_pose) {
  OneBody<Scalar> system{body, result.body};
  StruckSystem<Scalar> struck;
  const Status status = strike(system, by_pose != nullptr, struck, result.p[0], result.motion[0]);
  if (status < 0) return status;
  result.margin = struck.by.margin;
  return by_pose == nullptr || fill_pose(system, struck, *by_pose) ? status : TD_REFUSED_RANGE;
}

}  // namespace touchdown::sensitivity

#endif
