#include "monitor/report.hpp"

#include <algorithm>
#include <cmath>

#include "cli/text.hpp"
#include "report/picture.hpp"
#include "report/report.hpp"

namespace touchdown::host {
namespace {

constexpr std::size_t most_points = 4000;  // of a line

std::size_t stride_of(const Replay &replay) { return std::max<std::size_t>(1, replay.moments.size() / most_points); }

// The furthest from 0 of every few samples, so that no peak is lost.
template <class Of>
std::vector<Picture::Point> line(const Replay &replay, const Of &of) {
  std::vector<Picture::Point> points;
  const std::size_t stride = stride_of(replay);
  for (std::size_t i = 0; i < replay.moments.size(); i += stride) {
    double furthest = 0;
    for (std::size_t k = i; k < std::min(i + stride, replay.moments.size()); ++k) {
      const double one = of(replay.moments[k]);
      if (std::abs(one) > std::abs(furthest)) furthest = one;
    }
    points.emplace_back(replay.moments[i].time, furthest);
  }
  return points;
}

std::vector<Picture::Point> foot_line(const Replay &replay, int foot) {
  std::vector<Picture::Point> points;
  const std::size_t stride = stride_of(replay);
  for (std::size_t i = 0; i < replay.moments.size(); i += stride)
    points.emplace_back(replay.moments[i].time,
                        foot + 0.4 * replay.moments[i].heard.foot[static_cast<std::size_t>(foot)]);
  return points;
}

std::vector<Picture::Point> touches(const Replay &replay, bool truth) {
  std::vector<Picture::Point> points;
  if (truth)
    for (const Touch &touch : replay.truth) points.emplace_back(touch.time, touch.foot);
  else
    for (const Detection &detection : replay.detections)
      if (detection.told) points.emplace_back(detection.touch, detection.event.foot);
  return points;
}

std::string felt_picture(const Replay &replay, const FeltLines &lines) {
  Picture picture(900, 260);
  picture.data("contact", line(replay, [](const Moment &moment) { return moment.heard.contact; }));
  picture.script << "set xlabel 't [s]'\nset ylabel '" << lines.axis << "'\nset y2label 'P(contact)'\n"
                 << "set key left top\nset y2range [0:1.05]\nset y2tics\nset ytics nomirror\nplot ";
  for (std::size_t i = 0; i < lines.names.size(); ++i) {
    const std::string name = "felt" + std::to_string(i);
    picture.data(name, line(replay, [i](const Moment &moment) { return moment.felt.at(i); }));
    picture.script << '$' << name << " with lines title '" << picture.placeholder(lines.names[i]) << "', ";
  }
  picture.script << "$contact axes x1y2 with lines title 'P(contact)'\n";
  return picture.drawn();
}

std::string feet_picture(const Replay &replay, int feet) {
  Picture picture(900, 300);
  picture.script << "set xlabel 't [s]'\nset ylabel 'foot'\nset yrange [-0.5:" << feet << "]\nplot ";
  for (int i = 0; i < feet; ++i) {
    const std::string name = "foot" + std::to_string(i);
    picture.data(name, foot_line(replay, i));
    picture.script << '$' << name << " with steps notitle, ";
  }
  picture.data("told", touches(replay, false));
  picture.data("truth", touches(replay, true));
  picture.script << "$told with points pt 7 title 'told', $truth with points pt 4 ps 1.5 title 'in the log'\n";
  return picture.drawn();
}

std::vector<Cells> rows_of(const Replay &replay) {
  std::vector<Cells> rows;
  for (const Detection &detection : replay.detections) {
    const ContactEvent<double> &event = detection.event;
    const double size = vector(event.impulse).norm();
    rows.push_back({formatted("%.4f", detection.touch), explanation_name(event.explanation), std::to_string(event.foot),
                    detection.told ? "yes" : "no", formatted("%.3f", event.probability[event.explanation]),
                    formatted("%.3g", size), std::to_string(event.samples),
                    detection.truth ? std::to_string(detection.truth->foot) : "",
                    detection.truth ? formatted("%.1f", 1000 * (detection.touch - detection.truth->time)) : ""});
  }
  return rows;
}

}  // namespace

FeltLines felt_by_sensor() {
  return {"|a| [m/s^2]", "What the accelerometer felt, and how likely a contact is while an event is open.", {"|a|"}};
}

FeltLines felt_by_joints(const std::vector<ArmJoint> &joints) {
  FeltLines lines{"residual [N m]",
                  "Of each joint the torque that nothing known explains, and how likely a contact is while an event is "
                  "open.",
                  {}};
  for (const ArmJoint &joint : joints) lines.names.push_back(joint.name);
  return lines;
}

void write_monitor_report(std::ostream &page, const std::string &log, int feet, const FeltLines &lines,
                          const Replay &replay) {
  Report report{"Contact monitor", log, {}};
  report.sections.push_back({"Events", table({"t [s]", "explained by", "foot", "told", "probability", "impulse [N s]",
                                              "samples", "foot in the log", "late [ms]"},
                                             rows_of(replay), true)});
  report.sections.push_back({"Time lines", figure(felt_picture(replay, lines), lines.caption) +
                                               figure(feet_picture(replay, feet),
                                                      "Each foot: clear, touching, bearing. Dots: touches told; "
                                                      "squares: touches that the log knows.")});
  write(page, report);
}

}  // namespace touchdown::host
