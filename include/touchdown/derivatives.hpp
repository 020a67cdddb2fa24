// touchdown/derivatives.hpp - the C++ face of derivatives.h, templated on the scalar. Meanings, units, frames, ranges
// and status codes are those of derivatives.h.
#ifndef TOUCHDOWN_DERIVATIVES_HPP
#define TOUCHDOWN_DERIVATIVES_HPP

#include "touchdown/derivatives.h"
#include "touchdown/simultaneous.hpp"

namespace touchdown {

template <class Scalar>
using ImpactDerivatives = td_impact_derivatives_in<Scalar>;
template <class Scalar>
using ImpactInertiaDerivatives = td_impact_inertia_derivatives_in<Scalar>;
template <class Scalar>
using BodyDerivatives = td_body_derivatives_in<Scalar>;
template <class Scalar>
using BodyPoseDerivatives = td_body_pose_derivatives_in<Scalar>;
template <class Scalar>
using BodyMultiContactDerivatives = td_body_multi_contact_derivatives_in<Scalar>;
template <class Scalar>
using SpeedsDerivatives = td_speeds_derivatives_in<Scalar>;
template <class Scalar>
using SpeedsMultiContactDerivatives = td_speeds_multi_contact_derivatives_in<Scalar>;

// td_resolve_derivatives.
template <class Scalar>
[[nodiscard]] Status resolve(const Contact<Scalar> &contact, ImpactDerivatives<Scalar> &impact);

// td_resolve_inertia_derivatives.
template <class Scalar>
[[nodiscard]] Status resolve(const Contact<Scalar> &contact, ImpactInertiaDerivatives<Scalar> &impact);

// td_resolve_body_derivatives.
template <class Scalar>
[[nodiscard]] Status resolve(const BodyContact<Scalar> &body, BodyDerivatives<Scalar> &impact);

// td_resolve_body_pose_derivatives.
template <class Scalar>
[[nodiscard]] Status resolve(const BodyContact<Scalar> &body, BodyPoseDerivatives<Scalar> &impact);

// td_resolve_body_multi_contact_derivatives.
template <class Scalar>
[[nodiscard]] Status resolve(const BodyMultiContact<Scalar> &body, BodyMultiContactDerivatives<Scalar> &impact,
                             Scalar *p, Scalar *p_by_surface, Scalar *motion_by_surface);

// td_resolve_speeds_derivatives.
template <class Scalar>
[[nodiscard]] Status resolve(const Speeds<Scalar> &speeds, SpeedsDerivatives<Scalar> &impact, Scalar *p, Scalar *u);

// td_resolve_speeds_multi_contact_derivatives.
template <class Scalar>
[[nodiscard]] Status resolve(const SpeedsMultiContact<Scalar> &speeds, SpeedsMultiContactDerivatives<Scalar> &impact,
                             Scalar *p, Scalar *p_by_surface, Scalar *u, Scalar *u_by_surface);

// td_covariance_through.
template <class Scalar>
[[nodiscard]] Status covariance_through(std::int32_t outputs, std::int32_t inputs, const Scalar *X, const Scalar *C,
                                        Scalar *after);

}  // namespace touchdown

#endif
