// Figures of a drop test that follow by hand from the readings, without noise: the speed of a fall to a part of a
// sample, uncertainties by what goes into them, ends of ranges. The other tests judge whole drops by their spread.
//
// Seen red: by what toolchain/mutants makes of src/drop.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "pulses.hpp"

namespace {

// Of small numbers too: Approx alone adds 1 to what its part is of.
doctest::Approx relative(double x) { return doctest::Approx(x).scale(0); }

constexpr double g = 9.81, rate = 2000;

td_drop_rig plain_rig() {
  td_drop_rig rig = {};
  rig.rate = rate;
  rig.normal[2] = 1;
  rig.range = 1e5;
  rig.threshold = 20;
  rig.gravity = g;
  return rig;
}

struct Read {
  td_drop_test test = {};
  td_status status = 0;
  td_drop_impact impact = {};
};

// At rest for so many samples, falls for so many, and a pulse that rises to its peak and falls in straight lines.
struct Stream {
  double level = g, falls = 0;  // readings at rest and in the fall
  int rests = 3000, fall = 700;
  double rise = 30, drop = 15, peak = 300;  // samples, samples, m/s^2
  double tail = 0;                          // that goes on after the pulse
  double reading(int i) const {
    if (i < 0) return level;
    const double time = i - fall + 0.5;  // the pulse begins half way between two samples, as the fall does
    if (time <= 0) return falls;
    if (time >= rise + drop) return falls + tail;
    return falls + peak * (time < rise ? time / rise : (rise + drop - time) / drop);
  }
};

Read read(const td_drop_rig &rig, const Stream &stream, const td_drop_approach *approach = nullptr) {
  Read result;
  REQUIRE(td_drop_start(&result.test, &rig) == TD_SOLVED);
  for (int i = -stream.rests; result.test.phase != TD_DROP_READY && i < 20000; ++i) {
    const td_drop_sample sample = {{0, 0, stream.reading(i)}, {0, 0, 0}};
    REQUIRE(td_drop_feed(&result.test, &sample) == TD_SOLVED);
  }
  result.status = td_drop_impact_of(&result.test, approach, &result.impact);
  REQUIRE(result.status >= 0);
  return result;
}

}  // namespace

// Where no look at rest came after the fall had begun; elsewhere the uncertainty holds what such a look does.
TEST_CASE("values: the speed of a fall is its length, to half a sample where rest was seen clearly") {
  for (const int fall : {700, 705, 716})
    for (int rests = 3000; rests < 3016; ++rests) {
      CAPTURE(fall);
      CAPTURE(rests);
      Stream stream;
      stream.fall = fall;
      stream.rests = rests;
      const td_drop_impact impact = read(plain_rig(), stream).impact;
      const td_measured approach = impact.approach;
      CHECK(impact.tilt == 0);
      const bool clear = rests == 3012 || rests == 3014;
      CHECK(std::abs(approach.value - g * fall / rate) < (clear ? 0.5 * g / rate : 3 * approach.uncertainty));
    }
}

// Drag, or a sensor that is off in the fall: half of what rest and fall differ by is in doubt.
TEST_CASE("values: a reading in the fall is taken off, and half of what it differs by is doubt") {
  Stream stream;
  stream.rests = 3012;
  stream.fall = 2000;
  for (const double falls : {-1.0, 1.0, 3.3}) {
    stream.falls = falls;
    const Read read_ = read(plain_rig(), stream);
    CHECK(read_.impact.split == TD_SPLIT_FALL);
    CHECK(read_.impact.approach.value == relative((g - falls / 2) * stream.fall / rate).epsilon(2e-3));
    // For as long as since it was last at rest, which its level says some looks later.
    const double doubt = std::abs(falls) / 2 * stream.fall / rate;
    CHECK(read_.impact.approach.uncertainty > doubt);
    CHECK(read_.impact.approach.uncertainty < doubt * (1 + 80.0 / stream.fall));
  }
  // It grows with every sample of the fall.
  stream.falls = 1;
  double least = 1e9, most = 0;
  for (stream.fall = 2000; stream.fall < 2016; ++stream.fall) {
    const double time = 2 * read(plain_rig(), stream).impact.approach.uncertainty * rate - stream.fall;
    least = std::min(least, time);
    most = std::max(most, time);
  }
  CHECK(most - least < 3);
}

TEST_CASE("values: what an approach speed makes of an impulse, by hand") {
  td_drop_rig rig = plain_rig();
  rig.gravity = 0;
  Stream stream;
  const double whole = 300 * 45 / 2 / rate;
  for (const double e : {0.2, 0.5, 1.0}) {
    const td_drop_approach approach = {whole / (1 + e), 0.01 * whole};
    const Read read_ = read(rig, stream, &approach);
    CHECK(read_.impact.impulse.value == relative(whole).epsilon(1e-3));
    CHECK(read_.impact.e.value == relative(e).epsilon(4e-3));
    CHECK(read_.impact.e_speed == read_.impact.e.value);
    CHECK(read_.impact.e.uncertainty == relative((1 + e) * (1 + e) * 0.01).epsilon(0.05));
    CHECK(read_.impact.e_duration == relative(0.5).epsilon(0.02));
    CHECK(read_.impact.e_force == relative(0.5).epsilon(0.02));
    CHECK(read_.impact.duration.value == relative(45 / rate).epsilon(0.01));
    CHECK(read_.impact.split == TD_SPLIT_SPEED);
  }
  // It is not known at all: no more than 1.
  td_drop_approach approach = {whole / 1.5, 3 * whole};
  CHECK(read(rig, stream, &approach).impact.e.uncertainty == 1);
  approach = {whole / 1.5, 0.8 * whole};  // 1.8 of e
  CHECK(read(rig, stream, &approach).impact.e.uncertainty == 1);
  // What it does not know of the split it does not know of the time of it.
  approach = {whole / 1.5, 0.05 * whole};
  const td_drop_impact unsure = read(rig, stream, &approach).impact;
  CHECK(unsure.compression.uncertainty == relative(unsure.duration.value * unsure.e.uncertainty / 2.25).epsilon(0.05));
  // More than the impulse: nothing was given back, and that is said.
  for (const double part : {0.999, 0.9, 0.3}) {
    approach = {whole / part, 0.001};
    const Read read_ = read(rig, stream, &approach);
    CHECK(read_.impact.e.value == (part < 0.99 ? 0 : relative(0).scale(1)));
    CHECK(read_.impact.compression.value == relative(45 / rate).epsilon(0.05));
    if (part < 0.99) CHECK((read_.status & TD_CAVEAT_SPLIT) != 0);
  }
  // Nor by what comes after the pulse.
  stream.tail = 0.5;
  approach = {1.2 * whole, 0.001};
  CHECK(read(rig, stream, &approach).impact.e.value == 0);
  stream.tail = 0;
  // A push that holds against gravity, and no more: nothing was used up, and e is not known.
  rig = plain_rig();
  rig.threshold = 2;
  stream.rests = 0;
  stream.peak = 12;
  stream.rise = 300;
  stream.drop = 150;
  const Read held = read(rig, stream);
  CHECK(held.impact.split == TD_SPLIT_FORCE);
  CHECK(held.impact.e.value == 0);
  CHECK(held.impact.e.uncertainty == 1);
}

// 1 / (2 pi f) of the sensor: of the force it is behind by what changes in that time.
TEST_CASE("values: a bandwidth in the uncertainties of e, peak and duration, by hand") {
  td_drop_rig rig = plain_rig();
  rig.gravity = 0;
  const Stream stream;
  const td_drop_impact sharp = read(rig, stream).impact;
  rig.bandwidth = 400;
  const td_drop_impact blunt = read(rig, stream).impact;
  const double lag = 1 / (2 * pulses::pi * 400), compression = sharp.impulse.value / (1 + sharp.e_force);
  const auto added = [](const td_measured &more, const td_measured &less) {
    return std::sqrt(more.uncertainty * more.uncertainty - less.uncertainty * less.uncertainty);
  };
  CHECK(added(blunt.e, sharp.e) ==
        relative((1 + sharp.e_duration) * sharp.peak.value * lag / compression).epsilon(1e-3));
  CHECK(added(blunt.duration, sharp.duration) == relative(2 * lag).epsilon(1e-3));
  // Of half a sine of this length and peak: the second derivative times lag^2 / 2 would be less, (2 pi / 4) lag / T.
  CHECK(added(blunt.peak, sharp.peak) ==
        relative(sharp.peak.value * pulses::pi / 2 * lag / sharp.duration.value).epsilon(1e-3));
  CHECK(blunt.e.value == sharp.e.value);
}

TEST_CASE("values: another gravity is what it rested at, not what was learnt in a hand") {
  Stream stream;
  stream.rests = 4000;
  td_drop_rig rig = plain_rig();
  CHECK((read(rig, stream).status & TD_CAVEAT_GRAVITY) == 0);
  rig.gravity = 0.8 * g;
  CHECK((read(rig, stream).status & TD_CAVEAT_GRAVITY) != 0);
  // In the hand, moved, it learns another level; then it rests.
  struct Moved : Stream {
    double reading(int i) const { return i < -3500 ? 0.7 * g : Stream::reading(i); }
  };
  td_drop_test test;
  rig.gravity = g;
  REQUIRE(td_drop_start(&test, &rig) == TD_SOLVED);
  const Moved moved{};
  for (int i = -4000; test.phase != TD_DROP_READY && i < 20000; ++i) {
    const td_drop_sample sample = {{0, 0, moved.reading(i)}, {0, 0, 0}};
    REQUIRE(td_drop_feed(&test, &sample) == TD_SOLVED);
  }
  td_drop_impact impact;
  CHECK((td_drop_impact_of(&test, nullptr, &impact) & TD_CAVEAT_GRAVITY) == 0);
  CHECK(impact.split == TD_SPLIT_FALL);
}

TEST_CASE("values: a rig is refused beyond either end of each of its ranges") {
  const double nan = std::numeric_limits<double>::quiet_NaN(), huge = 1e200;
  td_drop_test test;
  const auto refused = [&test](auto change) {
    td_drop_rig rig = plain_rig();
    change(rig);
    return td_drop_start(&test, &rig) == TD_REFUSED_RIG;
  };
  CHECK_FALSE(refused([](td_drop_rig &) {}));
  for (const double bad : {0.0, -1.0, nan, huge}) {
    CHECK(refused([bad](td_drop_rig &r) { r.rate = bad * 1e200; }));
    CHECK(refused([bad](td_drop_rig &r) { r.range = bad; }));
    CHECK(refused([bad](td_drop_rig &r) { r.threshold = bad; }));
  }
  for (const double bad : {-1e-3, nan, 1.001e5}) {
    CHECK(refused([bad](td_drop_rig &r) { r.resolution = bad; }));
    CHECK(refused([bad](td_drop_rig &r) { r.gravity = bad; }));
  }
  CHECK_FALSE(refused([](td_drop_rig &r) { r.resolution = r.gravity = 1e5; }));
  for (const double bad : {-1e-3, nan}) {
    CHECK(refused([bad](td_drop_rig &r) { r.misalignment = bad; }));
    CHECK(refused([bad](td_drop_rig &r) { r.sensitivity = bad; }));
    CHECK(refused([bad](td_drop_rig &r) { r.max_tilt = bad; }));
    CHECK(refused([bad](td_drop_rig &r) { r.bandwidth = bad; }));
    CHECK(refused([bad](td_drop_rig &r) { r.filter = bad; }));
  }
  for (const double bad : {-1e-3, nan, 1.001 * TD_DROP_LONGEST_BOUNCE / rate})
    CHECK(refused([bad](td_drop_rig &r) { r.bounce = bad; }));
  CHECK_FALSE(refused([](td_drop_rig &r) { r.bounce = TD_DROP_LONGEST_BOUNCE / rate; }));
  CHECK(refused([](td_drop_rig &r) { r.threshold = 1e5; }));
  CHECK(refused([](td_drop_rig &r) { r.normal[2] = 0; }));
  CHECK(refused([nan](td_drop_rig &r) { r.sensor[1] = nan; }));
  CHECK(refused([nan](td_drop_rig &r) { r.contact[1] = nan; }));
}

TEST_CASE("values: digits, noise and turning, by hand") {
  // Readings that lie on the digits: what the digits add is 1 / sqrt(12) of one, twice of it at the peak.
  td_drop_rig rig = plain_rig();
  rig.gravity = 0;
  Stream stream;
  stream.level = 0;
  const td_drop_impact fine = read(rig, stream).impact;
  rig.resolution = 0.25;
  const td_drop_impact coarse = read(rig, stream).impact;
  const auto added = [](const td_measured &more, const td_measured &less) {
    return std::sqrt(more.uncertainty * more.uncertainty - less.uncertainty * less.uncertainty);
  };
  CHECK(coarse.peak.value == fine.peak.value);
  CHECK(added(coarse.peak, fine.peak) == relative(2 * 0.25 / std::sqrt(12)).epsilon(1e-3));

  // It turns all the time, as fast before as after, about an axis in the surface: no part of the impulse is by that,
  // wherever the sensor sits.
  rig = plain_rig();
  rig.gravity = 0;
  rig.sensor[0] = 0.3, rig.sensor[1] = -0.2, rig.contact[0] = 0.1, rig.contact[2] = -0.4;
  td_drop_impact found[2];
  for (const bool turns : {false, true}) {
    td_drop_test test;
    REQUIRE(td_drop_start(&test, &rig) == TD_SOLVED);
    for (int i = -stream.rests; test.phase != TD_DROP_READY && i < 20000; ++i) {
      const td_drop_sample sample = {{0, 0, stream.reading(i)}, {turns ? 0.3 : 0, 0, 0}};
      REQUIRE(td_drop_feed(&test, &sample) == TD_SOLVED);
    }
    REQUIRE(td_drop_impact_of(&test, nullptr, &found[turns ? 1 : 0]) >= 0);
  }
  CHECK(found[1].impulse.value == relative(found[0].impulse.value).epsilon(1e-9));
}

// As on an asteroid, in m/s^2. What the sensor's scale is off spoils the impulse alone, not what it left with.
TEST_CASE("values: a bounce gives the speed under any gravity") {
  for (const double gravity : {0.5, 1.62, 9.81}) {
    td_drop_rig rig = plain_rig();
    rig.gravity = gravity;
    rig.sensitivity = 0.3;
    rig.bounce = 4;
    const double whole = 300 * 45 / 2 / rate, flight = 2 * 0.5 / gravity;  // leaves with 0.5 m/s
    Stream stream;
    td_drop_test test;
    REQUIRE(td_drop_start(&test, &rig) == TD_SOLVED);
    const int again = stream.fall + 45 + static_cast<int>(flight * rate);
    for (int i = 0; test.phase != TD_DROP_READY && i < 40000; ++i) {
      const td_drop_sample sample = {{0, 0, stream.reading(i) + (i >= again ? 100 : 0)}, {0, 0, 0}};
      REQUIRE(td_drop_feed(&test, &sample) == TD_SOLVED);
    }
    td_drop_impact impact;
    REQUIRE(td_drop_impact_of(&test, nullptr, &impact) >= 0);
    CAPTURE(gravity);
    CHECK(impact.split == TD_SPLIT_BOUNCE);
    CHECK(impact.approach.value == relative(whole - gravity * 45 / rate - 0.5).epsilon(2e-3));
    const double e = 0.5 / impact.approach.value, own = impact.leaving.uncertainty / impact.approach.value;
    CHECK(impact.e.uncertainty == relative((1 + e) * std::hypot(own, 0.3 * e)).epsilon(0.05));
  }
}
