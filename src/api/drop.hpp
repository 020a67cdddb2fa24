// What the C functions of drop.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_DROP_HPP
#define TOUCHDOWN_API_DROP_HPP

#include "touchdown/drop.h"

#include "drop/feed.hpp"
#include "drop/impact.hpp"

template <class Scalar>
touchdown::Status touchdown::start(touchdown::DropTest<Scalar> &test, const touchdown::DropRig<Scalar> &rig) {
  return drop::start(test, rig);
}

template <class Scalar>
touchdown::Status touchdown::feed(touchdown::DropTest<Scalar> &test, const touchdown::DropSample<Scalar> &sample) {
  return drop::feed(test, sample);
}

template <class Scalar>
touchdown::Status touchdown::gap(touchdown::DropTest<Scalar> &test, std::int32_t samples) {
  return drop::skip(test, samples);
}

template <class Scalar>
touchdown::Status touchdown::rearm(touchdown::DropTest<Scalar> &test) {
  return drop::rearm(test);
}

template <class Scalar>
touchdown::Status touchdown::impact_of(const touchdown::DropTest<Scalar> &test,
                                       const touchdown::DropApproach<Scalar> *approach,
                                       touchdown::DropImpact<Scalar> &impact) {
  return drop::identify(test, approach, impact);
}

#endif
