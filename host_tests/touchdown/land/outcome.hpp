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
  bool beyond;                // whether a foot of it ends where no heights are given, and that of so many samples
  int samples_beyond;
  struct Frame {
    double time;
    LanderState<double> state;
    LegsRecord<double> legs;
  };
  std::vector<Frame> way;  // as evenly as the steps fall, to the end
};

// The body that is followed, which reads scenario.uneven.
SettlingBody<double> settling_body_of(const Scenario &scenario);

// None without a thrust that is known. Throws std::runtime_error where the scenario is refused.
std::optional<LandingOutcome> settle_landing(const Scenario &scenario, int samples);

// [m] where a foot is, by the stroke of its leg.
Vector3<double> foot_at(const Scenario &scenario, const LanderState<double> &state, const LegsRecord<double> &legs,
                        int foot);

// Whether a foot is where no heights are given, though they are elsewhere.
bool ends_beyond(const Scenario &scenario, const LanderState<double> &end, const LegsRecord<double> &legs);

// "rests upright after 3.21 s; of 31 samples 29 rest upright, 2 tip".
std::string outcome_text(const LandingOutcome &outcome);

// The same for a report, with a colour.
std::string outcome_badge(const LandingOutcome &outcome);

// How much of this the grid of heights is worth: what ends beyond it, how deep feet were in the ground.
std::string ground_text(const LandingOutcome &outcome);

// What each leg that yields has done; no rows where none does.
extern const Cells leg_heading;
std::vector<Cells> leg_rows(const Scenario &scenario, const LandingOutcome &outcome);
void print_legs(const std::vector<Cells> &rows);

// Moving picture for a report.
std::string outcome_player(const Scenario &scenario, const LandingOutcome &outcome);

}  // namespace touchdown::host

#endif
