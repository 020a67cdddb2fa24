// Every field of every struct that a public function reads, with each value that is no good: NaN, both infinities,
// denormal, huge, of the other sign, zero, tiny; integers their extremes; pointers null. Every promise is kept whatever
// the value, and NaN is refused, or else the field is not read: the answer has the bits that it has without it. (Not so
// for the samples of a drop test and what a state holds of them: a NaN is a missing sample, and replaced. Nor
// for what td_prepare has worked out.) Seen red: with
// gravity left out of check_rig and `up` out of begin_learning in src/drop/feed.hpp; without the check of the
// approach in src/drop/impact.hpp.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "trial.hpp"

namespace {

using calls::Spoil;

calls::Trial tried(const calls::Call &call, std::uint32_t seed, Spoil spoil) {
  calls::Trial trial{calls::Draw(seed)};
  trial.spoil = spoil;
  call.run(trial);
  return trial;
}

// Whether NaN may change the answer instead of being refused.
bool is_replaced(const calls::Call &call, std::uint32_t field, const calls::Trial &whole) {
  // The last fields of the input are not part of the state: the report's approach, a prepared contact's velocity.
  constexpr std::uint32_t approach_fields = 2, velocity_fields = 3;
  const std::string name = call.name;
  const auto is = [&](const char *function) { return name.rfind(function, 0) == 0; };
  if (is("td_drop_feed") || is("td_drop_gap") || is("td_monitor_feed")) return true;
  if (is("td_monitor_feed_joints")) return true;
  if (is("td_resolve_prepared")) return field < whole.input_fields - velocity_fields;
  return is("td_drop_impact_of") && field < whole.input_fields - approach_fields;
}

void spoil_field(const calls::Call &call, std::uint32_t seed, std::uint32_t field, const calls::Trial &whole) {
  CAPTURE(field);
  for (std::uint32_t kind = Spoil::nan; kind < Spoil::flip_bits; ++kind) {
    CAPTURE(kind);
    const calls::Trial trial = tried(call, seed, {kind, field, 0});
    if (trial.broken != nullptr) FAIL_CHECK(std::string(trial.broken));
    if (kind != Spoil::nan || trial.spoiled != calls::Trial::a_real || is_replaced(call, field, whole)) continue;
    const bool refused = trial.status < 0, not_read = trial.hash.value() == whole.hash.value();
    CHECK((refused || not_read));
  }
}

// Twelve of each function; of inputs with more than 500 fields, which are matrices, fewer, and four of the largest.
std::uint32_t draws_of(std::uint32_t fields) { return std::clamp(6000 / std::max(fields, 1U), 4U, 12U); }

void spoil_every_field(const calls::Calls &functions) {
  for (int i = 0; i < functions.count; ++i) {
    const calls::Call &call = functions.list[i];
    const std::string function = call.name;
    CAPTURE(function);
    std::uint32_t draws = 1;
    for (std::uint32_t seed = 0; seed < draws; ++seed) {
      CAPTURE(seed);
      const calls::Trial whole = tried(call, seed, {});
      draws = draws_of(whole.input_fields);
      if (whole.broken != nullptr) FAIL_CHECK(std::string(whole.broken));
      for (std::uint32_t field = 0; field < whole.input_fields; ++field) spoil_field(call, seed, field, whole);
    }
  }
}

}  // namespace

TEST_CASE("every field of every struct, float") { spoil_every_field(calls::in_float); }

TEST_CASE("every field of every struct, double") { spoil_every_field(calls::in_double); }
