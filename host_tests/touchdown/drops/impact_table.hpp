// A table of impacts (state before and after), read through a rig's column map.
#ifndef TOUCHDOWN_HOST_TESTS_IMPACT_TABLE_HPP
#define TOUCHDOWN_HOST_TESTS_IMPACT_TABLE_HPP

#include <Eigen/Geometry>
#include <string>

#include "drops/data.hpp"
#include "records/rig.hpp"

namespace touchdown::host {

// Throws std::runtime_error naming file, line and column of what cannot be used.
DropSet read_impacts(const std::string &path, const Rig &rig);

// A set of the rig's body, without drops.
DropSet empty_set(const Rig &rig);

// The rig's body on the ground at an attitude; r, motion and surface are still to be set.
Drop drop_at(const Rig &rig, const Eigen::Quaterniond &attitude);

}  // namespace touchdown::host

#endif
