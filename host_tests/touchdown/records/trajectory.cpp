#include "records/trajectory.hpp"

#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;

// The third difference of independent errors is sqrt(1 + 9 + 9 + 1) times as large.
const double third_difference = std::sqrt(20.0);
// A median of absolute values over the standard deviation, of a normal distribution.
constexpr double normal_median = 0.6745;
// Trackers smooth: neighbours err alike, and their differences show only a part of the error, a third of it at the
// worst. Of poses three apart they then show more, where each errs for itself as much.
constexpr double smoothing = 3;
constexpr std::size_t far = 3;
constexpr double longest_gap = 0.5;  // [s] without a pose: in a table without tosses the next is of another

// What is exactly 0 is no measurement: of a motion in a plane, or of an attitude that nobody saw.
void append(std::vector<double> &values, const Vector &vector) {
  for (const double component : vector)
    if (component != 0) values.push_back(std::abs(component));
}

// Of poses next to each other, and of those that are `far` apart.
struct Differences {
  std::vector<double> near, apart;
};

double deviation_from(const Differences &differences) {
  if (differences.near.empty()) return least_noise;
  const double near = median(differences.near);
  const double more = differences.apart.empty() ? 1 : median(differences.apart) / near - 1;
  return std::max(std::clamp(smoothing * more, 1.0, smoothing) * near / normal_median / third_difference, least_noise);
}

Pose pose_in(const MappedTable &table, const Rig &rig) {
  const Eigen::Quaterniond attitude = table.attitude("attitude");
  return {table.number("time"), table.vector("position") + attitude * rig.centre_of_mass, attitude};
}

void append(const MappedTable &table, const Rig &rig, std::vector<Trajectory> &all) {
  const Pose pose = pose_in(table, rig);
  const bool on = !all.empty() && !all.back().poses.empty() && pose.time - all.back().poses.back().time < longest_gap;
  const std::string id = table.has("toss") ? table.text("toss") : std::to_string(all.size() - (on ? 1 : 0));
  if (all.empty() || all.back().id != id) all.push_back({id, {}});
  Trajectory &one = all.back();
  if (!one.poses.empty() && !(pose.time > one.poses.back().time))
    table.refuse("time", table.has("toss") ? "time does not go on in toss " + id
                                           : "time does not go on; a column toss numbers several trajectories");
  one.poses.push_back(pose);
  if (table.has("k")) one.k.push_back(table.text("k"));
}

}  // namespace

Eigen::Quaterniond turned_by(const Vector &turn) {
  const double angle = turn.norm();
  return angle > 0 ? Eigen::Quaterniond(Eigen::AngleAxisd(angle, turn / angle)) : Eigen::Quaterniond::Identity();
}

Vector turning(const Eigen::Quaterniond &from, const Eigen::Quaterniond &to) {
  const Eigen::AngleAxisd turn(from.conjugate() * to);
  return turn.angle() * turn.axis();
}

std::vector<Trajectory> read_trajectories(const std::string &path, const Rig &rig, RowsLeftOut &left_out) {
  MappedTable table(path, rig.tosses);
  std::vector<Trajectory> all;
  Progress progress("bytes of poses read:", table.source().size());
  each_row(table, left_out, [&] {
    append(table, rig, all);
    progress.at(table.source().place());
  });
  if (!table.has("toss"))
    std::fprintf(stderr, "%s: no column toss; taken for %zu, apart where no pose stands for %g s\n",
                 printable(path).c_str(), all.size(), longest_gap);
  return all;
}

PoseNoise noise_of(const std::vector<Trajectory> &trajectories) {
  Differences position, attitude;
  const auto add = [&](const std::vector<Pose> &poses, std::size_t step, std::vector<double> Differences::*where) {
    for (std::size_t i = 3 * step; i < poses.size(); ++i) {
      const Pose &a = poses[i - 3 * step], &b = poses[i - 2 * step], &c = poses[i - step], &d = poses[i];
      append(position.*where, d.position - 3 * c.position + 3 * b.position - a.position);
      append(attitude.*where,
             turning(c.attitude, d.attitude) - 2 * turning(b.attitude, c.attitude) + turning(a.attitude, b.attitude));
    }
  };
  for (const Trajectory &trajectory : trajectories) {
    add(trajectory.poses, 1, &Differences::near);
    add(trajectory.poses, far, &Differences::apart);
  }
  const auto too_short = [](const Trajectory &one) { return one.poses.size() <= 3; };
  if (std::all_of(trajectories.begin(), trajectories.end(), too_short))
    throw std::runtime_error("trajectories too short to find impacts in");
  return {deviation_from(position), deviation_from(attitude)};
}

}  // namespace touchdown::host
