#include "reach/touch.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <limits>
#include <stdexcept>

#include "cli/text.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double rank = 1e-8;  // of what a pose can do against what it cannot
using Vector = Vector3<double>;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<Rows> rows_in(std::vector<double> &numbers, std::size_t columns) {
  const auto width = static_cast<Eigen::Index>(columns);
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size()) / width, width};
}

// M and J of the arm, wider by what is struck: its mass, and its velocity taken from that of the point.
void lay_dynamics(const Arm &arm, ArmMatrices arm_matrices, Touch &touch) {
  const std::size_t joints = arm.robot.joints().size();
  touch.n = joints + (arm.struck_mass > 0 ? 3 : 0);
  touch.M.assign(touch.n * touch.n, 0);
  touch.J.assign(3 * touch.n, 0);
  Eigen::Map<Rows> M = rows_in(touch.M, touch.n), J = rows_in(touch.J, touch.n);
  const auto n = static_cast<Eigen::Index>(joints), free = M.rows() - n;
  M.topLeftCorner(n, n) = rows_in(arm_matrices.M, joints);
  M.bottomRightCorner(free, free).diagonal().setConstant(arm.struck_mass);
  for (Eigen::Index i = 0; i < n; ++i) M(i, i) += arm.rotor_inertia[static_cast<std::size_t>(i)];
  J.leftCols(n) = rows_in(arm_matrices.J, joints);
  J.rightCols(free) = -Eigen::MatrixXd::Identity(3, free);
  if (!M.allFinite() || !J.allFinite()) throw std::runtime_error("M or J is not finite");
}

void lay_held(const Arm &arm, Touch &touch) {
  touch.rows = arm.held.size();
  for (const HeldRow &held : arm.held) {
    touch.A.insert(touch.A.end(), held.row.begin(), held.row.end());
    touch.A.resize(touch.A.size() + touch.n - held.row.size(), 0);
    touch.hold.push_back(held.hold);
    touch.max_constraint_impulse.push_back(held.max_impulse);
  }
}

void lay_limits(const Arm &arm, Touch &touch) {
  touch.max_speed_jump = arm.max_speed_jump;
  touch.max_joint_impulse = arm.max_joint_impulse;
  touch.max_speed_jump.resize(touch.n, infinite);
  touch.max_joint_impulse.resize(touch.n, infinite);
  touch.mu_s = arm.mu_s;
  touch.mu_k = arm.mu_k;
  touch.stiffness = arm.stiffness;
  touch.max_force = arm.max_force;
}

// The smallest joint speeds that move the point at 1 m/s along the approach and nothing that is held.
void lay_speeds(std::size_t joints, Touch &touch) {
  const auto n = static_cast<Eigen::Index>(joints), held = static_cast<Eigen::Index>(touch.rows);
  Eigen::MatrixXd ways(3 + held, n);
  ways.topRows(3) = rows_in(touch.J, touch.n).leftCols(n);
  if (held > 0) ways.bottomRows(held) = rows_in(touch.A, touch.n).leftCols(n);
  Eigen::VectorXd wanted = Eigen::VectorXd::Zero(3 + held);
  wanted.head(3) = touch.approach;
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(rank);
  const Eigen::VectorXd u = solver.compute(ways).solve(wanted);
  if (!((ways * u - wanted).norm() < 1e-6)) throw std::runtime_error("the point cannot move along the approach here");
  touch.u.assign(touch.n, 0);
  std::copy(u.data(), u.data() + n, touch.u.begin());
}

}  // namespace

Touch touch_of(const Arm &arm, const ArmPose &pose) {
  Touch touch;
  touch.normal = pose.normal.value_or(arm.normal);
  touch.approach = pose.approach ? *pose.approach : arm.approach.value_or(-touch.normal);
  if (!(touch.approach_share() > 0)) throw std::runtime_error("the approach leads away from what is struck");
  const ArmMatrices matrices = arm.robot.at(pose.q);
  touch.point = matrices.point;
  lay_dynamics(arm, matrices, touch);
  lay_held(arm, touch);
  lay_limits(arm, touch);
  lay_speeds(arm.robot.joints().size(), touch);
  return touch;
}

LeastBlow least_blow(const Touch &touch) {
  Speeds<double> speeds;
  speeds.system.n = static_cast<std::int32_t>(touch.n);
  speeds.system.M = touch.M.data();
  speeds.system.constraints = static_cast<std::int32_t>(touch.rows);
  speeds.system.A = touch.A.data();
  speeds.system.hold = touch.hold.data();
  speeds.J = touch.J.data();
  speeds.axes = TD_AXES_CONTACT;  // its n, t, s are x, y, z here
  OperationalSpaceInertia<double> views;
  const Status status = operational_space_inertia(speeds, views);
  if (status < 0) throw std::runtime_error(status_text(status));
  const ContactInertia<double> &w = views.blended;
  Matrix3<double> W;
  W << w.nn, w.nt, w.ns, w.nt, w.tt, w.ts, w.ns, w.ts, w.ss;
  const Eigen::SelfAdjointEigenSolver<Matrix3<double>> axes(W);
  Vector approach = axes.eigenvectors().col(2);
  if (approach.dot(touch.approach) < 0) approach = -approach;
  return {approach, 1 / axes.eigenvalues()(2), 1 / touch.normal.dot(W * touch.normal)};
}

}  // namespace touchdown::host
