// Shen and Townsend 1998: the double pendulum of Kane and Levinson (example 1) and Groesberg's spheres (example 2).
#include "paper_number.hpp"
#include "rod.hpp"
#include "touchdown/touchdown.hpp"

namespace papers {
namespace {

// Two rods of 2 m and 3 kg; the lower end strikes the floor at 20 and 30 degrees from the vertical. Speeds: the two
// rates of angle.
Impact pendulum_impact(double e, double mu_s, double mu_k) {
  constexpr double length = 2, mass = 3;
  const double q1 = radians(20), q2 = radians(30), square = mass * length * length;
  const double M[] = {4 * square / 3, square / 2 * std::cos(q2 - q1), square / 2 * std::cos(q2 - q1), square / 3};
  const double J[] = {length * std::sin(q1), length * std::sin(q2), length * std::cos(q1), length * std::cos(q2), 0, 0};
  const double u[] = {-0.1, -0.2};
  touchdown::Speeds<double> pendulum{};
  pendulum.system.n = 2;
  pendulum.system.M = M;
  pendulum.system.u = u;
  pendulum.J = J;
  pendulum.axes = TD_AXES_CONTACT;
  pendulum.surface = {mu_s, mu_k, e};
  touchdown::SpeedsImpact<double> result{};
  if (touchdown::resolve(pendulum, result) < 0) throw std::runtime_error("the pendulum was refused");
  return result.impact;
}

double loss(const Impact &impact) { return impact.energy_before - impact.energy_after; }

void add_pendulum(PaperNumbers &list) {
  list.push_back({"Example 1", "friction needed to stick", 0.6234, 0.00005, pendulum_impact(0.5, 0.25, 0.2).R2});
  struct Row {
    const char *name;
    double e, mu_s, mu_k, printed, loss;
  };
  const Row rows[] = {{"e 0.5, mu 0.25/0.2", 0.5, 0.25, 0.2, 0.11, 0.106},
                      {"e 0.5, mu 0.5/0.4", 0.5, 0.5, 0.4, 0.12, 0.121},
                      {"e 0.3, mu 0.5/0.4", 0.3, 0.5, 0.4, 0.13, 0.129},
                      {"e 0.7, mu 0.51/0.5", 0.7, 0.51, 0.5, 0.12, 0.119}};
  for (const Row &row : rows) {
    const Impact impact = pendulum_impact(row.e, row.mu_s, row.mu_k);
    const std::string name = row.name;
    list.push_back({"Table 3", name + ": energy lost", row.printed, 0.005, loss(impact)});
    list.push_back({"Table 3", name + ": energy lost, three digits", row.loss, 0.0005, loss(impact)});
    list.push_back({"Table 3", name + ": case number (4: reverses in restitution)", 4, 0, double(impact.case_number)});
  }
  const Impact frictionless = pendulum_impact(0.5, 0, 0);
  list.push_back({"Table 4", "mu 0, e 0.5: (1 + e) F_c", 1.1964, 0.00005, frictionless.p.n});
  list.push_back({"Table 4", "mu 0, e 0.5: energy lost", 0.080, 0.0005, loss(frictionless)});
  list.push_back({"Table 4", "mu 0, e 0.5: slip reverses (sign of v_t)", 1, 0, frictionless.v.t > 0 ? 1.0 : -1.0});
  const Impact sliding = pendulum_impact(0.2, 0.5, 0.4);
  list.push_back({"Table 4", "mu 0.5/0.4, e 0.2: (1 + e) F_c", 0.5971, 0.00015, sliding.p.n});
  list.push_back({"Table 4", "mu 0.5/0.4, e 0.2: energy lost", 0.132, 0.0005, loss(sliding)});
  list.push_back({"Table 4", "mu 0.5/0.4, e 0.2: case number (0: slides on)", 0, 0, double(sliding.case_number)});
  const Impact sticking = pendulum_impact(0.7, 0.63, 0.5);
  list.push_back(
      {"Text", "mu 0.63/0.5, e 0.7: case number (3: sticks in restitution)", 3, 0, double(sticking.case_number)});
  list.push_back({"Text", "mu 0.63/0.5, e 0.7: energy lost", 0.119, 0.0005, loss(sticking)});
}

// Sphere 1 strikes sphere 2 along i. Radius 4 (the text's 2 contradicts its results), mass 1; 30 cm/s at 60 degrees
// from i, spinning at -11 rad/s.
touchdown::PairImpact<double> spheres() {
  constexpr double radius = 4;
  touchdown::Pair<double> pair{};
  for (touchdown::RigidBody<double> *body : {&pair.a, &pair.b}) {
    body->mass = 1;
    for (int i = 0; i < 3; ++i) body->inertia[i] = 0.4 * radius * radius;
  }
  pair.r_a[0] = radius;
  pair.r_b[0] = -radius;
  pair.a.v[0] = 30 * std::cos(radians(60));
  pair.a.v[1] = 30 * std::sin(radians(60));
  pair.a.w[2] = -11;
  pair.n[0] = -1;
  pair.surface = {0.3, 0.3, 0.8};
  touchdown::PairImpact<double> result{};
  if (touchdown::resolve(pair, result) < 0) throw std::runtime_error("the spheres were refused");
  return result;
}

void add_spheres(PaperNumbers &list) {
  const touchdown::PairImpact<double> r = spheres();
  const char *table = "Example 2";
  list.push_back({table, "v_1, i", 1.5, 0.05, r.v_a[0]});
  list.push_back({table, "v_1, j", 28.555, 0.0005, r.v_a[1]});
  list.push_back({table, "v_2, i", 13.5, 0.05, r.v_b[0]});
  list.push_back({table, "v_2, j", -2.5742, 0.00005, r.v_b[1]});
  list.push_back({table, "omega_1", -9.391, 0.0005, r.w_a[2]});
  list.push_back({table, "omega_2", 1.6089, 0.00005, r.w_b[2]});
  list.push_back({table, "F", 13.5, 0.05, r.impact.p.n});
  list.push_back({table, "tau", 2.5742, 0.00005, std::hypot(r.impact.p.t, r.impact.p.s)});
  list.push_back({table, "F*, when slip stops", 8.5806, 0.00005, r.impact.p_sliding});
  list.push_back({table, "F_c", 7.5, 0.05, r.impact.p_compression});
  list.push_back({table, "case number (3: sticks in restitution)", 3, 0, double(r.impact.case_number)});
}

}  // namespace

PaperNumbers shen_townsend_1998() {
  PaperNumbers list;
  add_pendulum(list);
  add_spheres(list);
  return list;
}

}  // namespace papers
