// What the C functions of the first touch and of stability call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_LANDING_HPP
#define TOUCHDOWN_API_LANDING_HPP

#include "touchdown/settling.h"

#include "api/publish.hpp"
#include "landing/touch_in_flight.hpp"

template <class Scalar>
touchdown::Status touchdown::find_first_touch(const touchdown::SettlingBody<Scalar> &body,
                                              const touchdown::LanderState<Scalar> &state,
                                              touchdown::FirstTouch<Scalar> &touch) {
  Terrain<Scalar> terrain;
  Flight<Scalar> flight;
  const Status status = begin_flight(body, state, terrain, flight);
  if (status < 0) return status;
  return publish(touch, [&](FirstTouch<Scalar> &scratch) {
    Strike<Scalar> ignored;
    return find_touch(body, terrain, flight, ignored, scratch);
  });
}

template <class Scalar>
touchdown::Status touchdown::stability_of(const touchdown::SettlingBody<Scalar> &body,
                                          const touchdown::LanderState<Scalar> &state,
                                          touchdown::Stability<Scalar> &stability) {
  return publish(stability, [&](Stability<Scalar> &scratch) { return stability_in(body, state, scratch); });
}

#endif
