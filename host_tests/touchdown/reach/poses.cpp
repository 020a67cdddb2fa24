#include "reach/poses.hpp"

#include <stdexcept>

#include "cli/text.hpp"

namespace touchdown::host {
namespace {

ColumnMap columns_of(const Arm &arm) {
  ColumnMap map;
  for (const ArmJoint &joint : arm.robot.joints()) map.columns["joint " + joint.name] = {joint.name};
  map.spare = {{"id", {"id"}}, {"pose", {"pose"}}, {"normal", {"nx", "ny", "nz"}}, {"approach", {"dx", "dy", "dz"}}};
  return map;
}

double position_in(const MappedTable &table, const ArmJoint &joint) {
  const std::string quantity = "joint " + joint.name;
  const double position = table.number(quantity);
  if (!(position >= joint.lower && position <= joint.upper))
    table.refuse(quantity, joint.name + formatted(": %g", position) +
                               formatted(" is outside its range, %g", joint.lower) + formatted(" to %g", joint.upper));
  return position;
}

std::optional<Vector3<double>> direction_in(const MappedTable &table, const std::string &quantity) {
  if (!table.has(quantity)) return std::nullopt;
  const Vector3<double> direction = table.vector(quantity);
  if (!(direction.norm() > 0)) table.refuse(quantity, "the " + quantity + " has no direction");
  return direction.normalized();
}

ArmPose pose_in(const MappedTable &table, const Arm &arm, std::size_t number) {
  ArmPose pose;
  pose.id = table.has("id") ? table.text("id") : table.has("pose") ? table.text("pose") : std::to_string(number);
  for (const ArmJoint &joint : arm.robot.joints()) pose.q.push_back(position_in(table, joint));
  pose.normal = direction_in(table, "normal");
  pose.approach = direction_in(table, "approach");
  return pose;
}

}  // namespace

void each_touch(const std::string &path, const Arm &arm, RowsLeftOut &left_out,
                const std::function<void(const ArmPose &, const Touch &)> &take) {
  const ColumnMap map = columns_of(arm);
  MappedTable table(path, map);
  table.refuse_other_columns();
  if (!table.has("normal") && !(arm.normal.norm() > 0))
    throw std::runtime_error(path +
                             ": has no columns nx, ny, nz, and the arm no normal; for example \"normal\": [0, 0, 1]");
  std::size_t number = 0;
  each_row(table, left_out, [&] {
    const ArmPose pose = pose_in(table, arm, ++number);
    std::optional<Touch> touch;
    try {
      touch = touch_of(arm, pose);
    } catch (const std::runtime_error &error) {
      table.refuse("joint " + arm.robot.joints().front().name, error.what());
    }
    take(pose, *touch);
  });
}

}  // namespace touchdown::host
