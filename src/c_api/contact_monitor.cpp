// Written by toolchain/api from the headers.
// The C functions of contact_monitor.hpp, and its templates, for td_real.
#include "c_api/contact_monitor.hpp"

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
  if (monitor == nullptr || machine == nullptr) return TD_REFUSED_NULL;
  return touchdown::start(*monitor, *machine);
}

td_status td_monitor_feed(td_contact_monitor *monitor, const td_monitor_sample *sample) {
  if (monitor == nullptr || sample == nullptr) return TD_REFUSED_NULL;
  return touchdown::feed(*monitor, *sample);
}

td_status td_touch_expected(const td_touch_expectation *expectation, const td_contact_event *event,
                            td_touch_surprise *surprise) {
  if (expectation == nullptr || event == nullptr || surprise == nullptr) return TD_REFUSED_NULL;
  return touchdown::surprise_of(*expectation, *event, *surprise);
}

td_status td_latch_start(td_touchdown_latch *latch, const td_latch_rules *rules) {
  if (latch == nullptr || rules == nullptr) return TD_REFUSED_NULL;
  return touchdown::start(*latch, *rules);
}

td_status td_latch_step(td_touchdown_latch *latch, const td_latch_sources *sources) {
  if (latch == nullptr || sources == nullptr) return TD_REFUSED_NULL;
  return touchdown::step(*latch, *sources);
}
