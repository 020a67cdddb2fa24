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

// A td_landing under way, with its state in vectors.
template <class Scalar>
struct MovingLanding : Landing<Scalar> {
  State<Scalar> state;
  bool legs = false;  // some yield, and are read
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
  moving.legs = legs;
  for (int i = 0; i < max_feet && legs; ++i) moving.leg[i] = landing.leg[i];
}

template <class Scalar>
inline void give(const MovingLanding<Scalar> &moving, bool legs, Landing<Scalar> &landing) {
  copy_record<Scalar>(moving, landing);
  landing.state = state_to(moving.state);
  for (int i = 0; i < max_feet && legs; ++i) landing.leg[i] = moving.leg[i];
}

// A foot bears, strikes or lies on the ground.
template <class Scalar>
inline void note_contact(MovingLanding<Scalar> &landing) {
  if (landing.first_contact < 0) landing.first_contact = landing.time;
}

// td_landing_start; `state` has been checked.
template <class Scalar>
inline MovingLanding<Scalar> landing_from(const State<Scalar> &state) {
  MovingLanding<Scalar> landing;
  landing.state = state;
  landing.time = landing.energy_lost = landing.owed = landing.deepest = 0;
  landing.first_contact = landing.clearance = TD_NOT_APPLICABLE;
  landing.least_margin = landing.least_time = TD_NOT_APPLICABLE;
  landing.closest_point = landing.edge_from = landing.edge_to = landing.least_from = landing.least_to = -1;
  landing.bearing = landing.steps = landing.impacts = landing.touches = landing.quiet = 0;
  landing.phase = TD_PHASE_MOVING;
  landing.outcome = TD_OUTCOME_OPEN;
  for (LegRecord<Scalar> &leg : landing.leg) leg = {};
  return landing;
}

}  // namespace touchdown

#endif
