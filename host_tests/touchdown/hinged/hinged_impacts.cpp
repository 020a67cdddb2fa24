#include "hinged/hinged_impacts.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <map>

#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "hinged/robust_fit.hpp"
#include "records/csv.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;

constexpr std::size_t most_lost_poses = 3, most_poses = 10;  // between the flights; of a flight, next to the impact
constexpr int rounds = 12;
// What a clean impact keeps to. Lengths are parts of the thinnest side.
constexpr double highest_corner = 0.12;       // over the ground, of the one that is said to touch it
constexpr double nearest_next_corner = 0.08;  // over the lowest: nearer, both may touch
constexpr double least_approach = 0.2;        // [m/s] of the touching point
constexpr double least_jump = 0.15;           // [m/s] of the common centre of mass
constexpr double largest_chi_squared = 6, largest_uncertainty = 0.1, largest_floor = 0.2;
constexpr std::size_t poses_of_class_A = 6;
constexpr const char *several = "several corners at the ground";

struct Sides {
  std::vector<HingedPose> before, after;  // each going away from the impact
};

Sides sides_of(const HingedToss &toss, const Flight &before, const Flight &after) {
  Sides sides;
  for (std::size_t i = before.last + 1; i-- > before.first && sides.before.size() < most_poses;)
    sides.before.push_back(toss.poses[i]);
  for (std::size_t i = after.first; i <= after.last && sides.after.size() < most_poses; ++i)
    sides.after.push_back(toss.poses[i]);
  return sides;
}

// When the centre of mass of both flights, carried on, comes nearest.
double meeting_time(const HingedState &a, const HingedState &b, const Vector &fall) {
  const double time = b.time - a.time;
  const Vector speed = a.u.head<3>() + time * fall, jump = b.u.head<3>() - speed;
  const Vector carried = a.centre + time * a.u.head<3>() + time * time / 2 * fall;
  const double back = (carried - b.centre).dot(jump) / std::max(jump.squaredNorm(), 1e-12);
  return std::clamp(b.time + back, a.time, b.time);
}

HingedState carried(const HingedState &state, double time, const Vector &fall) {
  const double flight = time - state.time;
  HingedState there = state;
  there.time = time;
  there.centre += flight * state.u.head<3>() + flight * flight / 2 * fall;
  there.u.head<3>() += flight * fall;
  there.attitude = turned_by(flight * state.u.segment<3>(3)) * state.attitude;
  there.joint += flight * state.u[6];
  return there;
}

struct PairFit {
  HingedState before;
  HingedSpeeds after;
  double chi_squared, uncertainty;
};

constexpr Eigen::Index pair_unknowns = state_unknowns + hinged_speeds;

// Of all components of both motions together, as energy adds them up.
double uncertainty_of(const RobustFit &fit, const HingedMass &M, const HingedSpeeds &after) {
  const Eigen::MatrixXd spread = fit.information.ldlt().solve(Eigen::MatrixXd::Identity(pair_unknowns, pair_unknowns));
  double squared = 0;
  for (const Eigen::Index at : {Eigen::Index{8}, state_unknowns})
    squared += (M * spread.block<hinged_speeds, hinged_speeds>(at, at)).trace();
  return std::sqrt(std::max(squared, 0.0) * std::max(fit.chi_squared, 1.0) / std::max(after.dot(M * after), 1e-12));
}

// One pose at the impact, two motions.
PairFit fit_pair(const HingedBody &body, const MassProperties &properties, const Sides &sides,
                 const HingedNoise &noise) {
  const HingedState a = rough_state(body, properties, sides.before), b = rough_state(body, properties, sides.after);
  const double time = meeting_time(a, b, properties.fall);
  const HingedState start = carried(a, time, properties.fall);
  const HingedSpeeds start_after = carried(b, time, properties.fall).u;
  const auto states = [&](const Eigen::VectorXd &x) {
    const HingedState before = changed(start, x.head(state_unknowns));
    HingedState after = before;
    after.u = start_after + x.tail<hinged_speeds>();
    return std::pair(before, after);
  };
  const auto residuals = [&](const Eigen::VectorXd &x) {
    const auto [before, after] = states(x);
    const Eigen::VectorXd m = deviations(flown(body, properties, before, sides.before), sides.before, noise),
                          p = deviations(flown(body, properties, after, sides.after), sides.after, noise);
    Eigen::VectorXd off(m.size() + p.size());
    off << m, p;
    return off;
  };
  Eigen::VectorXd step(pair_unknowns);
  step << state_steps(), state_steps().tail<hinged_speeds>();
  const RobustFit fit = robust_fit(residuals, Eigen::VectorXd::Zero(pair_unknowns), step, rounds);
  const auto [before, after] = states(fit.x);
  const HingedPose pose{before.time, Vector::Zero(), before.attitude, before.joint};
  return {before, after.u, fit.chi_squared, uncertainty_of(fit, mass_matrix(body, properties, pose), after.u)};
}

void find_contact(const HingedBody &body, const Ground &ground, std::size_t toss, HingedImpact &impact) {
  std::array<double, hinged_corners> heights = heights_over(ground, toss, body, impact.pose);
  impact.corner = static_cast<std::size_t>(std::min_element(heights.begin(), heights.end()) - heights.begin());
  std::sort(heights.begin(), heights.end());
  impact.height = heights[0];
  impact.next_height = heights[1] - heights[0];
}

std::string spoiled_by(const HingedImpact &impact, double thinnest) {
  if (!impact.before.allFinite() || !impact.after.allFinite()) return "no two free flights";
  if (std::abs(impact.height) > highest_corner * thinnest) return "no corner at the ground";
  if (approach_speed(impact) < least_approach) return "hardly approaches";
  if (!(impact.normal.dot(impact.J * impact.after) > 0)) return "does not rebound";
  if (impact.next_height < nearest_next_corner * thinnest) return several;
  if (!(impact.chi_squared <= largest_chi_squared)) return "no two free flights";
  if (!(impact.uncertainty <= largest_uncertainty)) return "too uncertain";
  if (!(impact.floor <= largest_floor)) return "no single impulse explains it";
  return "";
}

HingedImpact impact_between(const HingedBody &body, const MassProperties &properties, const Sides &sides,
                            const Ground &ground, std::size_t toss, const HingedNoise &noise) {
  HingedImpact impact{};
  const PairFit fit = fit_pair(body, properties, sides, noise);
  impact.pose = {fit.before.time, Vector::Zero(), fit.before.attitude, fit.before.joint};
  impact.pose.position = fit.before.centre - centre_of_mass(body, properties, impact.pose);
  impact.before = fit.before.u, impact.after = fit.after;
  impact.normal = ground.normal;
  impact.poses_before = sides.before.size(), impact.poses_after = sides.after.size();
  impact.chi_squared = fit.chi_squared, impact.uncertainty = fit.uncertainty;
  find_contact(body, ground, toss, impact);
  impact.M = mass_matrix(body, properties, impact.pose);
  impact.J = contact_jacobian(body, properties, impact.pose, impact.corner, ground.normal);
  impact.floor = norm_of(impact, nearest_after(impact) - impact.after);
  impact.spoiled_by = spoiled_by(impact, std::min(body.link[0].size.minCoeff(), body.link[1].size.minCoeff()));
  return impact;
}

// Two flights that differ by an impact and not by chance.
bool jumps(const HingedBody &body, const MassProperties &properties, const Sides &sides) {
  const HingedState a = rough_state(body, properties, sides.before), b = rough_state(body, properties, sides.after);
  const Vector change = b.u.head<3>() - a.u.head<3>() - (b.time - a.time) * properties.fall;
  return change.norm() > least_jump;
}

void write_row(std::ostream &file, const HingedImpact &impact, const std::vector<ImpactColumn> &columns) {
  const auto numbers = [&](const char *format, const auto &values) {
    for (const double x : values) file << ',' << formatted(format, x);
  };
  const Eigen::Quaterniond &q = impact.pose.attitude;
  file << csv_text(impact.toss) << ',' << impact.letter() << ',' << impact.corner / corners_of_link + 1 << ','
       << impact.corner % corners_of_link;
  numbers("%.6g", std::array<double, 9>{impact.pose.time, q.w(), q.x(), q.y(), q.z(), impact.pose.position[0],
                                        impact.pose.position[1], impact.pose.position[2], impact.pose.joint});
  numbers("%.5g", impact.before);
  numbers("%.5g", impact.after);
  file << ',' << impact.poses_before << ',' << impact.poses_after << ',' << impact.lost_poses;
  numbers("%.4g", std::array<double, 5>{impact.chi_squared, impact.uncertainty, impact.floor, 1000 * impact.height,
                                        1000 * impact.next_height});
  file << ',' << impact.spoiled_by;
  for (const ImpactColumn &column : columns) {
    const auto figure = column.figures.find(&impact);
    file << ',' << (figure == column.figures.end() ? "" : formatted("%.4g", figure->second));
  }
  file << '\n';
}

}  // namespace

char HingedImpact::letter() const {
  if (clean()) return std::min(poses_before, poses_after) < poses_of_class_A ? 'B' : 'A';
  return spoiled_by == several ? 'M' : 'C';
}

double approach_speed(const HingedImpact &impact) { return -impact.normal.dot(impact.J * impact.before); }

double norm_of(const HingedImpact &impact, const HingedSpeeds &du) {
  return std::sqrt(du.dot(impact.M * du) / impact.after.dot(impact.M * impact.after));
}

HingedSpeeds nearest_after(const HingedImpact &impact) {
  const HingedSpeeds change = impact.after - impact.before;
  const Eigen::Matrix<double, hinged_speeds, 3> to_speeds = impact.M.ldlt().solve(impact.J.transpose());
  const Matrix3<double> W = impact.J * to_speeds;
  return impact.before + to_speeds * W.ldlt().solve(impact.J * change);
}

std::vector<HingedImpact> impacts_in(const HingedBody &body, const MassProperties &properties,
                                     const std::vector<HingedToss> &tosses, const Ground &ground,
                                     const HingedNoise &noise) {
  std::vector<HingedImpact> impacts;
  Progress progress("toss", tosses.size());
  for (std::size_t toss = 0; toss < tosses.size(); ++toss) {
    progress.at(toss);
    const std::vector<Flight> flights = flights_of(body, properties, tosses[toss], noise);
    for (std::size_t i = 1; i < flights.size(); ++i) {
      const std::size_t lost = flights[i].first - flights[i - 1].last - 1;
      const Sides sides = sides_of(tosses[toss], flights[i - 1], flights[i]);
      if (lost > most_lost_poses || !jumps(body, properties, sides)) continue;
      impacts.push_back(impact_between(body, properties, sides, ground, toss, noise));
      impacts.back().toss = tosses[toss].id;
      impacts.back().lost_poses = lost;
    }
  }
  return impacts;
}

std::vector<std::string> words_of(const std::vector<HingedImpact> &impacts) {
  std::map<std::string, std::size_t> spoiled;
  std::size_t first_link = 0;
  for (const HingedImpact &impact : impacts) {
    spoiled[impact.spoiled_by] += 1;
    if (impact.clean() && impact.corner < corners_of_link) ++first_link;
  }
  std::vector<std::string> sentences{std::to_string(impacts.size()) + " impacts found between free flights, " +
                                     std::to_string(spoiled[""]) + " of them clean: " + std::to_string(first_link) +
                                     " of link 1, " + std::to_string(spoiled[""] - first_link) + " of link 2."};
  for (const auto &[what, count] : spoiled)
    if (!what.empty()) sentences.push_back("Not used, " + what + ": " + std::to_string(count) + '.');
  return sentences;
}

void write_impacts(std::ostream &file, const std::vector<HingedImpact> &impacts,
                   const std::vector<ImpactColumn> &columns) {
  file
      << "toss,cls,link,corner,t,qw,qx,qy,qz,x,y,z,joint,vm_x,vm_y,vm_z,wm_x,wm_y,wm_z,rate_m,vp_x,vp_y,vp_z,wp_x,wp_y,"
         "wp_z,rate_p,n_pre,n_post,n_blur,chi2,uncertainty,floor,z_low_mm,gap2_mm,spoiled_by";
  for (const ImpactColumn &column : columns) file << ',' << column.name;
  file << '\n';
  for (const HingedImpact &impact : impacts) write_row(file, impact, columns);
}

}  // namespace touchdown::host
