// C API of legs.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/legs.h"

#include "settling/leg_step.hpp"

template <class Scalar>
touchdown::Status touchdown::step_on_legs(const touchdown::SettlingBody<Scalar> &body,
                                          const touchdown::Legs<Scalar> &given, Scalar until,
                                          touchdown::Settling<Scalar> &settling,
                                          touchdown::LegsRecord<Scalar> &record) {
  Terrain<Scalar> terrain;
  MovingSettling<Scalar> next;
  take(settling, next);
  MovingLegs<Scalar> legs;
  Status status = resume(body, until, next, terrain);
  if (status < 0) return status;
  status = prepare_on_legs(body, given, record, terrain, legs);
  if (status == TD_SOLVED) status = take_step_on_legs(terrain, until, legs, next);
  if (status < 0) return status;
  give(next, settling);
  record = legs.record;
  return status;
}

template <class Scalar>
touchdown::Status touchdown::settle_on_legs(const touchdown::SettlingBody<Scalar> &body,
                                            const touchdown::Legs<Scalar> &given,
                                            const touchdown::LanderState<Scalar> &state, std::int32_t steps,
                                            touchdown::Settling<Scalar> &settling,
                                            touchdown::LegsRecord<Scalar> &record) {
  Terrain<Scalar> terrain;
  MovingLegs<Scalar> legs;
  MovingSettling<Scalar> moving;
  const Status begun = begin(body, state_from(state), steps, terrain, moving);
  if (begun < 0) return begun;
  Status status = prepare_on_legs(body, given, LegsRecord<Scalar>{}, terrain, legs);
  const auto step = [&] { return take_step_on_legs(terrain, legs.body.horizon, legs, moving); };
  if (status == TD_SOLVED) status = take_steps(steps, step, moving);
  if (status < 0) return status;
  give(moving, settling);
  record = legs.record;
  return begun | status;
}

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
  const bool given = body != nullptr && legs != nullptr && state != nullptr;
  if (!given || settling == nullptr || record == nullptr) return TD_REFUSED_NULL;
  return touchdown::settle_on_legs(*body, *legs, *state, steps, *settling, *record);
}
