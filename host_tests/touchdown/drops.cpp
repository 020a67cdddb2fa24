// `touchdown drops`: recorded drops of real bodies, resolved in process or on a target, measured against predicted.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "drop_data.hpp"
#include "drop_report.hpp"
#include "drop_summary.hpp"
#include "exit_status.hpp"
#include "picture.hpp"
#include "place_option.hpp"
#include "progress.hpp"
#include "rebound.hpp"

namespace touchdown::host {
namespace {

constexpr const char *help =
    "Each drop is one line: speed of the contact point along the normal and along the ground after the impact, "
    "measured\n"
    "and predicted; error of the prediction, E-norm (sqrt(|dv|^2 + dw.I.dw/m) over that of the measured state after),\n"
    "linear and angular; what became of the slip, measured -> predicted (slides on, reverses: turned by more than 90\n"
    "degrees, stops: below 0.1 m/s); the contact mode of compression and restitution; on a target its instructions.\n"
    "Then the median and the 90th percentile. What a target answers must equal host-float to the last bit.\n\n"
    "The data, their sources and the parameters used are described in host_tests/touchdown/data/README.md.\n\n"
    "Examples:\n"
    "  touchdown drops\n"
    "  touchdown drops --on host-double --quiet\n"
    "  touchdown drops --on serial:/dev/ttyACM0 --report drops.html\n"
    "  touchdown drops --data my_cube_drops.csv\n\n";

struct Arguments {
  std::string on = "mps2-an386", report;
  std::vector<std::string> data = recorded_drops();
  bool quiet = false;
};

void print_heading(const DropSet &set) {
  const Body<double> &body = set.drops.front().body;
  std::printf("\n%s: %s, %zu drops, e = %g, mu = %g\n\n", set.name.c_str(), set.description.c_str(), set.drops.size(),
              body.surface.e, body.surface.mu_k);
  std::printf("%6s  %-17s  %-17s  %-24s  %-24s  %-30s\n%6s  %8s %8s  %8s %8s  %7s %7s %8s  %-24s  %-30s %12s\n", "",
              "normal after, m/s", "slip after, m/s", "error", "slip", "contact mode", "drop", "measured", "predict",
              "measured", "predict", "E-norm", "m/s", "rad/s", "measured -> predicted", "compression, restitution",
              "instructions");
}

void print(const Rebound &r) {
  const std::string slips = std::string(name_of(r.measured_slip)) + " -> " + name_of(r.predicted_slip);
  const std::string modes = std::string(td_mode_name(static_cast<std::int32_t>(r.compression))) + ", " +
                            td_mode_name(static_cast<std::int32_t>(r.restitution));
  std::printf("%6s  %8.3f %8.3f  %8.3f %8.3f  %5.1f %% %7.3f %8.2f  %-24s  %-30s %12s%s\n", r.drop->id.c_str(),
              r.measured_after.normal, r.predicted_after.normal, r.measured_after.slip.norm(),
              r.predicted_after.slip.norm(), 100 * r.error.E_norm, r.error.linear, r.error.angular, slips.c_str(),
              modes.c_str(), r.answer.instructions ? std::to_string(*r.answer.instructions).c_str() : "",
              r.same_bits == false ? "  BITS DIFFER" : "");
}

void print_summary(const DropRun &run) {
  const DropSummary s = summary_of(run.rebounds);
  std::printf("\n%s: %zu drops\n  %-10s %10s %16s\n", run.set.name.c_str(), s.drops, "error", "median",
              "90th percentile");
  std::printf("  %-10s %8.2f %% %14.2f %%\n", "E-norm", 100 * s.E_norm.median, 100 * s.E_norm.ninety);
  std::printf("  %-10s %10.3f %16.3f m/s\n", "linear", s.linear.median, s.linear.ninety);
  std::printf("  %-10s %10.2f %16.2f rad/s\n", "angular", s.angular.median, s.angular.ninety);
  std::printf("  slip predicted as measured in %zu; energy gained in %zu\n", s.slips_agree, s.energy_gained);
  if (!s.target) return;
  std::printf("  instructions per impact on the target: median %.0f, worst %u\n", s.target->median_instructions,
              s.target->worst_instructions);
  std::printf("  bits equal to host-float: %zu of %zu\n", s.target->same_bits, s.drops);
}

template <class Scalar>
void resolve_drops(DropRun &run, Backend<Scalar> &backend, bool quiet) {
  if (!quiet) print_heading(run.set);
  Progress progress(run.set.name + ": drop", quiet ? run.set.drops.size() : 0);
  for (const Drop &drop : run.set.drops) {
    run.rebounds.push_back(rebound_of(drop, backend));
    if (quiet) progress.at(run.rebounds.size());
    if (!quiet) print(run.rebounds.back());
    std::fflush(stdout);
  }
}

// The runs as far as they came, with what ended them before their time.
struct RunsOutcome {
  std::vector<DropRun> runs;
  std::exception_ptr ended_by;
};

template <class Scalar>
RunsOutcome resolve_sets(const Arguments &arguments, Backend<Scalar> &backend) {
  RunsOutcome outcome;
  for (const std::string &path : arguments.data) outcome.runs.push_back({read_drops(path), {}});
  try {
    for (DropRun &run : outcome.runs) resolve_drops(run, backend, arguments.quiet);
  } catch (const TargetError &) {
    outcome.ended_by = std::current_exception();
  }
  return outcome;
}

bool all_bits_equal(const std::vector<DropRun> &runs) {
  for (const DropRun &run : runs)
    for (const Rebound &rebound : run.rebounds)
      if (rebound.same_bits == false) return false;
  return true;
}

template <class Scalar>
int run_on(const Arguments &arguments, Backend<Scalar> &backend) {
  if (!arguments.report.empty()) check_gnuplot();
  const RunsOutcome outcome = resolve_sets(arguments, backend);
  for (const DropRun &run : outcome.runs) print_summary(run);
  if (!arguments.report.empty()) {
    write_drop_report(arguments.report, arguments.on, outcome.runs, backend.target());
    std::printf("\nReport with pictures: %s\n", arguments.report.c_str());
  }
  if (outcome.ended_by) std::rethrow_exception(outcome.ended_by);
  if (all_bits_equal(outcome.runs)) return all_done;
  std::fprintf(stderr, "touchdown: the target differs from host-float in some bits\n");
  return bits_differ;
}

void run(const Arguments &arguments) {
  const int status = with_backend(arguments.on, [&](auto &backend) { return run_on(arguments, backend); });
  if (status != all_done) throw CLI::RuntimeError(status);
}

}  // namespace

void add_drops_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App *command =
      program.add_subcommand("drops", "Recorded drops of real bodies: measured against predicted rebound");
  add_place_option(*command, arguments->on);
  command->add_option("--report", arguments->report,
                      "HTML file to write, with pictures; opens offline (needs gnuplot)");
  command->add_option(
      "--data", arguments->data,
      "recorded impacts, in the columns of data/cube.csv or data/square.csv; both of these unless given");
  command->add_flag("-q,--quiet", arguments->quiet, "no line per drop");
  command->footer(std::string(help) + exit_status_help);
  command->callback([arguments] { run(*arguments); });
}

}  // namespace touchdown::host
