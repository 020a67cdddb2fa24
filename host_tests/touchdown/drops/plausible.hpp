// Records that no body could have made: units, a frame or an order of numbers other than those that the rig says. What
// is held against them needs no law of impact: one impulse at the contact point changes both motions (balance of
// momentum and of angular momentum), contact points approach before an impact, a corner is where the body touches, and
// what flies falls with gravity.
#pragma once

#include "drops/impact_table.hpp"
#include "records/trajectory.hpp"

namespace touchdown::host {

// Both throw std::runtime_error saying of which columns of the file what looks wrong, and what it looks like. Too few
// rows say nothing. `attitudes`: of the first drops.
void check_plausible(const std::string &path, const Rig &rig, const std::vector<Drop> &drops,
                     const std::vector<Eigen::Quaterniond> &attitudes);
void check_plausible(const std::string &path, const Rig &rig, const std::vector<Trajectory> &trajectories);

}  // namespace touchdown::host
