// Landings on feet of three struts, alone and beside other legs: closed forms of upright primaries, random landers
// against a simulation in fine steps, energy, and invalid input.
//
// Seen red: pads let out into the ground, and the impact of a pad taken for a force; long pieces kept in which forces
// change or are not found, of src/landing/leg_step.hpp; rest refused while a strut may flow at all; guided legs
// that push nothing beside struts, and twice the force of springs in the search for rest; in float, a piece that goes
// on beyond where a foot that leaves its leg at full length would come back.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "../unit/relative.hpp"
#include "landing/tripod.hpp"
#include "landings_tried.hpp"
#include "random_struts.hpp"
#include "table.hpp"

using landers::real;
using landers::wide;

namespace {

constexpr bool is_double = sizeof(td_real) == 8;
constexpr double mass = 500;

// Four upright primaries of one law, with secondaries that lie flat and, without friction, carry nothing.
td_lander table_on(const td_strut &primary, double gravity) {
  td_lander lander = {};
  lander.mass = real(mass);
  for (int i = 0; i < 3; ++i) lander.inertia[i] = 220;
  lander.up[2] = 1;
  lander.feet = 4;
  lander.planes = 1;
  lander.ground[0].n[2] = 1;
  lander.gravity[2] = real(-gravity);
  lander.horizon = 20;
  for (int i = 0; i < 4; ++i) {
    const double x = i % 2 == 0 ? 1 : -1, y = i < 2 ? 1 : -1;
    struts::copy({x, y, -1}, lander.foot[i].r);
    td_leg &leg = lander.leg[i];
    leg.kind = TD_LEG_TRIPOD;
    leg.pad_mass = 1;
    leg.strut[0] = leg.strut[1] = leg.strut[2] = primary;
    struts::copy({x, y, 0.5}, leg.strut[0].joint);
    struts::copy({0.1 * x, 0.3 * y, -1}, leg.strut[1].joint);
    struts::copy({0.3 * x, 0.1 * y, -1}, leg.strut[2].joint);
  }
  return lander;
}

td_strut strut_of(double stiffness, double damping) {
  td_strut strut = {};
  strut.stiffness = real(stiffness);
  strut.damping = real(damping);
  return strut;
}

// Upright, without a stop.
td_leg guided(int32_t kind) {
  td_leg leg = {};
  leg.kind = kind;
  leg.axis[2] = 1;
  return leg;
}

// On struts at two opposite corners, and on springs that are as stiff and as damped at the others.
td_lander half_on_springs(double stiffness, double damping, double gravity) {
  td_lander lander = table_on(strut_of(stiffness, damping), gravity);
  for (const int i : {1, 2}) {
    lander.leg[i] = guided(TD_LEG_SPRINGS);
    lander.leg[i].stiffness = real(stiffness);
    lander.leg[i].damping = real(damping);
    lander.foot[i].mu_sliding = real(0.5);
  }
  return lander;
}

td_landing land(const td_lander &lander, double gap, double speed) {
  td_lander_state state = {};
  state.x[2] = real(1 + gap);
  state.q[0] = 1;
  state.v[2] = real(-speed);
  td_landing landing = {};
  REQUIRE(td_land(&lander, &state, 60000, &landing, nullptr) >= 0);
  return landing;
}

// To rest, from where legs are shorter by `elastic`, primaries as springs, and the table does not move.
td_landing stand(const td_lander &lander, double elastic) {
  td_lander_state state = {};
  state.x[2] = real(1 - elastic);
  state.q[0] = 1;
  td_landing landing = {};
  REQUIRE(td_landing_start(&landing, &lander, &state) >= 0);
  for (int i = 0; i < 4; ++i) {
    td_leg_record &leg = landing.leg[i];
    leg.stroke = leg.most_stroke = real(elastic);
    if (lander.leg[i].kind != TD_LEG_TRIPOD) continue;
    leg.down = 1;
    leg.pad[2] = leg.strut[0].elastic = real(elastic);
    leg.strut[0].force = leg.strut[0].most_push = lander.leg[i].strut[0].stiffness * real(elastic);
  }
  while (landing.outcome == TD_OUTCOME_OPEN) REQUIRE(td_landing_step(&landing, &lander, lander.horizon, nullptr) >= 0);
  CHECK(landing.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  return landing;
}

double booked(const td_landing &landing) {
  double sum = 0;
  for (const td_leg_record &leg : landing.leg)
    for (const td_strut_record &strut : leg.strut) sum += wide(strut.energy);
  return sum;
}

}  // namespace

// m v^2 / 2 + m g (gap + s) = 4 (F_1 s_1 + F_2 (s - s_1 - F_2 / k) + F_2^2 / 2k), s with what is elastic.
TEST_CASE("a table on upright struts crushes them by what two stages take up") {
  constexpr double first = 2500, second = 5000, until = 0.05, gap = 0.01;
  for (const double gravity : {9.81, 1.62, 1e-3})
    for (const double speed : {1.5, 3.0})
      for (const double k : {3e6, 1e7}) {
        CAPTURE(gravity);
        CAPTURE(speed);
        CAPTURE(k);
        td_strut primary = strut_of(k, 0.3 * std::sqrt(k * mass / 4));
        primary.crush[0] = {real(first), real(until)};
        primary.crush[1] = {real(second), 10};
        const td_landing landing = land(table_on(primary, gravity), gap, speed);
        const double fall = mass * (speed * speed / 2 + gravity * gap);
        const double rest =
            fall + mass * gravity * (until + second / k) - 4 * (first * until + second * second / 2 / k);
        const double more = rest / (4 * second - mass * gravity);
        const double crushed =
            more > 0 ? until + more
                     : (fall + mass * gravity * first / k - 2 * first * first / k) / (4 * first - mass * gravity);
        for (int i = 0; i < 4; ++i) {
          const td_strut_record &strut = landing.leg[i].strut[0];
          CHECK(wide(strut.crushed) <= (1 + 1e-4) * crushed);
          CHECK(wide(strut.crushed) >= crushed - 0.5 * second / k);  // the damper takes some of what is elastic
          const double force = wide(strut.crushed) > until ? second : first;
          CHECK(wide(strut.most_push) == relative(force, 1e-5));
          CHECK(wide(landing.leg[i].peak_force) == relative(force, 1e-3));
          CHECK(wide(strut.energy) >= (1 - 1e-5) * (first * until + force * (wide(strut.crushed) - until)));
        }
        CHECK(booked(landing) <= 1.0001 * (fall + mass * gravity * (crushed + second / k)));
      }
}

// m s'' = m g - 4 (k s + c s').
TEST_CASE("struts without stages are springs and dampers, and rest at m g / 4k") {
  for (const double zeta : {0.1, 0.5, 1.5}) {
    CAPTURE(zeta);
    constexpr double k = 20000, g = 1.62, speed = 2;
    const double c = 2 * zeta * std::sqrt(4 * k * mass) / 4;
    double s = 0, v = std::sqrt(speed * speed + 2 * g * 0.01), peak = 0;
    for (constexpr double h = 1e-5; v > 0;) {
      const double a = g - 4 * (k * s + c * v) / mass, v_m = v + 0.5 * h * a, s_m = s + 0.5 * h * v;
      peak = std::max(peak, s);
      s += h * v_m;
      v += h * (g - 4 * (k * s_m + c * v_m) / mass);
    }
    const td_lander lander = table_on(strut_of(k, c), g);
    td_lander_state state = {};
    state.x[2] = real(1.01);
    state.q[0] = 1;
    state.v[2] = -real(speed);
    td_landing landing = {};
    REQUIRE(td_landing_start(&landing, &lander, &state) == TD_SOLVED);
    double most = 0;
    for (int i = 0; i < 60000 && landing.outcome == TD_OUTCOME_OPEN; ++i) {
      REQUIRE(td_landing_step(&landing, &lander, landing.time + real(0.002), nullptr) >= 0);
      most = std::max(most, wide(landing.leg[1].strut[0].elastic));
    }
    CHECK(most == relative(peak, 3e-3));
    CHECK(landing.outcome == TD_OUTCOME_RESTS_UPRIGHT);
    CHECK(wide(landing.leg[1].strut[0].elastic) == relative(mass * g / 4 / k, 1e-2));
  }
}

// m v^2 / 2 + m g (gap + s) = 2 F_c s + 2 F (s - F / k) + F^2 / k: two corners crush guided legs, two struts.
TEST_CASE("a table on struts and on legs that crush is stopped by both") {
  constexpr double force = 5000, crush = 7000, k = 4e7, gap = 0.01;
  for (const double gravity : {9.81, 1e-3})
    for (const double speed : {1.5, 3.0}) {
      CAPTURE(gravity);
      CAPTURE(speed);
      td_strut primary = strut_of(k, 0.3 * std::sqrt(k * mass / 4));
      primary.crush[0] = {real(force), 10};
      td_lander lander = table_on(primary, gravity);
      lander.leg[1] = lander.leg[2] = guided(TD_LEG_CRUSHES);
      lander.leg[1].force = lander.leg[2].force = real(crush);
      const td_landing landing = land(lander, gap, speed);
      const double s =
          (mass * (speed * speed / 2 + gravity * gap) + force * force / k) / (2 * force + 2 * crush - mass * gravity);
      for (const int i : {1, 2}) {
        CHECK(wide(landing.leg[i].stroke) == relative(s, 2e-3));
        CHECK(wide(landing.leg[i].energy) == relative(crush * s, 2e-3));
      }
      for (const int i : {0, 3}) CHECK(wide(landing.leg[i].strut[0].crushed) == relative(s - force / k, 2e-3));
    }
}

// Beside two springs of k and c, struts of the same are two more; a rigid foot opposite to another bears what it must.
TEST_CASE("a table on struts, springs and rigid feet rests where their forces balance") {
  constexpr double k = 20000, g = 1.62;
  td_lander lander = half_on_springs(k, 2000, g);
  const td_landing sprung = land(lander, 0.01, 0.5);
  CHECK(sprung.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  for (const int i : {0, 3}) CHECK(wide(sprung.leg[i].strut[0].elastic) == relative(mass * g / 4 / k, 1e-2));
  for (const int i : {1, 2}) CHECK(wide(sprung.leg[i].stroke) == relative(mass * g / 4 / k, 1e-2));
  lander.leg[1] = lander.leg[2] = td_leg{};
  const td_landing rigid = land(lander, 0.01, 0.5);
  CHECK(rigid.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  CHECK(wide(rigid.state.x[2]) == relative(1, 1e-3));
}

// 2 k s + 2 F_c = m g where legs that crush carry all they can; those stand where the table has swung to, below that.
TEST_CASE("a table on struts, beside legs that crush below its weight, sinks until the struts carry the rest") {
  constexpr double k = 2e6, g = 9.81, crush = 0.5 * mass * g / 4, s = (mass * g - 2 * crush) / (2 * k);
  td_lander lander = table_on(strut_of(k, 10000), g);
  lander.leg[1] = lander.leg[2] = guided(TD_LEG_CRUSHES);
  lander.leg[1].force = lander.leg[2].force = real(crush);
  const td_landing landing = stand(lander, 0.9 * s);
  for (const int i : {0, 3}) {
    CHECK(wide(landing.leg[i].strut[0].elastic) >= (1 - 1e-3) * s);
    CHECK(wide(landing.leg[i].strut[0].elastic) <= 1.1 * s);
  }
}

// Two preloads of half the weight each, and more, carry the table where its legs are at full length.
TEST_CASE("a table on struts rests at full length of the preloaded springs beside them") {
  constexpr double g = 1.62;
  td_lander lander = half_on_springs(20000, 2000, g);
  lander.leg[1].preload = lander.leg[2].preload = real(0.6 * mass * g);
  const td_landing landing = land(lander, 0.01, 0.3);
  CHECK(landing.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  CHECK(wide(landing.state.x[2]) == relative(1, 1e-4));
  for (const int i : {1, 2}) CHECK(wide(landing.leg[i].stroke) < 1e-4);
  for (const int i : {0, 3}) CHECK(std::abs(wide(landing.leg[i].strut[0].elastic)) < 1e-3);
}

// From next to its rest it is moved there; from farther away it swings there, which takes longer.
TEST_CASE("a table on struts and springs comes to rest at m g / 4k, at once from next to it alone") {
  constexpr double k = 2000, g = 1.62, s = mass * g / 4 / k;
  const td_lander lander = half_on_springs(k, 500, g);
  for (const double off : {5e-4, -0.06}) {
    CAPTURE(off);
    const td_landing landing = stand(lander, s - off);
    CHECK((landing.steps <= 2) == (off > 0));
    CHECK(wide(landing.state.x[2]) == relative(1 - s, 2e-5));
    for (const int i : {0, 3}) CHECK(wide(landing.leg[i].strut[0].elastic) == relative(s, 1e-3));
    for (const int i : {1, 2}) CHECK(wide(landing.leg[i].stroke) == relative(s, 1e-3));
  }
}

// A stage of less than the weight does not hold the table, however slowly it begins to sink: it rests at the stop.
TEST_CASE("struts that creep are not at rest") {
  constexpr double gravity = 9.81, stroke = 0.01, k = 2e6;
  const double force = (1 - 5e-4) * mass * gravity / 4;
  td_strut primary = strut_of(k, 10000);
  primary.crush[0] = {real(force), real(stroke)};
  const td_landing landing = stand(table_on(primary, gravity), force / k);
  for (int i = 0; i < 4; ++i) CHECK(wide(landing.leg[i].strut[0].crushed) == relative(stroke, 1e-4));
}

// Beyond its last stage a strut is elastic: F^2 / 2k + m v^2 / 8 is its energy at the most.
TEST_CASE("the peak of a stop is sqrt(F^2 + k m v^2 / 4)") {
  constexpr double force = 2500, until = 0.1, k = 2e6, speed = 3;
  td_strut primary = strut_of(k, 0);
  primary.crush[0] = {real(force), real(until)};
  td_lander lander = table_on(primary, 1e-3);
  lander.horizon = real(0.12);
  const td_landing landing = land(lander, 0.01, speed);
  const double square = speed * speed - 8 * force * (until + force / k / 2) / mass;  // at the stop
  for (int i = 0; i < 4; ++i) {
    CHECK(wide(landing.leg[i].strut[0].crushed) == relative(until, 1e-5));
    CHECK(wide(landing.leg[i].strut[0].most_push) == relative(std::sqrt(force * force + k * mass / 4 * square), 0.02));
  }
}

// How far strokes of a landing are from those of the simulation, as a part of the greatest.
double strokes_apart(const struts::Lander &given, const struts::Simulation &simulation, const td_landing &landing) {
  double most = 0, apart = 0;
  const auto compare = [&](double a, double b) {
    most = std::max(most, a);
    apart = std::max(apart, std::abs(a - b));
  };
  for (std::size_t i = 0; i < given.feet.size(); ++i) {
    if (given.feet[i].guided()) compare(simulation.done(i, 0).crushed, wide(landing.leg[i].most_stroke));
    for (std::size_t k = 0; k < 3 && !given.feet[i].guided(); ++k) {
      compare(simulation.done(i, k).crushed, wide(landing.leg[i].strut[k].crushed));
      compare(simulation.done(i, k).pulled, wide(landing.leg[i].strut[k].pulled));
    }
  }
  return most > 0 ? apart / most : 0;
}

// How far the greatest forces of struts are from those of the simulation, as a part of the greatest of all.
double peaks_apart(const struts::Lander &given, const struts::Simulation &simulation, const td_landing &landing) {
  double most = 0, apart = 0;
  for (std::size_t i = 0; i < given.feet.size(); ++i) {
    for (std::size_t k = 0; k < 3 && !given.feet[i].guided(); ++k) {
      const struts::Done &done = simulation.done(i, k);
      const td_strut_record &strut = landing.leg[i].strut[k];
      most = std::max({most, done.push, done.pull});
      apart =
          std::max({apart, std::abs(done.push - wide(strut.most_push)), std::abs(done.pull - wide(strut.most_pull))});
    }
  }
  return apart / most;
}

// Holds the median of figures and the ninth of ten to what they are at most.
void check_parts(const std::string &what, std::vector<double> figures, double median, double most) {
  if (figures.empty()) return;
  std::sort(figures.begin(), figures.end());
  const auto part = [&](double p) { return figures[static_cast<std::size_t>(p * double(figures.size() - 1))]; };
  MESSAGE(what, " of ", figures.size(), " landings: median ", part(0.5), ", nine of ten ", part(0.9), ", worst ",
          part(1));
  CHECK(part(0.5) < median);
  CHECK(part(0.9) < most);
}

void compare_random_landers(bool mixed) {
  const int cases = landings_tried(60);
  std::vector<double> off, coarse, peaks;
  for (int i = 0; i < cases; ++i) {
    struts::Random random(static_cast<std::uint64_t>(i) + 1);
    const struts::Lander given = struts::random_lander(random, mixed);
    struts::Simulation simulation(given, 4e-5 * given.time);
    simulation.run();
    td_lander lander = struts::body_of(given);
    const td_lander_state state = struts::state_of(given);
    for (const double step : {0.0, 1e-3 * given.time}) {
      if (step > 0 && !is_double) continue;  // rounding of places, at each of many sub-steps
      lander.step = real(step);
      td_landing landing = {};
      REQUIRE(td_land(&lander, &state, 60000, &landing, nullptr) >= 0);
      CHECK(wide(landing.energy_lost) > 0);
      const double apart = strokes_apart(given, simulation, landing);
      if (apart > 0) (step > 0 ? off : coarse).push_back(apart);
      if (step == 0) peaks.push_back(peaks_apart(given, simulation, landing));
    }
  }
  check_parts("strokes in fine steps", off, 1e-2, 3e-2);
  check_parts("strokes", coarse, 2e-2, 4e-2);
  check_parts("greatest forces of struts", peaks, 8e-2, 0.16);
}

TEST_CASE("strokes and forces of random landers are those of an independent simulation") {
  compare_random_landers(false);
}

TEST_CASE("strokes and forces of random landers on legs of several kinds are those of an independent simulation") {
  compare_random_landers(true);
}

// Its energy, all in one strut, would crush that by less than 1e-3 of the reach.
TEST_CASE("a table that still rings in its struts rests once that can crush next to nothing") {
  constexpr double gravity = 9.81, k = 2e6, force = 2500;
  td_strut primary = strut_of(k, 100);
  primary.crush[0] = {real(force), 1};
  const td_landing landing = stand(table_on(primary, gravity), 0.9 * force / k);
  CHECK(landing.steps <= 2);
  CHECK(wide(landing.leg[0].strut[0].force) == relative(mass * gravity / 4, 1e-2));
}

// What is lost on the way is what legs have taken, and what impacts and friction have; springs and struts hold the
// rest.
TEST_CASE("landers on legs of all kinds gain no energy, and the order of their feet does not matter") {
  int rest = 0, open = 0, other = 0;
  const int cases = landings_tried(200);
  for (int n = 0; n < cases; ++n) {
    CAPTURE(n);
    struts::Random random(static_cast<std::uint64_t>(n) + 1001);
    const struts::Lander given = struts::random_lander(random, true);
    td_lander lander = struts::body_of(given);
    const td_lander_state state = struts::state_of(given);
    if (n % 3 == 0) lander.leg[2] = td_leg{};
    lander.horizon *= 100;
    td_landing landing = {}, turned = {};
    REQUIRE(td_landing_start(&landing, &lander, &state) >= 0);
    double lost = 0;
    while (landing.outcome == TD_OUTCOME_OPEN && landing.steps < 20000) {
      REQUIRE(td_landing_step(&landing, &lander, lander.horizon, nullptr) >= 0);
      const double still = 1e-4 * wide(lander.mass) * (given.v.squaredNorm() + given.gravity * given.x[2]);
      CHECK(wide(landing.energy_lost) >= lost - still);
      lost = std::max(lost, wide(landing.energy_lost));
    }
    rest += landing.phase == TD_PHASE_RESTING;
    open += landing.outcome == TD_OUTCOME_UNDECIDED;
    std::rotate(lander.foot, lander.foot + 1, lander.foot + lander.feet);
    std::rotate(lander.leg, lander.leg + 1, lander.leg + lander.feet);
    REQUIRE(td_land(&lander, &state, 20000, &turned, nullptr) >= 0);
    other += turned.outcome != landing.outcome;
  }
  MESSAGE(rest, " of ", cases, " rest, ", open, " are still open after a hundred times their fall, ", other,
          " end otherwise with their feet in another order");
  CHECK(50 * open <= cases);
  CHECK(100 * other <= cases);
}

// Whose friction is spent where forces balance, so that the others must hold the lander without it.
TEST_CASE("a lander beside whose pads the foot of a guided leg slides comes to rest") {
  for (const std::uint64_t seed : {5144, 5541, 5687}) {
    struts::Random random(seed);
    const struts::Lander given = struts::random_lander(random, true);
    td_lander lander = struts::body_of(given);
    const td_lander_state state = struts::state_of(given);
    lander.horizon *= 100;
    td_landing landing = {};
    REQUIRE(td_land(&lander, &state, 20000, &landing, nullptr) >= 0);
    CHECK(landing.outcome == TD_OUTCOME_RESTS_UPRIGHT);
    CHECK(5 * wide(landing.time) < wide(lander.horizon));
  }
}

double length_of(const td_strut &strut, const td_real (&foot)[3], const td_real (&pad)[3]) {
  double square = 0;
  for (int k = 0; k < 3; ++k) square += std::pow(wide(foot[k]) + wide(pad[k]) - wide(strut.joint[k]), 2);
  return std::sqrt(square);
}

// How far the length of a strut is from what has flown and what is elastic, as a part of it.
double length_apart(const td_strut &strut, const td_strut_record &record, const td_real (&foot)[3],
                    const td_real (&pad)[3]) {
  const double whole = length_of(strut, foot, {0, 0, 0});
  const double flown = wide(record.crushed) - wide(record.pulled) + wide(record.elastic);
  return std::abs(whole - length_of(strut, foot, pad) - flown) / whole;
}

// Of the foot, along the normal of the plane.
double gap_of(const td_lander &lander, const td_landing &landing, int i) {
  const td_real *const q = landing.state.q, *const r = lander.foot[i].r, *const pad = landing.leg[i].pad;
  const Eigen::Quaterniond turn(wide(q[0]), wide(q[1]), wide(q[2]), wide(q[3]));
  const struts::Vector arm(wide(r[0]) + wide(pad[0]), wide(r[1]) + wide(pad[1]), wide(r[2]) + wide(pad[2]));
  const td_real *const x = landing.state.x, *const n = lander.ground[0].n;
  const struts::Vector place = struts::Vector(wide(x[0]), wide(x[1]), wide(x[2])) + turn * arm;
  return struts::Vector(wide(n[0]), wide(n[1]), wide(n[2])).dot(place);
}

// Whatever has moved a pad. One that lifts off while a damper holds its struts short is let out no further than to the
// ground.
TEST_CASE(
    "after each step struts are as long as they have flown, push as their springs do, and leave pads above ground") {
  double longest = 0, deepest = 0;
  int lifted = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    struts::Random random(seed);
    const struts::Lander given = struts::random_lander(random);
    const td_lander lander = struts::body_of(given);
    const td_lander_state state = struts::state_of(given);
    td_landing landing = {};
    REQUIRE(td_landing_start(&landing, &lander, &state) >= 0);
    while (landing.outcome == TD_OUTCOME_OPEN && landing.steps < 2000) {
      REQUIRE(td_landing_step(&landing, &lander, lander.horizon, nullptr) >= 0);
      for (int i = 0; i < lander.feet; ++i) {
        const td_leg_record &leg = landing.leg[i];
        lifted += leg.down == 0 && leg.stroke > 0;
        if (leg.down == 0) deepest = std::min(deepest, gap_of(lander, landing, i) / given.feet[0].pad.norm());
        for (int k = 0; k < 3; ++k) {
          const td_strut &strut = lander.leg[i].strut[k];
          const td_strut_record &record = leg.strut[k];
          longest = std::max(longest, length_apart(strut, record, lander.foot[i].r, leg.pad));
          if (leg.down == 1) CHECK(wide(record.force) == relative(wide(strut.stiffness * record.elastic), 1e-5));
        }
      }
    }
  }
  MESSAGE("off by ", longest, " of a strut's length; pads off the ground ", lifted, ", the deepest ", deepest);
  CHECK(longest < 1e-3);
  CHECK(deepest > -1e-4);
}

// From 0.6 m/s to -0.6 m/s: it flows for the first half. What its pad has of speed off the ground is no slip.
TEST_CASE("a strut that flows comes to a stand where its rate is 0") {
  using Vector = touchdown::Vector3<td_real>;
  touchdown::LegRecord<td_real> before = {};
  before.pad_v[0] = real(0.3), before.pad_v[2] = real(0.2);
  touchdown::Tripod<td_real> foot = {};
  foot.before = &before;
  foot.span = real(0.1);
  foot.n = Vector(0, 0, 1);
  for (Vector &way : foot.way) way = Vector(real(0.6), 0, real(0.8));
  foot.closing = Vector::Constant(real(0.06));
  foot.v = Vector(real(0.1), 0, 0);
  foot.ground.setZero();
  foot.strut[0].after.crushed = 1;
  const double found = wide(touchdown::end_of_branch(Vector(Vector::Constant(real(-0.42))), td_real(0), foot));
  CHECK(found == relative(0.05, 1e-5));
}

// By how much the force of the ground on a pad, found from a slip, is beyond friction, as a part of it.
double beyond_friction(const touchdown::Vector3<td_real> &slip, touchdown::Tripod<td_real> &foot) {
  touchdown::press_pad(slip, foot);
  if (foot.lifts) return 0;
  const double load = wide(foot.n.dot(foot.ground)), square = wide(foot.ground.squaredNorm());
  const double tangent = std::sqrt(std::max(square - load * load, 0.0));
  return (tangent - wide(foot.mu) * load) / std::sqrt(square);
}

// A foot of struts that have begun to push, whose joints close in slowly or fast.
touchdown::Tripod<td_real> random_tripod(struts::Random &random, const struts::Lander &given, const td_lander &lander,
                                         touchdown::LegRecord<td_real> &before) {
  touchdown::Tripod<td_real> foot = {};
  static_cast<touchdown::FootLines<td_real> &>(foot) =
      touchdown::lines_of(lander.leg[0], touchdown::Matrix3<td_real>(touchdown::Matrix3<td_real>::Identity()),
                          touchdown::vector(lander.foot[0].r));
  foot.leg = &lander.leg[0];
  foot.before = &before;
  foot.span = real(random.uniform(0.01, 0.02) * given.time);
  foot.n = {0, 0, 1};
  foot.mu = lander.foot[0].mu_sliding;
  foot.held.setZero();
  const double speed = std::pow(10, random.uniform(-3, 0)) * given.v.norm();
  for (int k = 0; k < 3; ++k) {
    foot.closing[k] = -real(speed * random.uniform(-0.3, 1));
    const double part = k == 0 ? random.uniform(0.2, 1) : random.uniform(-0.3, 0.3);
    before.strut[k].elastic = real(0.005 * part * given.feet[0].pad.norm());
  }
  return foot;
}

// Whatever the pad did in the pass before, aside or against what it does now.
TEST_CASE("the ground pushes a pad within friction, from wherever its slip is looked for") {
  int beyond = 0, slide = 0;
  const int cases = 4000;
  for (int n = 0; n < cases; ++n) {
    struts::Random random(static_cast<std::uint64_t>(n) + 1);
    const struts::Lander given = struts::random_lander(random);
    const td_lander lander = struts::body_of(given);
    touchdown::LegRecord<td_real> before = {};
    touchdown::Tripod<td_real> foot = random_tripod(random, given, lander, before);
    const double speed = std::pow(10, random.uniform(-9, 0)) * given.v.norm();
    const struts::Vector slip = speed * landers::random_direction(random);
    beyond += beyond_friction({real(slip[0]), real(slip[1]), 0}, foot) > 1e-3;
    slide += foot.v.squaredNorm() > 0;
  }
  MESSAGE(slide, " of ", cases, " slide");
  CHECK(2 * slide > cases);
  CHECK(1000 * beyond <= cases);
}

// Pads that stick hold the secondaries, pads that slide pull them out: the primaries differ. As of the Apollo lunar
// module, 7300 kg (forces and strokes from memory of the literature, unverified).
TEST_CASE("friction of the pads decides what secondaries take up") {
  double pulled[2];
  for (const int grips : {0, 1}) {
    td_lander lander = table_on(strut_of(3e6, 15000), 1.62);
    lander.mass = 7300;
    for (int i = 0; i < 3; ++i) lander.inertia[i] = 17000;
    for (int i = 0; i < 4; ++i) {
      const double x = i == 0 ? 1 : i == 1 ? -1 : 0, y = i == 2 ? 1 : i == 3 ? -1 : 0;
      struts::copy({4.7 * x, 4.7 * y, -3}, lander.foot[i].r);
      lander.foot[i].mu_sliding = real(grips == 1 ? 1 : 0.4);
      td_leg &leg = lander.leg[i];
      leg.pad_mass = 15;
      struts::copy({2.2 * x, 2.2 * y, 0.2}, leg.strut[0].joint);
      struts::copy({2.2 * x - 1.2 * y, 2.2 * y + 1.2 * x, -1.7}, leg.strut[1].joint);
      struts::copy({2.2 * x + 1.2 * y, 2.2 * y - 1.2 * x, -1.7}, leg.strut[2].joint);
      leg.strut[0].crush[0] = {20017, real(0.254)};
      leg.strut[0].crush[1] = {42258, real(0.813)};
      for (int k = 1; k < 3; ++k) {
        leg.strut[k].crush[0] = {20017, real(0.305)};
        leg.strut[k].pull[0] = {2224, real(0.102)};
        leg.strut[k].pull[1] = {22241, real(0.406)};
      }
    }
    const td_landing landing = land(lander, 2.1, 3.05);
    CHECK(landing.outcome == TD_OUTCOME_RESTS_UPRIGHT);
    pulled[grips] = wide(landing.leg[0].strut[1].pulled);
    CHECK(wide(landing.energy_lost) >= booked(landing));
    for (int i = 1; i < 4; ++i)
      CHECK(wide(landing.leg[i].strut[0].crushed) == relative(wide(landing.leg[0].strut[0].crushed), 1e-2));
  }
  CHECK(pulled[0] > 5 * pulled[1]);
}

TEST_CASE("steps on struts taken one by one are those of the whole landing") {
  struts::Random random(5);
  const struts::Lander given = struts::random_lander(random);
  const td_lander lander = struts::body_of(given);
  const td_lander_state state = struts::state_of(given);
  td_landing whole = {}, landing = {};
  REQUIRE(td_land(&lander, &state, 60000, &whole, nullptr) >= 0);
  REQUIRE(td_landing_start(&landing, &lander, &state) == TD_SOLVED);
  while (landing.outcome == TD_OUTCOME_OPEN) REQUIRE(td_landing_step(&landing, &lander, lander.horizon, nullptr) >= 0);
  CHECK(std::memcmp(&whole, &landing, sizeof whole) == 0);
}

TEST_CASE("bad struts and records of them are refused") {
  const td_lander good = table_on(strut_of(1e6, 100), 1.62);
  td_lander_state state = {};
  state.x[2] = 2;
  state.q[0] = 1;
  td_landing started = {};
  REQUIRE(td_landing_start(&started, &good, &state) == TD_SOLVED);
  const td_real nan = std::numeric_limits<td_real>::quiet_NaN(), inf = std::numeric_limits<td_real>::infinity();
  const auto refused = [&](auto change) {
    td_lander lander = good;
    change(lander.leg[2]);
    td_landing landing, untouched;
    std::memset(static_cast<void *>(&landing), 0x5a, sizeof landing);
    std::memcpy(static_cast<void *>(&untouched), &landing, sizeof landing);
    CHECK(td_land(&lander, &state, 10, &landing, nullptr) == TD_REFUSED_LEG);
    CHECK(std::memcmp(&landing, &untouched, sizeof landing) == 0);
  };
  for (const td_real bad : {td_real(0), td_real(-1), nan, inf}) {
    refused([&](td_leg &leg) { leg.pad_mass = bad; });
    refused([&](td_leg &leg) { leg.strut[1].stiffness = bad; });
    if (!(bad == 0)) {
      refused([&](td_leg &leg) { leg.strut[1].damping = bad; });
      refused([&](td_leg &leg) { leg.strut[1].crush[0] = {bad, 1}; });
    }
    refused([&](td_leg &leg) { leg.strut[1].pull[0] = {1, bad}; });
    if (!(bad <= 0)) refused([&](td_leg &leg) { leg.strut[2].joint[1] = bad; });
  }
  refused([](td_leg &leg) {
    leg.strut[0].crush[0] = {1, 2};
    leg.strut[0].crush[1] = {1, 1};
  });
  refused([](td_leg &leg) { std::memcpy(leg.strut[1].joint, leg.strut[0].joint, sizeof leg.strut[1].joint); });
  const auto bad_record = [&](auto change) {
    td_landing landing = started;
    change(landing.leg[1]);
    CHECK(td_landing_step(&landing, &good, 1, nullptr) == TD_REFUSED_LEG);
  };
  bad_record([](td_leg_record &leg) { leg.down = 2; });
  bad_record([&](td_leg_record &leg) { leg.pad[1] = nan; });
  bad_record([&](td_leg_record &leg) { leg.pad_v[1] = inf; });
  bad_record([](td_leg_record &leg) { leg.slide = -1; });
  using Strut = td_strut_record;
  for (td_real Strut::*number : {&Strut::elastic, &Strut::force})
    bad_record([&](td_leg_record &leg) { leg.strut[0].*number = nan; });
  for (td_real Strut::*length : {&Strut::crushed, &Strut::pulled, &Strut::most_push, &Strut::push_time,
                                 &Strut::most_pull, &Strut::pull_time, &Strut::energy})
    for (const td_real bad : {td_real(-1), nan, inf})
      bad_record([&](td_leg_record &leg) { leg.strut[1].*length = bad; });
}
