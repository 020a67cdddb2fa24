// Mass properties of a hinged body out of its free flights alone: first moments and gravity from the fall of the common
// centre of mass, inertias and the hinge's friction from how the links turn (DESIGN, E133 and E136).
#ifndef TOUCHDOWN_HOST_TESTS_FLIGHT_PROPERTIES_HPP
#define TOUCHDOWN_HOST_TESTS_FLIGHT_PROPERTIES_HPP

#include <vector>

#include "hinged/ground_plane.hpp"
#include "hinged/hinged_flight.hpp"

namespace touchdown::host {

// Poses of one flight, clear of the ground.
using Stretch = std::vector<HingedPose>;

struct FlightProperties {
  MassProperties properties, deviation;  // found; one standard deviation of each
  std::size_t flights;                   // that they come from
  double error;                          // of a flight's poses, median, in standard deviations of the noise
};

// What the flights do not tell (a share of inertia about the hinge's axis that either link may have; all of it, where
// there are few flights) stays as solid boxes have it. Throws std::runtime_error where no flight is long enough.
FlightProperties properties_of_flights(const HingedBody &body, const std::vector<HingedToss> &tosses,
                                       const Ground &ground, const HingedNoise &noise);

}  // namespace touchdown::host

#endif
