// What the C functions of landing.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_C_API_LANDING_HPP
#define TOUCHDOWN_C_API_LANDING_HPP

#include "touchdown/landing.h"

#include "c_api/publish.hpp"
#include "landing/chain.hpp"
#include "landing/envelope.hpp"

namespace touchdown {

// As much as is said to be written.
template <class Scalar>
static void copy_out(const Landing<Scalar> &from, int feet, Landing<Scalar> &to) {
  copy(feet, from.outlook, to.outlook);
  to.first = from.first;
  to.together = from.together;
  to.landing_class = from.landing_class;
  to.count = from.count;
  to.chain_end = from.chain_end;
  copy(from.count, from.touchdown, to.touchdown);
}

}  // namespace touchdown

template <class Scalar>
touchdown::Status touchdown::predict(const touchdown::Lander<Scalar> &lander,
                                     const touchdown::LanderState<Scalar> &state, touchdown::Landing<Scalar> &landing) {
  Landing<Scalar> scratch = {};
  const Status status = predict_landing(lander, state, scratch);
  if (status >= 0) copy_out(scratch, lander.feet, landing);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::stability_of(const touchdown::Lander<Scalar> &lander,
                                          const touchdown::LanderState<Scalar> &state,
                                          touchdown::Stability<Scalar> &stability) {
  return publish(stability, [&](Stability<Scalar> &scratch) { return stability_in(lander, state, scratch); });
}

template <class Scalar>
touchdown::Status touchdown::envelope_of(const touchdown::Lander<Scalar> &lander,
                                         const touchdown::LanderState<Scalar> &state,
                                         const touchdown::LandingErrors<Scalar> &errors,
                                         touchdown::LandingEnvelope<Scalar> &envelope) {
  Landing<Scalar> room;
  return publish(envelope,
                 [&](LandingEnvelope<Scalar> &scratch) { return find_envelope(lander, state, errors, room, scratch); });
}

td_status td_froude_of(td_real gravity_full, td_real gravity_model, td_froude *froude) {
  if (froude == nullptr) return TD_REFUSED_NULL;
  if (!(gravity_full > 0 && gravity_model > 0) || !touchdown::is_finite(gravity_full) ||
      !touchdown::is_finite(gravity_model))
    return TD_REFUSED_GRAVITY;
  const td_real length = gravity_full / gravity_model;
  const td_real mass = length * length * length;
  const td_froude scale = {length, length,          1,   1 / length, 1 / length, mass, mass * length * length,
                           mass,   length * length, mass};
  const bool in_range = touchdown::is_finite(scale.inertia) && scale.inertia > 0;
  if (!in_range) return TD_REFUSED_RANGE;
  *froude = scale;
  return TD_SOLVED;
}

#endif
