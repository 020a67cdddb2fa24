// Written by toolchain/api from the headers.
// The C functions of landing.hpp, and its templates, for td_real.
#include "api/landing.hpp"

template touchdown::Status touchdown::start(touchdown::Landing<td_real> &, const touchdown::Lander<td_real> &,
                                            const touchdown::LanderState<td_real> &);
template touchdown::Status touchdown::step(touchdown::Landing<td_real> &, const touchdown::Lander<td_real> &, td_real,
                                           touchdown::Touch<td_real> *);
template touchdown::Status touchdown::land(const touchdown::Lander<td_real> &, const touchdown::LanderState<td_real> &,
                                           std::int32_t, touchdown::Landing<td_real> &, touchdown::Touch<td_real> *);
template touchdown::Status touchdown::stance_of(const touchdown::Landing<td_real> &, const touchdown::Lander<td_real> &,
                                                touchdown::Stance<td_real> &);
template touchdown::Status touchdown::find_first_touch(const touchdown::Lander<td_real> &,
                                                       const touchdown::LanderState<td_real> &,
                                                       touchdown::FirstTouch<td_real> &);
template touchdown::Status touchdown::sample(const touchdown::Lander<td_real> &,
                                             const touchdown::LanderState<td_real> &,
                                             const touchdown::LandingErrors<td_real> &, std::int32_t,
                                             touchdown::Lander<td_real> &, touchdown::LanderState<td_real> &);
template touchdown::Status touchdown::tally(touchdown::LandingOdds<td_real> &, const touchdown::Landing<td_real> &);
template touchdown::Status touchdown::land_sampled(const touchdown::Lander<td_real> &,
                                                   const touchdown::LanderState<td_real> &,
                                                   const touchdown::LandingErrors<td_real> &, std::int32_t,
                                                   std::int32_t, touchdown::LandingOdds<td_real> &);

td_status td_landing_start(td_landing *landing, const td_lander *lander, const td_lander_state *state) {
  if (landing == nullptr || lander == nullptr || state == nullptr) return TD_REFUSED_NULL;
  return touchdown::start(*landing, *lander, *state);
}

td_status td_landing_step(td_landing *landing, const td_lander *lander, td_real until, td_touch *touches) {
  if (landing == nullptr || lander == nullptr) return TD_REFUSED_NULL;
  return touchdown::step(*landing, *lander, until, touches);
}

td_status td_land(const td_lander *lander, const td_lander_state *state, int32_t steps, td_landing *landing,
                  td_touch *touches) {
  if (lander == nullptr || state == nullptr || landing == nullptr) return TD_REFUSED_NULL;
  return touchdown::land(*lander, *state, steps, *landing, touches);
}

td_status td_stance_of(const td_landing *landing, const td_lander *lander, td_stance *stance) {
  if (landing == nullptr || lander == nullptr || stance == nullptr) return TD_REFUSED_NULL;
  return touchdown::stance_of(*landing, *lander, *stance);
}

td_status td_find_first_touch(const td_lander *lander, const td_lander_state *state, td_first_touch *touch) {
  if (lander == nullptr || state == nullptr || touch == nullptr) return TD_REFUSED_NULL;
  return touchdown::find_first_touch(*lander, *state, *touch);
}

td_status td_landing_sample(const td_lander *lander, const td_lander_state *state, const td_landing_errors *errors,
                            int32_t index, td_lander *sampled_lander, td_lander_state *sampled_state) {
  if (lander == nullptr || state == nullptr || errors == nullptr || sampled_lander == nullptr ||
      sampled_state == nullptr)
    return TD_REFUSED_NULL;
  return touchdown::sample(*lander, *state, *errors, index, *sampled_lander, *sampled_state);
}

td_status td_landing_tally(td_landing_odds *odds, const td_landing *landing) {
  if (odds == nullptr || landing == nullptr) return TD_REFUSED_NULL;
  return touchdown::tally(*odds, *landing);
}

td_status td_land_sampled(const td_lander *lander, const td_lander_state *state, const td_landing_errors *errors,
                          int32_t samples, int32_t steps, td_landing_odds *odds) {
  if (lander == nullptr || state == nullptr || errors == nullptr || odds == nullptr) return TD_REFUSED_NULL;
  return touchdown::land_sampled(*lander, *state, *errors, samples, steps, *odds);
}
