// Recorded trajectories: pose over time, as a tracker sees a body that is thrown and hits the ground.
#pragma once

#include "records/mapped_table.hpp"

namespace touchdown::host {

struct Pose {
  double time;                  // [s]
  Vector3<double> position;     // [m] of the centre of mass
  Eigen::Quaterniond attitude;  // body to world
};

struct Trajectory {
  std::string id;
  std::vector<Pose> poses;          // in the order of time
  std::vector<std::string> k = {};  // of each pose, as the table numbers them, where it does
};

// A table of poses through the rig's map `tosses`: `time`, `position` of the tracked point, `attitude`, where there is
// more than one trajectory, `toss`, and where it numbers the poses, `k`. Rows that cannot be used are named and counted
// in `left_out`. Throws std::runtime_error where nothing can be read.
std::vector<Trajectory> read_trajectories(const std::string &path, const Rig &rig, RowsLeftOut &left_out);

constexpr double least_noise = 1e-6;  // [m], [rad]: the sixth digit, in which poses are written

// How exactly the poses are recorded, from what no smooth motion leaves in three differences of neighbours.
struct PoseNoise {
  double position;  // [m]
  double attitude;  // [rad]
};
PoseNoise noise_of(const std::vector<Trajectory> &trajectories);

// The attitude that a turn makes of none [rad].
Eigen::Quaterniond turned_by(const Vector3<double> &turn);

// Turning that leads from one attitude to another, as a vector in the frame of the first [rad].
Vector3<double> turning(const Eigen::Quaterniond &from, const Eigen::Quaterniond &to);

}  // namespace touchdown::host
