// Whether a slow body rests: forces within the cones of the feet on the ground can hold it, and it is not fast enough
// for any way out.
//   forces   one step of gravity from v = w = 0, its feet pressed, leaves it still
//   barrier  m (|g_perp| L + g . rho) of the least edge of these feet's hull is well above the kinetic energy (E97)
//   without a hull, on one foot or two: round ones whose centres, by their loads, are above the centre of mass
#ifndef TOUCHDOWN_SETTLING_REST_HPP
#define TOUCHDOWN_SETTLING_REST_HPP

#include "settling/bearing.hpp"
#include "settling/margin.hpp"

namespace touchdown {

// What one step of gravity comes to from a stand.
template <class Scalar>
struct StaticSolve {
  std::uint32_t feet = 0;  // on the ground
  Motion<Scalar> motion;   // that is left
  Scalar righting = 0;     // [N s m] how far the centres of the feet are above the centre of mass, by their loads
};

template <class Scalar>
inline std::uint32_t feet_that_may_hold(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                                        const Pose<Scalar> &pose) {
  std::uint32_t feet = 0;
  for (int i = 0; i < body.feet; ++i)
    if (pose.gap[i] < tolerance::holds_within<Scalar> * terrain.scales.length) feet |= 1U << i;
  return feet;
}

template <class Scalar>
inline Status solve_statics(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                            StaticSolve<Scalar> &statics) {
  ContactSet<Scalar> set;
  Phase<Scalar> phase;
  CoupledResult<Scalar> result;
  int foot[max_feet];
  statics.feet = feet_that_may_hold(body, terrain, pose);
  const Scalar step = terrain.scales.step;
  statics.motion = {step * vector(body.gravity), Vector3<Scalar>::Zero()};
  if (statics.feet == 0) return TD_SOLVED;
  enter_feet(body, terrain, pose, statics.motion, statics.feet, false, foot, set);
  const Status status = complete(set);
  if (status < 0) return status;
  fill_zero(max_feet, phase.target);
  phase.by_newton = true;
  solve_bearing(set, TD_MAX_SETTLING_ITERATIONS, phase, result);
  for (int k = 0; k < set.count; ++k)
    statics.righting += result.total.p[k].n * terrain.up.dot(pose.R * vector(body.foot[foot[k]].r));
  return carry_back(body, terrain, pose, foot, set, result.total, statics.motion);
}

// How much kinetic energy leads over the least edge of the hull of some feet; below 0 beyond one.
template <class Scalar>
struct Barrier {
  int edges;  // 0 without a hull
  Scalar energy;
};

template <class Scalar>
inline Barrier<Scalar> barrier_of(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                                  const State<Scalar> &state, std::uint32_t feet) {
  State<Scalar> still = state;
  still.v.setZero();
  still.w.setZero();
  Stability<Scalar> stability;
  find_stability(body, terrain, still, feet, stability);
  if (stability.edges == 0) return {0, -1};
  for (int i = 0; i < stability.edges; ++i)
    if (!(stability.edge[i].tipping_angle > 0)) return {stability.edges, -1};
  return {stability.edges, stability.edge[stability.worst].energy_margin};
}

template <class Scalar>
inline Scalar kinetic_energy(const SettlingBody<Scalar> &body, const State<Scalar> &state, const Matrix3<Scalar> &R) {
  const Vector3<Scalar> w = R.transpose() * state.w;
  return Scalar(0.5) * (body.mass * state.v.squaredNorm() + w.dot(times(body.inertia, w)));
}

template <class Scalar>
__attribute__((noinline)) bool rests_on_feet(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                                             const State<Scalar> &state) {
  const Pose<Scalar> pose = pose_of(body, terrain, state);
  StaticSolve<Scalar> statics;
  if (solve_statics(body, terrain, pose, statics) < 0) return false;
  if (!is_slower(terrain, statics.motion, tolerance::held<Scalar>)) return false;
  const Scalar kinetic = kinetic_energy(body, state, pose.R);
  const Barrier<Scalar> barrier = barrier_of(body, terrain, state, statics.feet);
  if (barrier.edges > 0) return barrier.energy > tolerance::barrier<Scalar> * kinetic;
  const Scalar most = tolerance::still<Scalar> * terrain.scales.speed;
  return statics.righting > 0 && 2 * kinetic < body.mass * most * most;
}

}  // namespace touchdown

#endif
