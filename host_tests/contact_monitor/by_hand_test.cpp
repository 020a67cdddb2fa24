// Steps of the monitor one by one, each against a number that is worked out beside it: what it starts with and learns,
// what sets of feet weigh beforehand, where a blow met the hull and how sure that is.
//
// Seen red: by what toolchain/mutants makes of src/monitor.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "../unit/relative.hpp"
#include "monitor/feed.hpp"

namespace {

using Vector3d = touchdown::Vector3<double>;
using Sensor = touchdown::monitor::SensorSource<double>;
using Joints = touchdown::monitor::JointsSource<double>;
using touchdown::monitor::Weighing;

constexpr double rate = 1000, mass = 2, inertia = 0.02;

touchdown::MonitorMachine<double> box() {
  touchdown::MonitorMachine<double> machine;
  machine.rate = rate;
  machine.mass = mass;
  machine.inertia[0] = machine.inertia[1] = machine.inertia[2] = inertia;
  machine.feet = 2;
  machine.foot[0].r[0] = 0.2;
  machine.foot[1].r[0] = -0.2;
  for (int i = 0; i < 2; ++i) {
    machine.foot[i].r[2] = -0.2;
    machine.foot[i].mu = 0.8;
  }
  machine.range = 1e4;
  machine.accelerometer_noise = 0.01;
  machine.gyro_noise = 0.001;
  return machine;
}

// The box in free flight, its normal up.
class Flight {
 public:
  explicit Flight(const touchdown::MonitorMachine<double> &machine = box()) : machine_(machine) {
    REQUIRE(touchdown::start(monitor, machine) == TD_SOLVED);
    sample_.n[2] = 1;
    for (int i = 0; i < 600; ++i) feed({0, 0, 0}, {0, 0, 0});
  }
  // An impulse at r.
  void feed(const Vector3d &p, const Vector3d &r) {
    touchdown::view(sample_.a) = p * rate / mass;
    touchdown::view(sample_.w) += r.cross(p) / inertia;
    REQUIRE(touchdown::feed(monitor, machine_, sample_) == TD_SOLVED);
  }
  void feed_until_over() {
    for (int i = 0; i < 200 && monitor.event.phase != TD_EVENT_OVER; ++i) feed({0, 0, 0}, {0, 0, 0});
  }
  touchdown::Monitor<double> monitor;

 private:
  touchdown::MonitorMachine<double> machine_;
  touchdown::MonitorSample<double> sample_;
};

const Vector3d first_foot(0.2, 0, -0.2);

// Three components of momentum, of which no sample is asked.
struct Three {
  using Scalar = double;
  using Size = touchdown::monitor::Fixed<3>;
  static constexpr bool jointed = false;
  static constexpr Size n{};
};

// One speed, one foot that pushes along it.
class Slide {
 public:
  explicit Slide(int learning) {
    machine.speeds = machine.feet = 1;
    machine.foot[0].mu = 0.5;
    machine.noise[0] = 0.1;
    machine.gain = 250;
    machine.bearing_load = 1;
    machine.learning = learning;
    REQUIRE(touchdown::start(monitor, machine) == TD_SOLVED);
  }
  touchdown::Status feed(double impulse, int feet = 1, const double *push = nullptr) {
    u_ += impulse / 4;
    const double M[1] = {4}, force[1] = {0}, J[6] = {0, 0, 1, 0, 0, 1};
    touchdown::JointsSample<double> sample;
    sample.n = 1;
    sample.feet = feet;
    sample.dt = 1e-3;
    sample.M = M;
    sample.u = &u_;
    sample.force = force;
    sample.J = J;
    sample.pushes = push != nullptr ? 1 : 0;
    sample.push = push;
    return touchdown::feed(monitor, machine, sample);
  }
  touchdown::Monitor<double> monitor;
  touchdown::MonitorMachine<double> machine;

 private:
  double u_ = 0;
};

}  // namespace

// What a blow on other feet leaves in the residual is shared out among all of them.
// Seen red: with a foot that bears at once where it perhaps touched: it bore, and then was said to have touched.
TEST_CASE("by hand: a foot that perhaps touched does not bear for what a blow leaves behind") {
  for (const std::int32_t said : {TD_FOOT_MAYBE, TD_FOOT_TOUCHING}) {
    Slide slide(2);
    for (int i = 0; i < 10; ++i) REQUIRE(slide.feed(0) == TD_SOLVED);
    slide.monitor.foot[0] = said;
    slide.monitor.hold[0] = 50;
    slide.monitor.residual[0] = 20;
    REQUIRE(slide.feed(0) == TD_SOLVED);
    CHECK(slide.monitor.foot[0] == (said == TD_FOOT_MAYBE ? TD_FOOT_MAYBE : TD_FOOT_BEARING));
    for (int i = 0; i < 30; ++i) REQUIRE(slide.feed(0) == TD_SOLVED);
    CHECK(slide.monitor.foot[0] == said);
  }
}

TEST_CASE("by hand: joints learn from as many samples as they are said to") {
  Slide two(2);
  CHECK(two.monitor.phase == TD_MONITOR_LEARNS);
  CHECK(two.feed(0) == TD_SOLVED);  // there is no momentum before the second
  CHECK(two.feed(0.02) == TD_SOLVED);
  CHECK(two.monitor.phase == TD_MONITOR_LEARNS);
  CHECK(two.monitor.residual[0] == relative(0.25 / 1.25 * 20));
  CHECK(two.feed(0.06) == TD_SOLVED);
  CHECK(two.monitor.phase == TD_MONITOR_WATCHES);
  CHECK(two.monitor.level[0] == relative(40));
  CHECK(two.monitor.variance[0] == relative(2 * 0.02 * 0.02 + 0.1 * 0.1));
  CHECK(two.monitor.residual[0] == relative(4 + 0.2 * (60 - 4)));
  CHECK(Slide(1).monitor.phase == TD_MONITOR_WATCHES);
  CHECK(two.feed(0, 2) == TD_REFUSED_SIZE);
}

TEST_CASE("by hand: the level is learnt of the sample that is 15 old") {
  Flight flight;
  const double before = flight.monitor.level[0], push = 1e-6;
  flight.feed({push, 0, 0}, {0, 0, 0});
  for (int i = 0; i < 14; ++i) {
    flight.feed({0, 0, 0}, {0, 0, 0});
    CHECK(std::abs(flight.monitor.level[0] - before) < 1e-3 * push * rate / 64);
  }
  flight.feed({0, 0, 0}, {0, 0, 0});
  CHECK(flight.monitor.level[0] - before == relative(push * rate / 64).epsilon(1e-3));
}

TEST_CASE("by hand: after an event the count of fresh samples begins from 0") {
  Flight flight;
  flight.feed({0, 0, 0.05}, first_foot);
  CHECK(flight.monitor.event.phase == TD_EVENT_OPEN);
  flight.feed_until_over();
  CHECK(flight.monitor.phase == TD_MONITOR_WATCHES);
  CHECK(flight.monitor.fresh == 0);
  CHECK(flight.monitor.event.r_uncertainty > 0);
  CHECK(flight.monitor.event.r_uncertainty < 0.1);
}

// (M.9): single feet share a prior of 1, so do pairs, and all have one.
TEST_CASE("by hand: what sets of feet weigh before anything is seen") {
  const Three source;
  Weighing<Three> asked(source);
  Weighing<Three>::Fitted nothing;
  asked.feet = 3;
  asked.energy = 1;
  for (int i = 0; i < 3; ++i) {
    asked.y[i] = 5 + i;
    asked.thrust[i] = 0;
    auto &alone = asked.foot[i].kept = {};
    alone.mean[i] = 2 + i;
    alone.covariance[touchdown::monitor::row_of(i) + i] = (2 + i) * (2 + i);
    alone.pull[i] = alone.spread = 1;
  }
  asked.least = 1e9;
  asked.fit_nothing(nothing);
  const Weighing<Three> none = asked;
  asked.weigh_feet();
  double singles = 0, several = 0;
  for (unsigned set = 1; set < 8; ++set) {
    const bool is_single = (set & (set - 1)) == 0;
    Weighing<Three> one = none;
    one.weigh_set(set, 1.0, asked.sum_of(set));
    if (is_single) singles += one.evidence[TD_EXPLAINED_BY_FOOT] / 3;
    if (!is_single) several += one.evidence[TD_EXPLAINED_BY_FEET] / (set == 7 ? 1 : 3);
  }
  CHECK(asked.evidence[TD_EXPLAINED_BY_FOOT] == relative(singles));
  CHECK(asked.evidence[TD_EXPLAINED_BY_FEET] == relative(several));
}

// Seen red: without a look at the square, whose 0 makes NaN of every probability.
TEST_CASE("by hand: a momentum whose square is 0 meets no hull") {
  touchdown::monitor::Blow<double> blow;
  blow.normal = blow.l = Vector3d(0, 0, 0);
  blow.p = Vector3d(0, 0, 1e-200);
  blow.p_variance = blow.l_variance = Vector3d(1, 1, 1);
  blow.hull.count = 1;
  blow.hull.point[0] = Vector3d(1, 0, 0);
  touchdown::monitor::meet_hull(0.0, blow);
  CHECK(blow.r_variance == -1);
  CHECK(blow.likelihood == 0);
}

// A blow p = 2 along z at (0.3, 0.2, -0.85) of a face that rises by a half along x: its point is off by what turns it,
// l and r x p, along two axes, over p, and by as much as that is along the slope.
TEST_CASE("by hand: how sure the point of a blow is") {
  touchdown::monitor::Blow<double> blow;
  blow.normal = Vector3d(0, 0, 1);
  blow.p = 2 * blow.normal;
  blow.l = 2 * Vector3d(0.2, -0.3, 0);
  blow.p_variance = Vector3d(1, 1, 1) * 1e-4;
  blow.l_variance = Vector3d(1, 2, 3) * 1e-4;
  blow.hull.count = 4;
  blow.hull.mu = 0.5;
  for (int i = 0; i < 4; ++i)
    blow.hull.point[i] = Vector3d(i % 2 == 0 ? 1 : -1, i < 2 ? 1 : -1, i % 2 == 0 ? -0.5 : -1.5);
  touchdown::monitor::meet_hull(0.0, blow);
  const double turned = 0.8525e-4, along = 3e-4 + turned, across = (6e-4 - along) / 2 + turned;
  CHECK((blow.r - Vector3d(0.3, 0.2, -0.85)).norm() < 1e-12);
  CHECK(blow.r_variance == relative((2 + 0.25) * across / 4));
}

// A half along z, which passes a point by 0.1: its misfit is the moment that this leaves, over its variance.
TEST_CASE("by hand: how likely a blow is that passes the hull") {
  touchdown::monitor::Blow<double> blow;
  blow.p = Vector3d(0, 0, 0.5);
  blow.normal = Vector3d(0, 0, 1);
  blow.l.setZero();
  blow.p_variance = blow.l_variance = Vector3d(1, 1, 1) * 1e-4;
  blow.hull.count = 1;
  blow.hull.mu = 0.5;
  blow.hull.point[0] = Vector3d(0.1, 0, -1);
  touchdown::monitor::meet_hull(0.0, blow);
  const double turned = 1.01e-4, along = 1e-4 + turned, across = (3e-4 - along) / 2 + turned;
  const double misfit = 0.05 * 0.05 / across;
  CHECK(blow.likelihood == relative(std::pow(1 + misfit / 20, -13) * std::sqrt((1 + along) / along)));
}

// Without feet: of an excess whose prior has the variance 1, y leaves v = 1 - 0.6^2, so it says 1 / v - 1 of it. The
// prior that y turns into one above 0 has 1 / (1 / above^2 - that).
TEST_CASE("by hand: an excess that would be below 0 is one above 0") {
  touchdown::Monitor<double> monitor;
  const touchdown::MonitorMachine<double> machine;
  Joints source(monitor, machine);
  source.n = 1;
  Weighing<Joints> asked(source);
  Weighing<Joints>::Fitted fitted;
  asked.noise[0] = 1;
  asked.hidden[0] = 0.3;
  asked.y[0] = 3;
  asked.energy = 0;
  asked.fit_whole({}, fitted);
  const double v = 1 - 0.36, above = touchdown::monitor::mean_above_zero(0.5 - 0.6 * 3, v);
  const double prior = 1 / (1 / (above * above) - (1 / v - 1));
  CHECK(1 / (fitted.inverse_diagonal[0] * fitted.inverse_diagonal[0]) == relative(1 + (prior - 1) * 0.36));
}

// Without noise (1, 0, 1); on the edge e = (1/2, 0, 1) of the cone 3/2 / (5/4) e is nearest. Of any size.
TEST_CASE("by hand: the best impulse outside a cone is on the edge next to it") {
  const auto best = [](const Vector3d &pull) {
    return touchdown::monitor::best_impulse<double>(touchdown::Matrix3<double>::Identity(), pull, {0, 0, 1}, 0.5);
  };
  for (const double size : {1.0, 1e-3})
    CHECK((best({size, 0, size}) - size * Vector3d(0.6, 0, 1.2)).norm() < 1e-12 * size);
  CHECK(best({0.1, 0, -1}).norm() == 0);
}

TEST_CASE("by hand: a blow at the hull is reported inside the cone there") {
  touchdown::MonitorMachine<double> machine = box();
  machine.points = 8;
  for (int i = 0; i < 8; ++i) {
    touchdown::view(machine.point[i].r) =
        Vector3d(i % 2 == 0 ? 0.3 : -0.3, i / 2 % 2 == 0 ? 0.3 : -0.3, i < 4 ? -0.3 : 0.3);
    machine.point[i].mu = 0.05;
  }
  Flight flight(machine);
  flight.feed({0.0045, 0, 0.05}, {0.1, -0.25, -0.3});
  flight.feed_until_over();
  const auto &event = flight.monitor.event;
  CHECK(event.explanation == TD_EXPLAINED_BY_POINT);
  CHECK(event.impulse[2] == relative(0.05).epsilon(0.01));
  CHECK(event.impulse[0] == relative(0.05 * event.impulse[2]));
}

TEST_CASE("by hand: one point is a hull") {
  touchdown::MonitorMachine<double> machine = box();
  machine.points = 1;
  machine.point[0].r[2] = -0.3;
  machine.point[0].mu = 0.5;
  Flight flight(machine);
  flight.feed({0, 0, 0.05}, {0, 0, -0.3});
  CHECK(flight.monitor.event.probability[TD_EXPLAINED_BY_POINT] > 0);
}

TEST_CASE("by hand: what a monitor starts with") {
  touchdown::Monitor<double> monitor;
  REQUIRE(touchdown::start(monitor, box()) == TD_SOLVED);
  CHECK(monitor.event.foot == -1);
  for (int j = 0; j < 6; ++j) {
    const double least = touchdown::monitor::least_variance(box(), j);
    CHECK(monitor.variance[j] == least);
    CHECK(monitor.growth[j] == (j < 3 ? least : 0));
  }
}

// Of any length. Seen red: the tiny one was unknown where its square was asked.
TEST_CASE("by hand: each foot has a normal of its own") {
  const double normals[6] = {0, 0, 3, 0, 1e-200, 0};
  touchdown::JointsSample<double> sample;
  CHECK(touchdown::monitor::normal_of(sample, 1) == Vector3d(0, 0, 0));
  sample.normals = normals;
  CHECK(touchdown::monitor::normal_of(sample, 0) == Vector3d(0, 0, 1));
  CHECK(touchdown::monitor::normal_of(sample, 1) == Vector3d(0, 1, 0));
  CHECK(touchdown::monitor::unit_or_zero(Vector3d(0, -1e-200, 0)) == Vector3d(0, -1, 0));
  CHECK(touchdown::monitor::unit_or_zero(Vector3d(0, 0, 0)) == Vector3d(0, 0, 0));
}

// The ground is outside: a foot above the middle of the body explains no push upward.
TEST_CASE("by hand: a foot on the far side is not asked") {
  touchdown::Monitor<double> monitor = {};
  touchdown::MonitorMachine<double> machine = box();
  machine.foot[1].r[2] = -0.05;  // the middle, of both and the centre of mass, is at -0.25 / 3
  monitor.reach = 0.3;
  monitor.jump[2] = 0.05;
  Sensor source(monitor, machine);
  REQUIRE(source.factorize());
  Weighing<Sensor> asked(source);
  for (int j = 0; j < 6; ++j) asked.variance[j] = asked.per_deviation[j] = 1;
  touchdown::monitor::Blow<double> blow;
  blow.size = 0.05;
  touchdown::view(monitor.normal) = Vector3d(0, 0, 1);
  touchdown::monitor::ask_blow(monitor, machine, asked.variance, blow);
  source.ask_feet(blow, asked);
  CHECK(asked.feet == 1);
  CHECK(asked.foot[0].number == 0);
  machine.foot[1].radius = 0.1;  // it touches at -0.15 now, and the middle is at -0.35 / 3
  touchdown::monitor::ask_blow(monitor, machine, asked.variance, blow);
  asked.feet = 0;
  source.ask_feet(blow, asked);
  CHECK(asked.feet == 2);
}

// Of 1 to 8 N, and 99 N before.
TEST_CASE("by hand: a level that shifts is the mean of the 8 newest samples") {
  touchdown::Monitor<double> monitor = {};
  for (int age = 0; age < TD_MONITOR_BEFORE; ++age) {
    double *const place = monitor.ring + (TD_MONITOR_BEFORE - 1 - age) * 8;
    place[0] = 1e-3 * (age < TD_MONITOR_WINDOW ? age + 1 : 99);
    place[6] = 1e-3;
  }
  monitor.level[0] = 20;
  const touchdown::MonitorMachine<double> machine = box();
  touchdown::monitor::shift_level(Sensor(monitor, machine));
  CHECK(monitor.level[0] == relative(4.5));
}

// A push of 4.5 N at the end of an event of few samples: of a gust nothing is known yet, of the ground it is.
TEST_CASE("by hand: after a short event a push is the level where a foot stands") {
  touchdown::Monitor<double> monitor = {};
  for (int age = 0; age < TD_MONITOR_BEFORE; ++age) {
    monitor.ring[age * 8] = 4.5e-3;
    monitor.ring[age * 8 + 6] = 1e-3;
  }
  for (double &variance : monitor.variance) variance = 1;
  monitor.reach = 1;
  const touchdown::MonitorMachine<double> machine = box();
  Sensor source(monitor, machine);
  source.dt = 1e-3;
  (void)source.hear();
  source.begin_anew(false);
  CHECK(monitor.level[0] == 0);
  monitor.foot[0] = TD_FOOT_TOUCHING;
  source.begin_anew(false);
  CHECK(monitor.level[0] == relative(4.5));
}

TEST_CASE("by hand: an edge of the hull ends at its points") {
  touchdown::monitor::HullPoint<double> best = {{}, 9, 1};
  touchdown::monitor::near_edge(Vector3d(-2, 0, 0), Vector3d(-1, 0, 0), best);
  CHECK(best.off == 1);
  best.off = 9;
  touchdown::monitor::near_edge(Vector3d(0.5, 0, 0), Vector3d(2, 0, 0), best);
  CHECK(best.off == 0.25);
  touchdown::monitor::near_edge(Vector3d(0.25, 0, 0), Vector3d(0.25, 0, 5), best);  // seen along it
  CHECK(best.off == 0.0625);
}

TEST_CASE("by hand: a blow that only pulls is none") {
  touchdown::monitor::Blow<double> blow;
  blow.p = Vector3d(0, 0, -1);
  blow.normal = Vector3d(0, 0, 1);
  blow.p_variance = Vector3d(1, 1, 1);
  blow.hull.mu = 0.5;
  blow.likelihood = 7;
  touchdown::monitor::meet_hull(0.0, blow);
  CHECK(blow.likelihood == 0);
}

// Its Jacobian is 0, as of a tool that is bolted to the base; the normal there is not known.
TEST_CASE("by hand: a foot that no joint moves bears nothing") {
  touchdown::Monitor<double> monitor = {};
  touchdown::MonitorMachine<double> machine;
  machine.feet = 1;
  monitor.residual[0] = 5;
  const double L = 2, inverse_diagonal = 0.5, J[3] = {0, 0, 0};
  touchdown::JointsSample<double> sample;
  sample.n = 1;
  sample.J = J;
  Joints source(monitor, machine);
  source.n = 1;
  source.sample = &sample;
  source.mass = {1, &L, &inverse_diagonal};
  CHECK(source.share_load(0).norm() == 0);
}

// Half a newton-second on 4 kg, along a push of any length and against it.
TEST_CASE("by hand: a stop pushes, and does not pull") {
  touchdown::Monitor<double> monitor = {};
  const touchdown::MonitorMachine<double> machine;
  monitor.variance[0] = 0.01;
  const double L = 2, inverse_diagonal = 0.5, M = 4, push = 3;
  touchdown::JointsSample<double> sample;
  sample.n = sample.pushes = 1;
  sample.M = &M;
  sample.push = &push;
  Joints source(monitor, machine);
  source.n = 1;
  source.sample = &sample;
  source.mass = {1, &L, &inverse_diagonal};
  for (const double p : {0.5, -0.5}) {
    Weighing<Joints> asked(source);
    Weighing<Joints>::Fitted nothing;
    asked.ask(&p, 1, 0);
    asked.energy = p * p / M;
    asked.fit_nothing(nothing);
    asked.weigh_pushes();
    const double varies = asked.variance[0] + p * p / 2, off = p - p / std::sqrt(2.0);
    const double weight = std::sqrt(asked.variance[0] / varies) / std::pow(1 + off * off / varies / 20, 10.5);
    CHECK(asked.evidence[TD_EXPLAINED_BY_NO_CONTACT] == relative(p > 0 ? weight : 0));
  }
}

TEST_CASE("by hand: the uncertainty of what no contact gave is that along an axis") {
  const touchdown::MonitorMachine<double> machine = box();
  Flight flight(machine);
  flight.feed({0, 0, -0.05}, {0, 0, 0});
  touchdown::Monitor<double> &monitor = flight.monitor;
  REQUIRE(monitor.event.explanation == TD_EXPLAINED_BY_NO_CONTACT);
  const Sensor source(monitor, machine);
  Weighing<Sensor> asked(source);
  const double size = std::max(std::sqrt(source.size_squared(monitor.jump)), monitor.path);
  asked.ask(monitor.jump, monitor.noise, size * size);
  const double variance = (asked.variance[0] + asked.variance[1] + asked.variance[2]) / 3;
  CHECK(monitor.event.impulse_uncertainty == relative(std::sqrt(variance)));
}

// A change of 5 N: what it gives in 8 ms.
TEST_CASE("by hand: what a thrust that changed may be off by") {
  touchdown::Monitor<double> monitor = {};
  const touchdown::MonitorMachine<double> machine = box();
  monitor.reach = 1;
  monitor.jump[2] = 4;
  monitor.swing[2] = 5;
  monitor.event.samples = 100;
  Sensor source(monitor, machine);
  REQUIRE(source.factorize());
  Weighing<Sensor> asked(source);
  for (int j = 0; j < 6; ++j) asked.variance[j] = asked.per_deviation[j] = 1;
  source.ask_nuisances(asked);
  CHECK(asked.thrust[2] == relative(0.008 * 5));
}

TEST_CASE("by hand: the thrust before an event is a mean") {
  touchdown::Monitor<double> monitor = {};
  const touchdown::MonitorMachine<double> machine = box();
  Sensor source(monitor, machine);
  Sensor::put(Vector3d(64, 0, 0), Vector3d(0, 0, 0), source.thrust);
  source.learn_first();
  CHECK(monitor.thrust[0] == 1);
  monitor.fresh = TD_MONITOR_BEFORE;
  monitor.thrust[0] = 0;
  for (int i = 0; i < TD_MONITOR_BEFORE; ++i) monitor.ring[8 * i + 6] = 1e-3;
  for (monitor.next = 3; monitor.next <= 6; ++monitor.next) {  // every fourth sample for four
    source.learn_on();
    CHECK(monitor.thrust[0] == (monitor.next < 6 ? 0 : 4));
  }
}

TEST_CASE("by hand: a touch is no longer one after 128 samples") {
  Flight flight;
  for (int i = 0; i < 20; ++i) flight.feed({0, 0, i < 2 ? 0.1 : 0}, first_foot);
  int held = 0;
  for (; held < 300 && flight.monitor.touched != 0; ++held) flight.feed({0, 0, 0}, {0, 0, 0});
  CHECK(held > 100);
  CHECK(held <= TD_MONITOR_LONGEST);
}

// Nothing is learnt: a first sample is held against none, and the first event is no rest of another.
TEST_CASE("by hand: the first event of joints") {
  Slide slide(1);
  REQUIRE(slide.feed(0) == TD_SOLVED);
  REQUIRE(slide.feed(5) == TD_SOLVED);
  CHECK(slide.monitor.phase == TD_MONITOR_WATCHES);
  REQUIRE(slide.feed(5) == TD_SOLVED);
  CHECK(slide.monitor.phase == TD_MONITOR_WEIGHS);
  CHECK(slide.monitor.event.touched > 0.5);
}

// A momentum that has risen for as long as the ring is.
TEST_CASE("by hand: a touch of joints is looked for in the samples since the last event") {
  touchdown::Monitor<double> monitor = {};
  touchdown::MonitorMachine<double> machine;
  machine.feet = 1;
  monitor.variance[0] = 1;
  for (int age = 0; age < TD_MONITOR_BEFORE; ++age) {
    double *const place = monitor.ring + 3 * (TD_MONITOR_BEFORE - 1 - age);
    place[0] = 40 - 2 * age;
    place[1] = 1e-3;
    place[2] = 1;
  }
  const double L = 2, inverse_diagonal = 0.5, M = 4, J[3] = {0, 0, 1};
  touchdown::JointsSample<double> sample;
  sample.n = sample.feet = 1;
  sample.M = &M;
  sample.J = J;
  Joints source(monitor, machine);
  source.n = 1;
  source.depth = TD_MONITOR_BEFORE;
  source.sample = &sample;
  source.mass = {1, &L, &inverse_diagonal};
  for (const int fresh : {0, 2, 5, 16, 17}) {
    monitor.fresh = fresh;
    CHECK(source.onset_of(1e9) == std::min(std::max(fresh, 2), TD_MONITOR_BEFORE) - 2);
  }
}

// Seen red: with a quarter of bearing_load.
TEST_CASE("by hand: a foot bears until it carries less than half of bearing_load") {
  for (const double load : {0.6, 0.4}) {
    Slide slide(1);
    for (int i = 0; i < 2; ++i) REQUIRE(slide.feed(0) == TD_SOLVED);
    slide.monitor.foot[0] = TD_FOOT_BEARING;
    slide.monitor.residual[0] = load * (1 + 0.02 / 3) / 0.8;  // a fifth of the residual is the newest sample's
    REQUIRE(slide.feed(0) == TD_SOLVED);
    CHECK(slide.monitor.load[0][2] == relative(load));
    CHECK(slide.monitor.foot[0] == (load > 0.5 ? TD_FOOT_BEARING : TD_FOOT_CLEAR));
  }
}

// A push has a direction; a foot of unknown normal has none, and so explains the same momentum half as well.
// Seen red: with an uncertainty that is left as it was.
TEST_CASE("by hand: an event of joints that a push explains gives the feet no impulse") {
  Slide slide(1);
  const double along = 1;
  for (const double impulse : {0.0, 5.0, 5.0}) REQUIRE(slide.feed(impulse, 1, &along) == TD_SOLVED);
  CHECK(slide.monitor.event.explanation == TD_EXPLAINED_BY_NO_CONTACT);
  CHECK(slide.monitor.event.impulse[2] == 0);
  CHECK(slide.monitor.event.impulse_uncertainty == 0);
}

// Of 5 N, 3 are the other foot's.
TEST_CASE("by hand: what another foot bears is no load of this one") {
  Slide slide(1);
  slide.machine.speeds = 1;
  slide.machine.feet = 2;
  for (int i = 0; i < 20; ++i) REQUIRE(slide.feed(5e-3, 2) == TD_SOLVED);
  slide.monitor.load[1][2] = 3;
  slide.monitor.turn = 0;
  REQUIRE(slide.feed(5e-3, 2) == TD_SOLVED);
  CHECK(slide.monitor.load[0][2] == relative((slide.monitor.residual[0] - 3) / (1 + 0.02 / 3)).epsilon(1e-6));
}

// Seen red: without its clamp.
TEST_CASE("by hand: a place in the ring that was overwritten is put back into it") {
  for (const std::int32_t place : {-(1 << 28), 1 << 28}) {
    Flight flight;
    flight.monitor.next = place;
    flight.feed({0, 0, 0}, {0, 0, 0});
    CHECK(flight.monitor.next == (place < 0 ? 1 : 0));
  }
}

// As in flight: 8 samples, not 7.
TEST_CASE("by hand: nothing bears any more after 8 samples as in flight") {
  touchdown::Monitor<double> monitor = {};
  for (double &variance : monitor.variance) variance = 1;
  monitor.foot[0] = TD_FOOT_BEARING;
  monitor.residual[2] = monitor.load[0][2] = 5;
  const touchdown::MonitorMachine<double> machine = box();
  Sensor source(monitor, machine);
  source.dt = 1e-3;
  for (int i = 0; i < 7; ++i) source.lift_off();
  CHECK(monitor.residual[2] == 5);
  source.lift_off();
  CHECK(monitor.residual[2] == 0);
  CHECK(monitor.load[0][2] == 0);
}

TEST_CASE("by hand: events are counted to 2147483647, then from 0") {
  Flight flight;
  flight.monitor.event.number = 2147483646;
  for (const std::int32_t number : {2147483647, 0, 1}) {
    flight.feed({0, 0, 0.05}, first_foot);
    CHECK(flight.monitor.event.number == number);
    flight.feed_until_over();
  }
}

TEST_CASE("by hand: a torque about the third axis swings too") {
  touchdown::Monitor<double> monitor = {};
  monitor.reach = 1;
  const touchdown::MonitorMachine<double> machine = box();
  Sensor source(monitor, machine);
  source.status = TD_SOLVED;
  source.clipped.setZero();
  source.dt = 1e-3;
  Sensor::put(Vector3d(0, 0, 0), Vector3d(0, 0, 3), source.thrust);
  source.follow(false);
  CHECK(monitor.swing[5] == 3);
}

// Samples for which a touch is still reported; below 0 those for which a load has lasted.
TEST_CASE("by hand: how long a touch is held") {
  touchdown::Monitor<double> monitor = {};
  const touchdown::MonitorMachine<double> machine = box();
  Sensor source(monitor, machine);
  const touchdown::monitor::Stream<Sensor> stream(source);
  CHECK(stream.next_hold(false, 0, 5) == 4);
  CHECK(stream.next_hold(true, 1, -3) == -4);
  CHECK(stream.next_hold(false, 1, -3) == 0);
  monitor.last.force[2] = 20;  // a tenth of it is an error of the engine
  CHECK(stream.next_hold(true, 3.9, -3) == 0);
  CHECK(stream.next_hold(true, 4.1, -3) == -4);
}

// Of an overwritten state.
TEST_CASE("by hand: the turn of no foot is the last one's") {
  touchdown::MonitorMachine<double> machine = box();
  machine.bearing_load = 1;
  Flight flight(machine);
  flight.monitor.turn = 1000;
  flight.monitor.residual[2] = 10;
  for (int i = 0; i < 4; ++i) flight.feed({0, 0, 0}, {0, 0, 0});
  CHECK(flight.monitor.load[1][2] > 1);
  CHECK(flight.monitor.load[2][2] == 0);
}

// 5 N for 20 ms on the one speed.
TEST_CASE("by hand: the load of the last speed counts") {
  Slide slide(1);
  for (int i = 0; i < 20; ++i) REQUIRE(slide.feed(5e-3) == TD_SOLVED);
  CHECK(slide.monitor.load[0][2] == relative(slide.monitor.residual[0] / (1 + 0.02 / 3)).epsilon(1e-6));
}

// L L^T w = L r, for the unit matrix, and no number beyond the last is written.
TEST_CASE("by hand: the solution ends where its components do") {
  Weighing<Three>::Fitted fitted = {};
  double w[6] = {0, 0, 0, 7, 7, 7};
  for (int j = 0; j < 3; ++j) {
    fitted.covariance[touchdown::monitor::row_of(j) + j] = 1;
    fitted.rest[j] = j + 1;
  }
  fitted.fit(Three::n);
  fitted.solve_upper(Three::n, w);
  for (int j = 0; j < 6; ++j) CHECK(w[j] == (j < 3 ? j + 1 : 7));
}

// A ball of 0.1 below the middle of a body of reach 2.
TEST_CASE("by hand: a round point touches below its centre") {
  touchdown::Monitor<double> monitor = {};
  touchdown::MonitorMachine<double> machine = box();
  machine.foot[0].radius = 0.1;
  monitor.reach = 2;
  monitor.normal[2] = 1;
  const double variance[6] = {1, 1, 1, 1, 1, 1};
  touchdown::monitor::Blow<double> blow;
  blow.size = 1;
  touchdown::monitor::ask_blow(monitor, machine, variance, blow);
  CHECK((blow.hull.point[0] - Vector3d(0.1, 0, -0.15)).norm() < 1e-12);
}

// Half a newton-second of four was taken back: over its deviation, and 3 % of the whole. A reading at the end of the
// range gives 20, and what was read beside those that clipped is 1.5.
TEST_CASE("by hand: a contact takes nothing back, and clips no reading alone, but behind a filter") {
  for (const double filter : {0.0, 100.0}) {
    touchdown::Monitor<double> monitor = {};
    touchdown::MonitorMachine<double> machine = box();
    machine.filter = filter;
    monitor.reach = 1;
    monitor.jump[2] = 4;
    monitor.drop = 0.5;
    monitor.hidden[2] = 2.5;
    monitor.beside[2] = 1.5;
    Sensor source(monitor, machine);
    REQUIRE(source.factorize());
    Weighing<Sensor> asked(source);
    for (int j = 0; j < 6; ++j) asked.variance[j] = asked.per_deviation[j] = 1;
    for (int j = 0; j < 3; ++j) asked.variance[j] = 0.01 * (1 + j);
    source.ask_nuisances(asked);
    CHECK(asked.hidden[2] == 2.5);
    const double alone = filter == 0 ? (0.2 - 1.5 / 20) / 0.04 : 0;
    CHECK(asked.unlike == relative(0.25 / (0.02 + 0.12 * 0.12) + alone * alone));
    monitor.beside[2] = 5;
    asked.unlike = 0;
    source.ask_nuisances(asked);
    CHECK(asked.unlike == relative(0.25 / (0.02 + 0.12 * 0.12)));
  }
}

// Along x, in samples of 1, 2 and 3 N s: the middle one is clipped at 5 m/s^2, read as 4, a part of 2 N s / 2 kg.
TEST_CASE("by hand: what was read right before and after a clipped reading") {
  touchdown::Monitor<double> monitor = {};
  const touchdown::MonitorMachine<double> machine = box();
  Sensor source(monitor, machine);
  source.dt = 1e-3;
  for (int i = 0; i < 4; ++i) monitor.ring[8 * i] = std::min(i + 1, 3);
  monitor.last.a[0] = 4;
  source.clipped = Vector3d(5, 0, 0);
  monitor.next = 2;
  source.look_clipped();
  CHECK(monitor.hidden[0] == relative(2 + 2e-3));
  CHECK(monitor.beside[0] == 1);
  source.clipped.setZero();
  while (++monitor.next <= 4) source.look_clipped();
  CHECK(monitor.beside[0] == 4);
  CHECK(monitor.hidden[0] == relative(2 + 2e-3));
}

// Fed once with NaN in the machine. Seen red: without a look at the momentum, and at the gain of
// joints, the residual is NaN from then on; without one at a load, so are all loads.
TEST_CASE("by hand: a machine with NaN is refused, and leaves the monitor as it was") {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Flight flight;
  const touchdown::Monitor<double> before = flight.monitor;
  touchdown::MonitorSample<double> sample;
  touchdown::MonitorMachine<double> machine = box();
  for (double *const number : {&machine.mass, &machine.rate, &machine.inertia[3], &machine.sensor[1]}) {
    *number = none;
    CHECK(touchdown::feed(flight.monitor, machine, sample) == TD_REFUSED_MONITOR);
    CHECK(std::memcmp(&before, &flight.monitor, sizeof before) == 0);
    machine = box();
  }
  machine.bearing_load = 1;
  machine.foot[0].r[0] = none;
  for (int i = 0; i < 8; ++i) CHECK(touchdown::feed(flight.monitor, machine, sample) == TD_SOLVED);
  for (const double load : flight.monitor.load[0]) CHECK(load == 0);
  sample.a[0] = 1e300;
  CHECK(touchdown::feed(flight.monitor, machine, sample) == TD_CAVEAT_MISSING_SAMPLE);
  CHECK(touchdown::is_finite(flight.monitor.residual[0]));

  Slide slide(1);
  slide.machine.gain = none;
  CHECK(slide.feed(0) == TD_REFUSED_MONITOR);
}
