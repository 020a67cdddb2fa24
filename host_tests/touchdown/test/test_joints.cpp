// `touchdown monitor` on logs of joints: an arm that is simulated by hand (three_link.hpp), logged through sensors with
// noise and replayed from its URDF; and one in space, like the UR5. Which contact touched, when and how hard; nothing
// where nothing touches, in fast motion and with a payload that nobody knows; what is wrong in the files is said; a log
// cut short, rows that cannot be used; a target (terminal_board.hpp) whose every answer is the host's.
//
// Seen red: C u left out of `bias`; the Jacobian of the tip for every contact; M, force and J of now instead of the
// middle of two rows; torques of now where they are held; damping left out; an event that is open at the end left out;
// TargetBeside that does not compare; a contact's keys that are not asked for let through, and one that hangs on a
// joint of its own; a joint too many in the log; a machine that is read twice, and so from no pipe.
#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "document.hpp"
#include "monitor/jointed_machine.hpp"
#include "observer_link.h"
#include "program.hpp"
#include "terminal_board.hpp"
#include "three_link.hpp"

using namespace program;
using namespace touchdown::host;
using three_link::Log, three_link::Scene, three_link::logged;

namespace {

const std::string arms = TOUCHDOWN_ARMS;
constexpr double sample = 1 / three_link::rate;
const std::string machine_path = arms + "/three_link.monitor.json", machine_text = Folder::all_of(machine_path),
                  urdf_text = Folder::all_of(arms + "/three_link.urdf");

JointedMachine machine_of_the_tree() { return jointed_machine_in(read_json(machine_path), machine_path); }

// The arm's files in a folder.
class Files {
 public:
  Files() { folder_.file("three_link.urdf", urdf_text); }
  std::string command(const std::string &log, const std::string &machine = machine_text) const {
    return "monitor " + folder_.file("log.csv", log) + " --machine " + folder_.file("machine.json", machine);
  }
  const Folder &folder() const { return folder_; }

 private:
  Folder folder_;
};

// The only row in which feet were reported.
std::size_t reported_row(const Table &table) {
  std::size_t row = table.size();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table.text(i, "reported") != "1") continue;
    CHECK(row == table.size());
    row = i;
  }
  REQUIRE(row < table.size());
  return row;
}

void check_reported(const Ended &ended, const Log &log, int status = 0) {
  CHECK_MESSAGE(ended.status == status, ended.err);
  const Table table(ended.out);
  const std::size_t row = reported_row(table);
  CHECK(table.text(row, "explanation") == "foot");
  CHECK(table.number(row, "foot") == log.contact);
  CHECK(table.number(row, "truth_foot") == log.contact);
  CHECK(std::abs(table.number(row, "t") - log.touched_at) <= 2 * sample);
}

// The impulse of all the event, against that of the simulated springs.
void check_impulse(const Ended &ended, const Log &log) {
  const Table table(ended.out);
  const std::size_t row = reported_row(table);
  const double end = table.number(row, "t") + table.number(row, "samples") * sample;
  const auto &truth = log.impulses.at(
      std::min(log.impulses.size() - 1, static_cast<std::size_t>(std::lround(end * three_link::rate)) - 1));
  CHECK(std::hypot(table.number(row, "Jx") - truth.x(), table.number(row, "Jz") - truth.y()) < 0.1 * truth.norm());
}

Scene down_on_the_table(double height, std::uint32_t seed) {
  Scene scene;
  scene.swing = {-0.3, -0.1, 0};
  scene.frequency = {0.8, 0.8, 0};
  scene.table = height;
  scene.seed = seed;
  return scene;
}

Scene against_the_post(double place, std::uint32_t seed) {
  Scene scene;
  scene.swing = {-0.3, 0.1, 0};
  scene.frequency = {0.8, 0.8, 0};
  scene.post = place;
  scene.seed = seed;
  return scene;
}

// The tip at 6 m/s.
Scene in_fast_motion() {
  Scene scene;
  scene.swing = {-0.5, -0.6, 0.4};
  scene.frequency = {1.5, 1.3, 2.5};
  return scene;
}

Log cut_after(const Log &log, double time) {
  Log cut = log;
  cut.text.clear();
  for (const std::string &line : lines_of(log.text))
    if (cut.text.empty() || std::stod(line) < time) cut.text += line + '\n';
  return cut;
}

// The row of so many lines with a field changed.
std::string with_field(const std::string &log, std::size_t line, std::size_t field, const std::string &text) {
  std::string changed;
  const std::vector<std::string> lines = lines_of(log);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::size_t begin = 0;
    for (std::size_t k = 0; k < field; ++k) begin = lines[i].find(',', begin) + 1;
    const std::size_t end = std::min(lines[i].find(',', begin), lines[i].size());
    changed += i == line ? lines[i].substr(0, begin) + text + lines[i].substr(end) : lines[i];
    changed += '\n';
  }
  return changed;
}

double difference(const std::vector<double> &a, const Eigen::MatrixXd &b) {
  REQUIRE(a.size() == static_cast<std::size_t>(b.size()));
  const Eigen::MatrixXd rows = b.transpose();  // by rows
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - rows.data()[i]));
  return most;
}

std::vector<double> listed(const Eigen::VectorXd &x) { return {x.data(), x.data() + x.size()}; }

// An arm like the UR5, held by springs in its joints to a motion downwards, comes down on a table 0.1 m below: KDL's
// dynamics in steps of a tenth of a sample.
class InSpace {
 public:
  static constexpr int n = 6;
  using Joints = Eigen::Matrix<double, n, 1>;

  Log logged() {
    Log log;
    log.text = "t,q1,q2,q3,q4,q5,q6,qd1,qd2,qd3,qd4,qd5,qd6,tau1,tau2,tau3,tau4,tau5,tau6,truth\n";
    log.contact = 0;
    for (bool written = false; log.touched_at < 0 || time_ < log.touched_at + 0.3;) {
      log.text += row() + (log.touched_at >= 0 && !written ? "0\n" : "\n");
      written = log.touched_at >= 0;
      for (int step = 0; step < 10; ++step) advance(sample / 10);
      log.touched_at = touched_at_;
    }
    return log;
  }

 private:
  Joints torque() const {
    const double moving = 2 * 3.14159265358979 * std::max(0.0, time_ - 0.4);
    const Joints aim = begin_ + 0.15 * down_ * (1 - std::cos(moving)), speed = 6.3 * 0.15 * down_ * std::sin(moving);
    return bias() + 600 * (aim - q_) + 40 * (speed - u_);
  }
  Joints bias() const {
    const std::vector<double> bias = robot_.bias(listed(q_), listed(u_), {0, 0, -9.81});
    return Joints(bias.data());
  }
  std::string row() {
    std::ostringstream text;
    std::normal_distribution<double> noise(0, 1e-3);
    text << time_;
    for (int i = 0; i < n; ++i) text << ',' << q_[i];
    for (int i = 0; i < n; ++i) text << ',' << u_[i] + noise(random_);
    const Joints now = torque();
    for (int i = 0; i < n; ++i) text << ',' << now[i];
    text << ',';
    return text.str();
  }
  void advance(double h) {
    const ArmMatrices matrices = robot_.at(listed(q_));
    Eigen::Matrix<double, n, n> M(matrices.M.data());
    M.diagonal().array() += 0.1;  // rotors
    const Joints rise(matrices.J.data() + 2 * n);
    const double depth = table_ - matrices.point.z();
    const double push = depth > 0 ? std::max(0.0, 2e4 * depth - 60 * rise.dot(u_)) : 0;
    if (push > 0 && touched_at_ < 0) touched_at_ = time_;
    const Joints friction = 0.3 * (u_ / 0.05).array().tanh();
    u_ += h * M.llt().solve(torque() - bias() + push * rise - friction);
    q_ += h * u_;
    time_ += h;
  }

  RobotArm robot_{arms + "/ur5_like.urdf", "base", "tip", {0, 0, 0}};
  Joints begin_ = (Joints() << 0, -1.2, 1.6, -0.4, 0.3, 0).finished(), q_ = begin_, u_ = Joints::Zero();
  Joints down_ = -Joints(robot_.at(listed(begin_)).J.data() + 2 * n).normalized();
  double table_ = robot_.at(listed(begin_)).point.z() - 0.1, time_ = 0, touched_at_ = -1;
  std::mt19937 random_{4};
};

// Elbow and wrist turn by 2 rad at most.
std::string with_stops(std::string urdf) {
  const std::string turns = "type=\"continuous\">";
  for (std::size_t at = urdf.find("\"elbow\""); (at = urdf.find(turns, at)) != std::string::npos;)
    urdf.replace(at, turns.size(), "type=\"revolute\"><limit lower=\"-2\" upper=\"2\" effort=\"9\" velocity=\"9\"/>");
  return urdf;
}

constexpr const char *in_space = R"({"urdf": "ur5_like.urdf", "base": "base", "tip": "tip", "noise": 0.01,
  "contacts": [{"mu": 0.8, "normal": [0, 0, 1]}, {"link": "forearm", "r": [0, 0, 0.2], "mu": 0.8}],
  "rotor_inertia": 0.1, "bearing_load": 15, "rate": 500})";

}  // namespace

TEST_CASE("joints: mass matrix, Jacobian, Coriolis and gravity torques are those written by hand") {
  const Folder folder;
  const RobotArm robot(folder.file("arm.urdf", urdf_text), "base", "tip", {0, 0, 0});
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(-3, 3);
  for (int k = 0; k < 50; ++k) {
    three_link::Joints q, u, bias;
    for (int i = 0; i < three_link::joints; ++i) q[i] = any(random), u[i] = any(random);
    three_link::Matrix3d M;
    three_link::dynamics(q, u, M, bias);
    const three_link::PointSpeeds plane = three_link::tip(q, u).J;
    three_link::Matrix3d J = three_link::Matrix3d::Zero();
    J.row(0) = plane.row(0);
    J.row(2) = plane.row(1);
    const ArmMatrices there = robot.at(listed(q));
    CHECK(difference(there.M, M) < 1e-12);
    CHECK(difference(there.J, J) < 1e-12);
    CHECK(difference(robot.bias(listed(q), listed(u), {0, 0, -three_link::gravity}), bias) < 1e-11);
  }
}

TEST_CASE("joints: in space the Coriolis torques are those of the mass matrix's derivatives") {
  const RobotArm robot(arms + "/ur5_like.urdf", "base", "tip", {0, 0, 0});
  constexpr int n = 6;
  const auto mass = [&](const Eigen::VectorXd &q) {
    return Eigen::MatrixXd(Eigen::Map<const Eigen::MatrixXd>(robot.at(listed(q)).M.data(), n, n));
  };
  std::mt19937 random(2);
  std::uniform_real_distribution<double> any(-2, 2);
  for (int k = 0; k < 5; ++k) {
    Eigen::VectorXd q(n), u(n), bias = Eigen::VectorXd::Zero(n);
    for (int i = 0; i < n; ++i) q[i] = any(random), u[i] = any(random);
    for (int i = 0; i < n; ++i) {  // Lagrange: dM/dt u - d(u^T M u / 2) / dq
      const Eigen::VectorXd step = 1e-5 * Eigen::VectorXd::Unit(n, i);
      const Eigen::MatrixXd slope = (mass(q + step) - mass(q - step)) / 2e-5;
      bias += u[i] * slope * u;
      bias[i] -= u.dot(slope * u) / 2;
    }
    CHECK(difference(robot.bias(listed(q), listed(u), {0, 0, 0}), bias) < 1e-7);
  }
}

TEST_CASE("joints: which contact of a log touched, when and how hard, in float and in double") {
  const Files files;
  std::vector<Log> logs;
  for (std::uint32_t seed = 1; seed <= 4; ++seed) {
    logs.push_back(logged(down_on_the_table(-0.08 + 0.02 * seed, seed), 2));
    logs.push_back(logged(against_the_post(0.6 + 0.01 * seed, 10 + seed), 2));
  }
  for (const Log &log : logs) {
    REQUIRE(log.contact >= 0);
    const std::string command = files.command(log.text);
    const Ended in_float = run(command);
    check_reported(in_float, log);
    check_impulse(in_float, log);
    check_reported(run(command + " --on host-double"), log);
    CHECK(in_float.err.find("1 touches in the log: 1 reported with their contact, 0 reported") != std::string::npos);
    CHECK(in_float.err.find(log.contact == 0 ? "tip at " : "forearm at ") == 0);
  }
}

TEST_CASE("joints: an arm in space, out of its own file") {
  const Log log = InSpace().logged();
  const Files files;
  nlohmann::json json = nlohmann::json::parse(in_space);
  json["urdf"] = arms + "/ur5_like.urdf";
  const std::string command = files.command(log.text, json.dump());
  check_reported(run(command), log);
  check_reported(run(command + " --on host-double"), log);
  check_reported(run("monitor " + files.folder().file("log.csv") + " --machine -", json.dump()), log);
}

TEST_CASE("joints: the example of the tree is what the simulation gives, and its touches are reported") {
  const Log log = logged(down_on_the_table(-0.05, 5), 2.1, 2);
  Source source(arms + "/three_link_touches.csv.gz");
  std::vector<std::string> there, here = lines_of(log.text);
  for (std::string line; std::getline(source, line);) there.push_back(line);
  REQUIRE(there.size() == here.size());
  CHECK(there.front() == here.front());
  const auto number = [](const std::string &line, int column) {
    std::istringstream in(line);
    std::string cell;
    for (int k = 0; k <= column; ++k) std::getline(in, cell, ',');
    return std::stod(cell);
  };
  for (std::size_t i = 1; i < here.size(); ++i)  // to what other compilers and the last digit leave
    for (int column = 0; column < 10; ++column)
      CHECK(number(there[i], column) == doctest::Approx(number(here[i], column)).epsilon(0.02).scale(10));
  const Ended ended =
      run("monitor " + arms + "/three_link_touches.csv.gz --machine " + arms + "/three_link.monitor.json");
  CHECK(ended.status == 0);
  CHECK_MESSAGE(ended.err.find("2 touches in the log: 2 reported with their contact, 0 reported") != std::string::npos,
                ended.err);
}

TEST_CASE("joints: nothing is reported where nothing touches, in fast motion, and as a payload is grasped") {
  const Files files;
  std::vector<Scene> scenes(3);
  scenes[0].swing = {-0.3, -0.1, 0};
  scenes[0].frequency = {0.8, 0.8, 0};
  scenes[1] = in_fast_motion();
  scenes[2].swing = {-0.2, -0.1, 0};
  scenes[2].frequency = {0.4, 0.4, 0};
  scenes[2].payload = 2;
  scenes[2].grasped_at = 0.8;
  for (Scene scene : scenes)
    for (scene.seed = 1; scene.seed <= 5; ++scene.seed) {
      const Log log = logged(scene, 3);
      if (scene.swing[2] > 0) CHECK(log.fastest > 5);
      const Ended ended = run(files.command(log.text));
      REQUIRE_MESSAGE(ended.status == 0, ended.err);
      CHECK_MESSAGE(ended.err.find(" 0 reported as touches") != std::string::npos, ended.out);
    }
}

TEST_CASE("joints: between two rows of an exact log no momentum is missing, nor across a lost one") {
  JointedMachine machine = machine_of_the_tree();
  machine.rate = three_link::rate;
  Scene scene = in_fast_motion();
  scene.friction = 0;
  three_link::Arm arm(scene);
  JointDynamics dynamics(machine);
  three_link::Joints last = arm.u;
  double missing = 0, across = 0;
  for (int i = 0; i < 600; ++i, arm.advance()) {
    const bool lost = i % 10 == 9;
    const JointState state = lost ? JointState() : JointState{listed(arm.q), listed(arm.u), listed(arm.aimed())};
    const JointSample row = dynamics.sample_of({arm.time, state, std::nullopt});
    if (lost) CHECK(std::isnan(row.u[0]));
    if (i == 0 || lost) continue;
    const double dt = i % 10 == 0 ? row.dt + 1 / three_link::rate : row.dt;
    const three_link::Matrix3d M(row.M.data());
    const three_link::Joints p = M * (arm.u - last) - dt * three_link::Joints(row.force.data());
    double &most = i % 10 == 0 ? across : missing;
    most = std::max(most, p.cwiseAbs().maxCoeff());
    last = arm.u;
  }
  MESSAGE("missing " << missing << ", across a lost row " << across << " N m s");
  CHECK(missing < 1e-4);
  CHECK(across < 8e-4);
}

TEST_CASE("joints: torques that are held count until the next row") {
  const Files files;
  JointedMachine machine = machine_of_the_tree();
  machine.rate = 100;
  const auto force = [&](bool held) {  // at rest, lying along x
    machine.held_torque = held;
    machine.gravity.setZero();
    JointDynamics dynamics(machine);
    (void)dynamics.sample_of({0, {{0, 0, 0}, {0, 0, 0}, {1, 2, 3}}, std::nullopt});
    return dynamics.sample_of({0.01, {{0, 0, 0}, {0, 0, 0}, {3, 2, -1}}, std::nullopt}).force;
  };
  CHECK(difference(force(true), Eigen::Vector3d(1, 2, 3)) < 1e-12);
  CHECK(difference(force(false), Eigen::Vector3d(2, 2, 1)) < 1e-12);
  Scene scene = down_on_the_table(-0.05, 3);
  scene.held = true;
  nlohmann::json json = nlohmann::json::parse(machine_text);
  json["held_torque"] = true;
  const Log log = logged(scene, 2);
  check_reported(run(files.command(log.text, json.dump())), log);
}

TEST_CASE("joints: damping and friction that are reported are known forces") {
  Json json = read_json(machine_path);
  json["damping"] = Json::object({{"elbow", 2}});
  json["friction"] = 0.5;
  JointedMachine machine = jointed_machine_in(json, machine_path);
  machine.rate = 100;
  machine.gravity.setZero();
  JointDynamics dynamics(machine);
  const JointState turning{{0, 0, 0}, {0, 3, 0}, {0, 0, 0}};
  std::vector<double> force = dynamics.sample_of({0, turning, std::nullopt}).force;
  const std::vector<double> bias = machine.robot.bias(turning.q, turning.u, machine.gravity);
  for (std::size_t i = 0; i < force.size(); ++i) force[i] += bias[i];
  CHECK(difference(force, Eigen::Vector3d(0, -6.5, 0)) < 1e-12);
}

TEST_CASE("joints: which pushes may act, of the hand and of joints near a stop") {
  const Folder folder;
  folder.file("three_link.urdf", with_stops(urdf_text));
  nlohmann::json json = nlohmann::json::parse(machine_text);
  json["near_stop"] = 0.05;
  json["hand"] = nlohmann::json::object();
  const std::string path = folder.file("machine.json", json.dump());
  JointedMachine machine = jointed_machine_in(read_json(path), path);
  machine.rate = 100;
  JointDynamics dynamics(machine);
  const auto pushes = [&](const std::vector<double> &q) {
    const JointState still{q, {0, 0, 0}, {0, 0, 0}};
    (void)dynamics.sample_of({0, still, std::nullopt});
    return dynamics.sample_of({0.01, still, std::nullopt}).push;
  };
  const std::vector<double> lying = pushes({0, 0, 0}), near = pushes({0, -1.97, 1.99});
  CHECK(difference(lying, -9.81 * Eigen::Vector3d(0.95, 0.55, 0.2)) < 1e-12);
  REQUIRE(near.size() == 9);
  CHECK(std::vector<double>(near.begin() + 3, near.end()) == std::vector<double>{0, 1, 0, 0, 0, -1});
  CHECK(pushes({0, -1.9, 1.9}).size() == 3);
}

TEST_CASE("joints: a payload that the hand lifts is no touch if the machine names it, on a board too") {
  Scene scene;
  scene.payload = 2;
  scene.grasped_at = 0.8;
  const Files files;
  const std::string log = logged(scene, 1.2).text;
  nlohmann::json json = nlohmann::json::parse(machine_text);
  json["contacts"][0]["normal"] = {0, 0, -1};  // a ceiling pushes as a payload does
  CHECK(run(files.command(log, json.dump())).err.find(" 1 reported as touches") != std::string::npos);
  json["hand"] = nlohmann::json::object();
  const Ended named = run(files.command(log, json.dump()));
  CHECK_MESSAGE(named.err.find(" 0 reported as touches") != std::string::npos, named.err << named.out);
  const std::vector<td_link_function> functions(observer_link, observer_link + OBSERVER_LINK_COUNT);
  const TerminalBoard board(TerminalBoard::Flaws::serving(functions));
  const Ended there = run(files.command(log, json.dump()) + " --on " + board.place());
  CHECK_MESSAGE(there.status == 0, there.err);
  CHECK(there.out == named.out);
}

TEST_CASE("joints: what is wrong in a machine is refused, with its place") {
  const Files files;
  using Edit = void (*)(nlohmann::json &);
  const struct {
    Edit edit;
    const char *words;
  } wrongs[] = {
      {[](auto &m) { m["bearing_laod"] = m["bearing_load"], m.erase("bearing_load"); },
       "/bearing_laod has no meaning here; did you mean bearing_load?"},
      {[](auto &m) { m["gian"] = 100; }, "/gian has no meaning here; did you mean gain?"},
      {[](auto &m) { m["urfd"] = m["urdf"], m.erase("urdf"); }, "/urfd has no meaning here; did you mean urdf?"},
      {[](auto &m) { m["urdf"] = "none.urdf"; }, "none.urdf"},
      {[](auto &m) { m["tip"] = "tipp"; }, "no link tipp; did you mean tip?"},
      {[](auto &m) { m["contacts"] = nlohmann::json::array(); }, "/contacts must be a list of 1 or more objects"},
      {[](auto &m) {
         m["contacts"][1]["nromal"] = {0, 0, 1};
       },
       "/contacts/1/nromal has no meaning here"},
      {[](auto &m) {
         m["contacts"][0]["normal"] = {0, 0, 0};
       },
       "/contacts/0/normal must have a direction"},
      {[](auto &m) { m["contacts"][0]["mu"] = -1; }, "/contacts/0/mu must be a number of 0 or more"},
      {[](auto &m) { m["contacts"][0].erase("mu"); }, "/contacts/0/mu is missing"},
      {[](auto &m) {
         m["contacts"][0]["r"] = {0, 0};
       },
       "/contacts/0/r must be a list of 3 numbers"},
      {[](auto &m) { m["tip"] = "forearm", m["contacts"][0]["link"] = "tip"; },
       "/contacts/0/link is moved by joints that do not lie between base and tip"},
      {[](auto &m) { m["hand"]["lnik"] = "tip"; }, "/hand/lnik has no meaning here"},
      {[](auto &m) { m["tip"] = "forearm", m["contacts"][0]["link"] = "forearm", m["hand"]["link"] = "tip"; },
       "/hand/link is moved by joints that do not lie between base and tip"},
      {[](auto &m) { m["near_stop"] = -1; }, "/near_stop must be a number of 0 or more"},
      {[](auto &m) { m["noise"] = 0; }, "/noise must be a number above 0"},
      {[](auto &m) { m["noise"].erase("wrist"); }, "/noise must name every joint"},
      {[](auto &m) { m["noise"]["wrsit"] = 1; }, "/noise/wrsit has no meaning here; did you mean wrist?"},
      {[](auto &m) { m.erase("noise"); }, "/noise is missing"},
      {[](auto &m) { m["bearing_load"] = "much"; }, "/bearing_load must be a number"},
      {[](auto &m) { m["rate"] = nullptr; }, "/rate must be a number"},
      {[](auto &m) { m["learning"] = 0.5; }, "/learning must be a whole number"},
      {[](auto &m) { m["learning"] = 1001; }, "the machine: "},
      {[](auto &m) { m["held_torque"] = 1; }, "/held_torque"},
      {[](auto &m) {
         m["gravity"] = {0, 0, 9.81};
       },
       "the torques carry the machine against gravity the other way"}};
  const std::string log = logged(Scene(), 0.1).text;
  for (const auto &wrong : wrongs) {
    nlohmann::json json = nlohmann::json::parse(machine_text);
    wrong.edit(json);
    const Ended ended = run(files.command(log, json.dump()));
    CHECK(ended.status == 2);
    CHECK_MESSAGE(ended.err.find(wrong.words) != std::string::npos, wrong.words << ": " << ended.err);
    CHECK(ended.out.empty());
  }
  // All at once. Seen red: by the reader that stopped at the first.
  nlohmann::json json = nlohmann::json::parse(machine_text);
  json["contacts"][0]["normal"] = {0, 0, 0};
  json["damping"] = {{"wrsit", 1}};
  json["noise"].erase("wrist");
  const Ended ended = run(files.command(log, json.dump()));
  CHECK(ended.status == 2);
  for (const char *words : {"/contacts/0/normal must have a direction",
                            "/damping/wrsit has no meaning here; did you mean wrist?", "/noise must name every joint"})
    CHECK_MESSAGE(ended.err.find(words) != std::string::npos, ended.err);
}

TEST_CASE("joints: what a log lacks is said, and a machine that the file makes weightless") {
  const Files files;
  const std::string log = logged(Scene(), 0.2).text;
  const auto refused = [&](const std::string &text, const std::string &words) {
    const Ended ended = run(files.command(text));
    CHECK(ended.status == 2);
    CHECK_MESSAGE(ended.err.find(words) != std::string::npos, ended.err);
  };
  refused(with_field(log, 0, 5, "qdd2"), "column qd2 (qd2) is missing; did you mean qdd2?");
  refused(with_field(log, 0, 10, "q4"), "has column q4, and the machine has 3 joints");
  refused("t,ax,ay,az,wx,wy,wz\n0,0,0,0,0,0,0\n", "too short to know its rate");
  std::string urdf = urdf_text;
  for (std::size_t at = urdf.find("<inertial>"); at != std::string::npos; at = urdf.find("<inertial>"))
    urdf.erase(at, urdf.find("</inertial>") + 11 - at);
  files.folder().file("weightless.urdf", urdf);
  nlohmann::json json = nlohmann::json::parse(machine_text);
  json["urdf"] = "weightless.urdf";
  json["rotor_inertia"] = 0;
  const Ended ended = run(files.command(log, json.dump()));
  CHECK(ended.status == 2);
  CHECK_MESSAGE(ended.err.find("samples from 0 s on: ") != std::string::npos, ended.err);
}

TEST_CASE("joints: rows that cannot be used are named, and the touch is found") {
  const Files files;
  const Log whole = logged(down_on_the_table(-0.05, 5), 2);
  Log log = whole;
  const std::size_t touch = static_cast<std::size_t>(log.touched_at * three_link::rate) + 1;
  for (std::size_t line = 30; line + 40 < touch; line += 40) log.text = with_field(log.text, line, 4, "nan");
  log.text = with_field(log.text, touch - 20, 8, "much");
  const Ended ended = run(files.command(log.text));
  check_reported(ended, log, 1);
  CHECK(ended.err.find("log.csv:31:") != std::string::npos);
  CHECK(ended.err.find("is not finite") != std::string::npos);
  CHECK(ended.err.find(std::to_string((touch - 31) / 40 + 1) + " rows left out") != std::string::npos);
}

TEST_CASE("joints: a log cut short reports the event that is open at its end") {
  const Files files;
  const Log log = logged(against_the_post(0.62, 7), 2);
  const Ended ended = run(files.command(cut_after(log, log.touched_at + 0.05).text));
  check_reported(ended, log);
  const Table table(ended.out);
  CHECK(table.text(reported_row(table), "caveats").find("unfinished") != std::string::npos);
  const Ended before = run(files.command(cut_after(log, log.touched_at - 0.05).text));
  CHECK(before.status == 0);
  CHECK(before.err.find("0 events") != std::string::npos);
  std::string torn = log.text;
  torn.resize(torn.size() - 30);
  const Ended last = run(files.command(torn));
  check_reported(last, log, 1);
  CHECK(last.err.find("1 rows left out") != std::string::npos);
}

TEST_CASE("joints: a page with the residual of each joint by its name, whatever it is") {
  const Files files;
  std::string urdf = urdf_text;
  for (std::size_t at = urdf.find("\"elbow\""); at != std::string::npos; at = urdf.find("\"elbow\""))
    urdf.replace(at, 7, "\"&lt;img src=x&gt;\"");
  files.folder().file("odd.urdf", urdf);
  nlohmann::json json = nlohmann::json::parse(machine_text);
  json["urdf"] = "odd.urdf";
  json["noise"] = 0.002;
  const std::string page = files.folder().file("page.html");
  const Ended ended =
      run(files.command(logged(down_on_the_table(-0.05, 6), 2).text, json.dump()) + " --report " + page);
  CHECK_MESSAGE(ended.status == 0, ended.err);
  const std::string text = files.folder().text("page.html"), texts = texts_in(document_in(text));
  for (const char *words :
       {"Time lines", "residual", "N m", "shoulder", "<img src=x>", "contact 0: tip", "contact 1: forearm"})
    CHECK_MESSAGE(texts.find(words) != std::string::npos, words);
  CHECK(texts.find("foot") == std::string::npos);  // which it was
  CHECK(text.find("<img") == std::string::npos);
}

TEST_CASE("joints: on a board the same, bit by bit, and a board that differs is reported") {
  const Files files;
  const std::string command = files.command(logged(down_on_the_table(-0.05, 8), 2).text);
  std::vector<td_link_function> functions(observer_link, observer_link + OBSERVER_LINK_COUNT);
  TerminalBoard::Flaws flaws = TerminalBoard::Flaws::serving(functions);
  {
    const TerminalBoard board(flaws);
    const Ended there = run(command + " --on " + board.place());
    CHECK_MESSAGE(there.status == 0, there.err);
    CHECK(there.out == run(command).out);
    CHECK(there.err.find("a sample in the mean") != std::string::npos);
  }
  functions.back().call = [](void *context, const void *request, void *result) -> std::int32_t {
    const std::int32_t status = observer_link[OBSERVER_LINK_COUNT - 1].call(context, request, result);
    static_cast<observer_link_answer *>(result)->state ^= 1;  // a bit of the state that no answer shows
    return status;
  };
  const TerminalBoard other(flaws);
  const Ended differs = run(command + " --on " + other.place());
  CHECK(differs.status == 4);
  CHECK(differs.err.find("differs from host-float") != std::string::npos);
  CHECK(differs.out == run(command).out);
}

TEST_CASE("joints: a target refuses samples that do not fit its payload") {
  observer_link_samples batch{};
  observer_link_answer answer{};
  const auto take = [&](std::int32_t n, std::int32_t feet, std::int32_t count, std::int32_t pushes = 0) {
    batch.pushes = pushes;
    batch.n = n;
    batch.feet = feet;
    batch.count = count;
    return observer_link[1].call(nullptr, &batch, &answer);
  };
  CHECK(take(0, 1, 0) == TD_REFUSED_SIZE);
  CHECK(take(3, 0, 1) == TD_REFUSED_SIZE);
  CHECK(take(3, 2, -1) == TD_REFUSED_SIZE);
  CHECK(take(TD_MAX_SPEEDS + 1, 1, 1) == TD_REFUSED_SIZE);
  CHECK(take(1, 1, OBSERVER_LINK_BATCH + 1) == TD_REFUSED_SIZE);
  CHECK(take(12, 1, OBSERVER_LINK_NUMBERS / observer_link_stride(12, 1, 0) + 1) == TD_REFUSED_SIZE);
  CHECK(take(12, 1, OBSERVER_LINK_NUMBERS / observer_link_stride(12, 1, 0), TD_MAX_PUSHES) == TD_REFUSED_SIZE);
  CHECK(take(1, 1, 1, -1) == TD_REFUSED_SIZE);
  CHECK(take(1, 1, 1, TD_MAX_PUSHES + 1) == TD_REFUSED_SIZE);
  CHECK(take(4, 1, OBSERVER_LINK_RESIDUALS / 4 + 1) == TD_REFUSED_SIZE);
}
