// One outcome for a landing: it is followed to rest, and so are samples of its dispersion (touchdown/landing.h).
#pragma once

#include <Eigen/Geometry>

#include "cli/progress.hpp"
#include "land/scenario.hpp"
#include "report/document.hpp"

namespace touchdown::host {

// Samples of what a landing may be, each followed to rest: sample k is td_landing_sample k, whatever shard or thread
// computes it, so that the shards' files one after the other are the file of the whole.

struct SampleTally {
  LandingOdds<double> odds{};
  std::uint64_t refused = 0;
  std::uint64_t beyond = 0;                      // of those in odds, so many end with a foot where no heights are given
  std::map<std::string, std::uint64_t> caveats;  // of those in odds, so many have each
};

// One landing to its end.
struct Ended {
  Status status;
  Landing<double> landing;
};

// The scenario as it is, to its end. The status has TD_CAVEAT_BELOW_GROUND on heights as well: the library checks
// planes alone.
Ended follow(const Scenario &scenario);

constexpr std::int32_t most_touches = 64;  // that are shown

// A foot on the ground: an impact, or on a leg that yields from where it comes down to where it leaves again. `touch`
// is as in landing.h; p is the impulse of all that time, energy_lost what the leg took.
struct FootTouch {
  Touch<double> touch;
  Cell stroke;          // [m] greatest of a leg that yields
  Cell clearance;       // [m] least meanwhile of the points that should not touch
  double least_margin;  // [J] least so far
};

// The scenario with the errors of sample `index`; its status is negative where the sample is refused.
Status sampled(const Scenario &scenario, std::int32_t index, Scenario &sample);

// The part of `shard` of so many samples, in `jobs` threads. Where `table` is not null it becomes CSV with a line a
// sample, in order; the heading stands in the first shard only. Ends where `table` takes no more.
SampleTally land_samples(const Scenario &scenario, std::int32_t samples, const Shard &shard, int jobs,
                         std::ostream *table);

struct LandingOutcome {
  Ended ended;
  std::vector<FootTouch> touches;    // in order of time, the first
  std::size_t more_touches;          // behind them
  bool beyond;                       // whether a foot ends where no heights are given
  SampleTally samples;               // none where nothing is dispersed
  std::vector<Landing<double>> way;  // from the state given to the end
};

// Its motion alone, step by step as td_land takes them. Throws std::runtime_error where the scenario is refused.
LandingOutcome walk(const Scenario &scenario);

// With its samples, which `table` gets as well unless it is null.
LandingOutcome land_scenario(const Scenario &scenario, std::int32_t samples, int jobs, std::ostream *table = nullptr);

// "of 31 samples 29: rests upright, 2: tips; 1 samples are refused".
std::string samples_text(const SampleTally &samples);

// "caveat: budget spent, in 9 of 31 samples".
std::vector<std::string> caveats_of(const SampleTally &samples);

// "rests upright after 3.21 s; of 31 samples 29: rests upright, 2: tips".
std::string outcome_text(const LandingOutcome &outcome);

// Where it ends, in sentences.
std::string end_text(const Scenario &scenario, const LandingOutcome &outcome);

// What the touches were, and what each leg that yields and each strut has done; no rows without.
DataTable touch_table(const LandingOutcome &outcome);
DataTable leg_table(const Scenario &scenario, const LandingOutcome &outcome);
DataTable strut_table(const Scenario &scenario, const LandingOutcome &outcome);

// Its moving picture (land.cpp).
MovingPicture motion_of(const Scenario &scenario, const LandingOutcome &outcome);

// Where a motion ends, in figures that the library does not give.

inline Eigen::Quaterniond attitude_of(const LanderState<double> &state) {
  return Eigen::Quaterniond(state.q[0], state.q[1], state.q[2], state.q[3]).normalized();
}

// [-] of length 1, against gravity; without it the first plane's normal.
Vector3<double> up_of(const Scenario &scenario);

// [rad] between the body's `up` and up.
double lean_of(const Scenario &scenario, const LanderState<double> &state);

// [m] body frame: how far its leg has let a foot come from its place.
Vector3<double> moved_foot(const Scenario &scenario, const LegRecord<double> &record, int foot);

// [m] where a foot is.
Vector3<double> foot_at(const Scenario &scenario, const Landing<double> &landing, int foot);

// [m] of a place over the ground: along the normal of a plane, of several that of `foot`, and straight down to heights.
// Where `foot` is negative, over the nearest plane.
double height_of(const Scenario &scenario, const Vector3<double> &place, int foot);

// [m] of the lowest point that should not touch; infinite without.
double clearance_of(const Scenario &scenario, const LanderState<double> &state);

}  // namespace touchdown::host
