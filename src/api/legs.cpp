// Written by toolchain/api from the headers.
// The C functions of legs.hpp, and its templates, for td_real.
#include "api/legs.hpp"

template touchdown::Status touchdown::step_on_legs(const touchdown::SettlingBody<td_real> &,
                                                   const touchdown::Legs<td_real> &, td_real,
                                                   touchdown::Settling<td_real> &, touchdown::LegsRecord<td_real> &);
template touchdown::Status touchdown::settle_on_legs(const touchdown::SettlingBody<td_real> &,
                                                     const touchdown::Legs<td_real> &,
                                                     const touchdown::LanderState<td_real> &, std::int32_t,
                                                     touchdown::Settling<td_real> &, touchdown::LegsRecord<td_real> &);

td_status td_settling_step_on_legs(const td_settling_body *body, const td_legs *legs, td_real until,
                                   td_settling *settling, td_legs_record *record) {
  if (body == nullptr || legs == nullptr || settling == nullptr || record == nullptr) return TD_REFUSED_NULL;
  return touchdown::step_on_legs(*body, *legs, until, *settling, *record);
}

td_status td_settle_on_legs(const td_settling_body *body, const td_legs *legs, const td_lander_state *state,
                            int32_t steps, td_settling *settling, td_legs_record *record) {
  if (body == nullptr || legs == nullptr || state == nullptr || settling == nullptr || record == nullptr)
    return TD_REFUSED_NULL;
  return touchdown::settle_on_legs(*body, *legs, *state, steps, *settling, *record);
}
