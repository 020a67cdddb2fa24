// Written by toolchain/api from the headers.
// The C functions of monitor.hpp, and its templates, for td_real.
#include "api/monitor.hpp"

template touchdown::Status touchdown::start(touchdown::Monitor<td_real> &, const touchdown::MonitorMachine<td_real> &);
template touchdown::Status touchdown::feed(touchdown::Monitor<td_real> &, const touchdown::MonitorMachine<td_real> &,
                                           const touchdown::MonitorSample<td_real> &);
template touchdown::Status touchdown::feed(touchdown::Monitor<td_real> &, const touchdown::MonitorMachine<td_real> &,
                                           const touchdown::JointsSample<td_real> &);

td_status td_monitor_start(td_monitor *monitor, const td_monitor_machine *machine) {
  if (monitor == nullptr || machine == nullptr) return TD_REFUSED_NULL;
  return touchdown::start(*monitor, *machine);
}

td_status td_monitor_feed(td_monitor *monitor, const td_monitor_machine *machine, const td_monitor_sample *sample) {
  if (monitor == nullptr || machine == nullptr || sample == nullptr) return TD_REFUSED_NULL;
  return touchdown::feed(*monitor, *machine, *sample);
}

td_status td_monitor_feed_joints(td_monitor *monitor, const td_monitor_machine *machine,
                                 const td_joints_sample *sample) {
  if (monitor == nullptr || machine == nullptr || sample == nullptr) return TD_REFUSED_NULL;
  return touchdown::feed(*monitor, *machine, *sample);
}
