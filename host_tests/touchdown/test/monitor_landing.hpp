// The log of a lander that touches (host_tests/contact_monitor/lander.hpp), and its machine, for `touchdown monitor`.
#pragma once

#include <cstdio>
#include <string>

#include "lander.hpp"

namespace monitor_landing {

constexpr const char *machine_text =
    "{\"mass\": 100, \"inertia\": [32, 30, 40, 0, 0, 0], \"sensor\": [0.15, -0.1, 0.05], \"feet\": ["
    "{\"r\": [-1, -1, -0.9], \"mu\": 0.6}, {\"r\": [1, -1, -0.9], \"mu\": 0.6}, {\"r\": [-1, 1, -0.9], \"mu\": 0.6}, "
    "{\"r\": [1, 1, -0.9], \"mu\": 0.6}], \"range\": 294, \"accelerometer_noise\": 0.055, \"gyro_noise\": 0.006, "
    "\"force_rate\": 300, \"torque_rate\": 150, \"normal_error\": 0.035, \"rate\": 1000}";

struct Log {
  std::string text;
  double touched_at;
  int foot;
};

// A lander that sinks at 0.2 m/s, tilted towards one foot, until 0.1 s after its touch. Every 50th row is left out.
inline Log landing() {
  lander::Which alone = lander::nothing();
  alone.shaking = true;
  lander::World world(3, alone);
  world.place(1.0 + 0.2 * 0.5, {0, 0, -0.2}, {0.06, 0.03, 0});
  world.set_thrust(lander::weight / 1.02);
  world.shake(0.02);
  Log log{"t,ax,ay,az,wx,wy,wz,nx,ny,nz,fx,fy,fz,truth\n", 0, -1};
  for (int i = 0; i < 2000 && (world.touched() < 0 || world.time() - world.touched_at() < 0.1); ++i) {
    const bool before = world.touched() < 0;
    const auto x = world.sample<double>();
    if (i % 50 == 49) continue;
    char row[300];
    std::snprintf(row, sizeof row, "%.4f,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,", world.time(),
                  x.a[0], x.a[1], x.a[2], x.w[0], x.w[1], x.w[2], x.n[0], x.n[1], x.n[2], x.force[0], x.force[1],
                  x.force[2]);
    log.text += row + (before && world.touched() >= 0 ? std::to_string(world.touched()) : std::string()) + '\n';
  }
  log.touched_at = world.touched_at();
  log.foot = world.touched();
  return log;
}

}  // namespace monitor_landing
