// A table of costs on the machine this runs on: what the port's counter counts of a call (instructions in the
// emulator), median and worst over many cases, and the deepest stack of the first of them, as painted; rows are held to
// budgets.txt. Seen red: with a row's budget lowered, and with its line taken out.
#ifndef TOUCHDOWN_BENCH_COST_TABLE_HPP
#define TOUCHDOWN_BENCH_COST_TABLE_HPP

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "open.h"
#include "painted_stack.hpp"

namespace bench {

struct Cost {
  std::uint32_t counted, stack;
};

// Instructions of a Cortex-M4F that a row may take.
struct Budget {
  const char *row;              // a row that is set in under another by two blanks is "other: row"
  std::uint32_t worst, median;  // 0: none
};

constexpr Budget budgets[] = {
#include "row_budgets.inc"
};

constexpr bool budgeted = true;  // of a row: it has a budget, or the program fails

class CostTable {
 public:
  // `budgets_alone`: no row but those that have one.
  CostTable(const char *subject, int cases, bool budgets_alone = false) : cases_(cases), budgets_alone_(budgets_alone) {
    td_port_open(&port_);
    reading_ = cost_of([] {}).counted;
    std::printf("%s, %s of %s, %d cases\n%-50s %8s %8s %8s %8s\n", port_.board_name, port_.counter_name, subject, cases,
                "", "median", "worst", "stack", "budget");
  }

  // What is counted of one call of `work`, reading the counter taken off.
  template <class Work>
  std::uint32_t counted_of(const Work &work) {
    const std::uint32_t before = port_.counter(port_.context);
    work();
    const std::uint32_t counted = port_.counter(port_.context) - before;
    return counted > reading_ ? counted - reading_ : 0;
  }

  // What one call of `work` costs. Stack is painted only while `painting`, because paint takes longer than the work.
  template <class Work>
  __attribute__((noinline)) Cost cost_of(const Work &work) {
    if (painting_) stack_.paint(__builtin_frame_address(0));
    const std::uint32_t counted = counted_of(work);
    return {counted, painting_ ? std::max(stack_.used(), margin) : 0};
  }

  // The same, or in per cent of what `plain` costs: of one tick at the least, where a clock counts none of it.
  template <class Work, class Plain>
  Cost cost_beside(const Plain &plain, bool as_share, const Work &work) {
    const std::uint32_t without = std::max<std::uint32_t>(counted_of(plain), 1);
    Cost cost = cost_of(work);
    if (as_share) cost.counted = cost.counted * 100 / without;
    return cost;
  }

  // One row; `draw(i)` gives the cost of case i.
  template <class Draw>
  void row(const char *name, bool is_budgeted, const Draw &draw) {
    if (name[0] != ' ') above_ = name;
    if (budgets_alone_ && !is_budgeted) return;
    std::vector<std::uint32_t> counts;
    std::uint32_t stack = 0;
    for (int i = 0; i < cases_; ++i) {
      painting_ = i < painted_cases;
      const Cost cost = draw(i);
      counts.push_back(cost.counted);
      stack = std::max(stack, cost.stack);
    }
    std::sort(counts.begin(), counts.end());
    print(name, is_budgeted ? budget_of(name) : Budget{}, counts[counts.size() / 2], counts.back(), stack);
  }

  // Says whether every budget was kept, as a program's exit status.
  int exit_status() const {
    std::printf(within_budget_ ? "every budget kept\n" : "a budget was EXCEEDED\n");
    return within_budget_ ? 0 : 1;
  }

 private:
  static constexpr std::uint32_t margin = 256;  // what this class itself may use of the stack
  static constexpr int painted_cases = 200;

  Budget budget_of(const std::string &name) {
    const bool set_in = name.compare(0, 2, "  ") == 0;
    const std::string key = set_in ? above_ + ": " + name.substr(2) : name;
    for (const Budget &budget : budgets)
      if (budget.row == key) return budget;
    std::printf("no budget for %s\n", key.c_str());
    within_budget_ = false;
    return {};
  }

  void print(const char *name, Budget budget, std::uint32_t median, std::uint32_t worst, std::uint32_t stack) {
    const bool instructions = port_.counter_name[0] == 'i';  // only they have a budget
    const bool over = (budget.worst != 0 && worst > budget.worst) || (budget.median != 0 && median > budget.median);
    const bool good = !instructions || !over;
    within_budget_ = within_budget_ && good;
    // As much as the margin or less is lost in what this class itself uses.
    const std::string depth = (stack == margin ? "<=" : "") + std::to_string(stack);
    std::printf("%-50s %8lu %8lu %8s", name, static_cast<unsigned long>(median), static_cast<unsigned long>(worst),
                depth.c_str());
    if (budget.worst != 0) std::printf(" %8lu", static_cast<unsigned long>(budget.worst));
    std::printf(good ? "\n" : "  EXCEEDED\n");
  }

  td_port port_ = {};
  int cases_;
  bool budgets_alone_;
  std::uint32_t reading_ = 0;  // what the counter counts of being read
  PaintedStack stack_{24 * 1024, margin};
  bool painting_ = false;
  std::string above_;  // name of the last row that is not set in
  bool within_budget_ = true;
};

}  // namespace bench

#endif
