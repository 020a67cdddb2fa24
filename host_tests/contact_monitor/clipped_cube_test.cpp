// The recorded impacts of the cube as pulses of 2 to 5 ms, felt by sensors that clip them: by their converter, or
// before their own filter, which the machine then says. Whether it touched, by which corner, and whether the true
// impulse lies in the interval that is reported; of impacts on edges and faces whether it touched.
//
// Seen red: energy that leaves out what clipped readings hide (ask_nuisances of src/monitor/sensor.hpp): the impulse
// lies inside in 59 of 100; excesses below 0 that are held at 0 (fit_whole of evidence.hpp): 91; `filter` unset:
// touched in 87, the corner in 31.
//
// A pull that clips and that no contact explains: the momentum that the body took, by Newton's law, lies in the
// interval.
#include <doctest/doctest.h>

#include <algorithm>

#include "cube.hpp"
#include "lander.hpp"

namespace {

using cube::Vector3d;
using Scalar = float;

struct Tally {
  int tosses = 0, touched = 0, corner = 0, wrong = 0, inside = 0;
  std::vector<double> off, deviation;  // over the impulse
};

double middle_of(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

template <class Number>
Vector3d wide(const Number (&x)[3]) {
  return {static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2])};
}

void add(const cube::Impact &impact, const imu::Settings &settings, oracle::Random &random, Tally &tally) {
  const Vector3d impulse = cube::mass * (impact.v_after - impact.v_before), sensor{0.010, -0.008, 0.005};
  const cube::Pulse pulse = {cube::Shape::half_sine, cube::Shape::half_sine, random.uniform(0.25, 0.251),
                             random.uniform(0.002, 0.005)};
  const auto stream = cube::stream_of<Scalar>(impact, pulse, sensor, 360, random, settings);
  touchdown::Monitor<Scalar> monitor;
  const auto machine = cube::machine<Scalar>(sensor, settings);
  REQUIRE(touchdown::start(monitor, machine) == TD_SOLVED);
  touchdown::ContactEvent<Scalar> event = {};  // the first
  bool touched = false;
  for (const auto &sample : stream.sample) {
    REQUIRE(touchdown::feed(monitor, machine, sample) >= 0);
    touched = touched || monitor.touched != 0;
    if (event.phase != TD_EVENT_OVER) event = monitor.event;
  }
  const bool by_foot = touched && event.explanation == TD_EXPLAINED_BY_FOOT;
  const double off = (stream.at_middle * wide(event.impulse) - impulse).norm(),
               deviation = static_cast<double>(event.impulse_uncertainty);
  ++tally.tosses;
  tally.touched += touched;
  tally.corner += by_foot && event.foot == impact.corner;
  tally.wrong += by_foot && event.foot != impact.corner;
  tally.inside += off * off <= 7.815 * deviation * deviation;  // 95 % of chi squared of three
  tally.off.push_back(off / impulse.norm());
  tally.deviation.push_back(deviation / impulse.norm());
}

Tally toss_all(const std::string &path, const imu::Settings &settings) {
  oracle::Random random(23);
  Tally tally;
  for (const cube::Impact &impact : cube::impacts(path)) add(impact, settings, random, tally);
  MESSAGE("of " << tally.tosses << " at " << settings.range / imu::gravity << " g, filter of " << settings.low_pass
                << " Hz" << std::string(settings.clips_before_it ? " behind the clip" : "") << ": touched "
                << tally.touched << ", corner " << tally.corner << ", another one " << tally.wrong
                << ", impulse inside " << tally.inside << ", off by " << middle_of(tally.off) << ", deviation "
                << middle_of(tally.deviation));
  return tally;
}

constexpr imu::Settings sensors[] = {
    {16 * imu::gravity, 246, false},
    {16 * imu::gravity, 246, true},
    {16 * imu::gravity, 40, true},
    {30 * imu::gravity, 100, true},
};

}  // namespace

TEST_CASE("clipped cube: single corners that a sensor clips are reported, with an interval that holds the impulse") {
  for (const imu::Settings &settings : sensors) {
    const Tally tally = toss_all(TOUCHDOWN_DATA "/cube.csv", settings);
    CHECK(tally.tosses == 349);
    CHECK(tally.touched >= 0.98 * tally.tosses);
    CHECK(tally.corner >= 0.98 * tally.tosses);
    CHECK(tally.wrong == 0);
    CHECK(tally.inside >= 0.97 * tally.tosses);
    CHECK(middle_of(tally.off) < 0.1);
    CHECK(middle_of(tally.deviation) < 0.25);
  }
}

TEST_CASE("clipped cube: edges and faces are reported as touches") {
  const imu::Settings wide = {200 * imu::gravity, 246, false};
  for (const imu::Settings &settings : {wide, sensors[0], sensors[1], sensors[3]}) {
    const Tally tally = toss_all(TOUCHDOWN_DATA "/cube_edges.csv", settings);
    CHECK(tally.tosses == 38);
    CHECK(tally.touched >= 0.98 * tally.tosses);
  }
}

namespace {

// A half sine downwards on the lander, of so many times the range, in steps of a twentieth of a sample. Returns the
// momentum that it gave; `event` is the first that clips.
template <class Number>
double pull(double times, double lasts, oracle::Random &random, touchdown::ContactEvent<Number> &event) {
  touchdown::Monitor<Number> monitor;
  const auto machine = lander::machine<Number>();
  REQUIRE(touchdown::start(monitor, machine) == TD_SOLVED);
  double given = 0;
  for (int i = 0; i < 500 && (event.phase != TD_EVENT_OVER || (event.caveats & TD_CAVEAT_CLIPPED) == 0); ++i) {
    double mean = 0;
    for (int k = 0; k < 20; ++k) {
      const double time = (i - 250 + (k + 0.5) / 20) / lander::rate;
      if (time > 0 && time < lasts) mean -= times * imu::range_a * std::sin(lander::pi * time / lasts) / 20;
    }
    given += lander::mass * mean / lander::rate;
    touchdown::MonitorSample<Number> sample = {};
    const Vector3d a = Vector3d(0, 0, mean) + imu::noise_a() * imu::normal3(random);
    lander::put(a.cwiseMin(imu::range_a).cwiseMax(-imu::range_a), sample.a);
    lander::put(imu::noise_w() * imu::normal3(random), sample.w);
    sample.n[2] = 1;
    REQUIRE(touchdown::feed(monitor, machine, sample) >= 0);
    event = monitor.event;
  }
  return given;
}

template <class Number>
void check_pulls() {
  oracle::Random random(31);
  int inside = 0;
  for (int i = 0; i < 40; ++i) {
    touchdown::ContactEvent<Number> event = {};
    const double given = pull(random.uniform(1.5, 3), random.uniform(0.004, 0.01), random, event);
    REQUIRE((event.caveats & TD_CAVEAT_CLIPPED) != 0);
    CHECK(event.explanation == TD_EXPLAINED_BY_NO_CONTACT);
    const double off = (wide(event.impulse) - Vector3d(0, 0, given)).norm(),
                 deviation = static_cast<double>(event.impulse_uncertainty);
    inside += off * off <= 7.815 * deviation * deviation;
    CHECK(deviation < -given);
  }
  CHECK(inside >= 38);
}

}  // namespace

TEST_CASE("clipped pull: the interval holds the momentum that no contact gave") {
  check_pulls<float>();
  check_pulls<double>();
}
