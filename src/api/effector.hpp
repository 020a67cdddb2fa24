// What the C functions of effector.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_EFFECTOR_HPP
#define TOUCHDOWN_API_EFFECTOR_HPP

#include "touchdown/effector.h"

#include "api/publish.hpp"
#include "systems/end_effector.hpp"

template <class Scalar>
touchdown::Status touchdown::predict(const touchdown::Effector<Scalar> &effector,
                                     touchdown::EffectorImpact<Scalar> &impact, touchdown::SystemAfter<Scalar> *after) {
  SystemAnswer<Scalar> answer;
  const Status status =
      publish(impact, [&](EffectorImpact<Scalar> &scratch) { return predict_effector(effector, scratch, answer); });
  if (status >= 0) copy_out(effector.speeds.system, answer, after);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::invariants(const touchdown::Speeds<Scalar> &speeds, std::int32_t &count, Scalar *rows) {
  return rows == nullptr ? TD_REFUSED_NULL : find_invariants(speeds, count, rows);
}

#endif
