// The cost of one impact, from the C API to the audit, over random impacts of every family and law. Fails over
// budget.
// Usage: contact_cost [cases of each row] [budgeted]: no row but those that have a budget
#include <cstdlib>
#include <cstring>

#include "cost_table.hpp"
#include "impact/resolve.hpp"
#include "random_cases.hpp"
#include "touchdown/prepared.h"
#include "touchdown/sensitivity.h"

namespace {

constexpr int families = sizeof oracle::families / sizeof *oracle::families;
constexpr std::int32_t laws = TD_LAW_AUTOMATIC + 1;

td_contact random_contact(oracle::Random &random, oracle::Family family) {
  const oracle::Case from = oracle::random_case(random, family);
  td_contact contact = {};
  contact.W.nn = static_cast<td_real>(from.W.nn);
  contact.W.nt = static_cast<td_real>(from.W.nt);
  contact.W.ns = static_cast<td_real>(from.W.ns);
  contact.W.tt = static_cast<td_real>(from.W.tt);
  contact.W.ts = static_cast<td_real>(from.W.ts);
  contact.W.ss = static_cast<td_real>(from.W.ss);
  contact.v.n = static_cast<td_real>(from.v.n);
  contact.v.t = static_cast<td_real>(from.v.t);
  contact.v.s = static_cast<td_real>(from.v.s);
  contact.surface.mu_s = static_cast<td_real>(from.surface.mu_s);
  contact.surface.mu_k = static_cast<td_real>(from.surface.mu_k);
  contact.surface.e = static_cast<td_real>(from.surface.e);
  return contact;
}

// A body of the general family.
td_body_contact random_body(oracle::Random &random) {
  const oracle::Box box = oracle::random_box(random, 1.5);
  const Eigen::Matrix3d inertia = box.turn * box.principal.asDiagonal() * box.turn.transpose();
  const touchdown::ContactVector<double> v = oracle::random_velocity(random);
  const touchdown::Surface<double> surface = oracle::random_surface(random);
  td_body_contact body = {};
  body.body.mass = static_cast<td_real>(box.mass);
  touchdown::set_inertia<td_real>(body.body.inertia, inertia.cast<td_real>());
  for (int i = 0; i < 3; ++i) body.r[i] = static_cast<td_real>(box.r[i]);
  body.n[2] = 1;
  body.body.v[0] = static_cast<td_real>(v.t);
  body.body.v[1] = static_cast<td_real>(v.s);
  body.body.v[2] = static_cast<td_real>(v.n);
  body.surface.mu_s = static_cast<td_real>(surface.mu_s);
  body.surface.mu_k = static_cast<td_real>(surface.mu_k);
  body.surface.e = static_cast<td_real>(surface.e);
  return body;
}

// The laws that a row draws from, and whether the contact approaches: a separating contact is only read, checked and
// written.
enum class Law { any, none, poisson, energetic, newton, compromise, automatic };

// Bodies struck on or near them, those that solvers find hard as well, or planar contacts alone.
enum class Bodies { general, all, planar };

struct Row {
  const char *name;
  std::int32_t method;
  std::int32_t steps;
  Bodies bodies;
  Law laws;
  bool is_budgeted;
};

constexpr Row rows[] = {
    {"planar", TD_METHOD_PLANAR, 0, Bodies::planar, Law::any, bench::budgeted},
    {"  separating: read, checked, energy, written", TD_METHOD_PLANAR, 0, Bodies::planar, Law::none, !bench::budgeted},
    {"  Poisson", TD_METHOD_PLANAR, 0, Bodies::planar, Law::poisson, bench::budgeted},
    {"  energetic", TD_METHOD_PLANAR, 0, Bodies::planar, Law::energetic, !bench::budgeted},
    {"  Newton", TD_METHOD_PLANAR, 0, Bodies::planar, Law::newton, !bench::budgeted},
    {"  compromise", TD_METHOD_PLANAR, 0, Bodies::planar, Law::compromise, !bench::budgeted},
    {"  automatic", TD_METHOD_PLANAR, 0, Bodies::planar, Law::automatic, !bench::budgeted},
    {"algebraic", TD_METHOD_ALGEBRAIC, 0, Bodies::general, Law::any, bench::budgeted},
    {"  Poisson", TD_METHOD_ALGEBRAIC, 0, Bodies::general, Law::poisson, bench::budgeted},
    {"  compromise", TD_METHOD_ALGEBRAIC, 0, Bodies::general, Law::compromise, !bench::budgeted},
    {"  automatic", TD_METHOD_ALGEBRAIC, 0, Bodies::general, Law::automatic, !bench::budgeted},
    {"  any law, hard bodies too", TD_METHOD_ALGEBRAIC, 0, Bodies::all, Law::any, bench::budgeted},
    {"slip path, 7 steps (default)", TD_METHOD_SLIP_PATH, 0, Bodies::general, Law::any, bench::budgeted},
    {"  Poisson", TD_METHOD_SLIP_PATH, 0, Bodies::general, Law::poisson, bench::budgeted},
    {"  compromise", TD_METHOD_SLIP_PATH, 0, Bodies::general, Law::compromise, !bench::budgeted},
    {"  automatic", TD_METHOD_SLIP_PATH, 0, Bodies::general, Law::automatic, !bench::budgeted},
    {"  any law, hard bodies too", TD_METHOD_SLIP_PATH, 0, Bodies::all, Law::any, bench::budgeted},
    {"slip path, 12 steps", TD_METHOD_SLIP_PATH, 12, Bodies::general, Law::any, !bench::budgeted},
    {"slip path, 16 steps", TD_METHOD_SLIP_PATH, 16, Bodies::general, Law::any, !bench::budgeted},
};

oracle::Family family_of(Bodies bodies, int i) {
  if (bodies == Bodies::planar) return oracle::Family::planar;
  return bodies == Bodies::general ? oracle::Family::general : oracle::families[i % families];
}

void measure(bench::CostTable &table, const Row &row) {
  oracle::Random random(1);
  table.row(row.name, row.is_budgeted, [&](int i) {
    td_contact contact = random_contact(random, family_of(row.bodies, i));
    const bool any = row.laws == Law::any || row.laws == Law::none;
    contact.options.law = any ? i / families % laws : static_cast<int>(row.laws) - static_cast<int>(Law::poisson);
    if (row.laws == Law::none) contact.v.n = -contact.v.n;
    contact.options.method = row.method;
    contact.options.steps = row.steps;
    td_impact impact;
    return table.cost_of([&] { (void)td_resolve(&contact, &impact); });
  });
}

// Impulse and velocity alone, of prepared planar contacts, by the laws that have the short way.
void measure_prepared(bench::CostTable &table) {
  const auto row = [&](const char *name, const auto &work) {
    for (const std::int32_t law : {TD_LAW_POISSON, TD_LAW_ENERGETIC, TD_LAW_NEWTON}) {
      oracle::Random random(1);
      table.row(law == TD_LAW_POISSON  ? name
                : law == TD_LAW_NEWTON ? "  Newton"
                                       : "  energetic",
                law == TD_LAW_POISSON && bench::budgeted, [&](int) {
                  td_contact contact = random_contact(random, oracle::Family::planar);
                  contact.options.law = law;
                  td_prepared prepared;
                  (void)td_prepare(&contact, &prepared);
                  td_response response;
                  return table.cost_of([&] { work(contact, prepared, response); });
                });
    }
  };
  row("prepared, planar, Poisson", [](const td_contact &contact, const td_prepared &prepared, td_response &response) {
    (void)td_resolve_prepared(&prepared, &contact.v, &response);
  });
  row("prepare, planar, Poisson", [](const td_contact &contact, const td_prepared &, td_response &) {
    td_prepared prepared;
    (void)td_prepare(&contact, &prepared);
  });
}

// The cost of derivatives: alone, and in per cent of the same impact without them.
void measure_derivatives(bench::CostTable &table) {
  const auto row = [&](const char *name, std::int32_t method, Bodies bodies, bool as_share) {
    oracle::Random random(1);
    table.row(name, !bench::budgeted, [&](int i) {
      td_contact contact = random_contact(random, family_of(bodies, i));
      contact.options.law = i / families % laws;
      contact.options.method = method;
      td_impact impact;
      td_impact_derivatives derivatives;
      return table.cost_beside([&] { (void)td_resolve(&contact, &impact); }, as_share,
                               [&] { (void)td_resolve_derivatives(&contact, &derivatives, nullptr); });
    });
  };
  row("planar, derivatives", TD_METHOD_PLANAR, Bodies::planar, false);
  row("  per cent of the impact", TD_METHOD_PLANAR, Bodies::planar, true);
  row("algebraic, derivatives", TD_METHOD_ALGEBRAIC, Bodies::general, false);
  row("  per cent of the impact", TD_METHOD_ALGEBRAIC, Bodies::general, true);
  row("slip path, derivatives", TD_METHOD_SLIP_PATH, Bodies::general, false);
  row("  per cent of the impact", TD_METHOD_SLIP_PATH, Bodies::general, true);
  row("slip path, hard bodies too, derivatives", TD_METHOD_SLIP_PATH, Bodies::all, false);
  row("  per cent of the impact", TD_METHOD_SLIP_PATH, Bodies::all, true);
}

// The same of a body, by its six velocities.
void measure_body_derivatives(bench::CostTable &table) {
  const auto row = [&](const char *name, bool as_share) {
    oracle::Random random(1);
    table.row(name, !bench::budgeted, [&](int i) {
      td_body_contact body = random_body(random);
      body.options.law = i % laws;
      td_body_impact impact;
      td_body_derivatives derivatives;
      return table.cost_beside([&] { (void)td_resolve_body(&body, &impact); }, as_share,
                               [&] { (void)td_resolve_body_derivatives(&body, &derivatives, nullptr); });
    });
  };
  row("body, derivatives", false);
  row("  per cent of the impact", true);
}

// The instructions of a planar impact, part by part, for Poisson's law. The rest of the whole is reading, checking and
// writing.
void measure_parts(bench::CostTable &table) {
  const auto part = [&](const char *name, const auto &work) {
    oracle::Random random(1);
    table.row(name, !bench::budgeted, [&](int) {
      const td_contact contact = random_contact(random, oracle::Family::planar);
      const touchdown::ScaledContact<td_real> normal = touchdown::scaled_contact(contact);
      return table.cost_of([&] { work(contact, normal); });
    });
  };
  static volatile td_real sink;
  part("planar, of it: into the normal form", [&](const td_contact &contact, const auto &) {
    const auto normal = touchdown::scaled_contact(contact);
    sink = sink + normal.b.x + normal.tt + normal.u.x + normal.impulse;
  });
  part("planar, of it: the impact", [&](const td_contact &, const auto &normal) {
    const auto [reflected, sigma] = touchdown::reflected(normal);
    const auto solution = touchdown::planar_impact(reflected, touchdown::planar_energy_form(reflected));
    sink = sink + sigma * (solution.p.x + solution.u.x) + solution.normal.reached.p + solution.friction_work;
  });
  part("planar, of it: the impact and its report", [&](const td_contact &, const auto &normal) {
    const auto [reflected, sigma] = touchdown::reflected(normal);
    const auto form = touchdown::planar_energy_form(reflected);
    touchdown::Impact<td_real> impact;
    const auto status = touchdown::audit(reflected, form, touchdown::planar_impact(reflected, form), impact);
    if (status >= 0) sink = sink + sigma * impact.p.t + impact.p.n + impact.energy_after;
  });
}

}  // namespace

int main(int argc, char **argv) {
  const bool budgets_alone = argc > 2 && std::strcmp(argv[2], "budgeted") == 0;
  bench::CostTable table("one impact", argc > 1 ? std::max(std::atoi(argv[1]), 1) : 10000, budgets_alone);
  for (const Row &row : rows) measure(table, row);
  measure_prepared(table);
  measure_derivatives(table);
  measure_body_derivatives(table);
  measure_parts(table);
  return table.exit_status();
}
