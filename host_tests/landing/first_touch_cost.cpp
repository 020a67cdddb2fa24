// What the first touch of a landing costs on the machine this runs on, counted by the port (instructions in the
// emulator): median and worst over random descents of a lander on four feet (eight in the last row), and the deepest
// stack of the first of them, as painted. Fails where a budget is exceeded or a descent is refused. Usage:
// first_touch_cost [cases of each row]
#include <cstdlib>

#include "cost_table.hpp"
#include "random_landings.hpp"

namespace {

using bench::budgeted;

struct Row {
  const char *name;
  int feet;
  bool flat;  // level, at rest but for the fall: all feet together
  bool is_budgeted;
};

constexpr Row rows[] = {
    {"four feet, first touch", 4, false, budgeted},
    {"four feet at once", 4, true, !budgeted},
    {"eight feet, first touch", 8, false, !budgeted},
};

landing::Descent descent_of(const Row &row, int index) {
  landing::Random random(static_cast<std::uint64_t>(index) + 1);
  landing::Descent d = landing::random_descent(random, row.feet);
  if (!row.flat) return d;
  td_real *const n = d.body.ground[0].n;
  n[0] = n[1] = 0;
  for (int i = 0; i < row.feet; ++i) d.body.foot[i].r[2] = -1;
  d.state.q[0] = 1;
  for (int i = 1; i < 4; ++i) d.state.q[i] = d.state.w[i - 1] = 0;
  return d;
}

// How many descents were refused.
int measure(bench::CostTable &table, const Row &row) {
  static td_first_touch touch;
  int refused = 0;
  table.row(row.name, row.is_budgeted, [&](int i) {
    const landing::Descent d = descent_of(row, i);
    td_status status = TD_SOLVED;
    const bench::Cost cost = table.cost_of([&] { status = td_find_first_touch(&d.body, &d.state, &touch); });
    if (status < 0 && refused++ < 5) std::printf("descent %d refused: %s\n", i + 1, td_status_name(status));
    return cost;
  });
  return refused;
}

}  // namespace

int main(int argc, char **argv) {
  bench::CostTable table("one first touch", argc > 1 ? std::max(std::atoi(argv[1]), 1) : 1000);
  int refused = 0;
  for (const Row &row : rows) refused += measure(table, row);
  return refused == 0 ? table.exit_status() : 1;
}
