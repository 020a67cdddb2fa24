#include "reach/reach_report.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "cli/text.hpp"
#include "report/picture.hpp"
#include "report/report.hpp"

namespace touchdown::host {
namespace {

constexpr const char *nothing = "<p>Nothing to draw.</p>\n";
constexpr std::size_t most_rows = 2000;  // of the table in a page

double reach_of(const Reached &one) { return std::hypot(one.point.x(), one.point.y()); }

// Allowed speeds, rising.
std::vector<double> speeds_of(const std::vector<Reached> &reached) {
  std::vector<double> speeds;
  for (const Reached &one : reached)
    if (one.allowed.speed) speeds.push_back(*one.allowed.speed);
  std::sort(speeds.begin(), speeds.end());
  return speeds;
}

// Where the point is, reach against height, coloured by a figure of the pose, from bad to good; infinite: not drawn.
template <class Of>
std::string map_of(const std::vector<Reached> &reached, const char *label, bool more_is_good, const Of &of) {
  Picture picture(760, 460);
  std::vector<Picture::Row> rows;
  for (const Reached &one : reached)
    if (one.allowed.answer.status >= 0 && std::isfinite(of(one)))
      rows.push_back({reach_of(one), one.point.z(), of(one)});
  if (rows.empty()) return nothing;
  picture.data("poses", rows);
  picture.script
      << "set size ratio -1\nset xlabel 'reach, m'\nset ylabel 'height, m'\nset cblabel '" << label
      << "'\nset offsets graph 0.05, graph 0.05, graph 0.05, graph 0.05\nset palette defined (0 '#b3261e', 0.5 "
         "'#e8c33a', 1 '#2f8f5b')"
      << (more_is_good ? "" : " negative") << "\nplot $poses using 1:2:3 with points pt 7 ps 0.9 palette notitle\n";
  return picture.drawn();
}

// The approach that strikes least, seen as the map is: along the reach, and upwards.
std::string least_picture(const std::vector<Reached> &reached) {
  Picture picture(760, 460);
  std::vector<Picture::Row> rows;
  for (const Reached &one : reached) {
    if (one.allowed.answer.status < 0) continue;
    const double reach = std::max(reach_of(one), 1e-9);
    const double outwards = (one.point.x() * one.least.approach.x() + one.point.y() * one.least.approach.y()) / reach;
    rows.push_back({reach_of(one), one.point.z(), 0.04 * outwards, 0.04 * one.least.approach.z(), one.least.mass});
  }
  if (rows.empty()) return nothing;
  picture.data("least", rows);
  picture.script << "set size ratio -1\nset xlabel 'reach, m'\nset ylabel 'height, m'\nset cblabel 'kg'\n"
                    "set offsets graph 0.05, graph 0.05, graph 0.05, graph 0.05\n"
                    "plot $least using 1:2:3:4:5 with vectors head filled lw 1.5 lc palette notitle\n";
  return picture.drawn();
}

Cells cells_of(const Arm &arm, const Reached &one) {
  const AllowedSpeed &allowed = one.allowed;
  if (allowed.answer.status < 0) return {one.id, "", status_text(allowed.answer.status), "", "", "", "", "", ""};
  const Vector3<double> &least = one.least.approach;
  return {one.id,
          allowed.speed ? formatted("%.4g", *allowed.speed) : "",
          limit_name(allowed.answer.limit),
          limited_name(arm, allowed.answer),
          formatted("%.3g", allowed.e),
          formatted("%.4g", allowed.answer.impulse * allowed.at()),
          formatted("%.4g", one.least.mass_here),
          formatted("%.4g", one.least.mass),
          formatted("%.2f, ", least.x()) + formatted("%.2f, ", least.y()) + formatted("%.2f", least.z())};
}

}  // namespace

std::string limit_name(std::int32_t limit) {
  static const std::map<std::int32_t, std::string> names = {{TD_LIMIT_NONE, "none"},
                                                            {TD_LIMIT_SPEED_JUMP, "speed jump"},
                                                            {TD_LIMIT_JOINT_IMPULSE, "joint impulse"},
                                                            {TD_LIMIT_CONSTRAINT_IMPULSE, "constraint impulse"},
                                                            {TD_LIMIT_PEAK_FORCE, "peak force"}};
  return names.at(limit);
}

std::string limited_name(const Arm &arm, const TouchAnswer &answer) {
  if (answer.joint < 0) return "";
  const auto place = static_cast<std::size_t>(answer.joint);
  if (answer.limit == TD_LIMIT_CONSTRAINT_IMPULSE) return arm.held.at(place).name;
  return arm.robot.joints().at(place).name;
}

std::vector<std::string> reach_summary(const Arm &arm, const std::vector<Reached> &reached) {
  const std::vector<double> speeds = speeds_of(reached);
  std::string first = std::to_string(reached.size()) + " poses";
  if (!speeds.empty())
    first += formatted(": %.3g", speeds.front()) + formatted(" to %.3g m/s, ", speeds.back()) +
             formatted("%.3g m/s in the median", speeds[speeds.size() / 2]);
  std::map<std::string, std::size_t> binding;
  for (const Reached &one : reached) {
    if (one.allowed.answer.status < 0) continue;
    const std::string joint = limited_name(arm, one.allowed.answer);
    ++binding[limit_name(one.allowed.answer.limit) + (joint.empty() ? "" : " of " + joint)];
  }
  std::vector<std::string> lines = {first};
  for (const auto &[what, times] : binding) lines.push_back("binds in " + std::to_string(times) + ": " + what);
  return lines;
}

void write_reach_report(std::ostream &page, const Arm &arm, const std::vector<Reached> &reached) {
  Report report{"How fast " + arm.name + " may touch", arm.source, {}};
  std::string summary;
  for (const std::string &line : reach_summary(arm, reached)) summary += paragraph(line);
  const auto speed = [](const Reached &one) { return one.allowed.speed.value_or(INFINITY); };
  const auto mass = [](const Reached &one) { return one.least.mass_here; };
  report.sections.push_back(
      {"Allowed speed", summary + figure(map_of(reached, "m/s", true, speed),
                                         "Largest speed of approach that respects every limit, by where "
                                         "the tool's point is: its distance from the base's axis, and its "
                                         "height.")});
  report.sections.push_back(
      {"What is felt",
       figure(map_of(reached, "kg", false, mass), "Mass that the touch feels along the normal, 1 / W_nn.") +
           figure(
               least_picture(reached),
               "The approach that strikes least, of all at the same speed, each against a surface that stands across "
               "it; its colour is the mass that is felt then.")});
  std::vector<Cells> rows;
  for (std::size_t i = 0; i < std::min(reached.size(), most_rows); ++i) rows.push_back(cells_of(arm, reached[i]));
  report.sections.push_back({"Poses", table({"pose", "speed [m/s]", "limit", "of", "e", "impulse [N s]", "mass [kg]",
                                             "least mass [kg]", "approach that strikes least"},
                                            rows, true)});
  write(page, report);
}

}  // namespace touchdown::host
