#include "drops/plausible.hpp"

#include "cli/text.hpp"
#include "drops/impact_model.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;
using Attitude = Eigen::Quaterniond;

constexpr std::size_t fewest_rows = 5;

[[noreturn]] void refuse(const std::string &path, const std::string &words) {
  throw std::runtime_error(path + ": " + words + ". A rig says with `scale` what makes SI units of a column.");
}

bool between(double x, double least, double most) { return x >= least && x <= most; }

// What an attitude may be meant for, of w, x, y, z as they were read.
using AsMeant = Attitude (*)(const Attitude &);

// Whether attitudes as they are make a miss of less than `good`. Refuses those that miss by less than `better` if they
// are read in another way.
bool are_as_given(const std::string &path, const std::function<double(AsMeant)> &miss, double good, double better) {
  if (miss([](const Attitude &q) { return q; }) < good) return true;
  const std::pair<const char *, AsMeant> others[] = {
      {"x, y, z, w", [](const Attitude &q) { return Attitude(q.z(), q.w(), q.x(), q.y()); }},
      {"world to body", [](const Attitude &q) { return q.conjugate(); }}};
  for (const auto &[name, as_meant] : others)
    if (miss(as_meant) < better)
      refuse(path, std::string("attitude looks like ") + name + ", where w, x, y, z, body to world, is meant");
  return false;
}

// How far the contact point is from the nearest corner, over the body's reach.
double miss(const Rig &rig, const Drop &drop, const Attitude &attitude) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const Vector &corner : rig.corners)
    nearest = std::min(nearest, (attitude * (corner - rig.centre_of_mass) - drop.body.r).norm());
  return std::max(nearest - rig.corner_radius, 0.0) / reach_of(rig);
}

void check_lengths(const std::string &path, const Rig &rig, const std::vector<Drop> &drops) {
  if (rig.corners.empty()) return;
  const double part = median(collected(drops, [](const Drop &d) { return d.body.r.norm(); })) / reach_of(rig);
  if (between(part, 0.1, 3)) return;
  const std::string words =
      "r is " + formatted("%.3g", part) + " times as long as the body reaches from its centre of mass";
  refuse(path, between(part, 200, 5000) ? words + "; r looks like millimetres" : words);
}

// Change of angular momentum over the moment of the impulse; 1, but for errors of measurement.
double moment_ratio(const Drop &drop) {
  const Vector impulse = drop.body.mass * (drop.after.v - drop.body.v);
  const double moment = drop.body.r.cross(impulse).norm();
  return moment > 0 ? (drop.body.inertia * (drop.after.w - drop.body.w)).norm() / moment : 1;
}

void check_moments(const std::string &path, const std::vector<Drop> &drops) {
  const double ratio = median(collected(drops, moment_ratio));
  if (between(ratio, 0.1, 10)) return;
  const std::string words = "the body's spin changes " + formatted("%.3g", ratio) +
                            " times as much as one impulse at the contact point would change it";
  if (between(ratio, 20, 200)) refuse(path, words + "; w looks like degrees per second");
  if (between(ratio, 2e-4, 5e-3)) refuse(path, words + "; v looks like millimetres per second");
  refuse(path, words + "; r, v, w and the rig's inertia do not belong together");
}

void check_frame(const std::string &path, const std::vector<Drop> &drops) {
  std::size_t approaching = 0;
  for (const Drop &drop : drops) approaching += approach_speed(drop) > 0 ? 1 : 0;
  if (5 * approaching >= drops.size()) return;
  std::size_t above = 0;
  for (const Drop &drop : drops) above += drop.body.r.dot(drop.body.n) > 0 ? 1 : 0;
  refuse(path, "only " + std::to_string(approaching) + " of " + std::to_string(drops.size()) +
                   " contact points approach the ground" +
                   (2 * above > drops.size() ? "; z looks as if it pointed down" : "; before and after look swapped"));
}

void check_attitudes(const std::string &path, const Rig &rig, const std::vector<Drop> &drops,
                     const std::vector<Attitude> &attitudes) {
  if (rig.corners.empty()) return;
  const auto miss_of = [&](AsMeant as_meant) {
    std::vector<double> misses;
    for (std::size_t i = 0; i < attitudes.size(); ++i) misses.push_back(miss(rig, drops[i], as_meant(attitudes[i])));
    return median(misses);
  };
  if (!are_as_given(path, miss_of, 0.2, rig.planar ? 0 : 0.1))
    refuse(path, "no corner of the rig is where the body touches: attitude, r and corners do not belong together");
}

// Along an axis, where three poses stand evenly, `apart` poses from each other.
std::vector<double> accelerations(const std::vector<Trajectory> &trajectories, std::size_t apart, int axis) {
  constexpr std::size_t most = 20000;
  std::vector<double> all;
  for (const Trajectory &trajectory : trajectories) {
    const std::vector<Pose> &p = trajectory.poses;
    for (std::size_t i = apart; i + apart < p.size() && all.size() < most; ++i) {
      const double before = p[i].time - p[i - apart].time, after = p[i + apart].time - p[i].time;
      const double rise = p[i + apart].position[axis] - 2 * p[i].position[axis] + p[i - apart].position[axis];
      if (std::abs(after - before) < 0.01 * before) all.push_back(rise / (before * after));
    }
  }
  return all;
}

// The share of poses that fall so fast along an axis: of near poses too, since a slow camera sees few in a flight.
double falling(const std::vector<Trajectory> &trajectories, int axis, double gravity) {
  const auto near = [&](double a) { return between(-a / gravity, 0.7, 1.3); };
  double most = 0;
  for (const std::size_t apart : {4U, 2U, 1U}) {
    const std::vector<double> found = accelerations(trajectories, apart, axis);
    if (found.size() < fewest_rows) continue;
    const auto fall = static_cast<double>(std::count_if(found.begin(), found.end(), near));
    most = std::max(most, fall / static_cast<double>(found.size()));
  }
  return most;
}

void check_gravity(const std::string &path, const Rig &rig, const std::vector<Trajectory> &trajectories) {
  constexpr int x = 0, y = 1, z = 2;
  if (!(rig.gravity > 0) || falling(trajectories, z, rig.gravity) > 0.1) return;
  const struct {
    int axis;
    double times;
    const char *words;
  } known[] = {{z, -1, "z looks as if it pointed down"},
               {y, 1, "y looks as if it pointed up, where z is meant"},
               {y, -1, "y looks as if it pointed down, where z up is meant"},
               {x, 1, "x looks as if it pointed up, where z is meant"},
               {x, -1, "x looks as if it pointed down, where z up is meant"},
               {z, 39.37, "positions look like inches"},
               {z, 100, "positions look like centimetres"},
               {z, 1000, "positions look like millimetres"},
               {z, -1000, "positions look like millimetres, and z as if it pointed down"},
               {z, 1e-6, "time looks like milliseconds"},
               {z, 1e-12, "time looks like microseconds"}};
  for (const auto &wrong : known)
    if (falling(trajectories, wrong.axis, wrong.times * rig.gravity) > 0.2)
      refuse(path, std::string(wrong.words) + ": what flies falls with " +
                       formatted("%.3g times the rig's gravity", wrong.times));
}

// Height of the lowest corner over the ground where a trajectory is lowest, over the body's reach.
double least_height(const Rig &rig, const Trajectory &trajectory, AsMeant as_meant) {
  double least = std::numeric_limits<double>::infinity();
  for (const Pose &pose : trajectory.poses) {
    const Vector tracked = pose.position - pose.attitude * rig.centre_of_mass;
    for (const Vector &corner : rig.corners)
      least = std::min(least, (tracked + as_meant(pose.attitude) * corner)[2] - rig.corner_radius - rig.ground);
  }
  return std::abs(least) / reach_of(rig);
}

void check_order(const std::string &path, const Rig &rig, const std::vector<Trajectory> &trajectories) {
  if (rig.corners.empty() || rig.planar) return;
  const auto height = [&](AsMeant as_meant) {
    return median(collected(trajectories, [&](const Trajectory &t) { return least_height(rig, t, as_meant); }));
  };
  are_as_given(path, height, 0.08, 0.05);
}

}  // namespace

void check_plausible(const std::string &path, const Rig &rig, const std::vector<Drop> &drops,
                     const std::vector<Attitude> &attitudes) {
  if (drops.size() < fewest_rows) return;
  check_lengths(path, rig, drops);
  check_frame(path, drops);
  check_attitudes(path, rig, drops, attitudes);
  check_moments(path, drops);
}

void check_plausible(const std::string &path, const Rig &rig, const std::vector<Trajectory> &trajectories) {
  if (trajectories.empty()) return;
  check_gravity(path, rig, trajectories);
  check_order(path, rig, trajectories);
}

}  // namespace touchdown::host
