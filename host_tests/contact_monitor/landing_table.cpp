// landing_table LANDINGS [FIRST_SEED]: simulated landings (landings.hpp), so many of each case, through the contact
// monitor: how many are reported, how late, by which feet. Writes the table of docs/theory/monitor.md.
#include <cstdio>
#include <cstdlib>

#include "landing_cases.hpp"

namespace {

void row(const landings::Craft &craft, const landings::Case &what, int count, std::uint64_t seed) {
  const landings::Tally tally = landings::land_all<float>(craft, what, count, seed);
  std::printf(" %5.1f %5.1f %5.1f %5.1f %5.1f %5.1f %4d |", tally.percent(tally.in_time), tally.percent(tally.missed),
              tally.percent(tally.held), tally.percent(tally.exact), tally.percent(tally.wrong),
              1000 * tally.median_delay(), tally.alarms);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char **words) {
  if (count != 2 && count != 3) return 2;
  const int tries = std::atoi(words[1]);
  const std::uint64_t seed = count == 3 ? std::strtoull(words[2], nullptr, 10) : 1;
  std::printf(
      "of %d landings in %%: reported within 25 ms, missed, true feet among touching and maybe, exact set, a wrong "
      "foot; delay in the median [ms]; alarms in flight\n%-34s   quadcopter of 1.5 kg                        | lander "
      "of 100 kg\n",
      tries, "");
  for (const landings::Case &what : landings::cases) {
    std::printf("%-34s", what.name);
    row(landings::quadcopter, what, tries, seed);
    row(landings::lander, what, tries, seed);
    std::printf("\n");
  }
  return 0;
}
