// An arm about to touch, as a JSON file describes it: its URDF, what it touches, what is held, and what its joints
// bear.
#ifndef TOUCHDOWN_HOST_TESTS_REACH_ARM_HPP
#define TOUCHDOWN_HOST_TESTS_REACH_ARM_HPP

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "drops/impact_model.hpp"
#include "reach/robot_arm.hpp"

namespace touchdown::host {

// A row of A: brakes and gears that hold through the impact.
struct HeldRow {
  std::string name;
  std::vector<double> row;  // coefficients of the joints
  double hold = 1;          // [-] as in touchdown/systems.h
  double max_impulse;       // [N m s] for a joint that turns; infinite: it has no limit
};

struct Arm {
  explicit Arm(RobotArm of) : robot(std::move(of)) {}

  std::string name, source;
  RobotArm robot;
  Vector3<double> normal{0, 0, 0};  // out of what is struck, axes of the base; 0: each pose says it
  std::optional<Vector3<double>>
      approach;                       // direction in which the tool's point comes; against the normal unless given
  double mu_s = 0, mu_k = 0;          // [-]
  RestitutionCurve restitution;       // one point: a constant
  double struck_mass = 0;             // [kg] of what is struck and gives way; 0: it does not
  std::vector<double> rotor_inertia;  // joints: [kg m^2] behind the gears, added to the diagonal of M
  std::vector<HeldRow> held;
  std::vector<double> max_speed_jump, max_joint_impulse;  // joints; infinite: no limit
  double stiffness = 0, max_force = 0;                    // as in touchdown/effector.h
};

// Throws std::runtime_error naming the file and what is wrong in it, and where.
Arm read_arm(const std::string &path);

}  // namespace touchdown::host

#endif
