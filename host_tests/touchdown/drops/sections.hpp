// The sections of a document that hold predicted against measured rebounds, body by body: shared by all that do.
#pragma once

#include "drops/rebound.hpp"
#include "report/document.hpp"

namespace touchdown::host {

// A row of the table of all drops. `percent`: what the E-norm is multiplied by, 100 or 1.
Cells drop_row(const DropRun &run, const Rebound &rebound, double percent);

// Names of the sets are to differ.
void add_components_section(Document &document, const std::vector<DropRun> &runs);  // predicted over measured
void add_error_section(Document &document);                                         // over approach speed
void add_mode_section(Document &document, const std::vector<DropRun> &runs);        // what became of the slip
// A histogram of each body, and the budget; `unit`: what the target counts.
void add_work_section(Document &document, const std::string &unit, const Budget &budget);
void add_drops_section(Document &document, const std::vector<DropRun> &runs);  // a row a drop, the worst first

}  // namespace touchdown::host
