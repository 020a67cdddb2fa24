#include "drop_report.hpp"

#include "drop_sections.hpp"
#include "report.hpp"
#include "text.hpp"

namespace touchdown::host {
namespace {

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
               {summary(runs), components_section(runs), error_section(runs), mode_section(runs), worst_section(runs),
                drops_section(runs), computed_by(place, target)}});
}

}  // namespace touchdown::host
