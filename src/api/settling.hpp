// What the C functions of settling.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_SETTLING_HPP
#define TOUCHDOWN_API_SETTLING_HPP

#include "touchdown/settling.h"

#include "api/publish.hpp"
#include "landing/odds.hpp"
#include "landing/settling.hpp"

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
touchdown::Status touchdown::stance_of(const touchdown::SettlingBody<Scalar> &body,
                                       const touchdown::LanderState<Scalar> &state,
                                       touchdown::SettlingStance<Scalar> &stance) {
  return publish(stance, [&](SettlingStance<Scalar> &found) { return find_stance(body, state_from(state), found); });
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

#endif
