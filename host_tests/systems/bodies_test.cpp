// A free body and a pair of them: the frame, the conserved quantities, and every refusal.
#include <doctest/doctest.h>

#include <cstring>
#include <utility>

#include "near.hpp"
#include "random_systems.hpp"
#include "restated.hpp"

using systems::all_near;
using systems::epsilon;
using systems::near;
using systems::Random;

namespace {

constexpr int cases = 50;
constexpr td_real not_a_number = std::numeric_limits<td_real>::quiet_NaN();
constexpr td_real infinite = std::numeric_limits<td_real>::infinity();

td_body_contact sample_body() {
  Random random(7);
  return systems::random_single(random);
}

td_body_impact solved(const td_body_contact &body) {
  td_body_impact impact = {};
  CHECK(td_resolve_body(&body, &impact) >= 0);
  return impact;
}

// Momentum and spin of a body about the contact point, world axes: an impulse there leaves the spin, and changes both
// momenta alike.
void add_spin(const td_rigid_body &body, const td_real *r, const td_real *v, const td_real *w, double (&spin)[3],
              double (&momentum)[3]) {
  const double m = static_cast<double>(body.mass);
  const td_real(&I)[6] = body.inertia;
  const int place[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  for (int i = 0; i < 3; ++i) {
    momentum[i] += m * static_cast<double>(v[i]);
    for (int j = 0; j < 3; ++j) spin[i] += static_cast<double>(I[place[i][j]]) * static_cast<double>(w[j]);
    const int a = (i + 1) % 3, b = (i + 2) % 3;  // the centre stands at -r from the point
    spin[i] -= m * (static_cast<double>(r[a]) * static_cast<double>(v[b]) -
                    static_cast<double>(r[b]) * static_cast<double>(v[a]));
  }
}

}  // namespace

TEST_CASE("frame of an upright normal is the world's") {
  td_body_contact body = sample_body();
  body.n[0] = body.n[1] = 0;
  body.n[2] = 1;
  const td_body_impact impact = solved(body);
  const td_real t[3] = {1, 0, 0}, s[3] = {0, 1, 0};
  CHECK(std::memcmp(impact.t, t, sizeof t) == 0);
  CHECK(std::memcmp(impact.s, s, sizeof s) == 0);
}

TEST_CASE("frame is orthonormal and right-handed for any normal") {
  Random random(1);
  for (int i = 0; i < cases; ++i) {
    td_body_contact body = sample_body();
    random.fill(body.n, 3, -1, 1);
    const td_body_impact impact = solved(body);
    const double length =
        std::sqrt(static_cast<double>(body.n[0] * body.n[0] + body.n[1] * body.n[1] + body.n[2] * body.n[2]));
    for (int k = 0; k < 3; ++k) {
      const int a = (k + 1) % 3, b = (k + 2) % 3;
      CHECK(near(impact.t[a] * impact.s[b] - impact.t[b] * impact.s[a],
                 static_cast<td_real>(static_cast<double>(body.n[k]) / length), 1, 8));
    }
    CHECK(near(impact.t[0] * impact.s[0] + impact.t[1] * impact.s[1] + impact.t[2] * impact.s[2], 0, 1, 8));
  }
}

TEST_CASE("the normal's length does not matter, from the smallest to the largest") {
  td_body_contact body = sample_body();
  body.n[0] = td_real(0.25);
  body.n[1] = td_real(-0.5);
  body.n[2] = 1;
  const td_body_impact expected = solved(body);
  const td_real scales[] = {std::numeric_limits<td_real>::min(), std::numeric_limits<td_real>::max()};
  for (const td_real scale : scales) {
    td_body_contact scaled = body;
    for (td_real &x : scaled.n) x *= scale;
    const td_body_impact found = solved(scaled);
    CHECK(std::memcmp(found.v, expected.v, sizeof found.v) == 0);
    CHECK(std::memcmp(found.w, expected.w, sizeof found.w) == 0);
  }
}

TEST_CASE("planar data of a body take the closed form") {
  td_body_contact body = {};
  body.body.mass = 1;
  body.body.inertia[0] = body.body.inertia[2] = td_real(0.3);
  body.body.inertia[1] = td_real(0.4);
  body.r[0] = td_real(0.3);
  body.r[2] = td_real(-0.7);
  body.n[0] = td_real(0.2);
  body.n[2] = td_real(0.9);
  body.body.v[0] = td_real(0.8);
  body.body.v[2] = -1;
  body.body.w[1] = td_real(0.5);
  body.surface = {td_real(0.4), td_real(0.3), td_real(0.6)};
  const td_body_impact impact = solved(body);
  CHECK(impact.impact.method == TD_METHOD_PLANAR);
  CHECK(impact.v[1] == 0);
  CHECK(impact.w[0] == 0);
  CHECK(impact.w[2] == 0);
}

TEST_CASE("a body is the special case of generalized speeds") {
  for (int i = 0; i < cases; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const td_body_contact body = systems::random_single(random);
    systems::BodyAsSpeeds same(body);
    td_real u[6];
    td_speeds_impact expected;
    td_system_after after = {u, nullptr, nullptr};
    REQUIRE(td_resolve_speeds(&same.system, &expected, &after) >= 0);
    const td_body_impact found = solved(body);
    const td_real scale = systems::largest(u, 6) + systems::largest(same.u, 6);
    CHECK(all_near(found.v, u, 3, scale, 4000));
    CHECK(all_near(found.w, u + 3, 3, scale, 4000));
    CHECK(near(found.impact.energy_after, expected.impact.energy_after, found.impact.energy_before, 4000));
    CHECK(near(found.impact.energy_before, expected.impact.energy_before, found.impact.energy_before));
  }
}

TEST_CASE("the energy a body loses is what friction and restitution took") {
  for (int i = 0; i < cases; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const td_impact impact = solved(systems::random_single(random)).impact;
    CHECK(near(impact.energy_before - impact.energy_after, impact.energy_friction + impact.energy_restitution,
               impact.energy_before, 4000));
  }
}

// Red in double on the board, whose roots are taken digit by digit and have none of less than 0: without the test of
// the discriminant in impulse_to_stop() of src/impact/tangential_plane.hpp.
TEST_CASE("without friction slip lasts, by either method") {
  Random random(23);
  for (int i = 0; i < cases; ++i) {
    td_body_contact body = systems::random_single(random);
    body.surface.mu_s = body.surface.mu_k = 0;
    for (const std::int32_t method : {TD_METHOD_SLIP_PATH, TD_METHOD_ALGEBRAIC}) {
      body.options.method = method;
      const td_body_impact hit = solved(body);
      CHECK(static_cast<double>(hit.impact.p_sliding) == doctest::Approx(static_cast<double>(hit.impact.p.n)));
      CHECK(hit.impact.mode_compression == TD_MODE_SLIDES);
    }
  }
}

TEST_CASE("thin plates and rods raise no caveat in any attitude, an inertia of no body does") {
  // In the plane of the plate the two other moments add up; turned by 3-4-5 angles.
  td_body_contact body = sample_body();
  const td_real a = td_real(0.1), b = td_real(0.7), c = td_real(0.6), s = td_real(0.8);
  const td_real first = c * c * a + s * s * b, second = s * s * a + c * c * b, product = c * s * (a - b);
  const td_real plate[6] = {first, second, a + b, product, 0, 0};
  std::memcpy(body.body.inertia, plate, sizeof plate);
  td_body_impact impact;
  CHECK((td_resolve_body(&body, &impact) & TD_CAVEAT_INERTIA) == 0);
  body.body.inertia[2] *= td_real(1.001);
  CHECK((td_resolve_body(&body, &impact) & TD_CAVEAT_INERTIA) != 0);
  const td_real rod[6] = {td_real(1e-4), 1, 1, 0, 0, 0};
  std::memcpy(body.body.inertia, rod, sizeof rod);
  CHECK((td_resolve_body(&body, &impact) & TD_CAVEAT_INERTIA) == 0);
}

TEST_CASE("a body's bad input is refused, each with its own status") {
  const auto refusal = [](void (*spoil)(td_body_contact &)) {
    td_body_contact body = sample_body();
    spoil(body);
    td_body_impact impact;
    std::memset(&impact, 0x5A, sizeof impact);
    td_body_impact untouched = impact;
    const td_status status = td_resolve_body(&body, &impact);
    CHECK(std::memcmp(&impact, &untouched, sizeof impact) == 0);
    return status;
  };
  CHECK(refusal([](td_body_contact &b) { b.body.mass = 0; }) == TD_REFUSED_MASS);
  CHECK(refusal([](td_body_contact &b) { b.body.mass = infinite; }) == TD_REFUSED_MASS);
  CHECK(refusal([](td_body_contact &b) { b.body.mass = not_a_number; }) == TD_REFUSED_MASS);
  CHECK(refusal([](td_body_contact &b) { b.body.inertia[0] = 0; }) == TD_REFUSED_INERTIA);
  CHECK(refusal([](td_body_contact &b) { b.body.inertia[1] = -1; }) == TD_REFUSED_INERTIA);
  CHECK(refusal([](td_body_contact &b) { b.body.inertia[3] = 100; }) == TD_REFUSED_INERTIA);
  CHECK(refusal([](td_body_contact &b) { b.body.inertia[5] = not_a_number; }) == TD_REFUSED_INERTIA);
  CHECK(refusal([](td_body_contact &b) { b.body.inertia[2] = infinite; }) == TD_REFUSED_INERTIA);
  CHECK(refusal([](td_body_contact &b) { b.n[0] = b.n[1] = b.n[2] = 0; }) == TD_REFUSED_NORMAL);
  CHECK(refusal([](td_body_contact &b) { b.n[1] = not_a_number; }) == TD_REFUSED_NORMAL);
  CHECK(refusal([](td_body_contact &b) { b.r[2] = infinite; }) == TD_REFUSED_POSITION);
  CHECK(refusal([](td_body_contact &b) { b.body.v[0] = not_a_number; }) == TD_REFUSED_VELOCITY);
  CHECK(refusal([](td_body_contact &b) { b.body.w[2] = infinite; }) == TD_REFUSED_VELOCITY);
  CHECK(refusal([](td_body_contact &b) { b.surface.e = 2; }) == TD_REFUSED_RESTITUTION);
  CHECK(refusal([](td_body_contact &b) { b.options.law = 9; }) == TD_REFUSED_LAW);
  const td_body_contact body = sample_body();
  td_body_impact impact;
  CHECK(td_resolve_body(nullptr, &impact) == TD_REFUSED_NULL);
  CHECK(td_resolve_body(&body, nullptr) == TD_REFUSED_NULL);
}

TEST_CASE("a pair keeps its momentum and its spin about the contact point") {
  for (int i = 0; i < cases; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const td_pair pair = systems::random_pair(random);
    td_pair_impact impact;
    REQUIRE(td_resolve_pair(&pair, &impact) >= 0);
    double before[3] = {}, after[3] = {}, spin_before[3] = {}, spin_after[3] = {};
    add_spin(pair.a, pair.r_a, pair.a.v, pair.a.w, spin_before, before);
    add_spin(pair.b, pair.r_b, pair.b.v, pair.b.w, spin_before, before);
    add_spin(pair.a, pair.r_a, impact.v_a, impact.w_a, spin_after, after);
    add_spin(pair.b, pair.r_b, impact.v_b, impact.w_b, spin_after, after);
    for (int k = 0; k < 3; ++k) {
      CHECK(near(static_cast<td_real>(after[k]), static_cast<td_real>(before[k]), 20));
      CHECK(near(static_cast<td_real>(spin_after[k]), static_cast<td_real>(spin_before[k]), 20));
    }
  }
}

TEST_CASE("swapping the bodies of a pair negates the impulse") {
  for (int i = 0; i < cases; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const td_pair pair = systems::random_pair(random);
    td_pair swapped = pair;
    swapped.a = pair.b;
    swapped.b = pair.a;
    std::swap(swapped.r_a, swapped.r_b);
    for (td_real &x : swapped.n) x = -x;
    td_pair_impact one, other;
    REQUIRE(td_resolve_pair(&pair, &one) >= 0);
    REQUIRE(td_resolve_pair(&swapped, &other) >= 0);
    const td_real scale = 10;
    CHECK(all_near(one.v_a, other.v_b, 3, scale, 4000));
    CHECK(all_near(one.w_b, other.w_a, 3, scale, 4000));
    CHECK(near(one.impact.p.n, other.impact.p.n, one.impact.p.n, 4000));
    for (int k = 0; k < 3; ++k)  // along t and s, in the world: -p
      CHECK(near(one.t[k] * one.impact.p.t + one.s[k] * one.impact.p.s,
                 -(other.t[k] * other.impact.p.t + other.s[k] * other.impact.p.s), one.impact.p.n, 4000));
  }
}

TEST_CASE("a pair is the special case of generalized speeds") {
  for (int i = 0; i < cases; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const td_pair pair = systems::random_pair(random);
    systems::PairAsSpeeds same(pair);
    td_real u[12];
    td_speeds_impact expected;
    td_system_after after = {u, nullptr, nullptr};
    REQUIRE(td_resolve_speeds(&same.system, &expected, &after) >= 0);
    td_pair_impact found;
    REQUIRE(td_resolve_pair(&pair, &found) >= 0);
    const td_real scale = systems::largest(u, 12) + systems::largest(same.u, 12);
    CHECK(all_near(found.v_a, u, 3, scale, 4000));
    CHECK(all_near(found.w_a, u + 3, 3, scale, 4000));
    CHECK(all_near(found.v_b, u + 6, 3, scale, 4000));
    CHECK(all_near(found.w_b, u + 9, 3, scale, 4000));
  }
}

TEST_CASE("a body against one of overwhelming mass is a body against the ground") {
  Random random(3);
  td_pair pair = systems::random_pair(random);
  td_body_contact body = {};
  body.body = pair.a;
  std::memcpy(body.r, pair.r_a, sizeof body.r);
  std::memcpy(body.n, pair.n, sizeof body.n);
  body.surface = pair.surface;
  pair.b.mass = td_real(1e20);
  const td_real heavy[6] = {td_real(1e20), td_real(1e20), td_real(1e20), 0, 0, 0};
  std::memcpy(pair.b.inertia, heavy, sizeof heavy);
  for (int i = 0; i < 3; ++i) pair.b.v[i] = pair.b.w[i] = 0;
  td_pair_impact found;
  REQUIRE(td_resolve_pair(&pair, &found) >= 0);
  const td_body_impact expected = solved(body);
  CHECK(all_near(found.v_a, expected.v, 3, 10, 4000));
  CHECK(all_near(found.w_a, expected.w, 3, 10, 4000));
}

TEST_CASE("a pair's bad input is refused, whichever body has it") {
  Random random(5);
  const td_pair good = systems::random_pair(random);
  td_pair_impact impact;
  for (int which = 0; which < 2; ++which) {
    td_pair pair = good;
    td_rigid_body &body = which == 0 ? pair.a : pair.b;
    body.mass = -1;
    CHECK(td_resolve_pair(&pair, &impact) == TD_REFUSED_MASS);
    body.mass = 1;
    body.inertia[0] = -1;
    CHECK(td_resolve_pair(&pair, &impact) == TD_REFUSED_INERTIA);
    body.inertia[0] = 100;
    td_real &r = which == 0 ? pair.r_a[1] : pair.r_b[1];
    r = not_a_number;
    CHECK(td_resolve_pair(&pair, &impact) == TD_REFUSED_POSITION);
    r = 0;
    body.w[1] = not_a_number;
    CHECK(td_resolve_pair(&pair, &impact) == TD_REFUSED_VELOCITY);
  }
  CHECK(td_resolve_pair(nullptr, &impact) == TD_REFUSED_NULL);
  CHECK(td_resolve_pair(&good, nullptr) == TD_REFUSED_NULL);
}
