// The recorded impacts of the cube (host_tests/touchdown/data/cube.csv) as streams of samples. What is taken of the
// record is the twist before and the twist after, both as measured: the change of spin is not made from the change of
// velocity and an arm. In between they change along a pulse of some milliseconds, of several shapes, friction along
// another one than the normal force.
#ifndef TOUCHDOWN_CONTACT_MONITOR_CUBE_HPP
#define TOUCHDOWN_CONTACT_MONITOR_CUBE_HPP

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "imu.hpp"
#include "touchdown/touchdown.hpp"

namespace cube {

using imu::Matrix3d;
using imu::Vector3d;

constexpr double mass = 0.37, half = 0.048, corner_radius = 0.0042, rate = 1000;
inline const Vector3d inertia{1.003e-3, 0.999e-3, 0.951e-3}, centre{0, 0, 0.00595};

inline Vector3d corner(int i) {
  const Vector3d at{(i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half, (i & 4) != 0 ? half : -half};
  return at - centre;
}

struct Impact {
  Matrix3d attitude;
  Vector3d r, v_before, w_before, v_after, w_after;
  int corner;
};

inline int nearest_corner(const Vector3d &r) {
  int best = 0;
  for (int i = 1; i < 8; ++i)
    if ((corner(i) - r).norm() < (corner(best) - r).norm()) best = i;
  return best;
}

// By the columns' names, as in the data's README: of single corners, and of edges and faces, whose rows say the lowest
// corner but no point.
inline std::vector<Impact> impacts(const std::string &path) {
  std::ifstream file(path);
  std::string line, name;
  std::getline(file, line);
  std::istringstream names(line);
  std::map<std::string, std::size_t> column;
  for (std::size_t i = 0; std::getline(names, name, ','); ++i) column[name] = i;
  std::vector<Impact> all;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::vector<std::string> row;
    for (std::string field; std::getline(fields, field, ',');) row.push_back(field);
    const auto number = [&](const std::string &of) { return std::stod(row.at(column.at(of))); };
    const auto at = [&](const std::string &of) {
      return Vector3d(number(of + "_x"), number(of + "_y"), number(of + "_z"));
    };
    Impact impact;
    impact.attitude =
        Eigen::Quaterniond(number("qw"), number("qx"), number("qy"), number("qz")).normalized().toRotationMatrix();
    impact.v_before = at("vm");
    impact.w_before = at("wm");
    impact.v_after = at("vp");
    impact.w_after = at("wp");
    const bool single = column.count("r_x") > 0;
    impact.r = single ? at("r") : Vector3d(impact.attitude * corner(static_cast<int>(number("vert"))));
    impact.corner = nearest_corner(impact.attitude.transpose() * (impact.r + Vector3d(0, 0, corner_radius)));
    all.push_back(impact);
  }
  return all;
}

enum class Shape { half_sine, triangle, haversine, late, count };

// Part of the impulse that has come when the part x of the time has passed.
inline double part_of(Shape shape, double x) {
  constexpr double pi = 3.141592653589793;
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (shape == Shape::half_sine) return (1 - std::cos(pi * x)) / 2;
  if (shape == Shape::triangle) return x < 0.3 ? x * x / 0.3 : 1 - (1 - x) * (1 - x) / 0.7;
  if (shape == Shape::haversine) return x - std::sin(2 * pi * x) / (2 * pi);
  return x < 0.7 ? x * x / 0.7 : 1 - (1 - x) * (1 - x) / 0.3;
}

struct Pulse {
  Shape normal, friction;
  double begins, lasts;  // [s]
};

// One toss: `samples` of them, with the ground's normal as an estimator knows it.
template <class Scalar>
struct Stream {
  std::vector<touchdown::MonitorSample<Scalar>> sample;
  Matrix3d at_middle;  // attitude in the middle of the pulse
};

class Toss {
 public:
  Toss(const Impact &impact, const Pulse &pulse, const Vector3d &sensor)
      : impact_(impact), pulse_(pulse), sensor_(sensor) {
    const Matrix3d I = impact.attitude * inertia.asDiagonal() * impact.attitude.transpose();
    before_ = I * impact.w_before;
    gained_ = I * impact.w_after - before_;
    attitude_ = impact.attitude;
    // The recorded attitude is that of the impact: back from there to the beginning, in free flight.
    spin_for(-(pulse.begins + pulse.lasts / 2), 4000);
  }
  const Matrix3d &attitude() const { return attitude_; }
  // On by dt; what a sensor feels there, in body axes.
  imu::Reading step(double dt) {
    const double middle = time_ + dt / 2;
    const Vector3d w0 = spin(time_), w1 = spin(time_ + dt), dv = velocity(time_ + dt) - velocity(time_);
    turn(spin(middle) * dt);
    time_ += dt;
    const Vector3d r = attitude_ * sensor_;
    const Vector3d a = dv / dt + ((w1 - w0) / dt).cross(r) + w1.cross(w1.cross(r));
    return {attitude_.transpose() * a, attitude_.transpose() * w1};
  }

 private:
  double part(Shape shape, double t) const { return part_of(shape, (t - pulse_.begins) / pulse_.lasts); }
  Vector3d velocity(double t) const {
    const Vector3d dv = impact_.v_after - impact_.v_before;
    const double p_t = part(pulse_.friction, t);
    return {dv[0] * p_t, dv[1] * p_t, dv[2] * part(pulse_.normal, t)};
  }
  Vector3d spin(double t) const {
    const Vector3d L = before_ + part(pulse_.normal, t) * gained_;
    return attitude_ * (attitude_.transpose() * L).cwiseQuotient(inertia);
  }
  void turn(const Vector3d &by) {
    const double angle = by.norm();
    if (angle > 0) attitude_ = Eigen::AngleAxisd(angle, by / angle).toRotationMatrix() * attitude_;
  }
  void spin_for(double span, int steps) {
    for (int i = 0; i < steps; ++i) turn(spin(-1) * (span / steps));
  }
  Impact impact_;
  Pulse pulse_;
  Vector3d sensor_, before_, gained_;
  Matrix3d attitude_;
  double time_ = 0;
};

template <class Scalar>
Stream<Scalar> stream_of(const Impact &impact, const Pulse &pulse, const Vector3d &sensor, int samples,
                         oracle::Random &random, const imu::Settings &settings = {}) {
  constexpr int fine = 32;
  const Vector3d tilt = 1.0 * imu::degree * imu::normal3(random);
  Stream<Scalar> stream;
  Toss toss(impact, pulse, sensor);
  imu::Sensor read(random, rate, fine, settings);
  for (int i = 0; i < samples; ++i) {
    for (int k = 0; k < fine; ++k) {
      const imu::Reading felt = toss.step(1 / (rate * fine));
      read.feel(felt.a, felt.w);
    }
    const imu::Reading reading = read.read();
    const Vector3d up = toss.attitude().transpose() * (Vector3d::UnitZ() + tilt.cross(Vector3d::UnitZ())).normalized();
    touchdown::MonitorSample<Scalar> sample = {};
    for (int k = 0; k < 3; ++k) {
      sample.a[k] = static_cast<Scalar>(reading.a[k]);
      sample.w[k] = static_cast<Scalar>(reading.w[k]);
      sample.n[k] = static_cast<Scalar>(up[k]);
    }
    stream.sample.push_back(sample);
    if ((i + 1) / rate <= pulse.begins + pulse.lasts / 2) stream.at_middle = toss.attitude();
  }
  return stream;
}

template <class Scalar>
touchdown::MonitorMachine<Scalar> machine(const Vector3d &sensor, const imu::Settings &settings = {}) {
  touchdown::MonitorMachine<Scalar> cube = {};
  cube.rate = static_cast<Scalar>(rate);
  cube.mass = static_cast<Scalar>(mass);
  cube.feet = cube.points = 8;
  for (int k = 0; k < 3; ++k) {
    cube.inertia[k] = static_cast<Scalar>(inertia[k]);
    cube.sensor[k] = static_cast<Scalar>(sensor[k]);
  }
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < 3; ++k) cube.foot[i].r[k] = static_cast<Scalar>(corner(i)[k]);
    cube.foot[i].radius = static_cast<Scalar>(corner_radius);
    cube.foot[i].mu = Scalar(0.25);
    cube.point[i] = cube.foot[i];
  }
  cube.range = static_cast<Scalar>(settings.range);
  if (settings.clips_before_it) cube.filter = static_cast<Scalar>(settings.low_pass);
  cube.accelerometer_noise = static_cast<Scalar>(imu::noise_a());
  cube.gyro_noise = static_cast<Scalar>(imu::noise_w());
  cube.force_rate = Scalar(2);
  cube.torque_rate = Scalar(0.05);
  cube.normal_error = static_cast<Scalar>(2 * imu::degree);
  return cube;
}

}  // namespace cube

#endif
