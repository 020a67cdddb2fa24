// C API of settling.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/settling.h"

#include "c_api/publish.hpp"
#include "settling/odds.hpp"
#include "settling/prepared.hpp"

template <class Scalar>
touchdown::Status touchdown::start(const touchdown::SettlingBody<Scalar> &body,
                                   const touchdown::LanderState<Scalar> &state, touchdown::Settling<Scalar> &settling) {
  Terrain<Scalar> ignored;
  MovingSettling<Scalar> first;
  const Status status = begin(body, state_from(state), 1, ignored, first);
  if (status >= 0) give(first, settling);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::step(const touchdown::SettlingBody<Scalar> &body, Scalar until,
                                  touchdown::Settling<Scalar> &settling) {
  Terrain<Scalar> terrain;
  MovingSettling<Scalar> next;
  take(settling, next);
  Status status = resume(body, until, next, terrain);
  if (status < 0) return status;
  status = take_step(body, terrain, until, next);
  if (status >= 0) give(next, settling);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::settle(const touchdown::SettlingBody<Scalar> &body,
                                    const touchdown::LanderState<Scalar> &state, std::int32_t steps,
                                    touchdown::Settling<Scalar> &settling) {
  MovingSettling<Scalar> moving;
  const Status status = settle_down(body, state_from(state), steps, moving);
  if (status >= 0) give(moving, settling);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::prepare(const touchdown::SettlingBody<Scalar> &body,
                                     touchdown::SettlingPrepared<Scalar> &prepared) {
  return make_ready(body, prepared);
}

template <class Scalar>
touchdown::Status touchdown::step(const touchdown::SettlingPrepared<Scalar> &prepared, Scalar until,
                                  touchdown::Settling<Scalar> &settling) {
  MovingSettling<Scalar> next;
  take(settling, next);
  const Status status = take_prepared_step(prepared, until, next);
  if (status >= 0) give(next, settling);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::sample(const touchdown::SettlingBody<Scalar> &body,
                                    const touchdown::LanderState<Scalar> &state,
                                    const touchdown::SettlingErrors<Scalar> &errors, std::int32_t index,
                                    touchdown::SettlingBody<Scalar> &sampled_body,
                                    touchdown::LanderState<Scalar> &sampled_state) {
  Sampler<Scalar> sampler;
  Status status = make_sampler(body, state, errors, sampler);
  if (status < 0) return status;
  if (index < 0 || index >= TD_MAX_SETTLING_SAMPLES) return TD_REFUSED_SIZE;
  SettlingBody<Scalar> sampled = as_read(body);
  State<Scalar> moved;
  status |= take_sample(sampler, index, sampled, moved);
  if (status < 0) return status;
  sampled_body = sampled;
  sampled_state = state_to(moved);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::tally(const touchdown::Settling<Scalar> &settling, touchdown::SettlingOdds<Scalar> &odds) {
  return publish(odds, [&](SettlingOdds<Scalar> &scratch) {
    scratch = odds;
    const Status status = check_tally(settling, odds);
    if (status == TD_SOLVED) enter(settling, scratch);
    return status == TD_SOLVED && !is_finite(scratch) ? TD_REFUSED_RANGE : status;
  });
}

template <class Scalar>
touchdown::Status touchdown::settle_sampled(const touchdown::SettlingBody<Scalar> &body,
                                            const touchdown::LanderState<Scalar> &state,
                                            const touchdown::SettlingErrors<Scalar> &errors, std::int32_t samples,
                                            std::int32_t steps, touchdown::SettlingOdds<Scalar> &odds) {
  return publish(odds, [&](SettlingOdds<Scalar> &scratch) {
    scratch = {};
    return find_odds(body, state, errors, samples, steps, scratch);
  });
}

template touchdown::Status touchdown::start(const touchdown::SettlingBody<td_real> &,
                                            const touchdown::LanderState<td_real> &, touchdown::Settling<td_real> &);
template touchdown::Status touchdown::step(const touchdown::SettlingBody<td_real> &, td_real,
                                           touchdown::Settling<td_real> &);
template touchdown::Status touchdown::prepare(const touchdown::SettlingBody<td_real> &,
                                              touchdown::SettlingPrepared<td_real> &);
template touchdown::Status touchdown::step(const touchdown::SettlingPrepared<td_real> &, td_real,
                                           touchdown::Settling<td_real> &);
template touchdown::Status touchdown::settle(const touchdown::SettlingBody<td_real> &,
                                             const touchdown::LanderState<td_real> &, std::int32_t,
                                             touchdown::Settling<td_real> &);
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

td_status td_settling_prepare(const td_settling_body *body, td_settling_prepared *prepared) {
  if (body == nullptr || prepared == nullptr) return TD_REFUSED_NULL;
  return touchdown::prepare(*body, *prepared);
}

td_status td_settling_step_prepared(const td_settling_prepared *prepared, td_real until, td_settling *settling) {
  if (prepared == nullptr || settling == nullptr) return TD_REFUSED_NULL;
  return touchdown::step(*prepared, until, *settling);
}

td_status td_settle(const td_settling_body *body, const td_lander_state *state, int32_t steps, td_settling *settling) {
  if (body == nullptr || state == nullptr || settling == nullptr) return TD_REFUSED_NULL;
  return touchdown::settle(*body, *state, steps, *settling);
}

td_status td_settling_sample(const td_settling_body *body, const td_lander_state *state,
                             const td_settling_errors *errors, int32_t index, td_settling_body *sampled_body,
                             td_lander_state *sampled_state) {
  const bool given = body != nullptr && state != nullptr && errors != nullptr;
  if (!given || sampled_body == nullptr || sampled_state == nullptr) return TD_REFUSED_NULL;
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
