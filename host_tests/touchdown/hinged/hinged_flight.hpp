// Free flight of a hinged body: the centre of mass falls, the angular momentum stays, and the joint's momentum follows
// Hamilton's equation with the hinge's friction (DESIGN, E136).
#ifndef TOUCHDOWN_HOST_TESTS_HINGED_FLIGHT_HPP
#define TOUCHDOWN_HOST_TESTS_HINGED_FLIGHT_HPP

#include <Eigen/Core>
#include <vector>

#include "hinged/hinged_body.hpp"
#include "hinged/hinged_toss.hpp"
#include "identify/flights.hpp"

namespace touchdown::host {

struct HingedState {
  double time;
  Vector3<double> centre;  // of mass
  Eigen::Quaterniond attitude;
  double joint;
  HingedSpeeds u;
};

// Changes of a state: of time, centre, attitude (link axes), joint, u; the unknowns of the fits.
constexpr Eigen::Index state_unknowns = 8 + hinged_speeds;
HingedState changed(const HingedState &state, const Eigen::VectorXd &change);
Eigen::VectorXd state_steps();  // to take differences by

// Poses at the times asked for (going away from `at.time`, to later or to earlier ones).
std::vector<HingedPose> flown(const HingedBody &body, const MassProperties &properties, const HingedState &at,
                              const std::vector<HingedPose> &times);

// Predicted minus measured in standard deviations, seven a pose.
Eigen::VectorXd deviations(const std::vector<HingedPose> &predicted, const std::vector<HingedPose> &measured,
                           const HingedNoise &noise);

// Stretches on which the common centre of mass falls free.
std::vector<Flight> flights_of(const HingedBody &body, const MassProperties &properties, const HingedToss &toss,
                               const HingedNoise &noise);

// The state at the first of these poses, from differences along them (which go to later or to earlier times).
HingedState rough_state(const HingedBody &body, const MassProperties &properties, const std::vector<HingedPose> &poses);

}  // namespace touchdown::host

#endif
