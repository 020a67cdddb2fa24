// How many landings a test draws: TOUCHDOWN_LANDINGS_TRIED, or few, that it may run at every change.
#ifndef TOUCHDOWN_LANDING_LANDINGS_TRIED_HPP
#define TOUCHDOWN_LANDING_LANDINGS_TRIED_HPP

#include <cstdlib>

inline int landings_tried(int by_default) {
  const char *const given = std::getenv("TOUCHDOWN_LANDINGS_TRIED");
  return given == nullptr ? by_default : std::atoi(given);
}

#endif
