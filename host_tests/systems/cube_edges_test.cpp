// Edges and faces of a recorded cube that strike the ground: 38 impacts (host_tests/touchdown/data/cube_edges.csv)
// through each rule for several contacts, and through its lowest corner alone. Which corners strike is their height,
// what the surface is was found in impacts of single corners (replay's cube.surface.json): nothing is fitted here.
#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "touchdown/multi_contact.h"

namespace {

using Eigen::Vector3d;

// Columns of the table.
enum { id, toss, time, attitude, v_before = 7, w_before = 10, v_after = 13, w_after = 16, vertex = 19, near, columns };
using Row = std::vector<double>;

std::vector<Row> recorded() {
  std::ifstream file(TOUCHDOWN_DROPS_FOLDER "/cube_edges.csv");
  std::vector<Row> rows;
  std::string line;
  std::getline(file, line);  // names
  while (std::getline(file, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    Row row(columns);
    for (double &x : row) words >> x;
    REQUIRE(words);
    rows.push_back(row);
  }
  return rows;
}

Vector3d vector_of(const Row &row, int first) {
  const auto at = static_cast<std::size_t>(first);
  return {row[at], row[at + 1], row[at + 2]};
}

Eigen::Matrix3d attitude_of(const Row &row) {
  return Eigen::Quaterniond(row[attitude], row[attitude + 1], row[attitude + 2], row[attitude + 3])
      .normalized()
      .toRotationMatrix();
}

constexpr double mass = 0.37;
const Vector3d principal(1.003e-3, 0.999e-3, 0.951e-3);
const td_surface acrylic = {td_real(0.16), td_real(0.16), td_real(0.276)};

// Corners from the centre of mass, the lowest first; each is a sphere of 4.2 mm.
std::vector<Vector3d> corners_of(const Row &row) {
  const Eigen::Matrix3d turn = attitude_of(row);
  std::vector<Vector3d> corners;
  for (int k = 0; k < 8; ++k) {
    const Vector3d corner(k & 1 ? 0.048 : -0.048, k & 2 ? 0.048 : -0.048, k & 4 ? 0.048 : -0.048);
    corners.push_back(turn * (corner - Vector3d(0, 0, 0.00595)) - Vector3d(0, 0, 0.0042));
  }
  std::sort(corners.begin(), corners.end(), [](const Vector3d &a, const Vector3d &b) { return a.z() < b.z(); });
  return corners;
}

void put(const Vector3d &from, td_real (&to)[3]) {
  for (int i = 0; i < 3; ++i) to[i] = static_cast<td_real>(from[i]);
}

// Error of the predicted motion after, by this number of corners and a rule, as a part of the measured motion: E-norm.
double off(const Row &row, int count, int rule) {
  const Eigen::Matrix3d turn = attitude_of(row), inertia = turn * principal.asDiagonal() * turn.transpose();
  const std::vector<Vector3d> corners = corners_of(row);
  td_point points[4] = {};
  td_body_multi_contact body = {};
  body.body.mass = static_cast<td_real>(mass);
  const int rows[] = {0, 1, 2, 0, 0, 1}, cols[] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; ++k) body.body.inertia[k] = static_cast<td_real>(inertia(rows[k], cols[k]));
  put(vector_of(row, v_before), body.body.v);
  put(vector_of(row, w_before), body.body.w);
  body.count = count;
  body.points = points;
  body.multi_contact.rule = rule;
  body.multi_contact.iterations = TD_CONVERGED_ITERATIONS;
  for (int i = 0; i < count; ++i) {
    put(corners[static_cast<std::size_t>(i)], points[i].r);
    points[i].n[2] = 1;
    points[i].surface = acrylic;
  }
  td_body_multi_contact_impact impact;
  REQUIRE(td_resolve_body_multi_contact(&body, &impact, nullptr) >= 0);
  const Vector3d v = vector_of(row, v_after), w = vector_of(row, w_after);
  const Vector3d dv = Vector3d(impact.v[0], impact.v[1], impact.v[2]) - v;
  const Vector3d dw = Vector3d(impact.w[0], impact.w[1], impact.w[2]) - w;
  const auto square = [&](const Vector3d &a, const Vector3d &b) { return a.dot(a) + b.dot(inertia * b) / mass; };
  return std::sqrt(square(dv, dw) / square(v, w));
}

struct Errors {
  std::vector<double> list;
  double median() {
    std::sort(list.begin(), list.end());
    return (list[(list.size() - 1) / 2] + list[list.size() / 2]) / 2;
  }
};

}  // namespace

TEST_CASE("recorded edges and faces of a cube: the coupled rule foretells them best") {
  Errors coupled, sequential, superposed, single;
  int pairs = 0, faces = 0;
  for (const Row &row : recorded()) {
    const int count = static_cast<int>(row[near]);
    pairs += count == 2;
    faces += count == 4;
    coupled.list.push_back(off(row, count, TD_RULE_COUPLED));
    sequential.list.push_back(off(row, count, TD_RULE_SEQUENTIAL));
    superposed.list.push_back(off(row, count, TD_RULE_SUPERPOSED));
    single.list.push_back(off(row, 1, TD_RULE_COUPLED));
  }
  CHECK(pairs == 37);
  CHECK(faces == 1);
  std::printf(
      "median E-norm of %zu impacts: coupled %.1f %%, sequential %.1f %%, superposed %.1f %%, one corner %.1f %%\n",
      single.list.size(), 100 * coupled.median(), 100 * sequential.median(), 100 * superposed.median(),
      100 * single.median());
  CHECK(coupled.median() < 0.08);
  CHECK(sequential.median() < 0.12);
  CHECK(superposed.median() < 0.20);
  CHECK(coupled.median() < sequential.median());
  CHECK(sequential.median() < superposed.median());
  CHECK(superposed.median() < single.median());
}
