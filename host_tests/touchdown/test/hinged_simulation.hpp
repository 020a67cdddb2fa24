// Tosses of two boxes on a hinge, simulated in a way of their own: two free bodies in twelve speeds, the hinge held by
// impulses in each small step, and each impact integrated along the slip in small steps of the normal impulse. Nothing
// of the library or of the program is used.
#ifndef TOUCHDOWN_HOST_TESTS_HINGED_SIMULATION_HPP
#define TOUCHDOWN_HOST_TESTS_HINGED_SIMULATION_HPP

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

namespace hinged_simulation {

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;
using Twelve = Eigen::Matrix<double, 12, 1>;
using Mass = Eigen::Matrix<double, 12, 12>;

struct Link {
  double mass;
  Vector inertia;  // about the centre of mass, along the box's axes
  Vector centre;   // of mass, from the hinge
  Vector box;      // its middle, from the hinge
  Vector half = {0.05, 0.025, 0.025};
};

struct Body {
  Link link[2];
  double friction = 0;  // [N m s] of the hinge, which turns about y
  double gravity = 9.81, e = 0.4, mu = 0.2;
};

struct State {
  Eigen::Quaterniond q[2];
  Vector hinge;
  Twelve u;  // v, w of link 1; of link 2; at the centres of mass
};

struct Impact {
  double time;
  std::size_t corner;  // over both links
  State before, after;
};

inline Matrix cross(const Vector &r) {
  Matrix m;
  m << 0, -r[2], r[1], r[2], 0, -r[0], -r[1], r[0], 0;
  return m;
}

class Toss {
 public:
  Toss(const Body &body, const State &start) : body_(body), now_(start) { hold(); }

  const State &state() const { return now_; }
  const std::vector<Impact> &impacts() const { return impacts_; }

  void run(double duration) {
    constexpr double step = 1.0 / 148 / 80;
    const int steps = static_cast<int>(std::lround(duration / step));
    for (int i = 0; i < steps; ++i) advance(step);
  }

 private:
  Vector centre(int i) const { return now_.hinge + now_.q[i] * body_.link[i].centre; }

  Mass inverse_mass() const {
    Mass M = Mass::Zero();
    for (int i = 0; i < 2; ++i) {
      const Matrix R = now_.q[i].toRotationMatrix();
      M.block<3, 3>(6 * i, 6 * i) = Matrix::Identity() / body_.link[i].mass;
      M.block<3, 3>(6 * i + 3, 6 * i + 3) = R * body_.link[i].inertia.cwiseInverse().asDiagonal() * R.transpose();
    }
    return M;
  }

  // What the hinge keeps at 0: its place on both links, and the turning across its axis.
  Eigen::Matrix<double, 5, 12> rows() const {
    Eigen::Matrix<double, 5, 12> A = Eigen::Matrix<double, 5, 12>::Zero();
    const Matrix R = now_.q[0].toRotationMatrix();
    for (int i = 0; i < 2; ++i) {
      const double sign = i == 0 ? -1 : 1;
      A.block<3, 3>(0, 6 * i) = sign * Matrix::Identity();
      A.block<3, 3>(0, 6 * i + 3) = sign * cross(now_.q[i] * body_.link[i].centre);
      A.block<1, 3>(3, 6 * i + 3) = sign * R.col(0).transpose();
      A.block<1, 3>(4, 6 * i + 3) = sign * R.col(2).transpose();
    }
    return A;
  }

  // Mobility of both links on the hinge.
  Mass held_mobility() const {
    const Mass Y = inverse_mass();
    const Eigen::Matrix<double, 5, 12> A = rows();
    return Y - Y * A.transpose() * (A * Y * A.transpose()).inverse() * A * Y;
  }

  void hold() {
    const Mass Y = inverse_mass();
    const Eigen::Matrix<double, 5, 12> A = rows();
    now_.u -= Y * A.transpose() * (A * Y * A.transpose()).inverse() * (A * now_.u);
  }

  void advance(double step) {
    const Vector axis = now_.q[0] * Vector::UnitY();
    const double rate = axis.dot(now_.u.segment<3>(9) - now_.u.segment<3>(3));
    Vector hinge_speed = now_.u.head<3>() - now_.u.segment<3>(3).cross(now_.q[0] * body_.link[0].centre);
    for (int i = 0; i < 2; ++i) {
      const Matrix R = now_.q[i].toRotationMatrix();
      const Vector w = now_.u.segment<3>(6 * i + 3);
      const Matrix I = R * body_.link[i].inertia.asDiagonal() * R.transpose();
      const Vector torque = -w.cross(I * w) + (i == 0 ? 1 : -1) * body_.friction * rate * axis;
      now_.u[6 * i + 2] -= step * body_.gravity;
      now_.u.segment<3>(6 * i + 3) += step * I.inverse() * torque;
    }
    hold();
    hinge_speed = (hinge_speed + now_.u.head<3>() - now_.u.segment<3>(3).cross(now_.q[0] * body_.link[0].centre)) / 2;
    now_.hinge += step * hinge_speed;
    for (int i = 0; i < 2; ++i) {
      const Vector turn = step * now_.u.segment<3>(6 * i + 3);
      now_.q[i] = (Eigen::Quaterniond(Eigen::AngleAxisd(turn.norm(), turn.normalized())) * now_.q[i]).normalized();
    }
    align();
    time_ += step;
    for (std::size_t corner = 0; corner < 16; ++corner) touch(corner);
  }

  // Drift across the hinge's axis is taken out.
  void align() {
    const Vector a = now_.q[0] * Vector::UnitY(), b = now_.q[1] * Vector::UnitY();
    now_.q[1] = (Eigen::Quaterniond::FromTwoVectors(b, a) * now_.q[1]).normalized();
  }

  Vector corner_from_hinge(std::size_t corner) const {
    const Link &link = body_.link[corner / 8];
    const Vector sign(corner & 4 ? 1 : -1, corner & 2 ? 1 : -1, corner & 1 ? 1 : -1);
    return now_.q[corner / 8] * (link.box + sign.cwiseProduct(link.half));
  }

  void touch(std::size_t corner) {
    const Vector r = corner_from_hinge(corner);
    if (now_.hinge[2] + r[2] > 0) return;
    const int i = static_cast<int>(corner / 8);
    Eigen::Matrix<double, 3, 12> J = Eigen::Matrix<double, 3, 12>::Zero();
    J.block<3, 3>(0, 6 * i) = Matrix::Identity();
    J.block<3, 3>(0, 6 * i + 3) = -cross(r - now_.q[i] * body_.link[i].centre);
    if ((J * now_.u)[2] >= 0) return;
    Impact impact{time_, corner, now_, now_};
    const Mass Y = held_mobility();
    now_.u += Y * J.transpose() * impulse(J * Y * J.transpose(), J * now_.u);
    impact.after = now_;
    impacts_.push_back(impact);
  }

  // Coulomb's friction against the slip of each moment, Poisson's restitution; z is the normal.
  Vector impulse(const Matrix &W, Vector v) const {
    constexpr int parts = 4000;
    const double part = -v[2] / W(2, 2) / parts;
    Vector p = Vector::Zero();
    double compression = -1;
    for (int k = 0; k < 40 * parts && (compression < 0 || p[2] < (1 + body_.e) * compression); ++k) {
      const Eigen::Vector2d slip = v.head<2>();
      // The friction that would stop the slip within this part, as far as the cone lets it.
      Eigen::Vector2d f = -W.topLeftCorner<2, 2>().inverse() * (slip + part * W.block<2, 1>(0, 2));
      if (f.norm() > body_.mu * part) f = -body_.mu * part * slip.normalized();
      const Vector dp(f[0], f[1], part);
      p += dp;
      v += W * dp;
      if (compression < 0 && v[2] >= 0) compression = p[2];
    }
    return p;
  }

  Body body_;
  State now_;
  double time_ = 0;
  std::vector<Impact> impacts_;
};

}  // namespace hinged_simulation

#endif
