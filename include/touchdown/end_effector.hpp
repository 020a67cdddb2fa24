// touchdown/end_effector.hpp - the C++ face of end_effector.h, templated on the scalar. Meanings, units, frames, ranges
// and status codes are those of end_effector.h; this header only names what differs.
#ifndef TOUCHDOWN_END_EFFECTOR_HPP
#define TOUCHDOWN_END_EFFECTOR_HPP

#include "touchdown/end_effector.h"
#include "touchdown/systems.hpp"

namespace touchdown {

// td_effector.
template <class Scalar>
struct Effector {
  Speeds<Scalar> speeds;  // the arm, its speeds and the surface
  const Scalar *max_speed_jump = nullptr, *max_joint_impulse = nullptr;
};

// TD_LIMIT_*.
enum class Limit : std::int32_t {
  none = TD_LIMIT_NONE,
  speed_jump = TD_LIMIT_SPEED_JUMP,
  joint_impulse = TD_LIMIT_JOINT_IMPULSE,
};

// td_effector_impact.
template <class Scalar, class = Sizes>
struct EffectorImpact {
  SpeedsImpact<Scalar> speeds;
  Vector3<Scalar> slide;
  Scalar energy_lost, scale;
  Limit limit;
  std::int32_t joint;
};

// td_predict_effector.
template <class Scalar>
Status predict(const Effector<Scalar> &effector, EffectorImpact<Scalar> &impact);

// Directions that no impulse at the contact changes.
template <class Scalar, class = Sizes>
struct Invariants {
  std::int32_t count;                    // of the directions
  Scalar rows[max_speeds * max_speeds];  // `count` rows of n, orthonormal
};

// td_effector_invariants.
template <class Scalar>
Status invariants(const Speeds<Scalar> &speeds, Invariants<Scalar> &invariants);

}  // namespace touchdown

#endif
