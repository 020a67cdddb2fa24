// `touchdown roll`: whole tosses predicted from the first touch to rest, against what was recorded.

#include "cli/command.hpp"
#include "drops/estimate.hpp"
#include "drops/plausible.hpp"
#include "report/statistics.hpp"
#include "roll/prediction.hpp"

namespace touchdown::host {
namespace {

// The document of `touchdown roll`: figures, how errors grow with time, the worst cases, and chosen tosses as moving
// pictures in space, measured beside predicted.

struct RollRecord {
  const ThrownBody &body;
  const Prediction &prediction;
  const std::vector<TossErrors> &errors;
  const RollSummary &summary;
  std::string place;  // as given
};

constexpr std::size_t worst_shown = 6, usual_shown = 3;

constexpr double frame = 0.01;  // [s] that errors are put together by
constexpr std::size_t frames = 100;

double position_in_mm(const PoseError &error) { return 1000 * error.position; }
double turn_in_degrees(const PoseError &error) { return degrees * error.turn; }

// What `take` finds in the errors, by frames since the last free pose.
template <class Take>
std::vector<std::vector<double>> by_frame(const RollRecord &record, const Take &take) {
  std::vector<std::vector<double>> values(frames);
  for (std::size_t i = 0; i < record.errors.size(); ++i) {
    const PredictedToss &toss = record.prediction.tosses[i];
    const double begin = toss.toss->poses[toss.flight.last].time;
    for (std::size_t j = 0; j < record.errors[i].after.size(); ++j) {
      const double at = (toss.poses[j].pose.time - begin) / frame;
      if (at < static_cast<double>(frames))
        values[static_cast<std::size_t>(at)].push_back(take(record.errors[i].after[j]));
    }
  }
  return values;
}

// Quantiles of an error over the time since the last free pose.
template <class Take>
DataTable growth(const RollRecord &record, const char *unit, const Take &take) {
  const std::vector<std::vector<double>> values = by_frame(record, take);
  const std::size_t fewest = std::min<std::size_t>(10, record.errors.size());
  const std::string in = std::string(" [") + unit + "]";
  DataTable table("after the last free pose [ms]; 10 %" + in + "; median" + in + "; 90 %" + in);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!values[i].empty() && values[i].size() >= fewest)
      table.add({1000 * frame * static_cast<double>(i), quantile(values[i], 0.1), median(values[i]),
                 quantile(values[i], 0.9)});
  return table;
}

void add_growth(Document &document, const RollRecord &record) {
  document.section("Errors over time");
  document.text("Each toss is predicted from its free flight alone; nothing measured after the first contact enters.");
  document.tables["position over time"] = growth(record, "mm", position_in_mm);
  document.tables["attitude over time"] = growth(record, "deg", turn_in_degrees);
  document.figures("growth");
}

// Probabilities out of samples against how often it came so; on the diagonal they are right.
void add_odds(Document &document, const OddsSummary &odds) {
  document.section("How sure");
  document.text(
      "Samples of the flight's end and of the surface, by the body's scatter, each settled for itself. Every face of "
      "every toss counts that some sample ends on.");
  DataTable table("predicted [%]; came up [%]; cases");
  for (const OddsSummary::Bin &bin : odds.reliability) table.add({100 * bin.predicted, 100 * bin.share, bin.count});
  document.figures("odds");
  document.table("odds", table);
}

// Tosses by their final error, the worst first.
std::vector<std::size_t> by_final_error(const RollRecord &record) {
  std::vector<std::size_t> order(record.errors.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto rank = [&](std::size_t i) {
    const TossErrors &errors = record.errors[i];
    return std::make_tuple(errors.right_face, -errors.final_pose.position, i);
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  return order;
}

void add_cases(Document &document, const RollRecord &record) {
  document.section("Tosses");
  document.text("Wrong faces first, then by the final error; a click on a heading sorts otherwise.");
  DataTable table(
      "toss; face; final position [mm]; final attitude [deg]; path [% of the width]; path, attitude [deg]; outcome");
  const std::optional<TargetUse> &use = record.prediction.use;
  if (use) table.columns.emplace_back("work", use->target.counter);
  for (const std::size_t i : by_final_error(record)) {
    const TossErrors &e = record.errors[i];
    const PredictedToss &toss = record.prediction.tosses[i];
    Cells row = {toss.toss->id,
                 e.right_face ? "right" : "wrong",
                 1000 * e.final_pose.position,
                 degrees * e.final_pose.turn,
                 100 * e.path.position / record.body.width,
                 degrees * e.path.turn,
                 td_outcome_name(toss.end.outcome)};
    if (use) row.emplace_back(e.instructions);
    table.add(row);
  }
  document.table("tosses", table);
}

double rounded(double x) { return std::round(1e5 * x) / 1e5; }

std::vector<double> row_of(const ThrownBody &body, const Pose &pose) {
  const Vector3<double> x = tracked_point(body, pose);
  const Eigen::Quaterniond &q = pose.attitude;
  return {rounded(x[0]), rounded(x[1]), rounded(x[2]), rounded(q.w()), rounded(q.x()), rounded(q.y()), rounded(q.z())};
}

MovingPicture::Run toss_of(const RollRecord &record, std::size_t i) {
  const PredictedToss &toss = record.prediction.tosses[i];
  const TossErrors &e = record.errors[i];
  MovingPicture::Run run{"toss " + toss.toss->id + ": " + (e.right_face ? "right" : "wrong") +
                             formatted(" face, %.0f mm and %.0f deg at the end", 1000 * e.final_pose.position,
                                       degrees * e.final_pose.turn),
                         {},
                         {{"before", {}}, {"a", {}}}};
  const auto enter = [&](const Pose &recorded, const Pose &predicted) {
    run.times.push_back(rounded(recorded.time));
    run.tracks[0].poses.push_back(row_of(record.body, recorded));
    run.tracks[1].poses.push_back(row_of(record.body, predicted));
  };
  for (std::size_t k = 0; k < toss.flight.poses.size(); ++k) enter(toss.toss->poses[k], toss.flight.poses[k]);
  for (const PredictedPose &pose : toss.poses) enter(toss.toss->poses[pose.k], pose.pose);
  return run;
}

MovingPicture::Shape shape_of(const ThrownBody &body) {
  MovingPicture::Shape shape{{}, body.edges, {0, 0, body.lander.ground[0].point[2]}, {0, 0, 1}, body.width};
  for (int i = 0; i < body.lander.feet; ++i) {
    const Vector3<double> r = vector(body.lander.foot[i].r) + body.centre_of_mass;
    shape.feet.push_back({r[0], r[1], r[2]});
  }
  return shape;
}

void add_motion(Document &document, const RollRecord &record) {
  document.section("In motion");
  document.text("The worst tosses, then some in the middle.");
  const std::vector<std::size_t> order = by_final_error(record);
  MovingPicture motion{shape_of(record.body), "Grey: measured; blue: predicted", {}};
  for (std::size_t i = 0; i < order.size() && i < worst_shown; ++i) motion.runs.push_back(toss_of(record, order[i]));
  for (std::size_t i = 0; i < usual_shown && order.size() > worst_shown + usual_shown; ++i)
    motion.runs.push_back(toss_of(record, order[order.size() * (i + 1) / (usual_shown + 1)]));
  document.motion(std::move(motion));
}

double share(std::size_t part, std::size_t all) { return static_cast<double>(part) / static_cast<double>(all); }

void give_answer(Document &document, const RollRecord &record) {
  const RollSummary &s = record.summary;
  if (s.tosses == 0) {
    const bool none = record.prediction.without_flight.empty();
    document.answer =
        record.body.name + (none ? ": no toss in this part." : ": no toss has a free flight to predict from.");
    return;
  }
  document.answer =
      record.body.name +
      formatted(
          ": the right face comes up in %.2f %% of %zu recorded tosses, predicted from their free flights. Half of "
          "them end within %.1f mm and %.1f deg of where they were recorded.",
          100 * share(s.right, s.tosses), s.tosses, 1000 * s.final_position, degrees * s.final_turn);
  if (s.odds)
    document.answer += formatted(
        "\nWhere all samples agree, which is in %.2f %% of the tosses, the share of right faces is %s.",
        100 * share(s.odds->agreed, s.tosses), in_table(share_of(s.odds->agreed_right, s.odds->agreed)).c_str());
  document.verdict = s.refused + s.different_bits == 0 ? Verdict::good : Verdict::bad;
}

// What is measured, and its figure.
DataTable summary_table(const RollRecord &record) {
  const RollSummary &s = record.summary;
  DataTable table("measure; figure");
  if (s.tosses == 0) return table;
  const auto all = [&](const auto &take) { return collected(record.errors, take); };
  const double ninety = quantile(all([](const TossErrors &e) { return e.final_pose.position; }), 0.9);
  const double path = mean(all([](const TossErrors &e) { return e.path.position; })) / record.body.width;
  table.rows = {
      {"right face up", percent(share(s.right, s.tosses))},
      {"  its share, 95 %", in_table(share_of(s.right, s.tosses))},
      {"final position, median", formatted("%.1f mm", 1000 * s.final_position)},
      {"final position, 90 % below", formatted("%.1f mm", 1000 * ninety)},
      {"final rotation, median", formatted("%.1f deg", degrees * s.final_turn)},
      {"path, position, mean", formatted("%.2f %% of the width", 100 * path)},
      {"path, rotation, mean",
       formatted("%.2f deg", degrees * mean(all([](const TossErrors &e) { return e.path.turn; })))},
  };
  const auto position = by_frame(record, position_in_mm), turn = by_frame(record, turn_in_degrees);
  for (const std::size_t i : {5U, 10U, 20U, 40U})
    if (!position[i].empty())
      table.add({formatted("after %.0f ms, median", 1000 * frame * static_cast<double>(i)),
                 formatted("%.1f mm, %.1f deg", median(position[i]), median(turn[i]))});
  if (s.undecided > 0) table.add({"neither at rest nor otherwise decided", std::to_string(s.undecided)});
  if (s.odds) {
    table.add({"Brier score of the samples", formatted("%.4f", s.odds->brier)});
    table.add({"Brier score of one prediction", formatted("%.4f", s.odds->brier_of_one)});
    table.add({"all samples agree", percent(share(s.odds->agreed, s.tosses)) + " of the tosses"});
    table.add({"right face of these",
               s.odds->agreed == 0 ? "no toss" : percent(share(s.odds->agreed_right, s.odds->agreed))});
    table.add({"  its share, 95 %", in_table(share_of(s.odds->agreed_right, s.odds->agreed))});
  }
  if (!record.prediction.use) return table;
  const std::string &counter = record.prediction.use->target.counter;
  const auto work = all([](const TossErrors &e) { return static_cast<double>(e.instructions); });
  table.add({counter + " per toss, median", formatted("%.0f", median(work))});
  table.add({counter + " per toss, most", formatted("%.0f", quantile(work, 1))});
  table.add({counter + ", longest step", std::to_string(s.longest_step)});
  table.add({"bits equal to host-float", formatted("%zu of %zu tosses", s.tosses - s.different_bits, s.tosses)});
  return table;
}

Document roll_document(const RollRecord &record) {
  Document document{"roll", "Tosses of " + record.body.name + ", predicted"};
  give_answer(document, record);
  if (!record.errors.empty()) add_motion(document, record);
  document.section("Figures");
  if (!record.body.description.empty()) document.text(record.body.description);
  document.table("figures", summary_table(record));
  std::vector<Estimated> estimates{{"all tosses", "right face", share_of(record.summary.right, record.summary.tosses)}};
  if (const auto &odds = record.summary.odds)
    estimates.push_back({"where all samples agree", "right face", share_of(odds->agreed_right, odds->agreed)});
  document.table("estimates", table_of(estimates));
  add_growth(document, record);
  if (record.summary.odds) add_odds(document, *record.summary.odds);
  add_cases(document, record);
  if (record.prediction.use) {
    document.section("Board and link");
    document.table("computed by", table_of(*record.prediction.use, record.place));
  }
  return document;
}

struct Arguments {
  std::string tosses = data_folder() + "/cube_tosses.csv.gz", body = "";
  PlaceOfAnswers place{"host-float", "", 10};
  std::string output, shard = "1/1";
  DocumentFiles documents;
  int samples = 0;
};

Cells row_of(const ThrownBody &body, const Toss &toss, const PredictedPose &pose) {
  const Vector3<double> x = tracked_point(body, pose.pose);
  const Eigen::Quaterniond &q = pose.pose.attitude;
  const std::string k = toss.k.empty() ? std::to_string(pose.k) : toss.k[pose.k];
  return {toss.id,
          k,
          written(pose.pose.time),
          x[0],
          x[1],
          x[2],
          q.w(),
          q.x(),
          q.y(),
          q.z(),
          td_outcome_name(pose.outcome),
          pose.status,
          pose.instructions};
}

// `odds`: of each toss, or none.
void write_poses(const ThrownBody &body, const Prediction &prediction, const std::vector<FaceOdds> &odds, bool headed,
                 std::ostream &out) {
  std::string names;
  for (const char *name : face_names) names += odds.empty() ? "" : std::string(",odds ") + name;
  if (headed) out << "toss,k,t,x,y,z,qw,qx,qy,qz,verdict,status,instructions" << names << '\n';
  for (std::size_t i = 0; i < prediction.tosses.size(); ++i)
    for (const PredictedPose &pose : prediction.tosses[i].poses) {
      Cells row = row_of(body, *prediction.tosses[i].toss, pose);
      if (i < odds.size()) row.insert(row.end(), odds[i].share.begin(), odds[i].share.end());
      write_csv(out, row);
    }
}

std::size_t poses_of(const std::vector<Toss> &tosses) {
  std::size_t count = 0;
  for (const Toss &toss : tosses) count += toss.poses.size();
  return count;
}

// Says on stderr what went wrong, and which exit status that is.
int exit_status_of(const Prediction &prediction, const RollSummary &summary, std::size_t left_out) {
  int status = all_done;
  const auto fail = [&status](int as, const std::string &words) {
    std::fprintf(stderr, "touchdown roll: %s\n", printable(words).c_str());
    status = as;
  };
  if (left_out > 0) fail(some_failed, std::to_string(left_out) + " rows left out");
  if (!prediction.without_flight.empty())
    fail(some_failed,
         std::to_string(prediction.without_flight.size()) +
             " tosses left out, which have no free flight to predict from, or nothing after it; the first is toss " +
             prediction.without_flight.front()->id);
  if (summary.refused > 0) fail(some_failed, std::to_string(summary.refused) + " tosses refused on the way");
  if (summary.different_bits > 0)
    fail(bits_differ,
         "the target differs from host-float in some bits of " + std::to_string(summary.different_bits) + " tosses");
  return status;
}

std::vector<Toss> part_of(const std::vector<Toss> &tosses, const Shard &shard) {
  const auto [begin, end] = range_of(shard, tosses.size());
  return {tosses.begin() + static_cast<std::ptrdiff_t>(begin), tosses.begin() + static_cast<std::ptrdiff_t>(end)};
}

// [m] Of all tosses, whatever the shard; 0 where they are too short to know it.
double position_noise(const std::vector<Toss> &tosses) {
  const auto is_long = [](const Toss &toss) { return toss.poses.size() > 3; };
  const bool known = std::any_of(tosses.begin(), tosses.end(), is_long);
  return known ? noise_of(tosses).position : 0;
}

Prediction predicted(const Arguments &arguments, const ThrownBody &body, const std::vector<Toss> &tosses,
                     double noise) {
  Progress progress("pose", poses_of(tosses));
  return predict_tosses(body, tosses, noise, arguments.place, [&](std::size_t done) { progress.at(done); });
}

std::vector<FaceOdds> sampled_odds(const Arguments &arguments, const ThrownBody &body, const Prediction &prediction) {
  if (arguments.samples == 0) return {};
  Progress progress("toss", prediction.tosses.size());
  return face_odds(body, prediction, arguments.samples, [&](std::size_t done) { progress.at(done); });
}

int run(const Arguments &arguments) {
  check_results(arguments.place);
  const Shard shard = shard_in(arguments.shard);
  if (arguments.body.empty()) note_body(arguments.tosses, "--body", "cube");
  const ThrownBody body = read_thrown_body(arguments.body.empty() ? data_folder() + "/cube.body.json" : arguments.body);
  const auto poses = wanted_output(arguments.output);
  DocumentOutput documents(arguments.documents);
  RowsLeftOut left_out;
  const std::vector<Toss> all = read_tosses(arguments.tosses, body, left_out), tosses = part_of(all, shard);
  if (all.empty()) throw std::runtime_error(arguments.tosses + ": holds no toss");
  check_plausible(arguments.tosses, rig_of(body), all);
  const Prediction prediction = predicted(arguments, body, tosses, position_noise(all));
  std::vector<TossErrors> errors;
  for (const PredictedToss &toss : prediction.tosses) errors.push_back(errors_of(body, toss));
  RollSummary summary = summary_of(prediction, errors);
  const std::vector<FaceOdds> odds = sampled_odds(arguments, body, prediction);
  std::vector<bool> rights;
  for (const TossErrors &e : errors) rights.push_back(e.right_face);
  if (!odds.empty()) summary.odds = summary_of(odds, rights);
  if (poses) write_poses(body, prediction, odds, shard.number == 1, poses->stream()), poses->keep();
  Document document = roll_document({body, prediction, errors, summary, arguments.place.on});
  document.samples = odds.empty() ? 0 : arguments.samples;
  documents.write(document);
  if (arguments.output != "-")
    print(document);
  else
    say(document);
  return exit_status_of(prediction, summary, left_out.count());
}

}  // namespace

void add_roll_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  Command(program, "roll", "Whole tosses predicted from the first touch to rest, against what was recorded",
          [=] { return run(*arguments); })
      .option("tosses", arguments->tosses, "table of poses; the tosses of a cube that come along unless given")
      .option("--body", arguments->body, "JSON file: the body; the cube's unless given")
      .place(arguments->place.on)
      .answers(arguments->place.results, arguments->place.patience)
      .option("-o,--output", arguments->output, "CSV file to write: the predicted poses; - is standard output")
      .documents(arguments->documents)
      .option("--shard", arguments->shard, "i/k: the i-th of k parts of the tosses")
      .number("--samples", arguments->samples, 0, TD_MAX_LANDING_SAMPLES,
              "how sure: of each toss so many samples by the body's scatter")
      .example("roll/body")
      .help(embedded("roll/help.txt"), {"roll/body"});
}

}  // namespace touchdown::host
