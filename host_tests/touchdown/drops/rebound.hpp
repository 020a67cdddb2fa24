// A measured and a predicted rebound held against each other.
#pragma once

#include "drops/impact_table.hpp"

namespace touchdown::host {

// What the library answers, in process or on a target.
struct Answer {
  td_status status = TD_SOLVED;
  std::optional<std::uint32_t> instructions;  // or what else the target counts; none in process
};

// What became of the slip, by one definition for what was measured and what was predicted.
enum class Slip { slid_on, reversed, stopped };
constexpr std::size_t slip_kinds = 3;
const char *name_of(Slip slip);

// Of the contact point.
struct ContactSpeed {
  double normal;         // [m/s] up
  Vector3<double> slip;  // [m/s] in the ground
};
ContactSpeed contact_speed(const DropBody &body, const Motion &motion);

// Below 0.1 m/s after: stopped; turned by more than 90 degrees: reversed.
Slip slip_between(const ContactSpeed &before, const ContactSpeed &after);

// Predicted minus measured.
struct ReboundError {
  double linear;   // [m/s]
  double angular;  // [rad/s]
  double E_norm;   // [-] sqrt(|dv|^2 + dw.I.dw/m) over that of the measured state
};

struct Rebound {
  const Drop *drop;
  Answer answer;
  std::int32_t compression, restitution;
  Motion predicted;
  ContactSpeed before, measured_after, predicted_after;
  Slip measured_slip, predicted_slip;
  ReboundError error;
  std::optional<bool> same_bits;  // as the host build; nothing in process
};

template <class Scalar>
BodyContact<Scalar> in_scalar(const DropBody &body);

// What was predicted, held against what was measured. `impact` as resolved, `answer` not negative.
template <class Scalar>
Rebound rebound_of(const Drop &drop, const Answer &answer, const BodyImpact<Scalar> &impact);

// Resolves the drop in process; throws std::runtime_error should it be refused.
template <class Scalar>
Rebound rebound_of(const Drop &drop);

// The rebounds of one body in a few figures.

// A drop that the library refuses to resolve, or whose answer is not finite, which only a target that differs gives.
struct Refusal {
  const Drop *drop;
  Status status;
  std::optional<bool> same_bits;  // the host build refuses it as well; nothing in process
};

// What a body was predicted to do at each of its drops, as far as the run came.
struct DropRun {
  DropSet set;
  std::vector<Rebound> rebounds;
  std::vector<Refusal> refused = {};
};

struct Quantiles {
  double median, ninety;  // half, and 90 %, of the drops stay below
};

struct TargetFigures {
  double median_instructions;
  std::uint32_t worst_instructions;
  std::size_t same_bits;  // drops
};

struct DropSummary {
  std::size_t drops;
  Quantiles E_norm, linear, angular;
  std::array<std::array<std::size_t, slip_kinds>, slip_kinds> slips;  // [measured][predicted]
  std::size_t slips_agree;
  std::size_t energy_gained;  // drops whose prediction gained energy
  std::optional<TargetFigures> target;
};

DropSummary summary_of(const std::vector<Rebound> &rebounds);

using Budget = std::optional<std::uint32_t>;  // of work per impact
std::size_t over_budget(const DropRun &run, const Budget &budget);

}  // namespace touchdown::host
