// What the C functions of momentum_observer.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_C_API_MOMENTUM_OBSERVER_HPP
#define TOUCHDOWN_C_API_MOMENTUM_OBSERVER_HPP

#include "touchdown/momentum_observer.h"

#include "contact_monitor/observer_feed.hpp"

template <class Scalar>
touchdown::Status touchdown::start(touchdown::MomentumObserver<Scalar> &observer,
                                   const touchdown::ObservedMachine<Scalar> &machine) {
  return monitor::start(observer, machine);
}

template <class Scalar>
touchdown::Status touchdown::feed(touchdown::MomentumObserver<Scalar> &observer,
                                  const touchdown::ObservedSample<Scalar> &sample) {
  return monitor::feed(observer, sample);
}

#endif
