// A lander of 100 kg on four feet in flight, with what shakes it, and its touch of the ground: Newton and Euler in
// small steps, forces as they come. Nothing here knows of impulses, windows or levels.
//
//   always     broadband noise and lines of the engine at the sensor, attitude control
//   now and then  gusts (1 - cos), throttle steps whose lag and size are known to some percent, thrusters, a shock that
//              rings in the structure at the sensor, a leg that is deployed by a spring and stops at its latch, lost
//              and repeated samples; valves that open in steps, thrusters off the centre of mass for 1 to 50 ms, slosh,
//              bolts that are fired, a foot that strikes its own latch, clipped readings, a clock that jitters
//   touch      Hunt and Crossley's foot with Coulomb friction
#ifndef TOUCHDOWN_CONTACT_MONITOR_LANDER_HPP
#define TOUCHDOWN_CONTACT_MONITOR_LANDER_HPP

#include <limits>

#include "imu.hpp"
#include "touchdown/touchdown.hpp"

namespace lander {

using imu::Matrix3d;
using imu::Vector3d;

constexpr double pi = 3.141592653589793;
constexpr double mass = 100, rate = 1000, weight = mass * imu::gravity, mu = 0.6;
constexpr int fine = 4;
inline const Vector3d inertia{32, 30, 40}, sensor{0.15, -0.1, 0.05}, nozzle{0, 0, -0.5};
inline Vector3d foot(int i) { return {(i & 1) != 0 ? 1.0 : -1.0, (i & 2) != 0 ? 1.0 : -1.0, -0.9}; }

template <class Scalar>
void put(const Vector3d &from, Scalar (&to)[3]) {
  for (int i = 0; i < 3; ++i) to[i] = static_cast<Scalar>(from[i]);
}

template <class Scalar>
touchdown::MonitorMachine<Scalar> machine() {
  touchdown::MonitorMachine<Scalar> lander = {};
  lander.rate = static_cast<Scalar>(rate);
  lander.mass = static_cast<Scalar>(mass);
  for (int i = 0; i < 3; ++i) lander.inertia[i] = static_cast<Scalar>(inertia[i]);
  put(sensor, lander.sensor);
  lander.feet = 4;
  for (int i = 0; i < 4; ++i) {
    put(foot(i), lander.foot[i].r);
    lander.foot[i].mu = static_cast<Scalar>(mu);
  }
  lander.range = static_cast<Scalar>(imu::range_a);
  lander.accelerometer_noise = static_cast<Scalar>(imu::noise_a());
  lander.gyro_noise = static_cast<Scalar>(imu::noise_w());
  lander.force_rate = 300;
  lander.torque_rate = 150;
  lander.normal_error = static_cast<Scalar>(2 * imu::degree);
  lander.bearing_load = 50;
  return lander;
}

// What acts for a while: from 0 to 1 of its time.
struct Spell {
  double time = 0, lasts = 0;
  bool acts() const { return time < lasts; }
  double part() const { return time / lasts; }
  void begin(double span) {
    time = 0;
    lasts = span;
  }
};

struct Which {
  bool shaking = true, gusts = true, engine = true, thrusters = true, shocks = true, legs = true, lost = true;
  bool valves = true, pulses = true, slosh = true, bolts = true, latches = true, clipped = true, jitter = true,
       unannounced = true;
};

inline Which nothing() {
  return {false, false, false, false, false, false, false, false, false, false, false, false, false, false, false};
}

// What a sensor feels of a blow to the structure, which dies away.
struct Ringing {
  struct Kind {
    double lasts;                        // [s]
    double least_a, most_a;              // [m/s^2]
    double least_w, most_w;              // [rad/s]
    double lowest, highest;              // [Hz]
    double fades_soonest, fades_latest;  // [s]
  };
  Spell spell;
  Vector3d a, w;
  double pitch = 1, fades = 1;

  void begin(oracle::Random &random, const Kind &kind) {
    spell.begin(kind.lasts);
    a = random.log_uniform(kind.least_a, kind.most_a) * random.direction();
    w = random.log_uniform(kind.least_w, kind.most_w) * random.direction();
    pitch = 2 * pi * random.uniform(kind.lowest, kind.highest);
    fades = random.uniform(kind.fades_soonest, kind.fades_latest);
  }

  void add(double dt, Vector3d &felt_a, Vector3d &felt_w) {
    if (!spell.acts()) return;
    spell.time += dt;
    const double ring = std::exp(-spell.time / fades) * std::sin(pitch * spell.time);
    felt_a += ring * a;
    felt_w += ring * w;
  }
};

constexpr Ringing::Kind of_shocks{0.6, 2, 50, 0.003, 0.3, 30, 300, 0.01, 0.1};
constexpr Ringing::Kind of_bolts{0.1, 50, 2000, 0.01, 1, 300, 1900, 0.001, 0.01};

// A leg of 2 kg, stowed upright at its hinge, thrown out and down by a spring until its latch stops it.
struct Leg {
  static constexpr double leg_mass = 2, length = 1, out = 2.1;
  Spell spell;
  int which = 0;
  double angle = 0, speed = 0, spring = 20, latch = 1000;  // [rad], [rad/s], [rad/s^2]

  // What its motion takes from the lander: force, and torque about the lander's centre.
  void step(double dt, Vector3d &force, Vector3d &torque) {
    if (!spell.acts()) return;
    spell.time += dt;
    const double acceleration = angle < out ? spring : -latch;
    if (angle >= out && speed <= 0) spell.lasts = 0;
    const Vector3d outwards = Vector3d(foot(which)[0], foot(which)[1], 0).normalized(), up = Vector3d::UnitZ();
    const Vector3d hinge = 0.5 * outwards - 0.2 * up;
    const Vector3d along = std::sin(angle) * outwards + std::cos(angle) * up;
    const Vector3d across = std::cos(angle) * outwards - std::sin(angle) * up;
    const Vector3d a = length / 2 * (acceleration * across - speed * speed * along);
    const Vector3d axis = along.cross(across);
    speed += acceleration * dt;
    angle += speed * dt;
    force -= leg_mass * a;
    torque -= (hinge + length / 2 * along).cross(leg_mass * a) + leg_mass * length * length / 12 * acceleration * axis;
  }
  void begin(oracle::Random &random) {
    which = random.below(4);
    angle = speed = 0;
    spring = random.uniform(5, 30);
    latch = random.uniform(300, 2000);
    spell.begin(5);
  }
};

// A thruster away from the centre of mass. The computer that fires it knows its valve to 2 ms and its thrust to 10 %.
struct Pulse {
  Spell real, announced;
  Vector3d force, at;
  double told_part = 1, delay = 0;

  void begin(oracle::Random &random) {
    const double lasts = random.log_uniform(0.001, 0.05);
    real.begin(lasts);
    announced.begin(lasts);
    delay = random.uniform(0, 0.002);
    told_part = random.uniform(0.9, 1.1);
    force = random.uniform(5, 25) * random.direction();
    at = Vector3d(random.uniform(-0.8, 0.8), random.uniform(-0.8, 0.8), random.uniform(-0.5, 0.5));
  }
  bool acts() const { return real.acts() || announced.acts(); }
  void step(double dt, Vector3d &force_now, Vector3d &torque_now, Vector3d &told_force, Vector3d &told_torque) {
    if (announced.acts()) {
      announced.time += dt;
      told_force += told_part * force;
      told_torque += told_part * at.cross(force);
    }
    delay -= dt;
    if (delay > 0 || !real.acts()) return;
    real.time += dt;
    force_now += force;
    torque_now += at.cross(force);
  }
};

// Propellant of 15 kg as a pendulum across, driven by what pushes its tank.
struct Slosh {
  static constexpr double slosh_mass = 15;
  double pitch = 6, damping = 0.02;
  Vector3d off = Vector3d::Zero(), speed = Vector3d::Zero();

  void knock(oracle::Random &random) {
    pitch = 2 * pi * random.uniform(0.4, 2);
    damping = random.uniform(0.005, 0.05);
    speed += random.uniform(0, 0.15) * random.direction();
    speed[2] = 0;
  }
  void step(double dt, Vector3d &force, Vector3d &torque) {
    const Vector3d pull = -pitch * pitch * off - 2 * damping * pitch * speed, at(0, 0, -0.2);
    speed += dt * pull;
    off += dt * speed;
    force -= slosh_mass * pull;
    torque -= at.cross(slosh_mass * pull);
  }
};

// A foot that is stopped by its own latch and bounces in it: what the leg takes from the lander it gives back.
struct Latch {
  Spell spell;
  Vector3d direction;
  int which = 0;
  double size = 0, pitch = 0, fades = 0, impulse = 0;

  void begin(oracle::Random &random) {
    spell.begin(0.3);
    which = random.below(4);
    direction = random.direction();
    size = random.log_uniform(20, 1500);
    pitch = 2 * pi * random.uniform(15, 200);
    fades = random.uniform(0.005, 0.04);
    impulse = 0;
  }
  void step(double dt, Vector3d &force, Vector3d &torque) {
    if (!spell.acts()) return;
    spell.time += dt;
    const bool ends = !spell.acts();
    const double ring = size * std::exp(-spell.time / fades) * std::cos(pitch * spell.time);
    const double now = ends ? -impulse / dt : ring - impulse / fades;  // what it gave comes back as it fades
    impulse += now * dt;
    force += now * direction;
    torque += foot(which).cross(now * direction);
  }
};

class World {
 public:
  World(std::uint64_t seed, const Which &which)
      : random(seed), part_(random), which_(which), share_(1 - std::exp(-2 * pi * imu::bandwidth / (rate * fine))) {
    thrust_ = told_thrust_ = asked_ = weight;
    new_shaking();
  }

  // Of the centre of mass above the ground; without a height the lander flies.
  void place(double height, const Vector3d &velocity, const Vector3d &tilt) {
    height_ = height;
    velocity_ = velocity;
    tilt_ = tilt;
    near_ground_ = true;
  }
  // Broadband noise and two lines of the same size [m/s^2, rms], for good.
  void shake(double size) {
    changes_ = false;
    noise_ = size;
    for (int i = 0; i < 2; ++i) {
      line_[i] = size * random.direction();
      pitch_[i] = 2 * pi * random.uniform(20, 350);
    }
  }
  void set_thrust(double thrust) { thrust_ = told_thrust_ = asked_ = thrust; }
  int touched() const { return touched_; }  // the foot that first did, or -1
  bool has_touched(int foot) const { return (touched_feet_ >> foot & 1) != 0; }
  double touched_at() const { return touched_at_; }
  double time() const { return time_; }

  template <class Scalar>
  touchdown::MonitorSample<Scalar> sample() {
    begin_spells();
    begin_rarer_spells();
    told_push_.setZero();
    pulse_torque_.setZero();
    Vector3d sum_a = Vector3d::Zero(), sum_w = Vector3d::Zero();
    const double late = which_.jitter ? std::max(0.5, 1 + 0.03 * gauss() + (once_in(2) ? random.uniform(0, 1) : 0)) : 1;
    for (int i = 0; i < fine; ++i) {
      step(late / (rate * fine));
      sum_a += felt_a_;
      sum_w += felt_w_;
    }
    const Vector3d a = part_.scale_a * (sum_a / fine) + part_.offset_a + noise_ * gauss3() + imu::noise_a() * gauss3();
    const Vector3d w = part_.scale_w * (sum_w / fine) + part_.offset_w + (0.02 * noise_ + imu::noise_w()) * gauss3();
    touchdown::MonitorSample<Scalar> sample = {};
    put(imu::digits(a, imu::range_a), sample.a);
    put(imu::digits(w, imu::range_w), sample.w);
    put(Vector3d(attitude().transpose() * Vector3d::UnitZ()), sample.n);
    put(Vector3d(Vector3d(0, 0, told_thrust_) + told_push_ / fine), sample.force);
    put(Vector3d(told_torque_ + pulse_torque_ / fine), sample.torque);
    if (which_.clipped) clip(sample);
    return lose(sample);
  }

  oracle::Random random;

 private:
  Matrix3d attitude() const {
    const double angle = tilt_.norm();
    if (angle == 0) return Matrix3d::Identity();
    return Eigen::AngleAxisd(angle, tilt_ / angle).toRotationMatrix();
  }

  double gauss() {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    double u = 0, v = 0, s = 2;
    while (s >= 1 || s == 0) {
      u = random.uniform(-1, 1);
      v = random.uniform(-1, 1);
      s = u * u + v * v;
    }
    const double scale = std::sqrt(-2 * std::log(s) / s);
    spare_ = v * scale;
    has_spare_ = true;
    return u * scale;
  }
  Vector3d gauss3() {
    const double x = gauss(), y = gauss(), z = gauss();
    return {x, y, z};
  }

  bool once_in(double seconds) { return random.uniform(0, seconds * rate) < 1; }

  void new_shaking() {
    noise_ = which_.shaking ? random.log_uniform(0.02, 0.6) : 0;
    for (int i = 0; i < 2; ++i) {
      line_[i] =
          which_.shaking ? Vector3d(random.log_uniform(0.02, 1.5) * random.direction()) : Vector3d(Vector3d::Zero());
      pitch_[i] = 2 * pi * random.uniform(20, 350);
    }
  }

  void begin_spells() {
    if (changes_ && once_in(4)) new_shaking();
    if (which_.gusts && !gust_.acts() && once_in(1)) {
      gust_.begin(random.uniform(0.3, 2));
      const Vector3d d = random.direction();
      gust_force_ = random.uniform(5, 40) * Vector3d(d[0], d[1], 0.4 * d[2]);
      gust_at_ = 0.3 * random.direction();
    }
    if (which_.engine && once_in(0.7)) {
      asked_ = weight * random.uniform(0.8, 1.2);
      lag_ = random.uniform(0.02, 0.06);
      told_lag_ = lag_ * random.uniform(0.85, 1.15);
    }
    if (which_.unannounced && once_in(2)) {  // a throttle that sticks, a bubble in its line, an engine that lights late
      stray_.begin(random.log_uniform(0.05, 1));
      stray_lag_ = random.log_uniform(0.01, 0.1);
      stray_asked_ = random.uniform(-1, 1) * 0.2 * weight;
    }
    if (which_.thrusters && !thruster_.acts() && once_in(0.5)) {
      thruster_.begin(random.uniform(0.01, 0.1));
      thruster_torque_ = random.uniform(1, 8) * random.direction();
    }
    if (which_.shocks && !shock_.spell.acts() && once_in(1)) shock_.begin(random, of_shocks);
    if (which_.legs && !leg_.spell.acts() && once_in(5)) leg_.begin(random);
  }

  void begin_rarer_spells() {
    if (which_.valves && once_in(0.5)) {  // the engine's thrust is known to 2 %, its valve to some milliseconds
      asked_ = weight * (0.8 + 0.05 * random.below(9));
      lag_ = random.uniform(0.001, 0.008);
      told_lag_ = lag_ * random.uniform(0.7, 1.3);
    }
    if (which_.pulses && !pulse_.acts() && once_in(0.3)) pulse_.begin(random);
    if (which_.slosh && once_in(2)) slosh_.knock(random);
    if (which_.bolts && !bolt_.spell.acts() && once_in(2)) bolt_.begin(random, of_bolts);
    if (which_.latches && !latch_.spell.acts() && once_in(2)) latch_.begin(random);
  }

  // Forces and torques but for weight, in body axes.
  void step(double dt) {
    Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
    thrust_ += (asked_ - thrust_) * dt / lag_;
    told_thrust_ += (asked_ - told_thrust_) * dt / told_lag_;
    stray_.time += dt;
    stray_thrust_ += ((stray_.acts() ? stray_asked_ : 0) - stray_thrust_) * dt / stray_lag_;
    force[2] += 1.02 * thrust_ + stray_thrust_;
    torque += Vector3d(0.005, -0.003, 0).cross(Vector3d(0, 0, thrust_));
    if (gust_.acts()) {
      gust_.time += dt;
      const Vector3d gust = (1 - std::cos(2 * pi * gust_.part())) / 2 * gust_force_;
      force += gust;
      torque += gust_at_.cross(gust);
    }
    control(dt, torque);
    leg_.step(dt, force, torque);
    pulse_.step(dt, force, torque, told_push_, pulse_torque_);
    if (which_.slosh) slosh_.step(dt, force, torque);
    latch_.step(dt, force, torque);
    if (near_ground_) stand(force, torque);
    move(dt, force, torque);
    feel(force, torque);
    time_ += dt;
  }

  void control(double dt, Vector3d &torque) {
    told_torque_ = near_ground_ ? Vector3d(Vector3d::Zero()) : Vector3d(-60 * w_ - 60 * tilt_);
    if (thruster_.acts()) {
      thruster_.time += dt;
      told_torque_ += thruster_torque_;
    }
    torque += 0.95 * told_torque_;
  }

  void stand(Vector3d &force, Vector3d &torque) {
    const Matrix3d R = attitude();
    for (int i = 0; i < 4; ++i) {
      const Vector3d arm = R * foot(i);
      const double depth = -(height_ + arm[2]);
      if (depth <= 0) continue;
      if (touched_ < 0) {
        touched_ = i;
        touched_at_ = time_;
      }
      touched_feet_ |= 1 << i;
      const Vector3d v = velocity_ + R * w_.cross(foot(i));
      const double normal = std::max(0.0, 4e6 * depth * std::sqrt(depth) * (1 - 2.0 * v[2]));
      const Vector3d slip(v[0], v[1], 0);
      const Vector3d push = Vector3d(0, 0, normal) - 0.5 * normal / std::max(slip.norm(), 0.01) * slip;
      force += R.transpose() * push;
      torque += foot(i).cross(R.transpose() * push);
    }
  }

  void move(double dt, const Vector3d &force, const Vector3d &torque) {
    const Vector3d L = inertia.cwiseProduct(w_);
    alpha_ = (torque - w_.cross(L)).cwiseQuotient(inertia);
    w_ += dt * alpha_;
    tilt_ += dt * w_;  // small
    velocity_ += dt * (attitude() * force / mass - Vector3d(0, 0, imu::gravity));
    height_ += dt * velocity_[2];
  }

  void feel(const Vector3d &force, const Vector3d &) {
    Vector3d a = force / mass + alpha_.cross(sensor) + w_.cross(w_.cross(sensor)), w = w_;
    for (int i = 0; i < 2; ++i) a += line_[i] * std::sin(pitch_[i] * time_);
    for (Ringing *ringing : {&shock_, &bolt_}) ringing->add(1 / (rate * fine), a, w);
    filtered_a_ += share_ * (a - filtered_a_);
    filtered_w_ += share_ * (w - filtered_w_);
    felt_a_ = filtered_a_;
    felt_w_ = filtered_w_;
  }

  // One axis at the end of its range for some samples: what a cable or a converter does.
  template <class Scalar>
  void clip(touchdown::MonitorSample<Scalar> &sample) {
    if (once_in(3)) {
      clipping_ = 1 + random.below(4);
      clipped_axis_ = random.below(3);
      clipped_to_ = random.below(2) != 0 ? imu::range_a : -imu::range_a;
    }
    if (clipping_ <= 0) return;
    --clipping_;
    sample.a[clipped_axis_] = static_cast<Scalar>(clipped_to_);
  }

  // One in a thousand is lost, or the one before comes again.
  template <class Scalar>
  touchdown::MonitorSample<Scalar> lose(touchdown::MonitorSample<Scalar> sample) {
    const int fate = which_.lost ? random.below(2000) : 2;
    Vector3d a, w;
    for (int i = 0; i < 3; ++i) {
      a[i] = static_cast<double>(sample.a[i]);
      w[i] = static_cast<double>(sample.w[i]);
    }
    if (fate == 0) losing_ = 1 + random.below(4);
    if (losing_ > 0) {
      --losing_;
      sample.a[0] = std::numeric_limits<Scalar>::quiet_NaN();
    }
    if (fate == 1) {
      put(before_a_, sample.a);
      put(before_w_, sample.w);
    }
    before_a_ = a;
    before_w_ = w;
    return sample;
  }

  imu::Part part_;
  Which which_;
  double share_, spare_ = 0;
  bool has_spare_ = false, near_ground_ = false, changes_ = true;
  double time_ = 0, height_ = 1e6, thrust_, told_thrust_, asked_, lag_ = 0.04, told_lag_ = 0.04, noise_ = 0;
  Vector3d velocity_ = Vector3d::Zero(), w_ = Vector3d::Zero(), tilt_ = Vector3d::Zero(), alpha_ = Vector3d::Zero();
  Vector3d line_[2], gust_force_, gust_at_, thruster_torque_;
  Vector3d told_torque_ = Vector3d::Zero(), felt_a_ = Vector3d::Zero(), felt_w_ = Vector3d::Zero();
  Vector3d filtered_a_ = Vector3d(0, 0, imu::gravity), filtered_w_ = Vector3d::Zero(), before_a_, before_w_;
  double pitch_[2] = {};
  Vector3d told_push_ = Vector3d::Zero(), pulse_torque_ = Vector3d::Zero();
  double clipped_to_ = 0;
  Spell gust_, thruster_;
  Ringing shock_, bolt_;
  Leg leg_;
  Pulse pulse_;
  Slosh slosh_;
  Latch latch_;
  Spell stray_;
  double stray_thrust_ = 0, stray_asked_ = 0, stray_lag_ = 0.1;
  int clipping_ = 0, clipped_axis_ = 0;
  int touched_ = -1, touched_feet_ = 0, losing_ = 0;
  double touched_at_ = 0;
};

}  // namespace lander

#endif
