// Bars for errors against differences of the exact impact.
#ifndef TOUCHDOWN_SENSITIVITY_FEW_BEYOND_HPP
#define TOUCHDOWN_SENSITIVITY_FEW_BEYOND_HPP

#include <doctest/doctest.h>

#include <vector>

#include "touchdown/touchdown.hpp"

namespace differences {

// At most one in a thousand is off by more than `bar` without a caveat; the error of the differences themselves is
// allowed. `error_of` returns the error of a sample, and its status.
template <class Sample, class Error>
void compare(const std::vector<Sample> &list, double bar, const Error &error_of) {
  int beyond = 0, judged = 0;
  for (const Sample &sample : list) {
    touchdown::Status status = 0;
    const double error = error_of(sample, status);
    REQUIRE(status >= 0);
    if ((status & TD_CAVEAT_ONE_SIDED) != 0) continue;
    ++judged;
    beyond += !(error <= bar + 4 * sample.exact.doubt);
  }
  CAPTURE(judged);
  CHECK(judged > static_cast<int>(list.size()) / 4);
  CHECK(beyond <= static_cast<int>(list.size()) / 1000);
}

}  // namespace differences

#endif
