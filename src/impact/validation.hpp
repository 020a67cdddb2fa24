// Which inputs are refused, and with which status. The order is that of touchdown.h; NaN fails every comparison here.
#ifndef TOUCHDOWN_IMPACT_VALIDATION_HPP
#define TOUCHDOWN_IMPACT_VALIDATION_HPP

#include "impact/method_set.hpp"
#include "numerics/scalar.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

template <class Scalar>
TOUCHDOWN_INLINE Status check_surface(const Surface<Scalar> &surface) {
  if (!(surface.e * (1 - surface.e) >= 0)) return TD_REFUSED_RESTITUTION;
  if (!(surface.mu_k >= 0)) return TD_REFUSED_KINETIC_FRICTION;
  if (!(surface.mu_s >= surface.mu_k && surface.mu_s <= largest<Scalar>))
    return surface.mu_k <= largest<Scalar> ? TD_REFUSED_STATIC_FRICTION : TD_REFUSED_KINETIC_FRICTION;
  return TD_SOLVED;
}

template <class Scalar>
TOUCHDOWN_INLINE Status check_options(const Options<Scalar> &options) {
  if (!has_law(options.law)) return TD_REFUSED_LAW;
  if (!has_method(options.method)) return TD_REFUSED_METHOD;
  // As an unsigned number, a negative one is out of range too.
  if (static_cast<std::uint32_t>(options.steps) > TD_MAX_STEPS) return TD_REFUSED_STEPS;
  if (!is_law(options.law, TD_LAW_COMPROMISE)) return TD_SOLVED;  // no other reads the weights
  const bool good = options.d1 >= 0 && options.d2 >= 0 && options.d1 + options.d2 <= largest<Scalar>;
  return good ? TD_SOLVED : TD_REFUSED_WEIGHTS;
}

template <class Scalar>
TOUCHDOWN_INLINE Status check_contact(const ContactInertia<Scalar> &W, const ContactVector<Scalar> &v) {
  if (!(are_finite(W.nn, W.nt, W.ns, W.tt, W.ts, W.ss) && W.nn > 0)) return TD_REFUSED_CONTACT_INERTIA;
  if (!are_finite(v.n, v.t, v.s)) return TD_REFUSED_VELOCITY;
  return TD_SOLVED;
}

// A contact is planar if no term couples out of the plane. W_ss alone couples nothing.
template <class Scalar>
TOUCHDOWN_INLINE bool is_planar(const Contact<Scalar> &contact) {
  return contact.W.ns == 0 && contact.W.ts == 0 && contact.v.s == 0;
}

// The first reason to refuse a contact, in the documented order.
template <class Scalar>
inline Status check(const Contact<Scalar> &contact) {
  Status status = check_contact(contact.W, contact.v);
  if (status == TD_SOLVED) status = check_surface(contact.surface);
  if (status == TD_SOLVED) status = check_options(contact.options);
  if (status == TD_SOLVED && contact.options.method == TD_METHOD_PLANAR && !is_planar(contact))
    status = TD_REFUSED_NOT_PLANAR;
  return status;
}

// All checks in one expression, at half the cost of check(). It is also false where a sum overflows; check() then
// decides.
template <class Scalar>
TOUCHDOWN_INLINE bool is_sound(const Contact<Scalar> &contact) {
  const ContactInertia<Scalar> &W = contact.W;
  const Surface<Scalar> &surface = contact.surface;
  return zero_if_finite(W.nn + W.nt + W.ns + W.tt + W.ts + W.ss + contact.v.n + contact.v.t + contact.v.s +
                        surface.mu_s) == 0 &&
         W.nn > 0 && surface.e * (1 - surface.e) >= 0 && surface.mu_k >= 0 && surface.mu_s >= surface.mu_k &&
         check_options(contact.options) == TD_SOLVED &&
         (contact.options.method != TD_METHOD_PLANAR || is_planar(contact));
}

}  // namespace touchdown

#endif
