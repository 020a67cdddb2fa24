// One outcome for a landing: it is followed to rest, and so are samples of its dispersion (touchdown/settling.h).
#ifndef TOUCHDOWN_HOST_TESTS_LAND_OUTCOME_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_OUTCOME_HPP

#include <optional>
#include <vector>

#include "land/scenario.hpp"
#include "report/report.hpp"
#include "touchdown/settling.hpp"

namespace touchdown::host {

struct LandingOutcome {
  Status status;  // caveats
  Settling<double> settling;
  LegsRecord<double> legs;
  SettlingOdds<double> odds;  // no samples where nothing is dispersed
  struct Frame {
    double time;
    LanderState<double> state;
    LegsRecord<double> legs;
  };
  std::vector<Frame> way;  // as evenly as the steps fall, to the end
};

// None where touchdown/settling.h has no such thrust: one that is another after the first contact, and not 0. Throws
// std::runtime_error where the scenario is refused.
std::optional<LandingOutcome> settle_landing(const Scenario &scenario, int samples);

// "rests upright after 3.21 s; of 31 samples 29 rest upright, 2 tip".
std::string outcome_text(const LandingOutcome &outcome);

// What each leg that yields has done; no rows where none does.
extern const Cells leg_heading;
std::vector<Cells> leg_rows(const Scenario &scenario, const LandingOutcome &outcome);

// Moving picture for a report.
std::string outcome_player(const Scenario &scenario, const LandingOutcome &outcome);

}  // namespace touchdown::host

#endif
