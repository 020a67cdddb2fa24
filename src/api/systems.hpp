// What the C functions of systems.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_SYSTEMS_HPP
#define TOUCHDOWN_API_SYSTEMS_HPP

#include "touchdown/systems.h"

#include "api/publish.hpp"
#include "systems/bodies.hpp"
#include "systems/generalized_speeds.hpp"

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Pair<Scalar> &pair, touchdown::PairImpact<Scalar> &impact) {
  return publish(impact, [&pair](PairImpact<Scalar> &scratch) { return resolve_pair(pair, scratch); });
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Speeds<Scalar> &speeds, touchdown::SpeedsImpact<Scalar> &impact,
                                     touchdown::SystemAfter<Scalar> *after) {
  SystemAnswer<Scalar> answer;
  const Status status =
      publish(impact, [&](SpeedsImpact<Scalar> &scratch) { return resolve_speeds(speeds, scratch, answer); });
  if (status >= 0) copy_out(speeds.system, answer, after);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::operational_space_inertia(const touchdown::Speeds<Scalar> &speeds,
                                                       touchdown::OperationalSpaceInertia<Scalar> &inertia) {
  return publish(inertia, [&speeds](OperationalSpaceInertia<Scalar> &scratch) {
    return find_operational_space_inertia(speeds, scratch);
  });
}

#endif
