// touchdown/saltation.hpp - the C++ face of saltation.h, templated on the scalar. Meanings, units, frames, ranges and
// status codes are those of saltation.h.
#ifndef TOUCHDOWN_SALTATION_HPP
#define TOUCHDOWN_SALTATION_HPP

#include "touchdown/derivatives.hpp"
#include "touchdown/landing.hpp"
#include "touchdown/saltation.h"

namespace touchdown {

template <class Scalar>
using BodyLoads = td_body_loads_in<Scalar>;
template <class Scalar>
using BodySaltation = td_body_saltation_in<Scalar>;
template <class Scalar>
using TouchdownCovariance = td_touchdown_covariance_in<Scalar>;
template <class Scalar>
using LandingCovariance = td_landing_covariance_in<Scalar>;
template <class Scalar>
using SpeedsFlow = td_speeds_flow_in<Scalar>;
template <class Scalar>
using SpeedsSaltation = td_speeds_saltation_in<Scalar>;

// td_body_saltation_of.
template <class Scalar>
[[nodiscard]] Status saltation_of(const BodyContact<Scalar> &contact, const BodyLoads<Scalar> &before,
                                  const BodyLoads<Scalar> &after, BodySaltation<Scalar> &saltation);

// td_covariance_through_impact.
template <class Scalar>
[[nodiscard]] Status covariance_through_impact(const BodySaltation<Scalar> &saltation, const Scalar *P, const Scalar *S,
                                               Scalar *after);

// td_predict_landing_covariance.
template <class Scalar>
[[nodiscard]] Status predict(const Lander<Scalar> &lander, const LanderState<Scalar> &state, const Scalar *P,
                             const Scalar *S, Landing<Scalar> &landing, LandingCovariance<Scalar> &covariance);

// td_speeds_saltation_of.
template <class Scalar>
[[nodiscard]] Status saltation_of(const Speeds<Scalar> &speeds, const SpeedsFlow<Scalar> &flow,
                                  SpeedsSaltation<Scalar> &saltation, Scalar *X, Scalar *E);

// td_covariance_through_speeds_impact.
template <class Scalar>
[[nodiscard]] Status covariance_through_impact(std::int32_t n, const Scalar *X, const Scalar *E, const Scalar *P,
                                               const Scalar *S, Scalar *after);

}  // namespace touchdown

#endif
