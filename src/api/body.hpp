// What the C functions of impact.h for one free rigid body call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_BODY_HPP
#define TOUCHDOWN_API_BODY_HPP

#include "api/publish.hpp"
#include "systems/bodies.hpp"

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::BodyContact<Scalar> &body,
                                     touchdown::BodyImpact<Scalar> &impact) {
  return publish(impact, [&body](BodyImpact<Scalar> &scratch) { return resolve_body(body, scratch); });
}

#endif
