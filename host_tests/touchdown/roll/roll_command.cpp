// `touchdown roll`: whole tosses predicted from the first touch to rest, against what was recorded.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <memory>
#include <optional>

#include "cli/command.hpp"
#include "cli/embedded.hpp"
#include "cli/output.hpp"
#include "cli/program.hpp"
#include "cli/progress.hpp"
#include "cli/shard.hpp"
#include "cli/text.hpp"
#include "drops/plausible.hpp"
#include "link/place.hpp"
#include "records/csv.hpp"
#include "roll/report.hpp"

namespace touchdown::host {
namespace {

struct Arguments {
  std::string tosses = data_folder() + "/cube_tosses.csv.gz", body = data_folder() + "/cube.body.json";
  std::string on = "mps2-an386", output, shard = "1/1";
  DocumentFiles documents;
  double patience = 10;
  int samples = 0;
};

// As it stands where it is a plain word.
std::string as_read(const std::string &text) {
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; };
  return std::all_of(text.begin(), text.end(), is_plain) ? text : csv_text(text);
}

void write_pose(const ThrownBody &body, const Toss &toss, const PredictedPose &pose, const std::string &odds,
                std::ostream &out) {
  const Vector3<double> x = tracked_point(body, pose.pose);
  const Eigen::Quaterniond &q = pose.pose.attitude;
  char numbers[256];
  std::snprintf(numbers, sizeof numbers, ",%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,", x[0], x[1], x[2], q.w(), q.x(), q.y(),
                q.z());
  out << as_read(toss.id) << ',' << as_read(toss.k[pose.k]) << ',' << as_read(toss.t[pose.k]) << numbers
      << td_outcome_name(pose.outcome) << ',' << pose.status << ',';
  if (pose.instructions) out << *pose.instructions;
  out << odds << '\n';
}

// `odds`: of each toss, or none.
void write_poses(const ThrownBody &body, const Prediction &prediction, const std::vector<FaceOdds> &odds, bool headed,
                 std::ostream &out) {
  std::string names;
  for (const char *name : face_names) names += odds.empty() ? "" : std::string(",odds ") + name;
  if (headed) out << "toss,k,t,x,y,z,qw,qx,qy,qz,verdict,status,instructions" << names << '\n';
  for (std::size_t i = 0; i < prediction.tosses.size(); ++i) {
    std::string shares;
    for (std::size_t face = 0; face < faces && i < odds.size(); ++face)
      shares += formatted(",%.6g", odds[i].share[face]);
    const PredictedToss &toss = prediction.tosses[i];
    for (const PredictedPose &pose : toss.poses) write_pose(body, *toss.toss, pose, shares, out);
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

void print_summary(const ThrownBody &body, const Arguments &arguments, const RollSummary &summary,
                   const Prediction &prediction) {
  std::printf("%s: %zu tosses, predicted on %s\n", printable(body.name).c_str(), summary.tosses,
              printable(arguments.on).c_str());
  for (const auto &[measure, figure] : summary_rows(summary, prediction))
    std::printf("  %-34s %s\n", printable(measure).c_str(), printable(figure).c_str());
}

std::vector<Toss> part_of(const std::vector<Toss> &tosses, const Shard &shard) {
  const auto [begin, end] = range_of(shard, tosses.size());
  return {tosses.begin() + static_cast<std::ptrdiff_t>(begin), tosses.begin() + static_cast<std::ptrdiff_t>(end)};
}

// [m] Of all tosses, whatever the shard; 0 where they are too short to know it.
double position_noise(const std::vector<Toss> &tosses) {
  const auto is_long = [](const Toss &toss) { return toss.poses.size() > 3; };
  const bool known = std::any_of(tosses.begin(), tosses.end(), is_long);
  return known ? noise_of({tosses.begin(), tosses.end()}).position : 0;
}

Prediction predicted(const Arguments &arguments, const ThrownBody &body, const std::vector<Toss> &tosses,
                     double noise) {
  Progress progress("pose", poses_of(tosses));
  return predict_tosses(body, tosses, noise, {arguments.on, milliseconds_in(arguments.patience)},
                        [&](std::size_t done) { progress.at(done); });
}

std::vector<FaceOdds> sampled_odds(const Arguments &arguments, const ThrownBody &body, const Prediction &prediction) {
  if (arguments.samples == 0) return {};
  Progress progress("toss", prediction.tosses.size());
  return face_odds(body, prediction, arguments.samples, [&](std::size_t done) { progress.at(done); });
}

int run(const Arguments &arguments) {
  const Shard shard = shard_in(arguments.shard);
  const ThrownBody body = read_thrown_body(arguments.body);
  std::optional<Output> poses;
  if (!arguments.output.empty()) poses.emplace(arguments.output);
  DocumentOutput documents(arguments.documents);
  RowsLeftOut left_out;
  const std::vector<Toss> all = read_tosses(arguments.tosses, body, left_out), tosses = part_of(all, shard);
  if (all.empty()) throw std::runtime_error(arguments.tosses + ": holds no toss");
  check_plausible(arguments.tosses, rig_of(body), {all.begin(), all.end()});
  const Prediction prediction = predicted(arguments, body, tosses, position_noise(all));
  std::vector<TossErrors> errors;
  for (const PredictedToss &toss : prediction.tosses) errors.push_back(errors_of(body, toss));
  RollSummary summary = summary_of(body, prediction, errors);
  const std::vector<FaceOdds> odds = sampled_odds(arguments, body, prediction);
  std::vector<bool> rights;
  for (const TossErrors &e : errors) rights.push_back(e.right_face);
  if (!odds.empty()) summary.odds = summary_of(odds, rights);
  if (poses) write_poses(body, prediction, odds, shard.number == 1, poses->stream()), poses->keep();
  if (documents.is_wanted())
    documents.write(roll_document({body, prediction, errors, summary, arguments.tosses, arguments.on}));
  if (arguments.output != "-" && !prediction.tosses.empty()) print_summary(body, arguments, summary, prediction);
  return exit_status_of(prediction, summary, left_out.count());
}

}  // namespace

void add_roll_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  Command(program, "roll", "Whole tosses predicted from the first touch to rest, against what was recorded",
          [=] { return run(*arguments); })
      .option("tosses", arguments->tosses, "table of poses; the tosses of a cube that come along unless given")
      .option("--body", arguments->body, "JSON file: the body; the cube's unless given")
      .place(arguments->on)
      .patience(arguments->patience)
      .option("-o,--output", arguments->output, "CSV file to write: the predicted poses; - is standard output")
      .documents(arguments->documents)
      .option("--shard", arguments->shard, "i/k: the i-th of k parts of the tosses")
      .number("--samples", arguments->samples, 0, TD_MAX_LANDING_SAMPLES,
              "how sure: of each toss so many samples by the body's scatter")
      .example("roll/body")
      .help(embedded("roll/help.txt"), {"roll/body"});
}

}  // namespace touchdown::host
