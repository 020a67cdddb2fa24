// How high the feet are: the planes of the ground as one step needs them, and the gap of each foot in a pose. A foot is
// a sphere, so that its gap is the height of its centre over its plane less its radius, and it touches at that radius
// below its centre. The lengths and speeds that count as small follow from the step (touchdown/settling.h).
#ifndef TOUCHDOWN_LANDING_TERRAIN_HPP
#define TOUCHDOWN_LANDING_TERRAIN_HPP

#include <cstddef>

#include "landing/state.hpp"
#include "numerics/rotation.hpp"
#include "systems/rigid_body.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

// A td_settling under way, with its state in vectors.
template <class Scalar>
struct MovingSettling : Settling<Scalar> {
  State<Scalar> state;
};

// All but the state, and no padding, in halves short enough to be copied without a call.
template <class Scalar>
inline void copy_record(const Settling<Scalar> &from, Settling<Scalar> &to) {
  constexpr std::size_t begin = offsetof(Settling<Scalar>, time);
  constexpr std::size_t size = offsetof(Settling<Scalar>, quiet) + sizeof from.quiet - begin;
  constexpr std::size_t half = size / (2 * alignof(Scalar)) * alignof(Scalar);
  const auto *source = reinterpret_cast<const unsigned char *>(&from) + begin;
  auto *target = reinterpret_cast<unsigned char *>(&to) + begin;
  const auto copy = [&](std::size_t at, std::size_t length) {
    __builtin_memcpy(__builtin_assume_aligned(target + at, alignof(Scalar)),
                     __builtin_assume_aligned(source + at, alignof(Scalar)), length);
  };
  copy(0, half);
  copy(half, size - half);
}

template <class Scalar>
inline void take(const Settling<Scalar> &settling, MovingSettling<Scalar> &moving) {
  copy_record<Scalar>(settling, moving);
  moving.state = state_from(settling.state);
}

template <class Scalar>
inline void give(const MovingSettling<Scalar> &moving, Settling<Scalar> &settling) {
  copy_record<Scalar>(moving, settling);
  settling.state = state_to(moving.state);
}

// What 0 stands for in a body.
template <class Scalar>
inline int planes_of(const SettlingBody<Scalar> &body) {
  return body.planes == 0 ? 1 : body.planes;
}

template <class Scalar>
inline Scalar horizon_of(const SettlingBody<Scalar> &body) {
  return body.horizon == 0 ? Scalar(TD_DEFAULT_HORIZON) : body.horizon;
}

// Kinetic energy and energy of height.
template <class Scalar>
struct MechanicalEnergy {
  Scalar kinetic, height;
};

// Sweeps of coupled solves that the pieces of a step share: as many as an impact may ask for, and what presses before
// it.
constexpr int max_shared_sweeps = 3 * TD_MAX_SETTLING_ITERATIONS;

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
struct SettlingScales {
  Scalar step;             // [s] h
  Scalar speed, length;    // [m/s] g h, [m] g h^2
  Scalar bears_within;     // [m]
  Scalar together_within;  // [m]
};

template <class Scalar>
inline SettlingScales<Scalar> scales_of(Scalar gravity, Scalar step, Scalar reach) {
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
  SettlingScales<Scalar> scales;
};

// Whether a function tells the ground.
template <class Scalar>
inline bool has_heights(const SettlingBody<Scalar> &body) {
  return body.height != nullptr;
}

template <class Scalar>
inline int plane_of(const Terrain<Scalar> &terrain, int foot) {
  return terrain.planes > 1 ? foot : 0;
}

// From the centre of mass to where foot i touches.
template <class Scalar>
inline Vector3<Scalar> arm_of(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                              const Matrix3<Scalar> &R, int i) {
  return R * vector(body.foot[i].r) - body.foot[i].radius * terrain.frame[plane_of(terrain, i)].n;
}

template <class Scalar>
inline Scalar height_of(const Terrain<Scalar> &terrain, const Vector3<Scalar> &x, int plane) {
  return terrain.frame[plane].n.dot(x - terrain.point[plane]);
}

template <class Scalar>
inline Scalar gap_of(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const Vector3<Scalar> &x,
                     const Matrix3<Scalar> &R, int i) {
  const int plane = plane_of(terrain, i);
  const Vector3<Scalar> n = R.transpose() * terrain.frame[plane].n;
  return height_of(terrain, x, plane) + n.dot(vector(body.foot[i].r)) - body.foot[i].radius;
}

// Of foot i, over a plane of normal n in the body, above which the centre of mass is as high as told; and the least.
template <class Scalar>
TOUCHDOWN_INLINE void find_gap(const SettlingFoot<Scalar> &foot, Scalar height, const Vector3<Scalar> &n, Scalar &gap,
                               Scalar &least) {
  gap = height + n.dot(vector(foot.r)) - foot.radius;
  if (gap < least) least = gap;
}

// Of all feet; answers the least.
template <class Scalar>
inline Scalar find_gaps(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const Vector3<Scalar> &x,
                        const Matrix3<Scalar> &R, Scalar *gap) {
  Scalar height = height_of(terrain, x, 0), least = largest<Scalar>;
  Vector3<Scalar> n = R.transpose() * terrain.frame[0].n;
  if (terrain.planes == 1) {
    for (int i = 0; i < body.feet; ++i) find_gap(body.foot[i], height, n, gap[i], least);
    return least;
  }
  find_gap(body.foot[0], height, n, gap[0], least);
  for (int i = 1; i < body.feet; ++i) {
    height = height_of(terrain, x, i);
    n = R.transpose() * terrain.frame[i].n;
    find_gap(body.foot[i], height, n, gap[i], least);
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
