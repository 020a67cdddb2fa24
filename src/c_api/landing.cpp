// C API of landing.h; compiled once for float and once, with TD_DOUBLE, for double.
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

template touchdown::Status touchdown::predict(const touchdown::Lander<td_real> &,
                                              const touchdown::LanderState<td_real> &, touchdown::Landing<td_real> &);
template touchdown::Status touchdown::stability_of(const touchdown::Lander<td_real> &,
                                                   const touchdown::LanderState<td_real> &,
                                                   touchdown::Stability<td_real> &);
template touchdown::Status touchdown::envelope_of(const touchdown::Lander<td_real> &,
                                                  const touchdown::LanderState<td_real> &,
                                                  const touchdown::LandingErrors<td_real> &,
                                                  touchdown::LandingEnvelope<td_real> &);

td_status td_predict_landing(const td_lander *lander, const td_lander_state *state, td_landing *landing) {
  if (lander == nullptr || state == nullptr || landing == nullptr) return TD_REFUSED_NULL;
  return touchdown::predict(*lander, *state, *landing);
}

td_status td_stability_of(const td_lander *lander, const td_lander_state *state, td_stability *stability) {
  if (lander == nullptr || state == nullptr || stability == nullptr) return TD_REFUSED_NULL;
  return touchdown::stability_of(*lander, *state, *stability);
}

td_status td_landing_envelope_of(const td_lander *lander, const td_lander_state *state, const td_landing_errors *errors,
                                 td_landing_envelope *envelope) {
  if (lander == nullptr || state == nullptr || errors == nullptr || envelope == nullptr) return TD_REFUSED_NULL;
  return touchdown::envelope_of(*lander, *state, *errors, *envelope);
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
