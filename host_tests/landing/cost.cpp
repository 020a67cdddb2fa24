// What a landing prediction costs on the machine this runs on, counted by the port (instructions in the emulator):
// median and worst over random descents of a lander on four feet (eight in the last row), and the deepest stack of the
// rows, as painted. Fails where a budget is exceeded or a descent is refused. Usage: landing_cost [cases of each row]
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "open.h"
#include "random_landings.hpp"

namespace {

constexpr int most_cases = 10000;
constexpr std::uint32_t painted_bytes = 28 * 1024;
constexpr std::uint32_t margin = 256;  // what this program itself may use there
std::uint32_t counts[most_cases];
td_landing landing_result;

struct Row {
  const char *name;
  int feet, touchdowns;
  bool flat;  // level, at rest but for the fall: all feet together
  std::uint32_t budget;
};

constexpr Row rows[] = {
    {"four feet, first impact alone", 4, 1, false, 25000},
    {"four feet, chain of 4", 4, 4, false, 60000},
    {"four feet, chain of 8", 4, 8, false, 120000},
    {"four feet at once", 4, 1, true, 0},
    {"eight feet, chain of 8", 8, 8, false, 0},
};

landing::Descent descent_of(const Row &row, int index) {
  landing::Random random(static_cast<std::uint64_t>(index) + 1);
  landing::Descent d = landing::random_descent(random, row.feet, row.touchdowns);
  if (!row.flat) return d;
  d.lander.window = td_real(0.5);
  for (int i = 0; i < 3; ++i) d.state.w[i] = 0;
  return d;
}

// The stack below `top`, in use by nobody until something is called.
void paint(volatile std::uint8_t *top) {
  for (std::uint32_t i = margin; i < painted_bytes; ++i) *(top - i) = 0xA5;
}

std::uint32_t stack_used(const volatile std::uint8_t *top) {
  std::uint32_t deepest = painted_bytes - 1;
  while (deepest > margin && *(top - deepest) == 0xA5) --deepest;
  return deepest;
}

// Stack of one prediction; painting takes far longer than that, so one is all.
__attribute__((noinline)) std::uint32_t stack_of(const landing::Descent &d) {
  auto *const top = static_cast<volatile std::uint8_t *>(__builtin_frame_address(0));
  paint(top);
  td_predict_landing(&d.lander, &d.state, &landing_result);
  return stack_used(top);
}

bool measure(const td_port &port, const Row &row, int cases) {
  int refused = 0;
  for (int i = 0; i < cases; ++i) {
    const landing::Descent d = descent_of(row, i);
    const std::uint32_t before = port.counter(port.context);
    const td_status status = td_predict_landing(&d.lander, &d.state, &landing_result);
    counts[i] = port.counter(port.context) - before;
    if (status < 0 && refused++ < 5) std::printf("descent %d refused: %s\n", i + 1, td_status_name(status));
  }
  const std::uint32_t stack = stack_of(descent_of(row, 0));
  std::sort(counts, counts + cases);
  const std::uint32_t worst = counts[cases - 1];
  const bool over = port.counter_name[0] == 'i' && row.budget != 0 && worst > row.budget;
  std::printf("%-32s %8lu %8lu %8lu", row.name, static_cast<unsigned long>(counts[cases / 2]),
              static_cast<unsigned long>(worst), static_cast<unsigned long>(stack));
  if (row.budget != 0) std::printf(" %8lu%s", static_cast<unsigned long>(row.budget), over ? "  EXCEEDED" : "");
  std::printf("\n");
  return !over && refused == 0;
}

}  // namespace

int main(int argc, char **argv) {
  const int cases = std::min(std::max(argc > 1 ? std::atoi(argv[1]) : most_cases, 1), most_cases);
  td_port port;
  td_port_open(&port);
  std::printf("%s, %s of one prediction, %d random descents\n%-32s %8s %8s %8s %8s\n", port.board_name,
              port.counter_name, cases, "", "median", "worst", "stack", "budget");
  bool good = true;
  for (const Row &row : rows) good = measure(port, row, row.budget != 0 ? cases : std::min(cases, 500)) && good;
  std::printf(good ? "every budget kept\n" : "FAILED\n");
  return good ? 0 : 1;
}
