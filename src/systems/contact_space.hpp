// The ways from a free rigid body, and from a pair of them, to contact space and back.
//   W = 1/m 1 - [r]x I^-1 [r]x, read as W_ij = (e_i . e_j)/m + (r x e_i) . I^-1 (r x e_j): Sun & Baruh 2022, section 3.
//   Back: dv = p/m, dw = I^-1 (r x p). For a pair, W is the sum, and -p acts on the other: Shen & Townsend 1998,
//   section 5.
// W is built as a Gram matrix, so that it is symmetric by construction, semidefinite to rounding, free of units, and
// exactly zero where the data are planar.
#ifndef TOUCHDOWN_SYSTEMS_CONTACT_SPACE_HPP
#define TOUCHDOWN_SYSTEMS_CONTACT_SPACE_HPP

#include "impact/single_impact.hpp"
#include "numerics/linalg.hpp"
#include "numerics/tolerances.hpp"
#include "touchdown/systems.hpp"

namespace touchdown {

// (t, s, n), orthonormal and right-handed.
template <class Scalar>
struct ContactFrame {
  Vector3<Scalar> t, s, n;
};

// t is the world x axis laid into the surface, or y where n is within 45 deg of x. The normal may have any length above
// 0: it is first divided by its largest entry, so that no square leaves the range. False where it is not finite or 0.
template <class Scalar>
bool frame_of(const Vector3<Scalar> &normal, ContactFrame<Scalar> &frame) {
  const Scalar largest = normal.cwiseAbs().maxCoeff();
  if (!all_finite(normal) || !(largest > 0)) return false;
  const Vector3<Scalar> direction = normal / largest;
  const Vector3<Scalar> n = direction / square_root(direction.squaredNorm());
  const Scalar off_x = n[1] * n[1] + n[2] * n[2];
  if (n[0] * n[0] < off_x) {
    const Scalar length = square_root(off_x);
    frame.s = {Scalar(0), n[2] / length, Scalar(0) - n[1] / length};
  } else {
    const Scalar length = square_root(n[0] * n[0] + n[2] * n[2]);
    frame.s = {Scalar(0) - n[2] / length, Scalar(0), n[0] / length};
  }
  frame.t = frame.s.cross(n);
  frame.n = n;
  return true;
}

template <class Scalar>
ContactVector<Scalar> to_contact(const ContactFrame<Scalar> &frame, const Vector3<Scalar> &world) {
  return {frame.n.dot(world), frame.t.dot(world), frame.s.dot(world)};
}

template <class Scalar>
Vector3<Scalar> to_world(const ContactFrame<Scalar> &frame, const ContactVector<Scalar> &x) {
  return frame.n * x.n + frame.t * x.t + frame.s * x.s;
}

// Mass properties of a body, ready for division.
template <class Scalar>
struct BodyFactor {
  Scalar mass, inverse_mass;
  Factor3<Scalar> inertia;
};

// MASS, INERTIA or solved.
template <class Scalar>
Status factorize(Scalar mass, const Matrix3<Scalar> &inertia, BodyFactor<Scalar> &factor) {
  if (!is_finite(mass) || !(mass > 0)) return TD_REFUSED_MASS;
  factor.mass = mass;
  factor.inverse_mass = Scalar(1) / mass;
  return factorize(inertia, factor.inertia) ? TD_SOLVED : TD_REFUSED_INERTIA;
}

// A body of positive masses has a positive semidefinite second moment of mass, trace(I)/2 1 - I. Its bound is widened
// by rounding, so that thin plates and rods, which lie on it, pass.
template <class Scalar>
Status inertia_caveat(const Matrix3<Scalar> &inertia) {
  const Scalar half_trace = Scalar(0.5) * inertia(0, 0) + Scalar(0.5) * inertia(1, 1) + Scalar(0.5) * inertia(2, 2);
  Matrix3<Scalar> second_moment = -inertia;
  second_moment.diagonal().array() += half_trace + tolerance::second_moment<Scalar> * half_trace;
  Factor3<Scalar> ignored;
  return factorize(second_moment, ignored) ? TD_SOLVED : TD_CAVEAT_INERTIA;
}

template <class Scalar>
Vector3<Scalar> point_velocity(const Vector3<Scalar> &v, const Vector3<Scalar> &w, const Vector3<Scalar> &r) {
  return v + w.cross(r);
}

// What one body adds to W at the point r from its centre of mass.
template <class Scalar>
ContactInertia<Scalar> contact_inertia(const BodyFactor<Scalar> &body, const Vector3<Scalar> &r,
                                       const ContactFrame<Scalar> &frame) {
  const Vector3<Scalar> n = forward_substitute(body.inertia, Vector3<Scalar>(r.cross(frame.n)));
  const Vector3<Scalar> t = forward_substitute(body.inertia, Vector3<Scalar>(r.cross(frame.t)));
  const Vector3<Scalar> s = forward_substitute(body.inertia, Vector3<Scalar>(r.cross(frame.s)));
  const Vector3<Scalar> n_d = n.cwiseProduct(body.inertia.inverse_d);
  const Vector3<Scalar> t_d = t.cwiseProduct(body.inertia.inverse_d);
  const Vector3<Scalar> s_d = s.cwiseProduct(body.inertia.inverse_d);
  return {body.inverse_mass + n.dot(n_d), n_d.dot(t), n_d.dot(s),
          body.inverse_mass + t.dot(t_d), t_d.dot(s), body.inverse_mass + s.dot(s_d)};
}

// Linear and angular velocity of a body.
template <class Scalar>
struct Motion {
  Vector3<Scalar> v, w;
};

template <class Scalar>
Motion<Scalar> after_impulse(const BodyFactor<Scalar> &body, const Vector3<Scalar> &r, const Vector3<Scalar> &p,
                             const Motion<Scalar> &before) {
  return {before.v + p * body.inverse_mass, before.w + solve(body.inertia, Vector3<Scalar>(r.cross(p)))};
}

template <class Scalar>
Scalar kinetic_energy(Scalar mass, const Matrix3<Scalar> &inertia, const Motion<Scalar> &motion) {
  const Vector3<Scalar> &w = motion.w;
  const Scalar square = inertia(0, 0) * w[0] * w[0] + inertia(1, 1) * w[1] * w[1] + inertia(2, 2) * w[2] * w[2];
  const Scalar product = inertia(1, 0) * w[0] * w[1] + inertia(2, 0) * w[0] * w[2] + inertia(2, 1) * w[1] * w[2];
  return Scalar(0.5) * (mass * motion.v.squaredNorm() + square) + product;
}

// The energies of the whole system, which know what a contact's own does not: RANGE, ENERGY_GAINED or solved.
// ConstraintBasis rows may do work: `gain` then tells what the contacts gave apart from it.
template <class Scalar, class Result>
TOUCHDOWN_INLINE Status report_energies(Scalar before, Scalar after, Scalar gain, Result &result) {
  result.energy_before = before;
  result.energy_after = after;
  if (!are_finite(before, after)) return TD_REFUSED_RANGE;
  return tolerance::gains(before, gain) ? TD_CAVEAT_ENERGY_GAINED : TD_SOLVED;
}

template <class Scalar>
bool all_finite(const Motion<Scalar> &motion) {
  return all_finite(motion.v) && all_finite(motion.w);
}

// td_resolve_body. `impact` is scratch when the status is negative.
template <class Scalar>
inline Status resolve_body(const Body<Scalar> &body, BodyImpact<Scalar> &impact) {
  BodyFactor<Scalar> factor;
  ContactFrame<Scalar> frame;
  const Status refused = factorize(body.mass, body.inertia, factor);
  if (refused < 0) return refused;
  if (!frame_of(body.n, frame)) return TD_REFUSED_NORMAL;
  if (!all_finite(body.r)) return TD_REFUSED_POSITION;

  const Motion<Scalar> before{body.v, body.w};
  const Contact<Scalar> contact{contact_inertia(factor, body.r, frame),
                                to_contact(frame, point_velocity(body.v, body.w, body.r)), body.surface, body.options};
  const Status status = resolve_contact(contact, impact.impact);
  if (status < 0) return status;

  const Motion<Scalar> after = after_impulse(factor, body.r, to_world(frame, impact.impact.p), before);
  const Scalar energy_before = kinetic_energy(body.mass, body.inertia, before);
  const Scalar energy_after = kinetic_energy(body.mass, body.inertia, after);
  const Status energy = report_energies(energy_before, energy_after, energy_after - energy_before, impact.impact);
  if (energy < 0 || !all_finite(after)) return TD_REFUSED_RANGE;
  impact.t = frame.t;
  impact.s = frame.s;
  impact.v = after.v;
  impact.w = after.w;
  return status | energy | inertia_caveat(body.inertia);
}

template <class Scalar>
ContactInertia<Scalar> operator+(const ContactInertia<Scalar> &x, const ContactInertia<Scalar> &y) {
  return {x.nn + y.nn, x.nt + y.nt, x.ns + y.ns, x.tt + y.tt, x.ts + y.ts, x.ss + y.ss};
}

template <class Scalar>
Motion<Scalar> motion_of(const RigidBody<Scalar> &body) {
  return {body.v, body.w};
}

template <class Scalar>
Scalar kinetic_energy(const RigidBody<Scalar> &body, const Motion<Scalar> &motion) {
  return kinetic_energy(body.mass, body.inertia, motion);
}

template <class Scalar>
struct PairSpace {
  BodyFactor<Scalar> a, b;
  ContactFrame<Scalar> frame;
};

// MASS, INERTIA, NORMAL, POSITION or solved.
template <class Scalar>
Status enter(const Pair<Scalar> &pair, PairSpace<Scalar> &space) {
  const Status a = factorize(pair.a.mass, pair.a.inertia, space.a);
  const Status b = factorize(pair.b.mass, pair.b.inertia, space.b);
  if (a == TD_REFUSED_MASS || b == TD_REFUSED_MASS) return TD_REFUSED_MASS;
  if (a < 0 || b < 0) return TD_REFUSED_INERTIA;
  if (!frame_of(pair.n, space.frame)) return TD_REFUSED_NORMAL;
  return all_finite(pair.a.r) && all_finite(pair.b.r) ? TD_SOLVED : TD_REFUSED_POSITION;
}

// td_resolve_pair. `impact` is scratch when the status is negative.
template <class Scalar>
inline Status resolve_pair(const Pair<Scalar> &pair, PairImpact<Scalar> &impact) {
  const RigidBody<Scalar> &a = pair.a, &b = pair.b;
  PairSpace<Scalar> space;
  const Status refused = enter(pair, space);
  if (refused < 0) return refused;
  const ContactFrame<Scalar> &frame = space.frame;

  const Contact<Scalar> contact{
      contact_inertia(space.a, a.r, frame) + contact_inertia(space.b, b.r, frame),
      to_contact(frame, Vector3<Scalar>(point_velocity(a.v, a.w, a.r) - point_velocity(b.v, b.w, b.r))), pair.surface,
      pair.options};
  const Status status = resolve_contact(contact, impact.impact);
  if (status < 0) return status;

  const Vector3<Scalar> p = to_world(frame, impact.impact.p);
  const Motion<Scalar> after_a = after_impulse(space.a, a.r, p, motion_of(a));
  const Motion<Scalar> after_b = after_impulse(space.b, b.r, Vector3<Scalar>(-p), motion_of(b));
  const Scalar energy_before = kinetic_energy(a, motion_of(a)) + kinetic_energy(b, motion_of(b));
  const Scalar energy_after = kinetic_energy(a, after_a) + kinetic_energy(b, after_b);
  const Status energy = report_energies(energy_before, energy_after, energy_after - energy_before, impact.impact);
  if (energy < 0 || !all_finite(after_a) || !all_finite(after_b)) return TD_REFUSED_RANGE;
  impact.t = frame.t;
  impact.s = frame.s;
  impact.v_a = after_a.v;
  impact.w_a = after_a.w;
  impact.v_b = after_b.v;
  impact.w_b = after_b.w;
  return status | energy | inertia_caveat(a.inertia) | inertia_caveat(b.inertia);
}

}  // namespace touchdown

#endif
