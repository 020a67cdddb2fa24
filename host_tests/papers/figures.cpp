// What each picture maps, from the captions of the papers.
#include "figures.hpp"

#include <algorithm>

#include "rod.hpp"

namespace papers {
namespace {

using Quantity = double (*)(const Impact &);

double case_of(const Impact &impact) { return impact.case_number; }
double N_N_of(const Impact &impact) { return impact.N_N; }
double N_P_of(const Impact &impact) { return impact.N_P; }
double N_E_of(const Impact &impact) { return impact.N_E; }
double energy_of(const Impact &impact) { return impact.energy_after / impact.energy_before; }
double rebound_of(const Impact &impact) { return impact.v.n; }  // the approach is 1

struct View {
  const char *title;
  Quantity quantity;
};
constexpr View modes{"case", case_of}, N_N{"N_N = v_n' / (-e v_n)", N_N_of}, N_P{"N_P", N_P_of}, N_E{"N_E", N_E_of},
    energy{"kinetic energy after / before", energy_of}, rebound{"v_n' / -v_n", rebound_of};

// One map for each view, from the impacts `at(x, y)`.
template <class At>
void add_maps(Figure &figure, const std::string &by, const std::vector<View> &views, const Axis &x, const Axis &y,
              const At &at) {
  std::vector<Impact> impacts;
  for (int j = 0; j < y.count; ++j) {
    for (int i = 0; i < x.count; ++i)
      impacts.push_back(at(spaced(x.lo, x.hi, i, x.count), spaced(y.lo, y.hi, j, y.count)));
  }
  for (const View &view : views) {
    Map map{view.title + by, x, y, view.quantity == case_of, {}, 0, 0};
    for (const Impact &impact : impacts) map.values.push_back(view.quantity(impact));
    map.least = *std::min_element(map.values.begin(), map.values.end());
    map.greatest = *std::max_element(map.values.begin(), map.values.end());
    figure.maps.push_back(map);
  }
}

Figure planar(const std::string &name, const std::string &caption, std::int32_t law, const std::vector<View> &views) {
  Figure figure{name, caption, {}};
  add_maps(figure, "", views, {"theta", "deg", -70, 70, 141}, {"v_t / v_n", "", 0, 3, 61},
           [law](double theta, double ratio) {
             return rod_impact(theta, 0, {0.4, 0.7, ratio, law}, slender);
           });
  return figure;
}

constexpr struct {
  const char *by;
  std::int32_t method;
} methods[] = {{", algebraic", TD_METHOD_ALGEBRAIC}, {", exact", TD_METHOD_SLIP_PATH}};

// The maps of both methods side by side, one view a row, in the same colours.
Figure interleaved(Figure figure) {
  const std::size_t half = figure.maps.size() / 2;
  std::vector<Map> maps;
  for (std::size_t i = 0; i < half; ++i) {
    Map a = figure.maps[i], b = figure.maps[i + half];
    a.least = b.least = std::min(a.least, b.least);
    a.greatest = b.greatest = std::max(a.greatest, b.greatest);
    maps.push_back(a);
    maps.push_back(b);
  }
  figure.maps = maps;
  return figure;
}

Figure spatial(const std::string &name, const std::string &caption, double mu, double e, double reach) {
  Figure figure{name, caption, {}};
  for (const auto &m : methods) {
    add_maps(figure, m.by, {modes, N_N, energy}, {"theta_1", "deg", -reach, reach, 101},
             {"theta_2", "deg", 0, reach, 51}, [&](double theta_1, double theta_2) {
               return rod_impact(theta_1, theta_2, {mu, e, 0.4, TD_LAW_POISSON, m.method}, cylinder);
             });
  }
  return interleaved(figure);
}

Figure over_surfaces(const std::string &name, const std::string &caption) {
  Figure figure{name, caption, {}};
  for (const auto &m : methods) {
    add_maps(figure, m.by, {modes, rebound, energy}, {"mu", "", 0.005, 0.995, 60}, {"e", "", 0.005, 0.995, 60},
             [&](double mu, double e) {
               return rod_impact(20, 15, {mu, e, 0.4, TD_LAW_POISSON, m.method}, cylinder);
             });
  }
  return interleaved(figure);
}

}  // namespace

std::vector<Figure> figures() {
  return {
      planar(
          "sun_baruh_figure_3",
          "Sun and Baruh, Fig. 3: mu 0.4, e 0.7, Poisson's law. The case changes from sticking to reversal (1 to 2, 3 "
          "to 4) along a vertical line: it depends on the orientation alone. Most energy is lost where slip stops.",
          TD_LAW_POISSON, {modes, N_N, energy}),
      spatial("sun_baruh_figure_8",
              "Sun and Baruh, Fig. 8: mu 0.2, e 0.8, v_t / v_n 0.4, Poisson's law. Mostly sliding, some sticking where "
              "the rod is upright. Most reversals of the algebraic procedure are slides whose direction turns.",
              0.2, 0.8, 25),
      spatial("sun_baruh_figure_10",
              "Sun and Baruh, Fig. 10: mu 0.4, e 0.7, v_t / v_n 0.4, Poisson's law. It sticks in "
              "a larger range than with mu 0.2.",
              0.4, 0.7, 50),
      over_surfaces("sun_baruh_figure_12",
                    "Sun and Baruh, Fig. 12: theta_1 20, theta_2 15 degrees, Poisson's law. It slides at low friction, "
                    "reverses at more, sticks at most. The case depends on friction alone."),
      planar("baruh_figure_2",
             "Baruh, Fig. 2: N_E by Poisson's law, mu 0.4, e 0.7. Away from 1 in a band where slip ends.",
             TD_LAW_POISSON, {N_E}),
      planar("baruh_figure_3", "Baruh, Fig. 3: N_P by the energetic law, mu 0.4, e 0.7. The same band.",
             TD_LAW_ENERGETIC, {N_P}),
      planar(
          "baruh_figure_5",
          "Baruh, Fig. 5: the compromise, d1 = d2 = 1, mu 0.4, e 0.7. N_P and N_E both stay nearer 1 than in Figs. 2 "
          "and 3.",
          TD_LAW_COMPROMISE, {modes, N_N, energy, N_P, N_E}),
  };
}

}  // namespace papers
