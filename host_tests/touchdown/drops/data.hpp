// Recorded impacts of a real body: what to resolve, and what was measured after. impact_table.hpp reads them.
#ifndef TOUCHDOWN_HOST_TESTS_DROP_DATA_HPP
#define TOUCHDOWN_HOST_TESTS_DROP_DATA_HPP

#include <string>
#include <utility>
#include <vector>

#include "records/rig.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

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
  bool planar;                                             // all happens in x and z
  std::vector<std::pair<std::size_t, std::size_t>> edges;  // between corners
  std::vector<Drop> drops;
};

// Those that come along.
inline std::vector<std::string> recorded_drops() {
  return {data_folder() + "/cube.csv", data_folder() + "/square.csv"};
}

}  // namespace touchdown::host

#endif
