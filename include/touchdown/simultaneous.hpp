// touchdown/simultaneous.hpp - the C++ face of simultaneous.h, templated on the scalar. Meanings, units, frames, ranges
// and status codes are those of simultaneous.h; this header only names what differs.
#ifndef TOUCHDOWN_SIMULTANEOUS_HPP
#define TOUCHDOWN_SIMULTANEOUS_HPP

#include "touchdown/simultaneous.h"
#include "touchdown/systems.hpp"

namespace touchdown {

inline constexpr int max_contacts = TD_MAX_CONTACTS;  // contacts at once, at most; in the types as Sizes are

// TD_RULE_*.
enum class Rule : std::int32_t {
  coupled = TD_RULE_COUPLED,
  superposed = TD_RULE_SUPERPOSED,
  sequential = TD_RULE_SEQUENTIAL,
};

// td_together.
template <class Scalar>
struct Together {
  Rule rule = Rule::coupled;
  std::int32_t rounds = 0;
  Options<Scalar> options;
};

// td_share.
template <class Scalar>
struct Share {
  ContactVector<Scalar> p;  // [N s] impulse of this contact on the system
  ContactVector<Scalar> v;  // [m/s] velocity of this contact after
  Scalar p_compression, cone_margin;
  Mode mode;
  Vector3<Scalar> t, s;
};

// td_together_result.
template <class Scalar>
struct TogetherResult {
  Scalar energy_before, energy_after, approach_left, residual, restitution_scale;
  std::int32_t rounds;
};

// td_point.
template <class Scalar>
struct Point {
  Vector3<Scalar> r, n;
  Surface<Scalar> surface;
};

// td_body_together.
template <class Scalar, int = max_contacts>
struct BodyTogether {
  Scalar mass;
  Matrix3<Scalar> inertia;  // [kg m^2] about the centre of mass; only the lower triangle is read
  Vector3<Scalar> v, w;
  std::int32_t count;
  Point<Scalar> points[max_contacts];
  Together<Scalar> together;
};

// td_body_together_impact.
template <class Scalar, int = max_contacts>
struct BodyTogetherImpact {
  TogetherResult<Scalar> result;
  Vector3<Scalar> v, w;
  Share<Scalar> shares[max_contacts];
};

// td_resolve_body_together.
template <class Scalar>
Status resolve(const BodyTogether<Scalar> &body, BodyTogetherImpact<Scalar> &impact);

// td_speeds_together.
template <class Scalar, int = max_contacts>
struct SpeedsTogether {
  System<Scalar> system;  // what moves
  std::int32_t count = 0;
  Axes axes = Axes::world;
  const Scalar *J = nullptr, *normals = nullptr;
  Surface<Scalar> surfaces[max_contacts];
  Together<Scalar> together;
};

// td_speeds_together_impact.
template <class Scalar, int = max_contacts, class = Sizes>
struct SpeedsTogetherImpact {
  TogetherResult<Scalar> result;
  std::int32_t redundant;
  Scalar u[max_speeds], joint_impulses[max_speeds], constraint_impulses[max_constraints];
  Share<Scalar> shares[max_contacts];
};

// td_resolve_speeds_together.
template <class Scalar>
Status resolve(const SpeedsTogether<Scalar> &speeds, SpeedsTogetherImpact<Scalar> &impact);

}  // namespace touchdown

#endif
