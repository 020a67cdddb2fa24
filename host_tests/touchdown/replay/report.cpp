#include "replay/report.hpp"

#include <filesystem>

#include "cli/text.hpp"
#include "drops/sections.hpp"

namespace touchdown::host {
namespace {

std::string said_of(const DropRun &run, const DropSummary &s) {
  return run.set.name + ": predicted within " + percent(s.E_norm.median) + " (E-norm) in the median of " +
         std::to_string(s.drops) + " recorded impacts, within " + percent(s.E_norm.ninety) + " in nine of ten.\n";
}

void give_answer(Document &document, const std::vector<DropRun> &runs, const ReplayRecord &record) {
  std::size_t refused = 0, over = 0, differ = 0;
  for (const DropRun &run : runs) {
    document.answer += said_of(run, summary_of(run.rebounds));
    refused += run.refused.size(), over += over_budget(run, record.budget), differ += different_bits(run);
  }
  const auto add = [&](std::size_t count, const std::string &what) {
    document.answer += (count == 0 ? "None " : std::to_string(count) + ' ') + what + ". ";
  };
  add(refused, "refused");
  if (record.budget) add(over, "over the budget of " + std::to_string(*record.budget));
  if (record.use) add(differ, "with other bits than the host build");
  if (record.use && !record.use->complete) document.answer += "The target was lost: " + record.use->losses.back();
  const bool is_good = refused + over + differ == 0 && (!record.use || record.use->complete);
  document.verdict = is_good ? Verdict::good : Verdict::bad;
}

DataTable summary(const std::vector<DropRun> &runs, const ReplayRecord &record) {
  DataTable table("measure; in");
  for (const DropRun &run : runs) table.columns.emplace_back(run.set.name, "");
  using Run = const DropRun &;
  using Figures = const DropSummary &;
  const auto row = [&](const std::string &measure, const std::string &unit, const auto &of) {
    Cells cells = {measure, unit};
    for (const DropRun &run : runs) cells.emplace_back(of(run, summary_of(run.rebounds)));
    table.add(cells);
  };
  row("impacts in the table", "", [](Run run, Figures) { return run.set.drops.size(); });
  row("resolved", "", [](Run, Figures s) { return s.drops; });
  row("refused", "", [](Run run, Figures) { return run.refused.size(); });
  row("E-norm error, median", "%", [](Run, Figures s) { return 100 * s.E_norm.median; });
  row("E-norm error, 90th percentile", "%", [](Run, Figures s) { return 100 * s.E_norm.ninety; });
  row("linear error, median", "m/s", [](Run, Figures s) { return s.linear.median; });
  row("linear error, 90th percentile", "m/s", [](Run, Figures s) { return s.linear.ninety; });
  row("angular error, median", "rad/s", [](Run, Figures s) { return s.angular.median; });
  row("angular error, 90th percentile", "rad/s", [](Run, Figures s) { return s.angular.ninety; });
  row("slip predicted as measured", "", [](Run, Figures s) { return s.slips_agree; });
  row("energy gained", "", [](Run, Figures s) { return s.energy_gained; });
  if (!record.use) return table;
  const std::string work = "work of an impact, ";
  row(work + "median", record.use->target.counter,
      [](Run, Figures s) { return s.target ? Cell(s.target->median_instructions) : Cell(); });
  row(work + "most", record.use->target.counter,
      [](Run, Figures s) { return s.target ? Cell(s.target->worst_instructions) : Cell(); });
  if (record.budget)
    row("over the budget of " + std::to_string(*record.budget), "",
        [&](Run run, Figures) { return over_budget(run, record.budget); });
  row("bits equal to the host build", "", [](Run, Figures s) { return s.target ? Cell(s.target->same_bits) : Cell(); });
  return table;
}

DataTable parameters(const std::vector<DropRun> &runs, const std::vector<SurfaceParameters> &surfaces) {
  DataTable table("body; parameter; value; found on drops; in");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const SurfaceParameters &surface = surfaces[i];
    const auto row = [&](const std::string &what, const std::string &value) {
      table.add(
          {runs[i].set.name, what, value, surface.drops, std::filesystem::path(surface.source).filename().string()});
    };
    row("friction mu_k", in_table(surface.mu_k));
    row("friction mu_s", formatted("%.4f", surface.mu_s));
    for (std::size_t k = 0; k < surface.e.size(); ++k)
      row(surface.e.size() == 1 ? "restitution e"
                                : "restitution e at " + formatted("%.3f m/s", surface.restitution.speed[k]),
          in_table(surface.e[k]));
  }
  return table;
}

DataTable computed_by(const ReplayRecord &record) {
  DataTable table("what; value");
  table.add({"computed on", record.place});
  if (!record.use) return table;
  const TargetUse &use = *record.use;
  table.add({"board", use.target.board});
  table.add({"library of the board", version_text(static_cast<int>(use.target.version))});
  table.add({"its sources", use.target.sources});
  table.add({"work is counted in", use.target.counter});
  table.add({"all drops answered", use.complete});
  table.add({"times the target was opened", use.sessions});
  for (const NamedCount &named : link_counts) table.add({named.meaning, use.link.*named.count});
  table.add({"answers taken from the results file", use.from_file});
  table.add({"damaged lines of the results file, left out", use.torn_lines});
  if (!use.not_asked.empty()) table.add({"the target was not asked", use.not_asked});
  for (const std::string &loss : use.losses) table.add({"lost", loss});
  return table;
}

}  // namespace

std::size_t different_bits(const DropRun &run) {
  std::size_t count = 0;
  for (const Rebound &rebound : run.rebounds) count += rebound.same_bits == false ? 1 : 0;
  for (const Refusal &refusal : run.refused) count += refusal.same_bits == false ? 1 : 0;
  return count;
}

Document replay_document(const std::vector<DropRun> &runs, const ReplayRecord &record) {
  Document document{"replay", "Recorded drops, measured and predicted"};
  give_answer(document, runs, record);
  add_components_section(document, runs);
  document.section("Summary");
  document.text(
      "Each recorded impact was resolved from the state just before it and compared with the state measured just "
      "after. "
      "E-norm: error of the state after, weighted by energy, over the state itself.");
  document.table("summary", summary(runs, record));
  document.section("Parameters");
  document.text("Poisson's law on the exact slip path; intervals of 95 %.");
  document.table("parameters", parameters(runs, record.surfaces));
  add_error_section(document, runs);
  add_mode_section(document, runs);
  add_worst_section(document, runs);
  if (record.use) add_work_section(document, runs, record.use->target.counter, record.budget);
  add_drops_section(document, runs);
  document.section("Board and link");
  document.table("computed by", computed_by(record));
  document.text(
      "The drops that come along are derived from DAIRLab/contact-nets and DAIRLab/ImpactModeling, BSD-3-Clause, "
      "Copyright (c) 2020, Dynamic Autonomy and Intelligent Robotics Lab.");
  return document;
}

}  // namespace touchdown::host
