// What a contact has to begin like. Samples follow from stated forces by Newton's and Euler's equations.
//
//   the rest of an event   a leg shakes, pulls the lander down, and lets go: what is missing then is no push from below
//   a load without a touch what a sensor's offset and an engine's error make of a mass is no load; the lander's weight,
//                          laid on its feet too slowly to be felt, is
//
// Seen red: an `onset` (src/monitor/feed.hpp) that is always 1: a foot is reported. `errors` of
// next_hold (src/monitor/feed.hpp) that are 0: the offset is a load.
#include <doctest/doctest.h>

#include "lander.hpp"

namespace {

using lander::Vector3d;

template <class Scalar>
class Fed {
 public:
  Fed() { REQUIRE(touchdown::start(monitor_, machine_) == TD_SOLVED); }

  // A force at r that the sample leaves out, beside a thrust that it gives; what the accelerometer is off by.
  void feed(const Vector3d &force, const Vector3d &r, double thrust, const Vector3d &offset = Vector3d::Zero()) {
    const Vector3d turning = r.cross(force).cwiseQuotient(lander::inertia);
    w_ += turning / lander::rate;
    touchdown::MonitorSample<Scalar> sample = {};
    lander::put((force + Vector3d(0, 0, thrust)) / lander::mass + turning.cross(lander::sensor) +
                    w_.cross(w_.cross(lander::sensor)) + offset + imu::noise_a() * imu::normal3(random_),
                sample.a);
    lander::put(w_ + imu::noise_w() * imu::normal3(random_), sample.w);
    sample.n[2] = 1;
    sample.force[2] = static_cast<Scalar>(thrust);
    REQUIRE(touchdown::feed(monitor_, machine_, sample) == TD_SOLVED);
    for (int i = 0; i < 4; ++i) reported_ = reported_ || monitor_.foot[i] != TD_FOOT_CLEAR;
  }
  const touchdown::Monitor<Scalar> &monitor() const { return monitor_; }
  bool reported() const { return reported_; }

 private:
  touchdown::MonitorMachine<Scalar> machine_ = lander::machine<Scalar>();
  touchdown::Monitor<Scalar> monitor_;
  oracle::Random random_{5};
  Vector3d w_ = Vector3d::Zero();
  bool reported_ = false;
};

template <class Scalar>
void check_rest() {
  Fed<Scalar> fed;
  const Vector3d r = lander::foot(2), none = Vector3d::Zero();
  for (int i = 0; i < 400; ++i) fed.feed(none, r, 0);
  for (int i = 0; i < 120; ++i) fed.feed({0, 0, i % 16 < 8 ? 60.0 : -60.0}, r, 0);
  for (int i = 0; i < 17; ++i) fed.feed({0, 0, -400}, r, 0);
  for (int i = 0; i < 300; ++i) fed.feed(none, r, 0);
  CHECK(fed.monitor().event.number >= 1);
  CHECK_FALSE(fed.reported());
}

template <class Scalar>
void check_offset() {
  Fed<Scalar> fed;
  for (int i = 0; i < 6000; ++i)
    fed.feed({0, 0, 0.02 * lander::weight}, Vector3d::Zero(), lander::weight, {-0.62, 0.61, 0.45});
  CHECK_FALSE(fed.reported());
}

template <class Scalar>
void check_weight() {
  Fed<Scalar> fed;
  for (int i = 0; i < 8000; ++i) {
    const double laid = std::min(i / 4000.0, 1.0) * lander::weight;
    fed.feed({0, 0, laid}, Vector3d::Zero(), lander::weight - laid);
  }
  for (int i = 0; i < 4; ++i) CHECK(fed.monitor().foot[i] == TD_FOOT_BEARING);
}

}  // namespace

TEST_CASE("onset: the rest of an event that no contact explains is no contact") {
  check_rest<float>();
  check_rest<double>();
}

TEST_CASE("onset: a sensor's offset is no load, a weight without a touch is one") {
  check_offset<float>();
  check_offset<double>();
  check_weight<float>();
  check_weight<double>();
}
