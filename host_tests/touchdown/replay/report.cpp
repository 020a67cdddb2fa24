#include "replay/report.hpp"

#include <filesystem>

#include "cli/text.hpp"
#include "drops/pictures.hpp"
#include "drops/sections.hpp"
#include "report/report.hpp"

namespace touchdown::host {
namespace {

Cells errors_of(const DropSummary &s) {
  return {percent(s.E_norm.median),
          percent(s.E_norm.ninety),
          formatted("%.3f", s.linear.median),
          formatted("%.3f", s.linear.ninety),
          formatted("%.2f", s.angular.median),
          formatted("%.2f", s.angular.ninety),
          std::to_string(s.slips_agree),
          std::to_string(s.energy_gained)};
}

Cells work_of(const DropRun &run, const DropSummary &s, const Budget &budget) {
  if (!s.target) return Cells(4, "in process");
  return {formatted("%.0f", s.target->median_instructions), std::to_string(s.target->worst_instructions),
          budget ? std::to_string(over_budget(run, budget)) : "no budget", std::to_string(s.target->same_bits)};
}

Cells summary_column(const DropRun &run, const Budget &budget) {
  const DropSummary s = summary_of(run.rebounds);
  Cells column{run.set.name, std::to_string(s.drops) + " of " + std::to_string(run.set.drops.size()),
               std::to_string(run.refused.size())};
  for (const Cells &more : {errors_of(s), work_of(run, s, budget)})
    column.insert(column.end(), more.begin(), more.end());
  return column;
}

Section summary(const std::vector<DropRun> &runs, const ReplayRecord &record) {
  const std::string unit = record.use ? record.use->target.counter : "instructions";
  const Cells names{
      "",
      "drops resolved",
      "drops refused",
      "E-norm error, median",
      "E-norm error, 90th percentile",
      "linear error, median, m/s",
      "linear error, 90th percentile, m/s",
      "angular error, median, rad/s",
      "angular error, 90th percentile, rad/s",
      "slip predicted as measured, drops",
      "energy gained, drops",
      unit + " per impact, median",
      unit + " per impact, worst",
      record.budget ? "over the budget of " + std::to_string(*record.budget) + ", drops" : "over the budget",
      "bits equal to the host build, drops"};
  std::vector<Cells> rows;
  for (const std::string &name : names) rows.push_back({name});
  for (const DropRun &run : runs) {
    const Cells column = summary_column(run, record.budget);
    for (std::size_t i = 0; i < names.size(); ++i) rows[i].push_back(column[i]);
  }
  const Cells heading = rows.front();
  rows.erase(rows.begin());
  return {
      "Summary",
      paragraph("Each recorded impact was resolved from the state just before it and held against the state "
                "measured just after. E-norm: error of the state after, weighted by energy, over the state itself.") +
          table(heading, rows)};
}

Section parameters(const std::vector<DropRun> &runs, const std::vector<SurfaceParameters> &surfaces) {
  std::vector<Cells> rows;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const SurfaceParameters &surface = surfaces[i];
    const auto row = [&](const std::string &what, const std::string &value) {
      rows.push_back({runs[i].set.name, what, value, std::to_string(surface.drops),
                      std::filesystem::path(surface.source).filename()});
    };
    row("friction mu_k", in_table(surface.mu_k));
    row("friction mu_s", formatted("%.4f", surface.mu_s));
    for (std::size_t k = 0; k < surface.e.size(); ++k)
      row(surface.e.size() == 1 ? "restitution e"
                                : "restitution e at " + formatted("%.3f m/s", surface.restitution.speed[k]),
          in_table(surface.e[k]));
  }
  return {"Parameters", paragraph("Poisson's law on the exact slip path; intervals of 95 %.") +
                            table({"body", "parameter", "value", "found on drops", "in"}, rows)};
}

Section work(const std::vector<DropRun> &runs, const ReplayRecord &record) {
  const std::string unit = record.use->target.counter;
  std::string html;
  for (const DropRun &run : runs)
    if (!run.rebounds.empty())
      html += figure(work_picture(run, unit, record.budget),
                     run.set.name + ": " + unit + " of each impact on " + record.use->target.board + '.');
  return {"Work on the target", html};
}

std::string version_text(int version) {
  return std::to_string(version / 10000) + '.' + std::to_string(version / 100 % 100) + '.' +
         std::to_string(version % 100);
}

std::vector<Cells> use_rows(const TargetUse &use) {
  std::vector<Cells> rows{{"board", use.target.board},
                          {"library of the board", version_text(static_cast<int>(use.target.version))},
                          {"its sources", use.target.sources},
                          {"work is counted in", use.target.counter},
                          {"all drops answered", use.complete ? "yes" : "no"},
                          {"times the target was opened", std::to_string(use.sessions)}};
  for (const NamedCount &named : link_counts) rows.push_back({named.meaning, std::to_string(use.link.*named.count)});
  rows.push_back({"answers taken from the results file", std::to_string(use.from_file)});
  rows.push_back({"damaged lines of the results file, left out", std::to_string(use.torn_lines)});
  if (!use.not_asked.empty()) rows.push_back({"the target was not asked", use.not_asked});
  for (const std::string &loss : use.losses) rows.push_back({"lost", loss});
  return rows;
}

Section computed_by(const ReplayRecord &record) {
  std::vector<Cells> rows{{"computed on", record.place}, {"library of this program", version_text(td_version())}};
  if (record.use)
    for (const Cells &row : use_rows(*record.use)) rows.push_back(row);
  return {"Versions, board and link",
          table({"", ""}, rows) + paragraph("The drops that come along are derived from DAIRLab/contact-nets and "
                                            "DAIRLab/ImpactModeling, BSD-3-Clause, Copyright (c) 2020, Dynamic "
                                            "Autonomy and Intelligent Robotics Lab.")};
}

}  // namespace

void write_drop_report(std::ostream &page, const std::vector<DropRun> &runs, const ReplayRecord &record) {
  Report report{"Recorded drops, measured and predicted",
                "Touchdown " + version_text(td_version()) + ", computed on " + record.place,
                {summary(runs, record), parameters(runs, record.surfaces), components_section(runs),
                 error_section(runs), mode_section(runs), worst_section(runs)}};
  if (record.use) report.sections.push_back(work(runs, record));
  report.sections.push_back(drops_section(runs));
  report.sections.push_back(computed_by(record));
  write(page, report);
}

}  // namespace touchdown::host
