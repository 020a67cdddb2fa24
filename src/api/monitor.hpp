// What the C functions of monitor.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_MONITOR_HPP
#define TOUCHDOWN_API_MONITOR_HPP

#include "touchdown/monitor.h"

#include "monitor/feed.hpp"
#include "monitor/start.hpp"

template <class Scalar>
touchdown::Status touchdown::start(touchdown::Monitor<Scalar> &monitor,
                                   const touchdown::MonitorMachine<Scalar> &machine) {
  return monitor::start(monitor, machine);
}

template <class Scalar>
touchdown::Status touchdown::feed(touchdown::Monitor<Scalar> &monitor, const touchdown::MonitorMachine<Scalar> &machine,
                                  const touchdown::MonitorSample<Scalar> &sample) {
  return monitor::feed(monitor, machine, sample);
}

template <class Scalar>
touchdown::Status touchdown::feed(touchdown::Monitor<Scalar> &monitor, const touchdown::MonitorMachine<Scalar> &machine,
                                  const touchdown::JointsSample<Scalar> &sample) {
  return monitor::feed(monitor, machine, sample);
}

#endif
