#include "reach/reach_report.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "cli/text.hpp"

namespace touchdown::host {
namespace {

constexpr std::size_t most_rows = 2000;  // of a document's table

double reach_of(const Reached &one) { return std::hypot(one.point.x(), one.point.y()); }

// Allowed speeds, rising.
std::vector<double> speeds_of(const std::vector<Reached> &reached) {
  std::vector<double> speeds;
  for (const Reached &one : reached)
    if (one.allowed.speed) speeds.push_back(*one.allowed.speed);
  std::sort(speeds.begin(), speeds.end());
  return speeds;
}

// Where the point is, reach against height.
Figure map_of(const char *title, const char *colour, const char *caption = "") {
  Figure figure{title, caption, "reach [m]", "height [m]"};
  figure.to_scale = true;
  figure.colour = colour;
  return figure;
}

// The approach that strikes least, seen as the map is: along the reach, and upwards.
DataTable least_table(const std::vector<Reached> &reached) {
  constexpr double length = 0.04;  // [m] of an arrow
  DataTable table("pose; reach [m]; height [m]; to reach [m]; to height [m]; mass [kg]");
  for (std::size_t i = 0; i < std::min(reached.size(), most_rows); ++i) {
    const Reached &one = reached[i];
    if (one.allowed.answer.status < 0) continue;
    const double reach = reach_of(one);
    const double outwards =
        (one.point.x() * one.least.approach.x() + one.point.y() * one.least.approach.y()) / std::max(reach, 1e-9);
    table.add({one.id, reach, one.point.z(), reach + length * outwards, one.point.z() + length * one.least.approach.z(),
               one.least.mass});
  }
  return table;
}

Cells row_of(const Arm &arm, const Reached &one) {
  const AllowedSpeed &allowed = one.allowed;
  if (allowed.answer.status < 0) return {one.id, {}, {}, {}, status_text(allowed.answer.status)};
  const Vector3<double> &least = one.least.approach;
  return {one.id,
          reach_of(one),
          one.point.z(),
          allowed.speed,
          limit_name(allowed.answer.limit),
          limited_name(arm, allowed.answer),
          allowed.e,
          allowed.answer.impulse * allowed.at(),
          arm.stiffness > 0 ? Cell(allowed.answer.peak_force * allowed.at()) : Cell(),
          one.least.mass_here,
          one.least.mass,
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

Document reach_document(const Arm &arm, const std::vector<Reached> &reached) {
  Document document{"reach", "How fast " + arm.name + " may touch"};
  const std::vector<std::string> lines = reach_summary(arm, reached);
  const bool all =
      std::none_of(reached.begin(), reached.end(), [](const Reached &r) { return r.allowed.answer.status < 0; });
  document.answer = "Largest speed of approach that respects every limit, of " + lines.front() + '.';
  document.verdict = all ? Verdict::good : Verdict::bad;
  DataTable table(
      "pose; reach [m]; height [m]; allowed speed [m/s]; limit; of; e; impulse [N s]; peak force [N]; mass felt [kg]; "
      "least mass [kg]; approach that strikes least");
  for (std::size_t i = 0; i < std::min(reached.size(), most_rows); ++i) table.add(row_of(arm, reached[i]));
  document.section("Allowed speed");
  document.text("By where the tool's point is: its distance from the base's axis, and its height.");
  document.tables["least approach"] = least_table(reached);
  Figure speed = map_of("Allowed speed", "speed [m/s]");
  Figure mass = map_of("What is felt: mass along the normal, 1 / W_nn", "mass [kg]");
  Figure least = map_of("The approach that strikes least", "mass felt [kg]",
                        "Of all approaches at the same speed, each against a surface that stands across it; its colour "
                        "is the mass that is felt then.");
  speed.add("dot", "poses", "reach", "height").by("allowed speed");
  mass.add("dot", "poses", "reach", "height").by("mass felt");
  least.add("segment", "least approach", "reach", "height").to("to reach", "to height").by("mass").arrow = true;
  document.figures({std::move(speed), std::move(mass), std::move(least)});
  for (std::size_t i = 1; i < lines.size(); ++i) document.text("It " + lines[i] + '.');
  document.section("Poses");
  if (reached.size() > most_rows) document.text("The first " + std::to_string(most_rows) + '.');
  document.table("poses", table);
  document.text("Limits and masses of the arm: " + arm.source);
  return document;
}

}  // namespace touchdown::host
