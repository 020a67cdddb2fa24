// Logs that a monitor listens to.
#ifndef TOUCHDOWN_HOST_TESTS_MONITOR_LOG_HPP
#define TOUCHDOWN_HOST_TESTS_MONITOR_LOG_HPP

#include <string>
#include <vector>

#include "records/sampled_log.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

// A log of an inertial sensor: t,ax,ay,az,wx,wy,wz and more.

SampledLog<MonitorSample<double>> sensor_log(const std::string &path, double rate, RowsLeftOut &left_out);

// A log of a machine's joints: t,q1..,qd1..,tau1.. and where it has it, truth.

// Each has as many numbers as there are joints; none at all: the sample is missing.
struct JointState {
  std::vector<double> q, u, torque;  // [rad], [rad/s], [N m] or [m], [m/s], [N]
};

// Of so many joints.
SampledLog<JointState> joint_log(const std::string &path, std::size_t joints, double rate, RowsLeftOut &left_out);

}  // namespace touchdown::host

#endif
