// From a state in flight to the feet that touch next: flight under a constant acceleration, each foot's height over its
// plane (landing/fall.hpp), and which contacts come first.
//   x(t) = x + v t + a t^2 / 2,  v(t) = v + a t,  a = g + thrust / m;  attitude turns at constant w.
#ifndef TOUCHDOWN_LANDING_FLIGHT_HPP
#define TOUCHDOWN_LANDING_FLIGHT_HPP

#include "landing/fall.hpp"
#include "systems/rigid_body.hpp"

namespace touchdown {

// Where the lander is, and how it moves: td_lander_state, in vectors.
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

// What 0 stands for in a lander.
template <class Scalar>
inline int planes_of(const Lander<Scalar> &lander) {
  return lander.planes == 0 ? 1 : lander.planes;
}

template <class Scalar>
inline int touchdowns_of(const Lander<Scalar> &lander) {
  return lander.max_touchdowns == 0 ? max_touchdowns : lander.max_touchdowns;
}

template <class Scalar>
inline Scalar horizon_of(const Lander<Scalar> &lander) {
  return lander.horizon == 0 ? Scalar(TD_DEFAULT_HORIZON) : lander.horizon;
}

// The ground and the vertical, which are the same for every flight of a prediction.
template <class Scalar>
struct GroundGeometry {
  Vector3<Scalar> n[max_feet];   // unit, one for each foot
  ContactFrame<Scalar> upright;  // n is up
  Scalar gravity;
};

// One flight: from a state on, under a constant acceleration.
template <class Scalar>
struct Flight {
  State<Scalar> state;
  Vector3<Scalar> acceleration;
  Spin<Scalar> spin;
  Fall<Scalar> fall[max_feet];
};

// A plane as the turning lander sees it: its fall but for the arm, and the body-frame vectors whose products with the
// arm of a foot are what n . arm, A and B are.
template <class Scalar>
struct PlaneSeen {
  Fall<Scalar> fall;
  Vector3<Scalar> reach, A, B;
};

template <class Scalar>
inline PlaneSeen<Scalar> plane_seen(const Flight<Scalar> &flight, const Matrix3<Scalar> &to_body,
                                    const Ground<Scalar> &ground, const Vector3<Scalar> &n) {
  const Vector3<Scalar> &axis = flight.spin.axis;
  const Fall<Scalar> fall = {n.dot(flight.state.x - vector(ground.point)),
                             n.dot(flight.state.v),
                             Scalar(0.5) * n.dot(flight.acceleration),
                             0,
                             0,
                             0,
                             flight.spin.rate};
  return {fall, to_body * n, to_body * (n - axis * axis.dot(n)), to_body * n.cross(axis)};
}

template <class Scalar>
inline Fall<Scalar> fall_of(const PlaneSeen<Scalar> &plane, const Vector3<Scalar> &r) {
  Fall<Scalar> fall = plane.fall;
  fall.h_0 += plane.reach.dot(r);
  if (!(fall.w > 0)) return fall;
  fall.A = plane.A.dot(r);
  fall.B = plane.B.dot(r);
  fall.C = square_root(fall.A * fall.A + fall.B * fall.B);
  return fall;
}

template <class Scalar>
inline Flight<Scalar> take_off(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry,
                               const State<Scalar> &state, const Scalar (&thrust)[3]) {
  Flight<Scalar> flight;
  flight.state = state;
  flight.acceleration = vector(lander.gravity) + vector(thrust) / lander.mass;
  flight.spin = spin_of(state.w);
  const Matrix3<Scalar> to_body = rotation_of(state.q).transpose();
  PlaneSeen<Scalar> plane = plane_seen(flight, to_body, lander.ground[0], geometry.n[0]);
  for (int i = 0; i < lander.feet; ++i) {
    if (i > 0 && planes_of(lander) > 1) plane = plane_seen(flight, to_body, lander.ground[i], geometry.n[i]);
    flight.fall[i] = fall_of(plane, vector(lander.foot[i].r));
  }
  return flight;
}

// Heights, their rates and the products that the search forms stay finite up to `time`.
template <class Scalar>
inline bool in_range(const Fall<Scalar> &fall, Scalar time) {
  const Scalar size = size_at(fall, time);
  const Scalar rate = abs(fall.c_1) + 2 * abs(fall.c_2) * time + fall.C * fall.w;
  const Scalar bend = 2 * abs(fall.c_2) + fall.C * fall.w * fall.w;
  return zero_if_finite(4 * size * bend) + zero_if_finite(4 * rate * rate) + zero_if_finite(size) == 0;
}

template <class Scalar>
inline bool in_range(const Lander<Scalar> &lander, const Flight<Scalar> &flight, Scalar time) {
  bool finite = true;
  for (int i = 0; i < lander.feet; ++i) finite = finite && in_range(flight.fall[i], time);
  return finite;
}

template <class Scalar>
inline State<Scalar> state_at(const Flight<Scalar> &flight, Scalar t) {
  const State<Scalar> &from = flight.state;
  State<Scalar> state;
  state.x = from.x + t * (from.v + Scalar(0.5) * t * flight.acceleration);
  state.v = from.v + t * flight.acceleration;
  state.w = from.w;
  state.q = flight.spin.rate > 0 ? turned(from.q, flight.spin, t) : from.q;
  return state;
}

// When each foot touches, and which of them first.
template <class Scalar>
struct Schedule {
  Scalar time[max_feet];  // TD_NOT_APPLICABLE where it does not touch
  int first = -1;
  Status caveat = TD_SOLVED;
};

template <class Scalar>
inline void enter(const FirstContact<Scalar> &contact, int foot, Schedule<Scalar> &schedule) {
  schedule.time[foot] = contact.time;
  if (contact.outlook != TD_OUTLOOK_TOUCHES) return;
  if (contact.grazes) schedule.caveat = TD_CAVEAT_GRAZING;
  if (schedule.first < 0 || contact.time < schedule.time[schedule.first]) schedule.first = foot;
}

// Which feet touch next, at `time`; feet = 0 if none.
template <class Scalar>
struct NextContact {
  Scalar time;
  int feet;
  int foot[max_feet];  // the first, then those within the window, in order of number
  Status caveat;
};

template <class Scalar>
inline NextContact<Scalar> next_in(const Lander<Scalar> &lander, const Schedule<Scalar> &schedule) {
  NextContact<Scalar> next = {};
  const int first = schedule.first;
  if (first < 0) return next;
  next = {schedule.time[first], 1, {first}, schedule.caveat};
  for (int i = 0; i < lander.feet; ++i)
    if (i != first && schedule.time[i] >= 0 && schedule.time[i] <= next.time + lander.simultaneity_window)
      next.foot[next.feet++] = i;
  return next;
}

// Nothing later than the window after the first contact known is of interest.
template <class Scalar>
inline Scalar look_until(const Lander<Scalar> &lander, const Schedule<Scalar> &schedule, Scalar limit) {
  if (schedule.first < 0) return limit;
  const Scalar within = schedule.time[schedule.first] + lander.simultaneity_window;
  return within < limit ? within : limit;
}

// Resting feet are left out: bit i of `resting`.
template <class Scalar>
inline NextContact<Scalar> next_contact(const Lander<Scalar> &lander, const Flight<Scalar> &flight, Scalar limit,
                                        std::uint32_t resting) {
  Schedule<Scalar> schedule;
  for (int i = 0; i < lander.feet; ++i) {
    schedule.time[i] = TD_NOT_APPLICABLE;
    if ((resting >> i & 1U) == 0)
      enter(first_contact(flight.fall[i], look_until(lander, schedule, limit)), i, schedule);
  }
  return next_in(lander, schedule);
}

}  // namespace touchdown

#endif
