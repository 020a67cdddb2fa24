#include "drops/impact_table.hpp"

#include "records/mapped_table.hpp"

namespace touchdown::host {

DropSet empty_set(const Rig &rig) { return {rig.name, rig.description, rig.planar, rig.edges, {}}; }

Drop drop_at(const Rig &rig, const Eigen::Quaterniond &attitude) {
  const Matrix3<double> turn = attitude.toRotationMatrix();
  Drop drop;
  drop.body.mass = rig.mass;
  drop.body.inertia = turn * rig.inertia * turn.transpose();
  drop.body.n = Vector3<double>::UnitZ();
  for (const Vector3<double> &corner : rig.corners) drop.corners.push_back(turn * (corner - rig.centre_of_mass));
  return drop;
}

DropSet read_impacts(const std::string &path, const Rig &rig) {
  DropSet set = empty_set(rig);
  MappedTable table(path, rig.impacts);
  while (table.next()) {
    Drop drop = drop_at(rig, table.attitude("attitude"));
    drop.id = table.text("id");
    drop.body.r = table.vector("r");
    drop.body.v = table.vector("v_before");
    drop.body.w = table.spin("w_before");
    drop.after = {table.vector("v_after"), table.spin("w_after")};
    set.drops.push_back(std::move(drop));
  }
  if (set.drops.empty()) throw std::runtime_error(path + ": holds no impact to be used");
  return set;
}

}  // namespace touchdown::host
