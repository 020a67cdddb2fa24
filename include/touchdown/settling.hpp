// touchdown/settling.hpp - the C++ face of settling.h, templated on the scalar. Meanings, units, frames, ranges and
// status codes are those of settling.h.
#ifndef TOUCHDOWN_SETTLING_HPP
#define TOUCHDOWN_SETTLING_HPP

#include "touchdown/landing.hpp"
#include "touchdown/settling.h"

namespace touchdown {

inline constexpr int max_clearance_points = TD_MAX_CLEARANCE_POINTS;  // points that are watched, at most

template <class Scalar>
using SettlingFoot = td_settling_foot_in<Scalar>;
template <class Scalar>
using SettlingBody = td_settling_body_in<Scalar>;
template <class Scalar>
using Settling = td_settling_in<Scalar>;
template <class Scalar>
using SettlingPrepared = td_settling_prepared_in<Scalar>;
template <class Scalar>
using SettlingErrors = td_settling_errors_in<Scalar>;
template <class Scalar>
using SettlingOdds = td_settling_odds_in<Scalar>;

// td_settling_start.
template <class Scalar>
[[nodiscard]] Status start(const SettlingBody<Scalar> &body, const LanderState<Scalar> &state,
                           Settling<Scalar> &settling);

// td_settling_step.
template <class Scalar>
[[nodiscard]] Status step(const SettlingBody<Scalar> &body, Scalar until, Settling<Scalar> &settling);

// td_settling_prepare.
template <class Scalar>
[[nodiscard]] Status prepare(const SettlingBody<Scalar> &body, SettlingPrepared<Scalar> &prepared);

// td_settling_step_prepared.
template <class Scalar>
[[nodiscard]] Status step(const SettlingPrepared<Scalar> &prepared, Scalar until, Settling<Scalar> &settling);

// td_settle.
template <class Scalar>
[[nodiscard]] Status settle(const SettlingBody<Scalar> &body, const LanderState<Scalar> &state, std::int32_t steps,
                            Settling<Scalar> &settling);

// td_settling_sample.
template <class Scalar>
[[nodiscard]] Status sample(const SettlingBody<Scalar> &body, const LanderState<Scalar> &state,
                            const SettlingErrors<Scalar> &errors, std::int32_t index,
                            SettlingBody<Scalar> &sampled_body, LanderState<Scalar> &sampled_state);

// td_settling_tally.
template <class Scalar>
[[nodiscard]] Status tally(const Settling<Scalar> &settling, SettlingOdds<Scalar> &odds);

// td_settle_sampled.
template <class Scalar>
[[nodiscard]] Status settle_sampled(const SettlingBody<Scalar> &body, const LanderState<Scalar> &state,
                                    const SettlingErrors<Scalar> &errors, std::int32_t samples, std::int32_t steps,
                                    SettlingOdds<Scalar> &odds);

}  // namespace touchdown

#endif
