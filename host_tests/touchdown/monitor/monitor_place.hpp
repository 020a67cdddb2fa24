// Where a contact monitor listens to an inertial sensor.
#ifndef TOUCHDOWN_HOST_TESTS_MONITOR_PLACE_HPP
#define TOUCHDOWN_HOST_TESTS_MONITOR_PLACE_HPP

#include <memory>
#include <string>

#include "monitor/listening_place.hpp"

namespace touchdown::host {

using MonitorPlace = ListeningPlace<MonitorSample<double>>;

// `place` as for --on. Throws std::runtime_error where the machine is refused.
std::unique_ptr<MonitorPlace> start_monitor(const std::string &place, const MonitorMachine<double> &machine);

}  // namespace touchdown::host

#endif
