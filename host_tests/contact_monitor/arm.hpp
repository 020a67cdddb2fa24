// A planar arm of some links on a fixed base, with a hand at its end: a leg on a test stand, if it hangs. A joint may
// run into its stop, the hand may lift a payload from a table or come down on a floor: springs with dampers all of
// them, and the payload is a mass that the arm moves from then on. Lagrange's equations of point masses, by half
// implicit Euler; nothing of it is from the library.
#ifndef TOUCHDOWN_CONTACT_MONITOR_ARM_HPP
#define TOUCHDOWN_CONTACT_MONITOR_ARM_HPP

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace arm {

constexpr double gravity = 9.81, rotor = 0.02, length = 0.3, mass = 1.5, stiffness = 2e4;
using Eigen::Vector2d;

inline double pressed(double depth, double v) { return depth > 0 ? std::max(0.0, stiffness * depth - 100 * v) : 0; }

template <int links>
struct Arm {
  using Speeds = Eigen::Matrix<double, links, 1>;
  using MassMatrix = Eigen::Matrix<double, links, links>;
  struct Motion {
    Vector2d at{0, 0}, bias{0, 0};  // place, and acceleration at constant speeds
    Eigen::Matrix<double, 2, links> J = Eigen::Matrix<double, 2, links>::Zero();
  };

  Speeds q, u = Speeds::Zero(), aim, torque = Speeds::Zero();
  Speeds stop = Speeds::Constant(-1e3);  // [rad] lower end of each joint
  double stop_stiffness = 1e3, payload = 0, table = -1e3, floor = -1e3, friction = 0.5;
  double time = 0, first_push = -1;  // [s] when a stop, the table's load or the floor pushed first

  explicit Arm(const Speeds &pose) : q(pose), aim(pose) {}

  // A point of a link, a part of its length from its joint.
  static Motion motion(const Speeds &q, const Speeds &u, int link, double part) {
    Motion m;
    double angle = 0, rate = 0;
    for (int i = 0; i <= link; ++i) {
      angle += q[i];
      rate += u[i];
      const double reach = (i < link ? 1 : part) * length;
      const Vector2d along(std::cos(angle), std::sin(angle)), turned(-along[1], along[0]);
      m.at += reach * along;
      m.bias -= reach * rate * rate * along;
      for (int j = 0; j <= i; ++j) m.J.col(j) += reach * turned;
    }
    return m;
  }
  static Motion hand(const Speeds &q, const Speeds &u) { return motion(q, u, links - 1, 1); }

  // Mass matrix, and the forces that keep the speeds constant in gravity.
  static void dynamics(const Speeds &q, const Speeds &u, double payload, MassMatrix &M, Speeds &bias) {
    M = rotor * MassMatrix::Identity();
    bias.setZero();
    const auto add = [&](double some, const Motion &m) {
      M += some * m.J.transpose() * m.J;
      bias += some * m.J.transpose() * (m.bias + Vector2d(0, gravity));
    };
    for (int i = 0; i < links; ++i) add(mass, motion(q, u, i, 0.5));
    add(payload, hand(q, u));
  }

  // Springs of the joints about the torque that holds the arm, held over a sample.
  void control() {
    MassMatrix M;
    dynamics(q, Speeds::Zero(), 0, M, torque);
    for (int j = 0; j < links; ++j) torque[j] += 300 * (aim[j] - q[j]) - 15 * u[j];
  }
  // From now on the payload, which stands on a table below the hand, moves with it.
  void grasp(double kilograms) {
    payload = kilograms;
    table = hand(q, u).at[1] + payload * gravity / stiffness;
  }
  void advance(double h) {
    MassMatrix M;
    Speeds bias;
    dynamics(q, u, payload, M, bias);
    Speeds drive = torque - bias - 0.05 * u;  // friction that nobody knows
    const Motion m = hand(q, u);
    const Vector2d v = m.J * u;
    const double carried = payload > 0 ? pressed(table - m.at[1], v[1]) : 0, normal = pressed(floor - m.at[1], v[1]);
    drive += m.J.transpose() * Vector2d(-friction * normal * std::clamp(v[0] / 0.01, -1.0, 1.0), normal + carried);
    bool pushes = normal > 0 || carried < 0.95 * payload * gravity;
    for (int j = 0; j < links; ++j) {
      const double deep = stop[j] - q[j], stopped = deep > 0 ? std::max(0.0, stop_stiffness * deep - 2 * u[j]) : 0;
      drive[j] += stopped;
      pushes = pushes || stopped > 0;
    }
    if (pushes && first_push < 0) first_push = time;
    u += h * M.llt().solve(drive);
    q += h * u;
    time += h;
  }
};

}  // namespace arm

#endif
