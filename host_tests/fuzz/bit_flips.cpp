// Memory that flips: every public function on inputs in which one bit or two, anywhere in the structs, were turned
// over. Each call must come back, with every promise kept, and for no more work than four times the worst of forty
// whole inputs or more. A fault of the machine ends the program with its number (port/cortex_m/startup.c), a call that
// never returns meets the test's time limit.
//
//   bit_flips SHARES       so many shares of trials of each function
//
// Seen red on the board: without the upper bound of n in check_shape (src/systems/generalized_speeds.hpp) it ends with
// "fault 5"; with resolve_in_sequence (src/multi_contact/rules.hpp) going on while any contact approaches, it
// does not end. With "no pull" of promises.hpp turned round it names every function that resolves an impact.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#include "open.h"
#include "trial.hpp"

namespace {

class Meter final : public calls::Probe {
 public:
  Meter() { td_port_open(&port); }
  void before() override { start_ = port.counter(port.context); }
  void after() override { counted = port.counter(port.context) - start_; }

  td_port port = {};
  std::uint32_t counted = 0;

 private:
  std::uint32_t start_ = 0;
};

calls::Spoil flip(calls::Draw &draw) {
  const std::uint32_t bit = draw.bits() % 64;
  return {calls::Spoil::flip_bits + bit, draw.bits(), 0};
}

struct Tally {
  std::uint32_t whole = 0, flipped = 0;  // the worst work of each
  int refused = 0, broken = 0;           // calls refused, promises broken
};

void run(const calls::Call &call, std::uint32_t seed, int flips, Meter &meter, Tally &tally) {
  calls::Draw draw(~seed);
  const calls::Spoil spoils[] = {flip(draw), flip(draw)};
  calls::Trial trial{calls::Draw(seed)};
  trial.more = spoils;
  trial.more_count = static_cast<std::size_t>(flips);
  trial.probe = &meter;
  call.run(trial);
  std::uint32_t &worst = flips == 0 ? tally.whole : tally.flipped;
  worst = std::max(worst, meter.counted);
  if (flips > 0 && trial.status < 0) ++tally.refused;
  if (trial.broken == nullptr) return;
  std::printf("broken promise: %s: %s, seed %lu, %d flips\n", trial.broken, call.name, static_cast<unsigned long>(seed),
              flips);
  ++tally.broken;
}

// The worst of few calls says little about a rare slow one.
constexpr int least_whole = 40;

// Whether all went well.
bool try_function(const calls::Call &call, int trials, Meter &meter) {
  Tally tally;
  for (int i = 0; i < std::max(trials, least_whole); ++i) {
    const auto seed = static_cast<std::uint32_t>(i);
    run(call, seed, 0, meter, tally);
    if (i < trials) run(call, seed, 1 + i % 2, meter, tally);
  }
  const bool counts = meter.port.counter_name[0] == 'i';  // instructions; time would depend on the machine's mood
  const bool over = counts && tally.flipped > 4 * tally.whole;
  std::printf("%-34s %6d %8d %9lu %9lu%s\n", call.name, trials, tally.refused, static_cast<unsigned long>(tally.whole),
              static_cast<unsigned long>(tally.flipped), over ? "  TOO MUCH" : "");
  return !over && tally.broken == 0;
}

}  // namespace

int main(int argc, char **argv) {
  const int shares = argc > 1 ? std::atoi(argv[1]) : 1;
  Meter meter;
  bool good = shares > 0;
  std::printf("%s, %s\n%-34s %6s %8s %9s %9s\n", meter.port.board_name, meter.port.counter_name, "", "flips", "refused",
              "whole", "flipped");
  for (const calls::Calls *functions : {&calls::in_float, &calls::in_double})
    for (int i = 0; i < functions->count; ++i)
      good = try_function(functions->list[i], shares * functions->list[i].share, meter) && good;
  std::printf(good ? "pass\n" : "FAIL\n");
  return good ? 0 : 1;
}
