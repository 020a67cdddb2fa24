// touchdown/systems.hpp - the C++ face of systems.h, templated on the scalar. Meanings, units, frames, ranges and
// status codes are those of systems.h.
#ifndef TOUCHDOWN_SYSTEMS_HPP
#define TOUCHDOWN_SYSTEMS_HPP

#include "touchdown/systems.h"
#include "touchdown/touchdown.hpp"

namespace touchdown {

inline constexpr int max_speeds = TD_MAX_SPEEDS;            // generalized speeds, at most
inline constexpr int max_constraints = TD_MAX_CONSTRAINTS;  // rows of A, at most

template <class Scalar>
using Pair = td_pair_in<Scalar>;
template <class Scalar>
using PairImpact = td_pair_impact_in<Scalar>;
template <class Scalar>
using System = td_system_in<Scalar>;
template <class Scalar>
using Speeds = td_speeds_in<Scalar>;
template <class Scalar>
using SpeedsImpact = td_speeds_impact_in<Scalar>;
template <class Scalar>
using OperationalSpaceInertia = td_operational_space_inertia_in<Scalar>;

// td_resolve_pair.
template <class Scalar>
[[nodiscard]] Status resolve(const Pair<Scalar> &pair, PairImpact<Scalar> &impact);

// td_resolve_speeds.
template <class Scalar>
[[nodiscard]] Status resolve(const Speeds<Scalar> &speeds, SpeedsImpact<Scalar> &impact);

// td_operational_space_inertia_of.
template <class Scalar>
[[nodiscard]] Status operational_space_inertia(const Speeds<Scalar> &speeds, OperationalSpaceInertia<Scalar> &inertia);

}  // namespace touchdown

#endif
