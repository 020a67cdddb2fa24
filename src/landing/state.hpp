// td_lander_state in vectors.
#ifndef TOUCHDOWN_LANDING_STATE_HPP
#define TOUCHDOWN_LANDING_STATE_HPP

#include "numerics/rotation.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

// Where the lander is, and how it moves.
template <class Scalar>
struct State {
  Vector3<Scalar> x;
  Quaternion<Scalar> q;  // of length 1 once it is checked
  Vector3<Scalar> v, w;
};

template <class Scalar>
inline State<Scalar> state_from(const LanderState<Scalar> &state) {
  return {vector(state.x), {state.q[0], state.q[1], state.q[2], state.q[3]}, vector(state.v), vector(state.w)};
}

template <class Scalar>
inline LanderState<Scalar> state_to(const State<Scalar> &state) {
  const Vector3<Scalar> &x = state.x, &v = state.v, &w = state.w;
  return {{x[0], x[1], x[2]}, {state.q.w, state.q.x, state.q.y, state.q.z}, {v[0], v[1], v[2]}, {w[0], w[1], w[2]}};
}

}  // namespace touchdown

#endif
