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

// td_multi_contact.
template <class Scalar>
struct MultiContact {
  Rule rule = Rule::coupled;
  std::int32_t iterations = 0;
  Options<Scalar> options;
};

// td_contact_result.
template <class Scalar>
struct ContactResult {
  ContactVector<Scalar> p;  // [N s] impulse of this contact on the system
  ContactVector<Scalar> v;  // [m/s] velocity of this contact after
  Scalar p_compression, cone_margin;
  Mode mode;
  Vector3<Scalar> t, s;
};

// td_multi_contact_result.
template <class Scalar>
struct MultiContactResult {
  Scalar energy_before, energy_after, approach_left, residual, restitution_scale;
  std::int32_t iterations;
};

// td_point.
template <class Scalar>
struct Point {
  Vector3<Scalar> r, n;
  Surface<Scalar> surface;
};

// td_body_multi_contact.
template <class Scalar, int = max_contacts>
struct BodyMultiContact {
  Scalar mass;
  Matrix3<Scalar> inertia;  // [kg m^2] about the centre of mass; only the lower triangle is read
  Vector3<Scalar> v, w;
  std::int32_t count;
  Point<Scalar> points[max_contacts];
  MultiContact<Scalar> multi_contact;
};

// td_body_multi_contact_impact.
template <class Scalar, int = max_contacts>
struct BodyMultiContactImpact {
  MultiContactResult<Scalar> result;
  Vector3<Scalar> v, w;
  ContactResult<Scalar> contacts[max_contacts];
};

// td_resolve_body_multi_contact.
template <class Scalar>
Status resolve(const BodyMultiContact<Scalar> &body, BodyMultiContactImpact<Scalar> &impact);

// td_speeds_multi_contact.
template <class Scalar, int = max_contacts>
struct SpeedsMultiContact {
  System<Scalar> system;  // what moves
  std::int32_t count = 0;
  Axes axes = Axes::world;
  const Scalar *J = nullptr, *normals = nullptr;
  Surface<Scalar> surfaces[max_contacts];
  MultiContact<Scalar> multi_contact;
};

// td_speeds_multi_contact_impact.
template <class Scalar, int = max_contacts, class = Sizes>
struct SpeedsMultiContactImpact {
  MultiContactResult<Scalar> result;
  std::int32_t redundant;
  Scalar u[max_speeds], joint_impulses[max_speeds], constraint_impulses[max_constraints];
  ContactResult<Scalar> contacts[max_contacts];
};

// td_resolve_speeds_multi_contact.
template <class Scalar>
Status resolve(const SpeedsMultiContact<Scalar> &speeds, SpeedsMultiContactImpact<Scalar> &impact);

}  // namespace touchdown

#endif
