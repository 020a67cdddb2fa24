// `touchdown land`: one landing with its report, or a campaign of dispersed ones.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/output.hpp"
#include "cli/text.hpp"
#include "land/campaign.hpp"
#include "land/heights_report.hpp"
#include "land/report.hpp"
#include "report/picture.hpp"

namespace touchdown::host {
namespace {

constexpr const char *help =
    "The scenario is a JSON object (SI units; vectors are lists):\n"
    "  name, illustrates, source           text\n"
    "  mass, inertia                       inertia: xx, yy, zz, xy, xz, yz in the body frame\n"
    "  up                                  body axis that is up where it rests upright; z unless given\n"
    "  feet                                list of {r, and mu, mu_s, e where they differ from surface; leg}\n"
    "  leg                                 of a foot, where it yields: {axis (the way the foot goes), stroke (at "
    "most),\n"
    "                                      and force (honeycomb) or stiffness, damping (spring)}\n"
    "  surface                             {mu, e, mu_s}\n"
    "  ground                              {point, normal}, or a list of one for each foot; or\n"
    "                                      {heights, spacing (dx, dy), origin (x, y)}: z of the world over x and y, "
    "rows\n"
    "                                      along x, the first at origin, or the name of a CSV file of them, which "
    "counts\n"
    "                                      from the scenario; smooth between them, level beyond\n"
    "  gravity, thrust, thrust_after       vectors; thrusts in newtons\n"
    "  state                               {position, attitude (w, x, y, z), velocity, angular_velocity}\n"
    "  horizon, window, rest_speed, contact_duration, touchdowns, iterations   as in touchdown/landing.h; on heights\n"
    "                                      horizon alone, and no errors\n"
    "  errors                              of the envelope, to both sides: {e, mu, slope, vertical, lateral}\n"
    "  dispersion                          half widths {velocity, angular_velocity, tilt, slope, mu, e}, uniform\n\n"
    "A campaign on legs that yield or on heights follows each landing to rest, in a table of its own.\n"
    "Shards of a campaign run anywhere; their files one after the other are the file of the whole, to the last bit:\n"
    "  touchdown land odysseus_like.json --campaign 10000 --seed 7 -o all.csv\n"
    "  parallel touchdown land odysseus_like.json --campaign 10000 --seed 7 --shard {}/4 -o part{}.csv ::: 1 2 3 4\n"
    "  cat part1.csv part2.csv part3.csv part4.csv | cmp - all.csv\n\n";

constexpr double most_runs = 1e12;

struct Arguments {
  std::string scenario, report, output = "-", shard = "1/1";
  std::uint64_t campaign = 0, seed = 1;
  int samples = 31;
};

void keep(const Arguments &arguments, Output &report) {
  report.keep();
  std::printf("Report with pictures: %s\n", printable(arguments.report).c_str());
}

LandingOutcome outcome_on_heights(const Arguments &arguments, const Scenario &scenario) {
  try {
    return settle_landing(scenario, arguments.samples).value();  // read_scenario() refuses a thrust that is not known
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(arguments.scenario + ": " + error.what());
  }
}

void land_on_heights(const Arguments &arguments, const Scenario &scenario, std::optional<Output> &report) {
  const LandingOutcome outcome = outcome_on_heights(arguments, scenario);
  print_landing_on_heights(scenario, outcome);
  if (!report) return;
  write_report_on_heights(report->stream(), scenario, outcome);
  keep(arguments, *report);
}

void land_once(const Arguments &arguments, const Scenario &scenario) {
  std::optional<Output> report;
  if (!arguments.report.empty()) {
    check_gnuplot();
    report.emplace(arguments.report);
  }
  if (scenario.uneven != nullptr) return land_on_heights(arguments, scenario, report);
  Landing<double> landing = {};
  const Status status = predict(scenario.lander, scenario.state, landing);
  if (status < 0) throw std::runtime_error(arguments.scenario + ": " + status_text(status));
  const std::optional<LandingOutcome> outcome = settle_landing(scenario, arguments.samples);
  print_landing(scenario, status, landing, outcome);
  if (!report) return;
  write_landing_report(report->stream(), scenario, status, landing, outcome);
  keep(arguments, *report);
}

void land_often(const Arguments &arguments, const Scenario &scenario) {
  Output out(arguments.output);
  const CampaignTally tally =
      run_campaign(scenario, arguments.campaign, arguments.seed, shard_in(arguments.shard), out.stream());
  out.keep();
  std::fprintf(stderr, "%llu landings: %llu touch down, %llu of them stay upright, %llu refused\n",
               static_cast<unsigned long long>(tally.runs), static_cast<unsigned long long>(tally.landed),
               static_cast<unsigned long long>(tally.stays), static_cast<unsigned long long>(tally.refused));
  if (tally.refused > 0) throw CLI::RuntimeError(some_failed);
}

void run(const Arguments &arguments) {
  const Scenario scenario = read_scenario(arguments.scenario);
  if (arguments.campaign == 0) return land_once(arguments, scenario);
  land_often(arguments, scenario);
}

}  // namespace

void add_land_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App *command =
      program.add_subcommand("land", "When and how a lander touches down, and whether it stays upright");
  command->add_option("scenario", arguments->scenario, "JSON file; examples are in host_tests/touchdown/landings")
      ->required();
  command->add_option("--report", arguments->report,
                      "HTML file to write, with pictures; opens offline (needs gnuplot)");
  command
      ->add_option("--samples", arguments->samples,
                   "of the dispersion, each followed to rest: how sure the outcome is; 0 for none")
      ->check(CLI::Range(0, TD_MAX_SETTLING_SAMPLES))
      ->capture_default_str();
  CLI::Option *campaign =
      command->add_option("--campaign", arguments->campaign, "this many dispersed landings, as CSV, a line each")
          ->check(CLI::Range(1.0, most_runs));
  command->add_option("--seed", arguments->seed, "of the campaign's random numbers")
      ->check(CLI::NonNegativeNumber)
      ->needs(campaign);
  command->add_option("--shard", arguments->shard, "i/k: the i-th of k parts of the campaign")->needs(campaign);
  command->add_option("-o,--output", arguments->output, "CSV file of the campaign; - is standard output")
      ->capture_default_str()
      ->needs(campaign);
  command->footer(std::string(help) + exit_status_help);
  command->callback([arguments] { run(*arguments); });
}

}  // namespace touchdown::host
