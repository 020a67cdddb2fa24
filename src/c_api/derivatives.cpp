// C API of derivatives.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/derivatives.h"

#include "derivatives/inline_less.hpp"

#include "c_api/publish.hpp"
#include "derivatives/covariance.hpp"
#include "derivatives/pose.hpp"

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Contact<Scalar> &contact,
                                     touchdown::ImpactDerivatives<Scalar> &impact) {
  return publish(impact, [&contact](ImpactDerivatives<Scalar> &scratch) {
    return derivatives::resolve_with_derivatives(contact, scratch);
  });
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Contact<Scalar> &contact,
                                     touchdown::ImpactInertiaDerivatives<Scalar> &impact) {
  return publish(impact, [&contact](ImpactInertiaDerivatives<Scalar> &scratch) {
    return derivatives::resolve_with_derivatives(contact, scratch);
  });
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::BodyContact<Scalar> &body,
                                     touchdown::BodyDerivatives<Scalar> &impact) {
  return publish(impact, [&body](BodyDerivatives<Scalar> &scratch) {
    return derivatives::resolve_with_derivatives(body, scratch);
  });
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::BodyContact<Scalar> &body,
                                     touchdown::BodyPoseDerivatives<Scalar> &impact) {
  return publish(impact, [&body](BodyPoseDerivatives<Scalar> &scratch) {
    return derivatives::resolve_with_derivatives(body, scratch);
  });
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Speeds<Scalar> &speeds,
                                     touchdown::SpeedsDerivatives<Scalar> &impact, Scalar *p, Scalar *u) {
  SystemAnswer<Scalar> answer;
  derivatives::SpeedsRows<Scalar> rows;
  const Status status = publish(impact, [&](SpeedsDerivatives<Scalar> &scratch) {
    return derivatives::resolve_with_derivatives(speeds, scratch, answer, rows);
  });
  if (status < 0) return status;
  const int width = speeds.system.n + derivatives::parameters;
  copy_out(3 * width, rows.p, p);
  copy_out(speeds.system.n * width, rows.u, u);
  copy_out(speeds.system, answer);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::covariance_through(std::int32_t outputs, std::int32_t inputs, const Scalar *X,
                                                const Scalar *C, Scalar *after) {
  if (X == nullptr || C == nullptr || after == nullptr) return TD_REFUSED_NULL;
  const bool fits =
      outputs >= 1 && outputs <= TD_MAX_COVARIANCE_OUTPUTS && inputs >= 1 && inputs <= TD_MAX_COVARIANCE_INPUTS;
  return fits ? derivatives::covariance_through(outputs, inputs, X, C, after) : TD_REFUSED_SIZE;
}

template touchdown::Status touchdown::covariance_through(std::int32_t, std::int32_t, const td_real *, const td_real *,
                                                         td_real *);
template touchdown::Status touchdown::resolve(const touchdown::Contact<td_real> &,
                                              touchdown::ImpactDerivatives<td_real> &);
template touchdown::Status touchdown::resolve(const touchdown::Contact<td_real> &,
                                              touchdown::ImpactInertiaDerivatives<td_real> &);
template touchdown::Status touchdown::resolve(const touchdown::Speeds<td_real> &,
                                              touchdown::SpeedsDerivatives<td_real> &, td_real *, td_real *);
template touchdown::Status touchdown::resolve(const touchdown::BodyContact<td_real> &,
                                              touchdown::BodyDerivatives<td_real> &);
template touchdown::Status touchdown::resolve(const touchdown::BodyContact<td_real> &,
                                              touchdown::BodyPoseDerivatives<td_real> &);

td_status td_resolve_derivatives(const td_contact *contact, td_impact_derivatives *impact) {
  if (contact == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*contact, *impact);
}

td_status td_resolve_inertia_derivatives(const td_contact *contact, td_impact_inertia_derivatives *impact) {
  if (contact == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*contact, *impact);
}

td_status td_resolve_body_derivatives(const td_body_contact *body, td_body_derivatives *impact) {
  if (body == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*body, *impact);
}

td_status td_resolve_body_pose_derivatives(const td_body_contact *body, td_body_pose_derivatives *impact) {
  if (body == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*body, *impact);
}

td_status td_resolve_speeds_derivatives(const td_speeds *system, td_speeds_derivatives *impact, td_real *p,
                                        td_real *u) {
  if (system == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*system, *impact, p, u);
}

td_status td_covariance_through(int32_t outputs, int32_t inputs, const td_real *X, const td_real *C, td_real *after) {
  return touchdown::covariance_through(outputs, inputs, X, C, after);
}
