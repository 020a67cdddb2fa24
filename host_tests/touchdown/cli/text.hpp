// Numbers and text as people read them.
#ifndef TOUCHDOWN_HOST_TESTS_TEXT_HPP
#define TOUCHDOWN_HOST_TESTS_TEXT_HPP

#include <cstdio>
#include <string>

#include "touchdown/touchdown.h"

namespace touchdown::host {

// printf of one number.
inline std::string formatted(const char *format, double number) {
  char text[64];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

// A part of one as percent.
inline std::string percent(double part) { return formatted("%.2f %%", 100 * part); }

// What a status says: td_status_name, or of a sum of caveats each.
inline std::string status_text(td_status status) {
  if (status <= 0) return td_status_name(status);
  std::string text = td_caveat_name(status, 0);
  for (int k = 1; *td_caveat_name(status, k) != 0; ++k) text += std::string("; ") + td_caveat_name(status, k);
  return text;
}

// Text that is not ours, for a terminal: a control character, which could move the cursor or set the window's title, is
// shown as ?. Ends of lines stay.
inline std::string printable(std::string text) {
  for (char &c : text)
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f) c = '?';
  return text;
}

}  // namespace touchdown::host

#endif
