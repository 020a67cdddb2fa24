// The cost of resolving a system on the machine that this runs on, counted by the port (instructions in the emulator):
// median and worst of random cases, and the deepest stack, as painted. Fails if a budget is exceeded. Usage:
// systems_cost [cases]
#include <cstdlib>

#include "cost_table.hpp"
#include "random_systems.hpp"
#include "restated.hpp"
#include "touchdown/sensitivity.h"

namespace {

using systems::Random;

using bench::budgeted;
using bench::Cost;

bench::CostTable *table;

template <class Work>
Cost cost_of(const Work &work) {
  return table->cost_of(work);
}

// One row of the table. `draw` gives the cost of one random case.
template <class Draw>
void row(const char *name, bool is_budgeted, const Draw &draw) {
  table->row(name, is_budgeted, [&](int i) {
    Random random(static_cast<std::uint64_t>(i) + 1);
    return draw(random);
  });
}

// The cost of the way to contact space and back, beside the impact itself. Without friction, so that both follow the
// same path.
template <class Work>
Cost above_impact(const td_speeds &same, const Work &work) {
  const td_contact contact = systems::contact_of(same);
  td_impact impact;
  const std::uint32_t alone = cost_of([&] { (void)td_resolve(&contact, &impact); }).counted;
  Cost cost = cost_of(work);
  cost.counted = cost.counted > alone ? cost.counted - alone : 0;
  return cost;
}

Cost body(Random &random) {
  td_body_contact one = systems::random_single(random);
  one.surface.mu_s = one.surface.mu_k = 0;
  const systems::BodyAsSpeeds same(one);
  td_body_impact impact;
  return above_impact(same.system, [&] { (void)td_resolve_body(&one, &impact); });
}

Cost pair(Random &random) {
  td_pair two = systems::random_pair(random);
  two.surface.mu_s = two.surface.mu_k = 0;
  const systems::PairAsSpeeds same(two);
  td_pair_impact impact;
  return above_impact(same.system, [&] { (void)td_resolve_pair(&two, &impact); });
}

// The derivatives of a body's impact by six velocities, friction and restitution, by any law: by themselves, or in per
// cent of the same impact without them.
Cost body_derivatives(Random &random, bool as_share) {
  td_body_contact one = systems::random_single(random);
  one.options.law = static_cast<std::int32_t>(random.uniform(0, TD_LAW_AUTOMATIC + 1));
  td_body_impact impact;
  td_body_derivatives derivatives;
  return table->cost_beside([&] { (void)td_resolve_body(&one, &impact); }, as_share,
                            [&] { (void)td_resolve_body_derivatives(&one, &derivatives, nullptr); });
}

Cost speeds(Random &random, int n, int constraints, bool factor) {
  const systems::RandomSpeeds data(random, n, constraints, 1);
  td_speeds system = data.single();
  system.surface.mu_s = system.surface.mu_k = 0;
  if (factor) system.system.L = data.L;
  td_real u[TD_MAX_SPEEDS], joints[TD_MAX_SPEEDS], held[TD_MAX_CONSTRAINTS];
  td_speeds_impact impact = {};
  td_system_after after = {u, joints, held};
  return above_impact(system, [&] { (void)td_resolve_speeds(&system, &impact, &after); });
}

Cost feet(Random &random, int count, bool flat, int rule, int law, int iterations = 0) {
  systems::RandomFeet data(random, count, flat, 1);
  data.body.multi_contact.iterations = iterations;
  data.body.multi_contact.rule = rule;
  data.body.multi_contact.options.law = law;
  td_contact_result shares[TD_MAX_CONTACTS];
  td_body_multi_contact_impact impact = {};
  return cost_of([&] { (void)td_resolve_body_multi_contact(&data.body, &impact, shares); });
}

Cost limbs(Random &random, int n, int contacts) {
  const systems::RandomSpeeds data(random, n, 0, contacts);
  td_speeds_multi_contact system = data.with_contacts();
  td_real u[TD_MAX_SPEEDS];
  td_speeds_multi_contact_impact impact = {};
  td_system_after after = {u, nullptr, nullptr};
  return cost_of([&] { (void)td_resolve_speeds_multi_contact(&system, &impact, &after, nullptr); });
}

void rows() {
  row("body, above its impact", !budgeted, body);
  row("body, derivatives", !budgeted, [](Random &r) { return body_derivatives(r, false); });
  row("  per cent of the impact", !budgeted, [](Random &r) { return body_derivatives(r, true); });
  row("pair, above its impact", !budgeted, pair);
  row("speeds, n = 6, above the impact", budgeted, [](Random &r) { return speeds(r, 6, 0, false); });
  row("speeds, n = 6, Cholesky factor given", budgeted, [](Random &r) { return speeds(r, 6, 0, true); });
  row("speeds, n = 6, 2 constraints", !budgeted, [](Random &r) { return speeds(r, 6, 2, false); });
  row("speeds, n = 12, above the impact", budgeted, [](Random &r) { return speeds(r, 12, 0, false); });
  row("speeds, n = 12, Cholesky factor given", budgeted, [](Random &r) { return speeds(r, 12, 0, true); });
  row("speeds, n = 12, 6 constraints", !budgeted, [](Random &r) { return speeds(r, 12, 6, false); });
  row("coupled, 2 feet, flat, Poisson", !budgeted,
      [](Random &r) { return feet(r, 2, true, TD_RULE_COUPLED, TD_LAW_POISSON); });
  row("coupled, 4 feet, flat, Poisson", budgeted,
      [](Random &r) { return feet(r, 4, true, TD_RULE_COUPLED, TD_LAW_POISSON); });
  row("coupled, 4 feet, rough, Poisson", budgeted,
      [](Random &r) { return feet(r, 4, false, TD_RULE_COUPLED, TD_LAW_POISSON); });
  row("coupled, 4 feet, rough, Newton", budgeted,
      [](Random &r) { return feet(r, 4, false, TD_RULE_COUPLED, TD_LAW_NEWTON); });
  row("coupled, 8 feet, rough, Poisson", !budgeted,
      [](Random &r) { return feet(r, 8, false, TD_RULE_COUPLED, TD_LAW_POISSON); });
  row("coupled and converged, 4 feet, flat", budgeted,
      [](Random &r) { return feet(r, 4, true, TD_RULE_COUPLED, TD_LAW_POISSON, TD_CONVERGED_ITERATIONS); });
  row("coupled and converged, 4 feet, rough", budgeted,
      [](Random &r) { return feet(r, 4, false, TD_RULE_COUPLED, TD_LAW_POISSON, TD_CONVERGED_ITERATIONS); });
  row("coupled and converged, 8 feet, rough", !budgeted,
      [](Random &r) { return feet(r, 8, false, TD_RULE_COUPLED, TD_LAW_POISSON, TD_CONVERGED_ITERATIONS); });
  row("coupled, speeds n = 12, 4 contacts", !budgeted, [](Random &r) { return limbs(r, 12, 4); });
  row("superposed, 4 feet, flat", !budgeted,
      [](Random &r) { return feet(r, 4, true, TD_RULE_SUPERPOSED, TD_LAW_POISSON); });
  row("in sequence, 4 feet, flat, Poisson", !budgeted,
      [](Random &r) { return feet(r, 4, true, TD_RULE_SEQUENTIAL, TD_LAW_POISSON); });
}

}  // namespace

int main(int argc, char **argv) {
  bench::CostTable costs("one call", argc > 1 ? std::max(std::atoi(argv[1]), 1) : 200);
  table = &costs;
  rows();
  return costs.exit_status();
}
