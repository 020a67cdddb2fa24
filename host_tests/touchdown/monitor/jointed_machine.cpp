#include "monitor/jointed_machine.hpp"

#include <filesystem>

#include "records/fields.hpp"

namespace touchdown::host {
namespace {

constexpr double creeping = 0.01;  // [rad/s] or [m/s]: friction grows with the speed up to here

std::vector<double> middle_of(const std::vector<double> &a, const std::vector<double> &b) {
  std::vector<double> middle(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) middle[i] = a[i] + (b[i] - a[i]) / 2;
  return middle;
}

// Rows of a contact's Jacobian, wider by the joints that do not move it.
void append_rows(const std::vector<double> &J, std::size_t moving, std::size_t all, std::vector<double> &to) {
  for (std::size_t row = 0; row < 3; ++row) {
    const auto begin = J.begin() + static_cast<std::ptrdiff_t>(row * moving);
    to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(moving));
    to.insert(to.end(), all - moving, 0);
  }
}

// Of the contact's own joints, the first of the machine's.
std::vector<double> rows_at(const RobotArm &contact, const std::vector<double> &q) {
  return contact.at({q.begin(), q.begin() + static_cast<std::ptrdiff_t>(contact.joints().size())}).J;
}

JointSample missing_sample(std::size_t joints, std::size_t contacts) {
  JointSample sample = {};
  sample.M.assign(joints * joints, 0);
  sample.u.assign(joints, std::numeric_limits<double>::quiet_NaN());
  sample.force.assign(joints, 0);
  sample.J.assign(3 * joints * contacts, 0);
  sample.normals.assign(3 * contacts, 0);
  return sample;
}

void read_points(JsonObject json, const std::string &key, std::size_t most, MonitorPoint<double> *points,
                 std::int32_t &count) {
  for (const JsonObject &one : json.objects(key, most)) {
    read_fields(one, points[count++]);
  }
}

// A part of the machine may be further than what touches, by twice.
void check_plausible(const MonitorMachine<double> &machine) {
  double reach = 0;
  for (int i = 0; i < machine.feet; ++i) reach = std::max(reach, vector(machine.foot[i].r).norm());
  const auto check_sensor = [&] {
    if (vector(machine.sensor).norm() > 10 * reach)
      throw std::runtime_error("/sensor is beyond all feet; lengths are in m");
  };
  take_all({check_sensor, [&] { check_inertia(machine.mass, matrix(machine.inertia), 2 * reach); }});
}

MonitorMachine<double> machine_of(JsonObject json) {
  MonitorMachine<double> machine = {};
  read_fields(json, machine);
  read_points(json, "feet", TD_MAX_FEET, machine.foot, machine.feet);
  read_points(json, "points", TD_MAX_HULL_POINTS, machine.point, machine.points);
  check_plausible(machine);
  return machine;
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

// The point of a link that an object names, moved by the first of the machine's joints.
RobotArm point_in(JsonObject &json, const Names &names, const JointedMachine &machine) {
  Vector3<double> r(0, 0, 0);
  json.fill("r", r);
  RobotArm point(names.urdf, names.base, json.text("link", names.tip), r);
  check_moved_by(machine, point, json.place_of("link"));
  return point;
}

void read_contact(JsonObject json, const Names &names, JointedMachine &machine) {
  Vector3<double> normal(0, 0, 0);
  json.fill("normal", normal);
  const bool has_normal = json.has("normal");
  if (has_normal && !(normal.norm() > 0)) throw std::runtime_error(json.place_of("normal") + " must have a direction");
  machine.observer.foot[machine.observer.feet++].mu = json.number<double>("mu");
  machine.contacts.push_back({point_in(json, names, machine), normal, json.text("link", names.tip)});
}

void read_noise(JsonObject json, JointedMachine &machine) {
  const std::vector<double> noise = of_each_joint(json, "noise", machine.robot.joints(), 0);
  for (const double one : noise)
    if (!(one > 0)) throw std::runtime_error(json.place_of("noise") + " must name every joint");
  std::copy(noise.begin(), noise.end(), machine.observer.noise);
}

JointedMachine machine_in(JsonObject json, const std::string &path) {
  const Names names = {(std::filesystem::path(path).parent_path() / json.text("urdf")).string(), json.text("base"),
                       json.text("tip")};
  JointedMachine machine(RobotArm(names.urdf, names.base, names.tip, {0, 0, 0}));
  const std::size_t joints = machine.robot.joints().size();
  if (joints > max_speeds)
    throw std::runtime_error("more joints than this library was compiled for: " + std::to_string(max_speeds));
  machine.observer.speeds = static_cast<std::int32_t>(joints);
  json.fill("gravity", machine.gravity);
  machine.rate = json.number<double>("rate", 0);
  machine.held_torque = json.flag("held_torque", false);
  read_fields(json, machine.observer);
  machine.observer.rate = 0;  // samples say how long after one another they are
  const auto read_hand = [&] {
    JsonObject hand = json.object("hand");
    if (json.has("hand")) machine.hand = point_in(hand, names, machine);
  };
  const auto read = [&](const char *key, std::vector<double> &to) {
    return [&, key] { to = of_each_joint(json, key, machine.robot.joints(), 0); };
  };
  std::vector<std::function<void()>> steps;
  for (const JsonObject &contact : json.objects("contacts", TD_MAX_FEET))
    steps.emplace_back([&, contact] { read_contact(contact, names, machine); });
  steps.insert(steps.end(), {read_hand, read("rotor_inertia", machine.rotor_inertia), read("damping", machine.damping),
                             read("friction", machine.friction), read("near_stop", machine.near_stop),
                             [&] { read_noise(json, machine); }});
  take_all(steps);
  return machine;
}

constexpr const char *spare_joint = "joint that the machine has not";

// Of joint 0: q1.
std::string column_of(const char *kind, std::size_t joint) { return kind + std::to_string(joint + 1); }

// At which a table stands that has no column of a joint more.
JointState state_in(const MappedTable &table, std::size_t joints) {
  if (table.has(spare_joint))
    throw std::runtime_error(table.source().name() + ": has column " + column_of("q", joints) +
                             ", and the machine has " + std::to_string(joints) + " joints");
  JointState state;
  for (std::size_t i = 0; i < joints; ++i) {
    state.q.push_back(table.number(column_of("q", i)));
    state.u.push_back(table.number(column_of("qd", i)));
    state.torque.push_back(table.number(column_of("tau", i)));
  }
  return state;
}

MonitorSample<double> sample_in(const MappedTable &table) {
  MonitorSample<double> sample = {};
  view(sample.a) = table.vector("acceleration");
  view(sample.w) = table.vector("spin");
  if (table.has("normal")) view(sample.n) = table.vector("normal");
  if (table.has("force")) view(sample.force) = table.vector("force");
  if (table.has("torque")) view(sample.torque) = table.vector("torque");
  return sample;
}

}  // namespace

std::vector<double> JointDynamics::known_forces(const JointState &now, const std::vector<double> &q,
                                                const std::vector<double> &u) const {
  std::vector<double> force = machine_.held_torque ? last_->torque : middle_of(last_->torque, now.torque);
  const std::vector<double> bias = machine_.robot.bias(q, u, machine_.gravity);
  for (std::size_t i = 0; i < force.size(); ++i)
    force[i] -= bias[i] + machine_.damping[i] * u[i] + machine_.friction[i] * std::clamp(u[i] / creeping, -1.0, 1.0);
  return force;
}

// Of the first rows, in which nothing touches: the monitor learns by them.
void JointDynamics::compare_gravity(const JointState &now) {
  constexpr int most_rows = 128;
  if (++rows_ > most_rows) return;
  const auto unexplained = [&](const Vector3<double> &gravity) {
    const std::vector<double> bias = machine_.robot.bias(now.q, now.u, gravity);
    double sum = 0;
    for (std::size_t i = 0; i < bias.size(); ++i) sum += (now.torque[i] - bias[i]) * (now.torque[i] - bias[i]);
    return sum;
  };
  unexplained_ += unexplained(machine_.gravity);
  unexplained_turned_ += unexplained(-machine_.gravity);
}

void JointDynamics::check_gravity() const {
  constexpr double far_better = 0.1;
  if (unexplained_turned_ < far_better * unexplained_)
    throw std::runtime_error(
        "the torques carry the machine against gravity the other way; down is negative: /gravity "
        "[0, 0, -9.81] where z of the base points up");
}

// Of the hand, and then of the joints that are near a stop, as many as there is room for.
std::vector<double> JointDynamics::possible_pushes(const std::vector<double> &q) const {
  const std::vector<ArmJoint> &joints = machine_.robot.joints();
  std::vector<double> push;
  if (machine_.hand) {
    std::vector<double> J;
    append_rows(rows_at(*machine_.hand, q), machine_.hand->joints().size(), joints.size(), J);
    for (std::size_t i = 0; i < joints.size(); ++i) {
      push.push_back(0);
      for (std::size_t row = 0; row < 3; ++row)
        push.back() += J[row * joints.size() + i] * machine_.gravity.data()[row];
    }
  }
  for (std::size_t i = 0; i < joints.size() && push.size() < TD_MAX_PUSHES * joints.size(); ++i) {
    const double middle = (joints[i].lower + joints[i].upper) / 2,
                 end = q[i] < middle ? joints[i].lower : joints[i].upper;
    if (!(std::abs(q[i] - end) < machine_.near_stop[i])) continue;
    push.resize(push.size() + joints.size());
    *(push.end() - static_cast<std::ptrdiff_t>(joints.size() - i)) = q[i] < middle ? 1 : -1;
  }
  return push;
}

JointSample JointDynamics::sample_of(const Logged<JointState> &row) {
  const std::size_t joints = machine_.robot.joints().size();
  JointSample sample = missing_sample(joints, machine_.contacts.size());
  sample.time = row.time;
  sample.dt = last_time_ ? row.time - *last_time_ : 1 / machine_.rate;
  last_time_ = row.time;
  const JointState &now = row.sample;
  if (now.q.empty()) return sample;
  if (!last_) last_ = now;
  const std::vector<double> q = middle_of(last_->q, now.q), u = middle_of(last_->u, now.u);
  sample.M = machine_.robot.at(q).M;
  for (std::size_t i = 0; i < joints; ++i) sample.M[i * (joints + 1)] += machine_.rotor_inertia[i];
  compare_gravity(now);
  sample.u = now.u;
  sample.force = known_forces(now, q, u);
  sample.J.clear();
  sample.normals.clear();
  for (const MachineContact &contact : machine_.contacts) {
    append_rows(rows_at(contact.robot, q), contact.robot.joints().size(), joints, sample.J);
    sample.normals.insert(sample.normals.end(), contact.normal.data(), contact.normal.data() + 3);
  }
  sample.push = possible_pushes(q);
  last_ = now;
  return sample;
}

MonitorMachine<double> monitored_machine_in(const Json &json, const std::string &path) {
  return input_in(json, path, "monitor/sensor", machine_of);
}

bool is_jointed(const Json &json) {
  const char *const keys[] = {"urdf", "base", "tip", "contacts"};
  return std::any_of(std::begin(keys), std::end(keys), [&](const char *key) { return json.contains(key); });
}

JointedMachine jointed_machine_in(const Json &json, const std::string &path) {
  return input_in(json, path, "monitor/joints", [&](const JsonObject &object) { return machine_in(object, path); });
}

ColumnMap joint_columns(const std::vector<ArmJoint> &all) {
  ColumnMap map;
  map.columns = {{"time", {"t"}}};
  map.log = {"joints"};
  const std::size_t joints = all.size();
  for (const ArmJoint &joint : all) map.log.push_back(joint.name);
  for (std::size_t i = 0; i < joints; ++i)
    for (const char *kind : {"q", "qd", "tau"}) map.columns[column_of(kind, i)] = {column_of(kind, i)};
  map.spare = {{"truth", {"truth"}}, {spare_joint, {column_of("q", joints)}}};
  return map;
}

SampledLog<JointState> joint_log(const std::string &path, const std::vector<ArmJoint> &all, double rate,
                                 RowsLeftOut &left_out) {
  const ColumnMap map = joint_columns(all);
  const std::size_t joints = all.size();
  return {path, map, rate, [joints](const MappedTable &table) { return state_in(table, joints); }, {}, left_out};
}

ColumnMap sensor_columns() {
  ColumnMap map;
  map.columns = {{"time", {"t"}}, {"acceleration", {"ax", "ay", "az"}}, {"spin", {"wx", "wy", "wz"}}};
  map.spare = {{"normal", {"nx", "ny", "nz"}},
               {"force", {"fx", "fy", "fz"}},
               {"torque", {"mx", "my", "mz"}},
               {"truth", {"truth"}}};
  map.log = {"imu"};
  return map;
}

SampledLog<MonitorSample<double>> sensor_log(const std::string &path, double rate, RowsLeftOut &left_out) {
  MonitorSample<double> missing = {};
  missing.a[0] = std::numeric_limits<double>::quiet_NaN();
  return {path, sensor_columns(), rate, sample_in, missing, left_out};
}

}  // namespace touchdown::host
