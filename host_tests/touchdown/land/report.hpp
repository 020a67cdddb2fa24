// A landing to be read and looked at.
#ifndef TOUCHDOWN_HOST_TESTS_LAND_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_REPORT_HPP

#include <ostream>
#include <string>

#include "land/outcome.hpp"

namespace touchdown::host {

// To standard output.
void print_landing(const Scenario &scenario, const LandingOutcome &outcome);

// Its moving picture, as HTML.
std::string moving_picture(const Scenario &scenario, const LandingOutcome &outcome);

// HTML with pictures. Throws std::runtime_error if it cannot be written, or gnuplot not be run.
void write_landing_report(std::ostream &page, const Scenario &scenario, const LandingOutcome &outcome);

}  // namespace touchdown::host

#endif
