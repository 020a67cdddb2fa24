// How high the feet are: the planes of the ground as one step needs them, and the gap of each foot in a pose. A foot is
// a sphere, so that its gap is the height of its centre over its plane less its radius, and it touches at that radius
// below its centre. The lengths and speeds that count as small follow from the step (touchdown/landing.h).
#ifndef TOUCHDOWN_LANDING_TERRAIN_HPP
#define TOUCHDOWN_LANDING_TERRAIN_HPP

#include "landing/state.hpp"
#include "numerics/rotation.hpp"
#include "systems/rigid_body.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

// A td_landing under way, with its state in vectors.
template <class Scalar>
struct MovingLanding : Landing<Scalar> {
  State<Scalar> state;
};

// All but the state and the legs.
template <class Scalar>
inline void copy_record(const Landing<Scalar> &from, Landing<Scalar> &to) {
  to.time = from.time;
  to.first_contact = from.first_contact;
  to.energy_lost = from.energy_lost;
  to.owed = from.owed;
  to.deepest = from.deepest;
  to.clearance = from.clearance;
  to.closest_point = from.closest_point;
  to.bearing = from.bearing;
  to.phase = from.phase;
  to.outcome = from.outcome;
  to.edge_from = from.edge_from;
  to.edge_to = from.edge_to;
  to.least_margin = from.least_margin;
  to.least_time = from.least_time;
  to.least_from = from.least_from;
  to.least_to = from.least_to;
  to.steps = from.steps;
  to.impacts = from.impacts;
  to.touches = from.touches;
  to.quiet = from.quiet;
}

// The legs as well, where any yields.
template <class Scalar>
inline void take(const Landing<Scalar> &landing, bool legs, MovingLanding<Scalar> &moving) {
  copy_record<Scalar>(landing, moving);
  moving.state = state_from(landing.state);
  for (int i = 0; i < max_feet && legs; ++i) moving.leg[i] = landing.leg[i];
}

template <class Scalar>
inline void give(const MovingLanding<Scalar> &moving, bool legs, Landing<Scalar> &landing) {
  copy_record<Scalar>(moving, landing);
  landing.state = state_to(moving.state);
  for (int i = 0; i < max_feet && legs; ++i) landing.leg[i] = moving.leg[i];
}

// What 0 stands for in a lander.
template <class Scalar>
inline int planes_of(const Lander<Scalar> &lander) {
  return lander.planes == 0 ? 1 : lander.planes;
}

template <class Scalar>
inline Scalar horizon_of(const Lander<Scalar> &lander) {
  return lander.horizon == 0 ? Scalar(TD_DEFAULT_HORIZON) : lander.horizon;
}

// Kinetic energy and energy of height.
template <class Scalar>
struct MechanicalEnergy {
  Scalar kinetic, height;
};

// Sweeps of coupled solves that the pieces of a step share: as many as an impact may ask for, and what presses before
// it.
constexpr int max_shared_sweeps = 3 * TD_MAX_LANDING_ITERATIONS;

// One step under way.
template <class Scalar>
struct Stride {
  Scalar left;        // [s] of the step
  bool last = false;  // piece: it takes all that is left
  Scalar work = 0;    // of the thrust
  int sweeps_left = max_shared_sweeps;
  std::uint32_t touched = 0;
};

// What gravity does in one step: what counts as small is a part of it (numerics/tolerances.hpp). Without gravity, feet
// that single precision cannot tell apart still touch together.
template <class Scalar>
struct LandingScales {
  Scalar step;             // [s] h
  Scalar speed, length;    // [m/s] g h, [m] g h^2
  Scalar bears_within;     // [m]
  Scalar together_within;  // [m]
};

template <class Scalar>
inline LandingScales<Scalar> scales_of(Scalar gravity, Scalar step, Scalar reach) {
  const Scalar speed = gravity * step, length = speed * step;
  return {step, speed, length, tolerance::bears_within<Scalar> * length,
          max(tolerance::together_within<Scalar> * length, tolerance::together_at_all<Scalar> * reach)};
}

// What is the same throughout a step; but on ground that a function tells, planes are those under the feet now
// (landing/height_field.hpp).
template <class Scalar>
struct Terrain {
  int planes;                            // one for every foot, or as many as there are feet
  ContactFrame<Scalar> frame[max_feet];  // of each plane
  Vector3<Scalar> point[max_feet];       // in it
  ContactFrame<Scalar> datum;            // over which heights are told, if they are
  Scalar centre;                         // [m] then: height of the centre of mass
  Vector3<Scalar> up;
  Scalar reach;               // [m] no point of a foot is farther from the centre of mass
  BodyFactor<Scalar> factor;  // in the body
  bool thrust;                // there is one, until it is cut
  LandingScales<Scalar> scales;
};

// Whether a function tells the ground.
template <class Scalar>
inline bool has_heights(const Lander<Scalar> &lander) {
  return lander.height != nullptr;
}

template <class Scalar>
inline int plane_of(const Terrain<Scalar> &terrain, int foot) {
  return terrain.planes > 1 ? foot : 0;
}

// From the centre of mass to where foot i touches.
template <class Scalar>
inline Vector3<Scalar> arm_of(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R,
                              int i) {
  return R * vector(lander.foot[i].r) - lander.foot[i].radius * terrain.frame[plane_of(terrain, i)].n;
}

template <class Scalar>
inline Scalar height_of(const Terrain<Scalar> &terrain, const Vector3<Scalar> &x, int plane) {
  return terrain.frame[plane].n.dot(x - terrain.point[plane]);
}

template <class Scalar>
inline Scalar gap_of(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Vector3<Scalar> &x,
                     const Matrix3<Scalar> &R, int i) {
  const int plane = plane_of(terrain, i);
  const Vector3<Scalar> n = R.transpose() * terrain.frame[plane].n;
  return height_of(terrain, x, plane) + n.dot(vector(lander.foot[i].r)) - lander.foot[i].radius;
}

// Of foot i, over a plane of normal n in the lander, above which the centre of mass is as high as told; and the least.
template <class Scalar>
TOUCHDOWN_INLINE void find_gap(const Foot<Scalar> &foot, Scalar height, const Vector3<Scalar> &n, Scalar &gap,
                               Scalar &least) {
  gap = height + n.dot(vector(foot.r)) - foot.radius;
  if (gap < least) least = gap;
}

// Of all feet; answers the least.
template <class Scalar>
inline Scalar find_gaps(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Vector3<Scalar> &x,
                        const Matrix3<Scalar> &R, Scalar *gap) {
  Scalar height = height_of(terrain, x, 0), least = largest<Scalar>;
  Vector3<Scalar> n = R.transpose() * terrain.frame[0].n;
  if (terrain.planes == 1) {
    for (int i = 0; i < lander.feet; ++i) find_gap(lander.foot[i], height, n, gap[i], least);
    return least;
  }
  find_gap(lander.foot[0], height, n, gap[0], least);
  for (int i = 1; i < lander.feet; ++i) {
    height = height_of(terrain, x, i);
    n = R.transpose() * terrain.frame[i].n;
    find_gap(lander.foot[i], height, n, gap[i], least);
  }
  return least;
}

// Of an inertia, xx, yy, zz, xy, xz, yz: I w.
template <class Scalar>
inline Vector3<Scalar> times(const Scalar *inertia, const Vector3<Scalar> &w) {
  return {inertia[0] * w[0] + inertia[3] * w[1] + inertia[4] * w[2],
          inertia[3] * w[0] + inertia[1] * w[1] + inertia[5] * w[2],
          inertia[4] * w[0] + inertia[5] * w[1] + inertia[2] * w[2]};
}

// Inertia in the world.
template <class Scalar>
inline Matrix3<Scalar> turned(const Matrix3<Scalar> &inertia, const Matrix3<Scalar> &R) {
  const Matrix3<Scalar> half = R.lazyProduct(inertia);
  return half.lazyProduct(R.transpose());
}

}  // namespace touchdown

#endif
