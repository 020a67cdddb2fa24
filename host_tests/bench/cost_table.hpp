// A table of costs on the machine this runs on: what the port's counter counts of a call (instructions in the
// emulator), median and worst over many cases, and the deepest stack of the first of them, as painted.
#ifndef TOUCHDOWN_BENCH_COST_TABLE_HPP
#define TOUCHDOWN_BENCH_COST_TABLE_HPP

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "open.h"

namespace bench {

struct Cost {
  std::uint32_t counted, stack;
};

struct Budget {
  std::uint32_t worst = 0, median = 0;  // 0: none
};

class CostTable {
 public:
  CostTable(const char *subject, int cases) : cases_(cases) {
    td_port_open(&port_);
    reading_ = cost_of([] {}).counted;
    std::printf("%s, %s of %s, %d cases\n%-50s %8s %8s %8s %8s\n", port_.board_name, port_.counter_name, subject, cases,
                "", "median", "worst", "stack", "budget");
  }

  // What one call of `work` costs, reading the counter taken off. Stack is painted only while `painting`, because paint
  // takes longer than the work.
  template <class Work>
  __attribute__((noinline)) Cost cost_of(const Work &work) const {
    auto *const top = static_cast<volatile std::uint8_t *>(__builtin_frame_address(0));
    if (painting_) paint(top);
    const std::uint32_t before = port_.counter(port_.context);
    work();
    const std::uint32_t counted = port_.counter(port_.context) - before;
    return {counted > reading_ ? counted - reading_ : 0, painting_ ? stack_used(top) : 0};
  }

  // One row; `draw(i)` gives the cost of case i.
  template <class Draw>
  void row(const char *name, Budget budget, const Draw &draw) {
    std::vector<std::uint32_t> counts;
    std::uint32_t stack = 0;
    for (int i = 0; i < cases_; ++i) {
      painting_ = i < painted_cases;
      const Cost cost = draw(i);
      counts.push_back(cost.counted);
      stack = std::max(stack, cost.stack);
    }
    std::sort(counts.begin(), counts.end());
    print(name, budget, counts[counts.size() / 2], counts.back(), stack);
  }

  // Says whether every budget was kept, as a program's exit status.
  int exit_status() const {
    std::printf(within_budget_ ? "every budget kept\n" : "a budget was EXCEEDED\n");
    return within_budget_ ? 0 : 1;
  }

 private:
  static constexpr std::uint32_t painted_bytes = 24 * 1024;
  static constexpr std::uint32_t margin = 256;  // what this class itself may use there
  static constexpr int painted_cases = 200;

  // The stack below `top`, in use by nobody until something is called.
  static void paint(volatile std::uint8_t *top) {
    for (std::uint32_t i = margin; i < painted_bytes; ++i) *(top - i) = 0xA5;
  }

  static std::uint32_t stack_used(const volatile std::uint8_t *top) {
    std::uint32_t deepest = painted_bytes - 1;
    while (deepest > margin && *(top - deepest) == 0xA5) --deepest;
    return deepest;
  }

  void print(const char *name, Budget budget, std::uint32_t median, std::uint32_t worst, std::uint32_t stack) {
    const bool instructions = port_.counter_name[0] == 'i';  // only they have a budget
    const bool over = (budget.worst != 0 && worst > budget.worst) || (budget.median != 0 && median > budget.median);
    const bool good = !instructions || !over;
    within_budget_ = within_budget_ && good;
    std::printf("%-50s %8lu %8lu %8lu", name, static_cast<unsigned long>(median), static_cast<unsigned long>(worst),
                static_cast<unsigned long>(stack));
    if (budget.worst != 0) std::printf(" %8lu%s", static_cast<unsigned long>(budget.worst), good ? "" : "  EXCEEDED");
    std::printf("\n");
  }

  td_port port_ = {};
  int cases_;
  std::uint32_t reading_ = 0;  // what the counter counts of being read
  bool painting_ = false;
  bool within_budget_ = true;
};

}  // namespace bench

#endif
