// Dispersed landings. Run i draws from a random number for (seed, i, quantity), by counter: any shard of the runs can
// be computed anywhere, in any order, and the shards' files one after the other are the file of the whole.
#ifndef TOUCHDOWN_HOST_TESTS_LAND_CAMPAIGN_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_CAMPAIGN_HPP

#include <cstdint>
#include <ostream>

#include "cli/shard.hpp"
#include "land/scenario.hpp"

namespace touchdown::host {

struct CampaignTally {
  std::uint64_t runs = 0, refused = 0, landed = 0, stays = 0;
};

// The scenario with the errors of run `run`.
Scenario dispersed(const Scenario &scenario, std::uint64_t seed, std::uint64_t run);

// CSV with a line a run, in order; the heading stands in the first shard only. Ends where `out` takes no more. Chains
// of impacts are of rigid legs on planes: on legs that yield and on heights each run is followed to rest, in a table of
// its own. Throws std::runtime_error where the thrust is none that this knows.
CampaignTally run_campaign(const Scenario &scenario, std::uint64_t runs, std::uint64_t seed, const Shard &shard,
                           std::ostream &out);

}  // namespace touchdown::host

#endif
