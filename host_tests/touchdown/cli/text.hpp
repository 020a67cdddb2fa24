// Numbers as people read them.
#ifndef TOUCHDOWN_HOST_TESTS_TEXT_HPP
#define TOUCHDOWN_HOST_TESTS_TEXT_HPP

#include <cstdio>
#include <string>

namespace touchdown::host {

// printf of one number.
inline std::string formatted(const char *format, double number) {
  char text[64];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

// A part of one as percent.
inline std::string percent(double part) { return formatted("%.2f %%", 100 * part); }

}  // namespace touchdown::host

#endif
