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

}  // namespace

TEST_CASE("four level feet and no other point: the one that strikes is reported") {
  check_feet<float>();
  check_feet<double>();
}
