// touchdown/landing.hpp - the C++ face of landing.h, templated on the scalar. Meanings, units, frames, ranges and
// status codes are those of landing.h. td_froude_of has no face here: call it.
#ifndef TOUCHDOWN_LANDING_HPP
#define TOUCHDOWN_LANDING_HPP

#include "touchdown/landing.h"
#include "touchdown/simultaneous.hpp"

namespace touchdown {

inline constexpr int max_feet = TD_MAX_FEET;              // feet of a lander, at most
inline constexpr int max_touchdowns = TD_MAX_TOUCHDOWNS;  // entries of a chain, at most

template <class Scalar>
using Foot = td_foot_in<Scalar>;
template <class Scalar>
using Ground = td_ground_in<Scalar>;
template <class Scalar>
using Lander = td_lander_in<Scalar>;
template <class Scalar>
using LanderState = td_lander_state_in<Scalar>;
template <class Scalar>
using FootOutlook = td_foot_outlook_in<Scalar>;
template <class Scalar>
using Edge = td_edge_in<Scalar>;
template <class Scalar>
using Stability = td_stability_in<Scalar>;
template <class Scalar>
using Touchdown = td_touchdown_in<Scalar>;
template <class Scalar>
using Landing = td_landing_in<Scalar>;
template <class Scalar>
using LandingErrors = td_landing_errors_in<Scalar>;
template <class Scalar>
using Extremes = td_extremes_in<Scalar>;
template <class Scalar>
using LandingEnvelope = td_landing_envelope_in<Scalar>;

// td_predict_landing.
template <class Scalar>
[[nodiscard]] Status predict(const Lander<Scalar> &lander, const LanderState<Scalar> &state, Landing<Scalar> &landing);

// td_stability_of.
template <class Scalar>
[[nodiscard]] Status stability_of(const Lander<Scalar> &lander, const LanderState<Scalar> &state,
                                  Stability<Scalar> &stability);

// td_landing_envelope_of.
template <class Scalar>
[[nodiscard]] Status envelope_of(const Lander<Scalar> &lander, const LanderState<Scalar> &state,
                                 const LandingErrors<Scalar> &errors, LandingEnvelope<Scalar> &envelope);

}  // namespace touchdown

#endif
