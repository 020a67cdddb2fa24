// A predicted landing to be read and looked at.
#ifndef TOUCHDOWN_HOST_TESTS_LAND_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_REPORT_HPP

#include <ostream>
#include <string>

#include "land/outcome.hpp"

namespace touchdown::host {

// To standard output.
void print_landing(const Scenario &scenario, Status status, const Landing<double> &landing,
                   const std::optional<LandingOutcome> &outcome);

// HTML with pictures. Throws std::runtime_error if it cannot be written, or gnuplot not be run.
void write_landing_report(std::ostream &page, const Scenario &scenario, Status status, const Landing<double> &landing,
                          const std::optional<LandingOutcome> &outcome);

}  // namespace touchdown::host

#endif
