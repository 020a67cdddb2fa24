// Which inputs are refused, and with which status. The order is as in impact.h; NaN fails every comparison here.
#ifndef TOUCHDOWN_IMPACT_VALIDATION_HPP
#define TOUCHDOWN_IMPACT_VALIDATION_HPP

#include "impact/method_set.hpp"
#include "numerics/bits.hpp"
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
  // a negative one is out of range as an unsigned number
  if (static_cast<std::uint32_t>(options.steps) > TD_MAX_STEPS) return TD_REFUSED_STEPS;
  if (!is_law(options.law, TD_LAW_COMPROMISE)) return TD_SOLVED;  // no other law reads the weights
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
  return are_zero(contact.W.ns, contact.W.ts, contact.v.s);
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

// Whether a contact that approaches and is not refused takes the closed form.
template <class Scalar>
TOUCHDOWN_INLINE bool takes_closed_form(const Contact<Scalar> &contact) {
  return has_method(TD_METHOD_PLANAR) && !is_method(contact.options.method, TD_METHOD_ALGEBRAIC) && is_planar(contact);
}

// The checks below pass no input that check() refuses, and fail some that it accepts, such as -0. check() then decides.
// They compare bits, because the order of floats is the order of these integers.
template <class Scalar>
TOUCHDOWN_INLINE bool is_sound(const Surface<Scalar> &surface) {
  return is_up_to(surface.e, Scalar(1)) && is_up_to(surface.mu_k, surface.mu_s) && is_plain(surface.mu_s);
}

// A planar impact whose answer, if finite, needs no further check: W_nt, W_tt and the velocity spoil it if they are not
// finite, and so does W_nn = 0.
template <class Scalar>
TOUCHDOWN_INLINE bool is_sound_in_plane(const Contact<Scalar> &contact) {
  return has_method(TD_METHOD_PLANAR) && is_below_zero(contact.v.n) && is_planar(contact) && is_plain(contact.W.nn) &&
         is_plain(contact.W.ss) && is_sound(contact.surface) && is_planar_method(contact.options.method) &&
         check_options(contact.options) == TD_SOLVED;
}

}  // namespace touchdown

#endif
