// What resolving a system costs on the machine this runs on, counted by the port (instructions in the emulator): median
// and worst of random cases, and the deepest stack, as painted. Fails where a budget is exceeded.
// Usage: systems_cost [cases]
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "open.h"
#include "random_systems.hpp"
#include "restated.hpp"

namespace {

using systems::Random;

constexpr int most_cases = 512;
constexpr std::uint32_t painted_bytes = 24 * 1024;
constexpr std::uint32_t margin = 256;  // what this program itself may use there

td_port port;
int cases = 200;
bool within_budget = true;

struct Cost {
  std::uint32_t counted, stack;
};

// The stack below `top`, in use by nobody until something is called.
void paint(volatile std::uint8_t *top) {
  for (std::uint32_t i = margin; i < painted_bytes; ++i) *(top - i) = 0xA5;
}

std::uint32_t stack_used(const volatile std::uint8_t *top) {
  std::uint32_t deepest = painted_bytes - 1;
  while (deepest > margin && *(top - deepest) == 0xA5) --deepest;
  return deepest;
}

template <class Work>
__attribute__((noinline)) Cost cost_of(const Work &work) {
  auto *const top = static_cast<volatile std::uint8_t *>(__builtin_frame_address(0));
  paint(top);
  const std::uint32_t before = port.counter(port.context);
  work();
  const std::uint32_t counted = port.counter(port.context) - before;
  return {counted, stack_used(top)};
}

// One row of the table. `draw` gives the cost of one random case.
template <class Draw>
void row(const char *name, std::uint32_t budget, const Draw &draw) {
  std::uint32_t counts[most_cases], stack = 0;
  for (int i = 0; i < cases; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 1);
    const Cost cost = draw(random);
    counts[i] = cost.counted;
    stack = std::max(stack, cost.stack);
  }
  std::sort(counts, counts + cases);
  const std::uint32_t worst = counts[cases - 1];
  const bool instructions = port.counter_name[0] == 'i';  // only they have a budget
  const bool good = !instructions || budget == 0 || worst <= budget;
  within_budget = within_budget && good;
  std::printf("%-50s %8lu %8lu %8lu", name, static_cast<unsigned long>(counts[cases / 2]),
              static_cast<unsigned long>(worst), static_cast<unsigned long>(stack));
  if (budget > 0) std::printf(" %8lu%s", static_cast<unsigned long>(budget), good ? "" : "  EXCEEDED");
  std::printf("\n");
}

// What the way to contact space and back adds to the impact itself. Without friction, so that the impact's own path is
// the same in both.
template <class Work>
Cost above_impact(const td_speeds &same, const Work &work) {
  const td_contact contact = systems::contact_of(same);
  td_impact impact;
  const std::uint32_t alone = cost_of([&] { td_resolve(&contact, &impact); }).counted;
  Cost cost = cost_of(work);
  cost.counted = cost.counted > alone ? cost.counted - alone : 0;
  return cost;
}

Cost body(Random &random) {
  td_body one = systems::random_single(random);
  one.surface.mu_s = one.surface.mu_k = 0;
  const systems::BodyAsSpeeds same(one);
  td_body_impact impact;
  return above_impact(same.system, [&] { td_resolve_body(&one, &impact); });
}

Cost pair(Random &random) {
  td_pair two = systems::random_pair(random);
  two.surface.mu_s = two.surface.mu_k = 0;
  const systems::PairAsSpeeds same(two);
  td_pair_impact impact;
  return above_impact(same.system, [&] { td_resolve_pair(&two, &impact); });
}

Cost speeds(Random &random, int n, int constraints, bool factor) {
  const systems::RandomSpeeds data(random, n, constraints, 1);
  td_speeds system = data.single();
  system.surface.mu_s = system.surface.mu_k = 0;
  if (factor) system.L = data.L;
  td_real u[TD_MAX_SPEEDS], joints[TD_MAX_SPEEDS], held[TD_MAX_CONSTRAINTS];
  td_speeds_impact impact = {};
  impact.u = u;
  impact.joint_impulses = joints;
  impact.constraint_impulses = held;
  return above_impact(system, [&] { td_resolve_speeds(&system, &impact); });
}

Cost feet(Random &random, int count, bool flat, int rule, int law) {
  systems::RandomFeet data(random, count, flat, 1);
  data.body.together.rule = rule;
  data.body.together.options.law = law;
  td_share shares[TD_MAX_CONTACTS];
  td_body_together_impact impact = {};
  impact.shares = shares;
  return cost_of([&] { td_resolve_body_together(&data.body, &impact); });
}

Cost limbs(Random &random, int n, int contacts) {
  const systems::RandomSpeeds data(random, n, 0, contacts);
  const td_speeds_together system = data.together();
  td_real u[TD_MAX_SPEEDS];
  td_speeds_together_impact impact = {};
  impact.u = u;
  return cost_of([&] { td_resolve_speeds_together(&system, &impact); });
}

void table() {
  row("body, above its impact", 0, body);
  row("pair, above its impact", 0, pair);
  row("speeds, n = 6, above the impact", 3000, [](Random &r) { return speeds(r, 6, 0, false); });
  row("speeds, n = 6, Cholesky factor given", 3000, [](Random &r) { return speeds(r, 6, 0, true); });
  row("speeds, n = 6, 2 constraints", 0, [](Random &r) { return speeds(r, 6, 2, false); });
  row("speeds, n = 12, above the impact", 12000, [](Random &r) { return speeds(r, 12, 0, false); });
  row("speeds, n = 12, Cholesky factor given", 12000, [](Random &r) { return speeds(r, 12, 0, true); });
  row("speeds, n = 12, 6 constraints", 0, [](Random &r) { return speeds(r, 12, 6, false); });
  row("coupled, 2 feet, flat, Poisson", 0, [](Random &r) { return feet(r, 2, true, TD_RULE_COUPLED, TD_LAW_POISSON); });
  row("coupled, 4 feet, flat, Poisson", 40000,
      [](Random &r) { return feet(r, 4, true, TD_RULE_COUPLED, TD_LAW_POISSON); });
  row("coupled, 4 feet, rough, Poisson", 40000,
      [](Random &r) { return feet(r, 4, false, TD_RULE_COUPLED, TD_LAW_POISSON); });
  row("coupled, 4 feet, rough, Newton", 40000,
      [](Random &r) { return feet(r, 4, false, TD_RULE_COUPLED, TD_LAW_NEWTON); });
  row("coupled, 8 feet, rough, Poisson", 0,
      [](Random &r) { return feet(r, 8, false, TD_RULE_COUPLED, TD_LAW_POISSON); });
  row("coupled, speeds n = 12, 4 contacts", 0, [](Random &r) { return limbs(r, 12, 4); });
  row("superposed, 4 feet, flat", 0, [](Random &r) { return feet(r, 4, true, TD_RULE_SUPERPOSED, TD_LAW_POISSON); });
  row("in sequence, 4 feet, flat, Poisson", 0,
      [](Random &r) { return feet(r, 4, true, TD_RULE_SEQUENTIAL, TD_LAW_POISSON); });
}

}  // namespace

int main(int argc, char **argv) {
  if (argc > 1) cases = std::min(std::max(std::atoi(argv[1]), 1), most_cases);
  td_port_open(&port);
  std::printf("%s, %s of one call, %d random cases\n%-50s %8s %8s %8s %8s\n", port.board_name, port.counter_name, cases,
              "", "median", "worst", "stack", "budget");
  table();
  std::printf(within_budget ? "every budget kept\n" : "a budget was EXCEEDED\n");
  return within_budget ? 0 : 1;
}
