// What the C functions of saltations and covariances in sensitivity.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_SALTATION_HPP
#define TOUCHDOWN_API_SALTATION_HPP

#include "touchdown/sensitivity.h"

#include "sensitivity/inline_less.hpp"

#include "api/publish.hpp"
#include "landing/touch_covariance.hpp"
#include "sensitivity/covariance.hpp"
#include "sensitivity/reach.hpp"

template <class Scalar>
touchdown::Status touchdown::saltation_of(const touchdown::BodyContact<Scalar> &contact,
                                          const touchdown::BodyLoads<Scalar> &before,
                                          const touchdown::BodyLoads<Scalar> &after,
                                          touchdown::BodySaltation<Scalar> &saltation,
                                          touchdown::SaltationReach<Scalar> *reach) {
  const sensitivity::FlightLoads<Scalar> loads = {before, after};
  const Status status = publish(
      saltation, [&](BodySaltation<Scalar> &scratch) { return sensitivity::saltation_of(contact, loads, scratch); });
  if (status >= 0 && reach != nullptr) sensitivity::find_reach(contact, loads, saltation, *reach);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::find_first_touch(const touchdown::Lander<Scalar> &body,
                                              const touchdown::LanderState<Scalar> &state, const Scalar *P,
                                              const Scalar *S, touchdown::FirstTouch<Scalar> &touch,
                                              touchdown::TouchCovariance<Scalar> &covariance) {
  if (P == nullptr) return TD_REFUSED_NULL;
  const bool finite = sensitivity::lower_finite(sensitivity::state_errors, P) &&
                      (S == nullptr || sensitivity::lower_finite(sensitivity::parameter_errors, S));
  if (!finite) return TD_REFUSED_RANGE;
  Terrain<Scalar> terrain;
  Flight<Scalar> flight;
  Strike<Scalar> strike;
  const Status begun = begin_flight(body, state, terrain, flight);
  if (begun < 0) return begun;
  const Status found =
      publish(touch, [&](FirstTouch<Scalar> &scratch) { return find_touch(terrain, flight, strike, scratch); });
  if (found < 0) return found;
  covariance = {};
  return strike.first >= 0 ? found | carry_to_touch(terrain, flight, strike, {P, S}, covariance) : found;
}

template <class Scalar>
touchdown::Status touchdown::saltation_of(const touchdown::Speeds<Scalar> &speeds,
                                          const touchdown::SpeedsFlow<Scalar> &flow,
                                          touchdown::SpeedsSaltation<Scalar> &saltation, Scalar *X, Scalar *E,
                                          touchdown::SystemAfter<Scalar> *after) {
  if (flow.before == nullptr || flow.after == nullptr) return TD_REFUSED_NULL;
  SystemAnswer<Scalar> answer;
  sensitivity::SpeedsErrors<Scalar> errors;
  const Status status = publish(saltation, [&](SpeedsSaltation<Scalar> &scratch) {
    return sensitivity::saltation_of(speeds, flow, scratch, answer, errors);
  });
  if (status < 0) return status;
  const int width = 2 * speeds.system.n;
  copy_out(width * width, errors.X, X);
  copy_out(width * TD_ERRORS_OF_PARAMETERS, errors.E, E);
  copy_out(speeds.system, answer, after);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::covariance_through(std::int32_t outputs, std::int32_t inputs, const Scalar *X,
                                                const Scalar *C, std::int32_t parameters, const Scalar *E,
                                                const Scalar *S, Scalar *after) {
  const auto fits = [](std::int32_t count) { return count >= 1 && count <= TD_MAX_COVARIANCE; };
  if (X == nullptr || C == nullptr || after == nullptr) return TD_REFUSED_NULL;
  const bool has_parameters = E != nullptr && S != nullptr;
  if (!fits(outputs) || !fits(inputs) || (has_parameters && !fits(parameters))) return TD_REFUSED_SIZE;
  return sensitivity::covariance_through<TD_MAX_COVARIANCE>(outputs, inputs, X, C, parameters, E, S, after);
}

#endif
