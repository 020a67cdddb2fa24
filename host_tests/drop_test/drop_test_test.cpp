// The streaming identifier on synthetic pulses of known parameters, on Baruh's box drop, on everything that spoils an
// impact, and on hostile input.
//
// Seen red: e too great by 0.1 in src/drop/impact.hpp.
#include <doctest/doctest.h>

#include <cstdio>
#include <cstring>
#include <limits>

#include "../unit/relative.hpp"
#include "pulses.hpp"
#include "touchdown/touchdown.hpp"

using namespace pulses;

namespace {

#ifdef __arm__
constexpr int drops = 60;  // each sample is made in emulated double precision
#else
constexpr int drops = 2000;
#endif

constexpr double g = 9.81;

// Of a sound impact whose stream holds no approach speed.
constexpr td_status by_shape = TD_CAVEAT_SHAPE;

double wide(td_real x) { return static_cast<double>(x); }

struct Identified {
  td_status status = TD_REFUSED_NO_IMPACT;
  td_drop_impact impact = {};
};

Identified identify(const Drop &drop, const td_drop_rig &rig, const td_drop_approach *approach = nullptr,
                    std::uint64_t seed = 1) {
  Random random(seed);
  const td_drop_test &test = stream(drop, rig, random);
  Identified found;
  found.status = td_drop_impact_of(&test, approach, &found.impact);
  return found;
}

Identified identify(const Drop &drop) { return identify(drop, rig_of(drop)); }

bool covers(const td_measured &measured, double truth) {
  return std::abs(wide(measured.value) - truth) <= 2 * wide(measured.uncertainty);
}

// A sensor with 14 bits and noise up to a hundredth of the peak, 25 to 600 samples of a pulse.
Drop random_drop(Random &random, Shape shape) {
  Drop drop;
  drop.shape = shape;
  drop.e = random.uniform(0.15, 0.95);
  drop.mu = random.uniform(0, 1);
  drop.slides_for = random.uniform(0, 1) < 0.3 ? random.uniform(0.3, 1) : 1;
  drop.rate = 1000 * std::pow(20, random.uniform(0, 1));
  drop.duration = random.uniform(25, std::min(600.0, 0.05 * drop.rate)) / drop.rate;
  drop.phase = random.uniform(0, 1);
  drop.peak = random.uniform(300, 4000);
  drop.noise = random.uniform(0, 0.01) * drop.peak;
  drop.range = drop.peak * random.uniform(1.5, 8);
  drop.resolution = 2 * drop.range / 16384;
  for (double &b : drop.bias) b = random.uniform(-0.02, 0.02) * drop.range;
  drop.behind = 60 + static_cast<int>(3 * drop.duration * drop.rate);
  return drop;
}

// Of the drops not said to have too few samples.
struct Score {
  int all = 0, few = 0, other_caveats = 0, e = 0, mu = 0, e_covered = 0, mu_covered = 0, duration_covered = 0,
      peak_covered = 0;
  void print(const char *shape) const {
    std::printf(
        "%s: %d drops, %d with too few samples; of the others e within 0.03 in %.1f %%, mu within 0.05 in "
        "%.1f %%; within twice the uncertainty e %.1f %%, mu %.1f %%, duration %.1f %%, peak %.1f %%\n",
        shape, all, few, percent(e), percent(mu), percent(e_covered), percent(mu_covered), percent(duration_covered),
        percent(peak_covered));
  }
  double percent(int count) const { return 100.0 * count / (all - few); }
};

Score score_of(Shape shape) {
  Score score;
  for (int i = 0; i < drops; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 1);
    const Drop drop = random_drop(random, shape);
    td_drop_rig rig = rig_of(drop);
    rig.gravity = 0;  // a bias may look like it
    const Identified found = identify(drop, rig, nullptr, static_cast<std::uint64_t>(i));
    REQUIRE(found.status >= 0);
    ++score.all;
    if ((found.status & TD_CAVEAT_FEW_SAMPLES) != 0) {
      ++score.few;
      continue;
    }
    score.other_caveats += found.status != by_shape;
    score.e += std::abs(wide(found.impact.e.value) - drop.e) <= 0.03;
    score.mu += std::abs(wide(found.impact.mu.value) - drop.mu) <= 0.05;
    score.e_covered += covers(found.impact.e, drop.e);
    score.mu_covered += covers(found.impact.mu, drop.mu);
    score.duration_covered += covers(found.impact.duration, drop.duration);
    score.peak_covered += covers(found.impact.peak, drop.peak);
  }
  return score;
}

void check_bar(Shape shape, const char *name) {
  const Score score = score_of(shape);
  score.print(name);
  CHECK(score.few < score.all / 4);
  CHECK(score.other_caveats <= score.all / 100);
  CHECK(score.percent(score.e) >= 95);
  CHECK(score.percent(score.mu) >= 95);
  CHECK(score.percent(score.e_covered) >= 95);
  CHECK(score.percent(score.mu_covered) >= 95);
  CHECK(score.percent(score.duration_covered) >= 90);
  CHECK(score.percent(score.peak_covered) >= 90);
}

// A rig's own samples, for what Drop does not describe.
class Rig {
 public:
  explicit Rig(const td_drop_rig &rig) { REQUIRE(td_drop_start(&test, &rig) == TD_SOLVED); }
  void feed(const Vector &a, const Vector &w = {0, 0, 0}) {
    td_drop_sample sample;
    for (std::size_t i = 0; i < 3; ++i) {
      sample.a[i] = static_cast<td_real>(a[i]);
      sample.w[i] = static_cast<td_real>(w[i]);
    }
    REQUIRE(td_drop_feed(&test, &sample) >= 0);
  }
  void feed(int count, const Vector &a, const Vector &w = {0, 0, 0}) {
    for (int i = 0; i < count; ++i) feed(a, w);
  }
  Identified identified(const td_drop_approach *approach = nullptr) const {
    Identified found;
    found.status = td_drop_impact_of(&test, approach, &found.impact);
    return found;
  }
  td_drop_test test;
};

// The pulses of a drop, one after the other, a given number of samples apart, each of a given height.
Identified several(const Drop &drop, std::initializer_list<double> heights, int apart) {
  Rig rig(rig_of(drop));
  rig.feed(200, {0, 0, 0});
  const int length = static_cast<int>(drop.duration * drop.rate) + apart;
  for (const double height : heights)
    for (int i = 0; i < length; ++i) rig.feed({0, 0, height * drop.force(i / drop.rate)});
  rig.feed(1000, {0, 0, 0});
  return rig.identified();
}

}  // namespace

TEST_CASE("triangular pulses: e within 0.03 and mu within 0.05 in 95 %") { check_bar(Shape::triangle, "triangular"); }
TEST_CASE("half-sine pulses: e within 0.03 and mu within 0.05 in 95 %") { check_bar(Shape::half_sine, "half sine"); }

TEST_CASE("without noise, every figure") {
  Drop drop;
  drop.normal = {0.6, 0, 0.8};
  drop.along = {0, -1, 0};
  const Identified found = identify(drop);
  CHECK(found.status == by_shape);
  const td_drop_impact &x = found.impact;
  CHECK(wide(x.e.value) == relative(0.35, 0.01));
  CHECK(wide(x.e_duration) == relative(0.35, 0.01));
  CHECK(wide(x.mu.value) == relative(0.4, 0.001));
  CHECK(wide(x.duration.value) == relative(0.02, 0.005));
  CHECK(wide(x.compression.value) == relative(drop.compression(), 0.01));
  CHECK(wide(x.peak.value) == relative(3000, 0.02));
  CHECK(wide(x.impulse.value) == relative(drop.normal_impulse(), 0.002));
  CHECK(wide(x.friction[1]) == doctest::Approx(1));
  CHECK(wide(x.sliding) == 1);
  CHECK(x.e_speed == TD_NOT_APPLICABLE);
  CHECK(x.approach.value == TD_NOT_APPLICABLE);
  CHECK(x.mu_bound == 1);
  CHECK(x.split == TD_SPLIT_FORCE);
  CHECK(x.samples == 100);
  CHECK(x.rises == 1);
}

TEST_CASE("Baruh, section 7: the box drop") {
  // Figure 8: 300 g along the normal and 350 g in all, 0.03 s, e about 0.35, mu about 0.65; its profile taken as
  // straight lines, as the paper does.
  Drop drop;
  drop.peak = 300 * g;
  drop.duration = 0.03;
  drop.e = 0.35;
  drop.mu = 0.65;
  drop.range = 500 * g;
  drop.resolution = 1000 * g / 16384;
  drop.noise = 0.01 * drop.peak;
  CHECK(std::hypot(1, drop.mu) * 300 == relative(350, 0.03));
  for (const double rate : {1000.0, 2500.0, 10000.0}) {
    CAPTURE(rate);
    drop.rate = rate;
    drop.behind = 1000;
    const Identified found = identify(drop);
    CHECK(found.status == by_shape);
    CHECK(std::abs(wide(found.impact.e.value) - 0.35) <= 0.03);
    CHECK(std::abs(wide(found.impact.mu.value) - 0.65) <= 0.05);
    CHECK(wide(found.impact.duration.value) == relative(0.03, 0.03));
    CHECK(wide(found.impact.peak.value) == relative(300 * g, 0.05));
  }
}

TEST_CASE("Baruh, section 7: the cushion that gives way first is said") {
  Drop drop;
  drop.peak = 300 * g;
  drop.duration = 0.03;
  drop.mu = 0.65;
  Rig rig(rig_of(drop));
  rig.feed(200, {0, 0, 0});
  Drop cushion = drop;
  cushion.peak = 80 * g;
  cushion.duration = 0.004;
  cushion.e = 1;
  for (int i = 0; i < 1000; ++i) {
    const double time = i / drop.rate, force = drop.force(time - 0.003) + cushion.force(time);
    rig.feed({-0.65 * force, 0, force});
  }
  const Identified found = rig.identified();
  CHECK((found.status & (TD_CAVEAT_RINGING | TD_CAVEAT_DOUBLE_HIT)) != 0);
  CHECK(std::abs(wide(found.impact.e.value) - 0.35) <= 0.05);
  CHECK(std::abs(wide(found.impact.mu.value) - 0.65) <= 0.01);
}

TEST_CASE("slip that stops: mu is from what came before") {
  for (const double slides_for : {0.4, 0.6, 0.8}) {
    CAPTURE(slides_for);
    Drop drop;
    drop.slides_for = slides_for;
    drop.noise = 10;
    const Identified found = identify(drop);
    CHECK(std::abs(wide(found.impact.mu.value) - 0.4) <= 0.02);
    CHECK(found.impact.sliding < 1);
    CHECK(found.impact.mu_bound == 0);
  }
}

TEST_CASE("an approach speed splits the impulse by itself") {
  Drop drop;
  drop.e = 0.6;
  const td_drop_rig rig = rig_of(drop);
  const double fall = g * drop.compression();  // gravity goes on while the contact compresses
  td_drop_approach approach = {static_cast<td_real>(drop.approach() - fall), td_real(0.05)};
  Identified found = identify(drop, rig, &approach);
  CHECK(found.status == TD_SOLVED);
  CHECK(found.impact.split == TD_SPLIT_SPEED);
  CHECK(std::abs(wide(found.impact.e_speed) - 0.6) <= 0.01);
  CHECK(found.impact.e.value == found.impact.e_speed);
  CHECK(wide(found.impact.e.uncertainty) == relative(1.6 * 0.05 / drop.approach(), 0.05));
  CHECK(std::abs(wide(found.impact.e_force) - 0.6) <= 0.01);

  approach.speed *= td_real(1.1);  // wrong, and held against the pulse
  approach.uncertainty = td_real(0.01);
  found = identify(drop, rig, &approach);
  CHECK((found.status & TD_CAVEAT_SPLIT) != 0);

  approach.speed = td_real(1000);  // never used up: plastic
  found = identify(drop, rig, &approach);
  CHECK(found.impact.e_speed == 0);
}

// Seen red: with compression let end where noise alone has used up the approach speed.
TEST_CASE("compression does not end before the impact begins") {
  Drop drop;
  drop.noise = 20;
  const td_drop_approach approach = {td_real(1e-6), td_real(0)};
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Identified found = identify(drop, rig_of(drop), &approach, seed);
    CHECK(found.impact.compression.value >= 0);
  }
}

TEST_CASE("an approach speed splits pulses that are not mirrored") {
  // Compression on a straight line to the peak, restitution along a half sine: e = (4 / pi) t_r / t_c.
  const double rate = 10000, peak = 2000, t_c = 0.01, t_r = 0.004, e = 4 / pi * t_r / t_c;
  Drop drop;
  drop.rate = rate;
  drop.peak = peak;
  td_drop_rig rig = rig_of(drop);
  rig.gravity = 0;
  Rig test(rig);
  test.feed(200, {0, 0, 0});
  for (int i = 0; i < 600; ++i) {
    const double time = (i + 0.3) / rate, s = (t_c + t_r - time) / t_r;
    test.feed({0, 0, time < t_c ? peak * time / t_c : s > 0 ? peak * std::sin(pi / 2 * s) : 0});
  }
  const td_drop_approach approach = {static_cast<td_real>(peak * t_c / 2), td_real(0.01)};
  const Identified found = test.identified(&approach);
  CHECK(wide(found.impact.e.value) == relative(e, 0.02));
  CHECK(covers(found.impact.e, e));
  const Identified by_force = test.identified();
  CHECK(covers(by_force.impact.e, e));  // less sure of it, since its two ways differ
  CHECK(by_force.impact.e.uncertainty > 3 * found.impact.e.uncertainty);
  CHECK((by_force.status & TD_CAVEAT_SPLIT) != 0);
}

TEST_CASE("what spoils an impact is said") {
  Drop drop;
  drop.noise = 5;
  CHECK(identify(drop).status == by_shape);

  Drop clipped = drop;
  clipped.range = 2500;
  Identified found = identify(clipped);
  CHECK(found.status == (TD_CAVEAT_CLIPPED | by_shape | (found.status & TD_CAVEAT_SPLIT)));
  CHECK(found.impact.clipped > 10);

  Drop coarse = drop;
  coarse.rate = 600;
  CHECK((identify(coarse).status & TD_CAVEAT_FEW_SAMPLES) != 0);

  CHECK((several(drop, {1, 0.5}, 10).status & TD_CAVEAT_DOUBLE_HIT) != 0);  // within the record
  CHECK((several(drop, {0.5, 1}, 10).status & TD_CAVEAT_DOUBLE_HIT) != 0);
  CHECK((several(drop, {1, 0.5}, 80).status & TD_CAVEAT_DOUBLE_HIT) != 0);  // after it
  CHECK(several(drop, {1, 0.5}, 600).status == by_shape);                   // a bounce later
}

TEST_CASE("ringing is said") {
  Drop drop;
  for (const bool pulls : {false, true}) {
    Rig rig(rig_of(drop));
    rig.feed(200, {0, 0, 0});
    for (int i = 0; i < 800; ++i) {
      const double time = i / drop.rate, force = drop.force(time), late = time - drop.duration;
      const double ripple = pulls ? (late > 0 ? -0.3 * drop.peak * std::exp(-late / 0.002) : 0)
                                  : 0.3 * force * std::sin(2 * pi * time / 0.004);
      rig.feed({0, 0, force + ripple});
    }
    const Identified found = rig.identified();
    CHECK((found.status & TD_CAVEAT_RINGING) != 0);
    if (!pulls) CHECK(found.impact.rises > 1);
  }
}

TEST_CASE("a sample that is missing is replaced and said") {
  Drop drop;
  Rig rig(rig_of(drop));
  rig.feed(200, {0, 0, 0});
  constexpr td_real nan = std::numeric_limits<td_real>::quiet_NaN();
  for (int i = 0; i < 500; ++i) {
    if (i == 40) {
      const td_drop_sample none = {{0, nan, 0}, {0, 0, 0}};
      CHECK(td_drop_feed(&rig.test, &none) == TD_CAVEAT_MISSING_SAMPLE);
    } else {
      rig.feed({0, 0, drop.force(i / drop.rate)});
    }
  }
  const Identified found = rig.identified();
  CHECK(found.status == (TD_CAVEAT_MISSING_SAMPLE | by_shape));
  CHECK(found.impact.missing == 1);
  CHECK(std::abs(wide(found.impact.e.value) - 0.35) <= 0.03);
}

namespace {

// A drop of 300 m/s^2 before a sensor of 400, but for one reading. The impact begins with sample 200.
Identified with_one_reading(int at, td_real reading, td_status expected) {
  Drop drop;
  drop.peak = 300;
  drop.range = 400;
  Rig rig(rig_of(drop));
  for (int i = 0; i < 700; ++i) {
    const auto force = static_cast<td_real>(drop.force((i - 200) / drop.rate));
    const td_drop_sample sample = {{0, 0, i == at ? reading : force}, {0, 0, 0}};
    CHECK(td_drop_feed(&rig.test, &sample) == (i == at ? expected : TD_SOLVED));
  }
  return rig.identified();
}

void check_unspoiled(const Identified &found) {
  const Drop drop;
  CHECK(std::abs(wide(found.impact.e.value) - drop.e) <= 0.01);
  CHECK(wide(found.impact.e.uncertainty) < 0.05);
  CHECK(wide(found.impact.impulse.value) == relative(drop.normal_impulse() / 10, 0.01));
}

}  // namespace

// Seen red: with such a reading taken as clipped, and stored.
TEST_CASE("a reading at or beyond twice the range is missing") {
  constexpr td_real huge = std::numeric_limits<td_real>::max();
  for (const td_real reading : {td_real(800), td_real(-2000), td_real(32767), td_real(1e20), huge}) {
    CAPTURE(reading);
    for (const int at : {0, 20, 79, 150, 260, 400}) {  // while it learns, waits, records, watches
      CAPTURE(at);
      const Identified found = with_one_reading(at, reading, TD_CAVEAT_MISSING_SAMPLE);
      check_unspoiled(found);
      CHECK(found.status == (by_shape | (at == 260 ? TD_CAVEAT_MISSING_SAMPLE : TD_SOLVED)));
      CHECK(found.impact.missing == (at == 260 ? 1 : 0));
      CHECK(found.impact.clipped == 0);
    }
  }
  Drop drop;
  drop.range = 400;
  Rig rig(rig_of(drop));
  const td_drop_sample sum_of_which_overflows = {{0, huge, huge}, {0, 0, 0}};
  CHECK(td_drop_feed(&rig.test, &sum_of_which_overflows) == TD_CAVEAT_MISSING_SAMPLE);
}

// Seen red: with clipped samples learnt from as from others.
TEST_CASE("the level is learnt from good samples alone") {
  for (const td_real reading : {td_real(400), td_real(-790)})
    for (const int at : {0, 20, 79}) {
      const Identified found = with_one_reading(at, reading, TD_CAVEAT_CLIPPED);
      check_unspoiled(found);
      CHECK(found.status == by_shape);
    }

  Drop drop;
  drop.peak = 300;
  drop.range = 400;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {400.0, 32767.0, nan}) {  // however many of them come first
    CAPTURE(bad);
    Rig rig(rig_of(drop));
    rig.feed(1000, {0, bad, 0});
    CHECK(rig.test.phase == TD_DROP_LEARNS);
    rig.feed(TD_DROP_LEARNING, {0, 0, 2});
    CHECK(rig.test.phase == TD_DROP_WAITS);
    CHECK(wide(rig.test.normal_bias) == doctest::Approx(2));
    for (int i = 0; i < 500; ++i) rig.feed({0, 0, 2 + drop.force(i / drop.rate)});
    CHECK(rig.identified().status == by_shape);
    check_unspoiled(rig.identified());
  }
}

// Seen red: with samples counted from the one after that which passes the threshold.
TEST_CASE("a sample is counted from where the record begins") {
  Drop drop;
  drop.range = 2500;
  const auto feed = [&drop](Rig &rig, int missing) {
    for (int i = 0; i < 500; ++i) {
      const double past = std::max(0.0, 1 - (i - 200) / 100.0);
      const double force = i == 200 ? drop.range : i > 200 ? 2400 * past : 0;
      if (i == missing)
        rig.feed({0, std::numeric_limits<double>::infinity(), 0});
      else
        rig.feed({0, 0, force});
    }
  };
  for (const int before : {0, 1, TD_DROP_BEFORE - 1, TD_DROP_BEFORE, 40}) {
    CAPTURE(before);
    Rig rig(rig_of(drop));
    feed(rig, before == 0 ? -1 : 200 - before);
    const Identified found = rig.identified();
    const bool missing = before > 0 && before < TD_DROP_BEFORE;
    CHECK(found.impact.clipped == 1);
    CHECK((found.status & TD_CAVEAT_CLIPPED) != 0);
    CHECK(found.impact.missing == (missing ? 1 : 0));
    CHECK(((found.status & TD_CAVEAT_MISSING_SAMPLE) != 0) == missing);
  }
  Rig rig(rig_of(drop));
  rig.feed(150, {0, 0, 0});
  rig.feed(60, {std::numeric_limits<double>::infinity(), 0, 0});
  for (int i = 0; i < 500; ++i) rig.feed({0, 0, i < 100 ? 2400 - 24 * i : 0.0});
  CHECK(rig.identified().impact.missing == TD_DROP_BEFORE - 1);
}

// Seen red: with the turning counted from 0 where the record's first reading of the gyro is missing.
TEST_CASE("readings of a gyro that are not finite are passed over") {
  Drop drop;
  td_drop_rig from = rig_of(drop);
  from.sensor[0] = td_real(0.3);
  from.max_tilt = 10;
  for (const int none : {0, 1, 2, 30}) {  // that many, from the first of the record on
    CAPTURE(none);
    Rig rig(from);
    const int begins = 200 + static_cast<int>(0.05 * drop.compression() * drop.rate) + 1 - (TD_DROP_BEFORE - 1);
    const double w = 20;
    for (int i = 0; i < 700; ++i) {
      const bool passed_over = i >= begins && i < begins + none;
      const double about_y = passed_over ? std::numeric_limits<double>::infinity() : w;
      rig.feed({-w * w * 0.3, 0, drop.force((i - 200) / drop.rate)}, {0, about_y, 0});
    }
    const Identified found = rig.identified();
    CHECK(((found.status & TD_CAVEAT_MISSING_SAMPLE) != 0) == (none > 0));
    CHECK((found.status & (TD_CAVEAT_RINGING | TD_CAVEAT_DOUBLE_HIT)) == 0);
    CHECK(std::abs(wide(found.impact.e.value) - 0.35) <= 0.01);
    CHECK(wide(found.impact.impulse.value) == relative(drop.normal_impulse(), 0.01));
  }
}

TEST_CASE("a force that does not end is said") {
  Drop drop;
  drop.rate = 20000;
  Rig rig(rig_of(drop));
  rig.feed(200, {0, 0, 0});
  rig.feed(TD_DROP_LONGEST + 100, {0, 0, 1000});
  CHECK((rig.identified().status & TD_CAVEAT_UNFINISHED) != 0);
}

TEST_CASE("tilt at rest, and turning since then, are said") {
  Drop drop;
  for (const double angle : {0.0, 0.03, 0.1}) {
    for (const double turning : {0.0, 0.2}) {
      CAPTURE(angle);
      CAPTURE(turning);
      Rig rig(rig_of(drop));
      const double falls = 2500;  // samples
      rig.feed(400, {g * std::sin(angle), 0, g * std::cos(angle)});
      for (int i = 0; i < falls; ++i) rig.feed({0, 0, 0}, {0, -turning, 0});
      for (int i = 0; i < 500; ++i) rig.feed({0, 0, drop.force(i / drop.rate)}, {0, -turning, 0});
      const Identified found = rig.identified();
      const double expected = std::sin(angle + turning * falls / drop.rate);
      CHECK(wide(found.impact.tilt) == relative(expected, 0.03));
      CHECK(((found.status & TD_CAVEAT_TILT) != 0) == (expected > 0.05));
      CHECK(std::abs(wide(found.impact.e_force) - 0.35) <= 0.01);
    }
  }
}

// Seen red: with a record that may end TD_DROP_BEFORE samples after the last loud one.
TEST_CASE("the shortest impacts are recorded to their end") {
  for (const int loud : {1, 2, 3, 8}) {
    CAPTURE(loud);
    Drop drop;
    Rig rig(rig_of(drop));
    rig.feed(200, {0, 0, 0});
    rig.feed(loud, {0, 0, 2000});
    rig.feed(100, {0, 0, 0});
    const Identified found = rig.identified();
    CHECK((found.status & TD_CAVEAT_FEW_SAMPLES) != 0);
    CHECK(wide(found.impact.impulse.value) == relative(loud * 2000 / drop.rate, 0.02));
    CHECK(wide(found.impact.peak.value) == relative(2000, 0.02));
  }
}

// Seen red: with the beginning half a sample late.
TEST_CASE("how long ago it began") {
  for (const double rate : {2500.0, 5000.0, 20000.0})
    for (const double phase : {0.0, 0.5, 0.9}) {
      Drop drop;
      drop.rate = rate;
      Rig rig(rig_of(drop));
      int newest = -1 - 200;
      while (rig.test.phase != TD_DROP_READY) rig.feed({0, 0, drop.force((++newest + phase) / rate)});
      CHECK(std::abs(wide(rig.identified().impact.age) * rate - (newest + phase)) <= 0.1);
    }
}

TEST_CASE("lying on its side: the sine of the tilt is 1 and not more") {
  Drop drop;
  Rig rig(rig_of(drop));
  rig.feed(400, {g, 0, 0});
  for (int i = 0; i < 100; ++i) rig.feed({0, 0, 0}, {0, 0, 1});
  for (int i = 0; i < 500; ++i) rig.feed({0, 0, drop.force(i / drop.rate)});
  const Identified found = rig.identified();
  CHECK(found.impact.tilt == 1);
  CHECK((found.status & TD_CAVEAT_TILT) != 0);
}

// Seen red, where the body turns before: with all of the centripetal acceleration taken off, which the level has too.
TEST_CASE("a sensor away from the centre of mass, with a gyro") {
  // The impulse at `contact` turns the body: dw = gain * impulse. What the sensor feels has the lever's part in it.
  Drop drop;
  drop.mu = 0.3;
  const Vector sensor = {0.3, 0, 0.2};
  td_drop_rig rig = rig_of(drop);
  rig.max_tilt = 1;
  const double gain = 0.5;  // [rad/s] about y, for each m/s
  for (const double before : {0.0, 15.0, -15.0}) {
    CAPTURE(before);
    for (std::size_t i = 0; i < 3; ++i) rig.sensor[i] = static_cast<td_real>(sensor[i]);
    Rig with(rig);
    for (std::size_t i = 0; i < 3; ++i) rig.sensor[i] = 0;
    Rig without(rig);
    double w = before;
    for (int i = -400; i < 600; ++i) {
      const double force = drop.force(i / drop.rate), alpha = gain * force;
      w += alpha / drop.rate;
      // a + alpha x r + w x (w x r), about y
      const Vector a = {-drop.mu * force + alpha * sensor[2] - w * w * sensor[0], 0,
                        force - alpha * sensor[0] - w * w * sensor[2]};
      with.feed(a, {0, w, 0});
      without.feed(a, {0, w, 0});
    }
    CHECK(std::abs(wide(with.identified().impact.mu.value) - 0.3) <= 0.01);
    CHECK(std::abs(wide(with.identified().impact.e.value) - 0.35) <= 0.01);
    CHECK(std::abs(wide(without.identified().impact.mu.value) - 0.3) > 0.02);
  }
}

TEST_CASE("the approach speed is that of the point of contact") {
  // A central pulse in force; the contact turns away at 1 m/s^2 of lever for each m/s^2, so its own speed is used up at
  // half the impulse of a central impact.
  Drop drop;
  td_drop_rig rig = rig_of(drop);
  rig.gravity = 0;
  rig.max_tilt = 100;
  rig.contact[0] = td_real(-0.5);
  Rig test(rig);
  const double gain = 2;
  double w = 0;
  for (int i = -200; i < 600; ++i) {
    const double force = drop.force(i / drop.rate);
    w += gain * force / drop.rate;
    test.feed({0, 0, force}, {0, w, 0});
  }
  const td_drop_approach approach = {static_cast<td_real>(2 * drop.approach()), td_real(0.01)};
  const Identified found = test.identified(&approach);
  CHECK(std::abs(wide(found.impact.e.value) - 0.35) <= 0.02);
}

TEST_CASE("longer impacts are kept at fewer points and say the same") {
  for (const double rate : {2500.0, 5000.0, 20000.0, 80000.0}) {
    CAPTURE(rate);
    Drop drop;
    drop.rate = rate;
    drop.behind = 60 + static_cast<int>(3 * drop.duration * rate);
    const Identified found = identify(drop);
    CHECK(found.status == by_shape);
    CHECK(std::abs(wide(found.impact.e.value) - 0.35) <= 0.01);
    CHECK(wide(found.impact.duration.value) == relative(0.02, 0.03));  // two samples at 2500 Hz are 0.04 of it
  }
}

TEST_CASE("one impact after the other") {
  Rig rig(rig_of(Drop{}));
  for (const double e : {0.3, 0.6}) {
    Drop drop;
    drop.e = e;
    rig.feed(200, {0, 0, 0});
    for (int i = 0; i < 600; ++i) rig.feed({0, 0, drop.force(i / drop.rate)});
    REQUIRE(rig.test.phase == TD_DROP_READY);
    CHECK(std::abs(wide(rig.identified().impact.e.value) - e) <= 0.01);
    rig.feed(100, {0, 0, 2000});  // stays as it is
    CHECK(std::abs(wide(rig.identified().impact.e.value) - e) <= 0.01);
    REQUIRE(td_drop_rearm(&rig.test) == TD_SOLVED);
    CHECK(rig.identified().status == TD_REFUSED_NO_IMPACT);
  }
}

TEST_CASE("refusals, and nothing written by them") {
  const td_drop_rig good = rig_of(Drop{});
  constexpr td_real nan = std::numeric_limits<td_real>::quiet_NaN(), huge = std::numeric_limits<td_real>::max();
  static td_drop_test test, before;
  std::memset(static_cast<void *>(&test), 0x5A, sizeof test);
  before = test;
  const td_drop_sample sample = {};
  td_drop_impact impact;
  CHECK(td_drop_start(nullptr, &good) == TD_REFUSED_NULL);
  CHECK(td_drop_start(&test, nullptr) == TD_REFUSED_NULL);
  td_real td_drop_rig::*const fields[] = {&td_drop_rig::rate,        &td_drop_rig::range,    &td_drop_rig::resolution,
                                          &td_drop_rig::threshold,   &td_drop_rig::gravity,  &td_drop_rig::misalignment,
                                          &td_drop_rig::sensitivity, &td_drop_rig::max_tilt, &td_drop_rig::bandwidth,
                                          &td_drop_rig::filter,      &td_drop_rig::bounce};
  for (const auto field : fields)
    for (const td_real bad : {nan, td_real(-1), std::numeric_limits<td_real>::infinity()}) {
      td_drop_rig rig = good;
      rig.*field = bad;
      CHECK(td_drop_start(&test, &rig) == TD_REFUSED_RIG);
    }
  td_drop_rig rig = good;
  rig.normal[0] = rig.normal[1] = rig.normal[2] = 0;
  CHECK(td_drop_start(&test, &rig) == TD_REFUSED_RIG);
  rig = good;
  rig.bounce = td_real(1.1) * TD_DROP_LONGEST_BOUNCE / rig.rate;
  CHECK(td_drop_start(&test, &rig) == TD_REFUSED_RIG);
  rig = good;
  rig.contact[1] = nan;
  CHECK(td_drop_start(&test, &rig) == TD_REFUSED_RIG);
  rig = good;
  rig.range = huge;
  CHECK(td_drop_start(&test, &rig) == TD_REFUSED_RIG);
  rig = good;
  rig.rate = TD_DROP_LONGEST / (huge / 4);  // in so long a record speeds leave the range
  CHECK(td_drop_start(&test, &rig) == TD_REFUSED_RIG);
  rig.rate /= 8;  // and so does its length
  CHECK(td_drop_start(&test, &rig) == TD_REFUSED_RIG);
  CHECK(td_drop_feed(&test, &sample) == TD_REFUSED_NOT_STARTED);
  CHECK(td_drop_rearm(&test) == TD_REFUSED_NOT_STARTED);
  CHECK(td_drop_gap(&test, 1) == TD_REFUSED_NOT_STARTED);
  CHECK(td_drop_impact_of(&test, nullptr, &impact) == TD_REFUSED_NOT_STARTED);
  CHECK(std::memcmp(&test, &before, sizeof test) == 0);

  CHECK(td_drop_start(&test, &good) == TD_SOLVED);
  CHECK(td_drop_feed(nullptr, &sample) == TD_REFUSED_NULL);
  CHECK(td_drop_feed(&test, nullptr) == TD_REFUSED_NULL);
  CHECK(td_drop_rearm(nullptr) == TD_REFUSED_NULL);
  CHECK(td_drop_impact_of(nullptr, nullptr, &impact) == TD_REFUSED_NULL);
  CHECK(td_drop_gap(nullptr, 1) == TD_REFUSED_NULL);
  CHECK(td_drop_gap(&test, -1) == TD_REFUSED_GAP);
  CHECK(td_drop_gap(&test, TD_DROP_LONGEST_GAP + 1) == TD_REFUSED_GAP);
  CHECK(td_drop_gap(&test, 0) == TD_SOLVED);
  CHECK(td_drop_impact_of(&test, nullptr, nullptr) == TD_REFUSED_NULL);
  CHECK(td_drop_impact_of(&test, nullptr, &impact) == TD_REFUSED_NO_IMPACT);

  Random random(1);
  const td_drop_test &ready = stream(Drop{}, good, random);
  for (const td_drop_approach bad : {td_drop_approach{0, 0}, {-1, 0}, {nan, 0}, {1, -1}, {1, nan}})
    CHECK(td_drop_impact_of(&ready, &bad, &impact) == TD_REFUSED_APPROACH);
}

TEST_CASE("a state of any bits is never a way out of it") {
  static td_drop_test test;
  Random random(7);
  int answered = 0;
  for (int round = 0; round < (drops < 100 ? 200 : 5000); ++round) {
    auto *const bytes = reinterpret_cast<unsigned char *>(&test);
    if (round % 2 == 0) test = stream(Drop{}, rig_of(Drop{}), random);
    const int changed = round % 2 == 0 ? 1 + round % 16 : static_cast<int>(sizeof test);
    for (int i = 0; i < changed; ++i)
      bytes[static_cast<std::size_t>(random.uniform(0, sizeof test))] =
          static_cast<unsigned char>(random.uniform(0, 256));
    test.phase = static_cast<std::int32_t>(random.uniform(-1, 8));
    td_drop_impact impact;
    for (int i = 0; i < 20; ++i) {
      td_drop_sample sample;
      for (int k = 0; k < 3; ++k) {
        sample.a[k] = static_cast<td_real>(random.uniform(-1e4, 1e4));
        sample.w[k] = static_cast<td_real>(random.uniform(-10, 10));
      }
      (void)td_drop_feed(&test, &sample);
      const td_status status = td_drop_impact_of(&test, nullptr, &impact);
      if (status < 0) continue;
      ++answered;
      CHECK(impact.e.value >= 0);
      CHECK(impact.e.value <= 1);
      CHECK(impact.mu.value >= 0);
    }
  }
  CHECK(answered > 0);
}

TEST_CASE("the C++ face says the same") {
  Drop drop;
  Random random(3), again(3);
  const td_drop_rig from = rig_of(drop);
  touchdown::DropRig<td_real> rig;
  rig.rate = from.rate;
  touchdown::view(rig.normal) = touchdown::vector(from.normal);
  rig.range = from.range;
  rig.threshold = from.threshold;
  rig.gravity = from.gravity;
  static touchdown::DropTest<td_real> test;
  REQUIRE(touchdown::start(test, rig) == TD_SOLVED);
  for (int i = 0; i < samples_of(drop); ++i) {
    const Vector a = sample_of(drop, i, again);
    const touchdown::DropSample<td_real> sample{
        {static_cast<td_real>(a[0]), static_cast<td_real>(a[1]), static_cast<td_real>(a[2])}, {0, 0, 0}};
    (void)touchdown::feed(test, sample);
  }
  const td_drop_test &other = stream(drop, from, random);
  touchdown::DropImpact<td_real> impact;
  td_drop_impact expected;
  const td_drop_approach approach = {7, 1};
  const touchdown::DropApproach<td_real> same = {7, 1};
  CHECK(touchdown::impact_of(test, &same, impact) == td_drop_impact_of(&other, &approach, &expected));
  CHECK(impact.e.value == expected.e.value);
  CHECK(impact.mu.uncertainty == expected.mu.uncertainty);
  CHECK(impact.split == TD_SPLIT_SPEED);
  CHECK(impact.approach.value == expected.approach.value);
  CHECK(impact.mu_bound == expected.mu_bound);
  CHECK(touchdown::gap(test, 3) == TD_CAVEAT_MISSING_SAMPLE);
  CHECK(touchdown::rearm(test) == TD_SOLVED);
}

TEST_CASE("sizes are those of the header") {
  static_assert(sizeof(td_drop_test) == (sizeof(td_real) == 4 ? 3716 : 7352), "3.7 kB and 7.3 kB");
  CHECK(sizeof(td_drop_test) == sizeof(td_real) * (6 * (TD_DROP_BEFORE + TD_DROP_POINTS) + 24 + 21) + 20 * 4);
}
