// What the C functions of landing.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_LANDING_HPP
#define TOUCHDOWN_API_LANDING_HPP

#include "touchdown/landing.h"

#include "api/publish.hpp"
#include "landing/first_touch.hpp"
#include "landing/samples.hpp"

template <class Scalar>
touchdown::Status touchdown::start(touchdown::Landing<Scalar> &landing, const touchdown::Lander<Scalar> &lander,
                                   const touchdown::LanderState<Scalar> &state) {
  Terrain<Scalar> ignored;
  MovingLanding<Scalar> first;
  const Status status = begin(lander, state_from(state), 1, ignored, first);
  if (status < 0) return status;
  give(first, true, landing);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::step(touchdown::Landing<Scalar> &landing, const touchdown::Lander<Scalar> &lander,
                                  Scalar until, touchdown::Touch<Scalar> *touches) {
  Terrain<Scalar> terrain;
  terrain.touches = touches;
  MovingLanding<Scalar> next;
  take(landing, has_legs(lander), next);
  Status status = resume(lander, until, next, terrain);
  if (status < 0) return status;
  status = take_step(terrain, until, next);
  if (status >= 0) give(next, next.legs, landing);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::land(const touchdown::Lander<Scalar> &lander, const touchdown::LanderState<Scalar> &state,
                                  std::int32_t steps, touchdown::Landing<Scalar> &landing,
                                  touchdown::Touch<Scalar> *touches) {
  MovingLanding<Scalar> moving;
  const Status status = follow_landing(lander, state_from(state), steps, touches, moving);
  if (status >= 0) give(moving, true, landing);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::stance_of(const touchdown::Landing<Scalar> &landing,
                                       const touchdown::Lander<Scalar> &lander, touchdown::Stance<Scalar> &stance) {
  MovingLanding<Scalar> moving;
  take(landing, has_legs(lander), moving);
  return publish(stance, [&](Stance<Scalar> &found) { return find_stance_of(lander, moving, found); });
}

template <class Scalar>
touchdown::Status touchdown::find_first_touch(const touchdown::Lander<Scalar> &lander,
                                              const touchdown::LanderState<Scalar> &state,
                                              touchdown::FirstTouch<Scalar> &touch) {
  Terrain<Scalar> terrain;
  Flight<Scalar> flight;
  const Status status = begin_flight(lander, state, terrain, flight);
  if (status < 0) return status;
  return publish(touch, [&](FirstTouch<Scalar> &scratch) {
    Strike<Scalar> ignored;
    return find_touch(terrain, flight, ignored, scratch);
  });
}

template <class Scalar>
touchdown::Status touchdown::sample(const touchdown::Lander<Scalar> &lander,
                                    const touchdown::LanderState<Scalar> &state,
                                    const touchdown::LandingErrors<Scalar> &errors, std::int32_t index,
                                    touchdown::Lander<Scalar> &sampled_lander,
                                    touchdown::LanderState<Scalar> &sampled_state) {
  Sampler<Scalar> sampler;
  Status status = make_sampler(lander, state, errors, sampler);
  if (status < 0) return status;
  if (index < 0 || index >= TD_MAX_LANDING_SAMPLES) return TD_REFUSED_SIZE;
  Lander<Scalar> sampled = as_read(lander);
  State<Scalar> moved;
  status |= take_sample(sampler, index, sampled, moved);
  if (status < 0) return status;
  sampled_lander = sampled;
  sampled_state = state_to(moved);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::tally(touchdown::LandingOdds<Scalar> &odds, const touchdown::Landing<Scalar> &landing) {
  return publish(odds, [&](LandingOdds<Scalar> &scratch) {
    scratch = odds;
    const Status status = check_tally(landing, odds);
    if (status == TD_SOLVED) tally_landing(landing, scratch);
    return status == TD_SOLVED && !is_finite(scratch) ? TD_REFUSED_RANGE : status;
  });
}

template <class Scalar>
touchdown::Status touchdown::land_sampled(const touchdown::Lander<Scalar> &lander,
                                          const touchdown::LanderState<Scalar> &state,
                                          const touchdown::LandingErrors<Scalar> &errors, std::int32_t samples,
                                          std::int32_t steps, touchdown::LandingOdds<Scalar> &odds) {
  return publish(odds, [&](LandingOdds<Scalar> &scratch) {
    scratch = {};
    return find_odds<Scalar>({lander, state, errors}, samples, steps, scratch);
  });
}

#endif
