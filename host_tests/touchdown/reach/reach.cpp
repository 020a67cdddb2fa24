// `touchdown reach`: how fast an arm may touch, pose by pose.
#include "cli/command.hpp"
#include "reach/touch.hpp"

namespace touchdown::host {
namespace {

// The allowed speed over the poses of an arm, as a document.

// What was found of one pose.
struct Reached {
  std::string id;
  Vector3<double> point, approach;  // [m] of the tool's point, axes of the base; of length 1
  AllowedSpeed allowed;
  LeastBlow least;
};

constexpr std::size_t most_rows = 2000;  // of a document's table

// "joint impulse", "none"
std::string limit_name(std::int32_t limit) {
  static const std::map<std::int32_t, std::string> names = {{TD_LIMIT_NONE, "none"},
                                                            {TD_LIMIT_SPEED_JUMP, "speed jump"},
                                                            {TD_LIMIT_JOINT_IMPULSE, "joint impulse"},
                                                            {TD_LIMIT_CONSTRAINT_IMPULSE, "constraint impulse"},
                                                            {TD_LIMIT_PEAK_FORCE, "peak force"}};
  return names.at(limit);
}

// Of which joint or held row; empty where it is of none.
std::string limited_name(const Arm &arm, const TouchAnswer &answer) {
  if (answer.impact.joint < 0) return "";
  const auto place = static_cast<std::size_t>(answer.impact.joint);
  if (answer.impact.limit == TD_LIMIT_CONSTRAINT_IMPULSE) return arm.held.at(place).name;
  return arm.robot.joints().at(place).name;
}

double reach_of(const Reached &one) { return std::hypot(one.point.x(), one.point.y()); }

// Allowed speeds, rising.
std::vector<double> speeds_of(const std::vector<Reached> &reached) {
  std::vector<double> speeds;
  for (const Reached &one : reached)
    if (one.allowed.speed) speeds.push_back(*one.allowed.speed);
  std::sort(speeds.begin(), speeds.end());
  return speeds;
}

// The approach that strikes least, seen as the map is: along the reach, and upwards.
DataTable least_table(const std::vector<Reached> &reached) {
  constexpr double length = 0.04;  // [m] of an arrow
  DataTable table("pose; reach [m]; height [m]; to reach [m]; to height [m]; mass [kg]");
  for (std::size_t i = 0; i < std::min(reached.size(), most_rows); ++i) {
    const Reached &one = reached[i];
    if (one.allowed.answer.status < 0) continue;
    const double reach = reach_of(one);
    const double outwards =
        (one.point.x() * one.least.approach.x() + one.point.y() * one.least.approach.y()) / std::max(reach, 1e-9);
    table.add({one.id, reach, one.point.z(), reach + length * outwards, one.point.z() + length * one.least.approach.z(),
               one.least.mass});
  }
  return table;
}

Cells row_of(const Arm &arm, const Reached &one) {
  const AllowedSpeed &allowed = one.allowed;
  if (allowed.answer.status < 0) return {one.id, {}, {}, {}, status_text(allowed.answer.status)};
  const Vector3<double> &least = one.least.approach;
  return {one.id,
          reach_of(one),
          one.point.z(),
          allowed.speed,
          limit_name(allowed.answer.impact.limit),
          limited_name(arm, allowed.answer),
          allowed.e,
          allowed.answer.impulse() * allowed.at(),
          arm.stiffness > 0 ? Cell(allowed.answer.impact.peak_force * allowed.at()) : Cell(),
          one.least.mass_here,
          one.least.mass,
          formatted("%.2f, %.2f, %.2f", least.x(), least.y(), least.z())};
}

std::string answer_of(const std::vector<Reached> &reached) {
  const std::vector<double> speeds = speeds_of(reached);
  const std::string words =
      "Largest speed of approach that respects every limit, of " + std::to_string(reached.size()) + " poses";
  return speeds.empty() ? words + "."
                        : words + formatted(": %.3g to %.3g m/s, %.3g m/s in the median.", speeds.front(),
                                            speeds.back(), speeds[speeds.size() / 2]);
}

// How often each limit binds, a sentence each.
std::vector<std::string> binding_in(const Arm &arm, const std::vector<Reached> &reached) {
  std::map<std::string, std::size_t> binding;
  for (const Reached &one : reached) {
    if (one.allowed.answer.status < 0) continue;
    const std::string joint = limited_name(arm, one.allowed.answer);
    ++binding[limit_name(one.allowed.answer.impact.limit) + (joint.empty() ? "" : " of " + joint)];
  }
  std::vector<std::string> lines;
  for (const auto &[what, times] : binding) lines.push_back("It binds in " + std::to_string(times) + ": " + what + '.');
  return lines;
}

Document reach_document(const Arm &arm, const std::vector<Reached> &reached) {
  Document document{"reach", "How fast " + arm.name + " may touch"};
  const bool all =
      std::none_of(reached.begin(), reached.end(), [](const Reached &r) { return r.allowed.answer.status < 0; });
  document.answer = answer_of(reached);
  document.verdict = all ? Verdict::good : Verdict::bad;
  DataTable table(
      "pose; reach [m]; height [m]; allowed speed [m/s]; limit; of; e; impulse [N s]; peak force [N]; mass felt [kg]; "
      "least mass [kg]; approach that strikes least");
  for (std::size_t i = 0; i < std::min(reached.size(), most_rows); ++i) table.add(row_of(arm, reached[i]));
  document.section("Allowed speed");
  document.text("By where the tool's point is: its distance from the base's axis, and its height.");
  document.tables["least approach"] = least_table(reached);
  document.figures("reach");
  for (const std::string &line : binding_in(arm, reached)) document.text(line);
  document.section("Poses");
  if (reached.size() > most_rows) document.text("The first " + std::to_string(most_rows) + '.');
  document.table("poses", table);
  document.text("Limits and masses of the arm: " + arm.source);
  return document;
}

constexpr const char *heading =
    "id,x,y,z,status,speed,limit,joint,at,e,impulse,tangential,peak_force,energy_lost,mode,mass,least_mass,least_x,"
    "least_y,least_z\n";
constexpr std::size_t csv_columns = 20;

struct Arguments {
  std::string arm, poses, on = "host-float", results = "-";
  DocumentFiles documents;
};

Cells csv_row_of(const Arm &arm, const Reached &one) {
  const TouchAnswer &answer = one.allowed.answer;
  Cells row = {one.id, one.point.x(), one.point.y(), one.point.z(), answer.status};
  if (answer.status < 0) return row.resize(csv_columns), row;
  const double at = one.allowed.at();
  const LeastBlow &least = one.least;
  row.insert(row.end(),
             {one.allowed.speed, limit_name(answer.impact.limit), limited_name(arm, answer), at, one.allowed.e,
              at * answer.impulse(), at * answer.tangential(),
              arm.stiffness > 0 ? Cell(at * answer.impact.peak_force) : Cell(), at * at * answer.impact.energy_lost,
              td_mode_name(answer.impact.speeds.impact.mode_restitution), least.mass_here, least.mass,
              least.approach.x(), least.approach.y(), least.approach.z()});
  return row;
}

int verdict(const TouchPlace &place, const std::vector<Reached> &reached, const RowsLeftOut &left_out) {
  std::vector<std::uint32_t> counts = place.counts;
  std::sort(counts.begin(), counts.end());
  if (!counts.empty())
    std::fprintf(stderr, "%u %s a prediction in the median, %u at most\n", counts[counts.size() / 2],
                 printable(place.work().counter).c_str(), counts.back());
  if (are_differing(place.work())) return bits_differ;
  const auto refused = [](const Reached &one) { return one.allowed.answer.status < 0; };
  return left_out.count() > 0 || std::any_of(reached.begin(), reached.end(), refused) ? some_failed : all_done;
}

int run(const Arguments &arguments) {
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
    write_csv(out.stream(), csv_row_of(arm, reached.back()));
    out.check();
  });
  if (reached.empty()) throw std::runtime_error(arguments.poses + ": holds no pose that can be used");
  const Document document = reach_document(arm, reached);
  documents.write(document);
  out.keep();
  say(document);
  for (const std::string &line : binding_in(arm, reached)) std::fprintf(stderr, "%s\n", printable(line).c_str());
  return verdict(place, reached, left_out);
}

}  // namespace

void add_reach_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  Command(program, "reach", "How fast an arm may touch, over its poses, from its URDF and its limits",
          [=] { return run(*arguments); })
      .required("arm", arguments->arm, "JSON file; examples are in host_tests/touchdown/arms")
      .required("--poses", arguments->poses, "table of positions of the joints; - is standard input")
      .place(arguments->on)
      .option("-o,--output", arguments->results, "CSV file, a line for each pose; - is standard output")
      .documents(arguments->documents)
      .example("reach/arm")
      .help(embedded("reach/help.txt"), {"reach/arm"});
}

}  // namespace touchdown::host
