// `touchdown identify`: restitution and friction from recorded impacts, with intervals, for each law.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "identification.hpp"
#include "impact_table.hpp"
#include "picture.hpp"
#include "statistics.hpp"

namespace touchdown::host {
namespace {

constexpr const char *help =
    "Finds e and mu_k of each law by robust least squares on the E-norm of each impact (error of the state after, by\n"
    "energy), with intervals that hold the truth 95 % of the time; says which laws the drops cannot tell apart. "
    "Beside\n"
    "the exact slip path stand two simpler handlings: friction in one frozen direction per stage, and Newton's law "
    "with\n"
    "the cone in one step as physics engines do.\n\n"
    "A rig is a JSON file: the body, and which columns of the table hold what (examples: host_tests/touchdown/data/\n"
    "*.rig.json, in their README). Tables are comma-separated, plain or gzipped. PX4 logs and MCAP recordings go in\n"
    "as the tables that ulog2csv (pyulog) and `mcap` make of them: no C++ reader of either is packaged.\n\n"
    "Examples:\n"
    "  touchdown identify cube.csv --report identify.html\n"
    "  touchdown identify cube.csv --check kept_back.csv -o surface.json\n"
    "  touchdown identify mine.csv --rig my_rig.json --points 4\n";

struct Arguments {
  std::string data, rig, check, parameters, report;
  std::size_t points = 6;
};

void print_row(const std::string &name, const SurfaceFit &fit) {
  const std::string e = fit.e.size() == 1 ? "" : "by speed";
  if (e.empty())
    std::printf("  %-30s %.4f +- %.4f", name.c_str(), fit.e.front().value, fit.e.front().half_width);
  else
    std::printf("  %-30s %-16s", name.c_str(), e.c_str());
  std::printf("  %.4f +- %.4f  %6.2f %%  %8.4f  %8.3f  %4zu of %-4zu %5zu\n", fit.mu_k.value, fit.mu_k.half_width,
              100 * median(fit.E_norm), median(fit.linear), median(fit.angular), fit.reversals_found, fit.reversals,
              fit.energy_gained);
}

void print_models(const Identification &found, const char *what) {
  std::printf("\n%s: %zu impacts, %s\n  %-30s %-16s  %-16s  %8s  %8s  %8s  %s\n", found.set.name.c_str(),
              found.set.drops.size(), what, "model", "e", "mu_k", "E-norm", "m/s", "rad/s",
              "reversals found, energy gained");
  for (const SurfaceFit &fit : found.constant) print_row(fit.model.name, fit);
  print_row("Poisson, slip path, e by speed", found.by_speed);
}

void print_curve(const SurfaceFit &fit) {
  std::printf("\n  e by approach speed, linear between the points:\n");
  for (std::size_t i = 0; i < fit.e.size(); ++i)
    std::printf("  %8.3f m/s  %.4f +- %.4f\n", fit.restitution.speed[i], fit.e[i].value, fit.e[i].half_width);
}

void print_findings(const Identification &found) {
  std::printf("\n");
  for (const std::string &sentence : findings(found)) std::printf("  %s\n", sentence.c_str());
}

void run(const Arguments &arguments) {
  if (!arguments.report.empty()) check_gnuplot();
  const Rig rig = rig_for(arguments.rig, arguments.data);
  std::vector<Identification> all{identified(read_impacts(arguments.data, rig), arguments.points)};
  print_models(all.front(), "parameters found on them; medians of the errors");
  print_curve(all.front().by_speed);
  print_findings(all.front());
  if (!arguments.check.empty()) {
    all.push_back(judged_on(read_impacts(arguments.check, rig), all.front()));
    print_models(all.back(), "parameters found on the others; medians of the errors");
  }
  if (!arguments.parameters.empty()) write_parameters(arguments.parameters, all.front());
  if (!arguments.report.empty()) write_identify_report(arguments.report, all);
}

}  // namespace

void add_identify_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App *command = program.add_subcommand("identify", "Restitution and friction from recorded impacts");
  command->add_option("impacts", arguments->data, "table of impacts, one a row")->required();
  command->add_option("--rig", arguments->rig, "JSON file: the body and the columns; a known one is found by itself");
  command->add_option("--points", arguments->points, "points of e over approach speed")
      ->check(CLI::Range(1, 8))
      ->capture_default_str();
  command->add_option("--check", arguments->check, "table of further impacts, to hold the parameters against");
  command->add_option("-o,--output", arguments->parameters, "JSON file of the parameters to write");
  command->add_option("--report", arguments->report, "HTML file to write; opens offline (needs gnuplot)");
  command->footer(help);
  command->callback([arguments] { run(*arguments); });
}

}  // namespace touchdown::host
