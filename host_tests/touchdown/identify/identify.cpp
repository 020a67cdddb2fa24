// `touchdown identify`: restitution and friction from recorded impacts or trajectories, with intervals, for each law.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/embedded.hpp"
#include "cli/output.hpp"
#include "cli/program.hpp"
#include "cli/text.hpp"
#include "drops/impact_model.hpp"
#include "drops/impact_table.hpp"
#include "drops/plausible.hpp"
#include "identify/identification.hpp"
#include "identify/trajectory_impacts.hpp"
#include "records/mapped_table.hpp"

namespace touchdown::host {
namespace {

struct Arguments {
  std::string data, rig, check, impacts, parameters;
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
      left_out.add(RowError(path + ": " + why.what()));
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
  return {clean_set(impacts, rig), origin};
}

void print_row(const SurfaceFit &fit, const std::string &e, const std::string &mu_k) {
  std::printf("  %-30s %-26s  %-26s  %6.2f %%  %8.4f  %8.3f  %4zu of %-4zu %5zu\n", fit.model.name.c_str(), e.c_str(),
              mu_k.c_str(), 100 * median(fit.E_norm), median(fit.linear), median(fit.angular), fit.reversals_found,
              fit.reversals, fit.energy_gained);
}

void print_row(const SurfaceFit &fit) {
  print_row(fit, fit.e.size() > 1 ? "see below" : in_table(fit.e.front()), in_table(fit.mu_k));
}

void print_models(const Identification &found, const char *what) {
  std::printf("\n%s: %zu impacts, %s\n\n  %-30s %-26s  %-26s  %8s  %8s  %8s  %s\n", printable(found.set.name).c_str(),
              found.set.drops.size(), what, "least squares", "e", "mu_k", "E-norm", "m/s", "rad/s",
              "reversals found, energy gained");
  for (const LawFit &law : found.laws) print_row(law.squares);
  print_row(found.by_speed);
  std::printf("  least median\n");
  for (const LawFit &law : found.laws)
    print_row(law.least_median, formatted("%.4f", law.least_median.e.front().value),
              formatted("%.4f", law.least_median.mu_k.value));
}

void print_curve(const SurfaceFit &fit) {
  std::printf("\n  e by approach speed, linear between the points:\n");
  for (std::size_t i = 0; i < fit.e.size(); ++i)
    std::printf("  %8.3f m/s  %s\n", fit.restitution.speed[i], in_table(fit.e[i]).c_str());
  std::printf("  %s\n", c_table(fit.restitution).c_str());
}

void print_sentences(const std::vector<std::string> &sentences) {
  std::printf("\n");
  for (const std::string &sentence : sentences) std::printf("  %s\n", printable(sentence).c_str());
}

// The files to be written; each is there from the start, or none is asked for.
struct Outputs {
  std::optional<Output> impacts, parameters;
  DocumentOutput documents;

  explicit Outputs(const Arguments &arguments) : documents(arguments.documents) {
    if (!arguments.impacts.empty()) impacts.emplace(arguments.impacts);
    if (!arguments.parameters.empty()) parameters.emplace(arguments.parameters);
  }

  void keep() {
    for (std::optional<Output> *output : {&impacts, &parameters})
      if (*output) (*output)->keep();
  }
};

int run(const Arguments &arguments) {
  Outputs outputs(arguments);
  const Rig rig = rig_for(arguments.rig, arguments.data);
  RowsLeftOut left_out;
  Drops drops = read_drops(arguments.data, rig, outputs.impacts ? &outputs.impacts->stream() : nullptr, left_out);
  print_sentences(drops.origin);
  std::vector<Identification> all{identified(std::move(drops.set), arguments.points)};
  print_models(all.front(), "parameters found on them; medians of the errors");
  print_curve(all.front().by_speed);
  print_sentences(findings(all.front()));
  if (!arguments.check.empty()) {
    DropSet further = read_drops(arguments.check, rig, nullptr, left_out).set;
    further.name += " (further)";
    all.push_back(judged_on(std::move(further), all.front()));
    print_models(all.back(), "parameters found on the others; medians of the errors");
    print_sentences(inside_in_words(all.back()));
  }
  if (outputs.parameters) write_parameters(outputs.parameters->stream(), all.front());
  if (outputs.documents.is_wanted()) outputs.documents.write(identify_document(drops.origin, all));
  outputs.keep();
  if (left_out.count() == 0) return all_done;
  std::fprintf(stderr, "touchdown identify: %zu rows left out\n", left_out.count());
  return some_failed;
}

}  // namespace

void add_identify_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  Command(program, "identify", "Restitution and friction from recorded impacts or trajectories",
          [=] { return run(*arguments); })
      .required("data", arguments->data, "table of impacts, one a row, or of poses over time")
      .option("--rig", arguments->rig, "JSON file: the body and the columns; a known one is found by itself")
      .number("--points", arguments->points, std::size_t{1}, std::size_t{8}, "points of e over approach speed")
      .option("--check", arguments->check, "further impacts or trajectories, to hold the parameters against")
      .option("--impacts", arguments->impacts, "CSV file to write: the impacts found in trajectories")
      .option("-o,--output", arguments->parameters, "JSON file of the parameters to write")
      .documents(arguments->documents)
      .example("records/rig")
      .help(embedded("identify/help.txt"), {"records/rig"});
}

}  // namespace touchdown::host
