// Where samples are listened to: in this process, in double or in float, or on a target over its link; and what is
// reported of each.
#pragma once

#include "cli/in_scalar.hpp"
#include "cli/text.hpp"
#include "link/target.hpp"
#include "monitor/jointed_machine.hpp"

namespace touchdown::host {

// What a monitor reported of one sample.
struct Heard {
  double contact = 0;                            // [-] probability that the open event is a contact
  std::array<std::int32_t, TD_MAX_FEET> foot{};  // TD_FOOT_*
  bool reported = false;                         // feet were said to touch just now
  std::vector<double> residual;                  // [N m] of each joint; of an inertial sensor there is none
  std::optional<ContactEvent<double>> ended;     // the event that it ended
};

template <class Sample>
class ListeningPlace {
 public:
  ListeningPlace() = default;
  ListeningPlace(const ListeningPlace &) = delete;
  ListeningPlace &operator=(const ListeningPlace &) = delete;
  virtual ~ListeningPlace() = default;
  // Of each sample, in order. A target that is lost or refuses throws TargetError.
  virtual std::vector<Heard> listen(const std::vector<Sample> &samples) = 0;
  // The event that was not over after the last of them.
  virtual std::optional<ContactEvent<double>> open_event() const = 0;
  virtual TargetWork work() const { return {}; }
};

[[noreturn]] inline void refuse_machine(Status status) {
  throw std::runtime_error("the machine: " + status_text(status));
}

// The same as the firmware's functions report (monitor_link.c, observer_link.c), in any scalar.
template <class Scalar>
Heard heard_of(const Monitor<Scalar> &monitor, int speeds, bool was_open) {
  Heard heard;
  const auto &p = monitor.event.probability;
  if (monitor.phase == TD_MONITOR_WEIGHS)
    heard.contact = static_cast<double>(p[TD_EXPLAINED_BY_FOOT] + p[TD_EXPLAINED_BY_FEET] + p[TD_EXPLAINED_BY_POINT]);
  std::copy(std::begin(monitor.foot), std::end(monitor.foot), heard.foot.begin());
  heard.reported = std::any_of(std::begin(monitor.hold), std::end(monitor.hold),
                               [](std::int32_t left) { return left >= TD_MONITOR_LONGEST - 1; });
  if (was_open && monitor.phase != TD_MONITOR_WEIGHS) heard.ended = in_scalar<double>(monitor.event);
  heard.residual.assign(monitor.residual, monitor.residual + speeds);
  return heard;
}

template <class Scalar>
std::optional<ContactEvent<double>> open_in(const ContactEvent<Scalar> &event) {
  if (event.phase != TD_EVENT_OPEN) return std::nullopt;
  return in_scalar<double>(event);
}

// Of a moment on the link: TD_FOOT_* of foot i in bits 2 i and 2 i + 1.
template <class Moment>
Heard heard_in(const Moment &moment) {
  Heard heard;
  heard.contact = static_cast<double>(moment.contact);
  for (std::size_t i = 0; i < heard.foot.size(); ++i)
    heard.foot[i] = static_cast<std::int32_t>(moment.feet >> (2 * i) & 3U);
  heard.reported = moment.reported != 0;
  return heard;
}

// To samples of an inertial sensor (MonitorSample<double>) or of joints (JointSample); `place` as for --on. Throws
// std::runtime_error where the machine is refused, and so does listening where a sample of joints is.
template <class Sample>
std::unique_ptr<ListeningPlace<Sample>> start_listening(const std::string &place,
                                                        const MonitorMachine<double> &machine);

}  // namespace touchdown::host
