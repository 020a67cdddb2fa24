// Where samples are listened to: in this process, in double or in float, or on a target over its link; and what is
// reported of each.
#ifndef TOUCHDOWN_HOST_TESTS_LISTENING_PLACE_HPP
#define TOUCHDOWN_HOST_TESTS_LISTENING_PLACE_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "cli/text.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

// What a monitor reported of one sample.
struct Heard {
  double contact = 0;                            // [-] probability that the open event is a contact
  std::array<std::int32_t, TD_MAX_FEET> foot{};  // TD_FOOT_*
  bool reported = false;                         // feet were said to touch just now
  std::vector<double> residual;                  // [N m] of each joint; of an inertial sensor there is none
  std::optional<ContactEvent<double>> ended;     // the event that it ended
};

// What listening has cost, and whether it was right.
struct Listened {
  std::string counter;  // of a target; empty in process
  std::uint64_t work = 0, samples = 0;
  double dearest_batch = 0;           // work of a sample, the greatest mean of a batch
  std::size_t differing_answers = 0;  // in some bits from those of this process
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
  virtual Listened listened() const { return {}; }
};

// Numbers, and arrays of them, into those of another scalar.
template <class To, class From>
void convert(const From &from, To &to) {
  if constexpr (std::is_array_v<From>)
    for (std::size_t i = 0; i < std::extent_v<From>; ++i) convert(from[i], to[i]);
  else
    to = static_cast<To>(from);
}

template <class To, class From>
void convert_point(const MonitorPoint<From> &from, MonitorPoint<To> &to) {
  convert(from.r, to.r);
  convert(from.radius, to.radius);
  convert(from.mu, to.mu);
}

template <class Scalar>
MonitorMachine<Scalar> machine_in(const MonitorMachine<double> &from) {
  MonitorMachine<Scalar> to = {};
  convert(from.rate, to.rate);
  convert(from.mass, to.mass);
  convert(from.inertia, to.inertia);
  convert(from.sensor, to.sensor);
  to.speeds = from.speeds;
  to.feet = from.feet;
  for (int i = 0; i < TD_MAX_FEET; ++i) convert_point(from.foot[i], to.foot[i]);
  to.points = from.points;
  for (int i = 0; i < TD_MAX_HULL_POINTS; ++i) convert_point(from.point[i], to.point[i]);
  convert(from.range, to.range);
  convert(from.accelerometer_noise, to.accelerometer_noise);
  convert(from.gyro_noise, to.gyro_noise);
  convert(from.force_rate, to.force_rate);
  convert(from.torque_rate, to.torque_rate);
  convert(from.model_error, to.model_error);
  convert(from.normal_error, to.normal_error);
  convert(from.confidence, to.confidence);
  convert(from.wait, to.wait);
  convert(from.bearing_load, to.bearing_load);
  convert(from.noise, to.noise);
  convert(from.gain, to.gain);
  to.learning = from.learning;
  return to;
}

[[noreturn]] inline void refuse_machine(Status status) {
  throw std::runtime_error("the machine: " + status_text(status));
}

template <class Scalar>
ContactEvent<double> in_double(const ContactEvent<Scalar> &from) {
  ContactEvent<double> to = {};
  to.phase = from.phase;
  to.number = from.number;
  to.explanation = from.explanation;
  to.foot = from.foot;
  to.samples = from.samples;
  to.caveats = from.caveats;
  convert(from.probability, to.probability);
  convert(from.touched, to.touched);
  convert(from.foot_probability, to.foot_probability);
  convert(from.impulse, to.impulse);
  convert(from.impulse_uncertainty, to.impulse_uncertainty);
  convert(from.foot_impulse, to.foot_impulse);
  convert(from.r, to.r);
  convert(from.r_uncertainty, to.r_uncertainty);
  convert(from.age, to.age);
  return to;
}

// The same as the firmware's functions report (monitor_link.c, observer_link.c), in any scalar.
template <class Scalar>
Heard heard_of(const Monitor<Scalar> &monitor, bool was_open) {
  Heard heard;
  const auto &p = monitor.event.probability;
  if (monitor.phase == TD_MONITOR_WEIGHS)
    heard.contact = static_cast<double>(p[TD_EXPLAINED_BY_FOOT] + p[TD_EXPLAINED_BY_FEET] + p[TD_EXPLAINED_BY_POINT]);
  std::copy(std::begin(monitor.foot), std::end(monitor.foot), heard.foot.begin());
  heard.reported = std::any_of(std::begin(monitor.hold), std::end(monitor.hold),
                               [](std::int32_t left) { return left >= TD_MONITOR_LONGEST - 1; });
  if (was_open && monitor.phase != TD_MONITOR_WEIGHS) heard.ended = in_double(monitor.event);
  return heard;
}

template <class Scalar>
std::optional<ContactEvent<double>> open_in(const ContactEvent<Scalar> &event) {
  if (event.phase != TD_EVENT_OPEN) return std::nullopt;
  return in_double(event);
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

}  // namespace touchdown::host

#endif
