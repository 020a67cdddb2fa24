// touchdown/saltation.hpp - the C++ face of saltation.h, templated on the scalar. Meanings, units, frames, ranges and
// status codes are those of saltation.h.
#ifndef TOUCHDOWN_SALTATION_HPP
#define TOUCHDOWN_SALTATION_HPP

#include "touchdown/derivatives.hpp"
#include "touchdown/saltation.h"

namespace touchdown {

template <class Scalar>
using BodyLoads = td_body_loads_in<Scalar>;
template <class Scalar>
using BodySaltation = td_body_saltation_in<Scalar>;

// td_body_saltation_of.
template <class Scalar>
[[nodiscard]] Status saltation_of(const BodyContact<Scalar> &contact, const BodyLoads<Scalar> &before,
                                  const BodyLoads<Scalar> &after, BodySaltation<Scalar> &saltation);

// td_covariance_through_impact.
template <class Scalar>
[[nodiscard]] Status covariance_through_impact(const BodySaltation<Scalar> &saltation, const Scalar *P, const Scalar *S,
                                               Scalar *after);

}  // namespace touchdown

#endif
