// A filter that estimates a lander's state through its touchdowns, beside the same filter without the saltation matrix.
// The lander is a cube whose toss was recorded. No pose is taken from 20 ms before a touchdown to 20 ms after it, when
// a lander's navigation is blind; then the poses that come show how well each filter knew the state, and itself.
//
// `recorded_poses` stand for navigation: replace them by yours, keep flight_filter.hpp.
#include <cstdio>

#include "flight_filter.hpp"
#include "open.h"
#include "recorded_toss.hpp"

namespace {

using namespace flight_filter;

constexpr double blind = 0.020;  // [s]
constexpr int judged = 3;        // poses after each touchdown

// The cube and its surface as `touchdown identify` finds them, e by approach speed.
Body cube() {
  constexpr double half = 0.048, above_centre = 0.00595;
  Body body = {0.37, 9.805, 0.042, 0.0042, Matrix3(Vector3(1.003e-3, 0.999e-3, 0.951e-3).asDiagonal()), {}, 0.161, {}};
  for (int i = 0; i < corner_count; ++i)
    body.corners[i] =
        Vector3((i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half, ((i & 4) != 0 ? half : -half) - above_centre);
  body.restitution = {0, {0.303, 0.778, 0.989, 1.106, 1.207, 1.314}, {0.442, 0.287, 0.277, 0.266, 0.274, 0.269}, 6};
  return body;
}

// Scatter as identify finds it. Noise of poses: of flights, times `sd_measured_times`.
constexpr Noise noise = {0.32e-3, 2.2e-3, 0.016, 0.020, 0.0074, 0.48e-3};

Pose pose_of(const double (&row)[8]) {
  const Eigen::Quaterniond q = Eigen::Quaterniond(row[4], row[5], row[6], row[7]).normalized();
  return {row[0], Vector3(row[1], row[2], row[3]) + q * Vector3(0, 0, 0.00595), q};
}

struct Judgement {
  double innovations = 0;  // normalized and squared, 6 degrees of freedom each
  double position = 0;     // [m], sum
  int count = 0;
};

void judge(Filter &filter, const Pose &pose, Judgement &judgement) {
  judgement.position += (pose.x - filter.state.x).norm();
  judgement.innovations += filter.measure(pose);
  ++judgement.count;
}

bool is_blind(double time) {
  for (const double touchdown : recorded_touchdowns)
    if (std::abs(time - touchdown) < blind) return true;
  return false;
}

// Through the whole toss. False where a touchdown that was recorded is not predicted.
bool follow(Filter &filter, bool salted, Judgement &judgement) {
  filter.start(pose_of(recorded_poses[0]), pose_of(recorded_poses[1]));
  int after = judged;
  bool was_blind = false;
  for (std::size_t i = 2; i < sizeof recorded_poses / sizeof *recorded_poses; ++i) {
    const Pose pose = pose_of(recorded_poses[i]);
    if (is_blind(pose.time)) {
      was_blind = true;
      continue;
    }
    if (was_blind) {
      if (!filter.touch(pose.time, salted)) return false;
      after = 0;
    }
    was_blind = false;
    filter.fly(pose.time);
    if (after++ < judged)
      judge(filter, pose, judgement);
    else
      filter.measure(pose);
  }
  return true;
}

void print(const char *name, const Judgement &judgement) {
  std::printf("%-28s position %5.2f mm off, normalized innovation %5.1f of 6, over %d poses\n", name,
              1e3 * judgement.position / judgement.count, judgement.innovations / judgement.count, judgement.count);
}

}  // namespace

int main() {
  static const Body body = cube();
  static Filter with = {body, noise, {}, {}}, without = {body, noise, {}, {}};
  Judgement salted, plain;
  td_port port;
  td_port_open(&port);
  const std::uint32_t before = port.counter(port.context);
  const bool through = follow(with, true, salted);
  const std::uint32_t cost = port.counter(port.context) - before;
  if (!through || !follow(without, false, plain)) {
    std::puts("a touchdown was not predicted");
    return 1;
  }
  print("with the saltation matrix", salted);
  print("with the reset alone", plain);
  std::printf("the whole toss cost %lu %s on %s\n", static_cast<unsigned long>(cost), port.counter_name,
              port.board_name);
  const bool good = salted.innovations < plain.innovations && salted.position < plain.position;
  std::puts(good ? "the filter with the saltation matrix knew better" : "FAIL: the saltation matrix made it no better");
  return good ? 0 : 1;
}
