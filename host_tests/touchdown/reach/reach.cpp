// `touchdown reach`: how fast an arm may touch, pose by pose.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/place_option.hpp"
#include "cli/text.hpp"
#include "reach/poses.hpp"
#include "reach/reach_report.hpp"

namespace touchdown::host {
namespace {

constexpr const char *heading =
    "id,x,y,z,status,speed,limit,joint,at,e,impulse,tangential,peak_force,energy_lost,mode,mass,least_mass,least_x,"
    "least_y,least_z\n";

struct Arguments {
  std::string arm, poses, on = "host-double", results = "-";
  DocumentFiles documents;
};

void write_figures(std::ostream &out, std::initializer_list<double> figures) {
  for (const double figure : figures) out << ',' << formatted("%.9g", figure);
}

void write_row(std::ostream &out, const Arm &arm, const Reached &one) {
  const AllowedSpeed &allowed = one.allowed;
  const TouchAnswer &answer = allowed.answer;
  out << csv_text(one.id);
  write_figures(out, {one.point.x(), one.point.y(), one.point.z()});
  out << ',' << answer.status << ',';
  if (answer.status < 0) {
    out << std::string(14, ',') << '\n';
    return;
  }
  const double at = allowed.at();
  if (allowed.speed) out << formatted("%.9g", at);
  out << ',' << limit_name(answer.limit) << ',' << csv_text(limited_name(arm, answer));
  write_figures(out, {at, allowed.e, at * answer.impulse, at * answer.tangential});
  out << ',' << (arm.stiffness > 0 ? formatted("%.9g", at * answer.peak_force) : "");
  write_figures(out, {at * at * answer.energy_lost});
  out << ',' << td_mode_name(answer.mode);
  const LeastBlow &least = one.least;
  write_figures(out, {least.mass_here, least.mass, least.approach.x(), least.approach.y(), least.approach.z()});
  out << '\n';
}

int verdict(const TouchPlace &place, const std::vector<Reached> &reached, const RowsLeftOut &left_out) {
  std::vector<std::uint32_t> work = place.work;
  std::sort(work.begin(), work.end());
  if (!work.empty())
    std::fprintf(stderr, "%u %s a prediction in the median, %u at most\n", work[work.size() / 2],
                 printable(place.counter()).c_str(), work.back());
  if (place.differing_answers > 0) {
    std::fprintf(stderr, "touchdown: the target differs from host-float in some bits of %zu answers\n",
                 place.differing_answers);
    return bits_differ;
  }
  const auto refused = [](const Reached &one) { return one.allowed.answer.status < 0; };
  return left_out.count() > 0 || std::any_of(reached.begin(), reached.end(), refused) ? some_failed : all_done;
}

void run(const Arguments &arguments) {
  const Arm arm = read_arm(arguments.arm);
  Output out(arguments.results);
  DocumentOutput documents(arguments.documents);
  TouchPlace place(arguments.on);
  RowsLeftOut left_out;
  std::vector<Reached> reached;
  out.stream() << heading;
  each_touch(arguments.poses, arm, left_out, [&](const ArmPose &pose, const Touch &touch) {
    const AllowedSpeed allowed = allowed_speed(place, touch, arm.restitution);
    const bool refused = allowed.answer.status < 0;
    reached.push_back({pose.id, touch.point, touch.approach, allowed, refused ? LeastBlow{} : least_blow(touch)});
    write_row(out.stream(), arm, reached.back());
    out.check();
  });
  if (documents.is_wanted()) documents.write(reach_document(arm, reached));
  out.keep();
  for (const std::string &line : reach_summary(arm, reached)) std::fprintf(stderr, "%s\n", printable(line).c_str());
  const int status = verdict(place, reached, left_out);
  if (status != all_done) throw CLI::RuntimeError(status);
}

}  // namespace

void add_reach_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App *command =
      program.add_subcommand("reach", "How fast an arm may touch, over its poses, from its URDF and its limits");
  command->add_option("arm", arguments->arm, "JSON file; examples are in host_tests/touchdown/arms")->required();
  command->add_option("--poses", arguments->poses, "table of positions of the joints; - is standard input")->required();
  add_place_option(*command, arguments->on);
  command->add_option("-o,--output", arguments->results, "CSV file, a line for each pose; - is standard output")
      ->capture_default_str();
  add_document_options(*command, arguments->documents);
  add_example_option(*command, "reach/arm");
  add_help(*command, "reach", {"reach/arm"});
  command->callback([arguments] { run(*arguments); });
}

}  // namespace touchdown::host
