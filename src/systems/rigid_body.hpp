// A free rigid body: its mobility at a contact, and its motion after an impulse.
//   W = 1/m 1 - [r]x I^-1 [r]x, read as W_ij = (e_i . e_j)/m + (r x e_i) . I^-1 (r x e_j): Sun & Baruh 2022, section 3.
//   Back: dv = p/m, dw = I^-1 (r x p).
// W is built as a Gram matrix, so that it is symmetric by construction, semidefinite to rounding, free of units, and
// exactly zero where the data are planar.
#ifndef TOUCHDOWN_SYSTEMS_RIGID_BODY_HPP
#define TOUCHDOWN_SYSTEMS_RIGID_BODY_HPP

#include "numerics/tolerances.hpp"
#include "systems/contact_space.hpp"

namespace touchdown {

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

// The share of one body in W, at the point r from its centre of mass.
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

template <class Scalar>
bool all_finite(const Motion<Scalar> &motion) {
  return all_finite(motion.v) && all_finite(motion.w);
}

// A body before and after the impulses that it takes.
template <class Scalar>
struct FreeBody {
  Scalar mass;
  Matrix3<Scalar> inertia;
  Motion<Scalar> before, after;
  BodyFactor<Scalar> factor;

  // MASS, INERTIA or solved.
  Status enter(const RigidBody<Scalar> &body) {
    mass = body.mass;
    inertia = matrix(body.inertia);
    before = after = {vector(body.v), vector(body.w)};
    return factorize(mass, inertia, factor);
  }
  void take(const Vector3<Scalar> &r, const Vector3<Scalar> &p) { after = after_impulse(factor, r, p, after); }
  Vector3<Scalar> velocity_at(const Vector3<Scalar> &r) const { return point_velocity(before.v, before.w, r); }
  Scalar energy(const Motion<Scalar> &motion) const { return kinetic_energy(mass, inertia, motion); }
};

}  // namespace touchdown

#endif
