// The chain of touchdowns against the independent simulation, on random landings: feet, order, modes, velocities.
//
// Seen red: 0.45 in place of 0.5 before the acceleration in src/landing/flight.hpp.
#include <doctest/doctest.h>

#include <algorithm>

#include "random_landings.hpp"
#include "simulation.hpp"

using landing::Pose;
using landing::Simulation;
using landing::Vector;

namespace {

constexpr bool single = sizeof(td_real) == 4;
// Of the velocities after a touchdown, relative to the speed of the foot before. In float, a foot that slides along the
// ground loses digits of its approach: one in a thousand may be off by up to `ill_conditioned`.
constexpr double velocity_tolerance = single ? 2e-3 : 1e-9;
constexpr double ill_conditioned = single ? 5e-2 : 1e-9;
constexpr double time_tolerance = single ? 1e-4 : 1e-9;

// std::int32_t in compression and in restitution of Baruh's cases 0 to 6.
constexpr int modes[7][2] = {{1, 1}, {3, 2}, {4, 5}, {1, 3}, {1, 4}, {2, 2}, {1, 1}};

struct Tally {
  int entries = 0, modes_differ = 0, order_differs = 0, unclear = 0, off = 0;
  double worst_velocity = 0, worst_time = 0;
};

bool sticks(const td_touchdown &entry) {
  return entry.mode_compression == TD_MODE_STICKS || entry.mode_restitution == TD_MODE_STICKS;
}

// The first of the feet that do not rest, from the state that the prediction left the last touchdown in.
int first_of(const Simulation &simulation, const Pose &from, const Vector &thrust, int feet, double limit,
             const bool *resting, const bool *just, double &time, double &second) {
  int first = -1;
  time = second = 1e300;
  for (int i = 0; i < feet; ++i) {
    if (resting[i]) continue;
    const double t = simulation.contact(from, thrust, i, limit, just[i], 3000);
    if (t < 0) continue;
    if (t < time) {
      second = time;
      time = t;
      first = i;
    } else {
      second = std::min(second, t);
    }
  }
  return first;
}

void follow(const landing::Descent &d, const td_landing &prediction, Tally &tally) {
  const Simulation simulation(d.lander);
  const double rest = static_cast<double>(d.lander.rest_speed);
  Pose pose = landing::pose_of(d.state);
  bool resting[TD_MAX_FEET] = {}, just[TD_MAX_FEET] = {};
  double now = 0;
  for (int k = 0; k < prediction.count; ++k) {
    const td_touchdown &entry = prediction.touchdown[k];
    CAPTURE(k);
    ++tally.entries;
    const Vector thrust = landing::vector_of(k == 0 ? d.lander.thrust : d.lander.thrust_after);
    const double predicted = static_cast<double>(entry.time) - now;
    double time = 0, second = 0;
    const int foot =
        first_of(simulation, pose, thrust, d.lander.feet, predicted * 1.5 + 0.01, resting, just, time, second);
    const double apart = time_tolerance * (1 + time);
    // Two feet so close in time that rounding decides between them; or one that grazes.
    if (std::abs(time - second) <= 2 * apart || foot < 0) {
      ++tally.unclear;
      return;
    }
    if (foot != entry.foot) {
      ++tally.order_differs;
      return;
    }
    tally.worst_time = std::max(tally.worst_time, std::abs(time - predicted) / (1 + time));
    pose = simulation.at(pose, thrust, time);
    const double speed = (pose.v + pose.w.cross(simulation.arm(pose, foot))).norm();
    int number = 0;
    Vector impulse;
    if (simulation.approach(pose, foot) >= -1e-6 || !simulation.strike(pose, foot, number, impulse)) {
      ++tally.unclear;
      return;
    }
    const bool same_modes = entry.mode_compression == modes[number][0] && entry.mode_restitution == modes[number][1];
    if (!same_modes) ++tally.modes_differ;
    // Slip that float cannot tell from a stop is held by static friction; in double it slides on (E233).
    const td_surface &surface = d.lander.foot[foot].surface;
    if (single && !same_modes && sticks(entry) && surface.mu_s > surface.mu_k) {
      ++tally.unclear;
      return;
    }
    const Vector off = pose.v - landing::vector_of(entry.after.v);
    const Vector turn = pose.w - landing::vector_of(entry.after.w);
    const double error = (off.norm() + turn.norm()) / speed;
    tally.worst_velocity = std::max(tally.worst_velocity, error);
    CHECK(error < ill_conditioned);
    if (error >= velocity_tolerance) ++tally.off;
    now = static_cast<double>(entry.time);
    pose = landing::pose_of(entry.after);  // from where the prediction is: errors do not add up
    for (int i = 0; i < d.lander.feet; ++i) {
      const double v_n = simulation.approach(pose, i);
      if (i == foot)
        resting[i] = v_n <= rest;
      else if (resting[i])
        resting[i] = std::abs(v_n) <= rest;
      just[i] = i == foot;
    }
  }
}

}  // namespace

TEST_CASE("chain of 1 000 random landings") {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    CAPTURE(seed);
    landing::Random random(seed);
    landing::Descent d = landing::random_descent(random, 3 + static_cast<int>(seed % 3), 6);
    d.lander.rest_speed = td_real(0.01);
    d.lander.options.steps = TD_MAX_STEPS;  // the default budget is compared with this elsewhere
    td_landing prediction;
    REQUIRE(td_predict_landing(&d.lander, &d.state, &prediction) >= 0);
    REQUIRE(prediction.count >= 1);
    follow(d, prediction, tally);
  }
  MESSAGE(tally.entries << " touchdowns; time to " << tally.worst_time << ", velocity to " << tally.worst_velocity
                        << " (" << tally.off << " beyond tolerance); modes differ in " << tally.modes_differ
                        << ", order in " << tally.order_differs << ", not decided " << tally.unclear);
  CHECK(tally.entries > 3000);
  CHECK(tally.worst_time < time_tolerance);
  CHECK(tally.order_differs == 0);
  CHECK(tally.off * 1000 <= tally.entries);
  CHECK(tally.modes_differ * 200 <= tally.entries);
  CHECK(tally.unclear * 50 <= tally.entries);
}

// Seen red: with any foot at rest that does not leave, however fast the impact left it approaching.
TEST_CASE("a chain ends at rest where no foot still approaches") {
  int rests = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    CAPTURE(seed);
    landing::Random random(seed);
    landing::Descent d = landing::random_descent(random, 4, 8);
    d.lander.simultaneity_window = td_real(0.1);
    d.lander.rest_speed = td_real(0.01);
    for (int i = 0; i < d.lander.feet; ++i) {
      td_surface &surface = d.lander.foot[i].surface;
      surface = {td_real(2) * surface.mu_k, td_real(2) * surface.mu_k, 0};
    }
    td_landing prediction;
    REQUIRE(td_predict_landing(&d.lander, &d.state, &prediction) >= 0);
    if (prediction.chain_end != TD_CHAIN_RESTS) continue;
    ++rests;
    const td_touchdown &last = prediction.touchdown[prediction.count - 1];
    const Simulation simulation(d.lander);
    const Pose before = landing::pose_of(last.at), after = landing::pose_of(last.after);
    double fastest = 0;
    for (int i = 0; i < d.lander.feet; ++i) fastest = std::max(fastest, -simulation.approach(before, i));
    // What several contacts at once may leave without a caveat.
    const double left = std::max(0.01, 1e-3 * fastest) * (1 + 1e-3);
    for (int i = 0; i < d.lander.feet; ++i) CHECK(std::abs(simulation.approach(after, i)) <= left);
  }
  MESSAGE(rests << " chains end at rest");
  CHECK(rests > 100);
}

// Seen red: with the smaller box as large as the whole one.
TEST_CASE("extremes of corners are no bounds: a smaller box of errors reaches beyond them") {
  constexpr int tried = 100;
  const auto envelope_of = [](const landing::Descent &d, double part) {
    const td_real half = static_cast<td_real>(part);
    const td_landing_errors errors = {td_real(0.1) * half, td_real(0.2) * half, td_real(0.05) * half,
                                      td_real(0.3) * half, td_real(0.3) * half};
    td_landing_envelope envelope;
    REQUIRE(td_landing_envelope_of(&d.lander, &d.state, &errors, &envelope) >= 0);
    return envelope;
  };
  int beyond = 0;
  for (std::uint64_t seed = 1; seed <= tried; ++seed) {
    landing::Random random(seed);
    const landing::Descent d = landing::random_descent(random, 4, 4);
    const td_landing_envelope whole = envelope_of(d, 1);
    bool found = false;
    for (const double part : {0.3, 0.5, 0.7, 0.9}) {
      const td_landing_envelope smaller = envelope_of(d, part);
      found |= smaller.energy_lost.max > whole.energy_lost.max || smaller.energy_lost.min < whole.energy_lost.min ||
               smaller.energy_margin.min < whole.energy_margin.min;
    }
    beyond += found ? 1 : 0;
  }
  MESSAGE("beyond the corners in " << beyond << " of " << tried);
  CHECK(beyond > tried / 5);
}
