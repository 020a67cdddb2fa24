// The document of `touchdown monitor`: events, and time lines.
#ifndef TOUCHDOWN_HOST_TESTS_MONITOR_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_MONITOR_REPORT_HPP

#include <string>
#include <vector>

#include "monitor/detections.hpp"
#include "report/document.hpp"

namespace touchdown::host {

// What stands in Moment::felt.
struct FeltLines {
  std::string label, unit, caption;
  std::vector<std::string> names;  // of each line; not our words
};
FeltLines felt_by_sensor();
FeltLines felt_by_joints(const std::vector<ArmJoint> &joints);

// `told`: contacts that were told with the foot of the log, and without any.
struct ToldOf {
  std::size_t told = 0, right = 0, alarms = 0;
};
ToldOf told_of(const Replay &replay);

Document monitor_document(int feet, const FeltLines &lines, const Replay &replay);

}  // namespace touchdown::host

#endif
