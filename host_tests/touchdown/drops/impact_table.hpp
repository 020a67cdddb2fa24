// A table of impacts (state before and after), read through a rig's column map.
#ifndef TOUCHDOWN_HOST_TESTS_IMPACT_TABLE_HPP
#define TOUCHDOWN_HOST_TESTS_IMPACT_TABLE_HPP

#include <Eigen/Geometry>
#include <string>

#include "drops/data.hpp"
#include "records/mapped_table.hpp"
#include "records/rig.hpp"

namespace touchdown::host {

// Rows that cannot be used are named and counted in `left_out`. Throws std::runtime_error if none is left, or nothing
// can be read.
DropSet read_impacts(const std::string &path, const Rig &rig, RowsLeftOut &left_out);

// A set of the rig's body, without drops.
DropSet empty_set(const Rig &rig);

// The rig's body on the ground at an attitude; r, motion and surface are still to be set.
Drop drop_at(const Rig &rig, const Eigen::Quaterniond &attitude);

}  // namespace touchdown::host

#endif
