// Every field of the C API with every value that is no good: its own status, and no output touched. Compiled for float
// and for double. Seen red: with the checks of mu_k taken out of src/impact/validation.hpp.
#include <doctest/doctest.h>

#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "touchdown/touchdown.h"

namespace {

constexpr td_real no_number = std::numeric_limits<td_real>::quiet_NaN(),
                  infinite = std::numeric_limits<td_real>::infinity();
constexpr td_real huge = std::numeric_limits<td_real>::max(), denormal = std::numeric_limits<td_real>::denorm_min();

td_contact good_contact() {
  td_contact c{};
  c.W.nn = 1;
  c.W.nt = td_real(0.25);
  c.W.ns = td_real(-0.125);
  c.W.tt = 2;
  c.W.ts = td_real(0.125);
  c.W.ss = td_real(1.5);
  c.v.n = -1;
  c.v.t = td_real(0.5);
  c.v.s = td_real(0.25);
  c.surface = {td_real(0.5), td_real(0.25), td_real(0.5)};
  c.options.d1 = c.options.d2 = 1;
  return c;
}

td_body_contact good_body() {
  td_body_contact b{};
  b.body.mass = 2;
  const td_real inertia[] = {1, 2, td_real(2.5), td_real(0.125), 0, td_real(0.25)};
  std::memcpy(b.body.inertia, inertia, sizeof inertia);
  b.r[0] = td_real(0.25);
  b.r[2] = td_real(-0.5);
  b.n[2] = 1;
  b.body.v[2] = -1;
  b.body.w[1] = 1;
  b.surface = {td_real(0.5), td_real(0.25), td_real(0.5)};
  return b;
}

// The status, if the output is untouched where it must be; else 99.
td_status status_of(const td_contact &contact) {
  td_impact impact, untouched;
  std::memset(&impact, 0xA5, sizeof impact);
  std::memcpy(&untouched, &impact, sizeof impact);
  const td_status status = td_resolve(&contact, &impact);
  return status < 0 && std::memcmp(&impact, &untouched, sizeof impact) != 0 ? 99 : status;
}
td_status status_of(const td_body_contact &body) {
  td_body_impact impact, untouched;
  std::memset(&impact, 0xA5, sizeof impact);
  std::memcpy(&untouched, &impact, sizeof impact);
  const td_status status = td_resolve_body(&body, &impact);
  return status < 0 && std::memcmp(&impact, &untouched, sizeof impact) != 0 ? 99 : status;
}

template <class Input>
td_status with(Input input, std::size_t field, td_real value) {
  std::memcpy(reinterpret_cast<unsigned char *>(&input) + field, &value, sizeof value);
  return status_of(input);
}
template <class Input>
td_status with(Input input, std::size_t field, std::int32_t value) {
  std::memcpy(reinterpret_cast<unsigned char *>(&input) + field, &value, sizeof value);
  return status_of(input);
}

struct Field {
  std::size_t offset;
  std::vector<td_real> bad;
  td_status status;
};

template <class Input>
void check(const Input &good, const std::vector<Field> &fields) {
  REQUIRE(status_of(good) == TD_SOLVED);
  for (const Field &field : fields) {
    CAPTURE(field.offset / sizeof(td_real));
    for (const td_real value : field.bad) {
      CAPTURE(value);
      CHECK(with(good, field.offset, value) == field.status);
    }
  }
}

}  // namespace

TEST_CASE("null pointers") {
  td_contact contact = good_contact();
  td_impact impact;
  CHECK(td_resolve(nullptr, &impact) == TD_REFUSED_NULL);
  CHECK(td_resolve(&contact, nullptr) == TD_REFUSED_NULL);
  td_body_contact body = good_body();
  td_body_impact body_impact;
  CHECK(td_resolve_body(nullptr, &body_impact) == TD_REFUSED_NULL);
  CHECK(td_resolve_body(&body, nullptr) == TD_REFUSED_NULL);
}

TEST_CASE("contact: every field") {
  const std::vector<td_real> unreal{no_number, infinite, -infinite};
  check(good_contact(),
        {
            {offsetof(td_contact, W.nn), {no_number, infinite, -infinite, 0, -1}, TD_REFUSED_CONTACT_INERTIA},
            {offsetof(td_contact, W.nt), {no_number, infinite, -infinite, 100, -100}, TD_REFUSED_CONTACT_INERTIA},
            {offsetof(td_contact, W.ns), {no_number, infinite, -infinite, 100, -100}, TD_REFUSED_CONTACT_INERTIA},
            {offsetof(td_contact, W.tt), {no_number, infinite, -infinite, -1, 0}, TD_REFUSED_CONTACT_INERTIA},
            {offsetof(td_contact, W.ts), {no_number, infinite, -infinite, 100, -100}, TD_REFUSED_CONTACT_INERTIA},
            {offsetof(td_contact, W.ss), {no_number, infinite, -infinite, -1, 0}, TD_REFUSED_CONTACT_INERTIA},
            {offsetof(td_contact, v.n), unreal, TD_REFUSED_VELOCITY},
            {offsetof(td_contact, v.t), unreal, TD_REFUSED_VELOCITY},
            {offsetof(td_contact, v.s), unreal, TD_REFUSED_VELOCITY},
            {offsetof(td_contact, surface.e),
             {no_number, infinite, -infinite, -1, -denormal, 2, 1 + static_cast<double>(FLT_EPSILON)},
             TD_REFUSED_RESTITUTION},
            {offsetof(td_contact, surface.mu_k),
             {no_number, infinite, -infinite, -1, -denormal},
             TD_REFUSED_KINETIC_FRICTION},
            {offsetof(td_contact, surface.mu_s),
             {no_number, infinite, -infinite, -1, 0, td_real(0.125)},
             TD_REFUSED_STATIC_FRICTION},
        });
  td_contact compromise = good_contact();
  compromise.options.law = TD_LAW_COMPROMISE;
  check(compromise, {{offsetof(td_contact, options.d1), {no_number, infinite, -infinite, -1}, TD_REFUSED_WEIGHTS},
                     {offsetof(td_contact, options.d2), {no_number, infinite, -infinite, -1}, TD_REFUSED_WEIGHTS}});
}

TEST_CASE("contact: options out of range") {
  const td_contact good = good_contact();
  for (const std::int32_t value : {-1, 5, INT32_MIN, INT32_MAX}) {
    CAPTURE(value);
    CHECK(with(good, offsetof(td_contact, options.law), value) == TD_REFUSED_LAW);
    CHECK(with(good, offsetof(td_contact, options.method), value) == TD_REFUSED_METHOD);
  }
  for (const std::int32_t value : {-1, TD_MAX_STEPS + 1, INT32_MIN, INT32_MAX}) {
    CAPTURE(value);
    CHECK(with(good, offsetof(td_contact, options.steps), value) == TD_REFUSED_STEPS);
  }
  const std::int32_t planar = TD_METHOD_PLANAR;
  CHECK(with(good, offsetof(td_contact, options.method), planar) == TD_REFUSED_NOT_PLANAR);
  td_contact weighted = good;
  td_impact impact = {};
  weighted.options.law = TD_LAW_COMPROMISE;
  weighted.options.d1 = weighted.options.d2 = std::numeric_limits<td_real>::max();
  CHECK(td_resolve(&weighted, &impact) == TD_REFUSED_WEIGHTS);  // their sum
}

TEST_CASE("contact: the first reason counts") {
  td_contact c = good_contact();
  c.options.steps = -1;
  CHECK(status_of(c) == TD_REFUSED_STEPS);
  c.options.law = 9;
  CHECK(status_of(c) == TD_REFUSED_LAW);
  c.surface.mu_s = -1;
  CHECK(status_of(c) == TD_REFUSED_STATIC_FRICTION);
  c.surface.mu_k = no_number;
  CHECK(status_of(c) == TD_REFUSED_KINETIC_FRICTION);
  c.surface.e = no_number;
  CHECK(status_of(c) == TD_REFUSED_RESTITUTION);
  c.v.s = no_number;
  CHECK(status_of(c) == TD_REFUSED_VELOCITY);
  c.W.ss = no_number;
  CHECK(status_of(c) == TD_REFUSED_CONTACT_INERTIA);
}

TEST_CASE("body: every field") {
  std::vector<Field> fields{
      {offsetof(td_body_contact, body.mass), {no_number, infinite, -infinite, 0, -1}, TD_REFUSED_MASS}};
  for (std::size_t i = 0; i < 6; ++i) {
    const bool diagonal = i < 3;
    std::vector<td_real> bad{no_number, infinite, -infinite, diagonal ? td_real(0) : td_real(100), td_real(-100)};
    fields.push_back({offsetof(td_body_contact, body.inertia) + i * sizeof(td_real), bad, TD_REFUSED_INERTIA});
  }
  const std::vector<td_real> unreal{no_number, infinite, -infinite};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t at = i * sizeof(td_real);
    fields.push_back({offsetof(td_body_contact, n) + at, unreal, TD_REFUSED_NORMAL});
    fields.push_back({offsetof(td_body_contact, r) + at, unreal, TD_REFUSED_POSITION});
    fields.push_back({offsetof(td_body_contact, body.v) + at, unreal, TD_REFUSED_VELOCITY});
    fields.push_back({offsetof(td_body_contact, body.w) + at, unreal, TD_REFUSED_VELOCITY});
  }
  fields.push_back({offsetof(td_body_contact, n) + 2 * sizeof(td_real), {0}, TD_REFUSED_NORMAL});
  fields.push_back({offsetof(td_body_contact, surface.e), {no_number, infinite, -1, 2}, TD_REFUSED_RESTITUTION});
  fields.push_back({offsetof(td_body_contact, surface.mu_k), {no_number, infinite, -1}, TD_REFUSED_KINETIC_FRICTION});
  fields.push_back({offsetof(td_body_contact, surface.mu_s), {no_number, infinite, -1}, TD_REFUSED_STATIC_FRICTION});
  check(good_body(), fields);
}

// No value whatever in one field may give an answer that is not finite, or a half-written one.
TEST_CASE("contact: extreme values in any field") {
  const td_contact good = good_contact();
  for (std::size_t i = 0; i < offsetof(td_contact, options) / sizeof(td_real); ++i) {
    for (const td_real size :
         {td_real(0), denormal, std::numeric_limits<td_real>::min(), td_real(1e-20), td_real(1e20), huge}) {
      for (const td_real value : {size, -size}) {
        td_contact c = good;
        std::memcpy(reinterpret_cast<unsigned char *>(&c) + i * sizeof(td_real), &value, sizeof value);
        CAPTURE(i);
        CAPTURE(value);
        td_impact impact{};
        const td_status status = td_resolve(&c, &impact);
        CHECK(status == (status < 0 ? status_of(c) : status));
        if (status < 0) continue;
        for (const td_real x :
             {impact.p.n, impact.p.t, impact.p.s, impact.v.n, impact.v.t, impact.v.s, impact.p_compression,
              impact.p_sliding, impact.p_sticking, impact.p_reversed, impact.energy_before, impact.energy_after,
              impact.energy_friction, impact.energy_restitution, impact.cone_margin}) {
          CHECK(std::isfinite(x));
        }
        for (const td_real x : {impact.N_P, impact.N_N, impact.N_E, impact.R1, impact.R2, impact.R3})
          CHECK((std::isfinite(x) || x == TD_NOT_APPLICABLE));
        CHECK(impact.p.n >= 0);
      }
    }
  }
}
