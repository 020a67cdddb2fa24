// The report on a replay of recorded drops.
#ifndef TOUCHDOWN_HOST_TESTS_DROP_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_DROP_REPORT_HPP

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "drops/summary.hpp"
#include "drops/surface_parameters.hpp"
#include "replay/replay.hpp"

namespace touchdown::host {

// What a replay was made with.
struct ReplayRecord {
  std::string place;                        // as given to --on
  std::vector<SurfaceParameters> surfaces;  // of each run
  Budget budget;
  std::optional<TargetUse> use;  // none in process
};

// Throws std::runtime_error if it cannot be drawn or written.
void write_drop_report(std::ostream &page, const std::vector<DropRun> &runs, const ReplayRecord &record);

}  // namespace touchdown::host

#endif
