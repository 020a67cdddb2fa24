// Numbers and text as people read them.
#pragma once

#include <cstdarg>

#include "cli/standard.hpp"
#include "touchdown/touchdown.h"

namespace touchdown::host {

// printf, of numbers and of our own words.
[[gnu::format(printf, 1, 2)]] inline std::string formatted(const char *format, ...) {
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

constexpr double degrees = 180 / 3.14159265358979323846;  // of a radian

// A part of one as percent.
inline std::string percent(double part) { return formatted("%.2f %%", 100 * part); }

// As td_version gives it.
inline std::string version_text(int version) {
  return formatted("%d.%d.%d", version / 10000, version / 100 % 100, version % 100);
}

// Each of a sum of caveats; none where a status is not above 0.
inline std::vector<std::string> caveats_in(td_status status) {
  std::vector<std::string> names;
  for (int k = 0; status > 0 && *td_caveat_name(status, k) != 0; ++k) names.emplace_back(td_caveat_name(status, k));
  return names;
}

// What a status says: td_status_name, or each caveat.
inline std::string status_text(td_status status) {
  std::string text = status <= 0 ? td_status_name(status) : "";
  for (const std::string &caveat : caveats_in(status)) text += (text.empty() ? "" : "; ") + caveat;
  return text;
}

// The same as a field of CSV: in quotes where a comma stands in it.
inline std::string status_field(td_status status) {
  const std::string text = status_text(status);
  return text.find(',') == std::string::npos ? text : '"' + text + '"';
}

// The UTF-8 character that begins at `at`, and its length; length 0 where none does.
struct Character {
  char32_t code = 0;
  std::size_t length = 0;
};

inline Character character_at(const std::string &text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U; };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  char32_t code = byte(0) & (0x7FU >> length);
  bool good = byte(0) >= 0xC0 && byte(0) < 0xF8;
  for (std::size_t i = 1; i < length; ++i) {
    good = good && (byte(i) & 0xC0U) == 0x80;
    code = code << 6 | (byte(i) & 0x3FU);
  }
  good = good && code >= least[length] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  return good ? Character{code, length} : Character{};
}

// Moves the cursor, sets the window's title, turns the direction of what follows (C0, C1, bidirectional controls), ends
// a line, or is not seen at all. A tab is allowed.
inline bool is_control(char32_t c) {
  const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  return (c < 0x20 && c != '\t') || within(0x7F, 0x9F) || c == 0xAD || c == 0x61C || c == 0x180E ||
         within(0x200B, 0x200F) || within(0x2028, 0x202E) || within(0x2060, 0x206F) || c == 0xFEFF ||
         within(0xFFF9, 0xFFFB) || within(0xE0000, 0xE007F);
}

// Text that is not ours, with `instead` for each control character and each byte that is no UTF-8, but for those
// `kept`.
inline std::string without_controls(const std::string &text, const std::string &instead, const std::string &kept = "") {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    const bool stays = c.length > 0 && (!is_control(c.code) || (c.length == 1 && kept.find(text[at]) < kept.size()));
    shown += stays ? text.substr(at, c.length) : instead;
    at += c.length > 0 ? c.length : 1;
  }
  return shown;
}

// Text that is not ours, on one line of a terminal.
inline std::string printable(const std::string &text) { return without_controls(text, "?"); }

}  // namespace touchdown::host
