// Recorded impacts of real bodies, as data/README.md describes them: what to resolve, and what was measured after.
#ifndef TOUCHDOWN_HOST_TESTS_DROP_DATA_HPP
#define TOUCHDOWN_HOST_TESTS_DROP_DATA_HPP

#include <string>
#include <utility>
#include <vector>

#include "touchdown/touchdown.hpp"

namespace touchdown::host {

// Of a rigid body: its centre of mass [m/s] and its rotation [rad/s], world frame.
struct Motion {
  Vector3<double> v, w;
};

struct Drop {
  std::string id;
  Body<double> body;                     // with its motion before
  Motion after;                          // measured
  std::vector<Vector3<double>> corners;  // [m] from the centre of mass, to be drawn
};

struct DropSet {
  std::string name, description;
  bool planar;                                             // all happens in x and z
  std::vector<std::pair<std::size_t, std::size_t>> edges;  // between corners
  std::vector<Drop> drops;
};

// A file in the columns of data/cube.csv or data/square.csv, told apart by its header. Throws std::runtime_error naming
// file, line and column of what cannot be used.
DropSet read_drops(const std::string &path);

// The two files of data/.
std::vector<std::string> recorded_drops();

}  // namespace touchdown::host

#endif
