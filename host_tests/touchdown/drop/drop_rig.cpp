#include "drop/drop_rig.hpp"

#include <stdexcept>
#include <vector>

#include "records/json_object.hpp"

namespace touchdown::host {

const char *const drop_rig_help =
    "The rig is a JSON object, SI units, vectors in the sensor's axes, as td_drop_rig in touchdown/drop_test.h:\n"
    "  normal, range, threshold          out of the struck surface; of the accelerometer; where an impact begins\n"
    "  rate                              [Hz]; that of the record's times unless given\n"
    "  resolution, gravity, misalignment, sensitivity, max_tilt    0 unless given; gravity 9.81\n"
    "  sensor, contact                   from the centre of mass, 0 unless given\n"
    "  approach                          {speed, uncertainty} of the contact point, where it is known\n\n";

namespace {

void copy(const std::vector<td_real> &from, td_real (&to)[3]) {
  for (std::size_t i = 0; i < 3; ++i) to[i] = from[i];
}

DropTestRig drop_rig_of(JsonObject json) {
  DropTestRig all{};
  td_drop_rig &rig = all.rig;
  rig.rate = json.number<td_real>("rate", 0);
  copy(json.list<td_real>("normal", 3), rig.normal);
  rig.range = json.number<td_real>("range");
  rig.resolution = json.number<td_real>("resolution", 0);
  rig.threshold = json.number<td_real>("threshold");
  rig.gravity = json.number<td_real>("gravity", td_real(9.81));
  rig.misalignment = json.number<td_real>("misalignment", 0);
  rig.sensitivity = json.number<td_real>("sensitivity", 0);
  rig.max_tilt = json.number<td_real>("max_tilt", 0);
  if (json.has("sensor")) copy(json.list<td_real>("sensor", 3), rig.sensor);
  if (json.has("contact")) copy(json.list<td_real>("contact", 3), rig.contact);
  if (json.has("approach")) {
    JsonObject approach = json.object("approach");
    all.approach = {approach.number<td_real>("speed"), approach.number<td_real>("uncertainty", 0)};
    approach.finish();
  }
  json.finish();
  return all;
}

}  // namespace

DropTestRig read_drop_rig(const std::string &path) {
  const Json json = read_json(path);
  try {
    return drop_rig_of(JsonObject(json));
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(path + ": no rig of a drop test: " + error.what());
  }
}

}  // namespace touchdown::host
