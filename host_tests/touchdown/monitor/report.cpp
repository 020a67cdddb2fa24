#include "monitor/report.hpp"

#include <algorithm>
#include <cmath>

#include "cli/text.hpp"

namespace touchdown::host {
namespace {

constexpr std::size_t most_points = 3000;  // of a line

// The furthest from 0 of a few samples, so that no peak is lost.
template <class Of>
double furthest(const Replay &replay, std::size_t from, std::size_t to, const Of &of) {
  double found = 0;
  for (std::size_t k = from; k < to; ++k)
    if (std::abs(of(replay.moments[k])) > std::abs(found)) found = of(replay.moments[k]);
  return found;
}

std::string foot_name(int foot) { return "foot " + std::to_string(foot); }

std::string name_of(const std::vector<std::string> &names, int foot) {
  const auto at = static_cast<std::size_t>(foot);
  return foot >= 0 && at < names.size() ? names[at] : "unknown";
}

DataTable lines_table(int feet, const FeltLines &lines, const Replay &replay) {
  DataTable table("t [s]; P(contact)");
  for (std::size_t i = 0; i < lines.names.size(); ++i)
    table.columns.emplace_back(std::to_string(i + 1) + ": " + lines.names[i], lines.unit);
  for (int foot = 0; foot < feet; ++foot) table.columns.emplace_back(foot_name(foot), "");
  const std::size_t stride = std::max<std::size_t>(1, replay.moments.size() / most_points);
  for (std::size_t i = 0; i < replay.moments.size(); i += stride) {
    const std::size_t end = std::min(i + stride, replay.moments.size());
    Cells row = {replay.moments[i].time,
                 furthest(replay, i, end, [](const Moment &m) { return double(m.heard.contact); })};
    for (std::size_t line = 0; line < lines.names.size(); ++line)
      row.emplace_back(furthest(replay, i, end, [line](const Moment &m) { return m.felt.at(line); }));
    for (int foot = 0; foot < feet; ++foot)
      row.emplace_back(foot + 0.4 * replay.moments[i].heard.foot[static_cast<std::size_t>(foot)]);
    table.add(row);
  }
  return table;
}

Figure felt_figure(const FeltLines &lines) {
  Figure figure{"", lines.caption, "t [s]", {lines.label, lines.unit}};
  for (std::size_t i = 0; i < lines.names.size(); ++i)
    figure.add("line", "time lines", "t", std::to_string(i + 1) + ": " + lines.names[i])
        .in(tone_of(i))
        .named(lines.names[i]);
  return figure;
}

Figure probability_figure() {
  Figure figure{"", "How likely a contact is while an event is open.", "t [s]", Axis("P(contact)").from(0).to(1.05)};
  figure.add("line", "time lines", "t", "P(contact)").in("b").named("P(contact)");
  return figure;
}

Figure feet_figure(int feet) {
  Figure figure{"", "Each foot: clear, touching, bearing, one step each above its number.", "t [s]",
                Axis("foot").from(-0.5).to(feet)};
  for (int foot = 0; foot < feet; ++foot) figure.add("line", "time lines", "t", foot_name(foot)).in("a").step = true;
  figure.add("dot", "touches", "t", "foot").of("what", "reported").in("b").named("touches reported");
  figure.add("dot", "touches", "t", "foot").of("what", "in the log").in("measured").named("touches in the log");
  return figure;
}

DataTable touches_table(const Replay &replay) {
  DataTable table("what; t [s]; foot");
  for (const Touch &touch : replay.truth) table.add({"in the log", touch.time, touch.foot});
  for (const Detection &detection : replay.detections)
    if (detection.reported) table.add({"reported", detection.touch, detection.event.foot});
  return table;
}

DataTable events_table(const std::vector<std::string> &names, const Replay &replay) {
  DataTable table(
      "t [s]; explained by; foot; reported; probability; impulse [N s]; samples; caveats; in the log; late [ms]");
  for (const Detection &detection : replay.detections) {
    const ContactEvent<double> &event = detection.event;
    const auto &truth = detection.truth;
    table.add({detection.touch, explanation_name(event.explanation), name_of(names, event.foot), detection.reported,
               static_cast<double>(event.probability[event.explanation]), vector(event.impulse).norm(), event.samples,
               event.caveats > 0 ? status_text(event.caveats) : "", truth ? Cell(name_of(names, truth->foot)) : Cell(),
               truth ? Cell(1000 * (detection.touch - truth->time)) : Cell()});
  }
  return table;
}

void give_answer(Document &document, const std::vector<std::string> &names, const Replay &replay) {
  const Reported reported = reported_in(replay);
  document.answer = headline(replay, names) + '.';
  if (replay.has_truth)
    document.answer += "\nOf " + std::to_string(replay.truth.size()) + " touches in the log, " +
                       std::to_string(reported.right) + " are found with their foot; " +
                       std::to_string(reported.alarms) + " are found that the log does not have.";
  const bool all = replay.has_truth && reported.right == replay.truth.size() && reported.alarms == 0;
  document.verdict = all ? Verdict::good : Verdict::open;
}

}  // namespace

FeltLines felt_by_sensor() { return {"acceleration", "m/s^2", "What the accelerometer felt.", {"|a|"}}; }

FeltLines felt_by_joints(const std::vector<ArmJoint> &joints) {
  FeltLines lines{"residual", "N m", "Of each joint the torque that nothing known explains.", {}};
  for (const ArmJoint &joint : joints) lines.names.push_back(joint.name);
  return lines;
}

Reported reported_in(const Replay &replay) {
  Reported of;
  for (const Detection &detection : replay.detections) {
    if (!detection.reported) continue;
    ++of.count;
    of.right += detection.truth && detection.truth->foot == detection.event.foot ? 1 : 0;
    of.alarms += detection.truth ? 0 : 1;
  }
  return of;
}

std::string headline(const Replay &replay, const std::vector<std::string> &names) {
  const Detection *first = nullptr;
  std::size_t later = 0, otherwise = 0;
  for (const Detection &detection : replay.detections) {
    otherwise += detection.reported ? 0 : 1;
    later += detection.reported && first != nullptr ? 1 : 0;
    if (detection.reported && first == nullptr) first = &detection;
  }
  const std::string rest = (otherwise > 0 ? std::to_string(otherwise) : "none") + " explained otherwise";
  if (first == nullptr) return "no touch; " + rest;
  const ContactEvent<double> &event = first->event;
  const std::string where = event.explanation == TD_EXPLAINED_BY_FOOT   ? name_of(names, event.foot)
                            : event.explanation == TD_EXPLAINED_BY_FEET ? "several at once"
                                                                        : "another point";
  return where + " at " + formatted("%.3f s, ", first->touch) + formatted("%.2g N s; ", vector(event.impulse).norm()) +
         (later > 0 ? std::to_string(later) : "no") + (later == 1 ? " later touch; " : " later touches; ") + rest;
}

Document monitor_document(const std::vector<std::string> &names, const FeltLines &lines, const Replay &replay) {
  const int feet = static_cast<int>(names.size());
  Document document{"monitor", "Contact monitor"};
  give_answer(document, names, replay);
  for (const Detection &detection : replay.detections)
    for (int k = 0; detection.event.caveats > 0 && *td_caveat_name(detection.event.caveats, k) != 0; ++k)
      if (const std::string name = td_caveat_name(detection.event.caveats, k);
          std::find(document.caveats.begin(), document.caveats.end(), name) == document.caveats.end())
        document.caveats.push_back(name);
  document.section("Time lines");
  document.tables["time lines"] = lines_table(feet, lines, replay);
  document.tables["touches"] = touches_table(replay);
  document.figures({feet_figure(feet)});
  document.figures({felt_figure(lines)});
  document.figures({probability_figure()});
  document.section("Events");
  document.table("events", events_table(names, replay));
  return document;
}

}  // namespace touchdown::host
