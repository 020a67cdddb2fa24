// One outcome for a landing: it is followed to rest, and so are samples of its dispersion (touchdown/landing.h).
#ifndef TOUCHDOWN_HOST_TESTS_LAND_OUTCOME_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_OUTCOME_HPP

#include <string>
#include <vector>

#include "land/samples.hpp"
#include "report/document.hpp"

namespace touchdown::host {

struct LandingOutcome {
  Ended ended;
  std::vector<Touch<double>> touches;  // the first
  bool beyond;                         // whether a foot ends where no heights are given
  SampleTally samples;                 // none where nothing is dispersed
  struct Frame {
    double time;
    Landing<double> landing;
  };
  std::vector<Frame> way;  // as evenly as the steps fall, to the end
};

// Throws std::runtime_error where the scenario is refused.
LandingOutcome land_scenario(const Scenario &scenario, std::int32_t samples, int jobs);

// "rests upright after 3.21 s; of 31 samples 29: rests upright, 2: tips".
std::string outcome_text(const LandingOutcome &outcome);

// Where it ends, in sentences.
std::string end_text(const Scenario &scenario, const LandingOutcome &outcome);

// What each foot's impacts were, and what each leg that yields and each strut has done; no rows without.
DataTable touch_table(const LandingOutcome &outcome);
DataTable leg_table(const Scenario &scenario, const LandingOutcome &outcome);
DataTable strut_table(const Scenario &scenario, const LandingOutcome &outcome);

}  // namespace touchdown::host

#endif
