// The impact of one free rigid body, and of two. For a pair, W is the sum, and -p acts on the other: Shen & Townsend
// 1998, section 5.
#ifndef TOUCHDOWN_SYSTEMS_BODIES_HPP
#define TOUCHDOWN_SYSTEMS_BODIES_HPP

#include "systems/rigid_body.hpp"
#include "systems/system_impact.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

template <class Scalar>
struct OneBody {
  const BodyContact<Scalar> &given;
  BodyImpact<Scalar> &result;
  FreeBody<Scalar> body = {};
  ContactFrame<Scalar> frame = {};

  // MASS, INERTIA, NORMAL, POSITION or solved.
  Status enter() {
    const Status refused = body.enter(given.body);
    if (refused < 0) return refused;
    if (!frame_of(vector(given.n), frame)) return TD_REFUSED_NORMAL;
    return all_finite(vector(given.r)) ? TD_SOLVED : TD_REFUSED_POSITION;
  }
  Contact<Scalar> contact() const {
    const Vector3<Scalar> r = vector(given.r);
    return {contact_inertia(body.factor, r, frame), to_contact(frame, body.velocity_at(r)), given.surface,
            given.options};
  }
  Status resolve() { return resolve_contact(contact(), result.impact); }
  Status move(Energies<Scalar> &energies) {
    body.take(vector(given.r), to_world(frame, result.impact.p));
    energies = {body.energy(body.before), body.energy(body.after)};
    return inertia_caveat(body.inertia);
  }
  bool finish() {
    view(result.t) = frame.t;
    view(result.s) = frame.s;
    view(result.v) = body.after.v;
    view(result.w) = body.after.w;
    return all_finite(body.after);
  }
};

template <class Scalar>
ContactInertia<Scalar> operator+(const ContactInertia<Scalar> &x, const ContactInertia<Scalar> &y) {
  return {x.nn + y.nn, x.nt + y.nt, x.ns + y.ns, x.tt + y.tt, x.ts + y.ts, x.ss + y.ss};
}

template <class Scalar>
struct TwoBodies {
  const Pair<Scalar> &given;
  PairImpact<Scalar> &result;
  FreeBody<Scalar> a = {}, b = {};
  ContactFrame<Scalar> frame = {};

  // MASS, INERTIA, NORMAL, POSITION or solved.
  Status enter() {
    const Status in_a = a.enter(given.a), in_b = b.enter(given.b);
    if (in_a == TD_REFUSED_MASS || in_b == TD_REFUSED_MASS) return TD_REFUSED_MASS;
    if (in_a < 0 || in_b < 0) return TD_REFUSED_INERTIA;
    if (!frame_of(vector(given.n), frame)) return TD_REFUSED_NORMAL;
    return all_finite(vector(given.r_a)) && all_finite(vector(given.r_b)) ? TD_SOLVED : TD_REFUSED_POSITION;
  }
  Contact<Scalar> contact() const {
    const Vector3<Scalar> r_a = vector(given.r_a), r_b = vector(given.r_b);
    const Vector3<Scalar> v = a.velocity_at(r_a) - b.velocity_at(r_b);
    return {contact_inertia(a.factor, r_a, frame) + contact_inertia(b.factor, r_b, frame), to_contact(frame, v),
            given.surface, given.options};
  }
  Status resolve() { return resolve_contact(contact(), result.impact); }
  Status move(Energies<Scalar> &energies) {
    const Vector3<Scalar> p = to_world(frame, result.impact.p);
    a.take(vector(given.r_a), p);
    b.take(vector(given.r_b), -p);
    energies = {a.energy(a.before) + b.energy(b.before), a.energy(a.after) + b.energy(b.after)};
    return inertia_caveat(a.inertia) | inertia_caveat(b.inertia);
  }
  bool finish() {
    view(result.t) = frame.t;
    view(result.s) = frame.s;
    view(result.v_a) = a.after.v;
    view(result.w_a) = a.after.w;
    view(result.v_b) = b.after.v;
    view(result.w_b) = b.after.w;
    return all_finite(a.after) && all_finite(b.after);
  }
};

// td_resolve_body. `impact` is scratch when the status is negative.
template <class Scalar>
Status resolve_body(const BodyContact<Scalar> &body, BodyImpact<Scalar> &impact) {
  OneBody<Scalar> system{body, impact};
  return resolve_system(system, impact.impact);
}

// td_resolve_pair. `impact` is scratch when the status is negative.
template <class Scalar>
Status resolve_pair(const Pair<Scalar> &pair, PairImpact<Scalar> &impact) {
  TwoBodies<Scalar> system{pair, impact};
  return resolve_system(system, impact.impact);
}

}  // namespace touchdown

#endif
