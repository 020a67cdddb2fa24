#include "hinged/hinged_toss.hpp"

#include <cmath>
#include <stdexcept>

#include "records/trajectory.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

constexpr double full_turn = 6.283185307179586;

ColumnMap columns() {
  ColumnMap map;
  map.columns = {{"toss", {"toss"}},
                 {"k", {"k"}},
                 {"attitude", {"qw", "qx", "qy", "qz"}},
                 {"position", {"x", "y", "z"}},
                 {"joint", {"joint"}}};
  return map;
}

void append(const MappedTable &table, const HingedBody &body, std::vector<HingedToss> &all) {
  HingedPose pose{table.number("k") / body.rate, table.vector("position"), table.attitude("attitude"),
                  table.number("joint")};
  const std::string id = table.text("toss");
  if (all.empty() || all.back().id != id) all.push_back({id, {}});
  std::vector<HingedPose> &poses = all.back().poses;
  if (!poses.empty()) {
    if (!(pose.time > poses.back().time)) table.refuse("k", "k does not go on in toss " + id);
    pose.joint += full_turn * std::round((poses.back().joint - pose.joint) / full_turn);
  }
  poses.push_back(pose);
}

std::vector<Trajectory> without_joint(const std::vector<HingedToss> &tosses) {
  std::vector<Trajectory> trajectories;
  for (const HingedToss &toss : tosses) {
    trajectories.push_back({toss.id, {}});
    for (const HingedPose &pose : toss.poses)
      trajectories.back().poses.push_back({pose.time, pose.position, pose.attitude});
  }
  return trajectories;
}

// The joint angle as a position along x, for the same measure of noise.
std::vector<Trajectory> joint_alone(const std::vector<HingedToss> &tosses) {
  std::vector<Trajectory> trajectories;
  for (const HingedToss &toss : tosses) {
    trajectories.push_back({toss.id, {}});
    for (const HingedPose &pose : toss.poses)
      trajectories.back().poses.push_back(
          {pose.time, Vector3<double>::Constant(pose.joint), Eigen::Quaterniond::Identity()});
  }
  return trajectories;
}

}  // namespace

std::vector<HingedToss> read_hinged_tosses(const std::string &path, const HingedBody &body, RowsLeftOut &left_out) {
  const ColumnMap map = columns();
  const MissingColumns missing = missing_columns(path, map);
  if (!missing.names.empty())
    throw std::runtime_error(path + ": no tosses of a hinged body: it lacks the column " + in_words(missing));
  MappedTable table(path, map);
  std::vector<HingedToss> all;
  each_row(table, left_out, [&] { append(table, body, all); });
  return all;
}

HingedNoise noise_of(const std::vector<HingedToss> &tosses) {
  const PoseNoise noise = noise_of(without_joint(tosses));
  return {noise.position, noise.attitude, noise_of(joint_alone(tosses)).position};
}

}  // namespace touchdown::host
