#include "monitor/monitored_machine.hpp"

namespace touchdown::host {

const char *const monitored_machine_help =
    "The machine of an inertial sensor is a JSON object, SI units, body axes, as td_monitor_machine in "
    "touchdown/monitor.h:\n"
    "  mass, inertia                     xx yy zz xy xz yz about the centre of mass\n"
    "  feet, points                      lists of {r, radius, mu} from the centre of mass; points unless given: none\n"
    "  range, accelerometer_noise, gyro_noise\n"
    "  rate                              [Hz]; that of the log's times unless given\n"
    "  sensor, force_rate, torque_rate, model_error, normal_error, confidence, wait, bearing_load    0 unless "
    "given\n\n";

namespace {

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
  machine.wait = json.number<double>("wait", 0);
  machine.bearing_load = json.number<double>("bearing_load", 0);
  json.finish();
  return machine;
}

}  // namespace

MonitorMachine<double> monitored_machine_in(const Json &json, const std::string &path) {
  return object_in(json, path, "machine of a contact monitor", machine_of);
}

}  // namespace touchdown::host
