#include "drops/impact_table.hpp"

#include "cli/progress.hpp"
#include "drops/plausible.hpp"

namespace touchdown::host {

DropSet empty_set(const Rig &rig) { return {rig.name, rig.description, rig.planar, {}}; }

Drop drop_at(const Rig &rig, const Eigen::Quaterniond &attitude) {
  const Matrix3<double> turn = attitude.toRotationMatrix();
  Drop drop;
  drop.body.mass = rig.mass;
  drop.body.inertia = turn * rig.inertia * turn.transpose();
  drop.body.n = Vector3<double>::UnitZ();
  for (const Vector3<double> &corner : rig.corners) drop.corners.push_back(turn * (corner - rig.centre_of_mass));
  return drop;
}

namespace {

// Zeros where the table has none.
Motion deviations_in(const MappedTable &table, const char *v, const char *w) {
  Motion sd{Vector3<double>::Zero(), Vector3<double>::Zero()};
  if (!table.has(v) || !table.has(w)) return sd;
  sd = {table.vector(v), table.spin(w).cwiseAbs()};  // a planar spin changes its sign
  for (const Vector3<double> *x : {&sd.v, &sd.w})
    if (!(x->minCoeff() >= 0)) table.refuse(v, "a standard deviation is below 0");
  return sd;
}

Drop drop_in(const MappedTable &table, const Rig &rig) {
  Drop drop = drop_at(rig, table.attitude("attitude"));
  drop.id = table.text("id");
  drop.body.r = table.vector("r");
  drop.body.v = table.vector("v_before");
  drop.body.w = table.spin("w_before");
  drop.after = {table.vector("v_after"), table.spin("w_after")};
  drop.sd_before = deviations_in(table, "sd_v_before", "sd_w_before");
  drop.sd_after = deviations_in(table, "sd_v_after", "sd_w_after");
  return drop;
}

// A quarter more when it is full, not twice as many: what is reserved counts as taken.
void make_room(std::vector<Drop> &drops) {
  constexpr std::size_t fewest = 16;
  if (drops.size() == drops.capacity()) drops.reserve(drops.size() + drops.size() / 4 + fewest);
}

}  // namespace

DropSet read_impacts(const std::string &path, const Rig &rig, RowsLeftOut &left_out) {
  constexpr std::size_t judged = 200;
  DropSet set = empty_set(rig);
  std::vector<Eigen::Quaterniond> attitudes;
  MappedTable table(path, rig.impacts);
  Progress progress("bytes of impacts read:", table.source().size());
  each_row(table, left_out, [&] {
    make_room(set.drops);
    set.drops.push_back(drop_in(table, rig));
    if (attitudes.size() < judged) attitudes.push_back(table.attitude("attitude"));
    progress.at(table.source().place());
  });
  if (set.drops.empty()) throw std::runtime_error(path + ": holds no impact to be used");
  check_plausible(path, rig, set.drops, attitudes);
  return set;
}

}  // namespace touchdown::host
