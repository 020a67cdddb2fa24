// The report on a run of recorded drops.
#ifndef TOUCHDOWN_HOST_TESTS_DROP_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_DROP_REPORT_HPP

#include <string>
#include <vector>

#include "drop_summary.hpp"
#include "target.hpp"

namespace touchdown::host {

// `place` as given to --on; `target` null if all was computed in process. Throws std::runtime_error if it cannot be
// drawn or written.
void write_drop_report(const std::string &path, const std::string &place, const std::vector<DropRun> &runs,
                       const Target *target);

}  // namespace touchdown::host

#endif
