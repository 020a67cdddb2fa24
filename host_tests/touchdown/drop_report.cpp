#include "drop_report.hpp"

#include <algorithm>
#include <functional>

#include "drop_pictures.hpp"
#include "report.hpp"
#include "text.hpp"

namespace touchdown::host {
namespace {

constexpr std::size_t worst_shown = 5;

std::string percent(double part) { return formatted("%.2f %%", 100 * part); }

// What `html_of` says of each body that has drops, under the body's name.
std::string for_each_body(const std::vector<DropRun> &runs,
                          const std::function<std::string(const DropRun &)> &html_of) {
  std::string html;
  for (const DropRun &run : runs)
    if (!run.rebounds.empty())
      html += "<h3>" + escaped(run.set.name + ": " + run.set.description) + "</h3>\n" + html_of(run);
  return html;
}

Cells summary_row(const DropRun &run) {
  const DropSummary s = summary_of(run.rebounds);
  const Surface<double> &surface = run.set.drops.front().body.surface;
  const auto figure_of = [&](auto take) { return s.target ? take(*s.target) : std::string("in process"); };
  return {run.set.name,
          std::to_string(s.drops) + " of " + std::to_string(run.set.drops.size()),
          formatted("%g", surface.e),
          formatted("%g", surface.mu_k),
          percent(s.E_norm.median),
          percent(s.E_norm.ninety),
          formatted("%.3f", s.linear.median),
          formatted("%.3f", s.linear.ninety),
          formatted("%.2f", s.angular.median),
          formatted("%.2f", s.angular.ninety),
          std::to_string(s.slips_agree),
          std::to_string(s.energy_gained),
          figure_of([](const TargetFigures &t) { return formatted("%.0f", t.median_instructions); }),
          figure_of([](const TargetFigures &t) { return std::to_string(t.worst_instructions); }),
          figure_of([](const TargetFigures &t) { return std::to_string(t.same_bits); })};
}

Section summary(const std::vector<DropRun> &runs) {
  std::vector<Cells> columns;
  for (const DropRun &run : runs)
    if (!run.rebounds.empty()) columns.push_back(summary_row(run));
  const Cells names{"",
                    "drops resolved",
                    "restitution e",
                    "friction mu",
                    "E-norm error, median",
                    "E-norm error, 90th percentile",
                    "linear error, median, m/s",
                    "linear error, 90th percentile, m/s",
                    "angular error, median, rad/s",
                    "angular error, 90th percentile, rad/s",
                    "slip predicted as measured, drops",
                    "energy gained, drops",
                    "instructions per impact, median",
                    "instructions per impact, worst",
                    "bits equal to host-float, drops"};
  std::vector<Cells> rows;
  for (std::size_t i = 0; i < names.size(); ++i) {
    Cells row{names[i]};
    for (const Cells &column : columns) row.push_back(column[i]);
    rows.push_back(row);
  }
  const Cells heading = rows.front();
  rows.erase(rows.begin());
  return {"Summary",
          paragraph("Each recorded impact was resolved from the state just before it, with one restitution and one "
                    "friction for each body, and held against the state measured just after. E-norm: error of the "
                    "state after, weighted by energy, over the state itself.") +
              table(heading, rows)};
}

Section components(const std::vector<DropRun> &runs) {
  return {"Predicted against measured", for_each_body(runs, [](const DropRun &run) {
            return figure(components_picture(run),
                          "Velocity of the centre of mass and angular velocity after the impact, world axes, z up. On "
                          "the line prediction and measurement agree. Colour: what the slip was measured to do.");
          })};
}

Section errors(const std::vector<DropRun> &runs) {
  return {"Error over approach speed", for_each_body(runs, [](const DropRun &run) {
            return figure(error_picture(run), "Black: median of each tenth of the drops.");
          })};
}

std::vector<Rebound> worst(std::vector<Rebound> rebounds) {
  std::sort(rebounds.begin(), rebounds.end(),
            [](const Rebound &a, const Rebound &b) { return a.error.E_norm > b.error.E_norm; });
  rebounds.resize(std::min(rebounds.size(), worst_shown));
  return rebounds;
}

std::string caption(const Rebound &r) {
  return "Drop " + r.drop->id + ": E-norm " + percent(r.error.E_norm) + ", linear " +
         formatted("%.3f m/s", r.error.linear) + ", angular " + formatted("%.2f rad/s", r.error.angular) +
         ", approach " + formatted("%.2f m/s", -r.before.normal) + "; slip measured: " + name_of(r.measured_slip) +
         ", predicted: " + name_of(r.predicted_slip) + '.';
}

Section worst_drops(const std::vector<DropRun> &runs) {
  return {"Worst five",
          paragraph("Side view along the ground, the slip before the impact going right. Arrows: velocity of the "
                    "contact point, 40 mm for 1 m/s.") +
              for_each_body(runs, [](const DropRun &run) {
                std::string html = "<div class=gallery>\n";
                for (const Rebound &r : worst(run.rebounds)) html += figure(geometry_picture(run.set, r), caption(r));
                return html + "</div>\n";
              })};
}

std::string confusion(const DropRun &run) {
  const DropSummary s = summary_of(run.rebounds);
  Cells heading{"measured \\ predicted"};
  std::vector<Cells> rows;
  for (std::size_t measured = 0; measured < slip_kinds; ++measured) {
    heading.emplace_back(name_of(static_cast<Slip>(measured)));
    Cells row{name_of(static_cast<Slip>(measured))};
    for (const std::size_t count : s.slips[measured]) row.push_back(std::to_string(count));
    rows.push_back(row);
  }
  return table(heading, rows);
}

Section slips(const std::vector<DropRun> &runs) {
  return {"What became of the slip",
          paragraph("Stops: below 0.1 m/s after. Reverses: turned by more than 90 degrees. Slides on: the rest.") +
              for_each_body(runs, confusion)};
}

Cells drop_row(const DropRun &run, const Rebound &r) {
  return {run.set.name,
          r.drop->id,
          formatted("%.3f", -r.before.normal),
          formatted("%.3f", r.measured_after.normal),
          formatted("%.3f", r.predicted_after.normal),
          formatted("%.3f", r.measured_after.slip.norm()),
          formatted("%.3f", r.predicted_after.slip.norm()),
          formatted("%.2f", 100 * r.error.E_norm),
          formatted("%.4f", r.error.linear),
          formatted("%.3f", r.error.angular),
          name_of(r.measured_slip),
          name_of(r.predicted_slip),
          td_mode_name(static_cast<std::int32_t>(r.compression)),
          td_mode_name(static_cast<std::int32_t>(r.restitution)),
          r.answer.instructions ? std::to_string(*r.answer.instructions) : ""};
}

Section all_drops(const std::vector<DropRun> &runs) {
  std::vector<Cells> rows;
  for (const DropRun &run : runs)
    for (const Rebound &r : run.rebounds) rows.push_back(drop_row(run, r));
  return {"All drops",
          paragraph("Speeds of the contact point in m/s, along the normal and along the ground. A click on a heading "
                    "sorts.") +
              table({"body", "drop", "approach", "normal after, measured", "predicted", "slip after, measured",
                     "predicted", "E-norm, %", "linear, m/s", "angular, rad/s", "slip measured", "slip predicted",
                     "compression", "restitution", "instructions"},
                    rows, true)};
}

std::string version_text(int version) {
  return std::to_string(version / 10000) + '.' + std::to_string(version / 100 % 100) + '.' +
         std::to_string(version % 100);
}

Section computed_by(const std::string &place, const Target *target) {
  std::vector<Cells> rows{{"computed on", place}, {"library of this program", version_text(td_version())}};
  if (target != nullptr) {
    const LinkCounts &link = target->counts();
    rows.push_back({"board", target->identity().board});
    rows.push_back({"library of the board", version_text(static_cast<int>(target->identity().version))});
    rows.push_back({"work is counted in", target->identity().counter});
    rows.push_back(
        {"requests put, answers accepted", std::to_string(link.requests) + ", " + std::to_string(link.answers)});
    rows.push_back({"requests repeated, of these after silence",
                    std::to_string(link.repeated) + ", " + std::to_string(link.timed_out)});
    rows.push_back({"frames garbled on the way here, there",
                    std::to_string(link.garbled_here) + ", " + std::to_string(link.garbled_there)});
    rows.push_back({"target started anew", std::to_string(link.resets)});
  }
  return {"How it was computed",
          table({"", ""}, rows) + paragraph("Data derived from DAIRLab/contact-nets and DAIRLab/ImpactModeling, "
                                            "BSD-3-Clause, Copyright (c) 2020, Dynamic "
                                            "Autonomy and Intelligent Robotics Lab.")};
}

}  // namespace

void write_drop_report(const std::string &path, const std::string &place, const std::vector<DropRun> &runs,
                       const Target *target) {
  write(path, {"Recorded drops, measured and predicted",
               "Touchdown " + version_text(td_version()) + ", computed on " + place,
               {summary(runs), components(runs), errors(runs), worst_drops(runs), slips(runs), all_drops(runs),
                computed_by(place, target)}});
}

}  // namespace touchdown::host
