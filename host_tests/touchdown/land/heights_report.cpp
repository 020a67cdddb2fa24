#include "land/heights_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/text.hpp"
#include "land/velocity_picture.hpp"
#include "report/picture.hpp"

namespace touchdown::host {
namespace {

constexpr const char *not_told =
    "Impacts one by one, their chain and an envelope are of planes, and are not told on a grid of heights.";

std::vector<Picture::Row> feet_at(const Scenario &scenario, const LandingOutcome::Frame &frame) {
  std::vector<Picture::Row> rows;
  for (int i = 0; i < scenario.lander.feet; ++i) {
    const Vector3<double> foot = foot_at(scenario, frame.state, frame.legs, i);
    rows.push_back({foot[0], foot[1]});
  }
  return rows;
}

// Heights all around the way, as contours.
std::vector<Picture::Row> heights_around(const Scenario &scenario, const std::vector<Picture::Row> &way,
                                         double margin) {
  constexpr int cells = 80;
  double from[2], size = 0;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const auto [least, most] = std::minmax_element(
        way.begin(), way.end(), [&](const Picture::Row &a, const Picture::Row &b) { return a[axis] < b[axis]; });
    from[axis] = ((*least)[axis] + (*most)[axis]) / 2;
    size = std::max(size, (*most)[axis] - (*least)[axis] + 2 * margin);
  }
  std::vector<Picture::Row> rows;
  HeightGrid::Pair gradient;
  for (int i = 0; i <= cells; ++i) {
    for (int j = 0; j <= cells; ++j) {
      const double x = from[0] + size * (1.0 * j / cells - 0.5), y = from[1] + size * (1.0 * i / cells - 0.5);
      rows.push_back({x, y, scenario.uneven->grid.height(x, y, gradient)});
    }
    rows.emplace_back();
  }
  return rows;
}

std::string site_view(const Scenario &scenario, const LandingOutcome &outcome) {
  std::vector<Picture::Row> way, feet = feet_at(scenario, outcome.way.back());
  for (const LandingOutcome::Frame &frame : outcome.way) way.push_back({frame.state.x[0], frame.state.x[1]});
  double reach = 0;
  for (const Picture::Row &foot : feet)
    reach = std::max(reach, std::hypot(foot[0] - way.back()[0], foot[1] - way.back()[1]));
  Picture picture(620, 560);
  picture.data("heights", heights_around(scenario, way, 2.5 * reach));
  picture.data("way", way);
  picture.data("feet", feet);
  picture.script << plain_look << "unset grid\nset size ratio -1\nset key below\nset xlabel 'x, m'\nset ylabel 'y, m'\n"
                 << "set contour base\nunset surface\nset cntrparam levels auto 14\nset table $contours\n"
                 << "splot $heights with lines\nunset table\nset autoscale fix\nset cblabel 'height, m'\n"
                 << "set palette defined (0 '#3f5f86', 0.5 '#8f9aa6', 1 '#b07a2e')\n"
                 << "plot $contours using 1:2:3 with lines lw 1.5 lc palette, "
                    "$way with lines lw 2 lc rgb '#1f6fb8' title 'way of the centre of mass', "
                    "$feet with points pt 7 ps 0.8 lc rgb '#1d2733' title 'feet in the end'\n";
  return picture.drawn();
}

std::string velocity_view(const LandingOutcome &outcome) {
  std::vector<Picture::Row> rows;
  for (const LandingOutcome::Frame &frame : outcome.way) {
    const LanderState<double> &s = frame.state;
    rows.push_back({frame.time, s.v[2], std::hypot(s.v[0], s.v[1]), vector(s.w).norm()});
  }
  return velocity_picture(rows, "along z", "across z");
}

}  // namespace

void print_landing_on_heights(const Scenario &scenario, const LandingOutcome &outcome) {
  for (const std::string &line : {scenario.name, scenario.illustrates, scenario.source})
    std::printf("%s\n", printable(line).c_str());
  std::printf("\nFollowed to rest: %s\n%s\n", outcome_text(outcome).c_str(), ground_text(outcome).c_str());
  print_legs(leg_rows(scenario, outcome));
  if (outcome.status > 0) std::printf("%s\n", status_text(outcome.status).c_str());
  std::printf("%s\n", not_told);
}

void write_report_on_heights(std::ostream &page, const Scenario &scenario, const LandingOutcome &outcome) {
  Report report{scenario.name, scenario.illustrates, {}};
  report.sections.push_back({"Outcome", outcome_badge(outcome) + paragraph(ground_text(outcome)) +
                                            outcome_player(scenario, outcome) + paragraph(not_told) +
                                            paragraph(scenario.source)});
  const std::vector<Cells> legs = leg_rows(scenario, outcome);
  if (!legs.empty()) report.sections.push_back({"Legs", table(leg_heading, legs)});
  report.sections.push_back(
      {"Pictures", figure(site_view(scenario, outcome), "The site from above: contours of the ground, and the way.") +
                       figure(velocity_view(outcome), "Velocities over time, all the way to the outcome.")});
  write(page, report);
}

}  // namespace touchdown::host
