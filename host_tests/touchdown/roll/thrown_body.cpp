#include "roll/thrown_body.hpp"

#include "drops/least_squares.hpp"
#include "identify/flights.hpp"
#include "records/fields.hpp"
#include "records/schema.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;

constexpr std::size_t most_poses = 18;
constexpr std::size_t fewest_fitted = 3;
constexpr std::size_t fewest_tested = 6;  // poses, for a break of the flight to show; and of a flight before one
constexpr std::size_t most_strays = 2;    // poses off the flight that are not its break
constexpr double most_noise = 5;          // of a pose, where a flight is too short to show a break
constexpr int rounds = 8;                 // of Gauss and Newton
constexpr double outlier = 6;             // medians of the residuals
constexpr double least_position = 3e-4, least_turn = 3e-3;  // [m], [rad] never an outlier below

// What is fitted: position, velocity, attitude (as a turn), angular velocity.
using Unknowns = Eigen::Matrix<double, 12, 1>;

struct Start {
  Pose at;
  Motion motion;
};

Start moved(const Start &start, const Unknowns &by) {
  return {{start.at.time, start.at.position + by.segment<3>(0), turned_by(by.segment<3>(6)) * start.at.attitude},
          {start.motion.v + by.segment<3>(3), start.motion.w + by.segment<3>(9)}};
}

// The poses at the times of the first `count`, by the fit.
std::vector<Pose> poses_by(const ThrownBody &body, const Start &start, const std::vector<Pose> &poses,
                           std::size_t count) {
  std::vector<double> times;
  for (std::size_t i = 0; i < count; ++i) times.push_back(poses[i].time);
  return flown(rig_of(body), start.at, start.motion, times, body.drag);
}

// Turns in metres at the body's reach, so that both count alike.
Eigen::VectorXd residuals(const ThrownBody &body, const Start &start, const std::vector<Pose> &poses) {
  const std::vector<Pose> there = poses_by(body, start, poses, poses.size());
  Eigen::VectorXd out(static_cast<Eigen::Index>(6 * poses.size()));
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(6 * i);
    out.segment<3>(row) = there[i].position - poses[i].position;
    out.segment<3>(row + 3) = body.width / 2 * turning(poses[i].attitude, there[i].attitude);
  }
  return out;
}

Start first_guess(const std::vector<Pose> &poses) {
  const Pose &last = poses.back(), &first = poses.front();
  const Pose &near = poses[poses.size() - std::min<std::size_t>(poses.size(), 4)];
  const Vector turn = near.attitude * turning(near.attitude, last.attitude);
  return {last, {(last.position - first.position) / (last.time - first.time), turn / (last.time - near.time)}};
}

Eigen::MatrixXd jacobian_at(const ThrownBody &body, const Start &start, const std::vector<Pose> &poses) {
  const auto moving = [&](const Eigen::VectorXd &by, Eigen::VectorXd &out) {
    out = residuals(body, moved(start, by), poses);
  };
  return jacobian({moving, static_cast<Eigen::Index>(6 * poses.size())}, Unknowns::Zero());
}

Start fitted(const ThrownBody &body, const std::vector<Pose> &poses) {
  Start start = first_guess(poses);
  for (int round = 0; round < rounds; ++round) {
    const Unknowns by = least_squares(jacobian_at(body, start, poses), -residuals(body, start, poses));
    start = moved(start, by);
    if (by.norm() < 1e-9) break;
  }
  return start;
}

// Poses whose position or attitude is far off what the others are.
std::vector<Pose> without_outliers(const ThrownBody &body, const Start &start, const std::vector<Pose> &poses) {
  const Eigen::VectorXd all = residuals(body, start, poses);
  std::vector<double> position, turn;
  for (Eigen::Index i = 0; i < all.size(); i += 6) {
    position.push_back(all.segment<3>(i).norm());
    turn.push_back(all.segment<3>(i + 3).norm());
  }
  const double most_position = std::max(least_position, outlier * median(position));
  const double most_turn = std::max(least_turn * body.width / 2, outlier * median(turn));
  std::vector<Pose> kept;
  for (std::size_t i = 0; i < poses.size(); ++i)
    if (position[i] <= most_position && turn[i] <= most_turn) kept.push_back(poses[i]);
  return kept;
}

// [m] of the lowest foot over the ground.
double lowest_gap(const ThrownBody &body, const Vector &position, const Eigen::Quaterniond &attitude) {
  const Lander<double> &s = body.lander;
  double lowest = 0;
  for (int i = 0; i < s.feet; ++i) {
    const Vector foot = attitude * vector(s.foot[i].r);
    const double gap = position[2] + foot[2] - s.foot[i].radius - s.ground[0].point[2];
    lowest = i == 0 ? gap : std::min(lowest, gap);
  }
  return lowest;
}

// How many poses come before the first in which a foot is not clear.
std::size_t free_poses(const ThrownBody &body, const std::vector<Pose> &poses) {
  const auto touches = [&](const Pose &pose) {
    return !(lowest_gap(body, pose.position, pose.attitude) > body.free_height);
  };
  return static_cast<std::size_t>(std::find_if(poses.begin(), poses.end(), touches) - poses.begin());
}

// In the library's order: the unknowns are position, velocity, turn, angular velocity.
StateCovariance covariance_of(const ThrownBody &body, const Start &start, const std::vector<Pose> &poses) {
  const Eigen::VectorXd here = residuals(body, start, poses);
  const Eigen::MatrixXd J = jacobian_at(body, start, poses);
  const double freedom = static_cast<double>(std::max<Eigen::Index>(here.size() - J.cols(), 1));
  const Eigen::MatrixXd inverse = pseudo_inverse(product(J.transpose(), J));
  constexpr int order[] = {0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11};
  StateCovariance covariance;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j) covariance(i, j) = here.squaredNorm() / freedom * inverse(order[i], order[j]);
  return covariance;
}

// Of the poses that fit together, which `used` becomes.
Start fitted_to_most(const ThrownBody &body, std::vector<Pose> &used) {
  Start start = fitted(body, used);
  for (int round = 0; round < 2; ++round) {
    const std::vector<Pose> kept = without_outliers(body, start, used);
    if (kept.size() == used.size() || kept.size() < fewest_fitted) break;
    used = kept;
    start = fitted(body, used);
  }
  return start;
}

std::vector<Pose> part_of(const std::vector<Pose> &poses, const Flight &part) {
  return {poses.begin() + static_cast<std::ptrdiff_t>(part.first),
          poses.begin() + static_cast<std::ptrdiff_t>(part.last + 1)};
}

// [m] Of a pose from the flight.
double largest_miss(const ThrownBody &body, const Start &start, const std::vector<Pose> &poses) {
  const Eigen::VectorXd off = residuals(body, start, poses);
  double largest = 0;
  for (Eigen::Index row = 0; row < off.size(); row += 6) largest = std::max(largest, off.segment<3>(row).norm());
  return largest;
}

// Of the last clear poses, those of one flight: all of them but for a few strays, or the first flight that is long
// enough, or else the last.
std::optional<Flight> flight_in(const ThrownBody &body, const std::vector<Pose> &poses, double position_noise) {
  const std::size_t free = free_poses(body, poses);
  if (free < fewest_fitted) return std::nullopt;
  const Flight all{free - std::min(free, most_poses), free - 1};
  if (poses_in(all) < fewest_tested) return all;
  const std::vector<Flight> flights =
      flights_of(part_of(poses, all), body.gravity, std::max(position_noise, least_position));
  if (flights.empty()) return std::nullopt;
  if (flights.size() == 1 && poses_in(flights.front()) + most_strays >= poses_in(all)) return all;
  const auto is_long = [](const Flight &flight) { return poses_in(flight) >= fewest_tested; };
  const auto found = std::find_if(flights.begin(), flights.end(), is_long);
  const Flight &flight = found == flights.end() ? flights.back() : *found;
  return Flight{all.first + flight.first, all.first + flight.last};
}

// A foot may say otherwise than the body.
void read_feet(JsonObject &file, ThrownBody &body) {
  for (const JsonObject &foot : file.objects("feet", max_feet)) {
    Foot<double> &read = body.lander.foot[body.lander.feet++];
    read_fields(foot, read);
    view(read.r) -= body.centre_of_mass;
    const JsonObject surface = (foot.has("surface") ? foot : file).object("surface");
    const auto mu = surface.number<double>("mu");
    read.surface = {surface.number<double>("mu_s", mu), mu, surface.number<double>("e")};
    read.mu_sliding = surface.number<double>("mu_sliding", mu);
  }
}

void read_edges(JsonObject &file, ThrownBody &body) {
  const std::vector<std::int32_t> ends = file.matrix<std::int32_t>("edges", 0, 2);
  for (std::size_t i = 0; i < ends.size(); i += 2) {
    const bool feet = std::min(ends[i], ends[i + 1]) >= 0 && std::max(ends[i], ends[i + 1]) < body.lander.feet;
    if (!feet) throw std::runtime_error(file.place_of("edges") + '/' + std::to_string(i / 2) + " must be two feet");
    body.edges.emplace_back(ends[i], ends[i + 1]);
  }
}

double extent_of(const Lander<double> &body) {
  double least = 0, most = 0;
  for (int i = 0; i < body.feet; ++i) {
    const double x = body.foot[i].r[0], radius = body.foot[i].radius;
    least = i == 0 ? x - radius : std::min(least, x - radius);
    most = i == 0 ? x + radius : std::max(most, x + radius);
  }
  return most - least;
}

void read_surroundings(JsonObject &file, ThrownBody &body) {
  Lander<double> &s = body.lander;
  body.width = extent_of(s);
  file.read("gravity", body.gravity, "drag", body.drag, "free_height", body.free_height, "width", body.width);
  if (!(body.width > 0)) throw std::runtime_error("/width must be above 0");
  s.planes = 1;
  file.read("ground", s.ground[0].point[2]);
  s.ground[0].n[2] = 1;
  s.gravity[2] = -body.gravity;
}

// Deviations of the flight's end, the same along all axes, and of the surface.
LandingErrors<double> scatter_in(JsonObject from) {
  LandingErrors<double> errors;
  const char *const names[] = {"position", "attitude", "velocity", "angular_velocity"};
  for (int i = 0; i < TD_ERRORS_OF_STATE; ++i) {
    const auto deviation = from.number<double>(names[i / 3], 0);
    errors.covariance[(TD_ERRORS_OF_STATE + 1) * i] = deviation * deviation;
  }
  from.read("e", errors.e, "mu", errors.mu, "slope", errors.slope);
  return errors;
}

// What the library would refuse is refused here already.
void check(const ThrownBody &body) {
  LanderState<double> still;
  still.q[0] = 1;
  Landing<double> ignored;
  Status status = start(ignored, body.lander, still);
  Lander<double> sampled;
  if (status >= 0 && body.scatter) status = sample(body.lander, still, *body.scatter, 0, sampled, still);
  if (status < 0) throw std::runtime_error(td_status_name(status));
  double reach = 0;
  for (int i = 0; i < body.lander.feet; ++i)
    reach = std::max(reach, vector(body.lander.foot[i].r).norm() + body.lander.foot[i].radius);
  check_inertia(body.lander.mass, matrix(body.lander.inertia), reach);
}

ThrownBody body_in(JsonObject file) {
  ThrownBody body{};
  body.name = file.text("name", "body");
  body.description = file.text("description", "");
  Lander<double> &s = body.lander;
  s.up[2] = 1;
  read_fields(file, s);
  read_fields(file, s.options);
  file.fill("centre_of_mass", body.centre_of_mass);
  read_feet(file, body);
  read_edges(file, body);
  read_surroundings(file, body);
  if (file.has("scatter")) body.scatter = scatter_in(file.object("scatter"));
  s.horizon = 1000;
  check(body);
  return body;
}

}  // namespace

std::optional<FreeFlight> fit_free_flight(const ThrownBody &body, const std::vector<Pose> &poses,
                                          double position_noise) {
  const std::optional<Flight> flight = flight_in(body, poses, position_noise);
  if (!flight) return std::nullopt;
  const std::vector<Pose> part = part_of(poses, *flight);
  std::vector<Pose> used = part;
  const Start start = fitted_to_most(body, used);
  const double farthest = most_noise * std::max(position_noise, least_position);
  if (part.size() < fewest_tested && largest_miss(body, start, part) > farthest) return std::nullopt;
  return FreeFlight{flight->last,
                    start.at,
                    start.motion.v,
                    start.motion.w,
                    poses_by(body, start, poses, flight->last + 1),
                    covariance_of(body, start, used)};
}

LanderState<double> state_of(const FreeFlight &flight) {
  const Eigen::Quaterniond &q = flight.at.attitude;
  LanderState<double> state;
  view(state.x) = flight.at.position;
  view(state.v) = flight.v;
  view(state.w) = flight.w;
  const double attitude[4] = {q.w(), q.x(), q.y(), q.z()};
  std::copy(std::begin(attitude), std::end(attitude), state.q);
  return state;
}

ThrownBody read_thrown_body(const std::string &path) { return read_input(path, "roll/body", body_in); }

std::vector<Toss> read_tosses(const std::string &path, const ThrownBody &body, RowsLeftOut &left_out) {
  Rig rig = rig_of(body);
  rig.tosses = usual_poses();
  return read_trajectories(path, rig, left_out);
}

Rig rig_of(const ThrownBody &body) {
  const Lander<double> &s = body.lander;
  Rig rig;
  rig.name = body.name;
  rig.mass = s.mass;
  rig.gravity = body.gravity;
  rig.ground = s.ground[0].point[2];
  rig.inertia = matrix(s.inertia);
  rig.centre_of_mass = body.centre_of_mass;
  for (int i = 0; i < s.feet; ++i) {
    rig.corners.emplace_back(vector(s.foot[i].r) + body.centre_of_mass);
    rig.corner_radius = std::max(rig.corner_radius, s.foot[i].radius);
  }
  return rig;
}

}  // namespace touchdown::host
