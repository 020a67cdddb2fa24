// The recorded impacts of the cube, as an inertial measurement unit would have felt them, as the monitor reports them:
// which corner, where, how hard, when.
//
// The record knows nothing of the monitor: both twists come from poses before and after (data/README.md); what the
// sensor adds is in imu.hpp, and the pulse has four shapes and friction of its own.
#include <doctest/doctest.h>

#include <algorithm>

#include "cube.hpp"

namespace {

using cube::Vector3d;

struct Tally {
  int tosses = 0, reported = 0, right = 0, wrong = 0;
  std::vector<double> impulse, place, sureness, late;
};

double quantile(std::vector<double> x, double part) {
  std::sort(x.begin(), x.end());
  return x[static_cast<std::size_t>(part * static_cast<double>(x.size() - 1))];
}

template <class Scalar>
Vector3d wide(const Scalar (&x)[3]) {
  return {static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2])};
}

// The first event of a stream, and when it said that the cube touched.
template <class Scalar>
double first_event(const touchdown::MonitorMachine<Scalar> &machine, const cube::Stream<Scalar> &stream,
                   touchdown::ContactEvent<Scalar> &event) {
  touchdown::Monitor<Scalar> monitor;
  REQUIRE(touchdown::start(monitor, machine) == TD_SOLVED);
  double time = 0;
  for (const auto &sample : stream.sample) {
    REQUIRE(touchdown::feed(monitor, machine, sample) == TD_SOLVED);
    time += 1 / cube::rate;
    if (monitor.event.phase == TD_EVENT_OVER) break;
  }
  event = monitor.event;
  return time - static_cast<double>(event.age);
}

template <class Scalar>
void add(const cube::Impact &impact, cube::Shape shape, oracle::Random &random, Tally &tally) {
  const Vector3d jump = impact.v_after - impact.v_before, sensor{0.010, -0.008, 0.005};
  const double least = 2.2 * jump.norm() / (0.9 * imu::range_a);  // within the range of the accelerometer
  const cube::Pulse pulse = {shape, static_cast<cube::Shape>(random.below(static_cast<int>(cube::Shape::count))),
                             random.uniform(0.25, 0.251), std::max(random.uniform(0.003, 0.01), least)};
  const Vector3d known = sensor + 0.0005 * imu::normal3(random);
  const auto stream = cube::stream_of<Scalar>(impact, pulse, sensor, 360, random);
  touchdown::ContactEvent<Scalar> event;
  const double time = first_event(cube::machine<Scalar>(known), stream, event);
  ++tally.tosses;
  if (event.explanation != TD_EXPLAINED_BY_FOOT) return;
  ++tally.reported;
  (event.foot == impact.corner ? tally.right : tally.wrong)++;
  const Vector3d impulse = cube::mass * jump, place = impact.attitude.transpose() * impact.r;
  tally.impulse.push_back((stream.at_middle * wide(event.impulse) - impulse).norm() / impulse.norm());
  tally.place.push_back((wide(event.r) - place).norm());
  tally.sureness.push_back(tally.place.back() / static_cast<double>(event.r_uncertainty));
  tally.late.push_back(time - pulse.begins);
}

template <class Scalar>
void check_cube() {
  const auto impacts = cube::impacts(TOUCHDOWN_DATA "/cube.csv");
  REQUIRE(impacts.size() == 349);
  oracle::Random random(7);
  Tally tally;
  for (const cube::Impact &impact : impacts)
    for (int shape = 0; shape < static_cast<int>(cube::Shape::count); ++shape)
      add<Scalar>(impact, static_cast<cube::Shape>(shape), random, tally);
  MESSAGE(tally.tosses << " impacts, right corner " << tally.right << ", wrong " << tally.wrong << "; impulse off by "
                       << 100 * quantile(tally.impulse, 0.5) << " % in the median, 99 of 100 "
                       << 100 * quantile(tally.impulse, 0.99) << " %; point " << 1000 * quantile(tally.place, 0.5)
                       << " mm, 95 of 100 " << 1000 * quantile(tally.place, 0.95) << " mm; time "
                       << 1000 * quantile(tally.late, 0.05) << " to " << 1000 * quantile(tally.late, 0.95)
                       << " ms late");
  CHECK(tally.right >= 0.995 * tally.tosses);
  CHECK(tally.wrong == 0);
  CHECK(quantile(tally.impulse, 0.5) < 0.02);
  CHECK(quantile(tally.impulse, 0.99) < 0.05);
  CHECK(quantile(tally.place, 0.5) < 0.003);
  CHECK(quantile(tally.sureness, 0.95) < 2);
  CHECK(quantile(tally.late, 0.05) > -0.0005);
  CHECK(quantile(tally.late, 0.95) < 0.002);
}

}  // namespace

TEST_CASE("cube: the corner, the place, the impulse and the time of recorded impacts") {
  SUBCASE("float") { check_cube<float>(); }
  SUBCASE("double") { check_cube<double>(); }
}
