// What a landing prediction costs on the machine this runs on, counted by the port (instructions in the emulator):
// median and worst over random descents of a lander on four feet (eight in the last row), and the deepest stack of the
// first of them, as painted. Fails where a budget is exceeded or a descent is refused.
// Usage: landing_cost [cases of each row]
#include <cstdlib>

#include "cost_table.hpp"
#include "random_landings.hpp"

namespace {

using bench::budgeted;

struct Row {
  const char *name;
  int feet, touchdowns;
  bool flat;  // level, at rest but for the fall: all feet together
  bool is_budgeted;
};

constexpr Row rows[] = {
    {"four feet, first impact alone", 4, 1, false, budgeted}, {"four feet, chain of 4", 4, 4, false, budgeted},
    {"four feet, chain of 8", 4, 8, false, budgeted},         {"four feet at once", 4, 1, true, !budgeted},
    {"eight feet, chain of 8", 8, 8, false, !budgeted},
};

landing::Descent descent_of(const Row &row, int index) {
  landing::Random random(static_cast<std::uint64_t>(index) + 1);
  landing::Descent d = landing::random_descent(random, row.feet, row.touchdowns);
  if (!row.flat) return d;
  d.lander.simultaneity_window = td_real(0.5);
  for (int i = 0; i < 3; ++i) d.state.w[i] = 0;
  return d;
}

// How many descents were refused.
int measure(bench::CostTable &table, const Row &row) {
  static td_landing landing;
  int refused = 0;
  table.row(row.name, row.is_budgeted, [&](int i) {
    const landing::Descent d = descent_of(row, i);
    td_status status = TD_SOLVED;
    const bench::Cost cost = table.cost_of([&] { status = td_predict_landing(&d.lander, &d.state, &landing); });
    if (status < 0 && refused++ < 5) std::printf("descent %d refused: %s\n", i + 1, td_status_name(status));
    return cost;
  });
  return refused;
}

}  // namespace

int main(int argc, char **argv) {
  bench::CostTable table("one prediction", argc > 1 ? std::max(std::atoi(argv[1]), 1) : 1000);
  int refused = 0;
  for (const Row &row : rows) refused += measure(table, row);
  return refused == 0 ? table.exit_status() : 1;
}
