// `touchdown monitor`: the log of a lander that touches (host_tests/contact_monitor/lander.hpp) through the program,
// held against what its simulation knows.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>

#include "lander.hpp"
#include "program.hpp"

using namespace program;

namespace {

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
Log landing() {
  lander::Which alone;
  alone.gusts = alone.engine = alone.thrusters = alone.shocks = alone.legs = alone.lost = false;
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

void check_told(const Ended &ended, const Log &log) {
  CHECK_MESSAGE(ended.status == 0, ended.err);
  const Table table(ended.out);
  std::size_t told = table.size();
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table.text(i, "told") == "1" && told == table.size()) told = i;
  REQUIRE(told < table.size());
  CHECK(table.text(told, "explanation") == "foot");
  CHECK(table.number(told, "foot") == log.foot);
  CHECK(table.number(told, "truth_foot") == log.foot);
  CHECK(std::abs(table.number(told, "t") - log.touched_at) < 0.01);
}

}  // namespace

TEST_CASE("monitor: the touch of a log, beside its truth, in float and in double") {
  const Folder folder;
  const Log log = landing();
  REQUIRE(log.foot >= 0);
  const std::string arguments =
      "monitor " + folder.file("log.csv", log.text) + " --machine " + folder.file("machine.json", machine_text);
  check_told(run(arguments), log);
  check_told(run(arguments + " --on host-double"), log);
  const Ended ended = run(arguments + " --report " + folder.file("page.html"));
  CHECK(ended.err.find("1 touches in the log: 1 told with their foot") != std::string::npos);
  CHECK(folder.text("page.html").find("Time lines") != std::string::npos);
}

TEST_CASE("monitor: what it cannot use is said") {
  const Folder folder;
  const std::string log = folder.file("log.csv", "t,ax,ay,az,wx,wy,wz\n0,0,0,0,0,0,0\n");
  CHECK(run("monitor " + log + " --machine " + folder.file("none.json")).status == 2);
  const Ended odd = run("monitor " + log + " --machine " + folder.file("odd.json", "{\"mass\": 1, \"foot\": 2}"));
  CHECK(odd.status == 2);
  CHECK(odd.err.find("machine of a contact monitor") != std::string::npos);
  CHECK(run("monitor " + log + " --on mps2-an386 --machine " + folder.file("machine.json", machine_text)).status == 2);
}
