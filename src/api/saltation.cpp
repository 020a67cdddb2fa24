// Written by toolchain/api from the headers.
// The C functions of saltation.hpp, and its templates, for td_real.
#include "api/saltation.hpp"

template touchdown::Status touchdown::saltation_of(const touchdown::BodyContact<td_real> &,
                                                   const touchdown::BodyLoads<td_real> &,
                                                   const touchdown::BodyLoads<td_real> &,
                                                   touchdown::BodySaltation<td_real> &,
                                                   touchdown::SaltationReach<td_real> *);
template touchdown::Status touchdown::saltation_of(const touchdown::Speeds<td_real> &,
                                                   const touchdown::SpeedsFlow<td_real> &,
                                                   touchdown::SpeedsSaltation<td_real> &, td_real *, td_real *,
                                                   touchdown::SystemAfter<td_real> *);
template touchdown::Status touchdown::find_first_touch(const touchdown::Lander<td_real> &,
                                                       const touchdown::LanderState<td_real> &, const td_real *,
                                                       const td_real *, touchdown::FirstTouch<td_real> &,
                                                       touchdown::TouchCovariance<td_real> &);
template touchdown::Status touchdown::covariance_through(std::int32_t, std::int32_t, const td_real *, const td_real *,
                                                         std::int32_t, const td_real *, const td_real *, td_real *);

td_status td_body_saltation_of(const td_body_contact *contact, const td_body_loads *before, const td_body_loads *after,
                               td_body_saltation *saltation, td_saltation_reach *reach) {
  if (contact == nullptr || before == nullptr || saltation == nullptr) return TD_REFUSED_NULL;
  return touchdown::saltation_of(*contact, *before, after == nullptr ? *before : *after, *saltation, reach);
}

td_status td_speeds_saltation_of(const td_speeds *system, const td_speeds_flow *flow, td_speeds_saltation *saltation,
                                 td_real *X, td_real *E, td_system_after *after) {
  if (system == nullptr || flow == nullptr || saltation == nullptr) return TD_REFUSED_NULL;
  return touchdown::saltation_of(*system, *flow, *saltation, X, E, after);
}

td_status td_first_touch_covariance(const td_lander *body, const td_lander_state *state, const td_real *P,
                                    const td_real *S, td_first_touch *touch, td_touch_covariance *covariance) {
  if (body == nullptr || state == nullptr || touch == nullptr || covariance == nullptr) return TD_REFUSED_NULL;
  return touchdown::find_first_touch(*body, *state, P, S, *touch, *covariance);
}

td_status td_covariance_through(int32_t outputs, int32_t inputs, const td_real *X, const td_real *C, int32_t parameters,
                                const td_real *E, const td_real *S, td_real *after) {
  return touchdown::covariance_through(outputs, inputs, X, C, parameters, E, S, after);
}
