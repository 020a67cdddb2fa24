// Where a momentum observer listens to joints.
#ifndef TOUCHDOWN_HOST_TESTS_OBSERVER_PLACE_HPP
#define TOUCHDOWN_HOST_TESTS_OBSERVER_PLACE_HPP

#include <memory>
#include <string>

#include "monitor/joint_dynamics.hpp"
#include "monitor/listening_place.hpp"

namespace touchdown::host {

using ObserverPlace = ListeningPlace<JointSample>;

// `place` as for --on. Throws std::runtime_error where the machine is refused, and so does listening where a sample is.
std::unique_ptr<ObserverPlace> start_observer(const std::string &place, const MonitorMachine<double> &machine);

}  // namespace touchdown::host

#endif
