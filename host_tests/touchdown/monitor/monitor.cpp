// `touchdown monitor`: a log of an inertial sensor through the contact monitor; its detections beside the truth.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/output.hpp"
#include "cli/place_option.hpp"
#include "cli/text.hpp"
#include "drop/drop_record.hpp"
#include "monitor/detections.hpp"
#include "monitor/report.hpp"

namespace touchdown::host {
namespace {

constexpr const char *help =
    "The log is a table t,ax,ay,az,wx,wy,wz, plain or gzipped: seconds, m/s^2 as the accelerometer gives them "
    "(gravity\n"
    "upwards at rest), rad/s, body axes; and where it has them nx,ny,nz, the ground's normal in body axes, fx,fy,fz "
    "and\n"
    "mx,my,mz, force and torque known to act, and truth, the number of a foot (from 0) in the row in which it "
    "touches.\n"
    "Samples that its times leave out are fed as missing ones. On a target each answer is held against this program's "
    "in\n"
    "float, to the last bit of the monitor's state.\n\n"
    "A line of results for each event: t of the touch, explanation and foot, told: whether feet were said to touch,\n"
    "probabilities, impulse J and its standard uncertainty, r where a single impulse would have hit, samples, "
    "caveats,\n"
    "and the log's touch within 0.1 s: its foot, and by how much the event is late.\n\n"
    "Example:\n"
    "  touchdown monitor log.csv --machine lander.json --report landing.html -o events.csv\n"
    "  touchdown monitor log.csv --machine lander.json --on mps2-an386\n\n";

struct Arguments {
  std::string log, machine, on = "host-float", results = "-", report;
};

constexpr const char *heading =
    "t,explanation,foot,told,p_nothing,p_foot,p_feet,p_point,p_no_contact,Jx,Jy,Jz,J_u,rx,ry,rz,r_u,samples,caveats,"
    "truth_foot,late\n";

void write_row(std::ostream &out, const Detection &detection) {
  const ContactEvent<double> &event = detection.event;
  const auto figure = [&out](double value) { out << ',' << formatted("%.7g", value); };
  out << formatted("%.6f", detection.touch) << ',' << explanation_name(event.explanation) << ',' << event.foot << ','
      << (detection.told ? 1 : 0);
  for (const double p : event.probability) figure(p);
  for (const double p : event.impulse) figure(p);
  figure(event.impulse_uncertainty);
  for (const double r : event.r) figure(r);
  if (event.r_uncertainty >= 0)
    figure(event.r_uncertainty);
  else
    out << ',';
  out << ',' << event.samples << ',' << event.caveats << ',';
  if (detection.truth) {
    out << detection.truth->foot;
    figure(detection.touch - detection.truth->time);
  } else {
    out << ',';
  }
  out << '\n';
}

void summarize(const Replay &replay, const RowsLeftOut &left_out) {
  std::size_t told = 0, right = 0, alarms = 0;
  for (const Detection &detection : replay.detections) {
    told += detection.told ? 1 : 0;
    right += detection.told && detection.truth && detection.truth->foot == detection.event.foot ? 1 : 0;
    alarms += detection.told && !detection.truth ? 1 : 0;
  }
  std::fprintf(stderr, "%zu events, %zu told as contacts; %zu rows left out\n", replay.detections.size(), told,
               left_out.count());
  if (replay.has_truth)
    std::fprintf(stderr, "%zu touches in the log: %zu told with their foot, %zu contacts told without one\n",
                 replay.truth.size(), right, alarms);
}

int verdict(const Listened &listened, const RowsLeftOut &left_out) {
  if (listened.samples > 0)
    std::fprintf(stderr, "%.0f %s a sample in the mean, %.0f in the dearest batch\n",
                 static_cast<double>(listened.work) / static_cast<double>(listened.samples), listened.counter.c_str(),
                 listened.dearest_batch);
  if (listened.differing_answers > 0) {
    std::fprintf(stderr, "touchdown: the target differs from host-float in some bits of %zu answers\n",
                 listened.differing_answers);
    return bits_differ;
  }
  return left_out.count() > 0 ? some_failed : all_done;
}

void run(const Arguments &arguments) {
  MonitorMachine<double> machine = read_monitored_machine(arguments.machine);
  if (!(machine.rate > 0)) machine.rate = rate_of_record(arguments.log);
  RowsLeftOut left_out;
  MonitorLog log(arguments.log, machine.rate, left_out);
  Output out(arguments.results, {arguments.log, arguments.machine});
  const std::unique_ptr<MonitorPlace> place = start_monitor(arguments.on, machine);
  const Replay replay = replay_on(*place, log);
  out.stream() << heading;
  for (const Detection &detection : replay.detections) write_row(out.stream(), detection);
  if (!arguments.report.empty()) {
    Output page(arguments.report, {arguments.log, arguments.machine});
    write_monitor_report(page.stream(), arguments.log, machine, replay);
    page.keep();
  }
  out.keep();
  summarize(replay, left_out);
  const int status = verdict(place->listened(), left_out);
  if (status != all_done) throw CLI::RuntimeError(status);
}

}  // namespace

void add_monitor_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App *command =
      program.add_subcommand("monitor", "Which foot touched, when and how hard, out of a log of an inertial sensor");
  command->add_option("log", arguments->log, "table t,ax,ay,az,wx,wy,wz[,..]; - is standard input")->required();
  command->add_option("--machine", arguments->machine, "JSON file: mass, feet and sensors")->required();
  add_place_option(*command, arguments->on);
  command->add_option("-o,--output", arguments->results, "CSV file of the events; - is standard output")
      ->capture_default_str();
  command->add_option("--report", arguments->report, "HTML file: events, and time lines of force and feet");
  command->footer(std::string(help) + monitored_machine_help + exit_status_help);
  command->callback([arguments] { run(*arguments); });
}

}  // namespace touchdown::host
