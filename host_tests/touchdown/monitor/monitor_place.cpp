#include "monitor/monitor_place.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "cli/text.hpp"
#include "link/target.hpp"
#include "monitor_link.h"

namespace touchdown::host {
namespace {

template <class To, class From>
void convert(const From &from, To &to) {
  if constexpr (std::is_array_v<From>)
    for (std::size_t i = 0; i < std::extent_v<From>; ++i) convert(from[i], to[i]);
  else
    to = static_cast<To>(from);
}

template <class To, class From>
void convert(const MonitorPoint<From> &from, MonitorPoint<To> &to) {
  convert(from.r, to.r);
  convert(from.radius, to.radius);
  convert(from.mu, to.mu);
}

template <class Scalar>
MonitorMachine<Scalar> in_scalar(const MonitorMachine<double> &from) {
  MonitorMachine<Scalar> to = {};
  convert(from.rate, to.rate);
  convert(from.mass, to.mass);
  convert(from.inertia, to.inertia);
  convert(from.sensor, to.sensor);
  to.feet = from.feet;
  for (int i = 0; i < TD_MAX_FEET; ++i) convert(from.foot[i], to.foot[i]);
  to.points = from.points;
  for (int i = 0; i < TD_MAX_HULL_POINTS; ++i) convert(from.point[i], to.point[i]);
  convert(from.range, to.range);
  convert(from.accelerometer_noise, to.accelerometer_noise);
  convert(from.gyro_noise, to.gyro_noise);
  convert(from.force_rate, to.force_rate);
  convert(from.torque_rate, to.torque_rate);
  convert(from.model_error, to.model_error);
  convert(from.normal_error, to.normal_error);
  convert(from.confidence, to.confidence);
  convert(from.bearing_load, to.bearing_load);
  return to;
}

template <class Scalar>
MonitorSample<Scalar> in_scalar(const MonitorSample<double> &from) {
  MonitorSample<Scalar> to = {};
  convert(from.a, to.a);
  convert(from.w, to.w);
  convert(from.n, to.n);
  convert(from.force, to.force);
  convert(from.torque, to.torque);
  return to;
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
  convert(from.foot_probability, to.foot_probability);
  convert(from.impulse, to.impulse);
  convert(from.impulse_uncertainty, to.impulse_uncertainty);
  convert(from.foot_impulse, to.foot_impulse);
  convert(from.r, to.r);
  convert(from.r_uncertainty, to.r_uncertainty);
  convert(from.age, to.age);
  return to;
}

// The same as of the firmware's function (monitor_link.c), in any scalar.
template <class Scalar>
Heard heard_of(const ContactMonitor<Scalar> &monitor, bool was_open) {
  Heard heard;
  const auto &p = monitor.event.probability;
  if (monitor.phase == TD_MONITOR_WEIGHS)
    heard.contact = static_cast<double>(p[TD_EXPLAINED_BY_FOOT] + p[TD_EXPLAINED_BY_FEET] + p[TD_EXPLAINED_BY_POINT]);
  std::copy(std::begin(monitor.foot), std::end(monitor.foot), heard.foot.begin());
  heard.told = std::any_of(std::begin(monitor.hold), std::end(monitor.hold),
                           [](std::int32_t left) { return left >= TD_MONITOR_LONGEST - 1; });
  if (was_open && monitor.phase != TD_MONITOR_WEIGHS) heard.ended = in_double(monitor.event);
  return heard;
}

[[noreturn]] void refuse_machine(Status status) { throw std::runtime_error("the machine: " + status_text(status)); }

template <class Scalar>
class MonitorHere : public MonitorPlace {
 public:
  explicit MonitorHere(const MonitorMachine<double> &machine) {
    const Status status = start(monitor_, in_scalar<Scalar>(machine));
    if (status < 0) refuse_machine(status);
  }
  std::vector<Heard> listen(const std::vector<MonitorSample<double>> &samples) override {
    std::vector<Heard> heard;
    for (const MonitorSample<double> &sample : samples) {
      const bool was_open = monitor_.phase == TD_MONITOR_WEIGHS;
      (void)feed(monitor_, in_scalar<Scalar>(sample));  // a caveat is of the sample
      heard.push_back(heard_of(monitor_, was_open));
    }
    return heard;
  }

 private:
  ContactMonitor<Scalar> monitor_;
};

// Every answer is held against that of the same function in this process, to the last bit of the monitor.
class MonitorOnTarget : public MonitorPlace {
 public:
  MonitorOnTarget(const std::string &place, const MonitorMachine<double> &machine) : target_(place) {
    monitor_link_answer ignored{};
    const Status status = call(MONITOR_LINK_START, in_scalar<float>(machine), ignored).status;
    if (status < 0) refuse_machine(status);
    listened_.counter = target_.identity().counter;
  }

  std::vector<Heard> listen(const std::vector<MonitorSample<double>> &samples) override {
    std::vector<Heard> heard;
    while (heard.size() < samples.size()) {
      monitor_link_samples batch{};
      for (std::size_t i = heard.size(); i < samples.size() && batch.count < MONITOR_LINK_BATCH; ++i)
        batch.samples[batch.count++] = in_scalar<float>(samples[i]);
      take(batch, heard);
    }
    return heard;
  }
  Listened listened() const override { return listened_; }

 private:
  void take(const monitor_link_samples &batch, std::vector<Heard> &heard) {
    monitor_link_answer answer{};
    const td_link_outcome outcome = call(MONITOR_LINK_SAMPLES, batch, answer);
    if (outcome.status < 0) throw TargetError("the target's monitor: " + status_text(outcome.status));
    if (answer.taken < 1 || answer.taken > batch.count) throw TargetError("the target takes no samples");
    for (int i = 0; i < answer.taken; ++i) heard.push_back(heard_of(answer.moment[i]));
    if (answer.ended != 0) heard.back().ended = in_double(answer.event);
    listened_.work += outcome.counter;
    listened_.samples += static_cast<std::uint64_t>(answer.taken);
    listened_.dearest_batch = std::max(listened_.dearest_batch, outcome.counter / static_cast<double>(answer.taken));
  }

  static Heard heard_of(const monitor_link_moment &moment) {
    Heard heard;
    heard.contact = static_cast<double>(moment.contact);
    for (std::size_t i = 0; i < heard.foot.size(); ++i)
      heard.foot[i] = static_cast<std::int32_t>(moment.feet >> (2 * i) & 3U);
    heard.told = moment.told != 0;
    return heard;
  }

  template <class Request>
  td_link_outcome call(std::uint8_t function, const Request &request, monitor_link_answer &answer) {
    monitor_link_answer here{};
    std::int32_t status = 0;
    for (const td_link_function &known : monitor_link)
      if (known.signature.function == function) status = known.call(nullptr, &request, &here);
    const td_link_outcome outcome = target_.call(function, request, answer);
    const bool same = outcome.status == status && (status < 0 || std::memcmp(&answer, &here, sizeof here) == 0);
    listened_.differing_answers += same ? 0 : 1;
    return outcome;
  }

  Target target_;
  Listened listened_;
};

}  // namespace

std::unique_ptr<MonitorPlace> start_monitor(const std::string &place, const MonitorMachine<double> &machine) {
  if (place == "host-double") return std::make_unique<MonitorHere<double>>(machine);
  if (place == "host-float") return std::make_unique<MonitorHere<float>>(machine);
  return std::make_unique<MonitorOnTarget>(place, machine);
}

}  // namespace touchdown::host
