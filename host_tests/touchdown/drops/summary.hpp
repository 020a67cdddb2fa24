// The rebounds of one body in a few figures.
#ifndef TOUCHDOWN_HOST_TESTS_DROP_SUMMARY_HPP
#define TOUCHDOWN_HOST_TESTS_DROP_SUMMARY_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "drops/data.hpp"
#include "drops/rebound.hpp"

namespace touchdown::host {

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

struct Spread {
  double median, ninety;  // half, and 90 %, of the drops stay below
};

struct TargetFigures {
  double median_instructions;
  std::uint32_t worst_instructions;
  std::size_t same_bits;  // drops
};

struct DropSummary {
  std::size_t drops;
  Spread E_norm, linear, angular;
  std::array<std::array<std::size_t, slip_kinds>, slip_kinds> slips;  // [measured][predicted]
  std::size_t slips_agree;
  std::size_t energy_gained;  // drops whose prediction gained energy
  std::optional<TargetFigures> target;
};

DropSummary summary_of(const std::vector<Rebound> &rebounds);

using Budget = std::optional<std::uint32_t>;  // of work per impact
bool is_over(const Rebound &rebound, const Budget &budget);
std::size_t over_budget(const DropRun &run, const Budget &budget);

}  // namespace touchdown::host

#endif
