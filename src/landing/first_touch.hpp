// td_find_first_touch: the flight to the first touch, and its impact, resolved as in the motion (landing/contacts.hpp).
//
// Under a constant acceleration, each foot's height over its plane (landing/fall.hpp), and which foot comes first:
//   x(t) = x + v t + a t^2 / 2,  v(t) = v + a t,  a = g + thrust / m;  attitude turns at constant w.
#ifndef TOUCHDOWN_LANDING_FIRST_TOUCH_HPP
#define TOUCHDOWN_LANDING_FIRST_TOUCH_HPP

#include "landing/contacts.hpp"
#include "landing/fall.hpp"
#include "landing/validation.hpp"

namespace touchdown {

// A flight from `state` under a constant acceleration.
template <class Scalar>
struct Flight {
  State<Scalar> state;
  Vector3<Scalar> thrust, acceleration;  // world; the thrust [N] as it stands in the state
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
                                    const Vector3<Scalar> &point, const Vector3<Scalar> &n) {
  const Vector3<Scalar> &axis = flight.spin.axis;
  const Fall<Scalar> fall = {n.dot(flight.state.x - point),
                             n.dot(flight.state.v),
                             Scalar(0.5) * n.dot(flight.acceleration),
                             0,
                             0,
                             0,
                             flight.spin.rate};
  return {fall, to_body * n, to_body * (n - axis * axis.dot(n)), to_body * n.cross(axis)};
}

template <class Scalar>
inline Fall<Scalar> fall_of(const PlaneSeen<Scalar> &plane, const Foot<Scalar> &foot) {
  Fall<Scalar> fall = plane.fall;
  const Vector3<Scalar> r = vector(foot.r);
  fall.h_0 += plane.reach.dot(r) - foot.radius;
  if (!(fall.w > 0)) return fall;
  fall.A = plane.A.dot(r);
  fall.B = plane.B.dot(r);
  fall.C = square_root(fall.A * fall.A + fall.B * fall.B);
  return fall;
}

template <class Scalar>
inline Flight<Scalar> start_flight(const Terrain<Scalar> &terrain, const State<Scalar> &state) {
  Flight<Scalar> flight;
  const Matrix3<Scalar> R = rotation_of(state.q);
  flight.state = state;
  flight.thrust = R * vector(terrain.lander->thrust);
  flight.acceleration = vector(terrain.lander->gravity) + flight.thrust / terrain.lander->mass;
  flight.spin = spin_of(state.w);
  const Matrix3<Scalar> to_body = R.transpose();
  PlaneSeen<Scalar> plane = plane_seen(flight, to_body, terrain.point[0], terrain.frame[0].n);
  for (int i = 0; i < terrain.lander->feet; ++i) {
    if (i > 0 && terrain.planes > 1) plane = plane_seen(flight, to_body, terrain.point[i], terrain.frame[i].n);
    flight.fall[i] = fall_of(plane, terrain.lander->foot[i]);
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

// The same of all feet, and of the angle turned.
template <class Scalar>
inline bool in_range(const Lander<Scalar> &lander, const Flight<Scalar> &flight) {
  bool finite = flight.spin.rate * horizon_of(lander) <= max_rotation<Scalar>;
  for (int i = 0; i < lander.feet; ++i) finite = finite && in_range(flight.fall[i], horizon_of(lander));
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

template <class Scalar>
inline bool starts_below(const Fall<Scalar> &fall, const Vector3<Scalar> &point) {
  const Scalar size = size_at(fall, Scalar(0)) + 2 * point.cwiseAbs().maxCoeff();
  return fall.h_0 < -tolerance::below_ground<Scalar> * size;
}

// When each foot touches, as if alone, and which of them first; -1 if none. Caveats.
template <class Scalar>
inline Status find_outlooks(const Terrain<Scalar> &terrain, const Flight<Scalar> &flight, FootOutlook<Scalar> *outlook,
                            int &first) {
  Status caveats = TD_SOLVED;
  first = -1;
  for (int i = 0; i < terrain.lander->feet; ++i) {
    const FirstContact<Scalar> contact = first_contact(flight.fall[i], horizon_of(*terrain.lander));
    outlook[i] = {contact.time, contact.v_n, contact.outlook};
    if (starts_below(flight.fall[i], terrain.point[plane_of(terrain, i)])) caveats |= TD_CAVEAT_BELOW_GROUND;
    caveats |= contact.caveats;
    if (contact.outlook != TD_OUTLOOK_TOUCHES) continue;
    if (first < 0 || contact.time < outlook[first].time) first = i;
  }
  return first < 0 ? caveats | TD_CAVEAT_NO_CONTACT : caveats;
}

// Where the lander is when it touches, which feet strike, and what that does.
template <class Scalar>
struct Strike {
  Scalar time;
  State<Scalar> state;
  Pose<Scalar> pose;
  int first;  // foot
  FootSet feet;
  StrikeImpulses<Scalar> impulses;
};

template <class Scalar>
inline bool is_finite(const FirstTouch<Scalar> &touch) {
  Scalar sum = 0;
  for (int k = 0; k < touch.count; ++k)
    sum += zero_if_finite(touch.touch[k].slip) + zero_if_finite(touch.touch[k].energy_lost);
  return sum == 0 && all_finite(vector(touch.at.x)) && all_finite(vector(touch.at.v));
}

// What refuses a lander in a state; the flight that it is on.
template <class Scalar>
inline Status begin_flight(const Lander<Scalar> &lander, const LanderState<Scalar> &given, Terrain<Scalar> &terrain,
                           Flight<Scalar> &flight) {
  State<Scalar> state = state_from(given);
  Status status = prepare(lander, terrain);
  if (status == TD_SOLVED) status = normalize_state(state);
  if (status != TD_SOLVED) return status;
  if (has_heights(lander)) return TD_REFUSED_GROUND;
  flight = start_flight(terrain, state);
  return in_range(lander, flight) ? TD_SOLVED : TD_REFUSED_HORIZON;
}

// Its feet in `touch`, the first of them before the others.
template <class Scalar>
inline void list_touches(const Terrain<Scalar> &terrain, const Strike<Scalar> &strike, FirstTouch<Scalar> &touch) {
  const auto list = [&](int i) {
    Touch<Scalar> &next = touch.touch[touch.count++];
    next.time = strike.time;
    fill_touch(terrain, strike.pose, strike.impulses, i, next);
  };
  list(strike.first);
  for (int i = 0; i < terrain.lander->feet; ++i)
    if (i != strike.first && strike.feet.has(i)) list(i);
}

// td_find_first_touch; where a foot touches, its strike as well. `touch` is scratch when the status is negative.
template <class Scalar>
inline Status find_touch(const Terrain<Scalar> &terrain, const Flight<Scalar> &flight, Strike<Scalar> &strike,
                         FirstTouch<Scalar> &touch) {
  touch = {};
  const Status status = find_outlooks(terrain, flight, touch.outlook, strike.first);
  touch.time = TD_NOT_APPLICABLE;
  touch.at = touch.after = state_to(flight.state);
  if (strike.first < 0) return status;
  touch.time = strike.time = touch.outlook[strike.first].time;
  strike.state = state_at(flight, strike.time);
  strike.pose = pose_of(terrain, strike.state);
  strike.feet = only(strike.first) | feet_together(terrain, strike.pose);
  int sweeps_left = max_shared_sweeps;
  const Status struck = strike_feet(terrain, strike.pose, strike.feet, sweeps_left, strike.impulses);
  if (struck < 0) return struck;
  const Motion<Scalar> &after = strike.impulses.after;
  touch.at = state_to(strike.state);
  touch.after = state_to(State<Scalar>{strike.state.x, strike.state.q, after.v, after.w});
  list_touches(terrain, strike, touch);
  return is_finite(touch) ? status | struck : TD_REFUSED_RANGE;
}

}  // namespace touchdown

#endif
