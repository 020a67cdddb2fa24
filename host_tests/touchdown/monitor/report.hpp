// The report of `touchdown monitor`: events, and time lines.
#ifndef TOUCHDOWN_HOST_TESTS_MONITOR_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_MONITOR_REPORT_HPP

#include <ostream>
#include <string>
#include <vector>

#include "monitor/detections.hpp"

namespace touchdown::host {

// What stands in Moment::felt.
struct FeltLines {
  std::string axis, caption;
  std::vector<std::string> names;  // of each line; not our words
};
FeltLines felt_by_sensor();
FeltLines felt_by_joints(const std::vector<ArmJoint> &joints);

// Throws std::runtime_error where gnuplot cannot be run.
void write_monitor_report(std::ostream &page, const std::string &log, int feet, const FeltLines &lines,
                          const Replay &replay);

}  // namespace touchdown::host

#endif
