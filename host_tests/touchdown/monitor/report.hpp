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

// Events that were reported as touches; of those, with the foot of the log, and without any in the log.
struct Reported {
  std::size_t count = 0, right = 0, alarms = 0;
};
Reported reported_in(const Replay &replay);

// "foot 3 at 1.203 s, 2.4 N s; 2 later touches; none explained otherwise". `names` are of the feet or contacts.
std::string headline(const Replay &replay, const std::vector<std::string> &names);

Document monitor_document(const std::vector<std::string> &names, const FeltLines &lines, const Replay &replay);

}  // namespace touchdown::host

#endif
