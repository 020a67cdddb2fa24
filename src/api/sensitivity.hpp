// What the C functions of derivatives.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_DERIVATIVES_HPP
#define TOUCHDOWN_API_DERIVATIVES_HPP

#include "touchdown/sensitivity.h"

#include "sensitivity/inline_less.hpp"

#include "api/publish.hpp"
#include "sensitivity/covariance.hpp"
#include "sensitivity/pose.hpp"

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Contact<Scalar> &contact,
                                     touchdown::ImpactDerivatives<Scalar> &impact) {
  return publish(impact, [&contact](ImpactDerivatives<Scalar> &scratch) {
    return sensitivity::resolve_with_derivatives(contact, scratch);
  });
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Contact<Scalar> &contact,
                                     touchdown::ImpactInertiaDerivatives<Scalar> &impact) {
  return publish(impact, [&contact](ImpactInertiaDerivatives<Scalar> &scratch) {
    return sensitivity::resolve_with_derivatives(contact, scratch);
  });
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::BodyContact<Scalar> &body,
                                     touchdown::BodyDerivatives<Scalar> &impact) {
  return publish(impact, [&body](BodyDerivatives<Scalar> &scratch) {
    return sensitivity::resolve_with_derivatives(body, scratch);
  });
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::BodyContact<Scalar> &body,
                                     touchdown::BodyPoseDerivatives<Scalar> &impact) {
  return publish(impact, [&body](BodyPoseDerivatives<Scalar> &scratch) {
    return sensitivity::resolve_with_derivatives(body, scratch);
  });
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Speeds<Scalar> &speeds,
                                     touchdown::SpeedsDerivatives<Scalar> &impact, Scalar *p, Scalar *u) {
  SystemAnswer<Scalar> answer;
  sensitivity::SpeedsRows<Scalar> rows;
  const Status status = publish(impact, [&](SpeedsDerivatives<Scalar> &scratch) {
    return sensitivity::resolve_with_derivatives(speeds, scratch, answer, rows);
  });
  if (status < 0) return status;
  const int width = speeds.system.n + sensitivity::parameters;
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
  return fits ? sensitivity::covariance_through(outputs, inputs, X, C, after) : TD_REFUSED_SIZE;
}

#endif
