// Where a motion ends, in figures that the library does not give.
#ifndef TOUCHDOWN_HOST_TESTS_LAND_END_OF_MOTION_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_END_OF_MOTION_HPP

#include <Eigen/Geometry>

#include "land/scenario.hpp"

namespace touchdown::host {

inline Eigen::Quaterniond attitude_of(const LanderState<double> &state) {
  return Eigen::Quaterniond(state.q[0], state.q[1], state.q[2], state.q[3]).normalized();
}

// [-] of length 1, against gravity; without it the first plane's normal.
Vector3<double> up_of(const Scenario &scenario);

// [rad] between the body's `up` and up.
double lean_of(const Scenario &scenario, const LanderState<double> &state);

// The way the foot of a leg goes, for each metre of stroke; 0 of a rigid one.
Vector3<double> axis_of(const Scenario &scenario, int foot);

// [m] where a foot is, by the stroke of its leg.
Vector3<double> foot_at(const Scenario &scenario, const Landing<double> &landing, int foot);

// Whether a foot ends where no heights are given, though they are elsewhere.
bool ends_beyond(const Scenario &scenario, const Landing<double> &end);

}  // namespace touchdown::host

#endif
