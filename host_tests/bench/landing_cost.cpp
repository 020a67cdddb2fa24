// What a whole landing to rest costs on the machine this runs on: of recorded tosses of a cube, from the end of their
// free flight (recorded_tosses.inc), and of random landers on four feet, on four legs that yield and on four of three
// struts. Step by step, as who draws or controls along the way calls it; its longest step; and in one call.
// Fails over budget, and where a landing does not come to rest. Usage: landing_cost [cases of each row]; the tosses
// begin again after the last, of legs it is a thirty-second
#include <cstdlib>

#include "cost_table.hpp"
#include "random_legs.hpp"
#include "random_struts.hpp"

namespace {

#include "recorded_tosses.inc"

constexpr int most_steps = 20000;

struct Landing {
  td_lander body;
  td_lander_state state;
};

// A body on its way.
struct Run {
  td_landing motion;
  td_status status;
};

bool goes_on(const Run &run) { return run.status >= 0 && run.motion.outcome == TD_OUTCOME_OPEN; }

bool rests(const Run &run) {
  return run.status >= 0 &&
         (run.motion.outcome == TD_OUTCOME_RESTS_UPRIGHT || run.motion.outcome == TD_OUTCOME_RESTS_OTHERWISE);
}

void begin(const Landing &landing, Run &run) {
  run.status = td_landing_start(&run.motion, &landing.body, &landing.state);
}

void step(const Landing &landing, Run &run) {
  run.status = td_landing_step(&run.motion, &landing.body, landing.body.horizon, nullptr);
}

void land(const Landing &landing, Run &run) {
  run.status = td_land(&landing.body, &landing.state, most_steps, &run.motion, nullptr);
}

Landing toss(int i) {
  constexpr int tosses = sizeof recorded_flights / sizeof *recorded_flights;
  return {recorded_body(), recorded_flights[i % tosses]};
}

bool comes_to_rest(const Landing &landing) {
  static Run run;
  land(landing, run);
  return rests(run);
}

// The first that comes to rest, of those that the seed leads to.
Landing lander(int i) {
  systems::Random random(static_cast<std::uint64_t>(i) + 1);
  for (;;) {
    const landers::Case c = landers::random_case(random);
    const Landing landing = {landers::body_of(c), landers::state_of(c)};
    if (landing.body.feet == 4 && comes_to_rest(landing)) return landing;
  }
}

Landing lander_on_legs(int i) {
  systems::Random random(static_cast<std::uint64_t>(i) + 1);
  for (;;) {
    const yielding::Landing drawn = yielding::random_landing(random);
    Landing landing = {yielding::body_of(drawn), yielding::state_of(drawn)};
    landing.body.horizon = landers::body_of(yielding::case_of(drawn)).horizon;
    if (landing.body.feet == 4 && comes_to_rest(landing)) return landing;
  }
}

Landing lander_on_struts(int i) {
  systems::Random random(static_cast<std::uint64_t>(i) + 1);
  for (;;) {
    const struts::Lander drawn = struts::random_lander(random);
    Landing landing = {struts::body_of(drawn), struts::state_of(drawn)};
    landing.body.horizon = static_cast<td_real>(100 * drawn.time);
    if (landing.body.feet == 4 && comes_to_rest(landing)) return landing;
  }
}

// What all steps count, and what the longest does.
struct Steps {
  std::uint32_t all, longest;
};

Steps step_by_step(bench::CostTable &table, const Landing &landing, Run &run) {
  Steps steps = {table.counted_of([&] { begin(landing, run); }), 0};
  for (int i = 0; i < most_steps && goes_on(run); ++i) {
    const std::uint32_t counted = table.counted_of([&] { step(landing, run); });
    steps = {steps.all + counted, std::max(steps.longest, counted)};
  }
  return steps;
}

// The rows out of one look at each landing. How many did not come to rest.
template <class Draw>
int measure(bench::CostTable &table, const char *name, const Draw &draw) {
  static Run run;
  static Landing landing;
  std::vector<Steps> steps;
  std::vector<bench::Cost> in_one_call;
  int restless = 0;
  table.row(name, bench::budgeted, [&](int i) {
    landing = draw(i);
    steps.push_back(step_by_step(table, landing, run));
    restless += rests(run) ? 0 : 1;
    in_one_call.push_back(table.cost_of([] { land(landing, run); }));
    restless += rests(run) ? 0 : 1;
    return bench::Cost{steps.back().all, in_one_call.back().stack};
  });
  const auto at = [](const auto &list, int i) { return list[static_cast<std::size_t>(i)]; };
  table.row("  longest step", bench::budgeted, [&](int i) {
    return bench::Cost{at(steps, i).longest, at(in_one_call, i).stack};
  });
  table.row("  in one call", bench::budgeted, [&](int i) { return at(in_one_call, i); });
  return restless;
}

}  // namespace

int main(int argc, char **argv) {
  const int cases = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 378;
  bench::CostTable on_feet("one landing to rest", cases);
  int restless =
      measure(on_feet, "recorded toss, step by step", toss) + measure(on_feet, "four feet, step by step", lander);
  bench::CostTable on_legs("one landing to rest on legs that yield", std::max(cases / 32, 1));  // each takes seconds
  restless += measure(on_legs, "four legs that yield, step by step", lander_on_legs) +
              measure(on_legs, "four legs of three struts, step by step", lander_on_struts);
  if (restless > 0) std::printf("%d did not come to rest\n", restless);
  return std::max(on_feet.exit_status(), on_legs.exit_status()) + (restless > 0 ? 1 : 0);
}
