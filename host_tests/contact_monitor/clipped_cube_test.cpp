// The recorded impacts of the cube as pulses of 2 to 5 ms, felt by sensors that clip them: by their converter, or
// before their own filter, which the machine then says. Whether it touched, by which corner, and whether the true
// impulse lies in the interval that is reported; of impacts on edges and faces whether it touched.
//
// Seen red: energy that leaves out what clipped readings hide (ask_nuisances of src/monitor/sensor.hpp): the impulse
// lies inside in 59 of 100; excesses below 0 that are held at 0 (fit_whole of evidence.hpp): 91; `filter` unset:
// touched in 87, the corner in 31; readings behind a filter that may be spoilt: touched in 83.
#include <doctest/doctest.h>

#include <algorithm>

#include "cube.hpp"

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

Vector3d wide(const Scalar (&x)[3]) {
  return {static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2])};
}

void add(const cube::Impact &impact, const imu::Settings &settings, oracle::Random &random, Tally &tally) {
  const Vector3d impulse = cube::mass * (impact.v_after - impact.v_before), sensor{0.010, -0.008, 0.005};
  const cube::Pulse pulse = {cube::Shape::half_sine, cube::Shape::half_sine, random.uniform(0.25, 0.251),
                             random.uniform(0.002, 0.005)};
  const auto stream = cube::stream_of<Scalar>(impact, pulse, sensor, 360, random, settings);
  touchdown::Monitor<Scalar> monitor;
  REQUIRE(touchdown::start(monitor, cube::machine<Scalar>(sensor, settings)) == TD_SOLVED);
  touchdown::ContactEvent<Scalar> event = {};  // the first
  bool touched = false;
  for (const auto &sample : stream.sample) {
    REQUIRE(touchdown::feed(monitor, sample) >= 0);
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
