// Landings whose up is along no axis of the world, so that what should be 0 is rounding: directions are none then, or
// lie where they must.
//
// Seen red: with src/systems/slide.hpp taking any remainder, however small, for a direction; and with the direction of
// slip taken from u - n (n . u).
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "random_landings.hpp"

namespace {

using landing::Random;

constexpr double epsilon = static_cast<double>(std::numeric_limits<td_real>::epsilon());

double wide(td_real x) { return static_cast<double>(x); }
double dot(const td_real (&a)[3], const td_real (&b)[3]) {
  return wide(a[0]) * wide(b[0]) + wide(a[1]) * wide(b[1]) + wide(a[2]) * wide(b[2]);
}
double length(const td_real (&a)[3]) { return std::sqrt(dot(a, a)); }

void along(const td_real (&n)[3], double times, td_real (&x)[3]) {
  for (int i = 0; i < 3; ++i) x[i] = static_cast<td_real>(times * wide(n[i]));
}

// A ball on one foot, straight above where it lands: ground, gravity, foot and velocity along one oblique direction.
landing::Descent straight_drop(Random &random) {
  landing::Descent d;
  td_lander &lander = d.lander;
  lander.mass = 12;
  lander.inertia[0] = lander.inertia[1] = lander.inertia[2] = 8;
  lander.feet = lander.planes = lander.max_touchdowns = 1;
  random.fill(lander.ground[0].n, 3, -1, 1);
  const double unit = 1 / length(lander.ground[0].n);
  along(lander.ground[0].n, -unit, lander.foot[0].r);
  along(lander.ground[0].n, -2 * unit, lander.gravity);
  along(lander.ground[0].n, 4 * unit, d.state.x);
  along(lander.ground[0].n, -random.uniform(0.5, 3) * unit, d.state.v);
  lander.foot[0].surface.e = td_real(0.5);
  lander.horizon = 20;
  d.state.q[0] = 1;
  return d;
}

}  // namespace

TEST_CASE("straight drop on oblique ground without friction: no slip, and so no direction of it") {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const landing::Descent d = straight_drop(random);
    td_landing prediction;
    REQUIRE(td_predict_landing(&d.lander, &d.state, &prediction) == TD_SOLVED);
    REQUIRE(prediction.count == 1);
    CHECK(length(prediction.touchdown[0].slide) == 0);
  }
}

TEST_CASE("the direction in which feet slide is a unit vector along the surface, however little they slip") {
  int slides = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    landing::Descent d = straight_drop(random);
    const double size = random.uniform(0, 1) < 0.5 ? 1 : 300 * epsilon;
    for (td_real &v : d.state.v) v += static_cast<td_real>(random.uniform(-size, size));
    td_landing prediction;
    REQUIRE(td_predict_landing(&d.lander, &d.state, &prediction) == TD_SOLVED);
    REQUIRE(prediction.count == 1);
    const td_touchdown &entry = prediction.touchdown[0];
    if (length(entry.slide) == 0) continue;
    ++slides;
    CHECK(length(entry.slide) == doctest::Approx(1).epsilon(8 * epsilon));
    CHECK(std::abs(dot(entry.slide, d.lander.ground[0].n)) <= 8 * epsilon * length(d.lander.ground[0].n));
  }
  CHECK(slides > 500);
}

TEST_CASE("envelope of a descent straight down an oblique gravity: lateral errors change neither time nor approach") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const landing::Descent d = straight_drop(random);
    const td_landing_errors lateral = {0, 0, 0, 0, td_real(0.5)};
    td_landing_envelope envelope;
    REQUIRE(td_landing_envelope_of(&d.lander, &d.state, &lateral, &envelope) >= 0);
    CHECK(envelope.landed == 1 + TD_ENVELOPE_CORNERS);
    CHECK(wide(envelope.time.max) - wide(envelope.time.min) < 100 * epsilon);
    CHECK(wide(envelope.impulse.max) - wide(envelope.impulse.min) < 1000 * epsilon * wide(envelope.impulse.max));
  }
}

TEST_CASE("envelope of such a descent: an error of slope tilts the ground") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    landing::Descent d = straight_drop(random);
    d.lander.foot[0].surface.e = 0;
    const td_landing_errors slope = {0, 0, td_real(0.5), 0, 0};
    td_landing_envelope envelope;
    REQUIRE(td_landing_envelope_of(&d.lander, &d.state, &slope, &envelope) >= 0);
    // Without friction a slope of 1/2 turns the impulse, and the ball comes off it sideways: it keeps what is along.
    CHECK(wide(envelope.impulse.min) < 0.95 * wide(envelope.impulse.max));
  }
}
