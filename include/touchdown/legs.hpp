// touchdown/legs.hpp - the C++ face of legs.h, templated on the scalar. Meanings, units, frames, ranges and status
// codes are those of legs.h.
#ifndef TOUCHDOWN_LEGS_HPP
#define TOUCHDOWN_LEGS_HPP

#include "touchdown/legs.h"
#include "touchdown/settling.hpp"

namespace touchdown {

template <class Scalar>
using Leg = td_leg_in<Scalar>;
template <class Scalar>
using Legs = td_legs_in<Scalar>;
template <class Scalar>
using LegRecord = td_leg_record_in<Scalar>;
template <class Scalar>
using LegsRecord = td_legs_record_in<Scalar>;

// td_settling_step_on_legs.
template <class Scalar>
[[nodiscard]] Status step_on_legs(const SettlingBody<Scalar> &body, const Legs<Scalar> &legs, Scalar until,
                                  Settling<Scalar> &settling, LegsRecord<Scalar> &record);

// td_settle_on_legs.
template <class Scalar>
[[nodiscard]] Status settle_on_legs(const SettlingBody<Scalar> &body, const Legs<Scalar> &legs,
                                    const LanderState<Scalar> &state, std::int32_t steps, Settling<Scalar> &settling,
                                    LegsRecord<Scalar> &record);

}  // namespace touchdown

#endif
