#include "monitor/jointed_machine.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "reach/joint_numbers.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

const char *const jointed_machine_help =
    "A machine with joints is a JSON object with (SI units; vectors are lists, in the axes of the base):\n"
    "  urdf                              file of the robot; a relative name counts from the JSON file\n"
    "  base, tip                         links of it: the joints between them, in this order, are the log's\n"
    "  gravity                           [0, 0, -9.81] unless given\n"
    "  contacts                          list of {link, r, mu, normal}: a point of a link, in its frame (the tip's "
    "origin\n"
    "                                    unless given), greatest friction there, and the normal out of what it may "
    "strike;\n"
    "                                    without a normal no cone restrains what the contact takes\n"
    "  noise                             of each joint: standard deviation of the momentum that a sample misses where\n"
    "                                    nothing touches; more is learnt\n"
    "  bearing_load                      [N] along the normal from which a contact bears\n"
    "  gain                              [1/s] of the residual; a tenth of the rate unless given\n"
    "  rate                              [Hz]; that of the log's times unless given\n"
    "  rotor_inertia, damping, friction  of each joint, at its side of the gear; 0 unless given. Friction is "
    "Coulomb's,\n"
    "                                    and passes through 0 within 0.01 rad/s\n"
    "  held_torque                       true: a row's torques act until the next row. Else the mean of two rows' "
    "does\n"
    "  learning                          samples from which level and noise are learnt, and in which nothing is "
    "reported;\n"
    "                                    128 unless given, 1: none\n"
    "  model_error, confidence           of M and J, 0.03 unless given; from which a contact counts, 0.95 unless "
    "given\n"
    "What is of each joint is one number for all, or an object of numbers by joint.\n\n";

namespace {

void check_above_0(double number, const std::string &place) {
  if (!(number > 0)) throw std::runtime_error(place + " must be above 0");
}

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

void read_contact(JsonObject &json, const Names &names, JointedMachine &machine) {
  Vector3<double> r(0, 0, 0), normal(0, 0, 0);
  const std::string link = json.text("link", names.tip);
  json.fill_if_given("r", r);
  json.fill_if_given("normal", normal);
  const bool has_normal = json.has("normal");
  if (has_normal && !(normal.norm() > 0)) throw std::runtime_error(json.place_of("normal") + " must have a direction");
  double &mu = machine.observer.foot[machine.observer.feet++].mu;
  mu = json.number<double>("mu");
  check_not_negative(mu, json.place_of("mu"));
  json.finish();
  machine.contacts.push_back({RobotArm(names.urdf, names.base, link, r), normal, link});
  check_moved_by(machine, machine.contacts.back().robot, json.place_of("link"));
}

void read_noise(JsonObject &json, JointedMachine &machine) {
  json.at("noise");
  const std::vector<double> noise = of_each_joint(json, "noise", machine.robot.joints(), 0);
  for (const double one : noise) check_above_0(one, json.place_of("noise"));
  std::copy(noise.begin(), noise.end(), machine.observer.noise);
}

void read_observer(JsonObject &json, JointedMachine &machine) {
  MonitorMachine<double> &observer = machine.observer;
  read_noise(json, machine);
  observer.bearing_load = json.number<double>("bearing_load");
  check_above_0(observer.bearing_load, json.place_of("bearing_load"));
  observer.gain = json.number<double>("gain", 0);
  check_not_negative(observer.gain, json.place_of("gain"));
  observer.learning = json.number<std::int32_t>("learning", 0);
  observer.model_error = json.number<double>("model_error", 0);
  observer.confidence = json.number<double>("confidence", 0);
  observer.wait = json.number<double>("wait", 0);
}

void read_joints(JsonObject &json, JointedMachine &machine) {
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
  check_not_negative(machine.rate, json.place_of("rate"));
  for (JsonObject &contact : json.objects("contacts", 1, TD_MAX_FEET)) read_contact(contact, names, machine);
  read_joints(json, machine);
  read_observer(json, machine);
  json.finish();
  return machine;
}

}  // namespace

bool is_jointed(const Json &json) {
  return json.contains("urdf") || json.contains("base") || json.contains("tip") || json.contains("contacts");
}

JointedMachine jointed_machine_in(const Json &json, const std::string &path) {
  return object_in(json, path, "machine with joints",
                   [&](const JsonObject &object) { return machine_in(object, path); });
}

}  // namespace touchdown::host
