// C API of contact_monitor.h; compiled once for float and once, with TD_DOUBLE, for double.
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

template touchdown::Status touchdown::start(touchdown::ContactMonitor<td_real> &,
                                            const touchdown::MonitorMachine<td_real> &);
template touchdown::Status touchdown::feed(touchdown::ContactMonitor<td_real> &,
                                           const touchdown::MonitorSample<td_real> &);

template touchdown::Status touchdown::surprise_of(const touchdown::TouchExpectation<td_real> &,
                                                  const touchdown::ContactEvent<td_real> &,
                                                  touchdown::TouchSurprise<td_real> &);
template touchdown::Status touchdown::start(touchdown::TouchdownLatch<td_real> &,
                                            const touchdown::LatchRules<td_real> &);
template touchdown::Status touchdown::step(touchdown::TouchdownLatch<td_real> &,
                                           const touchdown::LatchSources<td_real> &);

td_status td_monitor_start(td_contact_monitor *monitor, const td_monitor_machine *machine) {
  return monitor == nullptr || machine == nullptr ? TD_REFUSED_NULL : touchdown::monitor::start(*monitor, *machine);
}

td_status td_monitor_feed(td_contact_monitor *monitor, const td_monitor_sample *sample) {
  return monitor == nullptr || sample == nullptr ? TD_REFUSED_NULL : touchdown::monitor::feed(*monitor, *sample);
}

td_status td_touch_expected(const td_touch_expectation *expectation, const td_contact_event *event,
                            td_touch_surprise *surprise) {
  if (expectation == nullptr || event == nullptr || surprise == nullptr) return TD_REFUSED_NULL;
  return touchdown::monitor::surprise_of(*expectation, *event, *surprise);
}

td_status td_latch_start(td_touchdown_latch *latch, const td_latch_rules *rules) {
  return latch == nullptr || rules == nullptr ? TD_REFUSED_NULL : touchdown::monitor::start(*latch, *rules);
}

td_status td_latch_step(td_touchdown_latch *latch, const td_latch_sources *sources) {
  return latch == nullptr || sources == nullptr ? TD_REFUSED_NULL : touchdown::monitor::step(*latch, *sources);
}
