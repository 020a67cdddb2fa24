#include "identify/trajectory_impacts.hpp"

#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "drops/impact_model.hpp"
#include "drops/least_squares.hpp"
#include "drops/rebound.hpp"
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

using Matrix = Eigen::MatrixXd;
using Column = Eigen::VectorXd;

// Of the body: xx, yy, xy, xz, yz of the inertia whose trace is 1; centre of mass; drag. Of a flight: position,
// velocity, turn and angular velocity at its middle.
constexpr Eigen::Index shared = 9, own = 12;
constexpr std::size_t most_flights = 150, fewest_flights = 12, fewest_poses_of_one = 10;
constexpr double wider = 2;  // noise with which flights are found: the body may be another than the rig says
constexpr double derivative_step = 1e-6;
constexpr int rounds = 12;
constexpr double least_pivot = 1e-14;  // of the equations: below it the flights do not tell the body
constexpr double worst_flight = 2;     // times the median of what flights leave, in chi squared: more is no free flight

struct FreeFlight {
  std::vector<Pose> poses;  // of the tracked point
  Pose at;
  Motion motion;
};

Matrix3<double> inertia_of(const Column &body) {
  Matrix3<double> inertia;
  inertia << body[0], body[2], body[3], body[2], body[1], body[4], body[3], body[4], 1 - body[0] - body[1];
  return inertia;
}

// Residuals of a flight in units of the noise, with the body and the flight changed.
Column residuals_of(const Rig &rig, const PoseNoise &noise, const FreeFlight &flight, const Column &body,
                    const Column &change) {
  Rig changed = rig;
  changed.inertia = inertia_of(body);
  const Vector centre = body.segment<3>(5);
  Pose at = flight.at;
  at.attitude = at.attitude * turned_by(change.segment<3>(6));
  at.position += change.head<3>() + at.attitude * centre;
  const Motion motion{flight.motion.v + change.segment<3>(3), flight.motion.w + change.tail<3>()};
  Column off(static_cast<Eigen::Index>(6 * flight.poses.size()));
  std::vector<double> times;
  for (const Pose &seen : flight.poses) times.push_back(seen.time);
  const std::vector<Pose> there = flown(changed, at, motion, times, body[8]);
  for (std::size_t k = 0; k < there.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(6 * k);
    const Pose &seen = flight.poses[k], &pose = there[k];
    off.segment<3>(row) = (pose.position - pose.attitude * centre - seen.position) / noise.position;
    off.segment<3>(row + 3) = turning(seen.attitude, pose.attitude) / noise.attitude;
  }
  return off;
}

// A flight's part of the normal equations, its own unknowns eliminated.
struct Part {
  Matrix A, to_own;  // to_own: the flight's own step is own_step - to_own * shared step
  Column g, own_step;
  double chi_squared;
};

Part part_of(const Rig &rig, const PoseNoise &noise, const FreeFlight &flight, const Column &body) {
  const Column none = Column::Zero(own), off = residuals_of(rig, noise, flight, body, none);
  Matrix G(off.size(), shared), F(off.size(), own);
  for (Eigen::Index k = 0; k < shared + own; ++k) {
    Column of_body = body, of_flight = none;
    (k < shared ? of_body[k] : of_flight[k - shared]) += derivative_step;
    const Column column = (residuals_of(rig, noise, flight, of_body, of_flight) - off) / derivative_step;
    (k < shared ? G.col(k) : F.col(k - shared)) = column;
  }
  const Matrix to_own = least_squares(F, G), left = G - product(F, to_own);
  return {product(left.transpose(), left), to_own, product(left.transpose(), off), -least_squares(F, off),
          off.squaredNorm() / static_cast<double>(off.size() - own)};
}

void move(FreeFlight &flight, const Column &change) {
  flight.at.position += change.head<3>();
  flight.at.attitude = (flight.at.attitude * turned_by(change.segment<3>(6))).normalized();
  flight.motion.v += change.segment<3>(3);
  flight.motion.w += change.tail<3>();
}

// Longest first; without their ends, which the impacts smear.
std::vector<FreeFlight> flights_in(const std::vector<Trajectory> &trajectories, const Rig &rig, const PoseNoise &noise,
                                   double drag) {
  std::vector<FreeFlight> all;
  for (const Trajectory &one : trajectories) {
    for (const Flight &flight : flights_of(without_drag(one.poses, drag, 0), rig.gravity, wider * noise.position)) {
      if (poses_in(flight) < fewest_poses_of_one + 2) continue;
      FreeFlight free;
      for (std::size_t i = flight.first + 1; i < flight.last; ++i) {
        free.poses.push_back(one.poses[i]);
        free.poses.back().position -= one.poses[i].attitude * rig.centre_of_mass;
      }
      const std::size_t middle = free.poses.size() / 2;
      const Pose &a = free.poses[middle - 1], &b = free.poses[middle + 1];
      free.at = free.poses[middle];
      const double time = b.time - a.time;
      const Vector arm = b.attitude * rig.centre_of_mass - a.attitude * rig.centre_of_mass;
      free.motion = {(b.position - a.position + arm) / time,
                     free.at.attitude * (turning(a.attitude, b.attitude) / time)};
      all.push_back(free);
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto &a, const auto &b) { return a.poses.size() > b.poses.size(); });
  if (all.size() > most_flights) all.resize(most_flights);
  return all;
}

std::vector<Part> parts_of(const Rig &rig, const PoseNoise &noise, const std::vector<FreeFlight> &flights,
                           const Column &body) {
  std::vector<Part> parts;
  for (const FreeFlight &flight : flights) parts.push_back(part_of(rig, noise, flight, body));
  return parts;
}

// Those that leave far more than others are no free flights.
void leave_out_worst(std::vector<FreeFlight> &flights, std::vector<Part> &parts) {
  std::vector<double> left;
  for (const Part &part : parts) left.push_back(part.chi_squared);
  const double most = worst_flight * median(left);
  std::vector<FreeFlight> kept;
  std::vector<Part> kept_parts;
  for (std::size_t i = 0; i < flights.size(); ++i)
    if (parts[i].chi_squared <= most) kept.push_back(flights[i]), kept_parts.push_back(parts[i]);
  flights = kept, parts = kept_parts;
}

// Best values, and their covariance: the flights' influences squared ("sandwich"), for a tracker errs alike from one
// pose to the next.
struct Fit {
  Column body;
  Matrix covariance;
  std::size_t flights;
};

std::optional<Fit> fit(const Rig &rig, const PoseNoise &noise, std::vector<FreeFlight> flights, Column body) {
  Matrix spread;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Part> parts = parts_of(rig, noise, flights, body);
    if (round > 2) leave_out_worst(flights, parts);
    if (flights.size() < fewest_flights) return {};
    Matrix A = Matrix::Zero(shared, shared), B = A;
    Column g = Column::Zero(shared);
    for (const Part &part : parts) A += part.A, g += part.g, B += product(part.g, part.g.transpose());
    const Matrix inverse = least_squares(A, Matrix::Identity(shared, shared), least_pivot);
    const Column step = -product(inverse, g);
    const double rank = product(A, inverse).trace();
    if (!(rank > static_cast<double>(shared) - 0.5 && step.allFinite())) return {};
    for (std::size_t i = 0; i < flights.size(); ++i)
      move(flights[i], parts[i].own_step - product(parts[i].to_own, step));
    body += step;
    spread = product(product(inverse, B), inverse);
  }
  const auto count = static_cast<double>(flights.size());
  return Fit{body, count / (count - static_cast<double>(shared)) * spread, flights.size()};
}

Estimate estimate_at(double value, double variance, std::size_t flights) {
  const double reach =
      student(normal_95, static_cast<double>(flights) - static_cast<double>(shared)) * std::sqrt(variance);
  return {value, value - reach, value + reach};
}

// [kg m^2] The ratio of the moment of an impulse to the change of spin, by inertia of a trace of 1, as all clean
// impacts give it together; and each alone, by which it scatters.
Estimate sum_of(const Matrix3<double> &unit, const std::vector<FoundImpact> &impacts) {
  double changes = 0, moments = 0, squares = 0, count = 0;
  const auto visit = [&](const auto &take) {
    for (const FoundImpact &impact : impacts) {
      if (!impact.clean()) continue;
      const Drop &drop = impact.drop;
      const Matrix3<double> turn = impact.flights.at.attitude.toRotationMatrix();
      const Vector change = turn * unit * turn.transpose() * (drop.after.w - drop.body.w);
      take(change, drop.body.r.cross(drop.body.mass * (drop.after.v - drop.body.v)));
    }
  };
  visit([&](const Vector &change, const Vector &moment) {
    changes += change.squaredNorm(), moments += moment.dot(change), count += 1;
  });
  if (!(count >= fewest_flights && changes > 0)) return {0};
  const double sum = moments / changes;
  visit([&](const Vector &change, const Vector &moment) {
    const double off = (moment - sum * change).dot(change);
    squares += off * off;
  });
  return estimate_at(sum, squares / (changes * changes), static_cast<std::size_t>(count));
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

std::optional<FreeBody> free_body_of(const std::vector<Trajectory> &trajectories, const Rig &rig,
                                     const std::vector<FoundImpact> &impacts) {
  const PoseNoise noise = noise_of(trajectories);
  const double drag = impacts.empty() ? 0 : impacts.front().drag, trace = rig.inertia.trace();
  const std::vector<FreeFlight> flights = flights_in(trajectories, rig, noise, drag);
  if (flights.size() < fewest_flights) return {};
  Column start(shared);
  start << rig.inertia(0, 0) / trace, rig.inertia(1, 1) / trace, rig.inertia(0, 1) / trace, rig.inertia(0, 2) / trace,
      rig.inertia(1, 2) / trace, rig.centre_of_mass, drag;
  const std::optional<Fit> found = fit(rig, noise, flights, start);
  if (!found) return {};
  const Column &x = found->body;
  const Matrix &C = found->covariance;
  const auto at = [&](Eigen::Index k) { return estimate_at(x[k], C(k, k), found->flights); };
  const double zz = 1 - x[0] - x[1], of_zz = C(0, 0) + C(1, 1) + 2 * C(0, 1);
  return FreeBody{found->flights,
                  {at(0), at(1), estimate_at(zz, of_zz, found->flights), at(2), at(3), at(4)},
                  {at(5), at(6), at(7)},
                  at(8),
                  sum_of(inertia_of(x), impacts)};
}

std::vector<std::string> words_of(const FreeBody &body) {
  const auto list = [](const char *names, const auto &estimates, double unit) {
    std::string words = names;
    for (const Estimate &x : estimates)
      words += formatted(" %.4f +- %.4f%s", x.value / unit, (x.most - x.least) / 2 / unit,
                         &x == &estimates.back() ? "" : ",");
    return words;
  };
  std::vector<std::string> sentences{
      "By " + std::to_string(body.flights) +
          " flights (95 %): " + list("inertia xx, yy, zz, xy, xz, yz as parts of xx + yy + zz", body.inertia, 1) + ';',
      list("centre of mass, from the tracked point,", body.centre, 1e-3) + " mm; " +
          list("drag", std::array<Estimate, 1>{body.drag}, 1) + " /m."};
  if (body.sum.decided())
    sentences.push_back(list("By the clean impacts xx + yy + zz is", std::array<Estimate, 1>{body.sum}, 1e-3) +
                        "e-3 kg m^2.");
  return sentences;
}

}  // namespace touchdown::host
