// What a monitor reports of a log, wherever it listens, and what the log knows of it.
#ifndef TOUCHDOWN_HOST_TESTS_DETECTIONS_HPP
#define TOUCHDOWN_HOST_TESTS_DETECTIONS_HPP

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "monitor/joint_dynamics.hpp"
#include "monitor/listening_place.hpp"
#include "monitor/sampled_log.hpp"

namespace touchdown::host {

struct Touch {
  double time;  // [s]
  int foot;
};

struct Detection {
  double touch;  // [s]
  ContactEvent<double> event;
  bool reported;               // feet were said to touch
  std::optional<Touch> truth;  // of the log, nearest in time
};

// A sample of the time lines.
struct Moment {
  double time;               // [s]
  std::vector<double> felt;  // [m/s^2] size of the acceleration, or [N m] the residual of each joint
  Heard heard;
};

struct Replay {
  std::vector<Detection> detections;
  std::vector<Touch> truth;
  std::vector<Moment> moments;
  bool has_truth = false;
  bool reported_now = false;  // in the event that is open
};

template <class Sample>
using NextSample = std::function<std::optional<Logged<Sample>>()>;

Replay replay_on(ListeningPlace<MonitorSample<double>> &place, const NextSample<MonitorSample<double>> &next);
Replay replay_on(ListeningPlace<JointSample> &place, const NextSample<JointSample> &next);

const char *explanation_name(std::int32_t explanation);

}  // namespace touchdown::host

#endif
