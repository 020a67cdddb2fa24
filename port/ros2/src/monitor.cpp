// monitor: each message of an inertial sensor, or of a machine's joints, is one sample of td_monitor. What it says goes
// out whenever it changes. A message that did not come is a missing sample.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "geometry_msgs/msg/wrench_stamped.hpp"
#include "rclcpp/rclcpp.hpp"
#include "sensor_msgs/msg/imu.hpp"
#include "touchdown_ros/msg/joints_sample.hpp"
#include "touchdown_ros/msg/touch.hpp"
#define TD_DOUBLE
#include "touchdown/touchdown.h"

namespace {

using builtin_interfaces::msg::Time;
using geometry_msgs::msg::WrenchStamped;
using sensor_msgs::msg::Imu;
using touchdown_ros::msg::JointsSample;
using touchdown_ros::msg::Touch;

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();
constexpr int most_lost = TD_MONITOR_LEARNING;  // samples fed for a gap: from there on all is learnt anew

double seconds(const Time &time) { return time.sec + 1e-9 * time.nanosec; }

// The ground's normal in the axes of the sensor: the third row of its rotation matrix. Unknown where there is none.
void set_normal(const Imu &imu, double (&n)[3]) {
  const auto &q = imu.orientation;
  if (imu.orientation_covariance[0] < 0) return;
  n[0] = 2 * (q.x * q.z - q.w * q.y);
  n[1] = 2 * (q.y * q.z + q.w * q.x);
  n[2] = 1 - 2 * (q.x * q.x + q.y * q.y);
}

class Monitor : public rclcpp::Node {
 public:
  Monitor() : Node("touchdown_monitor") {
    machine_ = read_machine();
    const td_status status = td_monitor_start(&monitor_, &machine_);
    if (status < 0) throw std::runtime_error(td_status_name(status));
    touch_ = create_publisher<Touch>("touch", rclcpp::QoS(10));
    if (machine_.speeds > 0) {
      joints_ = create_subscription<JointsSample>("joints", rclcpp::SensorDataQoS(),
                                                  [this](const JointsSample &joints) { feed(joints); });
      return;
    }
    wrench_ = create_subscription<WrenchStamped>("thrust", rclcpp::SensorDataQoS(),
                                                 [this](const WrenchStamped &wrench) { thrust_ = wrench; });
    imu_ = create_subscription<Imu>("imu", rclcpp::SensorDataQoS(), [this](const Imu &imu) { feed(imu); });
  }

 private:
  std::vector<double> list(const std::string &name, std::size_t least, std::size_t most) {
    std::vector<double> x = declare_parameter(name, std::vector<double>());
    if (x.empty()) x.resize(least);
    if (x.size() < least || x.size() > most) throw std::runtime_error(name + ": wrong number of numbers");
    return x;
  }
  double number(const std::string &name) { return declare_parameter(name, 0.0); }
  int count(const std::string &name) { return static_cast<int>(declare_parameter(name, 0)); }

  td_monitor_machine read_machine() {
    td_monitor_machine machine = {};
    machine.speeds = count("speeds");
    const std::vector<double> mu = list("mu", 1, TD_MAX_FEET);
    machine.feet = static_cast<int>(mu.size());
    const std::vector<double> feet = list("feet", 3 * mu.size(), 3 * mu.size()),
                              radius = list("radius", mu.size(), mu.size());
    for (std::size_t i = 0; i < mu.size(); ++i) {
      std::copy_n(&feet[3 * i], 3, machine.foot[i].r);
      machine.foot[i].radius = radius[i];
      machine.foot[i].mu = mu[i];
    }
    for (auto [name, to] : {std::pair{"rate", &machine.rate},
                            {"mass", &machine.mass},
                            {"range", &machine.range},
                            {"filter", &machine.filter},
                            {"accelerometer_noise", &machine.accelerometer_noise},
                            {"gyro_noise", &machine.gyro_noise},
                            {"force_rate", &machine.force_rate},
                            {"torque_rate", &machine.torque_rate},
                            {"model_error", &machine.model_error},
                            {"normal_error", &machine.normal_error},
                            {"confidence", &machine.confidence},
                            {"wait", &machine.wait},
                            {"bearing_load", &machine.bearing_load},
                            {"gain", &machine.gain}})
      *to = number(name);
    std::copy_n(list("inertia", 6, 6).begin(), 6, machine.inertia);
    std::copy_n(list("sensor", 3, 3).begin(), 3, machine.sensor);
    const std::vector<double> noise = list("noise", 0, TD_MAX_SPEEDS);
    std::copy(noise.begin(), noise.end(), machine.noise);
    machine.learning = count("learning");
    return machine;
  }

  // How many samples did not come since the one before; -1 where this one is not newer.
  int count_lost(double time, double period) {
    const double gap = begun_ ? std::round((time - time_) / period) : 1;
    if (!(gap >= 1)) return -1;
    begun_ = true;
    time_ = time;
    return static_cast<int>(std::min(gap - 1, static_cast<double>(most_lost)));
  }

  void feed(const Imu &imu) {
    const int lost = count_lost(seconds(imu.header.stamp), 1 / machine_.rate);
    if (lost < 0) return;
    td_monitor_sample sample = {};
    for (double &a : sample.a) a = not_known;
    for (int i = 0; i < lost; ++i) (void)td_monitor_feed(&monitor_, &machine_, &sample);
    const auto &a = imu.linear_acceleration, &w = imu.angular_velocity, &f = thrust_.wrench.force,
               &t = thrust_.wrench.torque;
    sample = {{a.x, a.y, a.z}, {w.x, w.y, w.z}, {}, {f.x, f.y, f.z}, {t.x, t.y, t.z}};
    set_normal(imu, sample.n);
    say(td_monitor_feed(&monitor_, &machine_, &sample), imu.header.stamp);
  }

  void feed(const JointsSample &joints) {
    const std::size_t n = machine_.speeds, feet = machine_.feet;
    const double time = seconds(joints.stamp), dt = begun_ ? time - time_ : 1 / std::max(1.0, machine_.rate);
    const bool fits = joints.u.size() == n && joints.force.size() == n && joints.m.size() == n * n &&
                      joints.j.size() == 3 * n * feet && joints.push.size() % n == 0 &&
                      (joints.normals.empty() || joints.normals.size() == 3 * feet);
    if (!fits) return say(TD_REFUSED_SIZE, joints.stamp);
    const td_joints_sample sample = {static_cast<int32_t>(n),
                                     static_cast<int32_t>(feet),
                                     dt,
                                     joints.m.data(),
                                     joints.u.data(),
                                     joints.force.data(),
                                     joints.j.data(),
                                     joints.normals.empty() ? nullptr : joints.normals.data(),
                                     static_cast<int32_t>(joints.push.size() / n),
                                     joints.push.data()};
    const td_status status = td_monitor_feed_joints(&monitor_, &machine_, &sample);
    if (status >= 0) begun_ = true, time_ = time;
    say(status, joints.stamp);
  }

  void say(td_status status, const Time &stamp) {
    if (status < 0) {
      RCLCPP_WARN(get_logger(), "%s", td_status_name(status));
      return;
    }
    const td_contact_event &event = monitor_.event;
    Touch touch;
    touch.stamp = stamp;
    touch.touched = monitor_.touched;
    for (int i = 0; i < machine_.feet; ++i) {
      touch.foot.push_back(static_cast<uint8_t>(monitor_.foot[i]));
      touch.load.insert(touch.load.end(), monitor_.load[i], monitor_.load[i] + 3);
      touch.foot_probability.push_back(event.foot_probability[i]);
    }
    touch.number = event.number;
    touch.over = event.phase == TD_EVENT_OVER;
    touch.explanation = static_cast<uint8_t>(event.explanation);
    std::copy_n(event.probability, TD_EXPLANATIONS, touch.probability.begin());
    std::copy_n(event.impulse, 3, touch.impulse.begin());
    touch.impulse_uncertainty = event.impulse_uncertainty;
    touch.age = event.age;
    touch.caveats = event.caveats;
    const bool same = touch.touched == said_.touched && touch.foot == said_.foot && touch.number == said_.number &&
                      touch.over == said_.over;
    if (same) return;
    said_ = touch;
    touch_->publish(touch);
  }

  td_monitor_machine machine_ = {};
  td_monitor monitor_ = {};
  WrenchStamped thrust_;
  Touch said_;
  double time_ = 0;
  bool begun_ = false;
  rclcpp::Publisher<Touch>::SharedPtr touch_;
  rclcpp::Subscription<Imu>::SharedPtr imu_;
  rclcpp::Subscription<WrenchStamped>::SharedPtr wrench_;
  rclcpp::Subscription<JointsSample>::SharedPtr joints_;
};

}  // namespace

int main(int argc, char **argv) {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<Monitor>());
  rclcpp::shutdown();
}
