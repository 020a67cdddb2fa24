// A landing on its way, by a step or to its end, on rigid feet or on legs that yield.
#ifndef TOUCHDOWN_LANDING_FOLLOW_HPP
#define TOUCHDOWN_LANDING_FOLLOW_HPP

#include "landing/leg_step.hpp"
#include "landing/step.hpp"

namespace touchdown {

// td_landing_step on legs of which some yield. `landing` is scratch when the status is negative. Its own frame, so that
// the room for legs is not held where all are rigid.
template <class Scalar>
__attribute__((noinline)) Status take_step_on_legs(Terrain<Scalar> &terrain, Scalar until,
                                                   MovingLanding<Scalar> &landing) {
  MovingLegs<Scalar> legs;
  const Status status = prepare_legs(*terrain.lander, landing.leg, terrain, legs);
  return status == TD_SOLVED ? advance_on_legs(terrain, until, legs, landing) : status;
}

// td_landing_step, of a lander that has been prepared. `landing` is scratch when the status is negative.
template <class Scalar>
inline Status take_step(Terrain<Scalar> &terrain, Scalar until, MovingLanding<Scalar> &landing) {
  if (!(until > landing.time)) return TD_SOLVED;
  if (landing.outcome != TD_OUTCOME_OPEN) {
    landing.time = until;
    return TD_SOLVED;
  }
  return landing.legs ? take_step_on_legs(terrain, until, landing) : advance(terrain, until, landing);
}

// Steps until the outcome stands, or all are taken; `step` takes the next.
template <class Scalar, class Step>
inline Status take_steps(std::int32_t steps, const Step &step, MovingLanding<Scalar> &landing) {
  Status status = TD_SOLVED;
  for (int i = 0; i < TD_MAX_LANDING_STEPS; ++i) {
    if (i >= steps || landing.outcome != TD_OUTCOME_OPEN) break;
    const Status taken = step();
    if (taken < 0) return taken;
    status |= taken;
  }
  if (landing.outcome == TD_OUTCOME_OPEN) landing.outcome = TD_OUTCOME_UNDECIDED;
  return landing.first_contact < 0 ? status | TD_CAVEAT_NO_CONTACT : status;
}

template <class Scalar>
__attribute__((noinline)) Status follow_on_legs(Terrain<Scalar> &terrain, std::int32_t steps,
                                                MovingLanding<Scalar> &landing) {
  MovingLegs<Scalar> legs;
  const Status status = prepare_legs(*terrain.lander, landing.leg, terrain, legs);
  const auto step = [&] { return advance_on_legs(terrain, horizon_of(*terrain.lander), legs, landing); };
  return status == TD_SOLVED ? take_steps(steps, step, landing) : status;
}

// td_land. `landing` is scratch when the status is negative.
template <class Scalar>
inline Status follow_landing(const Lander<Scalar> &lander, const State<Scalar> &state, std::int32_t steps,
                             Touch<Scalar> *touches, MovingLanding<Scalar> &landing) {
  Terrain<Scalar> terrain;
  terrain.touches = touches;
  const Status status = begin(lander, state, steps, terrain, landing);
  if (status < 0) return status;
  const auto step = [&] { return advance(terrain, horizon_of(lander), landing); };
  const Status taken = has_legs(lander) ? follow_on_legs(terrain, steps, landing) : take_steps(steps, step, landing);
  return taken < 0 ? taken : status | taken;
}

template <class Scalar>
__attribute__((noinline)) Status find_stance_on_legs(Terrain<Scalar> &terrain, const MovingLanding<Scalar> &landing,
                                                     Stance<Scalar> &stance) {
  MovingLegs<Scalar> legs;
  Status status = prepare_legs(*terrain.lander, landing.leg, terrain, legs);
  if (status == TD_SOLVED && has_heights(terrain)) status = find_planes(landing.state, terrain);
  if (status == TD_SOLVED) status = find_stance(terrain, landing.state, stance);
  if (status < 0 || legs.tripods) return status;
  std::uint32_t feet;
  LegContacts<Scalar> contacts;
  const std::int32_t held = find_support(legs, terrain, landing.state, contacts, feet);
  if (held >= stance.stance) return TD_SOLVED;
  stance.stance = held;
  stance.friction = 0;
  stance.falls_in = TD_NOT_APPLICABLE;
  return TD_SOLVED;
}

// td_stance_of; `landing` is not checked.
template <class Scalar>
inline Status find_stance_of(const Lander<Scalar> &lander, MovingLanding<Scalar> landing, Stance<Scalar> &stance) {
  Terrain<Scalar> terrain;
  Status status = prepare(lander, terrain);
  if (status == TD_SOLVED) status = check_landing(lander, landing);
  if (status < 0) return status;
  normalize(landing.state.q);
  if (landing.legs) return find_stance_on_legs(terrain, landing, stance);
  if (has_heights(lander)) status = find_planes(landing.state, terrain);
  return status < 0 ? status : find_stance(terrain, landing.state, stance);
}

}  // namespace touchdown

#endif
