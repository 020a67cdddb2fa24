// Inputs that no draw hits upon, for what only they reach in src (host_tests/gates/coverage).
//
// Seen red: with src/api/landing.cpp answering solved where it refuses a range.
#include <doctest/doctest.h>

#define CALLS_PRECISION corner_precision
#include "draws.hpp"

using namespace calls::corner_precision;

// A thin rod struck tens of metres off: rounding of its spin gains more than is left of the energy.
TEST_CASE("a body whose rounding gains energy gets no impulse, and a caveat") {
  td_body_multi_contact body = {};
  body.body.mass = td_real(0.55);
  body.body.inertia[0] = body.body.inertia[2] = td_real(1.7);
  body.body.inertia[1] = td_real(0.014);
  body.body.v[0] = td_real(0.62), body.body.v[1] = td_real(0.86), body.body.v[2] = td_real(0.29);
  body.body.w[0] = td_real(-0.38), body.body.w[1] = td_real(-0.04), body.body.w[2] = td_real(-0.88);
  const td_point points[] = {{{td_real(0.22), 65, 19},
                              {td_real(0.031), td_real(2.3), td_real(-0.4)},
                              {td_real(0.72), td_real(0.72), td_real(0.35)}},
                             {{td_real(0.12), td_real(-2.6), -24},
                              {td_real(0.89), td_real(1.7), td_real(0.75)},
                              {td_real(0.51), td_real(0.51), td_real(0.39)}}};
  body.count = 2;
  body.points = points;
  td_contact_result shares[2];
  td_body_multi_contact_impact impact = {};
  const td_status status = td_resolve_body_multi_contact(&body, &impact, shares);
  CHECK((status & TD_CAVEAT_APPROACH) != 0);
  CHECK((status & TD_CAVEAT_ENERGY_GAINED) == 0);
  CHECK(impact.result.energy_after <= impact.result.energy_before);
  CHECK(shares[0].p.n == 0);
  CHECK(shares[1].p.n == 0);
}

TEST_CASE("a full table of surfaces that has not the pair asked for") {
  td_surface_pair pairs[TD_MAX_SURFACE_PAIRS] = {};
  td_surface found = {};
  CHECK(td_surface_between(pairs, TD_MAX_SURFACE_PAIRS, 1, 2, 0, &found) == TD_REFUSED_UNKNOWN_SURFACE);
}

// Couplings as large as the root of the range: their squares, or results of these, leave it.
TEST_CASE("a W whose last pivot is lost in an infinite rounding is no inverse inertia") {
  for (const td_real W_ns : {std::sqrt(std::numeric_limits<td_real>::max()) * td_real(2.5),
                             std::sqrt(std::numeric_limits<td_real>::max()) * td_real(3)}) {
    td_contact contact = {};
    contact.W.nn = contact.W.tt = 4;
    contact.W.nt = 3;
    contact.W.ns = W_ns;
    contact.W.ts = 12689;
    contact.W.ss = td_real(3.25);
    contact.v.n = -4;
    contact.v.t = contact.v.s = td_real(-4.8);
    td_impact impact = {};
    CHECK(td_resolve(&contact, &impact) == TD_REFUSED_CONTACT_INERTIA);
  }
}

// The spin about the line to the contact is no part of the contact's velocity, and its energy is out of range.
TEST_CASE("a body, a pair and speeds whose energy is out of range") {
  calls::Draw draw(2);
  const td_real most = std::numeric_limits<td_real>::max();
  td_pair pair = draw_pair(draw);
  for (td_real *const r : {pair.r_a, pair.r_b}) r[0] = r[1] = r[2] = 0;
  td_body_contact body = draw_body(draw);
  body.r[0] = body.r[1] = body.r[2] = 0;
  td_pair_impact pair_impact = {};
  td_body_impact body_impact = {};
  REQUIRE(td_resolve_pair(&pair, &pair_impact) >= 0);
  REQUIRE(td_resolve_body(&body, &body_impact) >= 0);
  pair.b.w[1] = body.body.w[1] = most / 2;
  CHECK(td_resolve_pair(&pair, &pair_impact) == TD_REFUSED_RANGE);
  CHECK(td_resolve_body(&body, &body_impact) == TD_REFUSED_RANGE);
}
