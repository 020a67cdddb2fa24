#include "reach/arm.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <stdexcept>

#include "reach/joint_numbers.hpp"
#include "records/schema.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
using Vector = Vector3<double>;

void read_restitution(JsonObject surface, Arm &arm) {
  if (surface.is_list("e")) {
    arm.restitution.speed = surface.list<double>("speed", 0);
    arm.restitution.e = surface.list<double>("e", arm.restitution.speed.size());
    arm.restitution.capture_speed = surface.number<double>("capture_speed", 0);
  } else {
    arm.restitution = {0, {0}, {surface.number<double>("e")}};
  }
  try {
    restitution_at(arm.restitution, 0);
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(surface.place_of("e") + ": " + error.what());
  }
}

void read_surface_of(JsonObject surface, Arm &arm) {
  arm.mu_k = surface.number<double>("mu");
  arm.mu_s = surface.number<double>("mu_s", arm.mu_k);
  if (!(arm.mu_s >= arm.mu_k)) throw std::runtime_error(surface.place_of("mu_s") + " must be mu or more");
  read_restitution(surface, arm);
}

HeldRow held_in(JsonObject from, const std::vector<ArmJoint> &joints) {
  HeldRow held;
  held.row = joint_numbers(from.object("joints"), joints, 0);
  for (std::size_t i = 0; i < joints.size(); ++i)
    if (held.row[i] != 0) held.name += (held.name.empty() ? "" : " ") + joints[i].name;
  held.hold = from.number<double>("hold", 1);
  held.max_impulse = from.number<double>("max_impulse", infinite);
  return held;
}

// A joint without an effort needs an impulse of its own: none is no leave to take any.
void bear_torque(double seconds, const std::vector<ArmJoint> &joints, std::vector<double> &max_joint_impulse) {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const bool has_effort = joints[i].effort > 0;
    if (!has_effort && !std::isfinite(max_joint_impulse[i]))
      throw std::runtime_error("/limits/torque_time needs the effort of joint " + joints[i].name +
                               ", which is not above 0 in the URDF, or its joint_impulse");
    if (has_effort) max_joint_impulse[i] = std::min(max_joint_impulse[i], seconds * joints[i].effort);
  }
}

void read_limits(JsonObject limits, Arm &arm) {
  const std::vector<ArmJoint> &joints = arm.robot.joints();
  arm.max_speed_jump = of_each_joint(limits, "speed_jump", joints, infinite);
  arm.max_joint_impulse = of_each_joint(limits, "joint_impulse", joints, infinite);
  if (limits.has("torque_time")) bear_torque(limits.number<double>("torque_time"), joints, arm.max_joint_impulse);
  arm.max_force = limits.number<double>("force", 0);
  arm.stiffness = limits.number<double>("stiffness", 0);
  if (arm.max_force > 0 && arm.stiffness == 0)
    throw std::runtime_error(limits.place_of("force") + " needs the contact's stiffness");
}

void check_size(const Arm &arm) {
  const std::size_t free = arm.struck_mass > 0 ? 3 : 0;
  if (arm.robot.joints().size() + free > max_speeds)
    throw std::runtime_error("more joints than this library was compiled for: " + std::to_string(max_speeds - free));
  if (arm.held.size() > max_constraints) throw std::runtime_error("/held has more rows than this library takes");
}

Vector direction_in(JsonObject file, const std::string &key) {
  Vector direction;
  file.fill(key, direction);
  if (!(direction.norm() > 0)) throw std::runtime_error(file.place_of(key) + " must have a direction");
  return direction.normalized();
}

RobotArm robot_in(JsonObject file, const std::string &path) {
  Vector point(0, 0, 0);
  file.fill_if_given("tool_point", point);
  const std::filesystem::path urdf = std::filesystem::path(path).parent_path() / file.text("urdf");
  return {urdf.string(), file.text("base"), file.text("tool"), point};
}

Arm arm_in(JsonObject file, const std::string &path) {
  Arm arm(robot_in(file, path));
  arm.name = file.text("name");
  arm.source = file.text("source", "");
  const std::vector<ArmJoint> &joints = arm.robot.joints();
  if (file.has("normal")) arm.normal = direction_in(file, "normal");
  if (file.has("approach")) arm.approach = direction_in(file, "approach");
  read_surface_of(file.object("surface"), arm);
  arm.struck_mass = file.number<double>("struck_mass", 0);
  arm.rotor_inertia = of_each_joint(file, "rotor_inertia", joints, 0);
  if (file.has("held"))
    for (JsonObject &held : file.objects("held", 0, max_constraints)) arm.held.push_back(held_in(held, joints));
  read_limits(file.object("limits"), arm);
  check_size(arm);
  return arm;
}

}  // namespace

Arm read_arm(const std::string &path) {
  return read_input(path, "reach/arm", [&](const JsonObject &file) { return arm_in(file, path); });
}

}  // namespace touchdown::host
