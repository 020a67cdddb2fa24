// What the C functions of contact_monitor.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_C_API_CONTACT_MONITOR_HPP
#define TOUCHDOWN_C_API_CONTACT_MONITOR_HPP

#include "touchdown/contact_monitor.h"

#include "contact_monitor/expectation.hpp"
#include "contact_monitor/latch.hpp"
#include "contact_monitor/start.hpp"

template <class Scalar>
touchdown::Status touchdown::start(touchdown::ContactMonitor<Scalar> &monitor,
                                   const touchdown::MonitorMachine<Scalar> &machine) {
  return monitor::start(monitor, machine);
}

template <class Scalar>
touchdown::Status touchdown::feed(touchdown::ContactMonitor<Scalar> &monitor,
                                  const touchdown::MonitorSample<Scalar> &sample) {
  return monitor::feed(monitor, sample);
}

template <class Scalar>
touchdown::Status touchdown::surprise_of(const touchdown::TouchExpectation<Scalar> &expectation,
                                         const touchdown::ContactEvent<Scalar> &event,
                                         touchdown::TouchSurprise<Scalar> &surprise) {
  return monitor::surprise_of(expectation, event, surprise);
}

template <class Scalar>
touchdown::Status touchdown::start(touchdown::TouchdownLatch<Scalar> &latch,
                                   const touchdown::LatchRules<Scalar> &rules) {
  return monitor::start(latch, rules);
}

template <class Scalar>
touchdown::Status touchdown::step(touchdown::TouchdownLatch<Scalar> &latch,
                                  const touchdown::LatchSources<Scalar> &sources) {
  return monitor::step(latch, sources);
}

#endif
