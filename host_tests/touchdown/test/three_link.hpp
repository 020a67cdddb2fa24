// An arm of three links in the plane x, z whose tip comes down on a table and whose wrist may strike a post, held to a
// motion by springs in its joints: Lagrange's equations by hand, in steps of a fiftieth of a sample by half implicit
// Euler; the log of its joints through sensors with noise. Nothing of it is from the library or KDL. It is the arm of
// arms/three_link.urdf.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

namespace three_link {

constexpr int joints = 3;
using Joints = Eigen::Vector3d;
using Eigen::Matrix3d, Eigen::Vector2d;
using PointSpeeds = Eigen::Matrix<double, 2, joints>;

constexpr double gravity = 9.81, rotor = 0.03, rate = 500;
constexpr double length[joints] = {0.4, 0.35, 0.2}, mass[joints] = {3, 2, 0.8};
inline double inertia(int link) { return mass[link] * length[link] * length[link] / 12; }

// Turning all joints by positive angles lifts what lies along x. Contact 0 is the tip on the table, contact 1 the wrist
// at the post.
struct Point {
  Vector2d at, bias;  // place, and acceleration at constant speeds
  PointSpeeds J;
};

// So far along a link.
inline Point point(const Joints &q, const Joints &u, int link, double along) {
  Point p{Vector2d::Zero(), Vector2d::Zero(), PointSpeeds::Zero()};
  double angle = 0, turning = 0;
  for (int i = 0; i <= link; ++i) {
    angle += q[i];
    turning += u[i];
    const double reach = i < link ? length[i] : along;
    const Vector2d out(std::cos(angle), std::sin(angle)), across(-out.y(), out.x());
    p.at += reach * out;
    p.bias -= reach * turning * turning * out;
    for (int j = 0; j <= i; ++j) p.J.col(j) += reach * across;
  }
  return p;
}
inline Point tip(const Joints &q, const Joints &u) { return point(q, u, 2, length[2]); }
inline Point wrist(const Joints &q, const Joints &u) { return point(q, u, 1, length[1]); }

// Mass matrix without rotors, and C u + g.
inline void dynamics(const Joints &q, const Joints &u, Matrix3d &M, Joints &bias) {
  M.setZero();
  bias.setZero();
  for (int link = 0; link < joints; ++link) {
    const Point p = point(q, u, link, length[link] / 2);
    M += mass[link] * p.J.transpose() * p.J;
    M.topLeftCorner(link + 1, link + 1).array() += inertia(link);
    bias += mass[link] * p.J.transpose() * (p.bias + Vector2d(0, gravity));
  }
}

// What an arm is asked to do, and what it meets.
struct Scene {
  Joints begin{1.0, -1.2, -0.6}, swing{0, 0, 0}, frequency{0, 0, 0};  // about `begin` [rad], [Hz]
  double rest = 0.4;                                                  // [s] before it begins
  double table = -1e3, post = 1e3;                                    // [m] height, and place along x
  double payload = 0, grasped_at = 1e3;                               // [kg] at the tip, that nobody knows
  double friction = 0.3;                                              // [N m] Coulomb's in each joint
  bool held = false;                                                  // torques change at the samples alone
  std::uint32_t seed = 1;
};

class Arm {
 public:
  explicit Arm(const Scene &scene) : q(scene.begin), scene_(scene), random_(scene.seed) { control(); }

  Joints q, u = Joints::Zero();
  double time = 0, touched_at[2] = {-1, -1}, fastest = 0;
  int touches[2] = {0, 0};                                     // of each contact, after 0.1 s or more without
  Vector2d impulse[2] = {Vector2d::Zero(), Vector2d::Zero()};  // on each contact

  // Springs about the motion, and what holds the arm against gravity.
  Joints aimed() const {
    const double moving = std::max(0.0, time - scene_.rest);
    Joints aim, speed;
    for (int i = 0; i < joints; ++i) {
      const double w = 2 * 3.14159265358979 * scene_.frequency[i];
      aim[i] = scene_.begin[i] + scene_.swing[i] * (1 - std::cos(w * moving));
      speed[i] = scene_.swing[i] * w * std::sin(w * moving);
    }
    Matrix3d M;
    Joints bias;
    dynamics(q, u, M, bias);
    return bias + Joints(400, 250, 60).cwiseProduct(aim - q) + Joints(30, 18, 4).cwiseProduct(speed - u);
  }
  // One sample on.
  void advance() {
    constexpr int steps = 50;
    if (scene_.held) control();
    for (int i = 0; i < steps; ++i) step(1 / (rate * steps));
    fastest = std::max(fastest, (tip(q, u).J * u).norm());
  }

  // A row of its log, without what it touches.
  std::string row() {
    std::string text = number(time, "%.4f");
    for (int i = 0; i < joints; ++i) text += ',' + number(q[i] + noise(1e-5), "%.6f");
    for (int i = 0; i < joints; ++i) text += ',' + number(u[i] + noise(2e-3), "%.5f");
    const Joints torque_now = aimed();
    for (int i = 0; i < joints; ++i) text += ',' + number(torque_now[i] + noise(0.02), "%.4f");
    return text;
  }

 private:
  static std::string number(double x, const char *format) {
    char text[32];
    std::snprintf(text, sizeof text, format, x);
    return text;
  }
  double noise(double deviation) { return std::normal_distribution<double>(0, deviation)(random_); }

  void control() { torque = aimed(); }

  Joints pushed(const Point &p, const Vector2d &normal, double offset, int contact, double h) {
    const double depth = offset - normal.dot(p.at), rising = normal.dot(p.J * u);
    const double force = depth > 0 ? std::max(0.0, 2e4 * depth - 60 * rising) : 0;
    if (force > 0) {
      if (touched_at[contact] < 0) touched_at[contact] = time;
      if (time > pressed_at_[contact] + 0.1) ++touches[contact];
      pressed_at_[contact] = time;
    }
    const Vector2d along(normal.y(), -normal.x());
    const double slip = along.dot(p.J * u);
    const Vector2d push = force * normal - 0.4 * force * std::clamp(slip / 0.01, -1.0, 1.0) * along;
    impulse[contact] += h * push;
    return p.J.transpose() * push;
  }

  void step(double h) {
    if (!scene_.held) control();
    Matrix3d M;
    Joints bias;
    dynamics(q, u, M, bias);
    const Point end = tip(q, u);
    const double carried = scene_.payload * std::clamp((time - scene_.grasped_at) / 0.03, 0.0, 1.0);
    M += carried * end.J.transpose() * end.J;
    bias += carried * end.J.transpose() * (end.bias + Vector2d(0, gravity));
    M.diagonal().array() += rotor;
    Joints force = torque - bias + pushed(end, {0, 1}, scene_.table, 0, h);
    force += pushed(wrist(q, u), {-1, 0}, -scene_.post, 1, h);
    for (int i = 0; i < joints; ++i) force[i] -= scene_.friction * std::tanh(u[i] / 0.05);
    u += h * M.llt().solve(force);
    q += h * u;
    time += h;
  }

  Scene scene_;
  std::mt19937 random_;
  Joints torque = Joints::Zero();
  double pressed_at_[2] = {-1, -1};
};

struct Log {
  std::string text = "t,q1,q2,q3,qd1,qd2,qd3,tau1,tau2,tau3,truth\n";
  int contact = -1;  // the first that touched
  double touched_at = -1, fastest = 0;
  std::vector<Vector2d> impulses;  // on it, at the end of each sample
};

// Rows for so long, or until so long after the first touch.
inline Log logged(const Scene &scene, double longest, double after = 0.4) {
  Arm arm(scene);
  Log log;
  std::string truth;
  int touches[2] = {0, 0};
  while (arm.time < longest && (log.contact < 0 || arm.time < log.touched_at + after)) {
    log.text += arm.row() + ',' + truth + '\n';
    truth.clear();
    arm.advance();
    for (int i = 0; i < 2; ++i) {
      if (arm.touches[i] == touches[i]) continue;
      touches[i] = arm.touches[i];
      truth = std::to_string(i);
      if (log.contact >= 0) continue;
      log.contact = i;
      log.touched_at = arm.touched_at[i];
    }
    log.impulses.push_back(arm.impulse[std::max(log.contact, 0)]);
  }
  log.fastest = arm.fastest;
  return log;
}

}  // namespace three_link
