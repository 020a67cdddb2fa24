// doctest's Approx(x) passes what is within a part of 1 + |x|, so that 0 passes for what is small. This is a part of x
// alone, and 0 passes for 0.
#ifndef TOUCHDOWN_UNIT_RELATIVE_HPP
#define TOUCHDOWN_UNIT_RELATIVE_HPP

#include <doctest/doctest.h>

#include <limits>

inline doctest::Approx relative(double x, double part = 1.2e-5) {
  return doctest::Approx(x).epsilon(part).scale(std::numeric_limits<double>::min());
}

#endif
