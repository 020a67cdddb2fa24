// The report of `touchdown monitor`: events, and time lines.
#ifndef TOUCHDOWN_HOST_TESTS_MONITOR_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_MONITOR_REPORT_HPP

#include <ostream>
#include <string>

#include "monitor/detections.hpp"

namespace touchdown::host {

// Throws std::runtime_error where gnuplot cannot be run.
void write_monitor_report(std::ostream &page, const std::string &log, const MonitorMachine<double> &machine,
                          const Replay &replay);

}  // namespace touchdown::host

#endif
