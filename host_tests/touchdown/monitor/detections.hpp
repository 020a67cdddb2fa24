// What a monitor tells of a log, wherever it listens, and what the log knows of it.
#ifndef TOUCHDOWN_HOST_TESTS_DETECTIONS_HPP
#define TOUCHDOWN_HOST_TESTS_DETECTIONS_HPP

#include <optional>
#include <string>
#include <vector>

#include "monitor/monitor_log.hpp"
#include "monitor/monitor_place.hpp"

namespace touchdown::host {

extern const char *const monitored_machine_help;

// Throws std::runtime_error naming what is wrong in the file.
MonitorMachine<double> read_monitored_machine(const std::string &path);

struct Touch {
  double time;  // [s]
  int foot;
};

struct Detection {
  double touch;  // [s]
  ContactEvent<double> event;
  bool told;                   // the feet were told to firmware
  std::optional<Touch> truth;  // of the log, nearest in time
};

// A sample of the time lines.
struct Moment {
  double time, force;  // [s], [m/s^2] size
  Heard heard;
};

struct Replay {
  std::vector<Detection> detections;
  std::vector<Touch> truth;
  std::vector<Moment> moments;
  bool has_truth = false;
  bool told_now = false;  // in the event that is open
};

Replay replay_on(MonitorPlace &place, MonitorLog &log);

const char *explanation_name(std::int32_t explanation);

}  // namespace touchdown::host

#endif
