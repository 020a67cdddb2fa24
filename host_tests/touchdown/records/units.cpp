#include "records/units.hpp"

#include <cctype>
#include <map>

namespace touchdown::host {
namespace {

std::string trimmed(const std::string &text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// "Time [ms]" is Time, in ms.
struct Heading {
  std::string name, unit;
};

Heading heading_of(const std::string &text) {
  const std::size_t open = text.find_last_of("[(");
  if (open == std::string::npos || text.back() != (text[open] == '[' ? ']' : ')')) return {text, ""};
  return {trimmed(text.substr(0, open)), trimmed(text.substr(open + 1, text.size() - open - 2))};
}

// In lower case, without blanks and lines.
std::string plain(const std::string &text) {
  std::string letters;
  for (const char c : text)
    if (c != ' ' && c != '_' && c != '-' && c != '.')
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

// What loggers call the columns t, ax .. az and wx .. wz.
bool is_called(const std::string &heading, const std::string &name) {
  const std::string called = plain(heading);
  if (called == plain(name)) return true;
  if (name == "t") return called == "time" || called == "timestamp";
  if (name.size() != 2 || called.empty() || called.back() != name[1]) return false;
  const std::string kind = called.substr(0, called.size() - 1);
  const bool accelerates = kind == "acc" || kind == "accel" || kind == "acceleration" || kind == "accelerometer";
  const bool turns = kind == "gyr" || kind == "gyro" || kind == "gyroscope" || kind == "omega" || kind == "spin";
  return (name[0] == 'a' && accelerates) || (name[0] == 'w' && turns);
}

}  // namespace

std::optional<double> unit_in_si(const std::string &unit, const std::string &of) {
  constexpr double gravity = 9.80665, degree = 0.017453292519943295;
  static const std::map<std::string, double> known{
      {"s", 1},           {"ms", 1e-3},  {"us", 1e-6},      {"ns", 1e-9},    {"m", 1},
      {"cm", 1e-2},       {"mm", 1e-3},  {"m/s", 1},        {"cm/s", 1e-2},  {"mm/s", 1e-3},
      {"m/s^2", 1},       {"m/s2", 1},   {"m/s\u00b2", 1},  {"rad", 1},      {"deg", degree},
      {"\u00b0", degree}, {"rad/s", 1},  {"deg/s", degree}, {"dps", degree}, {"\u00b0/s", degree},
      {"kg", 1},          {"kg m^2", 1}, {"1/kg", 1},       {"N", 1},        {"N m", 1},
      {"N s", 1}};
  const std::string what = plain(of);
  if (unit == "g" || unit == "mg") {
    const double thousandth = unit == "mg" ? 1e-3 : 1;
    if (what == "mass") return 1e-3 * thousandth;
    return what[0] == 'a' ? std::optional<double>(gravity * thousandth) : std::nullopt;
  }
  const auto found = known.find(unit);
  return found == known.end() ? std::nullopt : std::optional<double>(found->second);
}

double scale_of(const std::string &heading) {
  const Heading parts = heading_of(heading);
  return parts.unit.empty() || parts.name.empty() ? 1 : unit_in_si(parts.unit, parts.name).value_or(1);
}

bool means(const std::string &heading, const std::string &name) {
  const Heading parts = heading_of(heading);
  return is_called(parts.name, name) && unit_in_si(parts.unit, name);
}

}  // namespace touchdown::host
