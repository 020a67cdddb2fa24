#include "monitor/detections.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "cli/text.hpp"
#include "records/json_object.hpp"

namespace touchdown::host {

const char *const monitored_machine_help =
    "The machine is a JSON object, SI units, body axes, as td_monitor_machine in touchdown/contact_monitor.h:\n"
    "  mass, inertia                     xx yy zz xy xz yz about the centre of mass\n"
    "  feet, points                      lists of {r, radius, mu} from the centre of mass; points unless given: none\n"
    "  range, accelerometer_noise, gyro_noise\n"
    "  rate                              [Hz]; that of the log's times unless given\n"
    "  sensor, force_rate, torque_rate, model_error, normal_error, confidence, bearing_load    0 unless given\n\n";

namespace {

constexpr double same_touch = 0.1;  // [s] by which an event and a touch of the log may differ

void read_points(JsonObject &json, const std::string &key, std::size_t most, MonitorPoint<double> *points,
                 std::int32_t &count) {
  for (JsonObject &one : json.objects(key, 1, most)) {
    MonitorPoint<double> &point = points[count++];
    one.fill("r", point.r);
    point.radius = one.number<double>("radius", 0);
    point.mu = one.number<double>("mu");
    one.finish();
  }
}

MonitorMachine<double> machine_of(JsonObject json) {
  MonitorMachine<double> machine = {};
  machine.rate = json.number<double>("rate", 0);
  machine.mass = json.number<double>("mass");
  json.fill("inertia", machine.inertia);
  json.fill_if_given("sensor", machine.sensor);
  read_points(json, "feet", TD_MAX_FEET, machine.foot, machine.feet);
  if (json.has("points")) read_points(json, "points", TD_MAX_HULL_POINTS, machine.point, machine.points);
  machine.range = json.number<double>("range");
  machine.accelerometer_noise = json.number<double>("accelerometer_noise");
  machine.gyro_noise = json.number<double>("gyro_noise");
  machine.force_rate = json.number<double>("force_rate", 0);
  machine.torque_rate = json.number<double>("torque_rate", 0);
  machine.model_error = json.number<double>("model_error", 0);
  machine.normal_error = json.number<double>("normal_error", 0);
  machine.confidence = json.number<double>("confidence", 0);
  machine.bearing_load = json.number<double>("bearing_load", 0);
  json.finish();
  return machine;
}

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

template <class Scalar>
Moment moment_of(const LoggedSample &sample, const ContactMonitor<Scalar> &monitor) {
  Moment moment{sample.time, vector(sample.sample.a).norm(), 0, {}};
  const auto &p = monitor.event.probability;
  if (monitor.phase == TD_MONITOR_WEIGHS)
    moment.contact = static_cast<double>(p[TD_EXPLAINED_BY_FOOT] + p[TD_EXPLAINED_BY_FEET] + p[TD_EXPLAINED_BY_POINT]);
  std::copy(std::begin(monitor.foot), std::end(monitor.foot), std::begin(moment.foot));
  return moment;
}

void match(Replay &replay) {
  for (Detection &detection : replay.detections)
    for (const Touch &touch : replay.truth) {
      const double off = std::abs(touch.time - detection.touch);
      if (off < same_touch && (!detection.truth || off < std::abs(detection.truth->time - detection.touch)))
        detection.truth = touch;
    }
}

template <class Scalar>
Replay replay_in(const MonitorMachine<double> &machine, MonitorLog &log) {
  ContactMonitor<Scalar> monitor;
  const Status status = start(monitor, in_scalar<Scalar>(machine));
  if (status < 0) throw std::runtime_error("the machine: " + status_text(status));
  Replay replay;
  replay.has_truth = log.has_truth();
  std::int32_t told = 0;
  while (const std::optional<LoggedSample> sample = log.next()) {
    const std::int32_t before = monitor.phase;
    (void)feed(monitor, in_scalar<Scalar>(sample->sample));  // a caveat is of the sample
    if (sample->touches) replay.truth.push_back({sample->time, *sample->touches});
    replay.moments.push_back(moment_of(*sample, monitor));
    if (before != TD_MONITOR_WEIGHS) told = 0;
    for (std::int32_t i = 0; i < machine.feet; ++i) told |= monitor.hold[i] >= TD_MONITOR_LONGEST - 1 ? 1 : 0;
    if (before != TD_MONITOR_WEIGHS || monitor.phase == TD_MONITOR_WEIGHS) continue;
    replay.detections.push_back(
        {sample->time - static_cast<double>(monitor.event.age), in_double(monitor.event), told != 0, std::nullopt});
  }
  match(replay);
  return replay;
}

}  // namespace

MonitorMachine<double> read_monitored_machine(const std::string &path) {
  return read_object(path, "machine of a contact monitor", machine_of);
}

Replay replay_in_double(const MonitorMachine<double> &machine, MonitorLog &log) {
  return replay_in<double>(machine, log);
}

Replay replay_in_float(const MonitorMachine<double> &machine, MonitorLog &log) {
  return replay_in<float>(machine, log);
}

const char *explanation_name(std::int32_t explanation) {
  constexpr const char *names[TD_EXPLANATIONS] = {"nothing", "foot", "feet", "point", "no contact"};
  return explanation >= 0 && explanation < TD_EXPLANATIONS ? names[explanation] : "unknown";
}

}  // namespace touchdown::host
