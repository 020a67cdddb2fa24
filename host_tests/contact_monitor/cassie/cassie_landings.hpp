// Cassie's 29 recorded landings (host_tests/touchdown/data/cassie_landings.csv.gz), and what a momentum observer makes
// of them: of each leg the generalized momentum that came in between two samples and that motors, springs, gravity and
// the other leg do not explain (De Luca and Mattone 2005, without the filter).
#ifndef TOUCHDOWN_CONTACT_MONITOR_CASSIE_LANDINGS_HPP
#define TOUCHDOWN_CONTACT_MONITOR_CASSIE_LANDINGS_HPP

#include <sstream>
#include <string>

#include "cassie_model.hpp"
#include "records/source.hpp"

namespace cassie {

using LegMomentum = Eigen::Matrix<double, leg_joints, 1>;
using LegPoint = Eigen::Matrix<double, 3, leg_joints>;
inline const std::array<Vector3d, 2> toe_points{Vector3d(-0.0457, 0.112, 0), Vector3d(0.088, 0, 0)};

// No encoder sees the heels' springs: their speeds follow from the rods.
inline void complete(const Model &model, State &state) {
  const Motion motion = model.motion(state.q, state.u);
  for (std::size_t leg = 0; leg < legs; ++leg) {
    const auto rod = Model::rod(motion, static_cast<int>(leg));
    state.u[heel[leg]] -= rod.dot(state.u) / rod[heel[leg]];
  }
}

inline std::vector<std::vector<State>> landings(const Model &model, const std::string &path) {
  touchdown::host::Source file(path);
  std::vector<std::vector<State>> all;
  std::string line, field;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    const auto next = [&fields, &field] {
      std::getline(fields, field, ',');
      return std::stod(field);
    };
    const auto landing = static_cast<std::size_t>(next());
    State state;
    state.time = next();
    for (double &q : state.q) q = next();
    for (double &u : state.u) u = next();
    for (double &torque : state.torque) torque = next();
    complete(model, state);
    if (landing >= all.size()) all.emplace_back();
    all.back().push_back(state);
  }
  return all;
}

// What came in between two samples.
struct Gained {
  double dt;
  std::array<LegMomentum, legs> momentum;
  std::array<std::array<LegPoint, 2>, legs> point;  // the speeds of the toe's two ends, by those of the leg
};

inline State between(const State &a, const State &b) {
  return {(a.time + b.time) / 2, (a.q + b.q) / 2, (a.u + b.u) / 2, b.torque};
}

// Rows of a leg, with the heel's spring carried along by the rod.
template <class Row>
auto of(int leg, const Eigen::Matrix<double, 1, speeds> &rod, const Row &row) {
  Eigen::Matrix<double, Row::RowsAtCompileTime, leg_joints> part;
  const auto side = static_cast<std::size_t>(leg);
  for (std::size_t j = 0; j < leg_joints; ++j) {
    const int i = of_leg[side][j];
    part.col(static_cast<Eigen::Index>(j)) = row.col(i) - rod[i] / rod[heel[side]] * row.col(heel[side]);
  }
  return part;
}

inline Gained gained(const Model &model, const State &a, const State &b) {
  const State middle = between(a, b);
  const Motion motion = model.motion(middle.q, middle.u);
  MassMatrix M;
  Speeds bias;
  model.dynamics(motion, M, bias);
  Gained gained;
  gained.dt = b.time - a.time;
  const Speeds momentum = M * (b.u - a.u) + gained.dt * (bias - Model::driven_by(middle));
  const Eigen::Matrix<double, 1, speeds> row = momentum.transpose();
  for (int leg = 0; leg < legs; ++leg) {
    const auto side = static_cast<std::size_t>(leg);
    const auto rod = Model::rod(motion, leg);
    gained.momentum[side] = of(leg, rod, row).transpose();
    for (std::size_t i = 0; i < toe_points.size(); ++i)
      gained.point[side][i] = of(leg, rod, Model::speeds_of(motion, leg, Model::toe, toe_points[i]));
  }
  return gained;
}

// Mass matrix of a leg between two samples.
inline Eigen::Matrix<double, leg_joints, leg_joints> mass_of(const Model &model, const State &a, const State &b,
                                                             int leg) {
  const State middle = between(a, b);
  const Motion motion = model.motion(middle.q, middle.u);
  MassMatrix M;
  Speeds bias;
  model.dynamics(motion, M, bias);
  const auto carried = of(leg, Model::rod(motion, leg), MassMatrix(MassMatrix::Identity()));
  return carried.transpose() * M * carried;
}

}  // namespace cassie

#endif
