#include "land/ground_mesh.hpp"

#include <algorithm>

namespace touchdown::host {
namespace {

constexpr int cells = 48;

struct Range {
  double least, most;
};

Range range_of(const Json &poses, std::size_t axis) {
  Range range{poses[0][axis], poses[0][axis]};
  for (const Json &pose : poses) {
    range.least = std::min(range.least, pose[axis].get<double>());
    range.most = std::max(range.most, pose[axis].get<double>());
  }
  return range;
}

}  // namespace

void draw_ground(const UnevenGround &ground, const Json &poses, Json &shape) {
  double middle[2], size = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Range range = range_of(poses, axis);
    size = std::max(size, range.most - range.least);
    if (axis < 2) middle[axis] = (range.least + range.most) / 2;
  }
  size += 2 * shape.at("size").get<double>();
  const double pitch = size / cells, x = middle[0] - size / 2, y = middle[1] - size / 2;
  HeightGrid::Pair gradient;
  Json heights = Json::array();
  for (int i = 0; i <= cells; ++i) {
    Json row = Json::array();
    for (int j = 0; j <= cells; ++j) row.push_back(ground.grid.height(x + j * pitch, y + i * pitch, gradient));
    heights.push_back(row);
  }
  shape["mesh"] = {{"x", x}, {"y", y}, {"pitch", pitch}, {"heights", heights}};
  shape["point"] = {middle[0], middle[1], ground.grid.height(middle[0], middle[1], gradient)};
}

}  // namespace touchdown::host
