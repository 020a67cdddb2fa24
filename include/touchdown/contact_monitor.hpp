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

template <class Scalar>
using TouchExpectation = td_touch_expectation_in<Scalar>;
template <class Scalar>
using TouchSurprise = td_touch_surprise_in<Scalar>;
template <class Scalar>
using LatchRules = td_latch_rules_in<Scalar>;
template <class Scalar>
using LatchSources = td_latch_sources_in<Scalar>;
template <class Scalar>
using TouchdownLatch = td_touchdown_latch_in<Scalar>;

// td_monitor_start.
template <class Scalar>
[[nodiscard]] Status start(ContactMonitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine);

// td_monitor_feed.
template <class Scalar>
[[nodiscard]] Status feed(ContactMonitor<Scalar> &monitor, const MonitorSample<Scalar> &sample);

// td_touch_expected.
template <class Scalar>
[[nodiscard]] Status surprise_of(const TouchExpectation<Scalar> &expectation, const ContactEvent<Scalar> &event,
                                 TouchSurprise<Scalar> &surprise);

// td_latch_start.
template <class Scalar>
[[nodiscard]] Status start(TouchdownLatch<Scalar> &latch, const LatchRules<Scalar> &rules);

// td_latch_step.
template <class Scalar>
[[nodiscard]] Status step(TouchdownLatch<Scalar> &latch, const LatchSources<Scalar> &sources);

}  // namespace touchdown

#endif
