// `touchdown land`: a landing with its report, or a table of its samples.
#include "cli/command.hpp"
#include "land/outcome.hpp"

namespace touchdown::host {
namespace {

// Good where it rests upright, in every sample as well, none of which is refused; bad where it tips; open else.
Verdict verdict_of(const LandingOutcome &outcome) {
  const LandingOdds<double> &odds = outcome.samples.odds;
  const std::int32_t end = outcome.ended.landing.outcome;
  if (end == TD_OUTCOME_TIPS) return Verdict::bad;
  const bool sure = odds.outcomes[end] == odds.samples && outcome.samples.refused == 0;
  return end == TD_OUTCOME_RESTS_UPRIGHT && sure ? Verdict::good : Verdict::open;
}

double rounded(double x) { return std::round(1e6 * x) / 1e6; }

MovingPicture::Place place_of(const Vector3<double> &x) { return {x[0], x[1], x[2]}; }

// Legs from the centre of mass, which stands behind the feet.
MovingPicture::Shape shape_of(const Scenario &scenario) {
  const Lander<double> &body = scenario.body;
  MovingPicture::Shape shape{{}, {}, place_of(vector(body.ground[0].point)), place_of(vector(body.ground[0].n)), 0};
  for (int i = 0; i < body.feet; ++i) {
    const auto foot = static_cast<std::size_t>(i), feet = static_cast<std::size_t>(body.feet);
    shape.size = std::max(shape.size, 2 * vector(body.foot[i].r).norm());
    shape.feet.push_back(place_of(vector(body.foot[i].r)));
    shape.edges.insert(shape.edges.end(), {{foot, feet}, {foot, (foot + 1) % feet}});
  }
  shape.feet.push_back({0, 0, 0});
  return shape;
}

// Heights all around the way, as far as the moving picture reaches.
Grid heights_around(const Scenario &scenario, const LandingOutcome &outcome, std::size_t cells) {
  Vector3<double> least = vector(outcome.way[0].state.x), most = least;
  for (const Landing<double> &frame : outcome.way) {
    least = least.cwiseMin(vector(frame.state.x));
    most = most.cwiseMax(vector(frame.state.x));
  }
  const double half = (most - least).maxCoeff() / 2 + shape_of(scenario).size;
  const Vector3<double> middle = (least + most) / 2;
  Grid grid{{middle[0] - half, middle[0] + half}, {middle[1] - half, middle[1] + half}, cells + 1, {}};
  HeightGrid::Pair gradient;
  const auto at = [&](double from, std::size_t i) {
    return from + 2 * half * static_cast<double>(i) / static_cast<double>(cells);
  };
  for (std::size_t i = 0; i <= cells; ++i)
    for (std::size_t j = 0; j <= cells; ++j)
      grid.values.push_back(scenario.uneven->grid.height(at(grid.x[0], j), at(grid.y[0], i), gradient));
  return grid;
}

void add_site(Document &document, const Scenario &scenario, const LandingOutcome &outcome) {
  DataTable feet("foot; x [m]; y [m]");
  for (int i = 0; i < scenario.body.feet; ++i) {
    const Vector3<double> foot = foot_at(scenario, outcome.ended.landing, i);
    feet.add({i, foot[0], foot[1]});
  }
  document.tables["feet in the end"] = feet;
  document.section("The site from above");
  const auto axis = [](const char *label) { return Json::object({{"label", label}, {"unit", "m"}}); };
  document.maps(Json::array({Json::object({{"caption", "Heights of the ground, and the way of the centre of mass."},
                                           {"x", axis("x")},
                                           {"y", axis("y")},
                                           {"colour", axis("height")},
                                           {"to_scale", true},
                                           {"over", "site"},
                                           {"grid", heights_around(scenario, outcome, 80).json()}})}));
}

std::string force_name(int leg, int strut) {
  return "force of strut " + std::to_string(leg) + '.' + std::to_string(strut);
}

std::string push_name(int leg) { return "force of leg " + std::to_string(leg); }
std::string stroke_name(int leg) { return "stroke of leg " + std::to_string(leg); }
std::string height_name(int foot) { return "foot " + std::to_string(foot); }

// [N] of ground and engine, in the mean since the frame before.
double force_of(const Scenario &scenario, const Landing<double> &before, const Landing<double> &now) {
  const Vector3<double> change = vector(now.state.v) - vector(before.state.v);
  const double time = now.time - before.time;
  return time > 0 ? scenario.body.mass * (change / time - vector(scenario.body.gravity)).norm() : std::nan("");
}

DataTable motion_table(const Scenario &scenario, const LandingOutcome &outcome) {
  DataTable table(
      "t [s]; x [m]; y [m]; z [m]; up [m/s]; across [m/s]; rotation [rad/s]; off up [deg]; force [N]; clearance [m]");
  const auto each = [&](int least_kind, const auto &take) {
    for (int i = 0; i < scenario.body.feet; ++i)
      if (scenario.body.leg[i].kind >= least_kind) take(i);
  };
  const auto add = [&](const std::string &name, const char *unit) { table.columns.emplace_back(name, unit); };
  each(TD_LEG_RIGID, [&](int i) { add(height_name(i), "m"); });
  each(TD_LEG_CRUSHES, [&](int i) { add(stroke_name(i), "m"), add(push_name(i), "N"); });
  each(TD_LEG_TRIPOD, [&](int i) {
    for (int k = 0; k < 3; ++k) add(force_name(i, k), "N");
  });
  const Vector3<double> up = up_of(scenario);
  const Landing<double> *before = &outcome.way.front();
  for (const Landing<double> &frame : outcome.way) {
    const LanderState<double> &state = frame.state;
    const Vector3<double> v = vector(state.v);
    Cells row = {frame.time,
                 state.x[0],
                 state.x[1],
                 state.x[2],
                 up.dot(v),
                 (v - up * up.dot(v)).norm(),
                 vector(state.w).norm(),
                 degrees * lean_of(scenario, state),
                 force_of(scenario, *before, frame),
                 clearance_of(scenario, state)};
    before = &frame;
    each(TD_LEG_RIGID, [&](int i) {
      row.emplace_back(height_of(scenario, foot_at(scenario, frame, i), i) - scenario.body.foot[i].radius);
    });
    each(TD_LEG_CRUSHES, [&](int i) {
      const LegRecord<double> &leg = frame.leg[i];
      row.emplace_back(leg.stroke);
      row.emplace_back(vector(leg.force).norm());
    });
    each(TD_LEG_TRIPOD, [&](int i) {
      for (const StrutRecord<double> &strut : frame.leg[i].strut) row.emplace_back(strut.force);
    });
    table.add(row);
  }
  return table;
}

void add_time_lines(Document &document, const Scenario &scenario, const LandingOutcome &outcome) {
  document.section("Over time");
  document.tables["motion"] = motion_table(scenario, outcome);
  document.figures("over time");
}

// Where there are rows.
void add_table(Document &document, const char *title, const char *name, const DataTable &table) {
  if (table.rows.empty()) return;
  document.section(title);
  document.table(name, table);
}

DataTable samples_table(const SampleTally &samples) {
  DataTable table("outcome of a sample; samples");
  for (std::int32_t outcome = 0; outcome < TD_OUTCOMES; ++outcome)
    if (samples.odds.outcomes[outcome] > 0) table.add({td_outcome_name(outcome), samples.odds.outcomes[outcome]});
  if (samples.refused > 0) table.add({"refused", samples.refused});
  return table;
}

Document landing_document(const Scenario &scenario, const LandingOutcome &outcome) {
  Document document{"land", scenario.name};
  document.answer = "Outcome: " + outcome_text(outcome) + ".\n" + end_text(scenario, outcome);
  document.verdict = verdict_of(outcome);
  document.caveats = caveats_in(outcome.ended.status);
  for (const std::string &caveat : caveats_of(outcome.samples)) document.caveats.push_back(caveat);
  document.section("In motion");
  document.motion(motion_of(scenario, outcome));
  for (const std::string &text : {scenario.illustrates, scenario.source})
    if (!text.empty()) document.text(text);
  add_time_lines(document, scenario, outcome);
  if (scenario.uneven != nullptr) add_site(document, scenario, outcome);
  add_table(document, "Touches", "touches", touch_table(outcome));
  add_table(document, "Legs", "legs", leg_table(scenario, outcome));
  add_table(document, "Struts", "struts", strut_table(scenario, outcome));
  document.samples = outcome.samples.odds.samples + static_cast<int>(outcome.samples.refused);
  add_table(document, "Samples, each followed to its end", "samples", samples_table(outcome.samples));
  return document;
}

constexpr int most_jobs = 1024;

struct Arguments {
  std::string scenario, table, shard = "1/1";
  DocumentFiles documents;
  std::int32_t samples = 31;
  int jobs = 1;
};

int land_once(const Arguments &arguments, const Scenario &scenario) {
  const auto table = wanted_output(arguments.table);
  DocumentOutput documents(arguments.documents);
  try {
    const LandingOutcome outcome =
        land_scenario(scenario, arguments.samples, arguments.jobs, table ? &table->stream() : nullptr);
    if (table) table->keep();
    const Document document = landing_document(scenario, outcome);
    print(document);
    documents.write(document);
    return outcome.samples.refused > 0 ? some_failed : all_done;
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(arguments.scenario + ": " + error.what());
  }
}

int tabulate(const Arguments &arguments, const Scenario &scenario) {
  Output out(arguments.table);
  const SampleTally tally =
      land_samples(scenario, arguments.samples, shard_in(arguments.shard), arguments.jobs, &out.stream());
  out.keep();
  std::fprintf(stderr, "%s\n", samples_text(tally).c_str());
  for (const std::string &caveat : caveats_of(tally)) std::fprintf(stderr, "%s\n", caveat.c_str());
  return tally.refused > 0 ? some_failed : all_done;
}

int run(const Arguments &arguments) {
  const Scenario scenario = read_scenario(arguments.scenario);
  if (arguments.table.empty()) return land_once(arguments, scenario);
  const DocumentFiles &documents = arguments.documents;
  if (documents.report.empty() && documents.json.empty()) return tabulate(arguments, scenario);
  if (arguments.shard != "1/1" || arguments.table == "-")
    throw std::runtime_error(
        "--report and --json are of all samples, and go with a file of them: without --shard, not -o -");
  return land_once(arguments, scenario);
}

}  // namespace

MovingPicture motion_of(const Scenario &scenario, const LandingOutcome &outcome) {
  MovingPicture motion{shape_of(scenario), "Legs from the centre of mass to the feet", {{"to rest", {}, {{"a", {}}}}}};
  for (const Landing<double> &frame : outcome.way) {
    const double(&x)[3] = frame.state.x, (&q)[4] = frame.state.q;
    std::vector<double> pose;
    for (const double coordinate : {x[0], x[1], x[2], q[0], q[1], q[2], q[3]}) pose.push_back(rounded(coordinate));
    for (int i = 0; i < scenario.body.feet; ++i)
      for (const double part : moved_foot(scenario, frame.leg[i], i)) pose.push_back(rounded(part));
    motion.runs[0].times.push_back(rounded(frame.time));
    motion.runs[0].tracks[0].poses.push_back(pose);
  }
  if (scenario.uneven == nullptr) return motion;
  const Grid grid = heights_around(scenario, outcome, 48);
  const double x = (grid.x[0] + grid.x[1]) / 2, y = (grid.y[0] + grid.y[1]) / 2;
  HeightGrid::Pair gradient;
  motion.shape.point = {x, y, scenario.uneven->grid.height(x, y, gradient)};
  motion.shape.mesh = grid;
  return motion;
}

void add_land_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  Command(program, "land", "Whether a lander comes to rest upright, and how surely", [=] { return run(*arguments); })
      .required("scenario", arguments->scenario, "JSON file; examples are in host_tests/touchdown/landings")
      .number("--samples", arguments->samples, 0, TD_MAX_LANDING_SAMPLES,
              "of the dispersion, each followed to rest: how sure the outcome is; 0 for none")
      .number("--jobs", arguments->jobs, 1, most_jobs, "threads that share the samples")
      .option("-o,--output", arguments->table, "CSV file of the samples; - is standard output")
      .option("--shard", arguments->shard, "i/k: the i-th of k parts of the samples")
      .needs("--shard", "--output")
      .documents(arguments->documents)
      .example("land/scenario")
      .help(embedded("land/help.txt"), {"land/scenario"});
}

}  // namespace touchdown::host
