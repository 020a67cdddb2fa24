// Where a recorded body flies free: stretches of a trajectory on which its centre of mass moves as gravity alone moves
// it, found for the whole trajectory at once by dynamic programming (Bellman 1961: segmented least squares).
#pragma once

#include "drops/impact_table.hpp"
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

// Two free flights with an impact between them, fitted at once: one pose, the motion before and the motion after. The
// centre of mass falls, the angular momentum about it stays (Euler's equations).

// Poses of a free flight at the times asked for, one after the other; `drag` [1/m] of the air.
std::vector<Pose> flown(const Rig &rig, const Pose &at, const Motion &motion, const std::vector<double> &times,
                        double drag = 0);

struct FlightPair {
  Pose at;  // the moment of the impact
  Motion before, after;
  std::size_t poses_before, poses_after;  // used
  double chi_squared;                     // per degree of freedom
  PoseNoise seen;                         // by what the fit leaves
  double uncertainty;                     // one standard deviation of both motions, as an E-norm
};

// Poses at the ends of the flights are left out, one after the other, as long as the fit is poor: trackers smear an
// impact over their exposure, and a neighbouring impact may reach in, which a far end shows that stands out of the
// rest.
FlightPair fit_flight_pair(const Rig &rig, const std::vector<Pose> &poses, const Flight &before, const Flight &after,
                           const PoseNoise &noise);

}  // namespace touchdown::host
