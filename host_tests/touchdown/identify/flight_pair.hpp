// Two free flights with an impact between them, fitted at once: one pose, the motion before and the motion after. The
// centre of mass falls, the angular momentum about it stays (Euler's equations).
#ifndef TOUCHDOWN_HOST_TESTS_FLIGHT_PAIR_HPP
#define TOUCHDOWN_HOST_TESTS_FLIGHT_PAIR_HPP

#include "drops/impact_table.hpp"
#include "identify/flights.hpp"
#include "records/trajectory.hpp"

namespace touchdown::host {

// Poses of a free flight at the times asked for (going away from `at.time`, to later or to earlier ones).
std::vector<Pose> flown(const Rig &rig, const Pose &at, const Motion &motion, const std::vector<double> &times);

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

#endif
