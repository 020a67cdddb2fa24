// Headings of columns as loggers write them, with their units: "Time [ms]" for t, "Acc X (g)" for ax, "Gyro Z [deg/s]"
// for wz, "VZ [m/s]" for vz.
#ifndef TOUCHDOWN_HOST_TESTS_UNITS_HPP
#define TOUCHDOWN_HOST_TESTS_UNITS_HPP

#include <optional>
#include <string>

namespace touchdown::host {

// What makes SI units of a unit of the quantity or column `of`: 0.001 for "ms". None: it is not known.
std::optional<double> unit_in_si(const std::string &unit, const std::string &of);

// Of a heading that says its unit in brackets; else 1.
double scale_of(const std::string &heading);

// Whether a heading with a known unit means the column `name`.
bool means(const std::string &heading, const std::string &name);

}  // namespace touchdown::host

#endif
