// `touchdown monitor`: a log of an inertial sensor through the contact monitor, or one of joints through the momentum
// observer; the detections beside the truth.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/place_option.hpp"
#include "cli/text.hpp"
#include "drop/drop_record.hpp"
#include "monitor/detections.hpp"
#include "monitor/joint_log.hpp"
#include "monitor/jointed_machine.hpp"
#include "monitor/monitor_log.hpp"
#include "monitor/monitor_place.hpp"
#include "monitor/monitored_machine.hpp"
#include "monitor/observer_place.hpp"
#include "monitor/report.hpp"

namespace touchdown::host {
namespace {

struct Arguments {
  std::string log, machine, on = "host-float", results = "-";
  DocumentFiles documents;
};

constexpr const char *heading =
    "t,explanation,foot,reported,p_nothing,p_foot,p_feet,p_point,p_no_contact,Jx,Jy,Jz,J_u,rx,ry,rz,r_u,samples,"
    "caveats,"
    "truth_foot,late\n";

void write_row(std::ostream &out, const Detection &detection) {
  const ContactEvent<double> &event = detection.event;
  const auto figure = [&out](double value) { out << ',' << formatted("%.7g", value); };
  out << formatted("%.6f", detection.touch) << ',' << explanation_name(event.explanation) << ',' << event.foot << ','
      << (detection.reported ? 1 : 0);
  for (const double p : event.probability) figure(p);
  for (const double p : event.impulse) figure(p);
  figure(event.impulse_uncertainty);
  for (const double r : event.r) figure(r);
  if (event.r_uncertainty >= 0)
    figure(event.r_uncertainty);
  else
    out << ',';
  out << ',' << event.samples << ',' << (event.caveats != 0 ? status_field(event.caveats) : "") << ',';
  if (detection.truth) {
    out << detection.truth->foot;
    figure(detection.touch - detection.truth->time);
  } else {
    out << ',';
  }
  out << '\n';
}

void summarize(const Replay &replay, const RowsLeftOut &left_out) {
  const Reported of = reported_in(replay);
  std::fprintf(stderr, "%zu events, %zu reported as touches; %zu rows left out\n", replay.detections.size(), of.count,
               left_out.count());
  if (replay.has_truth)
    std::fprintf(stderr, "%zu touches in the log: %zu reported with their foot, %zu reported that it does not have\n",
                 replay.truth.size(), of.right, of.alarms);
}

int verdict(const Listened &listened, const RowsLeftOut &left_out) {
  if (listened.samples > 0)
    std::fprintf(stderr, "%.0f %s a sample in the mean, %.0f in the dearest batch\n",
                 static_cast<double>(listened.work) / static_cast<double>(listened.samples),
                 printable(listened.counter).c_str(), listened.dearest_batch);
  if (listened.differing_answers > 0) {
    std::fprintf(stderr, "touchdown: the target differs from host-float in some bits of %zu answers\n",
                 listened.differing_answers);
    return bits_differ;
  }
  return left_out.count() > 0 ? some_failed : all_done;
}

// A log that was replayed, and what it takes to draw it.
struct Replayed {
  Replay replay;
  Listened listened;
  std::vector<std::string> names;  // of feet or contacts
  FeltLines lines;
};

Replayed replay_sensor(const Arguments &arguments, const Json &json, RowsLeftOut &left_out) {
  MonitorMachine<double> machine = monitored_machine_in(json, arguments.machine);
  if (!(machine.rate > 0)) machine.rate = rate_of_record(arguments.log);
  MonitorLog log(arguments.log, machine.rate, left_out);
  const std::unique_ptr<MonitorPlace> place = start_monitor(arguments.on, machine);
  Replay replay = replay_on(*place, [&] { return log.next(); });
  replay.has_truth = log.has_truth();
  std::vector<std::string> names;
  for (int i = 0; i < machine.feet; ++i) names.push_back("foot " + std::to_string(i));
  return {std::move(replay), place->listened(), std::move(names), felt_by_sensor()};
}

Replayed replay_joints(const Arguments &arguments, const Json &json, RowsLeftOut &left_out) {
  JointedMachine machine = jointed_machine_in(json, arguments.machine);
  if (!(machine.rate > 0)) machine.rate = rate_of_record(arguments.log);
  if (!(machine.observer.gain > 0)) machine.observer.gain = machine.rate / 10;
  JointLog log(arguments.log, machine.robot.joints().size(), machine.rate, left_out);
  JointDynamics dynamics(machine);
  const std::unique_ptr<ObserverPlace> place = start_observer(arguments.on, machine.observer);
  Replay replay = replay_on(*place, [&]() -> std::optional<Logged<JointSample>> {
    const std::optional<Logged<JointState>> row = log.next();
    if (!row) return std::nullopt;
    return Logged<JointSample>{row->time, dynamics.sample_of(*row), row->touches};
  });
  replay.has_truth = log.has_truth();
  std::vector<std::string> names;
  for (const MachineContact &contact : machine.contacts) names.push_back(printable(contact.link));
  return {std::move(replay), place->listened(), std::move(names), felt_by_joints(machine.robot.joints())};
}

void run(const Arguments &arguments) {
  RowsLeftOut left_out;
  Output out(arguments.results);
  DocumentOutput documents(arguments.documents);
  const std::shared_ptr<const Json> machine = read_json(arguments.machine);  // once: it may be a pipe
  const Replayed replayed = is_jointed(*machine) ? replay_joints(arguments, *machine, left_out)
                                                 : replay_sensor(arguments, *machine, left_out);
  out.stream() << heading;
  for (const Detection &detection : replayed.replay.detections) write_row(out.stream(), detection);
  if (documents.is_wanted()) documents.write(monitor_document(replayed.names, replayed.lines, replayed.replay));
  out.keep();
  std::fprintf(stderr, "%s\n", headline(replayed.replay, replayed.names).c_str());
  summarize(replayed.replay, left_out);
  const int status = verdict(replayed.listened, left_out);
  if (status != all_done) throw CLI::RuntimeError(status);
}

}  // namespace

void add_monitor_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App *command = program.add_subcommand(
      "monitor", "Which foot touched, when and how hard, out of a log of an inertial sensor, or of a machine's joints");
  command
      ->add_option("log", arguments->log, "table t,ax,ay,az,wx,wy,wz[,..] or t,q1..,qd1..,tau1..; - is standard input")
      ->required();
  command->add_option("--machine", arguments->machine, "JSON file: mass, feet and sensors, or URDF and contacts")
      ->required();
  add_place_option(*command, arguments->on);
  command->add_option("-o,--output", arguments->results, "CSV file of the events; - is standard output")
      ->capture_default_str();
  add_document_options(*command, arguments->documents);
  add_example_option(*command, "monitor/sensor");
  add_example_option(*command, "monitor/joints", "--example-joints");
  add_help(*command, "monitor", {"monitor/sensor", "monitor/joints"});
  command->callback([arguments] { run(*arguments); });
}

}  // namespace touchdown::host
