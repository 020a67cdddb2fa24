// Samples of what a landing may be, each followed to rest: sample k is td_landing_sample k, whatever shard or thread
// computes it, so that the shards' files one after the other are the file of the whole.
#ifndef TOUCHDOWN_HOST_TESTS_LAND_SAMPLES_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_SAMPLES_HPP

#include <cstdint>
#include <ostream>
#include <vector>

#include "cli/shard.hpp"
#include "land/scenario.hpp"

namespace touchdown::host {

struct SampleTally {
  LandingOdds<double> odds{};
  std::uint64_t refused = 0;
  std::uint64_t beyond = 0;  // of those in odds, so many end with a foot where no heights are given
};

// One landing to its end.
struct Ended {
  Status status;
  Landing<double> landing;
};

constexpr std::int32_t most_touches = 64;  // that are shown

// The scenario as it is, to its end; its first touches, where there is room for them.
Ended follow(const Scenario &scenario, std::vector<Touch<double>> *touches = nullptr);

// Whether anything is not known.
bool is_dispersed(const Scenario &scenario);

// The scenario with the errors of sample `index`; its status is negative where the sample is refused.
Status sampled(const Scenario &scenario, std::int32_t index, Scenario &sample);

// The part of `shard` of so many samples, in `jobs` threads. Where `table` is not null it becomes CSV with a line a
// sample, in order; the heading stands in the first shard only. Ends where `table` takes no more.
SampleTally land_samples(const Scenario &scenario, std::int32_t samples, const Shard &shard, int jobs,
                         std::ostream *table);

}  // namespace touchdown::host

#endif
