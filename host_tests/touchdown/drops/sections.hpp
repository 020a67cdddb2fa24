// The sections of a report that hold predicted against measured rebounds, body by body: shared by all reports that do.
#ifndef TOUCHDOWN_HOST_TESTS_DROP_SECTIONS_HPP
#define TOUCHDOWN_HOST_TESTS_DROP_SECTIONS_HPP

#include <vector>

#include "drops/summary.hpp"
#include "report/report.hpp"

namespace touchdown::host {

// Names of the sets are to differ. They throw std::runtime_error if a picture cannot be drawn.
Section components_section(const std::vector<DropRun> &runs);  // a plot for each component of the state after
Section error_section(const std::vector<DropRun> &runs);       // over approach speed
Section mode_section(const std::vector<DropRun> &runs);        // confusion matrix: what became of the slip
Section worst_section(const std::vector<DropRun> &runs);       // the worst five, drawn
Section drops_section(const std::vector<DropRun> &runs);       // a line a drop, sortable

}  // namespace touchdown::host

#endif
