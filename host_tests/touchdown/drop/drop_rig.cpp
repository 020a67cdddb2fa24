#include "drop/drop_rig.hpp"

#include <algorithm>
#include <stdexcept>

#include "records/schema.hpp"
#include "records/units.hpp"

namespace touchdown::host {
namespace {

void take_record(JsonObject json, ColumnMap &map) {
  if (json.has("columns")) {
    JsonObject columns = json.object("columns");
    if (columns.has("time")) map.columns["time"] = {columns.text("time")};
    if (columns.has("acceleration")) map.columns["acceleration"] = columns.texts("acceleration");
    if (columns.has("high")) map.columns["high"] = columns.texts("high");
    if (columns.has("spin")) {
      map.columns["spin"] = columns.texts("spin");
      map.spare.clear();
    }
  }
  if (json.has("units")) {
    JsonObject units = json.object("units");
    for (const std::string &quantity : units.keys()) map.scale[quantity] = *unit_in_si(units.text(quantity), quantity);
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
  }
  return all;
}

}  // namespace

DropTestRig read_drop_rig(const std::string &path) { return read_input(path, "drop/rig", drop_rig_of); }

}  // namespace touchdown::host
