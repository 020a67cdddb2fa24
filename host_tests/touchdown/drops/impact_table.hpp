// A table of impacts (state before and after), read through a rig's column map.
#pragma once

#include "records/mapped_table.hpp"

namespace touchdown::host {

// Recorded impacts of a real body: what to resolve, and what was measured after. impact_table.hpp reads them.

// Of a rigid body: its centre of mass [m/s] and its rotation [rad/s], world frame.
struct Motion {
  Vector3<double> v, w;
};

// What td_body_contact says, in vectors.
struct DropBody {
  double mass = 0;
  Matrix3<double> inertia;
  Vector3<double> r, n, v, w;
  Surface<double> surface;
};

struct Drop {
  std::string id;
  DropBody body;                         // with its motion before
  Motion after;                          // measured
  std::vector<Vector3<double>> corners;  // [m] from the centre of mass, to be drawn
  // Standard deviations of what was measured; 0: not known.
  Motion sd_before = {Vector3<double>::Zero(), Vector3<double>::Zero()}, sd_after = sd_before;
};

struct DropSet {
  std::string name, description;
  bool planar;  // all happens in x and z
  std::vector<Drop> drops;
};

// Those that come along.
inline std::vector<std::string> recorded_drops() {
  return {data_folder() + "/cube.csv", data_folder() + "/square.csv"};
}

// Rows that cannot be used are named and counted in `left_out`. Throws std::runtime_error if none is left, or nothing
// can be read.
DropSet read_impacts(const std::string &path, const Rig &rig, RowsLeftOut &left_out);

// A set of the rig's body, without drops.
DropSet empty_set(const Rig &rig);

// The rig's body on the ground at an attitude; r, motion and surface are still to be set.
Drop drop_at(const Rig &rig, const Eigen::Quaterniond &attitude);

}  // namespace touchdown::host
