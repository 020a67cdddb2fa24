#include "hinged/ground_plane.hpp"

#include <algorithm>
#include <cmath>

#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;

constexpr std::size_t last_poses = 6;
constexpr double still = 5e-4;       // [m] between neighbouring poses
constexpr double nearly_flat = 0.1;  // [rad] between a face's normal and z
constexpr std::size_t fewest_faces = 6;

bool is_still(const HingedToss &toss) {
  if (toss.poses.size() < last_poses) return false;
  for (std::size_t i = toss.poses.size() - last_poses + 1; i < toss.poses.size(); ++i)
    if ((toss.poses[i].position - toss.poses[i - 1].position).norm() > still) return false;
  return true;
}

// The axis of a link that stands upright, if one does.
void add_upright_axis(const Matrix3<double> &turn, std::array<std::vector<double>, 2> &tilt) {
  for (Eigen::Index k = 0; k < 3; ++k) {
    const Vector axis = turn.col(k) * (turn(2, k) < 0 ? -1 : 1);
    if (std::hypot(axis[0], axis[1]) > nearly_flat) continue;
    tilt[0].push_back(axis[0] / axis[2]);
    tilt[1].push_back(axis[1] / axis[2]);
  }
}

double lowest(const std::array<Vector, hinged_corners> &corners, const Vector &normal) {
  double least = corners[0].dot(normal);
  for (const Vector &corner : corners) least = std::min(least, corner.dot(normal));
  return least;
}

double height_in_the_end(const HingedBody &body, const HingedToss &toss, const Vector &normal) {
  std::vector<double> heights;
  for (std::size_t i = toss.poses.size() - std::min(toss.poses.size(), last_poses); i < toss.poses.size(); ++i)
    heights.push_back(lowest(corners_at(body, toss.poses[i]), normal));
  return median(heights);
}

}  // namespace

Ground ground_of(const HingedBody &body, const std::vector<HingedToss> &tosses) {
  std::array<std::vector<double>, 2> tilt;
  for (const HingedToss &toss : tosses)
    for (std::size_t link = 0; link < links; ++link)
      if (is_still(toss)) add_upright_axis(turn_of(body, toss.poses.back(), link), tilt);
  Ground ground{Vector::UnitZ(), 0, {}};
  if (tilt[0].size() >= fewest_faces) {
    ground.faces = tilt[0].size();
    ground.normal = Vector(median(tilt[0]), median(tilt[1]), 1).normalized();
  }
  for (const HingedToss &toss : tosses) ground.height.push_back(height_in_the_end(body, toss, ground.normal));
  return ground;
}

std::array<double, hinged_corners> heights_over(const Ground &ground, std::size_t toss, const HingedBody &body,
                                                const HingedPose &pose) {
  std::array<double, hinged_corners> heights;
  const std::array<Vector, hinged_corners> corners = corners_at(body, pose);
  for (std::size_t i = 0; i < hinged_corners; ++i) heights[i] = corners[i].dot(ground.normal) - ground.height[toss];
  return heights;
}

}  // namespace touchdown::host
