#include "monitor/jointed_machine.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "reach/joint_numbers.hpp"
#include "records/schema.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

namespace {

// What hangs on a joint that is not the machine's has no place in its Jacobian.
void check_moved_by(const JointedMachine &machine, const RobotArm &contact, const std::string &place) {
  const std::vector<ArmJoint> &all = machine.robot.joints(), &some = contact.joints();
  const bool first_of_all =
      some.size() <= all.size() && std::equal(some.begin(), some.end(), all.begin(),
                                              [](const ArmJoint &a, const ArmJoint &b) { return a.name == b.name; });
  if (!first_of_all) throw std::runtime_error(place + " is moved by joints that do not lie between base and tip");
}

struct Names {
  std::string urdf, base, tip;
};

void read_contact(JsonObject json, const Names &names, JointedMachine &machine) {
  Vector3<double> r(0, 0, 0), normal(0, 0, 0);
  const std::string link = json.text("link", names.tip);
  json.fill_if_given("r", r);
  json.fill_if_given("normal", normal);
  const bool has_normal = json.has("normal");
  if (has_normal && !(normal.norm() > 0)) throw std::runtime_error(json.place_of("normal") + " must have a direction");
  machine.observer.foot[machine.observer.feet++].mu = json.number<double>("mu");
  machine.contacts.push_back({RobotArm(names.urdf, names.base, link, r), normal, link});
  check_moved_by(machine, machine.contacts.back().robot, json.place_of("link"));
}

void read_noise(JsonObject json, JointedMachine &machine) {
  const std::vector<double> noise = of_each_joint(json, "noise", machine.robot.joints(), 0);
  for (const double one : noise)
    if (!(one > 0)) throw std::runtime_error(json.place_of("noise") + " must name every joint");
  std::copy(noise.begin(), noise.end(), machine.observer.noise);
}

void read_observer(JsonObject &json, JointedMachine &machine) {
  MonitorMachine<double> &observer = machine.observer;
  read_noise(json, machine);
  observer.bearing_load = json.number<double>("bearing_load");
  observer.gain = json.number<double>("gain", 0);
  observer.learning = json.number<std::int32_t>("learning", 0);
  observer.model_error = json.number<double>("model_error", 0);
  observer.confidence = json.number<double>("confidence", 0);
  observer.wait = json.number<double>("wait", 0);
}

void read_joints(JsonObject json, JointedMachine &machine) {
  const std::vector<ArmJoint> &joints = machine.robot.joints();
  machine.rotor_inertia = of_each_joint(json, "rotor_inertia", joints, 0);
  machine.damping = of_each_joint(json, "damping", joints, 0);
  machine.friction = of_each_joint(json, "friction", joints, 0);
  machine.held_torque = json.flag("held_torque", false);
}

JointedMachine machine_in(JsonObject json, const std::string &path) {
  const Names names = {(std::filesystem::path(path).parent_path() / json.text("urdf")).string(), json.text("base"),
                       json.text("tip")};
  JointedMachine machine(RobotArm(names.urdf, names.base, names.tip, {0, 0, 0}));
  const std::size_t joints = machine.robot.joints().size();
  if (joints > max_speeds)
    throw std::runtime_error("more joints than this library was compiled for: " + std::to_string(max_speeds));
  machine.observer.speeds = static_cast<std::int32_t>(joints);
  json.fill_if_given("gravity", machine.gravity);
  machine.rate = json.number<double>("rate", 0);
  for (JsonObject &contact : json.objects("contacts", 1, TD_MAX_FEET)) read_contact(contact, names, machine);
  read_joints(json, machine);
  read_observer(json, machine);
  return machine;
}

}  // namespace

bool is_jointed(const Json &json) { return holds_any(json, {"urdf", "base", "tip", "contacts"}); }

JointedMachine jointed_machine_in(const Json &json, const std::string &path) {
  return input_in(json, path, "monitor/joints", [&](const JsonObject &object) { return machine_in(object, path); });
}

}  // namespace touchdown::host
