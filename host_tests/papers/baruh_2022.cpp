// Baruh 2022: least and greatest N_E and N_P over orientation and velocity ratio (Tables 2 to 4), and two impacts in
// full (Tables 5 and 6).
#include <algorithm>

#include "paper_number.hpp"
#include "rod.hpp"

namespace papers {
namespace {

struct Range {
  double least = 1e300, greatest = -1e300;
  void add(double x) {
    least = std::min(least, x);
    greatest = std::max(greatest, x);
  }
};
struct Ranges {
  Range N_P, N_E;
  void add(const Impact &impact) {
    N_P.add(impact.N_P);
    N_E.add(impact.N_E);
  }
};

// Tables 2 and 4, text; their grid is not given and their digits are cut off or rounded, so that a unit of the last
// digit must do: theta in [-70, 70] degrees, v_t / v_n in [0, 3].
Ranges planar_sweep(const Setting &setting) {
  constexpr int angles = 141, ratios = 61;
  Ranges ranges;
  for (int i = 0; i < angles; ++i) {
    for (int j = 0; j < ratios; ++j) {
      Setting here = setting;
      here.ratio = spaced(0, 3, j, ratios);
      ranges.add(rod_impact(spaced(-70, 70, i, angles), 0, here, slender));
    }
  }
  return ranges;
}

// Table 3: the grid that reproduces it, by Sun and Baruh's procedure.
Ranges spatial_sweep(Setting setting) {
  constexpr int first = 25, second = 12;
  setting.method = TD_METHOD_ALGEBRAIC;
  Ranges ranges;
  for (int i = 0; i < first; ++i) {
    for (int j = 0; j < second; ++j) {
      ranges.add(rod_impact(spaced(-50, 50, i, first), spaced(-25, 25, j, second), setting, slender));
    }
  }
  return ranges;
}

std::string with(double mu, double e) {
  const auto tenths = [](double x) { return "0." + std::to_string(static_cast<int>(std::lround(10 * x))); };
  return "mu " + tenths(mu) + ", e " + tenths(e) + ": ";
}

void add_range(PaperNumbers &list, const std::string &table, const std::string &name, const Range &range, double least,
               double greatest, double tolerance) {
  list.push_back({table, name + ", least", least, tolerance, range.least});
  list.push_back({table, name + ", greatest", greatest, tolerance, range.greatest});
}

struct Row {
  double mu, e, E_least, E_greatest, P_least, P_greatest;
};

void add_tables_2_and_3(PaperNumbers &list) {
  const Row planar[] = {{0.4, 0.4, 0.74, 1.08, 0.92, 1.35},
                        {0.4, 0.8, 0.74, 1.08, 0.92, 1.35},
                        {0.8, 0.4, 0.66, 1.37, 0.73, 1.53},
                        {0.8, 0.8, 0.65, 1.37, 0.73, 1.53}};
  for (const Row &r : planar) {
    const Ranges poisson = planar_sweep({r.mu, r.e, 0, TD_LAW_POISSON}),
                 energetic = planar_sweep({r.mu, r.e, 0, TD_LAW_ENERGETIC});
    add_range(list, "Table 2", with(r.mu, r.e) + "N_E by Poisson", poisson.N_E, r.E_least, r.E_greatest, 0.01);
    add_range(list, "Table 2", with(r.mu, r.e) + "N_P by the energetic law", energetic.N_P, r.P_least, r.P_greatest,
              0.01);
  }
  const Ranges poisson = planar_sweep({0.7, 0.7, 0, TD_LAW_POISSON}),
               energetic = planar_sweep({0.7, 0.7, 0, TD_LAW_ENERGETIC});
  add_range(list, "Text of section 3", with(0.7, 0.7) + "N_E by Poisson", poisson.N_E, 0.67, 1.27, 0.01);
  add_range(list, "Text of section 3", with(0.7, 0.7) + "N_P by the energetic law", energetic.N_P, 0.78, 1.49, 0.01);
  const Row spatial[] = {{0.4, 0.4, 0.78, 1.08, 0.93, 1.29},
                         {0.4, 0.8, 0.78, 1.08, 0.92, 1.30},
                         {0.8, 0.4, 0.68, 1.18, 0.84, 1.47},
                         {0.8, 0.8, 0.68, 1.18, 0.84, 1.47}};
  for (const Row &r : spatial) {
    const Ranges P = spatial_sweep({r.mu, r.e, 1, TD_LAW_POISSON}), E = spatial_sweep({r.mu, r.e, 1, TD_LAW_ENERGETIC});
    add_range(list, "Table 3", with(r.mu, r.e) + "N_E by Poisson", P.N_E, r.E_least, r.E_greatest, 0.008);
    add_range(list, "Table 3", with(r.mu, r.e) + "N_P by the energetic law", E.N_P, r.P_least, r.P_greatest, 0.008);
  }
}

void add_table_4(PaperNumbers &list) {
  const Row rows[] = {{0.4, 0.4, 0.84, 1.04, 0.96, 1.12},
                      {0.4, 0.8, 0.84, 1.04, 0.96, 1.12},
                      {0.8, 0.4, 0.76, 1.13, 0.82, 1.16},
                      {0.8, 0.8, 0.76, 1.13, 0.82, 1.16}};
  for (const Row &r : rows) {
    const Ranges ranges = planar_sweep({r.mu, r.e, 0, TD_LAW_COMPROMISE});
    add_range(list, "Table 4", with(r.mu, r.e) + "N_E", ranges.N_E, r.E_least, r.E_greatest, 0.01);
    add_range(list, "Table 4", with(r.mu, r.e) + "N_P", ranges.N_P, r.P_least, r.P_greatest, 0.01);
  }
}

// The planar rod as a body: world axes x, y up, z. An isotropic inertia serves, since the motion is planar.
touchdown::BodyImpact<double> planar_rod_as_body(double theta, std::int32_t law) {
  const double angle = radians(theta);
  touchdown::BodyContact<double> body{};
  body.body.mass = 1;
  for (int i = 0; i < 3; ++i) body.body.inertia[i] = slender * half_length * half_length;
  body.r[0] = -half_length * std::sin(angle);
  body.r[1] = -half_length * std::cos(angle);
  body.n[1] = 1;
  body.body.v[0] = 1;
  body.body.v[1] = -1;
  body.surface = {0.4, 0.4, 0.7};
  body.options.law = law;
  touchdown::BodyImpact<double> result{};
  if (touchdown::resolve(body, result) < 0) throw std::runtime_error("the rod was refused");
  return result;
}

struct Column {
  const char *name;
  std::int32_t law;
  double v_x, v_y, omega, v_Cx, v_Cy, N_P, N_E;
};

// The paper's y points down.
void add_impact(PaperNumbers &list, const char *table, double theta, const Column &printed, double tolerance) {
  const touchdown::BodyImpact<double> r = planar_rod_as_body(theta, printed.law);
  const auto add = [&](const char *what, double value, double computed) {
    list.push_back({table, std::string(printed.name) + ": " + what, value, tolerance, computed});
  };
  add("v_x", printed.v_x, r.v[0]);
  add("v_y", printed.v_y, -r.v[1]);
  add("omega", printed.omega, -r.w[2]);
  add("v_Cx", printed.v_Cx, r.impact.v.t);
  add("v_Cy", printed.v_Cy, -r.impact.v.n);
  add("N_P", printed.N_P, r.impact.N_P);
  add("N_E", printed.N_E, r.impact.N_E);
}

// Some of the printed figures are cut off, others rounded: a whole unit of the last digit.
void add_tables_5_and_6(PaperNumbers &list) {
  const Column table_5[] = {{"Poisson", TD_LAW_POISSON, 1.02, -0.14, 0.48, 0, -0.52, 1, 0.91},
                            {"energetic", TD_LAW_ENERGETIC, 1.04, -0.19, 0.48, 0, -0.57, 1.10, 1},
                            {"compromise", TD_LAW_COMPROMISE, 1.03, -0.16, 0.47, 0, -0.54, 1.05, 0.95}};
  const Column table_6[] = {{"Poisson", TD_LAW_POISSON, 0.93, 0.40, 0.57, -0.08, -0.45, 1, 0.83},
                            {"energetic", TD_LAW_ENERGETIC, 0.95, 0.35, 0.60, -0.10, -0.54, 1.22, 1},
                            {"compromise", TD_LAW_COMPROMISE, 0.94, 0.38, 0.58, -0.09, -0.48, 1.08, 0.89}};
  for (const Column &column : table_5) add_impact(list, "Table 5", 20, column, 0.01);
  for (const Column &column : table_6) add_impact(list, "Table 6", 40, column, 0.01);
}

// The same impacts as recomputed independently to one digit more.
void add_tables_5_and_6_to_three_digits(PaperNumbers &list) {
  const Column table_5[] = {{"Poisson", TD_LAW_POISSON, 1.027, -0.141, 0.475, 0, -0.515, 1, 0.905},
                            {"energetic", TD_LAW_ENERGETIC, 1.040, -0.190, 0.481, 0, -0.569, 1.105, 1},
                            {"compromise", TD_LAW_COMPROMISE, 1.033, -0.163, 0.478, 0, -0.539, 1.047, 0.948}};
  const Column table_6[] = {{"Poisson", TD_LAW_POISSON, 0.930, 0.399, 0.573, -0.080, -0.448, 1, 0.830},
                            {"energetic", TD_LAW_ENERGETIC, 0.952, 0.345, 0.597, -0.100, -0.538, 1.220, 1},
                            {"compromise", TD_LAW_COMPROMISE, 0.938, 0.379, 0.582, -0.087, -0.481, 1.082, 0.894}};
  for (const Column &column : table_5) add_impact(list, "Table 5, three digits", 20, column, 0.0005);
  for (const Column &column : table_6) add_impact(list, "Table 6, three digits", 40, column, 0.0005);
}

}  // namespace

PaperNumbers baruh_2022() {
  PaperNumbers list;
  add_tables_2_and_3(list);
  add_table_4(list);
  add_tables_5_and_6(list);
  add_tables_5_and_6_to_three_digits(list);
  return list;
}

}  // namespace papers
