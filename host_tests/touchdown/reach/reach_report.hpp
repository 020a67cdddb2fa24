// The allowed speed over the poses of an arm, as a document.
#ifndef TOUCHDOWN_HOST_TESTS_REACH_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_REACH_REPORT_HPP

#include <string>
#include <vector>

#include "reach/allowed_speed.hpp"
#include "report/document.hpp"

namespace touchdown::host {

// What was found of one pose.
struct Reached {
  std::string id;
  Vector3<double> point, approach;  // [m] of the tool's point, axes of the base; of length 1
  AllowedSpeed allowed;
  LeastBlow least;
};

// "joint impulse", "none"
std::string limit_name(std::int32_t limit);
// Of which joint or held row; empty where it is of none.
std::string limited_name(const Arm &arm, const TouchAnswer &answer);

// "121 poses: 0.21 to 0.53 m/s"; and how often each limit binds, a line each.
std::vector<std::string> reach_summary(const Arm &arm, const std::vector<Reached> &reached);

Document reach_document(const Arm &arm, const std::vector<Reached> &reached);

}  // namespace touchdown::host

#endif
