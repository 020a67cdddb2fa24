// The pictures of a report on drops, each one SVG element.
#ifndef TOUCHDOWN_HOST_TESTS_DROP_PICTURES_HPP
#define TOUCHDOWN_HOST_TESTS_DROP_PICTURES_HPP

#include <string>

#include "drops/summary.hpp"

namespace touchdown::host {

// Predicted over measured, a panel for each component of the state after.
std::string components_picture(const DropRun &run);

// E-norm over approach speed, with the median of neighbours.
std::string error_picture(const DropRun &run);

// How many impacts took how much work, in `unit`, and where the budget is. All have been on a target.
std::string work_picture(const DropRun &run, const std::string &unit, const Budget &budget);

// One drop: the body from the side as it touches, with the velocity of its contact point before and after, and, in
// space, its slip from above.
std::string geometry_picture(const DropSet &set, const Rebound &rebound);

}  // namespace touchdown::host

#endif
