// The machine of an inertial sensor that a contact monitor is to watch, as a JSON file describes it.
#ifndef TOUCHDOWN_HOST_TESTS_MONITORED_MACHINE_HPP
#define TOUCHDOWN_HOST_TESTS_MONITORED_MACHINE_HPP

#include <string>

#include "records/schema.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

// Of what was in the file at `path`. Throws std::runtime_error naming what is wrong in it.
MonitorMachine<double> monitored_machine_in(const Json &json, const std::string &path);

}  // namespace touchdown::host

#endif
