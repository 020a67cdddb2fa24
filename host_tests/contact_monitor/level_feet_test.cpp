// A lander that falls level, and no point of its hull is given but four feet in one plane: whichever strikes is named.
// The blow is stated as an impulse at a point, and becomes samples by Newton's and Euler's equations.
#include <doctest/doctest.h>

#include "lander.hpp"

namespace {

constexpr int begins = 400, lasts = 6, ends = 600;

// 40 N s up at foot i, from level fall, each sample with the part's noise.
template <class Scalar>
touchdown::ContactEvent<Scalar> struck_at(int i) {
  const lander::Vector3d force(0, 0, 40 * lander::rate / lasts), r = lander::foot(i);
  oracle::Random random(static_cast<std::uint64_t>(i) + 1);
  touchdown::Monitor<Scalar> monitor;
  const auto machine = lander::machine<Scalar>();
  REQUIRE(touchdown::start(monitor, machine) == TD_SOLVED);
  lander::Vector3d w = lander::Vector3d::Zero();
  for (int k = 0; k < ends; ++k) {
    const bool strikes = k >= begins && k < begins + lasts;
    const lander::Vector3d p = strikes ? force : lander::Vector3d::Zero();
    const lander::Vector3d turning = r.cross(p).cwiseQuotient(lander::inertia);
    w += turning / lander::rate;
    touchdown::MonitorSample<Scalar> sample = {};
    lander::put(p / lander::mass + turning.cross(lander::sensor) + w.cross(w.cross(lander::sensor)) +
                    imu::noise_a() * imu::normal3(random),
                sample.a);
    lander::put(w + imu::noise_w() * imu::normal3(random), sample.w);
    sample.n[2] = 1;
    REQUIRE(touchdown::feed(monitor, machine, sample) == TD_SOLVED);
  }
  return monitor.event;
}

template <class Scalar>
void check_feet() {
  for (int i = 0; i < 4; ++i) {
    CAPTURE(i);
    const auto event = struck_at<Scalar>(i);
    CHECK(event.phase == TD_EVENT_OVER);
    CHECK(event.explanation == TD_EXPLAINED_BY_FOOT);
    CHECK(event.foot == i);
    CHECK(static_cast<double>(event.impulse[2]) == doctest::Approx(40).epsilon(0.03));
  }
}

// A quadcopter of 1.5 kg hovers, falls level for 70 ms without thrust, and stands on its four feet for 20 s, at 400 Hz;
// half a second after it landed its motors idle, and shake it so [m/s^2]: the number of events that the monitor opens.
template <class Scalar>
int events_of_a_quadcopter(double idling) {
  constexpr int falls = 400, lands = 428, all = 8400;
  constexpr double rate = 400, mass = 1.5, g = 9.81, fall = g * (lands - falls) / rate;
  touchdown::MonitorMachine<Scalar> machine = {};
  machine.mass = Scalar(mass);
  for (int i = 0; i < 3; ++i) machine.inertia[i] = Scalar(i < 2 ? 0.02 : 0.035);
  machine.feet = 4;
  for (int i = 0; i < 4; ++i) {
    lander::put({i == 0 || i == 3 ? 0.15 : -0.15, i < 2 ? 0.15 : -0.15, -0.1}, machine.foot[i].r);
    machine.foot[i].mu = Scalar(0.6);
  }
  machine.rate = Scalar(rate);
  machine.range = 1600;
  machine.accelerometer_noise = Scalar(0.05);
  machine.gyro_noise = Scalar(0.002);
  machine.force_rate = 10;
  machine.torque_rate = 1;
  machine.bearing_load = 2;
  touchdown::Monitor<Scalar> monitor;
  REQUIRE(touchdown::start(monitor, machine) == TD_SOLVED);
  oracle::Random random(1);
  for (int k = 0; k < all; ++k) {
    const double pushed = k < falls ? g : k < lands ? 0 : k < lands + 2 ? fall * rate / 2 + g : g;
    touchdown::MonitorSample<Scalar> sample = {};
    const double shaken = k < lands + 200 ? 0 : idling * std::sin(6.283185307179586 * 137 * k / rate);
    lander::put(lander::Vector3d(0.5 * shaken, 0.3 * shaken, pushed + 0.8 * shaken) + 0.05 * imu::normal3(random),
                sample.a);
    lander::put(0.002 * imu::normal3(random), sample.w);
    sample.n[2] = 1;
    sample.force[2] = Scalar(k < falls ? mass * g : 0);
    REQUIRE(touchdown::feed(monitor, machine, sample) == TD_SOLVED);
  }
  for (int i = 0; i < 4; ++i) CHECK(monitor.foot[i] == TD_FOOT_BEARING);
  return monitor.event.number;
}

}  // namespace

// Seen red: with the level of a body that stands shifted only where an event lasts as long as any may, 83 events.
TEST_CASE("a quadcopter that lands and stands is reported to touch once, not each quarter of a second") {
  for (const double idling : {0.0, 1.0, 3.0}) {
    CHECK(events_of_a_quadcopter<float>(idling) <= 2);
    CHECK(events_of_a_quadcopter<double>(idling) <= 2);
  }
}

TEST_CASE("four level feet and no other point: the one that strikes is reported") {
  check_feet<float>();
  check_feet<double>();
}
