#include "monitor/detections.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

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

void match(Replay &replay) {
  for (Detection &detection : replay.detections)
    for (const Touch &touch : replay.truth) {
      const double off = std::abs(touch.time - detection.touch);
      if (off < same_touch && (!detection.truth || off < std::abs(detection.truth->time - detection.touch)))
        detection.truth = touch;
    }
}

// What the place told of samples, beside what the log knows of them.
void take(const std::vector<LoggedSample> &logged, const std::vector<Heard> &heard, Replay &replay) {
  for (std::size_t i = 0; i < logged.size(); ++i) {
    const double time = logged[i].time;
    if (logged[i].touches) replay.truth.push_back({time, *logged[i].touches});
    replay.moments.push_back({time, vector(logged[i].sample.a).norm(), heard[i]});
    replay.told_now = replay.told_now || heard[i].told;
    if (!heard[i].ended) continue;
    const ContactEvent<double> &event = *heard[i].ended;
    replay.detections.push_back({time - event.age, event, replay.told_now, std::nullopt});
    replay.told_now = false;
  }
}

}  // namespace

MonitorMachine<double> read_monitored_machine(const std::string &path) {
  return read_object(path, "machine of a contact monitor", machine_of);
}

Replay replay_on(MonitorPlace &place, MonitorLog &log) {
  constexpr std::size_t batch = 32;
  Replay replay;
  replay.has_truth = log.has_truth();
  std::vector<LoggedSample> logged;
  std::vector<MonitorSample<double>> samples;
  const auto flush = [&] {
    take(logged, place.listen(samples), replay);
    logged.clear();
    samples.clear();
  };
  while (const std::optional<LoggedSample> sample = log.next()) {
    logged.push_back(*sample);
    samples.push_back(sample->sample);
    if (samples.size() == batch) flush();
  }
  flush();
  match(replay);
  return replay;
}

const char *explanation_name(std::int32_t explanation) {
  constexpr const char *names[TD_EXPLANATIONS] = {"nothing", "foot", "feet", "point", "no contact"};
  return explanation >= 0 && explanation < TD_EXPLANATIONS ? names[explanation] : "unknown";
}

}  // namespace touchdown::host
