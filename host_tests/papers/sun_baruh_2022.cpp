// Sun and Baruh 2022: the modes by R1, R2, R3 (Table 2, Fig. 3), Poisson's law beside the energetic (Fig. 5), and the
// modes in space (Figs. 8, 10 to 12) by their algebraic procedure and on the exact slip path.
#include <algorithm>
#include <array>

#include "paper_number.hpp"
#include "rod.hpp"

namespace papers {
namespace {

// Table 2, from (30) and (32), (32) read as sin cos / (alpha + cos^2) against mu_s.
int case_by_table_2(double theta, const Setting &setting) {
  const double sine = std::sin(radians(theta)), cosine = std::cos(radians(theta)), mu = setting.mu;
  const double R1 = (sine * cosine + mu * (slender + cosine * cosine)) / (slender + sine * sine + mu * sine * cosine);
  const double R2 = std::abs(sine * cosine) / (slender + cosine * cosine), R3 = (1 + setting.e) * R1;
  const bool reverses = R2 > mu;
  if (setting.ratio == 0) return reverses ? 6 : 5;
  if (setting.ratio < R1) return reverses ? 2 : 1;
  if (setting.ratio < R3) return reverses ? 4 : 3;
  return 0;
}

// Fig. 3 and Fig. 5 share a grid: theta in [-70, 70] degrees, v_t / v_n in [0, 3].
void add_planar(PaperNumbers &list) {
  constexpr int angles = 141, ratios = 61;
  int differing = 0, law_dependent = 0;
  double least = 1, greatest = 1;
  for (int i = 0; i < angles; ++i) {
    for (int j = 0; j < ratios; ++j) {
      const double theta = spaced(-70, 70, i, angles);
      Setting setting{0.4, 0.7, spaced(0, 3, j, ratios)};
      const Impact poisson = rod_impact(theta, 0, setting, slender);
      setting.law = TD_LAW_ENERGETIC;
      const Impact energetic = rod_impact(theta, 0, setting, slender);
      differing += poisson.case_number != case_by_table_2(theta, setting);
      law_dependent += poisson.case_number != energetic.case_number;
      least = std::min(least, poisson.v.n / energetic.v.n);
      greatest = std::max(greatest, poisson.v.n / energetic.v.n);
    }
  }
  list.push_back({"Table 2, Fig. 3", "impacts whose case differs from R1, R2, R3", 0, 0, double(differing)});
  list.push_back({"Figs. 3 and 4", "impacts whose case depends on the law", 0, 0, double(law_dependent)});
  list.push_back(
      {"Fig. 5", "v_n' by Poisson / energetic: difference up to 25 %", 0.25, 0.03, std::max(1 - least, greatest - 1)});
}

// Where theta_2 = 0 both spatial methods must be planar.
void add_planar_in_space(PaperNumbers &list) {
  double worst = 0;
  for (int i = 0; i < 101; ++i) {
    const double theta = spaced(-50, 50, i, 101);
    Setting setting{0.4, 0.7, 0.4, TD_LAW_POISSON, TD_METHOD_PLANAR};
    const Impact planar = rod_impact(theta, 0, setting, cylinder);
    for (const std::int32_t method : {TD_METHOD_ALGEBRAIC, TD_METHOD_SLIP_PATH}) {
      setting.method = method;
      const Impact other = rod_impact(theta, 0, setting, cylinder);
      worst =
          std::max({worst, std::abs(other.p.n - planar.p.n), std::abs(other.p.t - planar.p.t), std::abs(other.p.s)});
    }
  }
  list.push_back({"Section 5, theta_2 = 0", "greatest difference of impulse from planar", 0, 1e-14, worst});
}

std::array<double, 5> shares(const Setting &setting, double reach, double step) {
  std::array<double, 5> share{};
  const int across = static_cast<int>(std::lround(2 * reach / step)) + 1, up = (across + 1) / 2;
  for (int i = 0; i < across; ++i) {
    for (int j = 0; j < up; ++j) {
      const Impact impact = rod_impact(spaced(-reach, reach, i, across), spaced(0, reach, j, up), setting, cylinder);
      share.at(static_cast<std::size_t>(impact.case_number)) += 1.0 / (across * up);
    }
  }
  return share;
}

// The paper draws the modes; these shares of its Fig. 8 were computed independently, with the same two methods.
void add_figure_8(PaperNumbers &list) {
  const std::array<double, 5> algebraic{0.599, 0.199, 0.168, 0.034, 0}, exact{0.783, 0.162, 0.004, 0.051, 0};
  const auto by_algebra = shares({0.2, 0.8, 0.4, TD_LAW_POISSON, TD_METHOD_ALGEBRAIC}, 25, 0.5);
  const auto by_path = shares({0.2, 0.8, 0.4, TD_LAW_POISSON, TD_METHOD_SLIP_PATH}, 25, 0.5);
  for (std::size_t i = 0; i < 5; ++i) {
    const std::string name = "share of case " + std::to_string(i);
    list.push_back({"Fig. 8 (recomputed)", name + ", algebraic", algebraic[i], 0.0005, by_algebra[i]});
    list.push_back({"Fig. 8 (recomputed)", name + ", exact", exact[i], 0.0005, by_path[i]});
  }
}

// "There is no reverse sliding during restitution in any of the cases considered above" (Figs. 8, 10, 11).
void add_no_late_reversal(PaperNumbers &list) {
  struct Row {
    const char *figure;
    double mu, e, reach;
  };
  for (const Row &row : {Row{"Fig. 8", 0.2, 0.8, 25}, Row{"Fig. 10", 0.4, 0.7, 50}, Row{"Fig. 11", 0.4, 0.5, 50}}) {
    const auto share = shares({row.mu, row.e, 0.4, TD_LAW_POISSON, TD_METHOD_ALGEBRAIC}, row.reach, 1);
    list.push_back({row.figure, "share of reversals in restitution", 0, 0, share[4]});
  }
}

// Fig. 12: theta_1 = 20, theta_2 = 15; slides up to a friction, reverses up to another, sticks above, whatever e.
void add_figure_12(PaperNumbers &list) {
  for (const double e : {0.2, 0.5, 0.9}) {
    double slides = 0, reverses = 0;
    for (int i = 1; i <= 100; ++i) {
      const double mu = i / 100.0;
      const int number = rod_impact(20, 15, {mu, e, 0.4, TD_LAW_POISSON, TD_METHOD_ALGEBRAIC}, cylinder).case_number;
      if (number == 0) slides = mu;
      if (number == 2 || number == 4) reverses = mu;
    }
    const std::string at = ", e 0." + std::to_string(static_cast<int>(std::lround(10 * e)));
    list.push_back({"Fig. 12 (recomputed)", "greatest mu that slides on" + at, 0.19, 0.0101, slides});
    list.push_back({"Fig. 12 (recomputed)", "greatest mu that reverses" + at, 0.33, 0.0101, reverses});
  }
}

}  // namespace

PaperNumbers sun_baruh_2022() {
  PaperNumbers list;
  add_planar(list);
  add_planar_in_space(list);
  add_figure_8(list);
  add_no_late_reversal(list);
  add_figure_12(list);
  return list;
}

}  // namespace papers
