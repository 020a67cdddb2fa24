// What the C functions of derivatives in sensitivity.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_SENSITIVITY_HPP
#define TOUCHDOWN_API_SENSITIVITY_HPP

#include "touchdown/sensitivity.h"

#include "sensitivity/inline_less.hpp"

#include "api/publish.hpp"
#include "sensitivity/configuration.hpp"

namespace touchdown {

// Into `result`, and into `besides` if it is wanted.
template <class Given, class Result, class Besides>
static Status publish_both(const Given &given, Result &result, Besides *besides) {
  Besides room;
  const Status status = publish(result, [&](Result &scratch) {
    return sensitivity::resolve_with_derivatives(given, scratch, besides == nullptr ? nullptr : &room);
  });
  if (status >= 0 && besides != nullptr) *besides = room;
  return status;
}

}  // namespace touchdown

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Contact<Scalar> &contact,
                                     touchdown::ImpactDerivatives<Scalar> &impact,
                                     touchdown::ImpactInertiaDerivatives<Scalar> *by_W) {
  return publish_both(contact, impact, by_W);
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::BodyContact<Scalar> &body,
                                     touchdown::BodyDerivatives<Scalar> &impact,
                                     touchdown::BodyPoseDerivatives<Scalar> *by_pose) {
  return publish_both(body, impact, by_pose);
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Speeds<Scalar> &speeds,
                                     touchdown::SpeedsDerivatives<Scalar> &impact, Scalar *p, Scalar *u,
                                     touchdown::SystemAfter<Scalar> *after) {
  SystemAnswer<Scalar> answer;
  sensitivity::SpeedsRows<Scalar> rows;
  const Status status = publish(impact, [&](SpeedsDerivatives<Scalar> &scratch) {
    return sensitivity::resolve_with_derivatives(speeds, scratch, answer, rows);
  });
  if (status < 0) return status;
  const int width = speeds.system.n + sensitivity::surface_inputs;
  copy_out(3 * width, rows.p, p);
  copy_out(speeds.system.n * width, rows.u, u);
  copy_out(speeds.system, answer, after);
  return status;
}

#endif
