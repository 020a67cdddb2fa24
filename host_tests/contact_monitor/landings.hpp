// Landings of a quadcopter of 1.5 kg and of a lander of 100 kg on compliant ground: Newton and Euler in steps of 20 us,
// springs with dampers and Coulomb's friction under the feet, each of which has a height of ground of its own. Nothing
// here knows of impulses, windows, levels, priors or friction discs. Both hover down at a constant speed, given a
// thrust that is their weight.
#ifndef TOUCHDOWN_CONTACT_MONITOR_LANDINGS_HPP
#define TOUCHDOWN_CONTACT_MONITOR_LANDINGS_HPP

#include <algorithm>
#include <array>
#include <vector>

#include "imu.hpp"
#include "touchdown/touchdown.hpp"

namespace landings {

using imu::Matrix3d;
using imu::Vector3d;

constexpr int feet = 4;

struct Craft {
  double mass;
  Vector3d inertia;
  double half, below;  // [m] of the square of its feet; how far they are under its centre of mass
  double force_rate, torque_rate;
  Vector3d sensor;
  Vector3d foot(int i) const { return {i == 0 || i == 3 ? half : -half, i < 2 ? half : -half, -below}; }
  double weight() const { return mass * imu::gravity; }
};
inline const Craft quadcopter{1.5, {0.02, 0.02, 0.035}, 0.15, 0.1, 10, 1, {0.01, -0.008, 0.005}};
inline const Craft lander{100, {32, 30, 40}, 1, 0.9, 300, 150, {0.15, -0.1, 0.05}};

struct Sensor {
  double rate = 1000;            // [Hz]
  double range = 200;            // [g]
  double low_pass = 0;           // [Hz], of second order; 0: none
  bool clips_before_it = false;  // else behind it
  double noise_a = 0.05, noise_w = 0.002;
  double offset_a = 0.3, offset_w = 0.01;  // [m/s^2], [rad/s] standard deviation
  double scale = 0.01, tilt = 0.035;       // at most; [rad] of each axis against each other one
  int late_a = 0, late_w = 0;              // samples by which accelerometer and gyro lag behind
};

enum class Feet { one, edge, diagonal, four };

// What comes beside the contact, none of it unless said.
struct Beside {
  double vibration = 0;  // [m/s^2] of each of two lines
  double ring = 0;       // [m/s^2] that the touch sets off in the structure
  double gust = 0;       // [-] of the weight
  double tail = 0;       // [s] for which an engine that is cut at the touch still pushes; 0: it is not cut
};
constexpr Beside nothing{0, 0, 0, 0};

struct Case {
  const char *name;
  Feet which;
  double pulse;   // [s] of a foot alone
  double within;  // [s] in which all of them come down
  Sensor sensor;
  Beside beside;
};

// What came of one landing.
struct Outcome {
  bool alarmed = false;  // reported before any touch
  double reported = -1;  // [s] after the first touch; -1: never
  double off = -1;       // [-] by which the normal impulse of its event, once that is over, is off; -1: it is not
  bool holds = true;     // all true feet were said to touch, or that they may
  bool exact = true;     // the likeliest set is the true one
  bool wrong = false;    // a foot was said to touch that had not
};

class Flight {
 public:
  Flight(const Craft &craft, const Case &what, std::uint64_t seed) : craft_(craft), case_(what), random_(seed) {
    speed_ = random_.uniform(0.5, 1.5);
    const double arm = craft.half * craft.half * (1 / craft.inertia[0] + 1 / craft.inertia[1]);
    stiffness_ = square(3.141592653589793 / what.pulse) / (1 / craft.mass + arm);
    choose_feet();
    v_ = {random_.uniform(-0.1, 0.1), random_.uniform(-0.1, 0.1), -speed_};
    offset_a_ = what.sensor.offset_a * imu::normal3(random_);
    offset_w_ = what.sensor.offset_w * imu::normal3(random_);
    for (int i = 0; i < 9; ++i)
      misaligned_(i / 3, i % 3) =
          i % 4 == 0 ? 1 + what.sensor.scale * random_.uniform(-1, 1) : what.sensor.tilt * random_.uniform(-1, 1);
    for (int i = 0; i < 2; ++i) {
      line_[i] = what.beside.vibration * random_.direction();
      pitch_[i] = 6.283185307179586 * random_.uniform(60, 350);
    }
    ring_ = what.beside.ring * random_.direction();
    ring_pitch_ = 6.283185307179586 * random_.uniform(30, 150);
    const Vector3d side = random_.direction();
    gust_ = what.beside.gust * craft.weight() * side;
    gust_at_ = 0.2 * craft.half * random_.direction();
    gust_from_ = -random_.uniform(0, 0.3);
  }

  // The sample that ends now.
  template <class Scalar>
  touchdown::MonitorSample<Scalar> sample() {
    const double step = 1 / case_.sensor.rate;
    const int fine = time_ + step > -0.002 && time_ < 0.1 ? static_cast<int>(step / 2e-5) : 8;
    Vector3d a = Vector3d::Zero();
    for (int i = 0; i < fine; ++i) a += advance(step / fine) / fine;
    const double most = case_.sensor.range * imu::gravity;
    a = misaligned_ * a + offset_a_ + case_.sensor.noise_a * imu::normal3(random_);
    Vector3d w = misaligned_ * filtered_w_ + offset_w_ + case_.sensor.noise_w * imu::normal3(random_);
    a = lagging(a, case_.sensor.late_a, past_a_);
    w = lagging(w, case_.sensor.late_w, past_w_);
    touchdown::MonitorSample<Scalar> sample = {};
    const Vector3d normal = attitude_.transpose() * Vector3d::UnitZ();
    for (int i = 0; i < 3; ++i) {
      sample.a[i] = static_cast<Scalar>(std::clamp(a[i], -most, most));
      sample.w[i] = static_cast<Scalar>(w[i]);
      sample.n[i] = static_cast<Scalar>(normal[i]);
    }
    sample.force[2] = static_cast<Scalar>(told_thrust());
    return sample;
  }
  double time() const { return time_; }  // [s] from the first touch
  double impulse(int foot) const { return impulse_[static_cast<std::size_t>(foot)]; }

 private:
  static double square(double x) { return x * x; }
  static Vector3d lagging(const Vector3d &now, int samples, std::vector<Vector3d> &past) {
    past.push_back(now);
    return past[past.size() - 1 - std::min(past.size() - 1, static_cast<std::size_t>(samples))];
  }

  void choose_feet() {
    const int first = random_.below(feet);
    std::array<bool, feet> comes{};
    comes[static_cast<std::size_t>(first)] = true;
    if (case_.which == Feet::edge) comes[static_cast<std::size_t>((first + 1) % feet)] = true;
    if (case_.which == Feet::diagonal) comes[static_cast<std::size_t>((first + 2) % feet)] = true;
    if (case_.which == Feet::four) comes.fill(true);
    for (int i = 0; i < feet; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const double late = i == first ? 0 : random_.uniform(0, case_.within);
      depth_[at] = comes[at] ? -speed_ * late : -1e3;
    }
    time_ = -0.5 / std::min(1.0, case_.sensor.rate / 400) - random_.uniform(0, 0.01);
    position_ = {0, 0, craft_.below - speed_ * time_};
  }

  double told_thrust() const { return case_.beside.tail > 0 && time_ > 0 ? 0 : craft_.weight(); }
  double thrust() const {
    return case_.beside.tail > 0 && time_ > 0 ? craft_.weight() * std::exp(-time_ / case_.beside.tail)
                                              : craft_.weight();
  }

  Vector3d press(int i, Vector3d &torque) {
    const Vector3d arm = attitude_ * craft_.foot(i);
    const double depth = depth_[static_cast<std::size_t>(i)] - position_[2] - arm[2];
    if (depth <= 0) return Vector3d::Zero();
    const Vector3d v = v_ + attitude_ * w_.cross(craft_.foot(i));
    const double normal = stiffness_ * depth * std::max(0.0, 1 - 0.6 / speed_ * v[2]);
    const Vector3d slip(v[0], v[1], 0);
    const Vector3d force = Vector3d(0, 0, normal) - 0.4 * normal / std::max(slip.norm(), 0.02) * slip;
    torque += arm.cross(force);
    impulse_[static_cast<std::size_t>(i)] += normal * step_;
    return force;
  }

  // On by dt; what the accelerometer feels.
  Vector3d advance(double dt) {
    step_ = dt;
    Vector3d force = attitude_ * Vector3d(0, 0, thrust()), torque = Vector3d::Zero();
    for (int i = 0; i < feet; ++i) force += press(i, torque);
    const double part = (time_ - gust_from_) / 0.3;
    if (part > 0 && part < 1) {
      const Vector3d gust = (1 - std::cos(6.283185307179586 * part)) / 2 * gust_;
      force += gust;
      torque += gust_at_.cross(gust);
    }
    const Vector3d body_torque = attitude_.transpose() * torque;
    const Vector3d turning = (body_torque - w_.cross(craft_.inertia.cwiseProduct(w_))).cwiseQuotient(craft_.inertia);
    w_ += dt * turning;
    v_ += dt * (force / craft_.mass - Vector3d(0, 0, imu::gravity));
    position_ += dt * v_;
    const double angle = w_.norm() * dt;
    if (angle > 0) attitude_ = attitude_ * Eigen::AngleAxisd(angle, w_.normalized()).toRotationMatrix();
    time_ += dt;
    Vector3d felt =
        attitude_.transpose() * force / craft_.mass + turning.cross(craft_.sensor) + w_.cross(w_.cross(craft_.sensor));
    for (int i = 0; i < 2; ++i) felt += std::sin(pitch_[i] * time_) * line_[i];
    if (time_ > 0) felt += std::exp(-time_ / 0.03) * std::sin(ring_pitch_ * time_) * ring_;
    return filter(felt, dt);
  }

  Vector3d filter(Vector3d a, double dt) {
    const Sensor &sensor = case_.sensor;
    const double most = sensor.range * imu::gravity;
    if (sensor.clips_before_it) a = a.cwiseMin(most).cwiseMax(-most);
    const double share = sensor.low_pass > 0 ? 1 - std::exp(-6.283185307179586 * sensor.low_pass * dt) : 1;
    stage_a_ += share * (a - stage_a_);
    filtered_a_ += share * (stage_a_ - filtered_a_);
    stage_w_ += share * (w_ - stage_w_);
    filtered_w_ += share * (stage_w_ - filtered_w_);
    return filtered_a_;
  }

  const Craft &craft_;
  const Case &case_;
  oracle::Random random_;
  double speed_, stiffness_, time_ = 0, step_ = 0, ring_pitch_, gust_from_;
  std::array<double, feet> depth_{}, impulse_{};
  Vector3d position_ = Vector3d::Zero(), v_ = Vector3d::Zero(), w_ = Vector3d::Zero();
  Matrix3d attitude_ = Matrix3d::Identity(), misaligned_;
  std::vector<Vector3d> past_a_, past_w_;
  Vector3d offset_a_, offset_w_, line_[2], ring_, gust_, gust_at_;
  double pitch_[2] = {};
  Vector3d stage_a_ = Vector3d(0, 0, imu::gravity), filtered_a_ = stage_a_, stage_w_ = Vector3d::Zero(),
           filtered_w_ = stage_w_;
};

template <class Scalar>
touchdown::MonitorMachine<Scalar> machine(const Craft &craft, const Sensor &sensor) {
  touchdown::MonitorMachine<Scalar> machine = {};
  machine.rate = static_cast<Scalar>(sensor.rate);
  machine.mass = static_cast<Scalar>(craft.mass);
  machine.feet = feet;
  for (int k = 0; k < 3; ++k) {
    machine.inertia[k] = static_cast<Scalar>(craft.inertia[k]);
    machine.sensor[k] = static_cast<Scalar>(craft.sensor[k]);
  }
  for (int i = 0; i < feet; ++i) {
    for (int k = 0; k < 3; ++k) machine.foot[i].r[k] = static_cast<Scalar>(craft.foot(i)[k]);
    machine.foot[i].mu = Scalar(0.6);
  }
  machine.range = static_cast<Scalar>(sensor.range * imu::gravity);
  machine.accelerometer_noise = static_cast<Scalar>(sensor.noise_a);
  machine.gyro_noise = static_cast<Scalar>(sensor.noise_w);
  machine.force_rate = static_cast<Scalar>(craft.force_rate);
  machine.torque_rate = static_cast<Scalar>(craft.torque_rate);
  machine.normal_error = static_cast<Scalar>(2 * imu::degree);
  return machine;
}

}  // namespace landings

#endif
