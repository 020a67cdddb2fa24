// What others do, on the same samples.
#ifndef TOUCHDOWN_CONTACT_MONITOR_RIVALS_HPP
#define TOUCHDOWN_CONTACT_MONITOR_RIVALS_HPP

#include "lander.hpp"

namespace rivals {

using imu::Vector3d;

// iNav's rule of the bump (navigation_multicopter.c): more than 2 g along z, then less than 1 g within 0.1 s. Its other
// conditions, of barometer and throttle, count as met.
class Bump {
 public:
  bool feed(double a_z) {
    --left_;
    const bool bump = left_ > 0 && a_z < imu::gravity;
    if (a_z > 2 * imu::gravity && left_ <= 0) left_ = 100;
    if (bump) left_ = 0;
    return bump;
  }

 private:
  int left_ = 0;
};

// How far |a| is from its level of the last half second.
class Size {
 public:
  double feed(const Vector3d &a) {
    const double size = a.norm(), off = std::abs(size - level_);
    level_ += (size - level_) / 500;
    return off;
  }

 private:
  double level_ = imu::gravity;
};

// The plain momentum observer (De Luca): what force is missing, through a low-pass of 20 Hz, less its slow mean; the
// torque likewise, by an arm of 1 m.
class Observer {
 public:
  double feed(const Vector3d &a, const Vector3d &w, const Vector3d &known, const Vector3d &torque) {
    const double gain = 2 * 3.141592653589793 * 20 / lander::rate;
    const Vector3d missing = lander::mass * a - known;
    const Vector3d turning = lander::rate * lander::inertia.cwiseProduct(w - w_) - torque;
    w_ = w;
    force_ += gain * (missing - force_);
    torque_ += gain * (turning - torque_);
    slow_force_ += (missing - slow_force_) / 500;
    slow_torque_ += (turning - slow_torque_) / 500;
    const Vector3d f = force_ - slow_force_, t = torque_ - slow_torque_;
    return std::sqrt(f.squaredNorm() + t.squaredNorm());
  }

 private:
  Vector3d force_ = Vector3d::Zero(), torque_ = Vector3d::Zero(), slow_force_ = Vector3d::Zero(),
           slow_torque_ = Vector3d::Zero(), w_ = Vector3d::Zero();
};

}  // namespace rivals

#endif
