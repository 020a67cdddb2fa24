// A landing on its way, by a step or to its end, on rigid feet or on legs that yield.
#ifndef TOUCHDOWN_LANDING_FOLLOW_HPP
#define TOUCHDOWN_LANDING_FOLLOW_HPP

#include "landing/leg_step.hpp"
#include "landing/step.hpp"

namespace touchdown {

// What `move` does on legs of which some yield. Its own frame, so that the room for legs is not held where all are
// rigid.
template <class Scalar, class Move>
__attribute__((noinline)) Status on_legs(Terrain<Scalar> &terrain, const MovingLanding<Scalar> &landing,
                                         const Move &move) {
  const Lander<Scalar> &lander = *terrain.lander;
  MovingLegs<Scalar> legs;
  Status status = prepare_legs(lander, landing.leg, terrain, legs);
  if (status == TD_SOLVED) status = move(legs);
  terrain.lander = &lander;
  return status;
}

// td_landing_step, of a lander that has been prepared. `landing` is scratch when the status is negative.
template <class Scalar>
inline Status take_step(Terrain<Scalar> &terrain, Scalar until, MovingLanding<Scalar> &landing) {
  if (!(until > landing.time)) return TD_SOLVED;
  if (landing.outcome != TD_OUTCOME_OPEN) {
    landing.time = until;
    return TD_SOLVED;
  }
  if (!landing.legs) return advance(terrain, until, landing);
  const auto step = [&](MovingLegs<Scalar> &legs) { return advance_on_legs(until, legs, landing); };
  return on_legs(terrain, landing, step);
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

// td_land. `landing` is scratch when the status is negative.
template <class Scalar>
inline Status follow_landing(const Lander<Scalar> &lander, const State<Scalar> &state, std::int32_t steps,
                             Touch<Scalar> *touches, MovingLanding<Scalar> &landing) {
  Terrain<Scalar> terrain;
  terrain.touches = touches;
  const Status status = begin(lander, state, steps, terrain, landing);
  if (status < 0) return status;
  const auto step = [&] { return advance(terrain, horizon_of(lander), landing); };
  const auto steps_on = [&](MovingLegs<Scalar> &legs) {
    return take_steps(
        steps, [&] { return advance_on_legs(horizon_of(lander), legs, landing); }, landing);
  };
  const Status taken = has_legs(lander) ? on_legs(terrain, landing, steps_on) : take_steps(steps, step, landing);
  return taken < 0 ? taken : status | taken;
}

// On the planes under the feet, where a function gives the ground.
template <class Scalar>
inline Status find_stance_here(Terrain<Scalar> &terrain, const State<Scalar> &state, Stance<Scalar> &stance) {
  const Status status = has_heights(terrain) ? find_planes(state, terrain) : TD_SOLVED;
  return status < 0 ? status : find_stance(terrain, state, stance);
}

template <class Scalar>
inline Status find_stance_on(const MovingLegs<Scalar> &legs, const MovingLanding<Scalar> &landing,
                             Stance<Scalar> &stance) {
  stance.stance = TD_STANCE_FALLS;
  const Status status = find_stance_here(*legs.terrain, landing.state, stance);
  if (status < 0 || legs.tripods) return status;
  LegPiece<Scalar> piece;
  const std::int32_t held = find_support(legs, landing.state, piece);
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
  if (!landing.legs) return find_stance_here(terrain, landing.state, stance);
  const auto find = [&](MovingLegs<Scalar> &legs) { return find_stance_on(legs, landing, stance); };
  return on_legs(terrain, landing, find);
}

}  // namespace touchdown

#endif
