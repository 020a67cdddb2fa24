// The derivatives of a body's impact, and those by where it is hit: by the contact point, by the normal, and by a turn
// of the body (V.10). Each changes W, the velocity of the contact, and the way out.
#ifndef TOUCHDOWN_SENSITIVITY_POSE_HPP
#define TOUCHDOWN_SENSITIVITY_POSE_HPP

#include "sensitivity/system.hpp"

namespace touchdown::sensitivity {

// What an input changes: W, the velocity of the contact before, the impulse by turning its frame, the arm.
template <class Scalar>
struct ContactChange {
  ContactInertia<Scalar> W = {0, 0, 0, 0, 0, 0};
  ContactVector<Scalar> v = {0, 0, 0};
  Vector3<Scalar> p = {Scalar(0), Scalar(0), Scalar(0)}, r = {Scalar(0), Scalar(0), Scalar(0)};
};

// And what comes of it, in world axes.
template <class Scalar>
struct Response {
  Vector3<Scalar> p, v, w;

  friend Response operator-(const Response &a, const Response &b) { return {a.p - b.p, a.v - b.v, a.w - b.w}; }
};

// The derivatives at a contact.
template <class Scalar>
struct AtContact {
  ImpactDerivatives<Scalar> by;
  ImpactInertiaDerivatives<Scalar> by_W;
};

template <class Scalar>
inline Scalar change_of(const Scalar (&by_inertia)[TD_CONTACT_INERTIA_INPUTS], const Scalar (&by)[TD_CONTACT_INPUTS],
                        const ContactChange<Scalar> &change) {
  const ContactInertia<Scalar> &W = change.W;
  const Scalar along_W = by_inertia[TD_BY_W_NN] * W.nn + by_inertia[TD_BY_W_NT] * W.nt + by_inertia[TD_BY_W_NS] * W.ns +
                         by_inertia[TD_BY_W_TT] * W.tt + by_inertia[TD_BY_W_TS] * W.ts + by_inertia[TD_BY_W_SS] * W.ss;
  return along_W + by[TD_BY_V_N] * change.v.n + by[TD_BY_V_T] * change.v.t + by[TD_BY_V_S] * change.v.s;
}

// Of the impulse, in contact space.
template <class Scalar>
inline ContactVector<Scalar> impulse_change(const AtContact<Scalar> &at, const ContactChange<Scalar> &change) {
  return {change_of(at.by_W.p[0], at.by.p[0], change), change_of(at.by_W.p[1], at.by.p[1], change),
          change_of(at.by_W.p[2], at.by.p[2], change)};
}

// Of a normal that leans by t along t and by s along s: the frame turns with it.
template <class Scalar>
inline ContactChange<Scalar> lean_of(const Contact<Scalar> &contact, Scalar t, Scalar s) {
  const ContactInertia<Scalar> &W = contact.W;
  const ContactVector<Scalar> &v = contact.v;
  ContactChange<Scalar> change;
  change.W = {2 * (t * W.nt + s * W.ns),    t * (W.tt - W.nn) + s * W.ts,
              t * W.ts + s * (W.ss - W.nn), -2 * t * W.nt,
              -(t * W.ns + s * W.nt),       -2 * s * W.ns};
  change.v = {t * v.t + s * v.s, -t * v.n, -s * v.n};
  return change;
}

// A body after its impact, with the derivatives at its contact.
template <class Scalar>
struct StruckBody {
  const FreeBody<Scalar> &body;
  const ContactFrame<Scalar> &frame;
  Vector3<Scalar> r;
  Contact<Scalar> contact;
  AtContact<Scalar> at;

  Response<Scalar> response(const ContactChange<Scalar> &change) const {
    const Vector3<Scalar> dp = to_world(frame, impulse_change(at, change)) + change.p;
    const Vector3<Scalar> moment = r.cross(dp) + change.r.cross(impulse());
    return {dp, dp * body.factor.inverse_mass, solve(body.factor.inertia, moment)};
  }
  Vector3<Scalar> impulse() const { return to_world(frame, at.by.impact.p); }

  // Of another motion before.
  Response<Scalar> by_motion(const Vector3<Scalar> &v, const Vector3<Scalar> &w) const {
    ContactChange<Scalar> change;
    change.v = to_contact(frame, point_velocity(v, w, r));
    Response<Scalar> result = response(change);
    result.v += v;
    result.w += w;
    return result;
  }

  // Of another contact point, d away.
  Response<Scalar> by_point(const Vector3<Scalar> &d) const {
    const Vector3<Scalar> axes[3] = {frame.n, frame.t, frame.s};
    Vector3<Scalar> arm[3], turn[3];
    for (int i = 0; i < 3; ++i) {
      arm[i] = d.cross(axes[i]);
      turn[i] = solve(body.factor.inertia, Vector3<Scalar>(r.cross(axes[i])));
    }
    ContactChange<Scalar> change;
    change.W = {
        2 * arm[0].dot(turn[0]), arm[0].dot(turn[1]) + arm[1].dot(turn[0]), arm[0].dot(turn[2]) + arm[2].dot(turn[0]),
        2 * arm[1].dot(turn[1]), arm[1].dot(turn[2]) + arm[2].dot(turn[1]), 2 * arm[2].dot(turn[2])};
    change.v = to_contact(frame, Vector3<Scalar>(body.before.w.cross(d)));
    change.r = d;
    return response(change);
  }

  // Of a normal that leans by t along t and by s along s.
  Response<Scalar> by_lean(Scalar t, Scalar s) const {
    const ContactVector<Scalar> &p = at.by.impact.p;
    ContactChange<Scalar> change = lean_of(contact, t, s);
    change.p = frame.t * (p.n * t) + frame.s * (p.n * s) - frame.n * (p.t * t + p.s * s);
    return response(change);
  }

  Response<Scalar> by_normal(const Vector3<Scalar> &d) const { return by_lean(frame.t.dot(d), frame.s.dot(d)); }

  // Of a body that is turned by d, r and inertia with it: all turned, less the turn of what is not.
  Response<Scalar> by_attitude(const Vector3<Scalar> &d) const {
    const Motion<Scalar> &before = body.before, &after = body.after;
    const Response<Scalar> all = {d.cross(impulse()), d.cross(after.v), d.cross(after.w)};
    return all - by_motion(d.cross(before.v), d.cross(before.w)) - by_normal(d.cross(frame.n));
  }
};

template <class Scalar>
inline void fill_column(const Response<Scalar> &response, int column, BodyPoseDerivatives<Scalar> &result) {
  for (int i = 0; i < 3; ++i) {
    result.impulse[i][column] = response.p[i];
    result.motion[i][column] = response.v[i];
    result.motion[3 + i][column] = response.w[i];
  }
}

// False where one is not finite.
template <class Scalar>
inline bool fill_pose(const StruckBody<Scalar> &struck, BodyPoseDerivatives<Scalar> &result) {
  for (int k = 0; k < 3; ++k) {
    const Vector3<Scalar> axis = {Scalar(k == 0 ? 1 : 0), Scalar(k == 1 ? 1 : 0), Scalar(k == 2 ? 1 : 0)};
    fill_column(struck.by_point(axis), TD_BODY_BY_R + k, result);
    fill_column(struck.by_normal(axis), TD_BODY_BY_N + k, result);
    fill_column(struck.by_attitude(axis), TD_BODY_BY_ATTITUDE + k, result);
  }
  return entries_finite(3 * TD_BODY_POSE_INPUTS, result.impulse[0]) &&
         entries_finite(6 * TD_BODY_POSE_INPUTS, result.motion[0]);
}

// td_resolve_body_derivatives. Results are scratch when the status is negative.
template <class Scalar>
Status resolve_with_derivatives(const BodyContact<Scalar> &body, BodyDerivatives<Scalar> &result,
                                BodyPoseDerivatives<Scalar> *by_pose) {
  OneBody<Scalar> system{body, result.body};
  const Status resolved = resolve_system(system, result.body.impact);
  if (resolved < 0) return resolved;
  StruckBody<Scalar> struck{system.body, system.frame, vector(body.r), system.contact(), {}};
  AtContact<Scalar> &at = struck.at;
  at.by.impact = result.body.impact;
  const Status differentiated = by_pose == nullptr
                                    ? differentiate(struck.contact, at.by.impact, at.by)
                                    : differentiate<with_W>(struck.contact, at.by.impact, at.by, &at.by_W);
  if (differentiated < 0) return differentiated;
  const bool finite = fill_body(system, at.by, result) && (by_pose == nullptr || fill_pose(struck, *by_pose));
  return finite ? resolved | differentiated : TD_REFUSED_RANGE;
}

}  // namespace touchdown::sensitivity

#endif
