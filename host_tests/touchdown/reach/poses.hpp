// The poses of an arm: a table with a column for each joint, and where the poses have them an id, the normal of what is
// struck (nx,ny,nz) and the direction of the approach (dx,dy,dz), in the axes of the base.
#ifndef TOUCHDOWN_HOST_TESTS_REACH_POSES_HPP
#define TOUCHDOWN_HOST_TESTS_REACH_POSES_HPP

#include <functional>
#include <string>

#include "reach/touch.hpp"
#include "records/mapped_table.hpp"

namespace touchdown::host {

// Calls `take` with each pose and its touch. Rows that cannot be used are named and counted. Throws std::runtime_error
// where the table lacks a joint or has a column that means nothing.
void each_touch(const std::string &path, const Arm &arm, RowsLeftOut &left_out,
                const std::function<void(const ArmPose &, const Touch &)> &take);

}  // namespace touchdown::host

#endif
