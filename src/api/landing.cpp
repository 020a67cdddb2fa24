// Written by toolchain/api from the headers.
// The C functions of landing.hpp, and its templates, for td_real.
#include "api/landing.hpp"

template touchdown::Status touchdown::find_first_touch(const touchdown::SettlingBody<td_real> &,
                                                       const touchdown::LanderState<td_real> &,
                                                       touchdown::FirstTouch<td_real> &);
template touchdown::Status touchdown::stability_of(const touchdown::SettlingBody<td_real> &,
                                                   const touchdown::LanderState<td_real> &,
                                                   touchdown::Stability<td_real> &);

td_status td_find_first_touch(const td_settling_body *body, const td_lander_state *state, td_first_touch *touch) {
  if (body == nullptr || state == nullptr || touch == nullptr) return TD_REFUSED_NULL;
  return touchdown::find_first_touch(*body, *state, *touch);
}

td_status td_stability_of(const td_settling_body *body, const td_lander_state *state, td_stability *stability) {
  if (body == nullptr || state == nullptr || stability == nullptr) return TD_REFUSED_NULL;
  return touchdown::stability_of(*body, *state, *stability);
}
