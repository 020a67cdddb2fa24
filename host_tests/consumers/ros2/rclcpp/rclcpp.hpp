// A stand-in for rclcpp: what port/ros2 calls of it, in one process. Parameters come from the file that follows
// --params-file; `spin` plays the world below to the node, and prints what it publishes.
#ifndef TOUCHDOWN_STAND_IN_RCLCPP_HPP
#define TOUCHDOWN_STAND_IN_RCLCPP_HPP

#include <any>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "sensor_msgs/msg/imu.hpp"
#include "touchdown_ros/msg/joints_sample.hpp"
#include "touchdown_ros/msg/touch.hpp"

#define RCLCPP_WARN(logger, ...)   \
  do { /* a statement, as there */ \
    std::printf("%s: ", logger);   \
    std::printf(__VA_ARGS__);      \
    std::puts("");                 \
  } while (0)

namespace rclcpp {

inline std::string &params_file() {
  static std::string path;
  return path;
}
inline void init(int argc, char **argv) {
  for (int i = 1; i + 1 < argc; ++i)
    if (std::string(argv[i]) == "--params-file") params_file() = argv[i + 1];
}
inline void shutdown() {}

struct QoS {
  explicit QoS(int) {}
};
struct SensorDataQoS {};

template <typename Message>
struct Publisher {
  using SharedPtr = std::shared_ptr<Publisher>;
  void publish(const Message &touch) const {
    std::printf("%d.%09u touched %d foot", touch.stamp.sec, touch.stamp.nanosec, touch.touched);
    for (int state : touch.foot) std::printf(" %d", state);
    std::printf(" explanation %d impulse %.1f %.1f %.1f probability %.3f caveats %d\n", touch.explanation,
                touch.impulse[0], touch.impulse[1], touch.impulse[2], touch.probability[1], touch.caveats);
  }
};
template <typename Message>
struct Subscription {
  using SharedPtr = std::shared_ptr<Subscription>;
};

class Node {
 public:
  explicit Node(const std::string &name) : name_(name) {}
  const char *get_logger() const { return name_.c_str(); }

  template <typename Value>
  Value declare_parameter(const std::string &name, const Value &otherwise) {
    std::ifstream file(params_file());
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line.substr(0, line.find('#')));
      std::string key;
      words >> key;
      if (key == name + ":") return read(words, otherwise);
    }
    return otherwise;
  }
  template <typename Message>
  std::shared_ptr<Publisher<Message>> create_publisher(const std::string &, const QoS &) {
    return std::make_shared<Publisher<Message>>();
  }
  template <typename Message>
  std::shared_ptr<Subscription<Message>> create_subscription(const std::string &topic, const SensorDataQoS &,
                                                             std::function<void(const Message &)> listener) {
    listeners[topic] = listener;
    return std::make_shared<Subscription<Message>>();
  }
  template <typename Message>
  void send(const std::string &topic, const Message &message) {
    if (listeners.count(topic)) std::any_cast<std::function<void(const Message &)>>(listeners[topic])(message);
  }

  std::map<std::string, std::any> listeners;

 private:
  template <typename Number>
  static Number read(std::istream &words, Number) {
    Number x;
    words >> x;
    return x;
  }
  static std::vector<double> read(std::istream &words, const std::vector<double> &) {
    std::vector<double> x;
    char mark;
    for (double one; words >> mark && mark != ']' && words >> one;) x.push_back(one);
    return x;
  }
  std::string name_;
};

// A second of free fall. After 0.4 s 60 N s strike the third foot from below, within 5 ms; the message of 6 ms later is
// lost.
inline void play_fall(Node &node) {
  const double mass = 100, inertia[3] = {32, 30, 40}, r[3] = {-1, 1, -0.9}, impulse = 60;
  double w[3] = {0, 0, 0};
  unsigned noise = 1;
  for (int i = 0; i < 1000; ++i) {
    const double force = i >= 400 && i < 405 ? impulse / 0.005 : 0;
    const auto random = [&] { return ((noise = noise * 1664525U + 1013904223U) >> 8) / 8388608. - 1; };
    w[0] += r[1] * force / inertia[0] * 0.001;
    w[1] -= r[0] * force / inertia[1] * 0.001;
    sensor_msgs::msg::Imu imu;
    imu.header.stamp.nanosec = static_cast<unsigned>(i) * 1000000U;
    imu.linear_acceleration.x = 0.06 * random();
    imu.linear_acceleration.y = 0.06 * random();
    imu.linear_acceleration.z = force / mass + 0.06 * random();
    imu.angular_velocity.x = w[0] + 0.004 * random();
    imu.angular_velocity.y = w[1] + 0.004 * random();
    imu.angular_velocity.z = 0.004 * random();
    if (i != 410) node.send("imu", imu);
  }
}

// A mass of 2 kg on a slide falls for 1 s, its motor does nothing; then it is stopped, by a push that is named if the
// parameters say so.
inline void play_slide(Node &node) {
  const double push = node.declare_parameter("push", 0.0);
  double u = 0;
  for (int i = 1; i <= 1200; ++i) {
    u = i <= 1000 ? -9.81e-3 * i : 0;
    touchdown_ros::msg::JointsSample joints;
    joints.stamp.sec = i / 1000;
    joints.stamp.nanosec = static_cast<unsigned>(i % 1000) * 1000000U;
    joints.u = {u};
    joints.force = {i <= 1000 ? -2 * 9.81 : 0};
    joints.m = {2};
    joints.j = {0, 0, 1};
    joints.normals = {0, 0, 1};
    if (push != 0) joints.push = {push};
    node.send("joints", joints);
    if (i == 10) joints.j.clear(), joints.stamp.nanosec += 1, node.send("joints", joints);
  }
}

inline void spin(const std::shared_ptr<Node> &node) {
  play_fall(*node);
  play_slide(*node);
}

}  // namespace rclcpp

#endif
