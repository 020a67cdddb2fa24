// Names of status codes, modes and outcomes: every one has its own, and nothing is nameless.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>

#include "touchdown/drop.h"
#include "touchdown/landing.h"
#include "touchdown/sensitivity.h"

namespace {

bool begins(const char *name, const char *with) { return std::strncmp(name, with, std::strlen(with)) == 0; }
bool same(const char *a, const char *b) { return std::strcmp(a, b) == 0; }

bool is_sentence(const char *text) {
  const std::size_t length = std::strlen(text);
  return length > 10 && text[length - 1] == '.' && text[0] >= 'A' && text[0] <= 'Z';
}

}  // namespace

// Seen red: the row of TD_REFUSED_GAP taken out of src/api/status_words.hpp.
TEST_CASE("every refusal and every caveat has a name of its own, and an advice") {
  CHECK(same(td_status_name(TD_SOLVED), "solved"));
  CHECK(same(td_status_name(TD_REFUSED_CONTACT_INERTIA), "refused: contact inertia: W is not positive semidefinite"));
  CHECK(same(td_status_name(TD_REFUSED_RADIUS - 1), "unknown"));
  for (td_status status = TD_REFUSED_RADIUS; status < 0; ++status) {
    CHECK(begins(td_status_name(status), "refused: "));
    CHECK(is_sentence(td_status_advice(status)));
    for (td_status other = status + 1; other < 0; ++other) CHECK(!same(td_status_name(status), td_status_name(other)));
  }
  for (td_status caveat = 1; caveat <= TD_CAVEAT_MOMENTUM; caveat *= 2) {
    CHECK(begins(td_status_name(caveat), "caveat: "));
    CHECK(is_sentence(td_status_advice(caveat)));
    if (caveat > 1) CHECK(!same(td_status_name(caveat), td_status_name(caveat / 2)));
  }
  CHECK(same(td_status_name(TD_CAVEAT_BELOW_GROUND | TD_CAVEAT_BUDGET_SPENT), "several caveats"));
  CHECK(same(td_status_advice(TD_CAVEAT_BELOW_GROUND | TD_CAVEAT_JAM), td_status_advice(TD_CAVEAT_JAM)));
  CHECK(same(td_status_advice(TD_SOLVED), ""));
}

// Seen red: the test for the end taken out of td_caveat_name; the sum's lowest bit named for every index.
TEST_CASE("each caveat of a sum is named once, and then comes null") {
  const td_status sum = TD_CAVEAT_BUDGET_SPENT | TD_CAVEAT_BELOW_GROUND | TD_CAVEAT_EARLY;
  CHECK(same(td_caveat_name(sum, 0), td_status_name(TD_CAVEAT_BUDGET_SPENT)));
  CHECK(same(td_caveat_name(sum, 1), td_status_name(TD_CAVEAT_BELOW_GROUND)));
  CHECK(same(td_caveat_name(sum, 2), td_status_name(TD_CAVEAT_EARLY)));
  const std::int32_t beyond[] = {3, 31, 1000, -1, INT32_MAX, INT32_MIN};
  for (const std::int32_t index : beyond) CHECK(same(td_caveat_name(sum, index), ""));
  const td_status without[] = {TD_SOLVED, TD_REFUSED_NULL, INT32_MIN};
  for (const td_status status : without) CHECK(same(td_caveat_name(status, 0), ""));
  CHECK(same(td_caveat_name(1 << 30, 0), "unknown"));
}

TEST_CASE("modes and outcomes have the names that the headers give, and nothing is nameless") {
  const char *const modes[] = {"separating", "slides", "sticks", "stops-and-sticks", "stops-and-reverses", "reversed"};
  for (std::int32_t mode = TD_MODE_SEPARATING; mode <= TD_MODE_REVERSED; ++mode)
    CHECK(same(td_mode_name(mode), modes[mode]));
  CHECK(same(td_mode_name(-1), "unknown"));
  CHECK(same(td_mode_name(6), "unknown"));
  for (std::int32_t outcome = TD_OUTCOME_OPEN; outcome < TD_OUTCOMES; ++outcome)
    CHECK(!same(td_outcome_name(outcome), "unknown"));
  const std::int32_t numbers[] = {INT32_MIN, -1000, -1, 0, 1, 7, 1 << 30, INT32_MAX};
  for (const std::int32_t any : numbers) {
    CHECK(td_status_name(any) != nullptr);
    CHECK(td_status_advice(any) != nullptr);
    CHECK(td_outcome_name(any) != nullptr);
  }
}
