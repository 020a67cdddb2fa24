// C API of saltation.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/saltation.h"

#include "c_api/publish.hpp"
#include "derivatives/covariance.hpp"
#include "derivatives/saltation.hpp"
#include "derivatives/speeds_saltation.hpp"
#include "landing/covariance.hpp"

template <class Scalar>
touchdown::Status touchdown::saltation_of(const touchdown::BodyContact<Scalar> &contact,
                                          const touchdown::BodyLoads<Scalar> &before,
                                          const touchdown::BodyLoads<Scalar> &after,
                                          touchdown::BodySaltation<Scalar> &saltation) {
  BodyPoseDerivatives<Scalar> by;
  const Status resolved = resolve(contact, by);
  if (resolved < 0) return resolved;
  if (!derivatives::is_finite(before) || !derivatives::is_finite(after)) return TD_REFUSED_RANGE;
  const Status status = publish(saltation, [&](BodySaltation<Scalar> &scratch) {
    return derivatives::saltation_of(contact, before, after, by, scratch);
  });
  return status < 0 ? status : resolved;
}

template <class Scalar>
touchdown::Status touchdown::covariance_through_impact(const touchdown::BodySaltation<Scalar> &saltation,
                                                       const Scalar *P, const Scalar *S, Scalar *after) {
  if (P == nullptr || after == nullptr) return TD_REFUSED_NULL;
  return derivatives::covariance_through_impact<derivatives::state_errors, derivatives::parameter_errors>(
      derivatives::state_errors, saltation.X[0], saltation.E[0], P, S, after);
}

template <class Scalar>
touchdown::Status touchdown::predict(const touchdown::Lander<Scalar> &lander,
                                     const touchdown::LanderState<Scalar> &state, const Scalar *P, const Scalar *S,
                                     touchdown::Landing<Scalar> &landing,
                                     touchdown::LandingCovariance<Scalar> &covariance) {
  if (P == nullptr) return TD_REFUSED_NULL;
  const bool finite = derivatives::lower_finite(derivatives::state_errors, P) &&
                      (S == nullptr || derivatives::lower_finite(derivatives::parameter_errors, S));
  if (!finite) return TD_REFUSED_RANGE;
  const Status predicted = predict(lander, state, landing);
  return predicted < 0 ? predicted : predicted | carry_along(lander, state, P, S, landing, covariance);
}

template <class Scalar>
touchdown::Status touchdown::saltation_of(const touchdown::Speeds<Scalar> &speeds,
                                          const touchdown::SpeedsFlow<Scalar> &flow,
                                          touchdown::SpeedsSaltation<Scalar> &saltation, Scalar *X, Scalar *E) {
  if (flow.before == nullptr || flow.after == nullptr) return TD_REFUSED_NULL;
  derivatives::StruckSystem<Scalar> struck(speeds, flow);
  derivatives::SpeedsErrors<Scalar> errors;
  const Status status = publish(
      saltation, [&](SpeedsSaltation<Scalar> &scratch) { return derivatives::saltation_of(struck, scratch, errors); });
  if (status < 0) return status;
  const int width = 2 * speeds.system.n;
  copy_out(width * width, errors.X, X);
  copy_out(width * TD_ERRORS_OF_PARAMETERS, errors.E, E);
  copy_out(speeds.system, struck.answer);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::covariance_through_impact(std::int32_t n, const Scalar *X, const Scalar *E,
                                                       const Scalar *P, const Scalar *S, Scalar *after) {
  if (X == nullptr || P == nullptr || after == nullptr) return TD_REFUSED_NULL;
  if (n < 1 || n > max_speeds) return TD_REFUSED_SIZE;
  return derivatives::covariance_through_impact<derivatives::max_errors, derivatives::parameter_errors>(2 * n, X, E, P,
                                                                                                        S, after);
}

template touchdown::Status touchdown::saltation_of(const touchdown::BodyContact<td_real> &,
                                                   const touchdown::BodyLoads<td_real> &,
                                                   const touchdown::BodyLoads<td_real> &,
                                                   touchdown::BodySaltation<td_real> &);
template touchdown::Status touchdown::covariance_through_impact(const touchdown::BodySaltation<td_real> &,
                                                                const td_real *, const td_real *, td_real *);
template touchdown::Status touchdown::predict(const touchdown::Lander<td_real> &,
                                              const touchdown::LanderState<td_real> &, const td_real *, const td_real *,
                                              touchdown::Landing<td_real> &, touchdown::LandingCovariance<td_real> &);
template touchdown::Status touchdown::saltation_of(const touchdown::Speeds<td_real> &,
                                                   const touchdown::SpeedsFlow<td_real> &,
                                                   touchdown::SpeedsSaltation<td_real> &, td_real *, td_real *);
template touchdown::Status touchdown::covariance_through_impact(std::int32_t, const td_real *, const td_real *,
                                                                const td_real *, const td_real *, td_real *);

td_status td_body_saltation_of(const td_body_contact *contact, const td_body_loads *before, const td_body_loads *after,
                               td_body_saltation *saltation) {
  if (contact == nullptr || before == nullptr || saltation == nullptr) return TD_REFUSED_NULL;
  return touchdown::saltation_of(*contact, *before, after == nullptr ? *before : *after, *saltation);
}

td_status td_covariance_through_impact(const td_body_saltation *saltation, const td_real *P, const td_real *S,
                                       td_real *after) {
  if (saltation == nullptr) return TD_REFUSED_NULL;
  return touchdown::covariance_through_impact(*saltation, P, S, after);
}

td_status td_predict_landing_covariance(const td_lander *lander, const td_lander_state *state, const td_real *P,
                                        const td_real *S, td_landing *landing, td_landing_covariance *covariance) {
  if (lander == nullptr || state == nullptr || landing == nullptr || covariance == nullptr) return TD_REFUSED_NULL;
  return touchdown::predict(*lander, *state, P, S, *landing, *covariance);
}

td_status td_speeds_saltation_of(const td_speeds *system, const td_speeds_flow *flow, td_speeds_saltation *saltation,
                                 td_real *X, td_real *E) {
  if (system == nullptr || flow == nullptr || saltation == nullptr) return TD_REFUSED_NULL;
  return touchdown::saltation_of(*system, *flow, *saltation, X, E);
}

td_status td_covariance_through_speeds_impact(int32_t n, const td_real *X, const td_real *E, const td_real *P,
                                              const td_real *S, td_real *after) {
  return touchdown::covariance_through_impact(n, X, E, P, S, after);
}
