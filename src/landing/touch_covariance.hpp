// The covariance of a lander's state at its first touch: through the flight by the tangent of what landing/flight.hpp
// flies (V.17), through the impact by its saltation matrix (V.11).
#ifndef TOUCHDOWN_LANDING_TOUCH_COVARIANCE_HPP
#define TOUCHDOWN_LANDING_TOUCH_COVARIANCE_HPP

#include "landing/first_touch.hpp"
#include "sensitivity/covariance.hpp"
#include "sensitivity/saltation.hpp"

namespace touchdown {

// along a a^T + straight 1 + across [a]x.
template <class Scalar>
inline Matrix3<Scalar> about_axis(const Vector3<Scalar> &a, Scalar along, Scalar straight, Scalar across) {
  Matrix3<Scalar> result = (along * a).lazyProduct(a.transpose());
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    result(i, i) += straight;
    result(k, j) += across * a[i];
    result(j, k) -= across * a[i];
  }
  return result;
}

template <class Scalar>
inline void set_block(const Matrix3<Scalar> &block, int row, int column,
                      Scalar (&Phi)[sensitivity::state_errors][sensitivity::state_errors]) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) Phi[row + i][column + j] = block(i, j);
}

// Errors at the end of a flight at constant w, by those at its start: a turn is turned on, one faster by dw turns on by
// the integral of what the lander turns meanwhile, and a turn turns the thrust, of acceleration a.
template <class Scalar>
inline void flight_matrix(const Vector3<Scalar> &w, const Vector3<Scalar> &a, Scalar time,
                          Scalar (&Phi)[sensitivity::state_errors][sensitivity::state_errors]) {
  const Spin<Scalar> spin = spin_of(w);
  const Scalar angle = spin.rate * time;
  const Turn<Scalar> half = turn_by(Scalar(0.5) * angle);
  const Scalar sine = 2 * half.sine * half.cosine, left = 2 * half.sine * half.sine;
  const Scalar per = angle > 0 ? time / angle : Scalar(0), mean = angle > 0 ? sine * per : time;
  for (int i = 0; i < sensitivity::state_errors; ++i) {
    fill_zero(sensitivity::state_errors, Phi[i]);
    Phi[i][i] = 1;
  }
  for (int i = 0; i < 3; ++i) Phi[TD_ERROR_X + i][TD_ERROR_V + i] = time;
  set_block(about_axis(a, Scalar(0), Scalar(0), Scalar(-0.5) * time * time), TD_ERROR_X, TD_ERROR_ATTITUDE, Phi);
  set_block(about_axis(a, Scalar(0), Scalar(0), -time), TD_ERROR_V, TD_ERROR_ATTITUDE, Phi);
  set_block(about_axis(spin.axis, left, 1 - left, sine), TD_ERROR_ATTITUDE, TD_ERROR_ATTITUDE, Phi);
  set_block(about_axis(spin.axis, time - mean, mean, left * per), TD_ERROR_ATTITUDE, TD_ERROR_W, Phi);
}

// after = X P X^T + E S E^T. E or S may be null.
template <class Scalar>
inline Status carry(const Scalar *X, const Scalar *E, const Scalar *P, const Scalar *S, Scalar *after) {
  constexpr int states = sensitivity::state_errors;
  return sensitivity::covariance_through<states>(states, states, X, P, sensitivity::parameter_errors, E, S, after);
}

// Its own frame, so that no matrix is held while an impact is differentiated.
template <class Scalar>
TD_COLD Status through_flight(const Flight<Scalar> &flight, Scalar inverse_mass, Scalar time, const Scalar *P,
                              TouchCovariance<Scalar> &covariance) {
  Scalar Phi[sensitivity::state_errors][sensitivity::state_errors];
  flight_matrix(flight.state.w, Vector3<Scalar>(inverse_mass * flight.thrust), time, Phi);
  return carry(Phi[0], static_cast<const Scalar *>(nullptr), P, static_cast<const Scalar *>(nullptr), covariance.at[0]);
}

// What a flight of landing/flight.hpp takes for no change of w: a torque that undoes what the inertia does.
template <class Scalar>
inline BodyLoads<Scalar> loads_of(const Lander<Scalar> &lander, const Vector3<Scalar> &thrust,
                                  const Matrix3<Scalar> &inertia, const Vector3<Scalar> &w) {
  BodyLoads<Scalar> loads;
  const Vector3<Scalar> momentum = inertia * w;
  view(loads.force) = lander.mass * vector(lander.gravity) + thrust;
  view(loads.torque) = w.cross(momentum);
  return loads;
}

// The foot that touches first, alone.
template <class Scalar>
inline BodyContact<Scalar> contact_of(const Terrain<Scalar> &terrain, const Strike<Scalar> &strike,
                                      const Matrix3<Scalar> &inertia) {
  const Lander<Scalar> &lander = *terrain.lander;
  const int i = strike.first;
  BodyContact<Scalar> contact;
  contact.body.mass = lander.mass;
  set_inertia(contact.body.inertia, inertia);
  view(contact.body.v) = strike.state.v;
  view(contact.body.w) = strike.state.w;
  view(contact.r) = arm_of(terrain, strike.pose.R, i);
  view(contact.n) = terrain.frame[plane_of(terrain, i)].n;
  contact.surface = striking(lander.foot[i], normal_speed(terrain, strike.pose, i), terrain.scales);
  contact.options = lander.options;
  return contact;
}

// Through the impact of one foot. The thrust goes on as it is, or is cut.
template <class Scalar>
TD_COLD Status through_strike(const Terrain<Scalar> &terrain, const Vector3<Scalar> &thrust,
                              const Strike<Scalar> &strike, const Scalar *S, TouchCovariance<Scalar> &covariance) {
  const Lander<Scalar> &lander = *terrain.lander;
  const Matrix3<Scalar> inertia = turned(matrix(lander.inertia), strike.pose.R);
  const BodyContact<Scalar> contact = contact_of(terrain, strike, inertia);
  const Vector3<Scalar> thrust_after = lander.cut_delay > 0 ? thrust : Vector3<Scalar>(Vector3<Scalar>::Zero());
  const BodyLoads<Scalar> before = loads_of(lander, thrust, inertia, strike.state.w);
  const BodyLoads<Scalar> after = loads_of(lander, thrust_after, inertia, strike.impulses.after.w);
  BodySaltation<Scalar> saltation;
  const Status differentiated =
      sensitivity::saltation_of(contact, sensitivity::FlightLoads<Scalar>{before, after}, saltation);
  if (differentiated < 0) return differentiated;
  const Status carried = carry(saltation.X[0], saltation.E[0], covariance.at[0], S, covariance.after[0]);
  if (carried < 0) return carried;
  covariance.margin = saltation.margin;
  return differentiated | carried;
}

// Of the state, and of the parameters of the impact; the latter may be null.
template <class Scalar>
struct GivenCovariance {
  const Scalar *state, *parameters;
};

// To a touch that was found; given covariances are finite. Returns caveats.
template <class Scalar>
inline Status carry_to_touch(const Terrain<Scalar> &terrain, const Flight<Scalar> &flight, const Strike<Scalar> &strike,
                             const GivenCovariance<Scalar> &given, TouchCovariance<Scalar> &covariance) {
  covariance = {};
  const Status flown = through_flight(flight, 1 / terrain.lander->mass, strike.time, given.state, covariance);
  if (flown < 0) return TD_CAVEAT_COVARIANCE_ENDS;
  covariance.known = 1;
  if (strike.feet != only(strike.first)) return flown | TD_CAVEAT_COVARIANCE_ENDS;
  const Status struck = through_strike(terrain, flight.thrust, strike, given.parameters, covariance);
  if (struck < 0) return flown | TD_CAVEAT_COVARIANCE_ENDS;
  covariance.known = 2;
  return flown | struck;
}

}  // namespace touchdown

#endif
