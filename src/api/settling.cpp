// Written by toolchain/api from the headers.
// The C functions of settling.hpp, and its templates, for td_real.
#include "api/settling.hpp"

template touchdown::Status touchdown::start(const touchdown::SettlingBody<td_real> &,
                                            const touchdown::LanderState<td_real> &, touchdown::Settling<td_real> &);
template touchdown::Status touchdown::step(const touchdown::SettlingBody<td_real> &, td_real,
                                           touchdown::Settling<td_real> &);
template touchdown::Status touchdown::settle(const touchdown::SettlingBody<td_real> &,
                                             const touchdown::LanderState<td_real> &, std::int32_t,
                                             touchdown::Settling<td_real> &);
template touchdown::Status touchdown::stance_of(const touchdown::SettlingBody<td_real> &,
                                                const touchdown::LanderState<td_real> &,
                                                touchdown::SettlingStance<td_real> &);
template touchdown::Status touchdown::sample(const touchdown::SettlingBody<td_real> &,
                                             const touchdown::LanderState<td_real> &,
                                             const touchdown::SettlingErrors<td_real> &, std::int32_t,
                                             touchdown::SettlingBody<td_real> &, touchdown::LanderState<td_real> &);
template touchdown::Status touchdown::tally(const touchdown::Settling<td_real> &, touchdown::SettlingOdds<td_real> &);
template touchdown::Status touchdown::settle_sampled(const touchdown::SettlingBody<td_real> &,
                                                     const touchdown::LanderState<td_real> &,
                                                     const touchdown::SettlingErrors<td_real> &, std::int32_t,
                                                     std::int32_t, touchdown::SettlingOdds<td_real> &);

td_status td_settling_start(const td_settling_body *body, const td_lander_state *state, td_settling *settling) {
  if (body == nullptr || state == nullptr || settling == nullptr) return TD_REFUSED_NULL;
  return touchdown::start(*body, *state, *settling);
}

td_status td_settling_step(const td_settling_body *body, td_real until, td_settling *settling) {
  if (body == nullptr || settling == nullptr) return TD_REFUSED_NULL;
  return touchdown::step(*body, until, *settling);
}

td_status td_settle(const td_settling_body *body, const td_lander_state *state, int32_t steps, td_settling *settling) {
  if (body == nullptr || state == nullptr || settling == nullptr) return TD_REFUSED_NULL;
  return touchdown::settle(*body, *state, steps, *settling);
}

td_status td_stance_of(const td_settling_body *body, const td_lander_state *state, td_settling_stance *stance) {
  if (body == nullptr || state == nullptr || stance == nullptr) return TD_REFUSED_NULL;
  return touchdown::stance_of(*body, *state, *stance);
}

td_status td_settling_sample(const td_settling_body *body, const td_lander_state *state,
                             const td_settling_errors *errors, int32_t index, td_settling_body *sampled_body,
                             td_lander_state *sampled_state) {
  if (body == nullptr || state == nullptr || errors == nullptr || sampled_body == nullptr || sampled_state == nullptr)
    return TD_REFUSED_NULL;
  return touchdown::sample(*body, *state, *errors, index, *sampled_body, *sampled_state);
}

td_status td_settling_tally(const td_settling *settling, td_settling_odds *odds) {
  if (settling == nullptr || odds == nullptr) return TD_REFUSED_NULL;
  return touchdown::tally(*settling, *odds);
}

td_status td_settle_sampled(const td_settling_body *body, const td_lander_state *state,
                            const td_settling_errors *errors, int32_t samples, int32_t steps, td_settling_odds *odds) {
  if (body == nullptr || state == nullptr || errors == nullptr || odds == nullptr) return TD_REFUSED_NULL;
  return touchdown::settle_sampled(*body, *state, *errors, samples, steps, *odds);
}
