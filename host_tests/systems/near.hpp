// Equal to rounding: a number of roundings of td_real, relative to a scale.
#ifndef TOUCHDOWN_SYSTEMS_NEAR_HPP
#define TOUCHDOWN_SYSTEMS_NEAR_HPP

#include <limits>

#include "touchdown/precision.h"

namespace systems {

inline constexpr td_real epsilon = std::numeric_limits<td_real>::epsilon();

inline bool near(td_real found, td_real expected, td_real scale, td_real roundings = 64) {
  const td_real difference = found > expected ? found - expected : expected - found;
  return difference <= roundings * epsilon * scale;
}

inline td_real largest(const td_real *x, int n) {
  td_real most = 0;
  for (int i = 0; i < n; ++i) {
    const td_real size = x[i] < 0 ? -x[i] : x[i];
    if (size > most) most = size;
  }
  return most;
}

inline bool all_near(const td_real *found, const td_real *expected, int n, td_real scale, td_real roundings = 64) {
  bool good = true;
  for (int i = 0; i < n; ++i) good = good && near(found[i], expected[i], scale, roundings);
  return good;
}

}  // namespace systems

#endif
