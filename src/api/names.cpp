// What the library says of itself: its version and limits, and words for its status codes and modes.
#include "api/status_words.hpp"
#include "impact/method_set.hpp"
#include "touchdown/touchdown.h"

namespace {

using namespace touchdown::words;

constexpr td_status refusal_count = static_cast<td_status>(sizeof refusals / sizeof refusals[0]);
constexpr int caveat_count = sizeof caveats / sizeof caveats[0];

constexpr const char *modes[] = {"separating",         "slides",  "sticks", "stops-and-sticks",
                                 "stops-and-reverses", "reversed"};
constexpr int32_t mode_count = sizeof modes / sizeof modes[0];

constexpr const char *outcomes[] = {"open",      "rests upright", "rests otherwise", "tips",   "leaves",
                                    "undecided", "balances",      "slides",          "bounces"};
constexpr int32_t outcome_count = sizeof outcomes / sizeof outcomes[0];

}  // namespace

int32_t td_version(void) { return TD_VERSION_MAJOR * 10000 + TD_VERSION_MINOR * 100 + TD_VERSION_PATCH; }

td_status td_limits_of_library(td_limits *limits) {
  if (limits == nullptr) return TD_REFUSED_NULL;
  *limits = {TD_MAX_SPEEDS,
             TD_MAX_CONSTRAINTS,
             TD_MAX_CONTACTS,
             TD_MAX_FEET,
             static_cast<int32_t>(touchdown::laws),
             static_cast<int32_t>(touchdown::methods)};
  return TD_SOLVED;
}

const char *td_status_name(td_status status) {
  if (status <= 0) return status > -refusal_count ? refusals[-status] : "unknown";
  return (status & (status - 1)) == 0 ? td_caveat_name(status, 0) : "several caveats";
}

const char *td_status_advice(td_status status) {
  if (status <= 0) return status > -refusal_count ? refusal_advice[-status] : "unknown";
  for (int bit = 0; bit < caveat_count; ++bit)
    if ((status & (1 << bit)) != 0) return caveat_advice[bit];
  return "unknown";
}

const char *td_caveat_name(td_status status, int32_t index) {
  int32_t before = 0;
  for (int bit = 0; bit < 31; ++bit)
    if (status > 0 && (status & (1 << bit)) != 0 && before++ == index)
      return bit < caveat_count ? caveats[bit] : "unknown";
  return "";
}

const char *td_mode_name(int32_t mode) { return mode >= 0 && mode < mode_count ? modes[mode] : "unknown"; }

const char *td_outcome_name(int32_t outcome) {
  return outcome >= 0 && outcome < outcome_count ? outcomes[outcome] : "unknown";
}
