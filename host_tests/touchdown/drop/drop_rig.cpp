#include "drop/drop_rig.hpp"

#include "records/json_object.hpp"

namespace touchdown::host {

const char *const drop_rig_help =
    "The rig is a JSON object, SI units, vectors in the sensor's axes, as td_drop_rig in touchdown/drop_test.h:\n"
    "  normal, range, threshold          out of the struck surface; of the accelerometer; where an impact begins\n"
    "  rate                              [Hz]; that of the record's times unless given\n"
    "  resolution, gravity, misalignment, sensitivity, max_tilt    0 unless given; gravity 9.81\n"
    "  bandwidth                         [Hz] of the sensor and its filter; not limited unless given\n"
    "  bounce                            [s] that the bounce is watched for; it is not unless given\n"
    "  sensor, contact                   from the centre of mass, 0 unless given\n"
    "  approach                          {speed, uncertainty} of the contact point, where it is known\n\n";

namespace {

DropTestRig drop_rig_of(JsonObject json) {
  DropTestRig all{};
  td_drop_rig &rig = all.rig;
  rig.rate = json.number<td_real>("rate", 0);
  json.fill("normal", rig.normal);
  rig.range = json.number<td_real>("range");
  rig.resolution = json.number<td_real>("resolution", 0);
  rig.threshold = json.number<td_real>("threshold");
  rig.gravity = json.number<td_real>("gravity", td_real(9.81));
  rig.misalignment = json.number<td_real>("misalignment", 0);
  rig.sensitivity = json.number<td_real>("sensitivity", 0);
  rig.max_tilt = json.number<td_real>("max_tilt", 0);
  rig.bandwidth = json.number<td_real>("bandwidth", 0);
  rig.bounce = json.number<td_real>("bounce", 0);
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
