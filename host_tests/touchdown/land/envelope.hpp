// How sure a predicted landing is: the extremes of what comes out over the corners of the scenario's errors.
#ifndef TOUCHDOWN_HOST_TESTS_LAND_ENVELOPE_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_ENVELOPE_HPP

#include <string>
#include <vector>

#include "land/scenario.hpp"
#include "report/report.hpp"

namespace touchdown::host {

struct EnvelopeText {
  Cells heading;
  std::vector<Cells> rows;  // an output each; none where the scenario has no errors
  std::string summary;      // which corner is the worst
};

// Throws std::runtime_error where the errors are none.
EnvelopeText envelope_of(const Scenario &scenario);

}  // namespace touchdown::host

#endif
