// `touchdown replay`: recorded impacts put to a target, the host build beside it; target against host, predicted
// against measured, work against a budget.
#include <filesystem>

#include "cli/command.hpp"
#include "drops/impact_model.hpp"
#include "drops/sections.hpp"
#include "replay/replay.hpp"

namespace touchdown::host {
namespace {

// The document of a replay of recorded drops.

// What a replay was made with.
struct ReplayRecord {
  std::string place;                        // as given to --on
  std::vector<SurfaceParameters> surfaces;  // of each run
  Budget budget;
  std::optional<TargetUse> use;  // none in process
};

// Drops of which the target gave other bits than the host build.
std::size_t different_bits(const DropRun &run) {
  std::size_t count = 0;
  for (const Rebound &rebound : run.rebounds) count += rebound.same_bits == false ? 1 : 0;
  for (const Refusal &refusal : run.refused) count += refusal.same_bits == false ? 1 : 0;
  return count;
}

std::string said_of(const DropRun &run, const DropSummary &s) {
  return run.set.name +
         formatted(
             ": predicted within %.2f %% (E-norm) in the median of %zu recorded impacts, within %.2f %% in nine of "
             "ten.\n",
             100 * s.E_norm.median, s.drops, 100 * s.E_norm.ninety) +
         (s.target ? formatted("bits equal to host-float: %zu of %zu\n", s.target->same_bits, s.drops) : "");
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
  if (record.use) return table_of(*record.use, record.place);
  DataTable table("what; value");
  table.add({"computed on", record.place});
  return table;
}

DataTable refusals(const std::vector<DropRun> &runs) {
  DataTable table("body; drop; refused");
  for (const DropRun &run : runs)
    for (const Refusal &refusal : run.refused)
      table.add({run.set.name, refusal.drop->id,
                 refusal.status < 0 ? td_status_name(refusal.status) : "the answer is not finite"});
  return table;
}

// `each_drop`: what has a row for every drop as well, which takes more than the drop itself.
Document replay_document(const std::vector<DropRun> &runs, const ReplayRecord &record, bool each_drop) {
  Document document{"replay", "Recorded drops, measured and predicted"};
  give_answer(document, runs, record);
  if (each_drop) add_components_section(document, runs);
  document.section("Summary");
  document.text(
      "Each recorded impact was resolved from the state just before it and compared with the state measured just "
      "after. "
      "E-norm: error of the state after, weighted by energy, over the state itself.");
  document.table("summary", summary(runs, record));
  if (const DataTable refused = refusals(runs); !refused.rows.empty()) document.table("refused", refused);
  document.section("Parameters");
  document.text("Poisson's law on the exact slip path; intervals of 95 %.");
  document.table("parameters", parameters(runs, record.surfaces));
  if (each_drop) add_error_section(document);
  add_mode_section(document, runs);
  if (record.use) add_work_section(document, record.use->target.counter, record.budget);
  if (each_drop) add_drops_section(document, runs);
  document.section("Board and link");
  document.table("computed by", computed_by(record));
  document.text(
      "The drops that come along are derived from DAIRLab/contact-nets and DAIRLab/ImpactModeling, BSD-3-Clause, "
      "Copyright (c) 2020, Dynamic Autonomy and Intelligent Robotics Lab.");
  return document;
}

void write_rows(std::ostream &out, const std::vector<DropRun> &runs) {
  out << "body,drop,approach,normal_measured,normal_predicted,slip_measured,slip_predicted,E_norm,linear,angular,"
         "measured,predicted,compression,restitution,work,bits\n";
  for (const DropRun &run : runs)
    for (const Rebound &rebound : run.rebounds) write_csv(out, drop_row(run, rebound, 1), 6);
}

struct Arguments {
  PlaceOfAnswers place{"host-float", "", 10};
  std::string rig, surface, rows;
  DocumentFiles documents;
  std::vector<std::string> data = recorded_drops();
  std::uint32_t budget = 0;
  bool by_speed = false, quiet = false;
};

std::vector<DropRun> read_runs(const Arguments &arguments, ReplayRecord &record, RowsLeftOut &left_out) {
  std::vector<DropRun> runs;
  for (const std::string &path : arguments.data) {
    const Rig rig = rig_for(arguments.rig, path);
    if (!holds_impacts(path, rig))
      throw std::runtime_error(path + ": holds poses; touchdown identify --impacts FILE finds the impacts in them");
    DropSet set = read_impacts(path, rig, left_out);
    record.surfaces.push_back(
        read_surface(arguments.surface.empty() ? known_surface(set.name) : arguments.surface, arguments.by_speed));
    lay_on(set.drops, record.surfaces.back());
    runs.push_back({std::move(set), {}});
  }
  return runs;
}

void resolve(const PlaceOfAnswers &place, std::vector<DropRun> &runs, ReplayRecord &record) {
  std::size_t drops = 0, done = 0;
  for (const DropRun &run : runs) drops += run.set.drops.size();
  Progress progress("drop", drops);
  const OnDrop on_drop = [&] { progress.at(++done); };
  if (place.on == "host-double")
    resolve_here<double>(runs, on_drop);
  else if (place.on == "host-float")
    resolve_here<float>(runs, on_drop);
  else
    record.use = replay_on_target(runs, place, on_drop);
}

// The gravest of what failed; all of it is said.
int verdict(const std::vector<DropRun> &runs, const ReplayRecord &record, std::size_t left_out) {
  std::size_t refused = 0, over = 0, differ = 0;
  for (const DropRun &run : runs)
    refused += run.refused.size(), over += over_budget(run, record.budget), differ += different_bits(run);
  int status = all_done;
  const auto fail = [&status](int as, const std::string &words) {
    std::fprintf(stderr, "touchdown: %s\n", printable(words).c_str());
    status = as;
  };
  if (left_out > 0) fail(some_failed, std::to_string(left_out) + " rows left out");
  if (refused > 0) fail(some_failed, std::to_string(refused) + " drops refused");
  if (over > 0) fail(budget_exceeded, std::to_string(over) + " drops over the budget");
  if (differ > 0)
    fail(bits_differ, "the target differs from host-float in some bits of " + std::to_string(differ) + " drops");
  if (record.use && !record.use->complete) fail(target_lost, record.use->losses.back());
  return status;
}

int run(const Arguments &arguments) {
  check_results(arguments.place);
  if (arguments.budget > 0 && !is_target(arguments.place.on))
    throw std::runtime_error("--budget is of a target's counted work; " + arguments.place.on + " counts none");
  const auto rows = wanted_output(arguments.rows);
  DocumentOutput documents(arguments.documents);
  ReplayRecord record{arguments.place.on, {}, {}, {}};
  if (arguments.budget > 0) record.budget = arguments.budget;
  RowsLeftOut left_out;
  std::vector<DropRun> runs = read_runs(arguments, record, left_out);
  resolve(arguments.place, runs, record);
  const bool quiet = arguments.quiet || rows;
  const Document document = replay_document(runs, record, !quiet || documents.is_wanted());
  print(document, quiet ? usual_rows : std::numeric_limits<std::size_t>::max());
  if (rows) {
    write_rows(rows->stream(), runs);
    rows->keep();
  }
  documents.write(document);
  return verdict(runs, record, left_out.count());
}

}  // namespace

void add_replay_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  Command(program, "replay",
          "Recorded impacts on a target: against the host build, against what was measured, against a budget",
          [=] { return run(*arguments); })
      .option("impacts,--data", arguments->data,
              "tables of impacts, one a row; the recorded drops that come along unless given")
      .option("--rig", arguments->rig, "JSON file: the body and the columns; a known one is found by itself")
      .option("--surface", arguments->surface,
              "JSON file: restitution and friction, of `touchdown identify -o`; known for a known rig")
      .flag("--by-speed", arguments->by_speed, "restitution by approach speed, not one for all")
      .place(arguments->place.on)
      .answers(arguments->place.results, arguments->place.patience)
      .number("--budget", arguments->budget, std::uint32_t{1}, std::uint32_t{0} - 1,
              "most instructions, or what the target counts, that an impact may take")
      .documents(arguments->documents)
      .option("--rows", arguments->rows, "CSV file to write, a row per drop; then they are not printed")
      .flag("-q,--quiet", arguments->quiet, "do not print every drop")
      .example("records/rig")
      .help(embedded("replay/help.txt"));
}

}  // namespace touchdown::host
