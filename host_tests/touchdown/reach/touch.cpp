#include "reach/touch.hpp"

#include <Eigen/Eigenvalues>
#include <filesystem>

#include "cli/in_scalar.hpp"
#include "cli/text.hpp"
#include "drops/least_squares.hpp"
#include "effector_link.h"
#include "records/schema.hpp"

namespace touchdown::host {
namespace {

ColumnMap columns_of(const Arm &arm) {
  ColumnMap map;
  for (const ArmJoint &joint : arm.robot.joints()) map.columns["joint " + joint.name] = {joint.name};
  map.spare = {{"id", {"id"}}, {"pose", {"pose"}}, {"normal", {"nx", "ny", "nz"}}, {"approach", {"dx", "dy", "dz"}}};
  return map;
}

double position_in(const MappedTable &table, const ArmJoint &joint) {
  const std::string quantity = "joint " + joint.name;
  const double position = table.number(quantity);
  if (!(position >= joint.lower && position <= joint.upper))
    table.refuse(quantity,
                 joint.name + formatted(": %g is outside its range, %g to %g", position, joint.lower, joint.upper) +
                     (std::abs(position) > 7 ? "; in degrees a heading says so: " + joint.name + " [deg]" : ""));
  return position;
}

std::optional<Vector3<double>> direction_in(const MappedTable &table, const std::string &quantity) {
  if (!table.has(quantity)) return std::nullopt;
  const Vector3<double> direction = table.vector(quantity);
  if (!(direction.norm() > 0)) table.refuse(quantity, "the " + quantity + " has no direction");
  return direction.normalized();
}

ArmPose pose_in(const MappedTable &table, const Arm &arm, std::size_t number) {
  ArmPose pose;
  pose.id = table.has("id") ? table.text("id") : table.has("pose") ? table.text("pose") : std::to_string(number);
  for (const ArmJoint &joint : arm.robot.joints()) pose.q.push_back(position_in(table, joint));
  pose.normal = direction_in(table, "normal");
  pose.approach = direction_in(table, "approach");
  return pose;
}

using Vector = Vector3<double>;

void read_restitution(JsonObject surface, Arm &arm) {
  if (surface.at("e").is_array()) {
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

void read_friction(JsonObject surface, Arm &arm) {
  arm.mu_k = surface.number<double>("mu");
  arm.mu_s = surface.number<double>("mu_s", arm.mu_k);
  if (!(arm.mu_s >= arm.mu_k)) throw std::runtime_error(surface.place_of("mu_s") + " must be mu or more");
}

HeldRow held_in(JsonObject from, const std::vector<ArmJoint> &joints) {
  HeldRow held;
  held.row = joint_numbers(from.object("joints"), joints, 0);
  for (std::size_t i = 0; i < joints.size(); ++i)
    if (held.row[i] != 0) held.name += (held.name.empty() ? "" : " ") + joints[i].name;
  held.hold = from.number<double>("hold", 1);
  held.max_impulse = from.number<double>("max_impulse", no_limit);
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

void read_impulses(JsonObject limits, Arm &arm) {
  const std::vector<ArmJoint> &joints = arm.robot.joints();
  arm.max_joint_impulse = of_each_joint(limits, "joint_impulse", joints, no_limit);
  if (limits.has("torque_time")) bear_torque(limits.number<double>("torque_time"), joints, arm.max_joint_impulse);
}

void read_force(JsonObject limits, Arm &arm) {
  arm.max_force = limits.number<double>("force", 0);
  arm.stiffness = limits.number<double>("stiffness", 0);
  constexpr double softest = 200;  // [N/m]; ISO/TS 15066 has 10 to 150 N/mm
  if (arm.stiffness > 0 && arm.stiffness < softest)
    std::fprintf(stderr, "%s is %g N/m; is it in N/mm?\n", limits.place_of("stiffness").c_str(), arm.stiffness);
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
  file.fill("tool_point", point);
  const std::filesystem::path urdf = std::filesystem::path(path).parent_path() / file.text("urdf");
  return {urdf.string(), file.text("base"), file.text("tool"), point};
}

Arm arm_in(JsonObject file, const std::string &path) {
  Arm arm(robot_in(file, path));
  arm.name = file.text("name", "arm");
  arm.source = file.text("source", "");
  const std::vector<ArmJoint> &joints = arm.robot.joints();
  const JsonObject surface = file.object("surface"), limits = file.object("limits");
  arm.struck_mass = file.number<double>("struck_mass", 0);
  const auto read_held = [&] {
    for (JsonObject &held : file.objects("held", max_constraints)) arm.held.push_back(held_in(held, joints));
  };
  take_all({[&] {
              if (file.has("normal")) arm.normal = direction_in(file, "normal");
            },
            [&] {
              if (file.has("approach")) arm.approach = direction_in(file, "approach");
            },
            [&] { read_friction(surface, arm); }, [&] { read_restitution(surface, arm); },
            [&] { arm.rotor_inertia = of_each_joint(file, "rotor_inertia", joints, 0); }, read_held,
            [&] { arm.max_speed_jump = of_each_joint(limits, "speed_jump", joints, no_limit); },
            [&] { read_impulses(limits, arm); }, [&] { read_force(limits, arm); }, [&] { check_size(arm); }});
  return arm;
}

constexpr double rank = 1e-8;  // of what a pose can do against what it cannot
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<Rows> rows_in(std::vector<double> &numbers, std::size_t columns) {
  const auto width = static_cast<Eigen::Index>(columns);
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size()) / width, width};
}

// M and J of the arm, wider by what is struck: its mass, and its velocity taken from that of the point.
void lay_dynamics(const Arm &arm, ArmMatrices arm_matrices, Touch &touch) {
  const std::size_t joints = arm.robot.joints().size();
  touch.n = joints + (arm.struck_mass > 0 ? 3 : 0);
  touch.M.assign(touch.n * touch.n, 0);
  touch.J.assign(3 * touch.n, 0);
  Eigen::Map<Rows> M = rows_in(touch.M, touch.n), J = rows_in(touch.J, touch.n);
  const auto n = static_cast<Eigen::Index>(joints), free = M.rows() - n;
  M.topLeftCorner(n, n) = rows_in(arm_matrices.M, joints);
  M.bottomRightCorner(free, free).diagonal().setConstant(arm.struck_mass);
  for (Eigen::Index i = 0; i < n; ++i) M(i, i) += arm.rotor_inertia[static_cast<std::size_t>(i)];
  J.leftCols(n) = rows_in(arm_matrices.J, joints);
  J.rightCols(free) = -Eigen::MatrixXd::Identity(3, free);
  if (!M.allFinite() || !J.allFinite()) throw std::runtime_error("M or J is not finite");
}

void lay_held(const Arm &arm, Touch &touch) {
  touch.rows = arm.held.size();
  for (const HeldRow &held : arm.held) {
    touch.A.insert(touch.A.end(), held.row.begin(), held.row.end());
    touch.A.resize(touch.A.size() + touch.n - held.row.size(), 0);
    touch.hold.push_back(held.hold);
    touch.max_constraint_impulse.push_back(held.max_impulse);
  }
}

void lay_limits(const Arm &arm, Touch &touch) {
  touch.max_speed_jump = arm.max_speed_jump;
  touch.max_joint_impulse = arm.max_joint_impulse;
  touch.max_speed_jump.resize(touch.n, no_limit);
  touch.max_joint_impulse.resize(touch.n, no_limit);
  touch.mu_s = arm.mu_s;
  touch.mu_k = arm.mu_k;
  touch.stiffness = arm.stiffness;
  touch.max_force = arm.max_force;
}

// The smallest joint speeds that move the point at 1 m/s along the approach and nothing that is held.
void lay_speeds(std::size_t joints, Touch &touch) {
  const auto n = static_cast<Eigen::Index>(joints), held = static_cast<Eigen::Index>(touch.rows);
  Eigen::MatrixXd ways(3 + held, n);
  ways.topRows(3) = rows_in(touch.J, touch.n).leftCols(n);
  if (held > 0) ways.bottomRows(held) = rows_in(touch.A, touch.n).leftCols(n);
  Eigen::VectorXd wanted = Eigen::VectorXd::Zero(3 + held);
  wanted.head(3) = touch.approach;
  const Eigen::VectorXd u = least_squares(ways, wanted, rank);
  if (!((product(ways, u) - wanted).norm() < 1e-6))
    throw std::runtime_error("the point cannot move along the approach here");
  touch.u.assign(touch.n, 0);
  std::copy(u.data(), u.data() + n, touch.u.begin());
}

static_assert(EFFECTOR_LINK_SPEEDS >= TD_MAX_SPEEDS, "a touch has as many speeds as the library takes");

TouchAnswer answer_in_double(const Touch &touch, double e) {
  Effector<double> effector;
  effector.speeds = touch.speeds();
  effector.speeds.surface = {touch.mu_s, touch.mu_k, e};
  effector.max_speed_jump = touch.max_speed_jump.data();
  effector.max_joint_impulse = touch.max_joint_impulse.data();
  effector.max_constraint_impulse = touch.max_constraint_impulse.data();
  effector.stiffness = touch.stiffness;
  effector.max_force = touch.max_force;
  TouchAnswer answer{};
  answer.status = touchdown::predict(effector, answer.impact);
  return answer;
}

template <std::size_t count>
void lay(const std::vector<double> &from, float (&to)[count]) {
  if (from.size() > count) throw std::runtime_error("an arm of more speeds than the link carries");
  std::transform(from.begin(), from.end(), to, [](double x) { return static_cast<float>(x); });
}

effector_link_question question_of(const Touch &touch, double e) {
  effector_link_question question{};
  question.n = static_cast<std::int32_t>(touch.n);
  question.rows = static_cast<std::int32_t>(touch.rows);
  lay(touch.M, question.M);
  lay(touch.J, question.J);
  lay(touch.u, question.u);
  lay(touch.A, question.A);
  lay(touch.hold, question.hold);
  lay(touch.max_speed_jump, question.max_speed_jump);
  lay(touch.max_joint_impulse, question.max_joint_impulse);
  lay(touch.max_constraint_impulse, question.max_constraint_impulse);
  view(question.normal) = touch.normal.cast<float>();
  question.surface = {static_cast<float>(touch.mu_s), static_cast<float>(touch.mu_k), static_cast<float>(e)};
  question.stiffness = static_cast<float>(touch.stiffness);
  question.max_force = static_cast<float>(touch.max_force);
  return question;
}

constexpr int looks = 8;      // between points of a table
constexpr int halvings = 30;  // of the part in which a limit is reached

class Search {
 public:
  Search(TouchPlace &place, const Touch &touch, const RestitutionCurve &restitution)
      : place_(place), touch_(touch), restitution_(restitution) {}

  // With the restitution that it has at this speed.
  AllowedSpeed ask(double speed) {
    AllowedSpeed allowed;
    allowed.e = restitution_at(restitution_, speed * touch_.approach_share());
    allowed.answer = place_.predict(touch_, allowed.e);
    refused_ = allowed.answer.status < 0;
    const EffectorImpact<double> &impact = allowed.answer.impact;
    if (!refused_ && impact.limit != TD_LIMIT_NONE) allowed.speed = impact.scale;
    return allowed;
  }
  bool respects(double speed) {
    const AllowedSpeed allowed = ask(speed);
    return refused_ || !allowed.speed || *allowed.speed >= speed;
  }

  // The last speed that respects the limits before the first that does not; none where all of the table's do, and then
  // `behind` is its end.
  std::optional<double> within_table(double &behind) {
    behind = 0;
    for (const double speed : speeds()) {
      if (!respects(speed)) return last_respected(behind, speed);
      if (refused_) break;
      behind = speed;
    }
    return std::nullopt;
  }

 private:
  // Speeds at which the table is looked at, rising from 0.
  std::vector<double> speeds() const {
    std::vector<double> corners = {0, restitution_.capture_speed};
    corners.insert(corners.end(), restitution_.speed.begin(), restitution_.speed.end());
    std::sort(corners.begin(), corners.end());
    std::vector<double> all;
    for (std::size_t i = 0; i + 1 < corners.size(); ++i)
      for (int k = 1; k <= looks; ++k)
        all.push_back((corners[i] + (corners[i + 1] - corners[i]) * k / looks) / touch_.approach_share());
    return all;
  }

  // Between a speed that respects the limits and one that does not: the last that does.
  double last_respected(double below, double above) {
    for (int i = 0; i < halvings; ++i) {
      const double middle = below + (above - below) / 2;
      (respects(middle) ? below : above) = middle;
    }
    return below;
  }

  TouchPlace &place_;
  const Touch &touch_;
  const RestitutionCurve &restitution_;
  bool refused_ = false;
};

}  // namespace

void each_touch(const std::string &path, const Arm &arm, RowsLeftOut &left_out,
                const std::function<void(const ArmPose &, const Touch &)> &take) {
  const ColumnMap map = columns_of(arm);
  MappedTable table(path, map);
  table.account_for_columns();
  if (!table.has("normal") && !(arm.normal.norm() > 0))
    throw std::runtime_error(path +
                             ": has no columns nx, ny, nz, and the arm no normal; for example \"normal\": [0, 0, 1]");
  std::size_t number = 0;
  each_row(table, left_out, [&] {
    const ArmPose pose = pose_in(table, arm, ++number);
    std::optional<Touch> touch;
    try {
      touch = touch_of(arm, pose);
    } catch (const std::runtime_error &error) {
      table.refuse("joint " + arm.robot.joints().front().name, error.what());
    }
    take(pose, *touch);
  });
}

Arm read_arm(const std::string &path) {
  return read_input(path, "reach/arm", [&](const JsonObject &file) { return arm_in(file, path); });
}

Touch touch_of(const Arm &arm, const ArmPose &pose) {
  Touch touch;
  touch.normal = pose.normal.value_or(arm.normal);
  touch.approach = pose.approach ? *pose.approach : arm.approach.value_or(-touch.normal);
  if (!(touch.approach_share() > 0)) throw std::runtime_error("the approach leads away from what is struck");
  const ArmMatrices matrices = arm.robot.at(pose.q);
  touch.point = matrices.point;
  lay_dynamics(arm, matrices, touch);
  lay_held(arm, touch);
  lay_limits(arm, touch);
  lay_speeds(arm.robot.joints().size(), touch);
  return touch;
}

Speeds<double> Touch::speeds() const {
  Speeds<double> speeds;
  speeds.system = {static_cast<std::int32_t>(n),    M.data(), nullptr,    u.data(),
                   static_cast<std::int32_t>(rows), A.data(), hold.data()};
  speeds.J = J.data();
  std::copy_n(normal.data(), 3, speeds.normal);
  return speeds;
}

LeastBlow least_blow(const Touch &touch) {
  Speeds<double> speeds = touch.speeds();
  speeds.axes = TD_AXES_CONTACT;  // its n, t, s are x, y, z here
  OperationalSpaceInertia<double> views;
  const Status status = operational_space_inertia(speeds, views);
  if (status < 0) throw std::runtime_error(status_text(status));
  const ContactInertia<double> &w = views.blended;
  Matrix3<double> W;
  W << w.nn, w.nt, w.ns, w.nt, w.tt, w.ts, w.ns, w.ts, w.ss;
  const Eigen::SelfAdjointEigenSolver<Matrix3<double>> axes(W);
  Vector approach = axes.eigenvectors().col(2);
  if (approach.dot(touch.approach) < 0) approach = -approach;
  return {approach, 1 / axes.eigenvalues()(2), 1 / touch.normal.dot(W * touch.normal)};
}

TouchPlace::TouchPlace(const std::string &place) {
  if (place != "host-double") in_float_ = std::make_unique<TargetBeside>(place, effector_link, EFFECTOR_LINK_COUNT);
}

TouchPlace::~TouchPlace() = default;

TouchAnswer TouchPlace::predict(const Touch &touch, double e) {
  if (!in_float_) return answer_in_double(touch, e);
  effector_link_answer answer{};
  const td_link_outcome outcome = in_float_->call(EFFECTOR_LINK_PREDICT, question_of(touch, e), answer);
  if (in_float_->on_target()) counts.push_back(outcome.counter);
  return {outcome.status, in_scalar<double>(answer.impact)};
}

TargetWork TouchPlace::work() const { return in_float_ ? in_float_->work() : TargetWork(); }

AllowedSpeed allowed_speed(TouchPlace &place, const Touch &touch, const RestitutionCurve &restitution) {
  Search search(place, touch, restitution);
  const bool by_speed = restitution.speed.size() > 1 || restitution.capture_speed > 0;
  double behind = 0;
  const std::optional<double> within = by_speed ? search.within_table(behind) : std::nullopt;
  if (within) {
    AllowedSpeed allowed = search.ask(*within);
    allowed.speed = within;
    return allowed;
  }
  const AllowedSpeed allowed = search.ask(behind);  // behind the table's end its last restitution stays
  return allowed.speed ? allowed : search.ask(1);
}

}  // namespace touchdown::host
