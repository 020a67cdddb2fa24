// An arm out of its robot's URDF: M and J at a point of its tool in any pose, and what gravity and its own motion ask
// of its joints, by Orocos KDL.
#pragma once

#include "records/json.hpp"
#include "touchdown/touchdown.hpp"

namespace KDL {
class Chain;
}

namespace touchdown::host {

constexpr double no_limit = std::numeric_limits<double>::infinity();

struct ArmJoint {
  std::string name;
  double lower, upper;  // [rad] or [m], infinite where the file sets no range
  double effort;        // [N m] or [N], 0 where the file has none
};

// Matrices are by rows.
struct ArmMatrices {
  std::vector<double> M;  // n x n
  std::vector<double> J;  // 3 x n, velocity of the tool's point in the axes of the base
  Vector3<double> point;  // [m] where it is, in the frame of the base
};

class RobotArm {
 public:
  // The joints that move the link `tool` against the link `base`; `point` in the tool's frame. Links that hang on those
  // between move with them, their own joints at 0. Throws std::runtime_error naming the file.
  RobotArm(const std::string &path, const std::string &base, const std::string &tool, const Vector3<double> &point);

  const std::vector<ArmJoint> &joints() const { return joints_; }
  // Of a pose: a position of each joint.
  ArmMatrices at(const std::vector<double> &pose) const;
  // The torques that keep these speeds constant, C u + g; `gravity` in the axes of the base.
  std::vector<double> bias(const std::vector<double> &pose, const std::vector<double> &speeds,
                           const Vector3<double> &gravity) const;

 private:
  std::shared_ptr<const KDL::Chain> chain_;
  std::vector<ArmJoint> joints_;
};

// What is of each joint in a JSON file: one number for all, or an object of numbers by the joints' names.

// Numbers by joint; `otherwise` where the object names none. Throws std::runtime_error where it names another.
std::vector<double> joint_numbers(const JsonObject &from, const std::vector<ArmJoint> &joints, double otherwise);

// Of the key; `otherwise` of all joints without it.
std::vector<double> of_each_joint(const JsonObject &file, const std::string &key, const std::vector<ArmJoint> &joints,
                                  double otherwise);

}  // namespace touchdown::host
