// The body that was tossed, as `touchdown roll` takes it: mass, feet, surface and what its flight is subject to. A JSON
// file; data/cube.body.json is an example, data/README.md describes it. And the tosses of it, as recorded.
#pragma once

#include "records/trajectory.hpp"

namespace touchdown::host {

struct ThrownBody {
  std::string name, description;
  Lander<double> lander;                       // feet from the centre of mass
  Vector3<double> centre_of_mass = {0, 0, 0};  // [m] from the tracked point, body frame
  double gravity = 9.81;                       // [m/s^2] along -z
  double drag = 0;                             // [1/m] deceleration over speed squared, before the first contact
  double free_height = 0.0015;                 // [m] a pose is free if every foot is higher than this
  double width = 0;                            // [m] of the body, that errors of the path are given in
  std::vector<std::pair<std::size_t, std::size_t>> edges;  // between feet, to be drawn
  std::optional<LandingErrors<double>> scatter;            // what one toss is off by
};

// Throws std::runtime_error naming the file, the field, and what is wrong with it. Fields that are not known are wrong.
ThrownBody read_thrown_body(const std::string &path);

using Toss = Trajectory;

// What `path` holds, gzipped or not, with columns toss, t, x, y, z (the tracked point), qw, qx, qy, qz, and k if it is
// there; others are not read. Positions are then of the centre of mass. Rows that cannot be used are named and
// counted in `left_out`. Throws std::runtime_error where nothing can be read.
std::vector<Toss> read_tosses(const std::string &path, const ThrownBody &body, RowsLeftOut &left_out);

// The body as what its tosses are held against (drops/plausible.hpp): its feet are the corners.
Rig rig_of(const ThrownBody &body);

// Where the tracked point is.
inline Vector3<double> tracked_point(const ThrownBody &body, const Pose &pose) {
  return pose.position - pose.attitude * body.centre_of_mass;
}

// The flight before the first contact, fitted to the last poses in which every foot is clear of the ground: gravity and
// drag for the centre of mass, Euler's equations for the attitude. Least squares, without poses that do not fit. Where
// the poses are of two flights, as of a bounce between two frames, the one before the break counts.

using StateCovariance = Eigen::Matrix<double, TD_ERRORS_OF_STATE, TD_ERRORS_OF_STATE>;

struct FreeFlight {
  std::size_t last;            // pose: the last one in which every foot is clear
  Pose at;                     // of the last one that was used
  Vector3<double> v, w;        // there, world
  std::vector<Pose> poses;     // by the fit, up to `last`
  StateCovariance covariance;  // of x, a turn about axes of the world, v, w at the end, as the residuals leave it
};

// None where fewer than three poses are clear, or no flight is in them. `position_noise` [m] of a pose.
std::optional<FreeFlight> fit_free_flight(const ThrownBody &body, const std::vector<Pose> &poses,
                                          double position_noise = 0);

// Its end, as the library takes a state.
LanderState<double> state_of(const FreeFlight &flight);

}  // namespace touchdown::host
