// `touchdown identify`: restitution and friction from recorded impacts or trajectories, with intervals, for each law.
#include "cli/command.hpp"
#include "drops/plausible.hpp"
#include "drops/sections.hpp"
#include "identify/identification.hpp"
#include "identify/trajectory_impacts.hpp"

namespace touchdown::host {
namespace {

std::string title(const char *what, const Identification &found) {
  return std::string(what) + ": " + found.set.name + ", " + std::to_string(found.set.drops.size()) + " impacts";
}

void give_answer(Document &document, const Identification &found) {
  const SurfaceFit &fit = found.laws.front().squares;
  document.answer = found.set.name + ": " + in_words("e", fit.e.front()) + ", " + in_words("mu_k", fit.mu_k) +
                    formatted(
                        " (95 %%). With one value of each, the %zu impacts are predicted within %.2f %% (E-norm) "
                        "in the median.",
                        fit.E_norm.size(), 100 * median(fit.E_norm));
  document.verdict = fit.e.front().decided() && fit.mu_k.decided() ? Verdict::good : Verdict::open;
}

Cells model_row(const SurfaceFit &fit) {
  return {fit.model.name,
          fit.e.size() == 1 ? in_table(fit.e.front()) : "by speed",
          in_table(fit.mu_k),
          100 * median(fit.E_norm),
          100 * quantile(fit.E_norm, 0.9),
          median(fit.linear),
          median(fit.angular),
          std::to_string(fit.reversals_found) + " of " + std::to_string(fit.reversals),
          fit.energy_gained};
}

void add_models(Document &document, const Identification &found) {
  document.section(title("Models", found));
  DataTable table(
      "model; e; mu_k; E-norm, median [%]; E-norm, 90th percentile [%]; linear error, median [m/s]; "
      "angular error, median [rad/s]; reversals found; energy gained");
  for (const LawFit &law : found.laws) table.add(model_row(law.squares));
  table.add(model_row(found.by_speed));
  document.table("models of " + found.set.name, table);
}

std::string mu_s_of(const LawFit &law) {
  if (!law.mu_s) return "not in this model";
  const std::string from = formatted("%.3f", law.mu_s->smallest);
  return from + (law.mu_s->largest ? formatted(" to %.3f", *law.mu_s->largest) : " or more");
}

void add_parameters(Document &document, const std::vector<std::string> &origin, const Identification &found) {
  document.section(title("Parameters", found));
  for (const std::string &sentence : origin) document.text(sentence);
  DataTable table("model; e; mu_k; mu_s");
  for (const LawFit &law : found.laws)
    table.add({law.squares.model.name, in_table(law.squares.e.front()), in_table(law.squares.mu_k), mu_s_of(law)});
  document.table("parameters", table);
  std::vector<Estimated> estimates;
  for (const LawFit &law : found.laws)
    for (const auto &[name, estimate] : {std::pair("e", law.squares.e.front()), std::pair("mu_k", law.squares.mu_k)})
      estimates.push_back({law.squares.model.name, name, estimate});
  document.table("estimates", table_of(estimates));
  for (const std::string &sentence : findings(found)) document.text(sentence);
}

// The error of each drop by each model.
void add_comparison(Document &document, const Identification &found) {
  document.section("Models over approach speed");
  DataTable table("body; drop; approach [m/s]");
  for (const LawFit &law : found.laws) table.columns.emplace_back(law.squares.model.name, "%");
  table.columns.emplace_back(found.by_speed.model.name, "%");
  for (std::size_t i = 0; i < found.set.drops.size(); ++i) {
    Cells row = {found.set.name, found.set.drops[i].id, approach_speed(found.set.drops[i])};
    for (const LawFit &law : found.laws) row.emplace_back(100 * law.squares.E_norm[i]);
    row.emplace_back(100 * found.by_speed.E_norm[i]);
    table.add(std::move(row));
  }
  document.tables["errors"] = table;
  document.figures("models");
}

void add_restitution(Document &document, const Identification &found) {
  document.section(title("Restitution by approach speed", found));
  const SurfaceFit &fit = found.by_speed;
  DataTable ratios("drop; approach [m/s]; speed ratio");
  for (const Drop &drop : found.set.drops)
    ratios.add({drop.id, approach_speed(drop), contact_speed(drop.body, drop.after).normal / approach_speed(drop)});
  document.tables["speed ratios"] = ratios;
  DataTable curve("approach [m/s]; e; at least; at most");
  for (std::size_t i = 0; i < fit.e.size(); ++i)
    curve.add({fit.restitution.speed[i], fit.e[i].value, std::max(fit.e[i].least, 0.0), std::min(fit.e[i].most, 1.0)});
  document.figures("restitution");
  document.table("e by speed", curve);
  document.code(c_table(fit.restitution));
}

// The drops as Poisson's law with one e and one friction predicts them.
DropRun run_of(const Identification &found) {
  DropRun run{found.set, {}};
  const SurfaceFit &fit = found.laws.front().squares;
  for (Drop &drop : run.set.drops) drop.body.surface = {fit.mu_s, fit.mu_k.value, fit.e.front().value};
  for (const Drop &drop : run.set.drops) run.rebounds.push_back(rebound_of<double>(drop));
  return run;
}

struct Arguments {
  std::string data, rig, impacts, parameters;
  DocumentFiles documents;
  std::size_t points = 6;
};

// Drops, and in words how they came from the file.
struct Drops {
  DropSet set;
  std::vector<std::string> origin;
};

// Drops that the library refuses say nothing of a surface.
void leave_out_refused(const std::string &path, DropSet &set, RowsLeftOut &left_out) {
  const auto refused = [&](const Drop &drop) {
    try {
      predicted(drop, {"any"}, 0.5, {0.2, 0.2});
      return false;
    } catch (const std::runtime_error &why) {
      left_out.add(std::runtime_error(path + ": " + why.what()));
      return true;
    }
  };
  set.drops.erase(std::remove_if(set.drops.begin(), set.drops.end(), refused), set.drops.end());
  if (set.drops.empty()) throw std::runtime_error(path + ": holds no impact to be used");
}

Drops read_drops(const std::string &path, const Rig &rig, std::ostream *impacts_file, RowsLeftOut &left_out) {
  if (holds_impacts(path, rig)) {
    if (impacts_file != nullptr)
      throw std::runtime_error("--impacts is of trajectories; " + path + " is a table of impacts");
    DropSet set = read_impacts(path, rig, left_out);
    leave_out_refused(path, set, left_out);
    return {set, {path + ": " + std::to_string(set.drops.size()) + " impacts, read from a table."}};
  }
  const std::vector<Trajectory> trajectories = read_trajectories(path, rig, left_out);
  check_plausible(path, rig, trajectories);
  const std::vector<FoundImpact> impacts = impacts_in(trajectories, rig);
  if (impacts_file != nullptr) write_impacts(*impacts_file, impacts);
  std::vector<std::string> origin{path + ": " + std::to_string(trajectories.size()) + " trajectories."};
  for (const std::string &sentence : words_of(impacts)) origin.push_back(sentence);
  if (const std::optional<FreeBody> body = free_body_of(trajectories, rig, impacts))
    for (const std::string &sentence : words_of(*body)) origin.push_back(sentence);
  return {clean_set(impacts, rig), origin};
}

int run(const Arguments &arguments) {
  const auto impacts = wanted_output(arguments.impacts), parameters = wanted_output(arguments.parameters);
  DocumentOutput documents(arguments.documents);
  const Rig rig = rig_for(arguments.rig, arguments.data);
  RowsLeftOut left_out;
  Drops drops = read_drops(arguments.data, rig, impacts ? &impacts->stream() : nullptr, left_out);
  std::optional<Identification> found;
  try {
    found = identified(std::move(drops.set), arguments.points);
  } catch (const std::runtime_error &error) {
    std::string words = error.what() + std::string(":");
    for (const std::string &sentence : drops.origin) words += ' ' + sentence;
    throw std::runtime_error(words);
  }
  if (parameters) write_parameters(parameters->stream(), *found);
  const Document document = identify_document(drops.origin, *found);
  print(document);
  documents.write(document);
  for (Output *const output : {impacts.get(), parameters.get()})
    if (output != nullptr) output->keep();
  if (left_out.count() == 0) return all_done;
  std::fprintf(stderr, "touchdown identify: %zu rows left out\n", left_out.count());
  return some_failed;
}

}  // namespace

Document identify_document(const std::vector<std::string> &origin, const Identification &found) {
  Document document{"identify", "Restitution and friction from drops"};
  give_answer(document, found);
  add_restitution(document, found);
  add_parameters(document, origin, found);
  add_models(document, found);
  std::vector<DropRun> runs;
  runs.push_back(run_of(found));  // moved: rebounds point at its drops
  add_comparison(document, found);
  add_components_section(document, runs);
  add_error_section(document);
  add_mode_section(document, runs);
  add_drops_section(document, runs);
  return document;
}

void add_identify_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  Command(program, "identify", "Restitution and friction from recorded impacts or trajectories",
          [=] { return run(*arguments); })
      .required("data", arguments->data, "table of impacts, one a row, or of poses over time")
      .option("--rig", arguments->rig, "JSON file: the body and the columns; a known one is found by itself")
      .number("--points", arguments->points, std::size_t{1}, std::size_t{8}, "points of e over approach speed")
      .option("--impacts", arguments->impacts, "CSV file to write: the impacts found in trajectories")
      .option("-o,--output", arguments->parameters, "JSON file of the parameters to write")
      .documents(arguments->documents)
      .example("records/rig")
      .help(embedded("identify/help.txt"), {"records/rig"});
}

}  // namespace touchdown::host
