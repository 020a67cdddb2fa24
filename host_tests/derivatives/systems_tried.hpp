// How many systems a test of derivatives draws: TOUCHDOWN_SYSTEMS_TRIED, or few, that it may run at every change.
#ifndef TOUCHDOWN_SENSITIVITY_SYSTEMS_TRIED_HPP
#define TOUCHDOWN_SENSITIVITY_SYSTEMS_TRIED_HPP

#include <cstdlib>

namespace differences {

// `kinds`: how many such draws share the number.
inline int systems_tried(int by_default, int kinds = 1) {
  const char *const given = std::getenv("TOUCHDOWN_SYSTEMS_TRIED");
  return given == nullptr ? by_default : std::atoi(given) / kinds;
}

}  // namespace differences

#endif
