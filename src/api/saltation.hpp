// What the C functions of saltation.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_SALTATION_HPP
#define TOUCHDOWN_API_SALTATION_HPP

#include "touchdown/saltation.h"

#include "api/publish.hpp"
#include "landing/touch_covariance.hpp"
#include "sensitivity/covariance.hpp"
#include "sensitivity/saltation.hpp"
#include "sensitivity/speeds_saltation.hpp"

template <class Scalar>
touchdown::Status touchdown::saltation_of(const touchdown::BodyContact<Scalar> &contact,
                                          const touchdown::BodyLoads<Scalar> &before,
                                          const touchdown::BodyLoads<Scalar> &after,
                                          touchdown::BodySaltation<Scalar> &saltation) {
  BodyPoseDerivatives<Scalar> by;
  const Status resolved = resolve(contact, by);
  if (resolved < 0) return resolved;
  if (!sensitivity::is_finite(before) || !sensitivity::is_finite(after)) return TD_REFUSED_RANGE;
  const Status status = publish(saltation, [&](BodySaltation<Scalar> &scratch) {
    return sensitivity::saltation_of(contact, before, after, by, scratch);
  });
  return status < 0 ? status : resolved;
}

template <class Scalar>
touchdown::Status touchdown::covariance_through_impact(const touchdown::BodySaltation<Scalar> &saltation,
                                                       const Scalar *P, const Scalar *S, Scalar *after) {
  if (P == nullptr || after == nullptr) return TD_REFUSED_NULL;
  return sensitivity::covariance_through_impact<sensitivity::state_errors, sensitivity::parameter_errors>(
      sensitivity::state_errors, saltation.X[0], saltation.E[0], P, S, after);
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
      publish(touch, [&](FirstTouch<Scalar> &scratch) { return find_touch(body, terrain, flight, strike, scratch); });
  if (found < 0) return found;
  covariance = {};
  return touch.count > 0 ? found | carry_to_touch(body, terrain, flight, strike, touch.time, P, S, covariance) : found;
}

template <class Scalar>
touchdown::Status touchdown::saltation_of(const touchdown::Speeds<Scalar> &speeds,
                                          const touchdown::SpeedsFlow<Scalar> &flow,
                                          touchdown::SpeedsSaltation<Scalar> &saltation, Scalar *X, Scalar *E) {
  if (flow.before == nullptr || flow.after == nullptr) return TD_REFUSED_NULL;
  sensitivity::StruckSystem<Scalar> struck(speeds, flow);
  sensitivity::SpeedsErrors<Scalar> errors;
  const Status status = publish(
      saltation, [&](SpeedsSaltation<Scalar> &scratch) { return sensitivity::saltation_of(struck, scratch, errors); });
  if (status < 0) return status;
  const int width = 2 * speeds.system.n;
  copy_out(width * width, errors.X, X);
  copy_out(width * TD_ERRORS_OF_PARAMETERS, errors.E, E);
  copy_out(speeds.system, struck.answer);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::covariance_through_impact(std::int32_t n, const Scalar *X, const Scalar *E,
                                                       const Scalar *P, const Scalar *S, Scalar *after) {
  if (X == nullptr || P == nullptr || after == nullptr) return TD_REFUSED_NULL;
  if (n < 1 || n > max_speeds) return TD_REFUSED_SIZE;
  return sensitivity::covariance_through_impact<sensitivity::max_errors, sensitivity::parameter_errors>(2 * n, X, E, P,
                                                                                                        S, after);
}

#endif
