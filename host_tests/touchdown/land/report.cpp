#include "land/report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "cli/text.hpp"
#include "land/end_of_motion.hpp"
#include "land/ground_mesh.hpp"

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

// Good where it rests upright, in every sample as well; bad where it tips; open else.
Verdict verdict_of(const LandingOutcome &outcome) {
  const LandingOdds<double> &odds = outcome.samples.odds;
  const std::int32_t end = outcome.ended.landing.outcome;
  if (end == TD_OUTCOME_TIPS) return Verdict::bad;
  return end == TD_OUTCOME_RESTS_UPRIGHT && odds.outcomes[end] == odds.samples ? Verdict::good : Verdict::open;
}

double rounded(double x) { return std::round(1e6 * x) / 1e6; }

// Legs from the centre of mass, which stands behind the feet.
Json shape_of(const Scenario &scenario) {
  const Lander<double> &body = scenario.body;
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

using Place = std::pair<double, double>;

// Heights all around the way.
Json heights_around(const Scenario &scenario, const std::vector<Place> &way, double margin) {
  constexpr int cells = 80;
  double from[2], to[2];
  const auto ends = [&](double Place::*axis, double(&range)[2]) {
    const auto [least, most] =
        std::minmax_element(way.begin(), way.end(), [&](const Place &a, const Place &b) { return a.*axis < b.*axis; });
    range[0] = (*least).*axis, range[1] = (*most).*axis;
  };
  double x[2], y[2];
  ends(&Place::first, x), ends(&Place::second, y);
  const double half = std::max(x[1] - x[0], y[1] - y[0]) / 2 + margin;
  from[0] = (x[0] + x[1]) / 2 - half, to[0] = from[0] + 2 * half;
  from[1] = (y[0] + y[1]) / 2 - half, to[1] = from[1] + 2 * half;
  Json values = Json::array();
  HeightGrid::Pair gradient;
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j)
      values.push_back(rounded(
          scenario.uneven->grid.height(from[0] + 2 * half * j / cells, from[1] + 2 * half * i / cells, gradient)));
  return {{"x", {from[0], to[0]}}, {"y", {from[1], to[1]}}, {"across", cells + 1}, {"values", values}};
}

void add_site(Document &document, const Scenario &scenario, const LandingOutcome &outcome) {
  const LandingOutcome::Frame &end = outcome.way.back();
  std::vector<Place> way;
  for (const LandingOutcome::Frame &frame : outcome.way)
    way.emplace_back(frame.landing.state.x[0], frame.landing.state.x[1]);
  DataTable feet({{"foot"}, {"x", "m"}, {"y", "m"}});
  double reach = 0;
  for (int i = 0; i < scenario.body.feet; ++i) {
    const Vector3<double> foot = foot_at(scenario, end.landing, i);
    reach = std::max(reach, std::hypot(foot[0] - way.back().first, foot[1] - way.back().second));
    feet.add({i, foot[0], foot[1]});
  }
  document.tables["feet in the end"] = feet.json();
  document.section("The site from above");
  document.figures({{{"caption", "Heights of the ground, and the way of the centre of mass."},
                     {"to_scale", true},
                     {"x", {{"label", "x"}, {"unit", "m"}}},
                     {"y", {{"label", "y"}, {"unit", "m"}}},
                     {"colour", {{"label", "height"}, {"unit", "m"}}},
                     {"marks",
                      {{{"mark", "grid"}, {"grid", heights_around(scenario, way, 2.5 * reach)}},
                       {{"mark", "line"}, {"table", "motion"}, {"x", "x"}, {"y", "y"}, {"tone", "b"}, {"name", "way"}},
                       {{"mark", "dot"},
                        {"table", "feet in the end"},
                        {"x", "x"},
                        {"y", "y"},
                        {"tone", "e"},
                        {"name", "feet in the end"}}}}}});
}

std::string force_name(int leg, int strut) {
  return "force of strut " + std::to_string(leg) + '.' + std::to_string(strut);
}

std::string stroke_name(int leg) { return "stroke of leg " + std::to_string(leg); }
std::string height_name(int foot) { return "foot " + std::to_string(foot); }
constexpr const char *ground_force = "force", *clearance_name = "clearance";

// [m] of a place over the ground: along the normal of a plane, of several that of `foot`, and straight down to heights.
// Where `foot` is negative, over the nearest plane.
double height_of(const Scenario &scenario, const Vector3<double> &place, int foot) {
  HeightGrid::Pair gradient;
  if (scenario.uneven != nullptr) return place[2] - scenario.uneven->grid.height(place[0], place[1], gradient);
  const Lander<double> &body = scenario.body;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < body.planes; ++i)
    if (body.planes == 1 || foot < 0 || i == foot)
      least = std::min(least, vector(body.ground[i].n).normalized().dot(place - vector(body.ground[i].point)));
  return least;
}

// [m] of the lowest point that should not touch.
double clearance_of(const Scenario &scenario, const LanderState<double> &state) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < scenario.body.points; ++i) {
    const Vector3<double> point = vector(state.x) + attitude_of(state) * vector(scenario.body.point[i]);
    least = std::min(least, height_of(scenario, point, -1));
  }
  return least;
}

// [N] of ground and engine, in the mean since the frame before.
double force_of(const Scenario &scenario, const LandingOutcome::Frame &before, const LandingOutcome::Frame &now) {
  const Vector3<double> change = vector(now.landing.state.v) - vector(before.landing.state.v);
  const double time = now.time - before.time;
  return time > 0 ? scenario.body.mass * (change / time - vector(scenario.body.gravity)).norm() : std::nan("");
}

DataTable motion_table(const Scenario &scenario, const LandingOutcome &outcome) {
  std::vector<Column> columns = {{"t", "s"},
                                 {"x", "m"},
                                 {"y", "m"},
                                 {"z", "m"},
                                 {"up", "m/s"},
                                 {"across", "m/s"},
                                 {"rotation", "rad/s"},
                                 {"off up", "deg"},
                                 {ground_force, "N"},
                                 {clearance_name, "m"}};
  for (int i = 0; i < scenario.body.feet; ++i) columns.push_back({height_name(i), "m"});
  for (int i = 0; i < scenario.body.feet; ++i)
    if (scenario.body.leg[i].kind != TD_LEG_RIGID) columns.push_back({stroke_name(i), "m"});
  for (int i = 0; i < scenario.body.feet; ++i)
    for (int k = 0; k < 3 && scenario.body.leg[i].kind == TD_LEG_TRIPOD; ++k)
      columns.push_back({force_name(i, k), "N"});
  DataTable table(columns);
  const Vector3<double> up = up_of(scenario);
  constexpr double degrees = 180 / 3.14159265358979323846;
  const LandingOutcome::Frame *before = &outcome.way.front();
  for (const LandingOutcome::Frame &frame : outcome.way) {
    const Vector3<double> v = vector(frame.landing.state.v);
    const double(&x)[3] = frame.landing.state.x;
    Json::array_t row = {frame.time,
                         x[0],
                         x[1],
                         x[2],
                         up.dot(v),
                         (v - up * up.dot(v)).norm(),
                         vector(frame.landing.state.w).norm(),
                         degrees * lean_of(scenario, frame.landing.state),
                         force_of(scenario, *before, frame),
                         clearance_of(scenario, frame.landing.state)};
    before = &frame;
    for (int i = 0; i < scenario.body.feet; ++i)
      row.emplace_back(height_of(scenario, foot_at(scenario, frame.landing, i), i) - scenario.body.foot[i].radius);
    for (int i = 0; i < scenario.body.feet; ++i)
      if (scenario.body.leg[i].kind != TD_LEG_RIGID) row.emplace_back(frame.landing.leg[i].stroke);
    for (int i = 0; i < scenario.body.feet; ++i)
      for (int k = 0; k < 3 && scenario.body.leg[i].kind == TD_LEG_TRIPOD; ++k)
        row.emplace_back(frame.landing.leg[i].strut[k].force);
    table.add(row);
  }
  return table;
}

Json over_time(const char *title, const char *unit, const std::vector<std::string> &columns) {
  Json marks = Json::array();
  for (const std::string &column : columns)
    marks.push_back({{"mark", "line"},
                     {"table", "motion"},
                     {"x", "t"},
                     {"y", column},
                     {"tone", std::string(1, static_cast<char>('a' + marks.size() % 6))},
                     {"name", column}});
  return {{"title", title},
          {"x", {{"label", "time"}, {"unit", "s"}}},
          {"y", {{"label", columns.size() == 1 ? columns.front() : title}, {"unit", unit}}},
          {"marks", marks}};
}

void add_time_lines(Document &document, const Scenario &scenario, const LandingOutcome &outcome) {
  document.section("Over time");
  document.tables["motion"] = motion_table(scenario, outcome).json();
  Json::array_t figures = {over_time("Velocity", "m/s", {"up", "across"}), over_time("Rotation", "rad/s", {"rotation"}),
                           over_time("Attitude", "deg", {"off up"}), over_time("Height", "m", {"z"})};
  std::vector<std::string> strokes;
  for (int i = 0; i < scenario.body.feet; ++i)
    if (scenario.body.leg[i].kind != TD_LEG_RIGID) strokes.push_back(stroke_name(i));
  std::vector<std::string> heights;
  for (int i = 0; i < scenario.body.feet; ++i) heights.push_back(height_name(i));
  figures.push_back(over_time("Feet over the ground", "m", heights));
  if (scenario.body.points > 0) figures.push_back(over_time("Clearance", "m", {clearance_name}));
  figures.push_back(over_time("Force of ground and engine, mean over a frame", "N", {ground_force}));
  if (!outcome.touches.empty())
    figures.push_back(
        {{"title", "Impulses of the touches"},
         {"x", {{"label", "time"}, {"unit", "s"}}},
         {"y", {{"label", "impulse"}, {"unit", "N s"}}},
         {"marks",
          {{{"mark", "dot"}, {"table", "touches"}, {"x", touch_heading[1]}, {"y", touch_heading[5]}, {"tone", "b"}}}}});
  if (!strokes.empty()) figures.push_back(over_time("Strokes of the legs", "m", strokes));
  for (int i = 0; i < scenario.body.feet; ++i)
    if (scenario.body.leg[i].kind == TD_LEG_TRIPOD)
      figures.push_back(over_time(("Forces of the struts of leg " + std::to_string(i)).c_str(), "N",
                                  {force_name(i, 0), force_name(i, 1), force_name(i, 2)}));
  document.figures(figures);
}

void add_samples(Document &document, const SampleTally &samples) {
  if (samples.odds.samples == 0) return;
  document.section("Samples");
  document.text("Of what is not known, each followed to its end.");
  DataTable table({{"outcome"}, {"samples"}});
  for (std::int32_t outcome = 0; outcome < TD_OUTCOMES; ++outcome)
    if (samples.odds.outcomes[outcome] > 0) table.add({td_outcome_name(outcome), samples.odds.outcomes[outcome]});
  if (samples.refused > 0) table.add({"refused", samples.refused});
  document.table("samples", table);
}

// Where there are rows.
void add_table(Document &document, const std::string &title, const Cells &heading, const std::vector<Cells> &rows) {
  if (rows.empty()) return;
  document.section(title);
  std::vector<Column> columns;
  for (const std::string &name : heading) columns.push_back({name});
  DataTable table(columns);
  for (const Cells &row : rows) {
    Json::array_t cells;
    for (const std::string &cell : row) {
      char *end = nullptr;
      const double number = std::strtod(cell.c_str(), &end);
      cells.push_back(cell.empty() ? Json() : *end == '\0' ? Json(number) : Json(cell));
    }
    table.add(cells);
  }
  document.table(title == "Legs" ? "legs" : title == "Struts" ? "struts" : "touches", table);
}

}  // namespace

Json motion_of(const Scenario &scenario, const LandingOutcome &outcome) {
  Json times = Json::array(), poses = Json::array();
  for (const LandingOutcome::Frame &frame : outcome.way) {
    const double(&x)[3] = frame.landing.state.x, (&q)[4] = frame.landing.state.q;
    times.push_back(rounded(frame.time));
    Json pose = Json::array();
    for (const double coordinate : {x[0], x[1], x[2], q[0], q[1], q[2], q[3]}) pose.push_back(rounded(coordinate));
    for (int i = 0; i < scenario.body.feet; ++i) pose.push_back(rounded(frame.landing.leg[i].stroke));
    poses.push_back(pose);
  }
  const Json run = {{"name", "to rest"}, {"t", times}, {"tracks", {{{"tone", "a"}, {"poses", poses}}}}};
  Json shape = shape_of(scenario);
  if (scenario.uneven != nullptr) draw_ground(*scenario.uneven, poses, shape);
  return {{"shape", shape},
          {"seconds", 10},
          {"legend", "Legs from the centre of mass to the feet"},
          {"runs", Json::array({run})}};
}

void print_landing(const Scenario &scenario, const LandingOutcome &outcome) {
  for (const std::string &line : {scenario.name, scenario.illustrates, scenario.source})
    std::printf("%s\n", printable(line).c_str());
  std::printf("\nOutcome: %s.\n%s\n", outcome_text(outcome).c_str(), end_text(scenario, outcome).c_str());
  print_table(touch_heading, touch_rows(outcome));
  print_table(leg_heading, leg_rows(scenario, outcome));
  print_table(strut_heading, strut_rows(scenario, outcome));
  if (outcome.ended.status > 0) std::printf("\n%s\n", status_text(outcome.ended.status).c_str());
}

Document landing_document(const Scenario &scenario, const LandingOutcome &outcome) {
  Document document{"land", scenario.name};
  document.answer = "Outcome: " + outcome_text(outcome) + ".\n" + end_text(scenario, outcome);
  document.verdict = verdict_of(outcome);
  if (outcome.ended.status > 0) document.caveats.push_back(status_text(outcome.ended.status));
  document.section("In motion");
  document.motion(motion_of(scenario, outcome));
  for (const std::string &text : {scenario.illustrates, scenario.source})
    if (!text.empty()) document.text(text);
  add_time_lines(document, scenario, outcome);
  if (scenario.uneven != nullptr) add_site(document, scenario, outcome);
  add_table(document, "Touches", touch_heading, touch_rows(outcome));
  add_table(document, "Legs", leg_heading, leg_rows(scenario, outcome));
  add_table(document, "Struts", strut_heading, strut_rows(scenario, outcome));
  add_samples(document, outcome.samples);
  return document;
}

}  // namespace touchdown::host
