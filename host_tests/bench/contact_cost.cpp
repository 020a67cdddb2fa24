// What one impact costs on the machine this runs on, everything included from the C API to the audit: counter of the port
// (instructions in the emulator), median and worst over random impacts of every family and law. Fails over budget.
// Usage: contact_cost [cases of each row]
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "open.h"
#include "random_cases.hpp"

namespace {

constexpr int most_cases = 20000;
std::uint32_t counts[most_cases];

struct Row {
  const char *name;
  std::int32_t method;
  std::int32_t steps;
  bool planar;
  std::uint32_t worst_budget, median_budget;
};

// Budgets in instructions of a Cortex-M4F.
constexpr Row rows[] = {
    {"planar", TD_METHOD_PLANAR, 0, true, 250, 250},
    {"algebraic", TD_METHOD_ALGEBRAIC, 0, false, 1200, 1200},
    {"slip path, default", TD_METHOD_SLIP_PATH, 0, false, 9000, 4500},
    {"slip path, 12 steps", TD_METHOD_SLIP_PATH, 12, false, 0, 0},
    {"slip path, planar data", TD_METHOD_SLIP_PATH, 0, true, 0, 0},
};

td_contact random_contact(oracle::Random &random, const Row &row, int index) {
  const oracle::Family family =
      row.planar ? oracle::Family::planar : oracle::families[index % (sizeof oracle::families / sizeof *oracle::families)];
  const oracle::Case from = oracle::random_case(random, family);
  td_contact contact = {};
  contact.W_nn = static_cast<td_real>(from.W.nn);
  contact.W_nt = static_cast<td_real>(from.W.nt);
  contact.W_ns = static_cast<td_real>(from.W.ns);
  contact.W_tt = static_cast<td_real>(from.W.tt);
  contact.W_ts = static_cast<td_real>(from.W.ts);
  contact.W_ss = static_cast<td_real>(from.W.ss);
  contact.v_n = static_cast<td_real>(from.v.n);
  contact.v_t = static_cast<td_real>(from.v.t);
  contact.v_s = static_cast<td_real>(from.v.s);
  contact.surface.mu_s = static_cast<td_real>(from.surface.mu_s);
  contact.surface.mu_k = static_cast<td_real>(from.surface.mu_k);
  contact.surface.e = static_cast<td_real>(from.surface.e);
  contact.options.law = index / 7 % 5;
  contact.options.method = row.method;
  contact.options.steps = row.steps;
  return contact;
}

bool measure(const td_port &port, const Row &row, int cases) {
  oracle::Random random(1);
  const bool counts_instructions = port.counter_name[0] == 'i';
  std::uint32_t worst = 0;
  std::int32_t worst_law = 0;
  for (int i = 0; i < cases; ++i) {
    const td_contact contact = random_contact(random, row, i);
    td_impact impact;
    const std::uint32_t before = port.counter(port.context);
    const td_status status = td_resolve(&contact, &impact);
    counts[i] = port.counter(port.context) - before;
    if (status < 0) std::printf("refused: %s\n", td_status_name(status));
    if (counts[i] > worst) {
      worst = counts[i];
      worst_law = contact.options.law;
    }
  }
  std::nth_element(counts, counts + cases / 2, counts + cases);
  const std::uint32_t median = counts[cases / 2];
  const bool over = counts_instructions && row.worst_budget != 0 && (worst > row.worst_budget || median > row.median_budget);
  std::printf("%-26s %8lu %8lu (law %ld) %8lu%s\n", row.name, static_cast<unsigned long>(median),
              static_cast<unsigned long>(worst), static_cast<long>(worst_law),
              static_cast<unsigned long>(row.worst_budget), over ? "  OVER BUDGET" : "");
  return !over;
}

}  // namespace

int main(int argc, char **argv) {
  const int cases = std::min(argc > 1 ? std::atoi(argv[1]) : 10000, most_cases);
  td_port port;
  td_port_open(&port);
  std::printf("%s: %s for one impact\n%-26s %8s %8s %17s\n", port.board_name, port.counter_name, "", "median", "worst",
              "budget");
  bool within = true;
  for (const Row &row : rows) within = measure(port, row, cases) && within;
  return within ? 0 : 1;
}
