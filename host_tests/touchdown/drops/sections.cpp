#include "drops/sections.hpp"

#include <algorithm>
#include <functional>

#include "cli/text.hpp"
#include "drops/pictures.hpp"

namespace touchdown::host {
namespace {

constexpr std::size_t worst_shown = 5;

// What `html_of` says of each body that has drops, under the body's name.
std::string for_each_body(const std::vector<DropRun> &runs,
                          const std::function<std::string(const DropRun &)> &html_of) {
  std::string html;
  for (const DropRun &run : runs)
    if (!run.rebounds.empty())
      html += "<h3>" + escaped(run.set.name + ": " + run.set.description) + "</h3>\n" + html_of(run);
  return html;
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
          r.answer.instructions ? std::to_string(*r.answer.instructions) : "",
          !r.same_bits   ? ""
          : *r.same_bits ? "equal"
                         : "differ"};
}

}  // namespace

Section components_section(const std::vector<DropRun> &runs) {
  return {"Predicted against measured", for_each_body(runs, [](const DropRun &run) {
            return figure(components_picture(run),
                          "Velocity of the centre of mass and angular velocity after the impact, world axes, z up. On "
                          "the line prediction and measurement agree. Colour: what the slip was measured to do.");
          })};
}

Section error_section(const std::vector<DropRun> &runs) {
  return {"Error over approach speed", for_each_body(runs, [](const DropRun &run) {
            return figure(error_picture(run), "Black: median of each tenth of the drops.");
          })};
}

Section worst_section(const std::vector<DropRun> &runs) {
  return {"Worst five",
          paragraph("Side view along the ground, the slip before the impact going right. Arrows: velocity of the "
                    "contact point, 40 mm for 1 m/s.") +
              for_each_body(runs, [](const DropRun &run) {
                std::string html = "<div class=gallery>\n";
                for (const Rebound &r : worst(run.rebounds)) html += figure(geometry_picture(run.set, r), caption(r));
                return html + "</div>\n";
              })};
}

Section mode_section(const std::vector<DropRun> &runs) {
  return {"What became of the slip",
          paragraph("Stops: below 0.1 m/s after. Reverses: turned by more than 90 degrees. Slides on: the rest.") +
              for_each_body(runs, confusion)};
}

Section drops_section(const std::vector<DropRun> &runs) {
  std::vector<Cells> rows;
  for (const DropRun &run : runs)
    for (const Rebound &r : run.rebounds) rows.push_back(drop_row(run, r));
  return {
      "All drops",
      paragraph(
          "Speeds of the contact point in m/s, along the normal and along the ground. Work: "
          "instructions, or what else the target counts; bits: against the host build. A click on a heading sorts.") +
          table({"body", "drop", "approach", "normal after, measured", "predicted", "slip after, measured", "predicted",
                 "E-norm, %", "linear, m/s", "angular, rad/s", "slip measured", "slip predicted", "compression",
                 "restitution", "work", "bits"},
                rows, true)};
}

}  // namespace touchdown::host
