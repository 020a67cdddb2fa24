#include "records/trajectory.hpp"

#include <cmath>

#include "cli/progress.hpp"
#include "records/mapped_table.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;

// The third difference of independent errors is sqrt(1 + 9 + 9 + 1) times as large.
const double third_difference = std::sqrt(20.0);
// A median of absolute values over the standard deviation, of a normal distribution.
constexpr double normal_median = 0.6745;
// Trackers smooth: neighbours err alike, and their differences show only a part of the error.
constexpr double smoothing = 3;

void append(std::vector<double> &values, const Vector &vector) {
  for (const double component : vector) values.push_back(std::abs(component));
}

double deviation_from(const std::vector<double> &differences) {
  if (differences.empty()) throw std::runtime_error("trajectories too short to find impacts in");
  return smoothing * median(differences) / normal_median / third_difference;
}

}  // namespace

Vector turning(const Eigen::Quaterniond &from, const Eigen::Quaterniond &to) {
  const Eigen::AngleAxisd turn(from.conjugate() * to);
  return turn.angle() * turn.axis();
}

namespace {

Pose pose_in(const MappedTable &table, const Rig &rig) {
  const Eigen::Quaterniond attitude = table.attitude("attitude");
  return {table.number("time"), table.vector("position") + attitude * rig.centre_of_mass, attitude};
}

void append(const MappedTable &table, const Rig &rig, std::vector<Trajectory> &all) {
  const Pose pose = pose_in(table, rig);
  const std::string id = table.has("toss") ? table.text("toss") : "0";
  if (all.empty() || all.back().id != id) all.push_back({id, {}});
  std::vector<Pose> &poses = all.back().poses;
  if (!poses.empty() && !(pose.time > poses.back().time))
    table.refuse("time", "time does not go on in trajectory " + id);
  poses.push_back(pose);
}

}  // namespace

std::vector<Trajectory> read_trajectories(const std::string &path, const Rig &rig, RowsLeftOut &left_out) {
  MappedTable table(path, rig.tosses);
  std::vector<Trajectory> all;
  Progress progress("bytes of poses read:", table.source().size());
  for (bool more = true; more; progress.at(table.source().place())) {
    try {
      more = table.next();
      if (more) append(table, rig, all);
    } catch (const RowError &error) {
      left_out.add(error);
    }
  }
  return all;
}

PoseNoise noise_of(const std::vector<Trajectory> &trajectories) {
  std::vector<double> position, attitude;
  for (const Trajectory &trajectory : trajectories)
    for (std::size_t i = 3; i < trajectory.poses.size(); ++i) {
      const Pose &a = trajectory.poses[i - 3], &b = trajectory.poses[i - 2], &c = trajectory.poses[i - 1],
                 &d = trajectory.poses[i];
      append(position, d.position - 3 * c.position + 3 * b.position - a.position);
      append(attitude,
             turning(c.attitude, d.attitude) - 2 * turning(b.attitude, c.attitude) + turning(a.attitude, b.attitude));
    }
  return {deviation_from(position), deviation_from(attitude)};
}

}  // namespace touchdown::host
