// The momentum observer on a machine with two legs that is simulated beside it (hopper.hpp), through sensors with noise
// and a model that is wrong by some percent: which foot touched, when and how hard; what each carries; nothing where
// nothing touches, while legs swing and the body is pushed; what lost samples and bad input do.
//
// Seen red: share_load (src/monitor/joints.hpp) that adds loads: the second foot and the loads; J of the other
// leg: the foot; `waited` that is not added to dt in measure_momentum: what a lost sample leaves.
#include <doctest/doctest.h>

#include <limits>

#include "hopper.hpp"
#include "imu.hpp"
#include "touchdown/touchdown.hpp"

namespace {

using hopper::Hopper;
using hopper::MassMatrix;
using hopper::Speeds;

constexpr double dt = 1e-3, bearing_load = 20;

template <class Scalar>
class Observed {
 public:
  explicit Observed(std::uint64_t seed) : random_(seed) {
    touchdown::MonitorMachine<Scalar> &machine = machine_;
    machine.speeds = hopper::speeds;
    machine.feet = hopper::legs;
    for (int i = 0; i < hopper::legs; ++i) machine.foot[i].mu = Scalar(0.8);
    for (int j = 0; j < hopper::speeds; ++j) machine.noise[j] = Scalar(1e-3);
    machine.gain = 200;
    machine.bearing_load = Scalar(bearing_load);
    machine.wait = Scalar(0.004);  // nothing rings
    REQUIRE(touchdown::start(observer_, machine) == TD_SOLVED);
  }

  // What the sensors say of the machine, which came from `before` by the torques that it has now.
  touchdown::Status feed(const Hopper &now, bool lost = false) {
    const Speeds q = (now.q + q_) / 2, u = (now.u + u_) / 2;
    q_ = now.q;
    u_ = now.u;
    MassMatrix M;
    Speeds bias;
    hopper::dynamics(q, u, M, bias);
    const Speeds force = 1.02 * now.torque - bias;  // torques are measured, not quite
    for (int j = 0; j < hopper::speeds; ++j) {
      u_now_[j] = static_cast<Scalar>(now.u[j] + 0.002 * imu::normal(random_));
      force_[j] = static_cast<Scalar>(force[j]);
      for (int k = 0; k < hopper::speeds; ++k) M_[j * hopper::speeds + k] = static_cast<Scalar>(1.01 * M(j, k));
    }
    for (int leg = 0; leg < hopper::legs; ++leg) put(hopper::foot(q, u, leg).J, J_ + 3 * hopper::speeds * leg);
    if (lost) u_now_[0] = std::numeric_limits<Scalar>::quiet_NaN();
    return touchdown::feed(observer_, machine_, sample());
  }
  touchdown::JointsSample<Scalar> sample() const {
    touchdown::JointsSample<Scalar> sample = {};
    sample.n = hopper::speeds;
    sample.feet = hopper::legs;
    sample.dt = Scalar(dt);
    sample.M = M_;
    sample.u = u_now_;
    sample.force = force_;
    sample.J = J_;
    sample.normals = normals_;
    return sample;
  }
  void begin(const Hopper &hopper) {
    q_ = hopper.q;
    u_ = hopper.u;
  }
  touchdown::Monitor<Scalar> &observer() { return observer_; }
  bool stands(int foot) const { return observer_.foot[foot] >= TD_FOOT_TOUCHING; }
  bool reports_touch() const { return stands(0) || stands(1); }
  double load(int foot) const { return static_cast<double>(observer_.load[foot][2]); }

 private:
  static void put(const hopper::PointSpeeds &J, Scalar *to) {
    for (int j = 0; j < hopper::speeds; ++j) {
      to[j] = static_cast<Scalar>(J(0, j));
      to[hopper::speeds + j] = 0;  // it moves in a plane
      to[2 * hopper::speeds + j] = static_cast<Scalar>(J(1, j));
    }
  }

  touchdown::MonitorMachine<Scalar> machine_ = {};
  touchdown::Monitor<Scalar> observer_;
  oracle::Random random_;
  Speeds q_ = Speeds::Zero(), u_ = Speeds::Zero();
  Scalar M_[hopper::speeds * hopper::speeds] = {}, u_now_[hopper::speeds] = {}, force_[hopper::speeds] = {};
  Scalar J_[hopper::legs * 3 * hopper::speeds] = {}, normals_[6] = {0, 0, 1, 0, 0, 1};
};

// One sample on: the ground is stiff, flight is not.
void advance(Hopper &hopper) {
  const int steps = hopper.lowest() < 0.05 ? 50 : 5;
  hopper.control();
  for (int i = 0; i < steps; ++i) hopper.advance(dt / steps);
}

// In flight, its lower foot so high above the ground.
Hopper thrown(double height, double pitch, double speed) {
  Hopper hopper;
  hopper.q[2] = pitch;
  hopper.u[0] = speed;
  hopper.q[1] += height - hopper.lowest();
  return hopper;
}

// The first foot that touches, and the time for which it does alone.
struct First {
  int foot;
  double time, alone;
};
First first_of(const Hopper &hopper) {
  const int foot = hopper.touched[0] >= 0 && (hopper.touched[1] < 0 || hopper.touched[0] <= hopper.touched[1]) ? 0 : 1;
  const double other = hopper.touched[static_cast<std::size_t>(1 - foot)];
  const double time = hopper.touched[static_cast<std::size_t>(foot)];
  return {foot, time, other < 0 ? 1 : other - time};
}

struct Landing {
  int first_foot = -1;  // the first that was reported
  double told_at = -1, touch = -1, impulse = -1, true_impulse = -1;
  bool other_told = false;
};

// Until both feet have touched and 60 ms more.
template <class Scalar>
Landing land(Hopper hopper, std::uint64_t seed, First &truth) {
  Observed<Scalar> observed(seed);
  observed.begin(hopper);
  Landing landing;
  for (int i = 0; i < 900; ++i) {
    advance(hopper);
    REQUIRE(observed.feed(hopper) == TD_SOLVED);
    const auto &event = observed.observer().event;
    for (int foot = 0; foot < 2 && landing.first_foot < 0; ++foot) {
      if (!observed.stands(foot)) continue;
      const Eigen::Vector2d p = hopper.impulse[static_cast<std::size_t>(foot)];
      landing.first_foot = foot;
      landing.told_at = hopper.time;
      landing.touch = hopper.time - static_cast<double>(event.age);
      landing.true_impulse = p.norm();
      landing.impulse = std::hypot(static_cast<double>(event.foot_impulse[foot][0]) - p[0],
                                   static_cast<double>(event.foot_impulse[foot][2]) - p[1]);
    }
    if (landing.first_foot >= 0) landing.other_told = landing.other_told || observed.stands(1 - landing.first_foot);
    if (hopper.touched[0] >= 0 && hopper.touched[1] >= 0 &&
        hopper.time > std::max(hopper.touched[0], hopper.touched[1]) + 0.06)
      break;
  }
  truth = first_of(hopper);
  return landing;
}

template <class Scalar>
void check_landings() {
  oracle::Random random(11);
  int right = 0, others = 0, timely = 0;
  std::vector<double> late, off, delay;
  constexpr int landings = 24;
  for (int i = 0; i < landings; ++i) {
    const double side = i % 2 == 0 ? 1 : -1;
    First truth;
    const Landing landing = land<Scalar>(thrown(0.45, side * random.uniform(0.1, 0.3), random.uniform(-0.3, 0.3)),
                                         static_cast<std::uint64_t>(100 + i), truth);
    right += landing.first_foot == truth.foot;
    others += landing.other_told;
    late.push_back(std::abs(landing.touch - truth.time));
    delay.push_back(landing.told_at - truth.time);
    off.push_back(landing.impulse / landing.true_impulse);
    timely += late.back() <= 2 * dt;
  }
  for (std::vector<double> *figure : {&late, &off, &delay}) std::sort(figure->begin(), figure->end());
  MESSAGE("of " << landings << " landings the first foot right in " << right << ", the second reported in " << others
                << ", touch within 2 samples in " << timely << ", in the median " << 1e3 * late[landings / 2]
                << " ms off, reported after " << 1e3 * delay[landings / 2] << " ms, impulse off by "
                << 100 * off[landings / 2] << " %");
  CHECK(right == landings);
  CHECK(others == landings);
  CHECK(timely == landings);
  CHECK(late[landings / 2] <= dt);
  CHECK(delay[landings / 2] <= 0.012);
  CHECK(off[landings / 2] <= 0.1);
}

template <class Scalar>
void check_standing() {
  Hopper hopper = thrown(0.15, 0, 0);
  Observed<Scalar> observed(3);
  observed.begin(hopper);
  for (int i = 0; i < 1500; ++i) {
    advance(hopper);
    REQUIRE(observed.feed(hopper) == TD_SOLVED);
  }
  for (int foot = 0; foot < 2; ++foot) {
    CHECK(observed.observer().foot[foot] == TD_FOOT_BEARING);
    CHECK(std::abs(observed.load(foot) - hopper.force[static_cast<std::size_t>(foot)][1]) < 0.06 * hopper::weight);
  }
}

// Every seventh sample is lost, and three at the touch.
template <class Scalar>
void check_lost() {
  Hopper hopper = thrown(0.45, 0.2, 0);
  Observed<Scalar> observed(7);
  observed.begin(hopper);
  int first = -1, caveats = 0;
  for (int i = 0; i < 400; ++i) {
    advance(hopper);
    const double since = std::max(hopper.touched[0], hopper.touched[1]);
    const bool lost = i % 7 == 3 || (since >= 0 && hopper.time < since + 3 * dt);
    REQUIRE(observed.feed(hopper, lost) == (lost ? TD_CAVEAT_MISSING_SAMPLE : TD_SOLVED));
    for (int foot = 0; foot < 2 && first < 0; ++foot)
      if (observed.stands(foot)) first = foot;
    if (first >= 0) caveats |= observed.observer().event.caveats;
    if (hopper.touched[0] >= 0 && hopper.touched[1] >= 0) break;
  }
  CHECK(first == first_of(hopper).foot);
  CHECK((caveats & TD_CAVEAT_MISSING_SAMPLE) != 0);
}

// Legs that swing, and a body that is pushed: nothing touches.
enum class Disturbed { not_at_all, at_body, at_knee };

// A blow at a knee along the shank would be a foot's: no joint feels the difference. This one is across; while
// an event is young, noise hides that too.
Speeds push_of(Disturbed disturbed, const Hopper &hopper, int i, int flight) {
  Speeds push = Speeds::Zero();
  const double sign = (i / 200 + flight) % 2 == 0 ? 1 : -1;
  if (i <= 300 || i % 200 >= 40 || disturbed == Disturbed::not_at_all) return push;
  if (disturbed == Disturbed::at_knee)
    return hopper::motion(hopper.q, hopper.u, {flight % 2, 1, 1, 0}).J.transpose() * Eigen::Vector2d(60 * sign, 20);
  push.head<3>() = sign * Eigen::Vector3d(20, 30, 3);
  return push;
}

template <class Scalar>
void check_flights(Disturbed disturbed) {
  int touched = 0, events = 0, samples = 0;
  for (int flight = 0; flight < 20; ++flight) {
    oracle::Random random(static_cast<std::uint64_t>(500 + flight));
    Hopper hopper;
    hopper.q[1] = 1e3;
    Observed<Scalar> observed(static_cast<std::uint64_t>(flight));
    observed.begin(hopper);
    for (int i = 0; i < 1000; ++i, ++samples) {
      if (i % 100 == 0)
        for (int j = 3; j < hopper::speeds; ++j) hopper.aim[j] = (j % 2 == 1 ? 0.5 : -1) + random.uniform(-0.3, 0.3);
      hopper.push = push_of(disturbed, hopper, i, flight);
      advance(hopper);
      REQUIRE(observed.feed(hopper) == TD_SOLVED);
      touched += observed.reports_touch();
    }
    events += observed.observer().event.number;
  }
  if (disturbed == Disturbed::at_knee) CHECK(events >= 20);
  MESSAGE(samples << " samples without a contact: " << events << " events, " << touched << " samples with a foot");
  CHECK(touched <= (disturbed == Disturbed::at_knee ? 2200 : 0));
}

}  // namespace

TEST_CASE("observer: which foot of a simulated machine touched, when and how hard") {
  check_landings<double>();
  check_landings<float>();
}

TEST_CASE("observer: what each foot of a simulated machine carries") {
  check_standing<double>();
  check_standing<float>();
}

TEST_CASE("observer: lost samples hide no touch, and are said") {
  check_lost<double>();
  check_lost<float>();
}

TEST_CASE("observer: bad input is refused, each with its own status") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  touchdown::MonitorMachine<double> machine = {};
  machine.speeds = machine.feet = 1;
  machine.noise[0] = machine.gain = machine.bearing_load = 1;
  touchdown::Monitor<double> observer = {};
  const auto refused = [&](auto change, touchdown::Status status) {
    touchdown::MonitorMachine<double> bad = machine;
    change(bad);
    CHECK(touchdown::start(observer, bad) == status);
    CHECK(observer.phase == 0);
  };
  refused([](auto &bad) { bad.speeds = -1; }, TD_REFUSED_SIZE);
  refused([](auto &bad) { bad.speeds = touchdown::max_speeds + 1; }, TD_REFUSED_SIZE);
  refused([](auto &bad) { bad.feet = TD_MAX_FEET + 1; }, TD_REFUSED_SIZE);
  refused([](auto &bad) { bad.noise[0] = 0; }, TD_REFUSED_MONITOR);
  refused([&](auto &bad) { bad.gain = nan; }, TD_REFUSED_MONITOR);
  refused([](auto &bad) { bad.bearing_load = 0; }, TD_REFUSED_MONITOR);
  refused([](auto &bad) { bad.foot[0].mu = -1; }, TD_REFUSED_MONITOR);
  refused([](auto &bad) { bad.learning = 1001; }, TD_REFUSED_MONITOR);
  refused([](auto &bad) { bad.confidence = 1; }, TD_REFUSED_MONITOR);

  double M[1] = {1}, u[1] = {0}, force[1] = {0}, J[3] = {0, 0, 1};
  touchdown::JointsSample<double> sample = {};
  sample.n = sample.feet = 1;
  sample.dt = 1e-3;
  sample.M = M;
  sample.u = u;
  sample.force = force;
  sample.J = J;
  CHECK(touchdown::feed(observer, machine, sample) == TD_REFUSED_NOT_STARTED);
  machine.confidence = 0.5;
  REQUIRE(touchdown::start(observer, machine) == TD_SOLVED);
  CHECK(touchdown::feed(observer, machine, sample) == TD_SOLVED);
  sample.n = 2;
  CHECK(touchdown::feed(observer, machine, sample) == TD_REFUSED_SIZE);
  sample.n = 1;
  double push[TD_MAX_PUSHES + 1] = {1};
  sample.push = push;
  for (const int pushes : {-1, TD_MAX_PUSHES + 1}) {
    sample.pushes = pushes;
    CHECK(touchdown::feed(observer, machine, sample) == TD_REFUSED_SIZE);
  }
  sample.pushes = 1;
  for (const double dt_now : {0.0, -1e-3, nan}) {
    sample.dt = dt_now;
    CHECK(touchdown::feed(observer, machine, sample) == TD_REFUSED_TIME);
  }
  sample.dt = 1e-3;
  for (const double mass : {0.0, -1.0, nan}) {
    M[0] = mass;
    CHECK(touchdown::feed(observer, machine, sample) == TD_REFUSED_MASS_MATRIX);
  }
  M[0] = 1;
  CHECK(observer.next == 0);  // of none of these anything is kept
  for (double *number : {u, force, J, push}) {
    const double good = *number;
    *number = nan;
    CHECK(touchdown::feed(observer, machine, sample) == TD_CAVEAT_MISSING_SAMPLE);
    *number = good;
  }
  CHECK(observer.waited == doctest::Approx(4e-3));
  u[0] = 0.5;
  CHECK(touchdown::feed(observer, machine, sample) == TD_SOLVED);
  CHECK(observer.ring[0] == 0.5);
  CHECK(observer.ring[1] == doctest::Approx(5e-3));
}

TEST_CASE("observer: legs that swing touch nothing") {
  check_flights<double>(Disturbed::not_at_all);
  check_flights<float>(Disturbed::not_at_all);
}

TEST_CASE("observer: a push at the body is no foot's") {
  check_flights<double>(Disturbed::at_body);
  check_flights<float>(Disturbed::at_body);
}

TEST_CASE("observer: most blows across a knee are no foot's") {
  check_flights<double>(Disturbed::at_knee);
  check_flights<float>(Disturbed::at_knee);
}
