// touchdown/landing.hpp - the C++ face of landing.h, templated on the scalar. Meanings, units, frames, ranges and
// status codes are those of landing.h; this header only names what differs. td_landing_envelope_of and td_froude_of
// have no face here: call them.
#ifndef TOUCHDOWN_LANDING_HPP
#define TOUCHDOWN_LANDING_HPP

#include "touchdown/landing.h"
#include "touchdown/simultaneous.hpp"

namespace touchdown {

inline constexpr int max_feet = TD_MAX_FEET;              // feet of a lander, at most
inline constexpr int max_touchdowns = TD_MAX_TOUCHDOWNS;  // entries of a chain, at most

// td_foot.
template <class Scalar>
struct Foot {
  Vector3<Scalar> r;
  Surface<Scalar> surface;
};

// td_ground.
template <class Scalar>
struct Ground {
  Vector3<Scalar> point, n;
};

// td_lander.
template <class Scalar>
struct Lander {
  Scalar mass;
  Matrix3<Scalar> inertia;  // [kg m^2] body frame; symmetric, for both triangles are read
  std::int32_t feet;
  Foot<Scalar> foot[max_feet];
  std::int32_t planes;
  Ground<Scalar> ground[max_feet];
  Vector3<Scalar> gravity, thrust, thrust_after;
  Options<Scalar> options;
  Scalar horizon, simultaneity_window, rest_speed, contact_duration;
  std::int32_t max_touchdowns;
};

// An attitude, body to world; any length above 0.
template <class Scalar>
struct Quaternion {
  Scalar w, x, y, z;  // [-] real part, and the three others
};

// td_lander_state.
template <class Scalar>
struct LanderState {
  Vector3<Scalar> x;
  Quaternion<Scalar> q;
  Vector3<Scalar> v, w;
};

// TD_OUTLOOK_*.
enum class Outlook : std::int32_t {
  touches = TD_OUTLOOK_TOUCHES,
  later = TD_OUTLOOK_LATER,
  leaves = TD_OUTLOOK_LEAVES,
  parallel = TD_OUTLOOK_PARALLEL,
};

// td_foot_outlook.
template <class Scalar>
struct FootOutlook {
  Scalar time, v_n;
  Outlook outlook;
};

// TD_VERDICT_*.
enum class Verdict : std::int32_t {
  stays = TD_VERDICT_STAYS,
  tips = TD_VERDICT_TIPS,
  beyond = TD_VERDICT_BEYOND,
  no_polygon = TD_VERDICT_NO_POLYGON,
  weightless = TD_VERDICT_WEIGHTLESS,
};

// td_edge.
template <class Scalar>
struct Edge {
  std::int32_t from, to;
  Scalar energy_margin, tipping_angle;
};

// td_stability.
template <class Scalar>
struct Stability {
  Verdict verdict;
  std::int32_t edges, worst;
  Edge<Scalar> edge[max_feet];
};

// td_touchdown.
template <class Scalar>
struct Touchdown {
  std::int32_t foot, together;
  Scalar time;
  LanderState<Scalar> at, after;
  Scalar v_n, slip;
  Vector3<Scalar> p;
  Scalar p_n;
  Mode mode_compression, mode_restitution;
  Vector3<Scalar> slide;
  Scalar energy_lost, rebound_speed, rebound_height, peak_force;
  Stability<Scalar> stability;
};

// TD_CHAIN_*.
enum class ChainEnd : std::int32_t {
  full = TD_CHAIN_FULL,
  rests = TD_CHAIN_RESTS,
  horizon = TD_CHAIN_HORIZON,
};

// td_landing.
template <class Scalar>
struct Landing {
  FootOutlook<Scalar> outlook[max_feet];
  std::int32_t first, together, landing_class, count;
  ChainEnd chain_end;
  Touchdown<Scalar> touchdown[max_touchdowns];
};

// td_predict_landing. Unlike there, `landing` is scratch when the status is negative: it is too large to copy.
template <class Scalar>
Status predict(const Lander<Scalar> &lander, const LanderState<Scalar> &state, Landing<Scalar> &landing);

// td_stability_of.
template <class Scalar>
Status stability_of(const Lander<Scalar> &lander, const LanderState<Scalar> &state, Stability<Scalar> &stability);

}  // namespace touchdown

#endif
