// C API of contact_monitor.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/contact_monitor.h"

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

template touchdown::Status touchdown::start(touchdown::ContactMonitor<td_real> &,
                                            const touchdown::MonitorMachine<td_real> &);
template touchdown::Status touchdown::feed(touchdown::ContactMonitor<td_real> &,
                                           const touchdown::MonitorSample<td_real> &);

td_status td_monitor_start(td_contact_monitor *monitor, const td_monitor_machine *machine) {
  return monitor == nullptr || machine == nullptr ? TD_REFUSED_NULL : touchdown::monitor::start(*monitor, *machine);
}

td_status td_monitor_feed(td_contact_monitor *monitor, const td_monitor_sample *sample) {
  return monitor == nullptr || sample == nullptr ? TD_REFUSED_NULL : touchdown::monitor::feed(*monitor, *sample);
}
