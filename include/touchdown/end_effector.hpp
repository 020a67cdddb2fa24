// touchdown/end_effector.hpp - the C++ face of end_effector.h, templated on the scalar. Meanings, units, frames, ranges
// and status codes are those of end_effector.h.
#ifndef TOUCHDOWN_END_EFFECTOR_HPP
#define TOUCHDOWN_END_EFFECTOR_HPP

#include "touchdown/end_effector.h"
#include "touchdown/systems.hpp"

namespace touchdown {

template <class Scalar>
using Effector = td_effector_in<Scalar>;
template <class Scalar>
using EffectorImpact = td_effector_impact_in<Scalar>;

// td_predict_effector.
template <class Scalar>
[[nodiscard]] Status predict(const Effector<Scalar> &effector, EffectorImpact<Scalar> &impact);

// td_effector_invariants.
template <class Scalar>
[[nodiscard]] Status invariants(const Speeds<Scalar> &speeds, std::int32_t &count, Scalar *rows);

}  // namespace touchdown

#endif
