// Surfaces by name and restitution by approach speed.
#include <doctest/doctest.h>

#include <initializer_list>
#include <limits>

#include "touchdown/touchdown.hpp"

namespace {

constexpr td_real not_a_number = std::numeric_limits<td_real>::quiet_NaN();
constexpr td_real untouched = td_real(-7);

td_restitution falling() {
  td_restitution table = {};
  table.capture_speed = td_real(0.125);
  table.points = 3;
  const td_real speed[] = {td_real(0.5), 1, 2}, e[] = {td_real(0.5), td_real(0.25), td_real(0.125)};
  for (int i = 0; i < 3; ++i) {
    table.speed[i] = speed[i];
    table.e[i] = e[i];
  }
  for (int i = 3; i < TD_MAX_RESTITUTION_POINTS; ++i) table.speed[i] = table.e[i] = not_a_number;  // never read
  return table;
}

td_real at(const td_restitution &table, td_real speed) {
  td_real e = untouched;
  CHECK(td_restitution_at(&table, speed, &e) == TD_SOLVED);
  return e;
}

td_status refusal(const td_restitution &table, td_real speed = 1) {
  td_real e = untouched;
  const td_status status = td_restitution_at(&table, speed, &e);
  CHECK(e == untouched);
  return status;
}

}  // namespace

TEST_CASE("restitution is linear between the points and constant outside them") {
  const td_restitution table = falling();
  CHECK(at(table, td_real(0.25)) == td_real(0.5));
  CHECK(at(table, td_real(0.5)) == td_real(0.5));
  CHECK(at(table, td_real(0.75)) == td_real(0.375));
  CHECK(at(table, 1) == td_real(0.25));
  CHECK(at(table, td_real(1.5)) == td_real(0.1875));
  CHECK(at(table, 2) == td_real(0.125));
  CHECK(at(table, 1000) == td_real(0.125));
}

// Their difference is out of range, though neither of them is.
TEST_CASE("speeds too far apart to interpolate between are refused") {
  td_restitution table = falling();
  table.speed[0] = -std::numeric_limits<td_real>::max();
  table.speed[1] = std::numeric_limits<td_real>::max();
  table.points = 2;
  CHECK(refusal(table) == TD_REFUSED_TABLE);
}

TEST_CASE("below the capture speed an impact is plastic") {
  const td_restitution table = falling();
  CHECK(at(table, td_real(0.12)) == 0);
  CHECK(at(table, td_real(0.125)) == td_real(0.5));
  CHECK(at(table, -3) == 0);
  CHECK(at(table, 0) == 0);
}

TEST_CASE("one point is a constant") {
  td_restitution table = {};
  table.points = 1;
  table.e[0] = td_real(0.75);
  CHECK(at(table, 0) == td_real(0.75));
  CHECK(at(table, 9) == td_real(0.75));
}

TEST_CASE("a table that makes no sense is refused") {
  td_restitution table = falling();
  for (const int32_t points : {0, -1, TD_MAX_RESTITUTION_POINTS + 1}) {
    table.points = points;
    CHECK(refusal(table) == TD_REFUSED_TABLE);
  }
  for (const td_real bad : {not_a_number, td_real(-0.1), td_real(1.1), std::numeric_limits<td_real>::infinity()}) {
    table = falling();
    table.e[1] = bad;
    CHECK(refusal(table) == TD_REFUSED_TABLE);
  }
  for (const td_real bad : {not_a_number, td_real(0.5), td_real(2), std::numeric_limits<td_real>::infinity()}) {
    table = falling();
    table.speed[1] = bad;
    CHECK(refusal(table) == TD_REFUSED_TABLE);
  }
  table = falling();
  table.capture_speed = -1;
  CHECK(refusal(table) == TD_REFUSED_TABLE);
  CHECK(refusal(falling(), not_a_number) == TD_REFUSED_VELOCITY);
  td_real e = untouched;
  CHECK(td_restitution_at(nullptr, 1, &e) == TD_REFUSED_NULL);
  CHECK(td_restitution_at(&table, 1, nullptr) == TD_REFUSED_NULL);
}

TEST_CASE("a pair of surfaces is found either way round, the first match first") {
  enum { rubber = 3, regolith = 7, steel = 9 };
  td_surface_pair pairs[3] = {};
  pairs[0] = {rubber, regolith, td_real(0.75), td_real(0.5), falling()};
  pairs[1] = {steel, regolith, td_real(0.25), td_real(0.25), falling()};
  pairs[2] = {regolith, rubber, 1, 1, falling()};
  td_surface surface = {untouched, untouched, untouched};
  CHECK(td_surface_between(pairs, 3, regolith, rubber, 1, &surface) == TD_SOLVED);
  CHECK(surface.mu_s == td_real(0.75));
  CHECK(surface.mu_k == td_real(0.5));
  CHECK(surface.e == td_real(0.25));
  CHECK(td_surface_between(pairs, 3, steel, regolith, td_real(0.01), &surface) == TD_SOLVED);
  CHECK(surface.mu_s == td_real(0.25));
  CHECK(surface.e == 0);

  surface.e = untouched;
  CHECK(td_surface_between(pairs, 3, steel, rubber, 1, &surface) == TD_REFUSED_UNKNOWN_SURFACE);
  CHECK(td_surface_between(pairs, 0, steel, rubber, 1, &surface) == TD_REFUSED_TABLE);
  CHECK(td_surface_between(pairs, TD_MAX_SURFACE_PAIRS + 1, steel, rubber, 1, &surface) == TD_REFUSED_TABLE);
  CHECK(td_surface_between(nullptr, 1, steel, rubber, 1, &surface) == TD_REFUSED_NULL);
  CHECK(td_surface_between(pairs, 3, steel, rubber, 1, nullptr) == TD_REFUSED_NULL);
  pairs[0].mu_s = td_real(0.25);
  CHECK(td_surface_between(pairs, 3, rubber, regolith, 1, &surface) == TD_REFUSED_STATIC_FRICTION);
  pairs[0].mu_k = not_a_number;
  CHECK(td_surface_between(pairs, 3, rubber, regolith, 1, &surface) == TD_REFUSED_KINETIC_FRICTION);
  pairs[0].restitution.points = 0;
  CHECK(td_surface_between(pairs, 3, rubber, regolith, 1, &surface) == TD_REFUSED_TABLE);
  CHECK(surface.e == untouched);
}

TEST_CASE("the C++ face answers as the C API") {
  const td_surface_pair pair = {1, 2, td_real(0.75), td_real(0.5), falling()};
  td_real e = untouched;
  CHECK(touchdown::restitution_at(pair.restitution, td_real(1), e) == TD_SOLVED);
  CHECK(e == at(pair.restitution, 1));
  CHECK(touchdown::restitution_at(pair.restitution, not_a_number, e) == TD_REFUSED_VELOCITY);
  touchdown::Surface<td_real> surface = {untouched, untouched, untouched};
  CHECK(touchdown::surface_between(&pair, 1, 2, 1, td_real(1), surface) == TD_SOLVED);
  CHECK(surface.mu_s == td_real(0.75));
  CHECK(surface.mu_k == td_real(0.5));
  CHECK(surface.e == e);
  CHECK(touchdown::surface_between<td_real>(nullptr, 1, 2, 1, 1, surface) == TD_REFUSED_NULL);
  CHECK(surface.e == e);
}
