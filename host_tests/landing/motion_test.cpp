// The motion from the first touch to rest beside closed forms: a block that rocks (Housner 1963), a brick that slides
// on ground described in three ways, leaning bodies, bodies on two feet, and round ones. And landings of which two
// independent simulations, one of stiff springs and one that steps over impacts, say the same, also with 1 % more and
// less of e, mu and speed (hard_landings.inc).
//
// Seen red: with the shift of make_bearing() of src/landing/contacts.hpp left out, and with no Newton's method for
// more than two feet (blocks); with place_at() of src/landing/flight.hpp without `bend` (blocks); with stance_on_feet()
// of src/landing/stance.hpp answering STANDS (two feet, bricks, boxes); without could_hold() of src/landing/sliding.hpp
// (hard landings); with contact points in place of spheres in is_beyond() of src/landing/stance.hpp (what rolls).
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>

#include "../unit/relative.hpp"
#include "compliant_simulation.hpp"
#include "table.hpp"
#include "touchdown/landing.h"

using namespace landers;

namespace {

#include "hard_landings.inc"

constexpr double g = 9.81;

td_landing settled(const td_lander &body, const td_lander_state &state) {
  td_landing landing = {};
  REQUIRE(td_land(&body, &state, TD_MAX_LANDING_STEPS, &landing, nullptr) >= 0);
  return landing;
}

// A block 2 b wide and 2 H high that does not slip, and does not bounce.
struct Block {
  double b, H;
  td_lander body;

  Block(double half_width, double half_height, double slope) : b(half_width), H(half_height), body(table(b, H, 2)) {
    body.mass = 1;
    for (int i = 0; i < 3; ++i) body.inertia[i] = real(4 * (b * b + H * H) / 12);
    for (int i = 0; i < 4; ++i) {
      body.foot[i].surface.e = 0;
      body.foot[i].r[1] = real(i < 2 ? -0.6 : 0.6);
    }
    body.up[0] = real(-std::sin(slope));
    body.up[2] = real(std::cos(slope));
    body.gravity[0] = real(g * std::sin(slope));
    body.gravity[2] = real(-g * std::cos(slope));
  }
  double radius() const { return std::hypot(b, H); }
  double angle() const { return std::atan2(b, H); }  // of balance
  // What an impact on the other edge leaves of the energy.
  double kept() const {
    const double square = radius() * radius(), about_edge = wide(body.inertia[1]) + square;
    return std::pow(1 - square / about_edge * (1 - std::cos(2 * angle())), 2);
  }
  // At rest on its edge at -b, which stays where it is.
  td_lander_state leaning(double angle) const {
    td_lander_state state = {};
    state.q[0] = real(std::cos(angle / 2));
    state.q[2] = real(-std::sin(angle / 2));
    state.x[0] = real(-b + b * std::cos(angle) - H * std::sin(angle));
    state.x[2] = real(b * std::sin(angle) + H * std::cos(angle));
    return state;
  }
  // Over that of the block at rest.
  double energy(const td_lander_state &state) const {
    const double v = std::hypot(wide(state.v[0]), wide(state.v[1]), wide(state.v[2])), w = wide(state.w[1]);
    return v * v / 2 + wide(body.inertia[1]) * w * w / 2 + g * (wide(state.x[2]) - H);
  }
};

}  // namespace

// Seen red: with losses that rounding has made left to the lander in correct_energy() of src/landing/step.hpp (in
// float, at a quarter of the step).
TEST_CASE("a rocking block keeps what an impact leaves: energies after nine impacts, and how many there are") {
  for (const double slender : {0.1, 0.3})
    for (const double lean : {0.2, 0.5, 0.9})
      for (const double part : {1.0, 4.0}) {
        Block block(slender, 1, 0);
        block.body.step = real(0.05 * std::sqrt(std::hypot(block.radius(), 0.6) / g) / part);
        const td_lander_state state = block.leaning(lean * block.angle());
        const double first = block.energy(state);
        double expected = first;
        td_landing landing = {};
        REQUIRE(td_landing_start(&landing, &block.body, &state) >= 0);
        int crossings = 0;
        bool right = false;
        while (landing.outcome == TD_OUTCOME_OPEN) {
          REQUIRE(td_landing_step(&landing, &block.body, block.body.horizon, nullptr) >= 0);
          if (right == (wide(landing.state.q[2]) > 0)) continue;
          right = !right;
          expected *= block.kept();
          CAPTURE(slender);
          CAPTURE(lean);
          CAPTURE(part);
          CAPTURE(crossings);
          if (expected > 0.01 * first) ++crossings;
          if (crossings <= 9) CHECK(std::abs(block.energy(landing.state) / expected - 1) < 0.01);
        }
        CHECK(landing.outcome == TD_OUTCOME_RESTS_UPRIGHT);
        const double all = std::log(0.01) / std::log(block.kept());  // until 1 % is left
        CHECK(crossings >= (slender < 0.2 && part == 1 ? 0.4 : 0.9) * all);
        CHECK(crossings <= all);
      }
}

// In mid lean, with 3.7 to 3.9 times the energy at the other edge that the barrier takes.
TEST_CASE("a body that leans, at rest, falls back, and over the edge downhill") {
  const Block block(0.6, 3, 4 * pi / 180);
  const double balance = block.angle() + 4 * pi / 180;
  for (const double part : {1.0, 8.0})
    for (const double lean : {0.8, 0.85, 0.9, 0.95}) {
      td_lander body = block.body;
      body.step = real(0.035 * std::sqrt(block.radius() / g) / part);
      const td_landing end = settled(body, block.leaning(lean * balance));
      CAPTURE(lean);
      CHECK(end.outcome == TD_OUTCOME_TIPS);
      CHECK(end.time > 1.5);
    }
}

TEST_CASE("a body on two feet, at rest, falls to its side of the balance, and rests on both at none") {
  const Block block(1, 2.4, 0);
  for (const double off : {0.01, 1e-3, 1e-4}) {
    if (sizeof(td_real) == 4 && off < 1e-3) continue;
    CHECK(settled(block.body, block.leaning(block.angle() + off)).outcome == TD_OUTCOME_TIPS);
    const td_landing back = settled(block.body, block.leaning(block.angle() - off));
    CHECK(back.outcome == TD_OUTCOME_RESTS_UPRIGHT);
    CHECK(std::abs(wide(back.state.q[2])) < 1e-3);
  }
}

namespace {

td_stance stance_of(const td_lander &body, const td_lander_state &state) {
  td_stance stance = {};
  td_landing landing;
  REQUIRE(td_landing_start(&landing, &body, &state) >= 0);
  REQUIRE(td_stance_of(&landing, &body, &stance) == TD_SOLVED);
  return stance;
}

}  // namespace

// Energy over an edge, friction on a slope, and the pendulum upside down about an edge or a foot, by their formulas.
//
// Seen red: with the inertia about the centre of mass in inertia_about(), with the kinetic energy left out of
// find_stance(), without the angle in find_standing(), and with held_by() answering that it stands, all of
// src/landing/stance.hpp.
TEST_CASE("a body stands, slides or falls, with what is left to each") {
  const double b = 0.5, H = 1;
  for (const double slope : {0.0, 0.2, 0.4, 1.0, 1.2}) {
    CAPTURE(slope);
    Block block(b, H, slope);
    for (td_foot &foot : block.body.foot) foot.mu_sliding = slope > 1.1 ? 3 : real(0.3);
    const td_stance stance = stance_of(block.body, block.leaning(0));
    const bool falls = slope > 1.1, slides = !falls && std::tan(slope) > 0.3;
    CHECK(stance.stance == (falls ? TD_STANCE_FALLS : slides ? TD_STANCE_SLIDES : TD_STANCE_STANDS));
    CHECK(stance.feet == 15);
    CHECK(stance.falls_in == TD_NOT_APPLICABLE);
    CHECK(std::abs(wide(stance.friction) - (falls || slides ? 0 : 1 - std::tan(slope) / 0.3)) < 1e-3);
    if (slope > 0.45) continue;
    const double lift = block.radius() - b * std::sin(slope) - H * std::cos(slope);
    CHECK(wide(stance.energy) == relative(g * lift, 1e-3));
    if (slope > 0) CHECK(wide(block.body.foot[stance.edge_from].r[0]) > 0);
    if (slope > 0) CHECK(wide(block.body.foot[stance.edge_to].r[0]) > 0);
    td_lander_state moving = block.leaning(0);
    moving.v[0] = real(0.1);
    CHECK(wide(stance_of(block.body, moving).energy) == relative(g * lift - 0.005, 1e-3));
  }
}

TEST_CASE("a body on two feet, on one, or on its edge balances, and says how fast it falls") {
  const Block block(0.5, 1, 0);
  td_stance stance = stance_of(block.body, block.leaning(block.angle()));
  const double R = block.radius(), about_edge = wide(block.body.inertia[1]) + R * R;
  CHECK(stance.stance == TD_STANCE_BALANCES);
  CHECK(stance.edge_from != stance.edge_to);
  CHECK(stance.energy == TD_NOT_APPLICABLE);
  CHECK(wide(stance.falls_in) == relative(std::sqrt(about_edge / (g * R)), 1e-3));
  td_lander body = block.body;
  body.feet = 1;
  body.foot[0].r[0] = body.foot[0].r[1] = 0;
  body.inertia[0] = real(0.3);
  stance = stance_of(body, standing(1));
  CHECK(stance.stance == TD_STANCE_BALANCES);
  CHECK(stance.feet == 1);
  CHECK(stance.edge_from == 0);
  CHECK(stance.edge_to == 0);
  CHECK(wide(stance.falls_in) == relative(std::sqrt(1.3 / g), 1e-3));
  td_lander on_second = body;
  on_second.feet = 2;
  on_second.foot[1] = body.foot[0];
  on_second.foot[0].r[2] = 0;
  stance = stance_of(on_second, standing(1));
  CHECK(stance.feet == 2);
  CHECK((stance.edge_from == 1 && stance.edge_to == 1));
  body.foot[0].radius = real(0.25);
  for (const double above : {0.1, -0.1}) {  // the centre of the sphere over the centre of mass
    body.foot[0].r[2] = real(above);
    CHECK(stance_of(body, standing(0.25 - above)).stance == (above > 0 ? TD_STANCE_STANDS : TD_STANCE_BALANCES));
  }
  const Block steep(0.5, 1, std::atan(0.5));
  CHECK(stance_of(steep.body, steep.leaning(0)).stance == TD_STANCE_BALANCES);
  CHECK(stance_of(block.body, standing(2)).stance == TD_STANCE_FALLS);
}

TEST_CASE("what balances until its horizon says so") {
  if (sizeof(td_real) == 4) return;  // rounding is a lean
  Block block(1, 2.4, 0);
  block.body.horizon = 2;
  CHECK(settled(block.body, block.leaning(block.angle())).outcome == TD_OUTCOME_BALANCES);
}

TEST_CASE("what td_stance_of refuses, it refuses as a landing does, and writes nothing") {
  td_lander body = table(1, 0.5, 0.5);
  const td_lander_state state = standing(0.5);
  td_landing landing;
  REQUIRE(td_landing_start(&landing, &body, &state) == TD_SOLVED);
  td_stance stance, untouched;
  std::memset(static_cast<void *>(&stance), 0x5A, sizeof stance);
  std::memcpy(static_cast<void *>(&untouched), &stance, sizeof stance);
  CHECK(td_stance_of(&landing, nullptr, &stance) == TD_REFUSED_NULL);
  body.mass = 0;
  CHECK(td_stance_of(&landing, &body, &stance) == TD_REFUSED_MASS);
  body.mass = 1;
  landing.state.q[0] = 0;
  CHECK(td_stance_of(&landing, &body, &stance) == TD_REFUSED_ATTITUDE);
  CHECK(std::memcmp(&stance, &untouched, sizeof stance) == 0);
}

// Two of four feet are on the ground, the others 2 cm above it; the centre of mass is beside the line of the two.
TEST_CASE("a quadruped on two diagonal feet comes down on a third") {
  for (const double beside : {0.0005, 0.002, 0.02}) {
    td_lander body = table(0.2, 0.3, 0.8);
    for (int i = 0; i < 4; ++i) {
      body.foot[i].surface.e = 0;
      body.foot[i].r[0] += real(beside);
      if (i % 2 != 0) body.foot[i].r[2] += real(0.02);
    }
    const td_landing end = settled(body, standing(0.3));
    CAPTURE(beside);
    CHECK(end.outcome == TD_OUTCOME_RESTS_UPRIGHT);
    CHECK(2 * std::acos(std::abs(wide(end.state.q[0]))) > 0.03);
  }
}

namespace {

td_real level(const void * /*context*/, const td_real * /*place*/, td_real * /*gradient*/) { return 0; }

// A brick on one plane, on one for each foot, or on ground of a height function that is flat.
td_lander brick(int ground, double slope) {
  td_lander body = table(1, 0.3, 0.3);
  body.mass = 100;
  for (int i = 0; i < 3; ++i) body.inertia[i] = real(30 + 5 * i);
  for (int i = 0; i < 4; ++i) body.foot[i].surface.e = 0;
  body.gravity[0] = real(g * std::sin(slope));
  body.gravity[2] = real(-g * std::cos(slope));
  if (ground == 1) body.planes = 4;
  for (int i = 0; i < 4; ++i) body.ground[i].n[2] = 1;
  if (ground == 2) body.height = level;
  body.highest = real(0.001);
  return body;
}

}  // namespace

TEST_CASE("a brick stands below the angle of friction and slides above it, however its ground is described") {
  for (int ground = 0; ground < 3; ++ground) {
    CAPTURE(ground);
    const td_landing stands = settled(brick(ground, 16.5 * pi / 180), standing(0.3));
    CHECK(stands.outcome == TD_OUTCOME_RESTS_UPRIGHT);
    CHECK(std::abs(wide(stands.state.x[0])) < 1e-6);
    td_lander steep = brick(ground, 17 * pi / 180);
    steep.horizon = 10;
    const double a = g * (std::sin(17 * pi / 180) - 0.3 * std::cos(17 * pi / 180));
    const td_landing slides = settled(steep, standing(0.3));
    CHECK(slides.outcome == TD_OUTCOME_SLIDES);
    CHECK(wide(slides.state.x[0]) == relative(a * 50, 1e-5));
    for (const double v : {0.1, 6.4}) {
      td_lander_state state = standing(0.3);
      state.v[0] = real(v);
      const td_landing end = settled(brick(ground, 0), state);
      CHECK(end.outcome == TD_OUTCOME_RESTS_UPRIGHT);
      CHECK(std::abs(wide(end.state.x[0]) - v * v / (2 * 0.3 * g)) < 1.5e-4);
      CHECK(wide(end.first_contact) == 0);
    }
  }
}

// Against a wall at x = 1, which a point of it meets without friction and with e = 0.5; by sums of v^2 / 2 mu g and
// v / mu g. Seen red: with planes of all feet compared in is_one_plane() of src/landing/sliding.hpp, and with
// meets_other_plane() answering false.
TEST_CASE("a block slides into a wall and back, and stops where and when friction has taken all") {
  td_lander body = table(0.1, 0.1, 0.1);
  body.mass = 1;
  for (td_real &I : body.inertia) I = 0;
  for (int i = 0; i < 3; ++i) body.inertia[i] = real(0.04 / 6);
  body.feet = body.planes = 5;
  for (int i = 0; i < 4; ++i) {
    body.foot[i].surface.e = 0;
    body.ground[i] = body.ground[0];
  }
  body.foot[4] = {{real(0.1), 0, 0}, 0, {0, 0, real(0.5)}, 0};
  body.ground[4] = {{1, 0, 0}, {-1, 0, 0}};
  td_lander_state state = standing(0.1);
  state.v[0] = 2;
  const td_landing end = settled(body, state);
  const double a = 0.1 * g, there = std::sqrt(4 - 2 * a * 0.9), back = there / 2;
  CHECK(end.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  CHECK(end.impacts == 1);
  CHECK(wide(end.state.x[0]) == relative(0.9 - back * back / (2 * a), 2e-5));
  CHECK(wide(end.time) == relative((2 - there + back) / a, 2e-5));
}

// One foot of radius 0.3 whose centre is 0.08 above the centre of mass; two wheels above it; a ball on an incline.
TEST_CASE("what rolls back is not tipped") {
  td_lander body = table(1, 0, 0.5);
  body.feet = 1;
  body.foot[0] = {{0, 0, real(0.08)}, real(0.3), {real(0.5), real(0.5), real(0.2)}, real(0.5)};
  for (int i = 0; i < 3; ++i) body.inertia[i] = real(0.06);
  body.horizon = 20;
  td_lander_state state = standing(0.5);
  state.w[0] = 1;
  CHECK(settled(body, state).outcome != TD_OUTCOME_TIPS);
  state = standing(0.3 - 0.08 * std::cos(0.2));
  state.q[0] = real(std::cos(0.1));
  state.q[1] = real(std::sin(0.1));
  CHECK(settled(body, state).outcome != TD_OUTCOME_TIPS);
  body.feet = 2;
  for (int i = 0; i < 2; ++i) body.foot[i] = {{0, real(i - 0.5), real(0.1)}, real(0.4), body.foot[0].surface, 1};
  state = standing(0.35);
  state.w[1] = 1;
  CHECK(settled(body, state).outcome != TD_OUTCOME_TIPS);
}

TEST_CASE("a ball rolls down an incline by 5/7 g sin a, and is not tipped") {
  td_lander body = table(1, 0, 0.5);
  body.feet = 1;
  body.foot[0] = {{0, 0, 0}, real(0.2), {real(0.5), real(0.5), 0}, real(0.5)};
  for (int i = 0; i < 3; ++i) body.inertia[i] = real(0.4 * 2 * 0.2 * 0.2);
  body.gravity[0] = real(g * std::sin(0.1));
  body.gravity[2] = real(-g * std::cos(0.1));
  body.horizon = 2;
  const td_landing end = settled(body, standing(0.2));
  CHECK(end.outcome == TD_OUTCOME_UNDECIDED);
  CHECK(wide(end.state.x[0]) == relative(5.0 / 7 * g * std::sin(0.1) * 2, 1e-3));
}

namespace {

// 94 x 135 x 30 mm.
td_lander flat_box() {
  td_lander body = table(0.0675, 0.015, 1);
  body.mass = real(0.3);
  const double inertia[3] = {0.000478125, 0.0002434, 0.000676525};
  for (int i = 0; i < 3; ++i) body.inertia[i] = real(inertia[i]);
  body.feet = 8;
  for (int i = 0; i < 8; ++i)
    body.foot[i] = {
        {real(i & 1 ? 0.047 : -0.047), real(i & 2 ? 0.0675 : -0.0675), real(i & 4 ? 0.015 : -0.015)}, 0, {1, 1, 0}, 1};
  return body;
}

// At rest, its edge 5 cm above the ground.
td_lander_state on_edge(double lean) {
  td_lander_state state = standing(0.05 + std::hypot(0.0675, 0.015));
  state.q[0] = real(std::cos(lean / 2));
  state.q[1] = real(std::sin(lean / 2));
  return state;
}

// Of the box's z: 1 flat, 0 on its narrow side.
double rise_of(const td_landing &end) {
  return 1 - 2 * (std::pow(wide(end.state.q[1]), 2) + std::pow(wide(end.state.q[2]), 2));
}

}  // namespace

// 1 mrad to either side of balance.
TEST_CASE("a box that falls on its edge ends flat, on the side to which it leans") {
  const double balance = pi / 2 - std::atan2(0.015, 0.0675);
  for (const double off : {-1e-3, 1e-3}) {
    const td_landing end = settled(flat_box(), on_edge(balance + off));
    CAPTURE(off);
    CHECK((end.outcome == TD_OUTCOME_RESTS_UPRIGHT || end.outcome == TD_OUTCOME_RESTS_OTHERWISE));
    CHECK(std::abs(rise_of(end) - (off < 0 ? 1 : 0)) < 1e-3);
  }
}

// Where nothing but its lean is unknown, either side is as likely. (A corner that strikes before the other turns it to
// its narrow side, whichever it is: the box's axes of inertia are not level. A simulation of springs does so too.)
// Seen red: with all deviates greater by 0.1 in take_sample() of src/landing/samples.hpp.
TEST_CASE("a box that falls on its edge with its lean unknown ends on either side as often") {
  const double balance = pi / 2 - std::atan2(0.015, 0.0675);
  td_landing_errors errors = {};
  errors.covariance[13 * 3] = real(4e-6);
  int flat = 0, narrow = 0;
  for (std::int32_t i = 0; i < 255; ++i) {
    td_lander body;
    td_lander_state state;
    const td_lander box = flat_box();
    const td_lander_state given = on_edge(balance);
    REQUIRE(td_landing_sample(&box, &given, &errors, i, &body, &state) >= 0);
    const double rise = rise_of(settled(body, state));
    flat += std::abs(rise - 1) < 1e-2 ? 1 : 0;
    narrow += std::abs(rise) < 1e-2 ? 1 : 0;
  }
  CHECK(flat + narrow >= 254);  // but for the balance itself, which has no error
  CHECK(std::abs(flat - narrow) <= 3);
}

// Seen red: with the direction of `up` alone in leaves() of src/landing/stance.hpp.
TEST_CASE("a body that bounces for ever says so, and leaves only where nothing pulls it back") {
  for (const double horizon : {7.0, 7.3, 7.6, 7.9}) {
    td_lander body = table(0.5, 0.25, 0.5);
    for (int i = 0; i < 4; ++i) body.foot[i].surface.e = 1;
    body.horizon = real(horizon);
    CHECK(settled(body, standing(1.25)).outcome == TD_OUTCOME_BOUNCES);
    for (int i = 0; i < 4; ++i) body.foot[i].surface.e = real(0.99);
    CHECK(settled(body, standing(1.25)).outcome == TD_OUTCOME_UNDECIDED);
  }
  td_lander body = table(0.5, 0.25, 0.5);
  body.gravity[2] = real(g);
  td_landing landing = {};
  const td_lander_state state = standing(1.25);
  CHECK(td_land(&body, &state, 20000, &landing, nullptr) == TD_CAVEAT_NO_CONTACT);
  CHECK(landing.outcome == TD_OUTCOME_LEAVES);
}

// Seen red: with begins_in_ground() of src/landing/step.hpp answering false.
TEST_CASE("a body that begins in the ground says so") {
  const td_lander body = table(0.5, 0.25, 0.5);
  td_landing landing = {};
  td_lander_state state = standing(0.05);
  CHECK(td_landing_start(&landing, &body, &state) == TD_CAVEAT_BELOW_GROUND);
  CHECK((td_land(&body, &state, 20000, &landing, nullptr) & TD_CAVEAT_BELOW_GROUND) != 0);
  state = standing(0.25);
  CHECK(td_landing_start(&landing, &body, &state) == TD_SOLVED);
}

// Seen red: with `pose.lowest < landing.deepest` of src/landing/step.hpp the other way round, and with its end left
// out.
TEST_CASE("the deepest foot is as deep as the attitude and the place of the body say, at the end of any step") {
  const td_lander body = table(0.5, 0.25, 0.5);
  td_landing landing = {};
  td_lander_state state = standing(0.2497);
  state.q[0] = real(std::cos(0.0005)), state.q[2] = real(std::sin(0.0005));
  REQUIRE(td_landing_start(&landing, &body, &state) >= 0);
  double deepest = 0;
  for (int k = 1; k <= 100; ++k) {
    REQUIRE(td_landing_step(&landing, &body, real(0.002 * k), nullptr) >= 0);
    double q[4] = {};
    std::copy(landing.state.q, landing.state.q + 4, q);
    const double up[] = {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
                         1 - 2 * (q[1] * q[1] + q[2] * q[2])};
    for (int i = 0; i < body.feet; ++i) {
      double height = wide(landing.state.x[2]);
      for (int j = 0; j < 3; ++j) height += up[j] * wide(body.foot[i].r[j]);
      deepest = std::min(deepest, height);
    }
    CHECK(std::abs(wide(landing.deepest) - deepest) < 1e-6);
  }
  CHECK(deepest < -0.0002);
}

// Springs that carry 2 kg: the stroke at rest is the weight over their stiffness. Seen red: without way_of() of
// src/landing/legs.hpp.
TEST_CASE("the axis of a leg may be written either way") {
  td_lander body = table(0.15, 0.1, 0.6);
  body.horizon = 20;
  for (const double way : {1.0, -1.0}) {
    for (int i = 0; i < 4; ++i) {
      body.leg[i].kind = TD_LEG_SPRINGS;
      body.leg[i].axis[2] = real(way);
      body.leg[i].stiffness = 500;
      body.leg[i].damping = 20;
      body.leg[i].stroke = real(0.08);
    }
    const td_lander_state state = standing(0.11);
    td_landing landing = {};
    REQUIRE(td_land(&body, &state, 20000, &landing, nullptr) >= 0);
    CAPTURE(way);
    CHECK(landing.outcome == TD_OUTCOME_RESTS_UPRIGHT);
    for (int i = 0; i < 4; ++i) CHECK(std::abs(wide(landing.leg[i].stroke) * 4 * 500 / (2 * g) - 1) < 0.02);
  }
}

// A crush that is shorter than a piece of a step, by F s = m (v^2 / 2 + g (d + s)). Seen red: with the whole force in
// place of the mean one in enter_work() of src/landing/legs.hpp, which takes up to 115 times as much; and with
// a crush that is short beside its piece left to end with it, in time_to_stand() of src/landing/leg_step.hpp: the
// stroke is 3 and 40 times as long.
TEST_CASE("in low gravity, too, crushed legs take what energy there is") {
  td_lander body = table(1, 1, 0.5);
  body.mass = 500;
  for (int i = 0; i < 3; ++i) body.inertia[i] = real(200 + 20 * i);
  body.gravity[2] = real(-1e-3);
  body.horizon = 20;
  for (const double force : {250.0, 4000.0}) {
    for (int i = 0; i < 4; ++i) {
      body.leg[i].kind = TD_LEG_CRUSHES;
      body.leg[i].axis[2] = 1;
      body.leg[i].force = real(force);
      body.leg[i].stroke = 5;
    }
    td_lander_state state = standing(1.01);
    state.v[2] = real(-0.2);
    td_landing landing = {};
    REQUIRE(td_land(&body, &state, 20000, &landing, nullptr) >= 0);
    double taken = 0;
    for (int i = 0; i < 4; ++i) taken += wide(landing.leg[i].energy);
    const double there_is = 250 * 0.2 * 0.2 + 500 * 1e-3 * (0.01 + wide(landing.leg[0].stroke));
    CHECK(std::abs(taken / there_is - 1) < 1e-3);
    const double stroke = 500 * (0.2 * 0.2 / 2 + 1e-3 * 0.01) / (4 * force - 0.5);
    for (int i = 0; i < 4; ++i) CHECK(wide(landing.leg[i].stroke) == relative(stroke, 0.01));
  }
}

// A body on four springs without dampers hops, and its lean grows tenfold in 0.2 s, at any step, until the body rocks
// (without friction) or friction has taken the energy of its fall.
// Seen red: with `by_rate` of src/landing/leg_contacts.hpp that takes a spring at the end of the sub-step (95 % lost).
TEST_CASE("springs without dampers keep the energy of a hopping body, of which friction alone takes") {
  td_lander body = table(0.15, 0.1, 0);
  body.mass = real(1.2);
  for (int i = 0; i < 3; ++i) body.inertia[i] = real(i < 2 ? 0.01 : 0.02);
  body.gravity[2] = real(-g);
  body.horizon = 4;
  for (int i = 0; i < 4; ++i) {
    body.foot[i].surface.e = 0;
    body.leg[i].kind = TD_LEG_SPRINGS;
    body.leg[i].axis[2] = 1;
    body.leg[i].stroke = real(0.08);
    body.leg[i].stiffness = 500;
  }
  td_lander_state state = standing(0.15);
  state.v[2] = real(-0.13784);
  state.q[1] = real(4e-6);
  state.q[2] = real(3e-6);
  const double fall = 0.6 * 0.13784 * 0.13784 + 1.2 * g * 0.05;
  for (const double mu : {0.0, 0.6}) {
    for (int i = 0; i < 4; ++i)
      body.foot[i].surface.mu_s = body.foot[i].surface.mu_k = body.foot[i].mu_sliding = real(mu);
    td_landing landing = {};
    REQUIRE(td_land(&body, &state, TD_MAX_LANDING_STEPS, &landing, nullptr) >= 0);
    const double w = std::hypot(wide(landing.state.w[0]), wide(landing.state.w[1])), lost = wide(landing.energy_lost);
    MESSAGE("friction ", mu, ": turns at ", w, " rad/s, lost ", lost / fall, " of its fall");
    CHECK((mu > 0 ? lost > 0.9 * fall && lost < fall : lost < 0.02 * fall && w > 1));
  }
}

// Errors of 0.02 in e and mu, of 1 % of what it gains by falling through its reach in each speed, and in the law of
// restitution show of the others that more than one end is possible. Seen red: with errors of a hundredth of that.
TEST_CASE("where the law of impacts decides a hard landing, samples say that it may end as in two simulations") {
  for (const HardLanding &landing : hard_landings) {
    if (landing.by_law == 0) continue;
    const td_lander body = body_of(landing);
    td_landing_errors errors = {};
    errors.e = errors.mu = real(0.02);
    errors.laws = 1 << TD_LAW_POISSON | 1 << TD_LAW_ENERGETIC | 1 << TD_LAW_NEWTON;
    const double reach = reach_of(landing), v = 0.01 * std::sqrt(landing.gravity * reach), w = v / reach;
    for (int i = 6; i < 12; ++i) errors.covariance[13 * i] = real(i < 9 ? v * v : w * w);
    td_landing_odds odds = {};
    REQUIRE(td_land_sampled(&body, &landing.state, &errors, 31, 20000, &odds) >= 0);
    CAPTURE(&landing - hard_landings);
    CHECK(odds.outcomes[landing.right] >= 3);
  }
}

namespace {

template <class Number>
Vector vector_of(const Number (&x)[3]) {
  return {static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2])};
}

Case case_of(const HardLanding &landing) {
  Case c;
  c.mass = landing.mass;
  c.gravity = landing.gravity;
  c.e = landing.e;
  c.mu = landing.mu;
  c.inertia = vector_of(landing.inertia).asDiagonal();
  c.normal = vector_of(landing.n).normalized();
  c.thrust = vector_of(landing.thrust);
  c.thrust_at = vector_of(landing.thrust_at);
  c.cut_delay = landing.cut_delay;
  for (int i = 0; i < landing.feet; ++i) {
    const double *foot = landing.foot[i];
    c.feet.emplace_back(foot[0], foot[1], foot[2]);
    c.radius.push_back(foot[3]);
  }
  const td_real *q = landing.state.q;
  c.x = vector_of(landing.state.x);
  c.v = vector_of(landing.state.v);
  c.w = vector_of(landing.state.w);
  c.q = Eigen::Quaterniond(wide(q[0]), wide(q[1]), wide(q[2]), wide(q[3])).normalized();
  return c;
}

}  // namespace

// What those decide that the library ends otherwise than both simulations: the length of a contact, or a friction that
// asks for the end of the impact alone. Springs whose contacts last a thousandth of the fall time, with the library's
// energetic law, end as the library does, all seven. (With a hundredth of it one does not.)
// Seen red: with Poisson's law (one), and with friction halved in striking() of src/landing/contacts.hpp.
TEST_CASE("hard landings that two simulations end otherwise end as on springs that are stiffer") {
  if (sizeof(td_real) == 4) return;  // the same states
  for (const HardLanding &landing : hard_landings) {
    if (landing.by_law == 0) continue;
    td_lander body = body_of(landing);
    body.options.law = TD_LAW_ENERGETIC;
    CAPTURE(&landing - hard_landings);
    const td_landing end = settled(body, landing.state);
    CHECK(static_cast<int>(end_of(end)) == static_cast<int>(CompliantSimulation(case_of(landing), 0.001).run(60)));
  }
}

// Of the others the law of impacts decides: a step of a sixteenth leads to the same verdict.
TEST_CASE("hard landings end as in two simulations, and alike at any step") {
  for (const HardLanding &landing : hard_landings) {
    const td_lander body = body_of(landing);
    const td_landing end = settled(body, landing.state);
    CAPTURE(&landing - hard_landings);
    if (landing.by_law == 0) CHECK(end.outcome == landing.right);
    td_lander fine = body;
    fine.step = real(0.05 / 16 * std::sqrt(reach_of(landing) / landing.gravity));
    CHECK(settled(fine, landing.state).outcome == end.outcome);
  }
}
