// The drops of a replay as a table, a row each.
#ifndef TOUCHDOWN_HOST_TESTS_REPLAY_ROWS_HPP
#define TOUCHDOWN_HOST_TESTS_REPLAY_ROWS_HPP

#include <ostream>
#include <vector>

#include "drops/summary.hpp"

namespace touchdown::host {

// CSV with a header. Speeds in m/s and rad/s; empty where there is no target.
void write_rows(std::ostream &out, const std::vector<DropRun> &runs);

}  // namespace touchdown::host

#endif
