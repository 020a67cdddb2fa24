// A landing to be read and looked at.
#ifndef TOUCHDOWN_HOST_TESTS_LAND_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_REPORT_HPP

#include "land/outcome.hpp"

namespace touchdown::host {

// To standard output.
void print_landing(const Scenario &scenario, const LandingOutcome &outcome);

// Its moving picture.
MovingPicture motion_of(const Scenario &scenario, const LandingOutcome &outcome);

Document landing_document(const Scenario &scenario, const LandingOutcome &outcome);

}  // namespace touchdown::host

#endif
