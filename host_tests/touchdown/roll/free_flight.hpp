// The flight before the first contact, fitted to the last poses in which every foot is clear of the ground: gravity and
// drag for the centre of mass, Euler's equations for the attitude. Least squares, without poses that do not fit. Where
// the poses are of two flights, as of a bounce between two frames, the one before the break counts.
#ifndef TOUCHDOWN_HOST_TESTS_FREE_FLIGHT_HPP
#define TOUCHDOWN_HOST_TESTS_FREE_FLIGHT_HPP

#include <optional>

#include "roll/thrown_body.hpp"

namespace touchdown::host {

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

#endif
