// A landing on a grid of heights to be read and looked at: it is followed to rest. Impacts one by one, their chain and
// an envelope are of planes (touchdown/landing.h), and are not told.
#ifndef TOUCHDOWN_HOST_TESTS_LAND_HEIGHTS_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_HEIGHTS_REPORT_HPP

#include <ostream>

#include "land/outcome.hpp"

namespace touchdown::host {

// To standard output.
void print_landing_on_heights(const Scenario &scenario, const LandingOutcome &outcome);

// HTML with pictures. Throws std::runtime_error if it cannot be written, or gnuplot not be run.
void write_report_on_heights(std::ostream &page, const Scenario &scenario, const LandingOutcome &outcome);

}  // namespace touchdown::host

#endif
