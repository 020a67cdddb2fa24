// What an inertial measurement unit reads of a rigid body with a given motion: TDK InvenSense ICM-20649, the part made
// for impacts (30 g, 4000 deg/s). From its data sheet, typical: noise 285 ug/rtHz and 0.0175 deg/s/rtHz behind a filter
// of 246 Hz, zero offset 65 mg and 5 deg/s, scale 0.5 %, cross-axis sensitivity 2 % at the limit, 16 bits.
//
// The filter smears both readings, and the gyro's lags half a sample: the monitor knows of neither.
#ifndef TOUCHDOWN_CONTACT_MONITOR_IMU_HPP
#define TOUCHDOWN_CONTACT_MONITOR_IMU_HPP

#include <cmath>

#include "random_cases.hpp"

namespace imu {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double gravity = 9.81, degree = 0.017453292519943295;
constexpr double range_a = 30 * gravity, range_w = 4000 * degree;
constexpr double bandwidth = 246, noise_bandwidth = 1.57 * bandwidth;

inline double noise_a() { return 285e-6 * gravity * std::sqrt(noise_bandwidth); }
inline double noise_w() { return 0.0175 * degree * std::sqrt(noise_bandwidth); }

inline double normal(oracle::Random &random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.uniform(0, 1);
  return sum;
}

inline Vector3d normal3(oracle::Random &random) {
  const double x = normal(random), y = normal(random), z = normal(random);
  return {x, y, z};
}

// One part of the lot: its own offsets and scales.
struct Part {
  explicit Part(oracle::Random &random) {
    offset_a = 0.5 * 0.065 * gravity * normal3(random);
    offset_w = 0.5 * 5 * degree * normal3(random);
    scale_a = misalign(random);
    scale_w = misalign(random);
  }
  static Matrix3d misalign(oracle::Random &random) {
    Matrix3d scale = Matrix3d::Identity();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) scale(i, j) += (i == j ? 0.005 : 0.007) * normal(random);
    return scale;
  }
  Vector3d offset_a, offset_w;
  Matrix3d scale_a, scale_w;
};

inline Vector3d digits(const Vector3d &x, double range) {
  const double step = range / 32768;
  Vector3d y;
  for (int i = 0; i < 3; ++i) {
    const double held = x[i] > range ? range : x[i] < -range ? -range : x[i];
    y[i] = std::round(held / step) * step;
  }
  return y;
}

struct Reading {
  Vector3d a, w;
};

// What differs from part to part, or by its settings.
struct Settings {
  double range = range_a;        // [m/s^2]
  double low_pass = bandwidth;   // [Hz]
  bool clips_before_it = false;  // else behind it
};

// Samples of the part, out of specific force and angular velocity in body axes that are given `fine` times a sample.
class Sensor {
 public:
  Sensor(oracle::Random &random, double rate, int fine, const Settings &settings = {})
      : random_(random),
        part_(random),
        settings_(settings),
        share_(1 - std::exp(-6.283185307179586 * settings.low_pass / (rate * fine))),
        fine_(fine) {}
  void feel(Vector3d a, const Vector3d &w) {
    if (settings_.clips_before_it) a = a.cwiseMin(settings_.range).cwiseMax(-settings_.range);
    const double share = begun_ ? share_ : 1;
    begun_ = true;
    a_ += share * (a - a_);
    w_ += share * (w - w_);
    sum_a_ += a_;
    sum_w_ += w_;
  }
  Reading read() {
    const Vector3d a = part_.scale_a * (sum_a_ / fine_) + part_.offset_a + noise_a() * normal3(random_);
    const Vector3d w = part_.scale_w * (sum_w_ / fine_) + part_.offset_w + noise_w() * normal3(random_);
    sum_a_.setZero();
    sum_w_.setZero();
    return {digits(a, settings_.range), digits(w, range_w)};
  }

 private:
  oracle::Random &random_;
  Part part_;
  Settings settings_;
  double share_;
  bool begun_ = false;
  int fine_;
  Vector3d a_ = Vector3d::Zero(), w_ = Vector3d::Zero(), sum_a_ = Vector3d::Zero(), sum_w_ = Vector3d::Zero();
};

}  // namespace imu

#endif
