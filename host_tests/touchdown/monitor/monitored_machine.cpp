#include "monitor/monitored_machine.hpp"

namespace touchdown::host {

namespace {

void read_points(JsonObject json, const std::string &key, std::size_t most, MonitorPoint<double> *points,
                 std::int32_t &count) {
  for (JsonObject &one : json.objects(key, 1, most)) {
    MonitorPoint<double> &point = points[count++];
    one.fill("r", point.r);
    point.radius = one.number<double>("radius", 0);
    point.mu = one.number<double>("mu");
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
  machine.filter = json.number<double>("filter", 0);
  machine.accelerometer_noise = json.number<double>("accelerometer_noise");
  machine.gyro_noise = json.number<double>("gyro_noise");
  machine.force_rate = json.number<double>("force_rate", 0);
  machine.torque_rate = json.number<double>("torque_rate", 0);
  machine.model_error = json.number<double>("model_error", 0);
  machine.normal_error = json.number<double>("normal_error", 0);
  machine.confidence = json.number<double>("confidence", 0);
  machine.wait = json.number<double>("wait", 0);
  machine.bearing_load = json.number<double>("bearing_load", 0);
  return machine;
}

}  // namespace

MonitorMachine<double> monitored_machine_in(const Json &json, const std::string &path) {
  return input_in(json, path, "monitor/sensor", machine_of);
}

}  // namespace touchdown::host
