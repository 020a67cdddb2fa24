// Where a recorded body flies free: stretches of a trajectory on which its centre of mass moves as gravity alone moves
// it, found for the whole trajectory at once by dynamic programming (Bellman 1961: segmented least squares).
#ifndef TOUCHDOWN_HOST_TESTS_FLIGHTS_HPP
#define TOUCHDOWN_HOST_TESTS_FLIGHTS_HPP

#include "records/trajectory.hpp"

namespace touchdown::host {

struct Flight {
  std::size_t first, last;  // poses, both included
};
inline std::size_t poses_in(const Flight &flight) { return flight.last + 1 - flight.first; }

constexpr std::size_t fewest_poses = 4;  // of a flight

// What accounting for all poses costs at the least, in squared deviations of the noise; a flight costs
// `flight_cost` besides, so that chance does not break one in two.
constexpr double flight_cost = 40;
double least_cost(const std::vector<Pose> &poses, double gravity, double position_noise);

// In the order of time; poses in none are those of a contact or of an outlier.
std::vector<Flight> flights_of(const std::vector<Pose> &poses, double gravity, double position_noise);

// The poses without what drag has moved them by since one of them, after which the body may bounce: an acceleration of
// drag |v| v against v.
std::vector<Pose> without_drag(std::vector<Pose> poses, double drag, std::size_t since);

}  // namespace touchdown::host

#endif
