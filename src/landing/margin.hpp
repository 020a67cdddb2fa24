// How near a body on its way to rest came to tipping: the least energy margin over all edges of its feet's hull,
// (E97), (E98), of all instants at which a foot touched.
#ifndef TOUCHDOWN_LANDING_MARGIN_HPP
#define TOUCHDOWN_LANDING_MARGIN_HPP

#include "landing/stability.hpp"
#include "landing/terrain.hpp"

namespace touchdown {

// Of the feet of the mask; edges name them by their number among these.
template <class Scalar>
inline void find_stability(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const State<Scalar> &state,
                           std::uint32_t feet, Stability<Scalar> &stability) {
  const Matrix3<Scalar> R = rotation_of(state.q);
  Vector3<Scalar> arm[max_feet];
  int count = 0;
  for (int i = 0; i < body.feet; ++i)
    if ((feet >> i & 1U) != 0) arm[count++] = arm_of(body, terrain, R, i);
  Stance<Scalar> stance;
  stance.mass = body.mass;
  stance.gravity = square_root(vector(body.gravity).squaredNorm());
  frame_of(terrain.up, stance.upright);
  stance.inertia = turned(matrix(body.inertia), R);
  stance.motion = {state.v, state.w};
  stance.feet = count;
  stance.arm = arm;
  find_stability(stance, stability);
}

template <class Scalar>
__attribute__((noinline)) void watch_margin(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                                            MovingSettling<Scalar> &settling) {
  Stability<Scalar> stability;
  find_stability(body, terrain, settling.state, ~0U, stability);
  if (stability.edges == 0) return;
  const Edge<Scalar> &worst = stability.edge[stability.worst];
  if (settling.least_from >= 0 && !(worst.energy_margin < settling.least_margin)) return;
  settling.least_margin = worst.energy_margin;
  settling.least_time = settling.time;
  settling.least_from = worst.from;
  settling.least_to = worst.to;
}

}  // namespace touchdown

#endif
