// A planar machine on two legs, of two links each: it falls, lands on ground of springs and dampers with Coulomb's
// friction, and stands, held by springs in its joints. Lagrange's equations of point masses, in steps of 20 us by half
// implicit Euler; nothing of it is from the library.
#ifndef TOUCHDOWN_CONTACT_MONITOR_HOPPER_HPP
#define TOUCHDOWN_CONTACT_MONITOR_HOPPER_HPP

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>

namespace hopper {

constexpr int speeds = 7, legs = 2;  // x, z, pitch; of each leg hip and knee
using Speeds = Eigen::Matrix<double, speeds, 1>;
using MassMatrix = Eigen::Matrix<double, speeds, speeds>;
using PointSpeeds = Eigen::Matrix<double, 2, speeds>;
using Eigen::Vector2d;

constexpr double gravity = 9.81, body_mass = 8, body_inertia = 0.3, thigh_mass = 1, shank_mass = 0.4, rotor = 0.02;
constexpr double link = 0.3, half_width = 0.2, friction = 0.6, stiffness = 3e4, ground_damping = 150;
constexpr double weight = (body_mass + 2 * (thigh_mass + shank_mass)) * gravity;

// A point at parts of the body's half width, of a thigh and of a shank.
struct Point {
  int leg;
  double body, thigh, shank;
};
struct Motion {
  Vector2d at, bias;  // place, and acceleration at constant speeds
  PointSpeeds J;
};

inline Motion motion(const Speeds &q, const Speeds &u, const Point &point) {
  const int hip = 3 + 2 * point.leg, knee = hip + 1;
  Motion m{q.head<2>(), Vector2d::Zero(), PointSpeeds::Zero()};
  m.J.leftCols<2>().setIdentity();
  const auto add = [&](double length, double angle, double rate, int first_joint, int joints) {
    const Vector2d along(std::sin(angle), -std::cos(angle)), turned(std::cos(angle), std::sin(angle));
    m.at += length * along;
    m.bias -= length * rate * rate * along;
    m.J.col(2) += length * turned;
    for (int j = 0; j < joints; ++j) m.J.col(first_joint + j) += length * turned;
  };
  const double side = point.leg == 0 ? 1 : -1;
  add(side * point.body * half_width, q[2] + std::acos(0.0), u[2], hip, 0);
  add(point.thigh * link, q[2] + q[hip], u[2] + u[hip], hip, 1);
  add(point.shank * link, q[2] + q[hip] + q[knee], u[2] + u[hip] + u[knee], hip, 2);
  return m;
}
inline Motion foot(const Speeds &q, const Speeds &u, int leg) { return motion(q, u, {leg, 1, 1, 1}); }

// Mass matrix, and the forces that keep the speeds constant in gravity.
inline void dynamics(const Speeds &q, const Speeds &u, MassMatrix &M, Speeds &bias) {
  M.setZero();
  bias.setZero();
  M(2, 2) = body_inertia;
  const auto add = [&](double mass, const Point &point) {
    const Motion m = motion(q, u, point);
    M += mass * m.J.transpose() * m.J;
    bias += mass * m.J.transpose() * (m.bias + Vector2d(0, gravity));
  };
  add(body_mass, {0, 0, 0, 0});
  for (int leg = 0; leg < legs; ++leg) {
    add(thigh_mass, {leg, 1, 0.5, 0});
    add(shank_mass, {leg, 1, 1, 0.5});
  }
  for (int j = 3; j < speeds; ++j) M(j, j) += rotor;
}

class Hopper {
 public:
  static constexpr double step = 2e-5;

  Speeds q = Speeds::Zero(), u = Speeds::Zero(), torque = Speeds::Zero();
  Speeds aim = (Speeds() << 0, 0, 0, 0.5, -1, 0.5, -1).finished();
  Speeds push = Speeds::Zero();  // that the monitor does not know
  std::array<Vector2d, legs> force{Vector2d::Zero(), Vector2d::Zero()}, impulse{Vector2d::Zero(), Vector2d::Zero()};
  std::array<double, legs> touched{-1, -1};  // when each foot touched first
  double time = 0, ground = 0;

  Hopper() { q = aim; }

  // Springs of the joints, held over a sample.
  void control() {
    for (int j = 3; j < speeds; ++j) torque[j] = 400 * (aim[j] - q[j]) - 12 * u[j];
  }
  void advance(double h = step) {
    MassMatrix M;
    Speeds bias;
    dynamics(q, u, M, bias);
    Speeds drive = torque + push - bias;
    drive.tail<4>() -= 0.05 * u.tail<4>();  // friction of the joints, which nobody knows
    for (int leg = 0; leg < legs; ++leg) drive += pressed(leg, h);
    u += h * M.llt().solve(drive);
    q += h * u;
    time += h;
  }
  double lowest() const { return std::min(foot(q, u, 0).at[1], foot(q, u, 1).at[1]); }

 private:
  Speeds pressed(int leg, double h) {
    const auto side = static_cast<std::size_t>(leg);
    const Motion m = foot(q, u, leg);
    const Vector2d v = m.J * u;
    const double depth = ground - m.at[1];
    const double normal = depth > 0 ? std::max(0.0, stiffness * depth - ground_damping * v[1]) : 0;
    force[side] = {-friction * normal * std::clamp(v[0] / 0.01, -1.0, 1.0), normal};
    impulse[side] += h * force[side];
    if (normal > 0 && touched[side] < 0) touched[side] = time;
    return m.J.transpose() * force[side];
  }
};

}  // namespace hopper

#endif
