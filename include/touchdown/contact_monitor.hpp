// touchdown/contact_monitor.hpp - the C++ face of contact_monitor.h, templated on the scalar. Meanings, units, frames,
// ranges and status codes are those of contact_monitor.h.
#ifndef TOUCHDOWN_CONTACT_MONITOR_HPP
#define TOUCHDOWN_CONTACT_MONITOR_HPP

#include "touchdown/contact_monitor.h"
#include "touchdown/touchdown.hpp"

namespace touchdown {

template <class Scalar>
using MonitorPoint = td_monitor_point_in<Scalar>;
template <class Scalar>
using MonitorMachine = td_monitor_machine_in<Scalar>;
template <class Scalar>
using MonitorSample = td_monitor_sample_in<Scalar>;
template <class Scalar>
using ContactEvent = td_contact_event_in<Scalar>;
template <class Scalar>
using Momentum = td_momentum_in<Scalar>;
template <class Scalar>
using ContactMonitor = td_contact_monitor_in<Scalar>;

// td_monitor_start.
template <class Scalar>
[[nodiscard]] Status start(ContactMonitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine);

// td_monitor_feed.
template <class Scalar>
[[nodiscard]] Status feed(ContactMonitor<Scalar> &monitor, const MonitorSample<Scalar> &sample);

}  // namespace touchdown

#endif
