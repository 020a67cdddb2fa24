// What the C functions of legs.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_LEGS_HPP
#define TOUCHDOWN_API_LEGS_HPP

#include "touchdown/legs.h"

#include "landing/leg_step.hpp"

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
  const auto step = [&] { return take_step_on_legs(terrain, horizon_of(legs.body), legs, moving); };
  if (status == TD_SOLVED) status = take_steps(steps, step, moving);
  if (status < 0) return status;
  give(moving, settling);
  record = legs.record;
  return begun | status;
}

#endif
