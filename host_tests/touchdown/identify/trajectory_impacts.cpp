#include "identify/trajectory_impacts.hpp"

#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "drops/impact_model.hpp"
#include "drops/rebound.hpp"
#include "identify/flights.hpp"
#include "records/csv.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;

// What a clean impact keeps to. Lengths are parts of the body's reach, from its centre of mass to its farthest corner.
constexpr std::size_t most_lost_poses = 2;    // between the flights: more is a contact that lasts
constexpr double highest_corner = 0.03;       // over the ground, of the one that is said to touch it
constexpr double nearest_next_corner = 0.06;  // over the lowest: nearer, both may touch
constexpr double widest_arm_residual = 0.03;  // see FoundImpact
constexpr double least_approach = 0.2;        // [m/s] of the contact point: below it errors of the fit show in e
constexpr double largest_chi_squared = 4;     // of the fit: above, one of the flights is no free flight
constexpr double largest_uncertainty = 0.02;
constexpr std::size_t poses_of_class_A = 6;  // on either side, of a clean impact; class B has fewer

// [1/m] With which the poses fall into flights at the least cost; 0 where that saves less than a flight of each
// trajectory.
double drag_of(const std::vector<Trajectory> &trajectories, double gravity, double position_noise) {
  constexpr std::size_t most_trajectories = 40;
  constexpr double most_drag = 0.5, golden = 0.618034;
  const std::size_t stride = trajectories.size() / most_trajectories + 1;
  const auto cost = [&](double drag) {
    double sum = 0;
    for (std::size_t i = 0; i < trajectories.size(); i += stride)
      sum += least_cost(without_drag(trajectories[i].poses, drag, 0), gravity, position_noise);
    return sum;
  };
  const double without = cost(0);
  double best = 0, least = without;
  for (double drag = 0.01; drag < most_drag; drag *= 2)
    if (const double here = cost(drag); here < least) best = drag, least = here;
  double low = best / 2, high = 2 * best;
  for (int round = 0; round < 8 && best > 0; ++round) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    (cost(a) < cost(b) ? high : low) = cost(a) < cost(b) ? b : a;
  }
  const double drag = (low + high) / 2;
  const auto used = static_cast<double>((trajectories.size() + stride - 1) / stride);
  return best > 0 && without - cost(drag) > flight_cost * used ? drag : 0;
}

// The lowest corner touches the ground.
void find_contact(const Rig &rig, FoundImpact &impact) {
  Drop &drop = impact.drop;
  std::vector<double> heights;
  for (const Vector &corner : drop.corners)
    heights.push_back(impact.flights.at.position[2] + corner[2] - rig.corner_radius - rig.ground);
  const auto lowest = std::min_element(heights.begin(), heights.end());
  drop.body.r = drop.corners[static_cast<std::size_t>(lowest - heights.begin())] - rig.corner_radius * drop.body.n;
  std::sort(heights.begin(), heights.end());
  impact.height = heights[0];
  impact.next_height = heights.size() > 1 ? heights[1] - heights[0] : reach_of(rig);
}

double arm_residual(const Drop &drop) {
  const Vector impulse = drop.body.mass * (drop.after.v - drop.body.v);
  const Vector unexplained = drop.body.inertia * (drop.after.w - drop.body.w) - drop.body.r.cross(impulse);
  return unexplained.norm() / impulse.norm();
}

std::string spoiled_by(const FoundImpact &impact, double reach) {
  const Drop &drop = impact.drop;
  if (impact.height > highest_corner * reach) return "no corner at the ground";
  if (approach_speed(drop) < least_approach) return "hardly approaches";
  if (!(contact_speed(drop.body, drop.after).normal > 0)) return "does not rebound";
  if (impact.next_height < nearest_next_corner * reach) return "several corners at the ground";
  if (impact.flights.chi_squared > largest_chi_squared) return "no two free flights";
  if (impact.flights.uncertainty > largest_uncertainty) return "too uncertain";
  if (impact.arm_residual > widest_arm_residual * reach) return "no single impulse explains it";
  return "";
}

// Two flights with an impact between them.
struct Meeting {
  const Trajectory *trajectory;
  Flight before, after;
};

// What trajectories have in common: the noise of their poses, and drag as drag_of finds it.
struct Record {
  const std::vector<Trajectory> &trajectories;
  const Rig &rig;
  PoseNoise noise;
  double drag;

  std::vector<Meeting> meetings() const {
    std::vector<Meeting> all;
    for (const Trajectory &trajectory : trajectories) {
      const std::vector<Flight> flights =
          flights_of(without_drag(trajectory.poses, drag, 0), rig.gravity, noise.position);
      for (std::size_t i = 1; i < flights.size(); ++i)
        if (flights[i].first - flights[i - 1].last - 1 <= most_lost_poses)
          all.push_back({&trajectory, flights[i - 1], flights[i]});
    }
    return all;
  }

  FlightPair fit(const Meeting &meeting) const {
    const auto &[trajectory, before, after] = meeting;
    const auto first = trajectory->poses.begin() + static_cast<std::ptrdiff_t>(before.first);
    const std::vector<Pose> poses = without_drag(
        {first, first + static_cast<std::ptrdiff_t>(after.last - before.first + 1)}, drag, before.last - before.first);
    return fit_flight_pair(rig, poses, {0, before.last - before.first},
                           {after.first - before.first, after.last - before.first}, noise);
  }

  // The noise by what flights leave: bounces, and turning, look like noise where they are quick for the camera.
  PoseNoise noise_of_flights() const {
    constexpr std::size_t most = 40, fewest = 8;
    const std::vector<Meeting> all = meetings();
    if (all.size() < fewest) return noise;
    std::vector<double> position, attitude;
    for (std::size_t i = 0; i < all.size(); i += all.size() / most + 1) {
      const PoseNoise seen = fit(all[i]).seen;
      position.push_back(seen.position), attitude.push_back(seen.attitude);
    }
    return {std::clamp(median(position), least_noise, noise.position),
            std::clamp(median(attitude), least_noise, noise.attitude)};
  }
};

FoundImpact impact_at(const Record &record, const Meeting &meeting) {
  FoundImpact impact{};
  impact.trajectory = meeting.trajectory->id;
  impact.drag = record.drag;
  impact.flights = record.fit(meeting);
  impact.lost_poses = meeting.after.first - meeting.before.last - 1;
  impact.drop = drop_at(record.rig, impact.flights.at.attitude);
  impact.drop.body.v = impact.flights.before.v;
  impact.drop.body.w = impact.flights.before.w;
  impact.drop.after = impact.flights.after;
  find_contact(record.rig, impact);
  impact.arm_residual = arm_residual(impact.drop);
  impact.spoiled_by = spoiled_by(impact, reach_of(record.rig));
  return impact;
}

char class_of(const FoundImpact &impact) {
  if (impact.clean())
    return std::min(impact.flights.poses_before, impact.flights.poses_after) < poses_of_class_A ? 'B' : 'A';
  return impact.spoiled_by == "several corners at the ground" ? 'M' : 'C';
}

void write_row(std::ostream &file, const FoundImpact &impact) {
  const auto number = [&](int digits, double x) { file << formatted(",%.*f", digits, x); };
  const auto vector = [&](int digits, const Vector &v) {
    for (const double x : v) number(digits, x);
  };
  const Eigen::Quaterniond &q = impact.flights.at.attitude;
  file << impact.drop.id << ',' << csv_text(impact.trajectory) << ',' << class_of(impact);
  number(5, impact.flights.at.time);
  for (const double x : {q.w(), q.x(), q.y(), q.z()}) number(6, x);
  vector(5, impact.drop.body.r);
  vector(4, impact.drop.body.v);
  vector(3, impact.drop.body.w);
  vector(4, impact.drop.after.v);
  vector(3, impact.drop.after.w);
  file << ',' << impact.flights.poses_before << ',' << impact.flights.poses_after << ',' << impact.lost_poses;
  number(3, impact.flights.chi_squared);
  number(4, impact.flights.uncertainty);
  for (const double length : {impact.height, impact.next_height, impact.arm_residual}) number(2, 1000 * length);
  file << ',' << impact.spoiled_by << '\n';
}

}  // namespace

std::vector<FoundImpact> impacts_in(const std::vector<Trajectory> &trajectories, const Rig &rig) {
  if (rig.corners.empty()) throw std::runtime_error(rig.name + ": a rig needs corners to find contacts with");
  Record record{trajectories, rig, noise_of(trajectories), 0};
  record.drag = drag_of(trajectories, rig.gravity, record.noise.position);
  record.noise = record.noise_of_flights();
  const std::vector<Meeting> meetings = record.meetings();
  std::vector<FoundImpact> impacts;
  Progress progress("impact", meetings.size());
  for (const Meeting &meeting : meetings) {
    progress.at(impacts.size());
    impacts.push_back(impact_at(record, meeting));
    impacts.back().drop.id = std::to_string(impacts.size() - 1);
  }
  return impacts;
}

DropSet clean_set(const std::vector<FoundImpact> &impacts, const Rig &rig) {
  DropSet set = empty_set(rig);
  for (const FoundImpact &impact : impacts)
    if (impact.clean()) set.drops.push_back(impact.drop);
  return set;
}

std::vector<std::string> words_of(const std::vector<FoundImpact> &impacts) {
  std::map<std::string, std::size_t> spoiled;
  for (const FoundImpact &impact : impacts) spoiled[impact.spoiled_by] += 1;
  std::vector<std::string> sentences{std::to_string(impacts.size()) + " impacts found between free flights, " +
                                     std::to_string(spoiled[""]) + " of them clean."};
  if (!impacts.empty() && impacts.front().drag > 0)
    sentences.push_back(formatted("Drag of the air, by the flights: %.4f /m.", impacts.front().drag));
  for (const auto &[what, count] : spoiled)
    if (!what.empty()) sentences.push_back("Not used, " + what + ": " + std::to_string(count) + '.');
  return sentences;
}

void write_impacts(std::ostream &file, const std::vector<FoundImpact> &impacts) {
  file << "id,toss,cls,t,qw,qx,qy,qz,r_x,r_y,r_z,vm_x,vm_y,vm_z,wm_x,wm_y,wm_z,vp_x,vp_y,vp_z,wp_x,wp_y,wp_z,"
          "n_pre,n_post,n_blur,chi2,uncertainty,z_low_mm,gap2_mm,arm_resid_mm,spoiled_by\n";
  for (const FoundImpact &impact : impacts) write_row(file, impact);
}

}  // namespace touchdown::host
