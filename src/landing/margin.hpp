// How near a lander on its way to rest came to tipping: the least energy margin over all edges of its feet's hull,
// (E97), (E98), of all instants at which a foot touched.
#ifndef TOUCHDOWN_LANDING_MARGIN_HPP
#define TOUCHDOWN_LANDING_MARGIN_HPP

#include "landing/stability.hpp"
#include "landing/terrain.hpp"

namespace touchdown {

// Of the feet of the mask; edges name them by their number among these.
template <class Scalar>
inline void find_stability(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const State<Scalar> &state,
                           std::uint32_t feet, Stability<Scalar> &stability) {
  const Matrix3<Scalar> R = rotation_of(state.q);
  Vector3<Scalar> arm[max_feet];
  int count = 0;
  for (int i = 0; i < lander.feet; ++i)
    if ((feet >> i & 1U) != 0) arm[count++] = arm_of(lander, terrain, R, i);
  Support<Scalar> support;
  support.mass = lander.mass;
  support.gravity = square_root(vector(lander.gravity).squaredNorm());
  frame_of(terrain.up, support.upright);
  support.inertia = turned(matrix(lander.inertia), R);
  support.motion = {state.v, state.w};
  support.feet = count;
  support.arm = arm;
  find_stability(support, stability);
}

template <class Scalar>
__attribute__((noinline)) void watch_margin(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                                            MovingLanding<Scalar> &landing) {
  Stability<Scalar> stability;
  find_stability(lander, terrain, landing.state, ~0U, stability);
  if (stability.edges == 0) return;
  const Edge<Scalar> &worst = stability.edge[stability.worst];
  if (landing.least_from >= 0 && !(worst.energy_margin < landing.least_margin)) return;
  landing.least_margin = worst.energy_margin;
  landing.least_time = landing.time;
  landing.least_from = worst.from;
  landing.least_to = worst.to;
}

}  // namespace touchdown

#endif
