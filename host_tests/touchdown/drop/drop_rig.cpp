#include "drop/drop_rig.hpp"

#include <algorithm>
#include <stdexcept>

#include "records/json_object.hpp"

namespace touchdown::host {

const char *const drop_rig_help =
    "The rig is a JSON object, SI units, vectors in the sensor's axes, as td_drop_rig in touchdown/drop.h:\n"
    "  normal, range, threshold          out of the struck surface; of the accelerometer; where an impact begins\n"
    "  rate                              [Hz]; that of the record's times unless given\n"
    "  resolution, gravity, misalignment, sensitivity, max_tilt    0 unless given; gravity 9.81\n"
    "  bandwidth                         [Hz] of the sensor and its filter; not limited unless given\n"
    "  bounce                            [s] that a bounce is watched for; 1 unless given, 0: it is not\n"
    "  sensor, contact                   from the centre of mass, 0 unless given\n"
    "  approach                          {speed, uncertainty} of the contact point, where it is known\n"
    "  columns                           {time, acceleration [3], spin [3]}: names of the record's columns, unless\n"
    "                                    t, ax, ay, az, wx, wy, wz; high [3], of a second, coarser accelerometer\n"
    "  range_high                        of that one, which stands in where the first is at the end of its range\n"
    "  units                             {time: s, ms or us, acceleration: m/s^2, g or mg, spin: rad/s or deg/s} of "
    "them\n\n";

namespace {

struct Unit {
  const char *quantity, *name;
  double in_si;
};
constexpr double gravity = 9.80665, degree = 0.017453292519943295;
constexpr Unit known_units[] = {{"time", "s", 1},
                                {"time", "ms", 1e-3},
                                {"time", "us", 1e-6},
                                {"acceleration", "m/s^2", 1},
                                {"acceleration", "g", gravity},
                                {"acceleration", "mg", 1e-3 * gravity},
                                {"spin", "rad/s", 1},
                                {"spin", "deg/s", degree}};

double scale_in(JsonObject &units, const std::string &quantity) {
  const std::string name = units.text(quantity);
  std::string known;
  for (const Unit &unit : known_units) {
    if (quantity != unit.quantity) continue;
    if (name == unit.name) return unit.in_si;
    known += (known.empty() ? "" : ", ") + std::string(unit.name);
  }
  throw std::runtime_error(units.place_of(quantity) + " must be one of " + known);
}

std::vector<std::string> names_in(JsonObject &columns, const std::string &quantity) {
  std::vector<std::string> names;
  for (const Json &name : columns.at(quantity))
    if (name.is_string()) names.push_back(name.get<std::string>());
  if (names.size() != 3 || columns.at(quantity).size() != 3)
    throw std::runtime_error(columns.place_of(quantity) + " must name three columns");
  return names;
}

void take_record(JsonObject &json, ColumnMap &map) {
  if (json.has("columns")) {
    JsonObject columns = json.object("columns");
    if (columns.has("time")) map.columns["time"] = {columns.text("time")};
    if (columns.has("acceleration")) map.columns["acceleration"] = names_in(columns, "acceleration");
    if (columns.has("high")) map.columns["high"] = names_in(columns, "high");
    if (columns.has("spin")) {
      map.columns["spin"] = names_in(columns, "spin");
      map.spare.clear();
    }
    columns.finish();
  }
  if (json.has("units")) {
    JsonObject units = json.object("units");
    for (const char *quantity : {"time", "acceleration", "spin"})
      if (units.has(quantity)) map.scale[quantity] = scale_in(units, quantity);
    units.finish();
  }
  if (map.columns.count("high") > 0 && map.scale.count("acceleration") > 0)
    map.scale["high"] = map.scale.at("acceleration");
}

DropTestRig drop_rig_of(JsonObject json) {
  DropTestRig all;
  take_record(json, all.record);
  td_drop_rig &rig = all.rig;
  rig.rate = json.number<td_real>("rate", 0);
  json.fill("normal", rig.normal);
  rig.range = json.number<td_real>("range");
  if (json.has("range_high") != (all.record.columns.count("high") > 0))
    throw std::runtime_error(json.place_of("range_high") + " and /columns/high go together");
  if (json.has("range_high")) {
    all.low_range = static_cast<double>(rig.range);
    rig.range = json.number<td_real>("range_high");
    if (!(all.low_range > 0 && static_cast<double>(rig.range) > all.low_range))
      throw std::runtime_error(json.place_of("range_high") + " must be above range, and range above 0");
  }
  rig.resolution = json.number<td_real>("resolution", 0);
  rig.threshold = json.number<td_real>("threshold");
  rig.gravity = json.number<td_real>("gravity", td_real(9.81));
  rig.misalignment = json.number<td_real>("misalignment", 0);
  rig.sensitivity = json.number<td_real>("sensitivity", 0);
  rig.max_tilt = json.number<td_real>("max_tilt", 0);
  rig.bandwidth = json.number<td_real>("bandwidth", 0);
  rig.bounce =
      json.number<td_real>("bounce", std::min(td_real(1), TD_DROP_LONGEST_BOUNCE / std::max(rig.rate, td_real(1))));
  json.fill_if_given("sensor", rig.sensor);
  json.fill_if_given("contact", rig.contact);
  if (json.has("approach")) {
    JsonObject approach = json.object("approach");
    all.approach = {approach.number<td_real>("speed"), approach.number<td_real>("uncertainty", 0)};
    approach.finish();
  }
  json.finish();
  return all;
}

}  // namespace

DropTestRig read_drop_rig(const std::string &path) { return read_object(path, "rig of a drop test", drop_rig_of); }

}  // namespace touchdown::host
