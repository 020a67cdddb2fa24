// What a sample costs the contact monitor of a lander on four feet, on the machine this runs on, counted by the port
// (instructions in the emulator): while nothing happens, and at touches of the ground, weighed. Fails over budget.
// Usage: contact_monitor_cost [cases of each row]
#include <cstdlib>

#include "cost_table.hpp"
#include "lander.hpp"

namespace {

td_monitor_machine machine;
td_monitor monitor;

struct Row {
  const char *name;
  bool flies;   // shaken, and with no ground; else landings of 0.1 to 1 m/s
  bool weighs;  // samples of an event; else those that begin and end outside of one
  int points;   // of a hull of its own
  int feet;     // the lander's, and on the edges between them
};

constexpr Row rows[] = {
    {"four feet, at rest", false, false, 0, 4},
    {"four feet, shaken in flight", true, false, 0, 4},
    {"four feet, a candidate touch", false, true, 0, 4},
    {"four feet, shocks weighed", true, true, 0, 4},
    {"four feet, eight other points, a candidate touch", false, true, 8, 4},
    {"eight feet, a candidate touch", false, true, 0, 8},
};

// Samples of flights or landings, one after the other, for ever.
class Samples {
 public:
  explicit Samples(const Row &row) : row_(row) { begin(); }

  bench::Cost next(bench::CostTable &table) {
    for (;;) {
      if (++taken_ > (row_.flies ? 6000 : 900)) begin();
      const td_monitor_sample sample = world_.sample<td_real>();
      const int32_t before = monitor.phase;
      const bench::Cost cost = table.cost_of([&] { (void)td_monitor_feed(&monitor, &machine, &sample); });
      const bool weighs = before == TD_MONITOR_WEIGHS || monitor.phase == TD_MONITOR_WEIGHS;
      if (before != TD_MONITOR_LEARNS && weighs == row_.weighs) return cost;
    }
  }

 private:
  static lander::Which which(const Row &row) { return row.flies ? lander::Which{} : lander::nothing(); }

  void begin() {
    machine = lander::machine<td_real>();
    machine.feet = row_.feet;
    for (int i = 4; i < row_.feet; ++i) {
      machine.foot[i] = machine.foot[0];
      machine.foot[i].r[i & 1] = 0;
      machine.foot[i].r[1 - (i & 1)] = i < 6 ? td_real(1) : td_real(-1);
    }
    machine.points = row_.points;
    for (int i = 0; i < row_.points; ++i) machine.point[i] = {{corner(i, 1), corner(i, 2), corner(i, 4)}, 0, 1};
    (void)td_monitor_start(&monitor, &machine);
    taken_ = 0;
    world_ = lander::World(++seed_, which(row_));
    if (row_.flies) return;
    const double speed = world_.random.log_uniform(0.1, 1);
    const lander::Vector3d towards = world_.random.direction();
    const double tilt = world_.random.uniform(1, 6) * imu::degree;
    world_.place(1.02 + 0.25 * speed, {0.02, -0.01, -speed}, {tilt * towards[0], tilt * towards[1], 0});
    world_.set_thrust(lander::weight / 1.02);
    world_.shake(0.02);
  }
  static td_real corner(int i, int bit) { return (i & bit) != 0 ? td_real(0.7) : td_real(-0.7); }

  const Row &row_;
  std::uint64_t seed_ = 0;
  int taken_ = 0;
  lander::World world_{1, which(row_)};
};

}  // namespace

int main(int argc, char **argv) {
  bench::CostTable table("a sample of the contact monitor", argc > 1 ? std::max(std::atoi(argv[1]), 1) : 1000);
  for (const Row &row : rows) {
    Samples samples(row);
    table.row(row.name, bench::budgeted, [&](int) { return samples.next(table); });
  }
  return table.exit_status();
}
