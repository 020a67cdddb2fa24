// Names of status codes, modes and verdicts: every one has its own, and nothing is nameless.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>

#include "touchdown/drop_test.h"
#include "touchdown/settling.h"

namespace {

bool begins(const char *name, const char *with) { return std::strncmp(name, with, std::strlen(with)) == 0; }
bool same(const char *a, const char *b) { return std::strcmp(a, b) == 0; }

}  // namespace

TEST_CASE("every refusal and every caveat has a name of its own, a sum that of its lowest bit") {
  CHECK(same(td_status_name(TD_SOLVED), "solved"));
  for (td_status status = TD_REFUSED_PHASE; status < 0; ++status) {
    CHECK(begins(td_status_name(status), "refused: "));
    for (td_status other = status + 1; other < 0; ++other) CHECK(!same(td_status_name(status), td_status_name(other)));
  }
  for (td_status caveat = 1; caveat <= TD_CAVEAT_EARLY; caveat *= 2) {
    CHECK(begins(td_status_name(caveat), "caveat: "));
    CHECK(same(td_status_name(caveat | TD_CAVEAT_EARLY), td_status_name(caveat)));
    if (caveat > 1) CHECK(!same(td_status_name(caveat), td_status_name(caveat / 2)));
  }
}

TEST_CASE("modes and verdicts have the names that the headers give, and nothing is nameless") {
  const char *const modes[] = {"separating", "slides", "sticks", "stops-and-sticks", "stops-and-reverses", "reversed"};
  for (std::int32_t mode = TD_MODE_SEPARATING; mode <= TD_MODE_REVERSED; ++mode)
    CHECK(same(td_mode_name(mode), modes[mode]));
  CHECK(same(td_mode_name(-1), "unknown"));
  CHECK(same(td_mode_name(6), "unknown"));
  for (std::int32_t verdict = TD_VERDICT_STAYS; verdict <= TD_VERDICT_WEIGHTLESS; ++verdict)
    CHECK(!same(td_verdict_name(verdict), "unknown"));
  for (std::int32_t outcome = TD_OUTCOME_OPEN; outcome <= TD_OUTCOME_UNDECIDED; ++outcome)
    CHECK(!same(td_outcome_name(outcome), "unknown"));
  const std::int32_t numbers[] = {INT32_MIN, -1000, -1, 0, 1, 7, 1 << 30, INT32_MAX};
  for (const std::int32_t any : numbers) {
    CHECK(td_status_name(any) != nullptr);
    CHECK(td_verdict_name(any) != nullptr);
    CHECK(td_outcome_name(any) != nullptr);
  }
}
