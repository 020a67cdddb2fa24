// landing_table LANDINGS [FIRST_SEED]: simulated landings (landings.hpp), so many of each case, through the contact
// monitor: how many are reported, how late, by which feet. Writes the table of docs/theory/monitor.md: landing_table
// 100 2001.
#include <cstdio>
#include <cstdlib>

#include "landing_cases.hpp"

namespace {

void row(const landings::Craft &craft, const landings::Case &what, int count, std::uint64_t seed) {
  const landings::Tally tally = landings::land_all<float>(craft, what, count, seed);
  for (const int part : {tally.in_time, tally.missed, tally.held, tally.exact, tally.wrong})
    std::printf("%.0f, ", tally.percent(part));
  std::printf("%.0f, %.1f", 1000 * landings::median_of(tally.delay), 100 * landings::median_of(tally.off));
  if (tally.alarms > 0) std::printf(" (alarms in flight: %d)", tally.alarms);
  std::printf(" |");
  std::fflush(stdout);
}

}  // namespace

int main(int count, char **words) {
  if (count != 2 && count != 3) return 2;
  const int tries = std::atoi(words[1]);
  const std::uint64_t seed = count == 3 ? std::strtoull(words[2], nullptr, 10) : 1;
  std::printf("| | quadcopter | lander |\n|---|---|---|\n");
  for (const landings::Case &what : landings::cases) {
    std::printf("| %s | ", what.name);
    row(landings::quadcopter, what, tries, seed);
    std::printf(" ");
    row(landings::lander, what, tries, seed);
    std::printf("\n");
  }
  return 0;
}
