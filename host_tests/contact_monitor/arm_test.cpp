// An arm that the monitor listens to (arm.hpp), through sensors with noise and a model that is wrong by some percent: a
// knee that runs into its stop and a payload that is lifted are no touch where the sample names such pushes, however
// well a contact would explain them; a foot or a hand that comes down on the floor is one, whatever the sample names.
//
// Seen red: without pushes, below; without their evidence in weigh_nothing (src/monitor/evidence.hpp) the knee and the
// payload are touches.
#include <doctest/doctest.h>

#include <string>

#include "arm.hpp"
#include "imu.hpp"
#include "touchdown/touchdown.hpp"

namespace {

constexpr double dt = 1e-3, near_stop = 0.3;

enum class Case { stop, payload, floor };

template <class Scalar, int links>
class Watched {
 public:
  using Arm = arm::Arm<links>;
  using Speeds = typename Arm::Speeds;

  Watched(int run, bool names, double normal, const Arm &arm)
      : random_(static_cast<std::uint64_t>(run)), names_(names), normal_(static_cast<Scalar>(normal)), q_(arm.q) {
    touchdown::MonitorMachine<Scalar> &machine = machine_;
    machine.speeds = links;
    machine.feet = 1;
    machine.foot[0].mu = Scalar(0.8);
    for (int j = 0; j < links; ++j) machine.noise[j] = Scalar(1e-4);
    machine.gain = 200;
    machine.bearing_load = 5;
    if (links == 2) machine.confidence = Scalar(0.5);  // two momenta never exclude other causes
    REQUIRE(touchdown::start(monitor_, machine) == TD_SOLVED);
  }

  // Whether something is said to touch.
  bool feed(const Arm &now) {
    const Speeds q = (now.q + q_) / 2, u = (now.u + u_) / 2;
    q_ = now.q;
    u_ = now.u;
    typename Arm::MassMatrix M;
    Speeds bias;
    Arm::dynamics(q, u, 0, M, bias);
    const Speeds force = 1.02 * now.torque - bias;  // torques are measured, not quite
    const auto hand = Arm::hand(q, u).J;
    const Scalar normal[3] = {0, 0, normal_};
    Scalar mass[links * links], speed[links], known[links], J[3 * links] = {}, push[(1 + links) * links] = {};
    touchdown::JointsSample<Scalar> sample = {};
    sample.n = links;
    sample.feet = 1;
    sample.dt = Scalar(dt);
    sample.M = mass;
    sample.u = speed;
    sample.force = known;
    sample.J = J;
    sample.normals = normal;
    sample.push = push;
    for (int j = 0; j < links; ++j) {
      speed[j] = static_cast<Scalar>(now.u[j] + 1e-4 * imu::normal(random_));
      known[j] = static_cast<Scalar>(force[j]);
      for (int k = 0; k < links; ++k) mass[links * j + k] = static_cast<Scalar>(1.01 * M(j, k));
      J[j] = static_cast<Scalar>(hand(0, j));
      J[2 * links + j] = static_cast<Scalar>(hand(1, j));
      push[j] = Scalar(-arm::gravity) * J[2 * links + j];
    }
    sample.pushes = names_ ? 1 : 0;
    for (int j = 0; j < links && names_; ++j)
      if (now.q[j] < now.stop[j] + near_stop) push[links * sample.pushes++ + j] = 1;
    if (touchdown::feed(monitor_, machine_, sample) != TD_SOLVED) FAIL("refused");
    return monitor_.touched != 0 || monitor_.foot[0] != TD_FOOT_CLEAR;
  }

 private:
  touchdown::MonitorMachine<Scalar> machine_ = {};
  touchdown::Monitor<Scalar> monitor_;
  oracle::Random random_;
  bool names_;
  Scalar normal_;
  Speeds q_, u_ = Speeds::Zero();
};

// A leg of two links hangs; an arm of more reaches out. The hand moves up or down.
template <int links>
arm::Arm<links> drawn(Case what, oracle::Random &random, typename arm::Arm<links>::Speeds &rate) {
  using Arm = arm::Arm<links>;
  typename Arm::Speeds pose;
  for (int j = 0; j < links; ++j) pose[j] = links == 2 ? random.uniform(0.7, 1.1) : random.uniform(-0.5, 0.5);
  if (links == 2) pose[0] = random.uniform(-2.2, -1.8);
  Arm arm(pose);
  arm.stop_stiffness = random.uniform(200, 3000);
  const auto hand = Arm::hand(arm.q, arm.u);
  const typename Arm::Speeds up = hand.J.row(1).transpose() / hand.J.row(1).squaredNorm();
  if (what == Case::stop) {
    rate = -random.uniform(1, 4) * Arm::Speeds::Unit(1);
    arm.stop[1] = pose[1] - random.uniform(0.2, 0.4);
  } else if (what == Case::payload) {
    rate = random.uniform(0.1, 0.4) * up;
  } else {
    rate = -random.uniform(0.3, 1) * up;
    arm.stop[0] = pose[0] - near_stop / 2;  // near, but the floor comes first
    arm.floor = hand.at[1] - random.uniform(0.005, 0.015);
  }
  return arm;
}

// Rest while the level is learnt, then it moves until something pushes and for 0.1 s more.
template <class Scalar, int links>
bool is_reported(Case what, bool names, double normal, int run) {
  oracle::Random random(static_cast<std::uint64_t>(700 + run));
  typename arm::Arm<links>::Speeds rate;
  arm::Arm<links> arm = drawn<links>(what, random, rate);
  Watched<Scalar, links> watched(run, names, normal, arm);
  bool reported = false;
  for (int i = 0; i < 1600; ++i) {
    if (i == 300 && what == Case::payload) arm.grasp(random.uniform(0.5, 2));
    const bool ends = arm.first_push >= 0 && arm.time > arm.first_push + 0.1;
    if (ends && what == Case::floor) break;
    if (i > 350 && !ends) arm.aim += dt * rate;
    arm.control();
    for (int k = 0; k < 10; ++k) arm.advance(dt / 10);
    reported = watched.feed(arm) || reported;
  }
  REQUIRE(arm.first_push > 0.29);
  return reported;
}

constexpr int runs = 24;

// Of runs with a normal up, or down.
template <class Scalar, int links>
int count_reported(Case what, bool names, double normal = 1) {
  int reported = 0;
  for (int run = 0; run < runs; ++run) reported += is_reported<Scalar, links>(what, names, normal, run);
  MESSAGE(std::string(names ? "pushes named" : "no pushes named") << ": reported in " << reported << " of " << runs);
  return reported;
}

}  // namespace

TEST_CASE("arm: a knee that runs into its stop is no touch of the foot") {
  CHECK(count_reported<double, 2>(Case::stop, false) >= 20);  // else these would show nothing
  CHECK(count_reported<double, 2>(Case::stop, true) == 0);
  CHECK(count_reported<float, 2>(Case::stop, true) == 0);
}

TEST_CASE("arm: a payload that is lifted is no touch of a hand below a ceiling") {
  CHECK(count_reported<double, 5>(Case::payload, false, -1) >= 20);
  CHECK(count_reported<double, 5>(Case::payload, true, -1) == 0);
  CHECK(count_reported<float, 5>(Case::payload, true, -1) == 0);
}

TEST_CASE("arm: what comes down on the floor is a touch, whatever the sample names") {
  CHECK(count_reported<double, 2>(Case::floor, true) == runs);
  CHECK(count_reported<double, 5>(Case::floor, true) == runs);
  CHECK(count_reported<float, 5>(Case::floor, true) == runs);
}
