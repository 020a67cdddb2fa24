#include "land/report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/text.hpp"
#include "land/end_of_motion.hpp"
#include "land/ground_mesh.hpp"
#include "report/picture.hpp"
#include "report/player.hpp"

namespace touchdown::host {
namespace {

void print_table(const Cells &heading, const std::vector<Cells> &rows) {
  if (rows.empty()) return;
  std::printf("\n");
  const auto print = [&](const Cells &cells) {
    for (std::size_t i = 0; i < cells.size(); ++i)
      std::printf("%*s%s", i == 0 ? 0 : static_cast<int>(std::max<std::size_t>(10, heading[i].size()) + 2),
                  cells[i].c_str(), i + 1 < cells.size() ? "" : "\n");
  };
  print(heading);
  for (const Cells &row : rows) print(row);
}

// Green where it rests upright, in every sample as well; red where it tips; amber else.
std::string badge(const LandingOutcome &outcome) {
  const SettlingOdds<double> &odds = outcome.samples.odds;
  const std::int32_t end = outcome.ended.settling.outcome;
  const bool all = odds.outcomes[end] == odds.samples;
  const char *colour = end == TD_OUTCOME_TIPS ? "bad" : end == TD_OUTCOME_RESTS_UPRIGHT && all ? "good" : "open";
  return std::string("<p><span class='badge ") + colour + "'>" + escaped(outcome_text(outcome)) + "</span></p>";
}

// Legs from the centre of mass, which stands behind the feet.
Json shape_of(const Scenario &scenario) {
  const SettlingBody<double> &body = scenario.body;
  Json feet = Json::array(), axes = Json::array(), edges = Json::array();
  double reach = 0;
  for (int i = 0; i < body.feet; ++i) {
    const Vector3<double> r = vector(body.foot[i].r), axis = axis_of(scenario, i);
    reach = std::max(reach, r.norm());
    feet.push_back({r[0], r[1], r[2]});
    axes.push_back({axis[0], axis[1], axis[2]});
    edges.push_back({i, body.feet});
    edges.push_back({i, (i + 1) % body.feet});
  }
  feet.push_back({0, 0, 0});
  const Ground<double> &ground = body.ground[0];
  return {{"feet", feet},
          {"axes", axes},
          {"edges", edges},
          {"point", {ground.point[0], ground.point[1], ground.point[2]}},
          {"normal", {ground.n[0], ground.n[1], ground.n[2]}},
          {"size", 2 * reach}};
}

std::vector<Picture::Row> feet_at(const Scenario &scenario, const LandingOutcome::Frame &frame) {
  std::vector<Picture::Row> rows;
  for (int i = 0; i < scenario.body.feet; ++i) {
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

std::string velocity_view(const Scenario &scenario, const LandingOutcome &outcome) {
  const Vector3<double> up = up_of(scenario);
  std::vector<Picture::Row> rows;
  for (const LandingOutcome::Frame &frame : outcome.way) {
    const Vector3<double> v = vector(frame.state.v);
    rows.push_back({frame.time, up.dot(v), (v - up * up.dot(v)).norm(), vector(frame.state.w).norm()});
  }
  Picture picture(860, 320);
  picture.data("velocity", rows);
  picture.script << plain_look << "set key outside top horizontal\nset xlabel 'time, s'\nset ylabel 'm/s'\n"
                 << "set y2label 'rad/s'\nset y2tics\n"
                 << "plot $velocity using 1:2 with lines lw 2 lc rgb '#2f6ca8' title 'up', "
                 << "$velocity using 1:3 with lines lw 2 lc rgb '#e07020' title 'across up', "
                 << "$velocity using 1:4 axes x1y2 with lines lw 2 lc rgb '#8a94a0' title 'rotation'\n";
  return picture.drawn();
}

}  // namespace

std::string moving_picture(const Scenario &scenario, const LandingOutcome &outcome) {
  Json times = Json::array(), poses = Json::array();
  for (const LandingOutcome::Frame &frame : outcome.way) {
    const double(&x)[3] = frame.state.x, (&q)[4] = frame.state.q;
    times.push_back(frame.time);
    Json pose = {x[0], x[1], x[2], q[0], q[1], q[2], q[3]};
    for (int i = 0; i < scenario.body.feet; ++i) pose.push_back(frame.legs.leg[i].stroke);
    poses.push_back(pose);
  }
  const Json run = {{"name", "to rest"}, {"t", times}, {"tracks", {{{"colour", "#1f6fb8"}, {"poses", poses}}}}};
  Json shape = shape_of(scenario);
  if (scenario.uneven != nullptr) draw_ground(*scenario.uneven, poses, shape);
  return player({{"shape", shape},
                 {"seconds", 10},
                 {"legend", "Legs from the centre of mass to the feet; drag turns the view, the wheel comes nearer."},
                 {"runs", Json::array({run})}});
}

void print_landing(const Scenario &scenario, const LandingOutcome &outcome) {
  for (const std::string &line : {scenario.name, scenario.illustrates, scenario.source})
    std::printf("%s\n", printable(line).c_str());
  std::printf("\nIt %s.\n%s\n", outcome_text(outcome).c_str(), end_text(scenario, outcome).c_str());
  print_table(leg_heading, leg_rows(scenario, outcome));
  if (outcome.ended.status > 0) std::printf("\n%s\n", status_text(outcome.ended.status).c_str());
}

void write_landing_report(std::ostream &page, const Scenario &scenario, const LandingOutcome &outcome) {
  Report report{scenario.name, scenario.illustrates, {}};
  const Status status = outcome.ended.status;
  report.sections.push_back({"Outcome", badge(outcome) + paragraph(end_text(scenario, outcome)) +
                                            (status > 0 ? paragraph(status_text(status)) : std::string()) +
                                            moving_picture(scenario, outcome) + paragraph(scenario.source)});
  const std::vector<Cells> legs = leg_rows(scenario, outcome);
  if (!legs.empty()) report.sections.push_back({"Legs", table(leg_heading, legs)});
  std::string pictures;
  if (scenario.uneven != nullptr)
    pictures += figure(site_view(scenario, outcome), "The site from above: contours of the ground, and the way.");
  pictures += figure(velocity_view(scenario, outcome), "Velocities over time, all the way to the outcome.");
  report.sections.push_back({"Pictures", pictures});
  write(page, report);
}

}  // namespace touchdown::host
