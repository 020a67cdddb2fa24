// The first touch of a flight: under a constant acceleration, each foot's height over its plane (landing/fall.hpp),
// and which foot comes first.
//   x(t) = x + v t + a t^2 / 2,  v(t) = v + a t,  a = g + thrust / m;  attitude turns at constant w.
#ifndef TOUCHDOWN_LANDING_FLIGHT_HPP
#define TOUCHDOWN_LANDING_FLIGHT_HPP

#include "landing/fall.hpp"
#include "landing/validation.hpp"

namespace touchdown {

// From a state on, under a constant acceleration.
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
inline Flight<Scalar> take_off(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                               const State<Scalar> &state) {
  Flight<Scalar> flight;
  const Matrix3<Scalar> R = rotation_of(state.q);
  flight.state = state;
  flight.thrust = R * vector(lander.thrust);
  flight.acceleration = vector(lander.gravity) + flight.thrust / lander.mass;
  flight.spin = spin_of(state.w);
  const Matrix3<Scalar> to_body = R.transpose();
  PlaneSeen<Scalar> plane = plane_seen(flight, to_body, terrain.point[0], terrain.frame[0].n);
  for (int i = 0; i < lander.feet; ++i) {
    if (i > 0 && terrain.planes > 1) plane = plane_seen(flight, to_body, terrain.point[i], terrain.frame[i].n);
    flight.fall[i] = fall_of(plane, lander.foot[i]);
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

// And the rotation stays one that can be followed.
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
inline Status look_out(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Flight<Scalar> &flight,
                       FootOutlook<Scalar> *outlook, int &first) {
  Status caveats = TD_SOLVED;
  bool grazes = false;
  first = -1;
  for (int i = 0; i < lander.feet; ++i) {
    const FirstContact<Scalar> contact = first_contact(flight.fall[i], horizon_of(lander));
    outlook[i] = {contact.time, contact.v_n, contact.outlook};
    if (starts_below(flight.fall[i], terrain.point[plane_of(terrain, i)])) caveats |= TD_CAVEAT_BELOW_GROUND;
    if (contact.outlook != TD_OUTLOOK_TOUCHES) continue;
    grazes = grazes || contact.grazes;
    if (first < 0 || contact.time < outlook[first].time) first = i;
  }
  if (first < 0) return caveats | TD_CAVEAT_NO_CONTACT;
  return grazes ? caveats | TD_CAVEAT_GRAZING : caveats;
}

}  // namespace touchdown

#endif
