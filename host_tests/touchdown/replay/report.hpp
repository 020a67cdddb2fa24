// The document of a replay of recorded drops.
#ifndef TOUCHDOWN_HOST_TESTS_DROP_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_DROP_REPORT_HPP

#include <optional>
#include <string>
#include <vector>

#include "drops/summary.hpp"
#include "drops/surface_parameters.hpp"
#include "replay/replay.hpp"
#include "report/document.hpp"

namespace touchdown::host {

// What a replay was made with.
struct ReplayRecord {
  std::string place;                        // as given to --on
  std::vector<SurfaceParameters> surfaces;  // of each run
  Budget budget;
  std::optional<TargetUse> use;  // none in process
};

// Drops of which the target gave other bits than the host build.
std::size_t different_bits(const DropRun &run);

Document replay_document(const std::vector<DropRun> &runs, const ReplayRecord &record);

}  // namespace touchdown::host

#endif
