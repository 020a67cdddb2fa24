// Written by toolchain/api from the headers.
// The C functions of landing.hpp, and its templates, for td_real.
#include "c_api/landing.hpp"

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
