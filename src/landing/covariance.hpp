// The covariance of a lander's state at each touchdown of its landing: through a flight by the tangent of what
// landing/flight.hpp flies (E106), through an impact by its saltation matrix (E103).
#ifndef TOUCHDOWN_LANDING_COVARIANCE_HPP
#define TOUCHDOWN_LANDING_COVARIANCE_HPP

#include "derivatives/covariance.hpp"
#include "derivatives/saltation.hpp"
#include "landing/chain.hpp"

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
                      Scalar (&Phi)[derivatives::state_errors][derivatives::state_errors]) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) Phi[row + i][column + j] = block(i, j);
}

// Errors at the end of a flight at constant w, by those at its start: a turn is turned on, and one faster by dw turns
// on by the integral of what the body turns meanwhile.
template <class Scalar>
inline void flight_matrix(const Vector3<Scalar> &w, Scalar time,
                          Scalar (&Phi)[derivatives::state_errors][derivatives::state_errors]) {
  const Spin<Scalar> spin = spin_of(w);
  const Scalar angle = spin.rate * time;
  const Turn<Scalar> half = turn_by(Scalar(0.5) * angle);
  const Scalar sine = 2 * half.sine * half.cosine, left = 2 * half.sine * half.sine;
  const Scalar per = angle > 0 ? time / angle : Scalar(0), mean = angle > 0 ? sine * per : time;
  for (int i = 0; i < derivatives::state_errors; ++i) {
    fill_zero(derivatives::state_errors, Phi[i]);
    Phi[i][i] = 1;
  }
  for (int i = 0; i < 3; ++i) Phi[TD_ERROR_X + i][TD_ERROR_V + i] = time;
  set_block(about_axis(spin.axis, left, 1 - left, sine), TD_ERROR_ATTITUDE, TD_ERROR_ATTITUDE, Phi);
  set_block(about_axis(spin.axis, time - mean, mean, left * per), TD_ERROR_ATTITUDE, TD_ERROR_W, Phi);
}

// after = X P X^T + E S E^T. E or S may be null.
template <class Scalar>
inline Status carry(const Scalar *X, const Scalar *E, const Scalar *P, const Scalar *S, Scalar *after) {
  return derivatives::covariance_through_impact<derivatives::state_errors, derivatives::parameter_errors>(
      derivatives::state_errors, X, E, P, S, after);
}

// Its own frame, so that no matrix is held while an impact is differentiated.
template <class Scalar>
__attribute__((noinline)) Status through_flight(const Scalar (&w)[3], Scalar time, const Scalar *P,
                                                TouchdownCovariance<Scalar> &there) {
  Scalar Phi[derivatives::state_errors][derivatives::state_errors];
  flight_matrix(vector(w), time, Phi);
  return carry(Phi[0], static_cast<const Scalar *>(nullptr), P, static_cast<const Scalar *>(nullptr), there.at[0]);
}

// What a flight of landing/flight.hpp takes for no change of w: a torque that undoes what the inertia does.
template <class Scalar>
inline BodyLoads<Scalar> loads_of(const Lander<Scalar> &lander, const Scalar (&thrust)[3],
                                  const Matrix3<Scalar> &inertia, const Vector3<Scalar> &w) {
  BodyLoads<Scalar> loads;
  const Vector3<Scalar> momentum = inertia * w;
  view(loads.force) = lander.mass * vector(lander.gravity) + vector(thrust);
  view(loads.torque) = w.cross(momentum);
  return loads;
}

// Of one foot alone.
template <class Scalar>
__attribute__((noinline)) Status through_impact(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry,
                                                const Touchdown<Scalar> &touchdown, bool first, const Scalar *S,
                                                TouchdownCovariance<Scalar> &there) {
  const BodyContact<Scalar> contact =
      contact_of(lander, geometry, instant_of(lander, state_from(touchdown.at)), touchdown.foot, steps_of(lander));
  BodyPoseDerivatives<Scalar> by;
  const Status resolved = resolve(contact, by);
  if (resolved < 0) return resolved;
  const Matrix3<Scalar> inertia = matrix(contact.body.inertia);
  const BodyLoads<Scalar> before =
      loads_of(lander, first ? lander.thrust : lander.thrust_after, inertia, vector(contact.body.w));
  const BodyLoads<Scalar> after = loads_of(lander, lander.thrust_after, inertia, vector(by.derivatives.body.w));
  BodySaltation<Scalar> saltation;
  const Status differentiated = derivatives::saltation_of(contact, before, after, by, saltation);
  if (differentiated < 0) return differentiated;
  const Status carried = carry(saltation.X[0], saltation.E[0], there.at[0], S, there.after[0]);
  if (carried < 0) return carried;
  there.margin = saltation.margin;
  return resolved | carried;
}

// The first flight's errors are given, those of each other flight are those after the touchdown before.
template <class Scalar>
inline Status fly_to(const LanderState<Scalar> &start, const Scalar *P, const Landing<Scalar> &landing, int k,
                     LandingCovariance<Scalar> &result) {
  const Touchdown<Scalar> &touchdown = landing.touchdown[k];
  TouchdownCovariance<Scalar> &there = result.touchdown[k];
  if (k == 0) return through_flight(start.w, touchdown.time, P, there);
  const Touchdown<Scalar> &last = landing.touchdown[k - 1];
  return through_flight(last.after.w, touchdown.time - last.time, result.touchdown[k - 1].after[0], there);
}

// The rest of the feet that touch with foot k, at the same time.
template <class Scalar>
inline void share(const Landing<Scalar> &landing, int k, LandingCovariance<Scalar> &result) {
  const Scalar *const at = result.touchdown[k].at[0];
  for (int i = k + 1; i < max_touchdowns; ++i) {
    if (i >= landing.count || i >= k + landing.touchdown[k].together) return;
    copy(derivatives::state_errors * derivatives::state_errors, at, result.touchdown[i].at[0]);
    ++result.at_count;
  }
}

// Along the landing from a state; P is finite. Caveats.
template <class Scalar>
inline Status carry_along(const Lander<Scalar> &lander, const LanderState<Scalar> &start, const Scalar *P,
                          const Scalar *S, const Landing<Scalar> &landing, LandingCovariance<Scalar> &result) {
  GroundGeometry<Scalar> geometry = {};
  survey(lander, geometry);
  result.at_count = result.after_count = 0;
  Status caveats = TD_SOLVED;
  for (int k = 0; k < max_touchdowns && k < landing.count; ++k) {
    const Status flown = fly_to(start, P, landing, k, result);
    if (flown < 0) return caveats | TD_CAVEAT_COVARIANCE_ENDS;
    result.at_count = k + 1;
    caveats |= flown;
    share(landing, k, result);
    const bool alone = landing.touchdown[k].together == 1;
    const Status struck = alone ? through_impact(lander, geometry, landing.touchdown[k], k == 0, S, result.touchdown[k])
                                : TD_REFUSED_RANGE;
    if (struck < 0) return caveats | TD_CAVEAT_COVARIANCE_ENDS;
    result.after_count = k + 1;
    caveats |= struck;
  }
  return caveats;
}

}  // namespace touchdown

#endif
