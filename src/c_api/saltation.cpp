// C API of saltation.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/saltation.h"

#include "c_api/publish.hpp"
#include "derivatives/saltation.hpp"

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
  constexpr int n = TD_ERRORS_OF_STATE;
  Scalar by_state[n * n], by_parameters[n * n] = {};
  const Status of_state = covariance_through<Scalar>(n, n, saltation.X[0], P, by_state);
  if (of_state < 0) return of_state;
  Status status = TD_SOLVED;
  if (S != nullptr) status = covariance_through<Scalar>(n, TD_ERRORS_OF_PARAMETERS, saltation.E[0], S, by_parameters);
  if (status < 0) return status;
  for (int i = 0; i < n * n; ++i) by_state[i] += by_parameters[i];
  if (!entries_finite(n * n, by_state)) return TD_REFUSED_RANGE;
  copy(n * n, by_state, after);
  return of_state | status;
}

template touchdown::Status touchdown::saltation_of(const touchdown::BodyContact<td_real> &,
                                                   const touchdown::BodyLoads<td_real> &,
                                                   const touchdown::BodyLoads<td_real> &,
                                                   touchdown::BodySaltation<td_real> &);
template touchdown::Status touchdown::covariance_through_impact(const touchdown::BodySaltation<td_real> &,
                                                                const td_real *, const td_real *, td_real *);

td_status td_body_saltation_of(const td_body_contact *contact, const td_body_loads *before, const td_body_loads *after,
                               td_body_saltation *saltation) {
  if (contact == nullptr || before == nullptr || saltation == nullptr) return TD_REFUSED_NULL;
  return touchdown::saltation_of(*contact, *before, after == nullptr ? *before : *after, *saltation);
}

td_status td_covariance_through_impact(const td_body_saltation *saltation, const td_real *P, const td_real *S,
                                       td_real *after) {
  if (saltation == nullptr || P == nullptr || after == nullptr) return TD_REFUSED_NULL;
  return touchdown::covariance_through_impact(*saltation, P, S, after);
}
