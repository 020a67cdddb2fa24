// A predicted landing to be read and looked at.
#ifndef TOUCHDOWN_HOST_TESTS_LAND_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_REPORT_HPP

#include <ostream>
#include <string>

#include "land/scenario.hpp"

namespace touchdown::host {

// To standard output.
void print_landing(const Scenario &scenario, Status status, const Landing<double> &landing);

// HTML with pictures. Throws std::runtime_error if it cannot be written, or gnuplot not be run.
void write_landing_report(std::ostream &page, const Scenario &scenario, Status status, const Landing<double> &landing);

}  // namespace touchdown::host

#endif
