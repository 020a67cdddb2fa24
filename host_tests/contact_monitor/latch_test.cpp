// The latch of the example, and a touch held against its prediction.
//
// Seen red (target_examples/contact_monitor/landed.c): a source that counts though it was never silent, one source that
// lands, a height that is not known and disarms; the age of a touch with the wrong sign.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "imu.hpp"

extern "C" {
#include "landed.h"
}

namespace {

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

landed started() {
  landed latch = {};
  latch.height = 40;
  latch.persistence = 3;
  latch.memory = 10;
  return latch;
}

int run(landed &latch, float height, bool one, bool other, int samples) {
  const std::int32_t sources[2] = {one, other};
  for (int i = 0; i < samples; ++i) {
    const int down = landed_step(&latch, height, sources);
    CHECK(down == (latch.state == LANDED_DOWN ? 1 : 0));
  }
  return latch.state;
}

}  // namespace

TEST_CASE("latch: Mars Polar Lander's descent does not land it") {
  landed latch = started();
  CHECK(run(latch, 1500, false, false, 100) == LANDED_SAFE);
  CHECK(run(latch, 1400, true, true, 20) == LANDED_SAFE);   // legs are deployed
  CHECK(run(latch, 41, true, true, 20) == LANDED_SAFE);     // and the switches stay
  CHECK(run(latch, 39, true, true, 1000) == LANDED_ARMED);  // what was reported before does not count
  CHECK(run(latch, 20, false, false, 10) == LANDED_ARMED);  // until it was silent
  CHECK(run(latch, 10, true, false, 2) == LANDED_ARMED);    // nor what is short
  CHECK(run(latch, 10, false, false, 1) == LANDED_ARMED);
  CHECK(run(latch, 10, true, false, 3) == LANDED_SUSPECTS);  // one is not enough
  CHECK(run(latch, 10, false, false, 10) == LANDED_ARMED);   // and is forgotten
  CHECK(run(latch, 0, true, true, 2) == LANDED_ARMED);
  CHECK(run(latch, 0, true, true, 1) == LANDED_DOWN);
  CHECK(run(latch, 100, false, false, 100) == LANDED_DOWN);
}

TEST_CASE("latch: a height that is not known arms nothing, and disarms nothing") {
  landed latch = started();
  CHECK(run(latch, unknown, true, true, 100) == LANDED_SAFE);
  CHECK(run(latch, 30, false, false, 1) == LANDED_ARMED);
  CHECK(run(latch, unknown, true, false, 3) == LANDED_SUSPECTS);
  CHECK(run(latch, 50, true, true, 5) == LANDED_SAFE);
  CHECK(run(latch, 30, true, true, 5) == LANDED_ARMED);
  CHECK(run(latch, unknown, false, false, 1) == LANDED_ARMED);
  CHECK(run(latch, unknown, true, true, 3) == LANDED_DOWN);
}

// Heights and speeds are drawn; when each reaches the ground is no derivative.
TEST_CASE("first touch: its spread is that of drawn heights and speeds, and a touch is held against it") {
  const double height = 0.5, speed = 2, of_height = 0.02, of_speed = 0.05, shared = 0.6;
  const float covariance[3] = {static_cast<float>(of_height * of_height),
                               static_cast<float>(shared * of_height * of_speed),
                               static_cast<float>(of_speed * of_speed)};
  const first_touch touch = first_touch_of(0.5f, 2, covariance);
  CHECK(static_cast<double>(touch.time) == doctest::Approx(0.25));
  oracle::Random random(5);
  double sum = 0;
  constexpr int draws = 4000;
  for (int i = 0; i < draws; ++i) {
    const double x = imu::normal(random), y = shared * x + std::sqrt(1 - shared * shared) * imu::normal(random);
    const double off = (height + of_height * x) / (speed + of_speed * y) - height / speed;
    sum += off * off;
  }
  CHECK(sum / draws == doctest::Approx(static_cast<double>(touch.variance)).epsilon(0.1));
  td_contact_event event = {};
  const first_touch passed = {-0.010f, 4e-6f};  // 2 ms
  for (const float age : {0.0045f, 0.012f, 0.0155f}) {
    event.age = age;
    CHECK(is_predicted(&passed, &event) == 1);
  }
  for (const float age : {0.0035f, 0.0165f}) {
    event.age = age;
    CHECK(is_predicted(&passed, &event) == 0);
  }
}
