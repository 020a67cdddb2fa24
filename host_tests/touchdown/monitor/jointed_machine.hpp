// What a monitor is to watch, as a JSON file describes it, and its logs: a machine with joints, by its URDF, where it
// may touch and what its sensors are worth; or one with an inertial sensor.
#pragma once

#include "reach/robot_arm.hpp"
#include "records/sampled_log.hpp"
#include "records/schema.hpp"

namespace touchdown::host {

// A log of an inertial sensor: t,ax,ay,az,wx,wy,wz and more.
ColumnMap sensor_columns();
SampledLog<MonitorSample<double>> sensor_log(const std::string &path, double rate, RowsLeftOut &left_out);

// Of a machine's joints. Each has as many numbers as there are joints; none at all: the sample is missing.
struct JointState {
  std::vector<double> q, u, torque;  // [rad], [rad/s], [N m] or [m], [m/s], [N]
};

// A log of so many joints: t,q1..,qd1..,tau1.. and where it has it, truth.
ColumnMap joint_columns(const std::vector<ArmJoint> &joints);
SampledLog<JointState> joint_log(const std::string &path, const std::vector<ArmJoint> &joints, double rate,
                                 RowsLeftOut &left_out);

// A point that may touch; its joints are the first of the machine's.
struct MachineContact {
  RobotArm robot;
  Vector3<double> normal;  // out of the ground, axes of the base; 0: unknown
  std::string link;        // that it is on
};

struct JointedMachine {
  explicit JointedMachine(RobotArm of) : robot(std::move(of)) {}

  RobotArm robot;
  std::vector<MachineContact> contacts;
  Vector3<double> gravity{0, 0, -9.81};                  // [m/s^2] axes of the base
  std::vector<double> rotor_inertia, damping, friction;  // joints: [kg m^2], [N m s], [N m]
  std::vector<double> near_stop;                         // joints: [rad] from an end of the range; 0: no stop
  std::optional<RobotArm> hand;                          // that may lift a payload
  bool held_torque = false;                              // a row's torques act until the next row
  double rate = 0;                                       // [Hz]; 0: that of the log
  MonitorMachine<double> observer = {};                  // gain 0: a tenth of the rate
};

// Whether the object describes one, and not the machine of an inertial sensor.
bool is_jointed(const Json &json);

// Of what was in the file at `path`. Throws std::runtime_error naming the file and what is wrong in it, and where.
JointedMachine jointed_machine_in(const Json &json, const std::string &path);

// The machine of an inertial sensor that a contact monitor is to watch, as a JSON file describes it.

// Of what was in the file at `path`. Throws std::runtime_error naming what is wrong in it.
MonitorMachine<double> monitored_machine_in(const Json &json, const std::string &path);

// What a momentum observer needs of each sample of a log of joints: mass matrix, known forces and contact Jacobians, of
// the middle between this row and the one before (docs/theory, M.13).

// As td_joints_sample: of a sample that is missing the speeds are not numbers.
struct JointSample {
  double time, dt;  // [s]
  std::vector<double> M, u, force, J, normals, push;
};

class JointDynamics {
 public:
  // The machine's rate is known.
  explicit JointDynamics(const JointedMachine &machine) : machine_(machine) {}

  // Of the log's rows in their order.
  JointSample sample_of(const Logged<JointState> &row);
  // Throws std::runtime_error where the rows' torques carry the machine against gravity the other way.
  void check_gravity() const;

 private:
  std::vector<double> known_forces(const JointState &now, const std::vector<double> &q,
                                   const std::vector<double> &u) const;
  void compare_gravity(const JointState &now);
  std::vector<double> possible_pushes(const std::vector<double> &q) const;

  const JointedMachine &machine_;
  std::optional<JointState> last_;  // that was not missing
  std::optional<double> last_time_;
  int rows_ = 0;
  double unexplained_ = 0, unexplained_turned_ = 0;  // [N^2 m^2] sums over rows; turned: with gravity the other way
};

}  // namespace touchdown::host
