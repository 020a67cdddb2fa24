// `touchdown land`: a landing with its report, or a table of its samples.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/text.hpp"
#include "land/report.hpp"

namespace touchdown::host {
namespace {

constexpr int most_jobs = 1024;

struct Arguments {
  std::string scenario, table, shard = "1/1";
  DocumentFiles documents;
  std::int32_t samples = 31;
  int jobs = 1;
};

void land_once(const Arguments &arguments, const Scenario &scenario) {
  DocumentOutput documents(arguments.documents);
  try {
    const LandingOutcome outcome = land_scenario(scenario, arguments.samples, arguments.jobs);
    print_landing(scenario, outcome);
    if (!documents.is_wanted()) return;
    documents.write(landing_document(scenario, outcome));
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(arguments.scenario + ": " + error.what());
  }
  for (const std::string &name : {arguments.documents.report, arguments.documents.json})
    if (!name.empty()) std::printf("Report: %s\n", printable(name).c_str());
}

void tabulate(const Arguments &arguments, const Scenario &scenario) {
  Output out(arguments.table);
  const SampleTally tally =
      land_samples(scenario, arguments.samples, shard_in(arguments.shard), arguments.jobs, &out.stream());
  out.keep();
  std::fprintf(stderr, "%d landings: %d rest upright, %d rest otherwise, %d tip; %llu refused\n",
               static_cast<int>(tally.odds.samples), static_cast<int>(tally.odds.outcomes[TD_OUTCOME_RESTS_UPRIGHT]),
               static_cast<int>(tally.odds.outcomes[TD_OUTCOME_RESTS_OTHERWISE]),
               static_cast<int>(tally.odds.outcomes[TD_OUTCOME_TIPS]), static_cast<unsigned long long>(tally.refused));
  if (tally.refused > 0) throw CLI::RuntimeError(some_failed);
}

void run(const Arguments &arguments) {
  const Scenario scenario = read_scenario(arguments.scenario);
  if (arguments.table.empty()) return land_once(arguments, scenario);
  tabulate(arguments, scenario);
}

}  // namespace

void add_land_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App *command = program.add_subcommand("land", "Whether a lander comes to rest upright, and how surely");
  command->add_option("scenario", arguments->scenario, "JSON file; examples are in host_tests/touchdown/landings")
      ->required();
  command
      ->add_option("--samples", arguments->samples,
                   "of the dispersion, each followed to rest: how sure the outcome is; 0 for none")
      ->check(CLI::Range(0, TD_MAX_LANDING_SAMPLES))
      ->capture_default_str();
  command->add_option("--jobs", arguments->jobs, "threads that share the samples")
      ->check(CLI::Range(1, most_jobs))
      ->capture_default_str();
  CLI::Option *table =
      command->add_option("-o,--output", arguments->table, "CSV file of the samples; - is standard output");
  command->add_option("--shard", arguments->shard, "i/k: the i-th of k parts of the samples")->needs(table);
  add_document_options(*command, arguments->documents);
  for (const char *option : {"--report", "--json"}) command->get_option(option)->excludes(table);
  add_example_option(*command, "land/scenario");
  add_help(*command, "land", {"land/scenario"});
  command->callback([arguments] { run(*arguments); });
}

}  // namespace touchdown::host
