// touchdown/systems.hpp - the C++ face of systems.h, templated on the scalar. Meanings, units, frames, ranges and
// status codes are those of systems.h; this header only names what differs.
#ifndef TOUCHDOWN_SYSTEMS_HPP
#define TOUCHDOWN_SYSTEMS_HPP

#include "touchdown/systems.h"
#include "touchdown/touchdown.hpp"

namespace touchdown {

inline constexpr int max_speeds = TD_MAX_SPEEDS;            // generalized speeds, at most
inline constexpr int max_constraints = TD_MAX_CONSTRAINTS;  // rows of A, at most

// Part of every type that they shape: a program and a library that were compiled for different sizes do not link.
template <int speeds, int constraints>
struct SizesOf;
using Sizes = SizesOf<max_speeds, max_constraints>;  // those of this compilation

// td_rigid_body.
template <class Scalar>
struct RigidBody {
  Scalar mass;
  Matrix3<Scalar> inertia;  // [kg m^2] about the centre of mass; only the lower triangle is read
  Vector3<Scalar> r, v, w;
};

// td_pair.
template <class Scalar>
struct Pair {
  RigidBody<Scalar> a, b;
  Vector3<Scalar> n;
  Surface<Scalar> surface;
  Options<Scalar> options;
};

// td_pair_impact.
template <class Scalar>
struct PairImpact {
  Impact<Scalar> impact;
  Vector3<Scalar> t, s;
  Vector3<Scalar> v_a, w_a, v_b, w_b;
};

// td_resolve_pair.
template <class Scalar>
Status resolve(const Pair<Scalar> &pair, PairImpact<Scalar> &impact);

// TD_AXES_*.
enum class Axes : std::int32_t {
  world = TD_AXES_WORLD,
  contact = TD_AXES_CONTACT,
};

// td_speeds, but for the contact. Arrays by rows: the data() of Eigen matrices that are RowMajor, or symmetric.
template <class Scalar>
struct System {
  std::int32_t n = 0;
  const Scalar *M = nullptr, *L = nullptr, *u = nullptr;
  std::int32_t constraints = 0;
  const Scalar *A = nullptr, *hold = nullptr;
};

// td_speeds.
template <class Scalar>
struct Speeds {
  System<Scalar> system;  // what moves
  const Scalar *J = nullptr;
  Axes axes = Axes::world;
  Vector3<Scalar> normal;
  Surface<Scalar> surface;
  Options<Scalar> options;
};

// td_speeds_impact.
template <class Scalar, class = Sizes>
struct SpeedsImpact {
  Impact<Scalar> impact;
  Vector3<Scalar> t, s;
  std::int32_t redundant;
  Scalar u[max_speeds], joint_impulses[max_speeds], constraint_impulses[max_constraints];
};

// td_resolve_speeds.
template <class Scalar>
Status resolve(const Speeds<Scalar> &speeds, SpeedsImpact<Scalar> &impact);

// td_operational_space_inertia.
template <class Scalar>
struct OperationalSpaceInertia {
  ContactInertia<Scalar> free, locked, blended;
};

// td_operational_space_inertia_of.
template <class Scalar>
Status operational_space_inertia(const Speeds<Scalar> &speeds, OperationalSpaceInertia<Scalar> &views);

}  // namespace touchdown

#endif
