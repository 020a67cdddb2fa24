// C API of settling.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/settling.h"

#include "settling/settling.hpp"

template <class Scalar>
touchdown::Status touchdown::start(const touchdown::SettlingBody<Scalar> &body,
                                   const touchdown::LanderState<Scalar> &state, touchdown::Settling<Scalar> &settling) {
  Terrain<Scalar> ignored;
  State<Scalar> checked = state_from(state);
  Status status = prepare(body, ignored);
  if (status == TD_SOLVED) status = check_state(checked);
  if (status == TD_SOLVED) settling = settling_to(settling_from(checked));
  return status;
}

template <class Scalar>
touchdown::Status touchdown::step(const touchdown::SettlingBody<Scalar> &body, Scalar until,
                                  touchdown::Settling<Scalar> &settling) {
  Terrain<Scalar> terrain;
  MovingSettling<Scalar> next = moving_from(settling);
  Status status = prepare(body, terrain);
  if (status == TD_SOLVED) status = check_settling(body, next);
  if (status != TD_SOLVED) return status;
  if (!is_finite(until)) return TD_REFUSED_TIME;
  status = take_step(body, terrain, until, next);
  if (status >= 0) settling = settling_to(next);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::settle(const touchdown::SettlingBody<Scalar> &body,
                                    const touchdown::LanderState<Scalar> &state, std::int32_t steps,
                                    touchdown::Settling<Scalar> &settling) {
  MovingSettling<Scalar> moving;
  const Status status = settle_down(body, state_from(state), steps, moving);
  if (status >= 0) settling = settling_to(moving);
  return status;
}

template touchdown::Status touchdown::start(const touchdown::SettlingBody<td_real> &,
                                            const touchdown::LanderState<td_real> &, touchdown::Settling<td_real> &);
template touchdown::Status touchdown::step(const touchdown::SettlingBody<td_real> &, td_real,
                                           touchdown::Settling<td_real> &);
template touchdown::Status touchdown::settle(const touchdown::SettlingBody<td_real> &,
                                             const touchdown::LanderState<td_real> &, std::int32_t,
                                             touchdown::Settling<td_real> &);

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
