#include "roll/report.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "cli/text.hpp"
#include "records/json_object.hpp"
#include "report/picture.hpp"
#include "report/player.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

constexpr double degrees = 180 / 3.14159265358979323846;
constexpr std::size_t worst_shown = 6, usual_shown = 3;
constexpr const char *key_and_axis = "set key left top\nset xlabel 'after the last free pose, ms'\n";

std::string count_text(double number) { return formatted("%.0f", number); }

constexpr double frame = 0.01;  // [s] that errors are put together by
constexpr std::size_t frames = 100;

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

// Quantiles of an error over the time since the last free pose: 10 %, 50 %, 90 %; in ms.
template <class Take>
std::vector<Picture::Row> growth(const RollRecord &record, const Take &take) {
  const std::vector<std::vector<double>> values = by_frame(record, take);
  const std::size_t fewest = std::min<std::size_t>(10, record.errors.size());
  std::vector<Picture::Row> rows;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!values[i].empty() && values[i].size() >= fewest)
      rows.push_back({1000 * frame * static_cast<double>(i), quantile(values[i], 0.1), median(values[i]),
                      quantile(values[i], 0.9)});
  return rows;
}

std::string growth_picture(const char *label, const std::vector<Picture::Row> &rows) {
  Picture picture(520, 340);
  picture.data("growth", rows);
  picture.script << plain_look << key_and_axis << "set ylabel '" << label << "'\n"
                 << "plot $growth using 1:2:4 with filledcurves fc rgb '#cfe0f1' title '10 to 90 %',"
                 << " '' using 1:3 with lines lw 2 lc rgb '#1d3f66' title 'median'\n";
  return picture.drawn();
}

std::string growth_section(const RollRecord &record) {
  const auto position = growth(record, [](const PoseError &e) { return 1000 * e.position; });
  const auto turn = growth(record, [](const PoseError &e) { return degrees * e.turn; });
  return paragraph(
             "Each toss is predicted from its free flight alone; nothing measured after the first contact enters.") +
         "<div class=gallery>" + figure(growth_picture("position, mm", position), "Error of the position over time.") +
         figure(growth_picture("rotation, deg", turn), "Error of the attitude over time.") + "</div>";
}

// Probabilities out of samples against how often it came so; on the diagonal they are right.
std::string odds_section(const OddsSummary &odds) {
  std::vector<Picture::Row> rows;
  std::vector<Cells> cells;
  for (const OddsSummary::Bin &bin : odds.reliability) {
    rows.push_back({100 * bin.predicted, 100 * bin.share, static_cast<double>(bin.count)});
    cells.push_back({percent(bin.predicted), percent(bin.share), std::to_string(bin.count)});
  }
  Picture picture(520, 400);
  picture.data("odds", rows);
  picture.script << plain_look << key_and_axis
                 << "set xlabel 'predicted probability of a face, %'\nset ylabel 'came up, %'\n"
                 << "set xrange [0:100]\nset yrange [0:100]\n"
                 << "plot x with lines lc rgb '#8a94a0' title 'as predicted',"
                 << " $odds using 1:2 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#1d3f66' title 'recorded'\n";
  return paragraph(
             "Samples of the flight's end and of the surface, by the body's scatter, each settled for itself. Every "
             "face of every toss counts that some sample ends on.") +
         "<div class=gallery>" + figure(picture.drawn(), "Probabilities against what came.") +
         table({"predicted", "came up", "cases"}, cells) + "</div>";
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

std::string cases_section(const RollRecord &record) {
  std::vector<Cells> rows;
  for (const std::size_t i : by_final_error(record)) {
    const TossErrors &e = record.errors[i];
    const PredictedToss &toss = record.prediction.tosses[i];
    rows.push_back({toss.toss->id, e.right_face ? "right" : "wrong", formatted("%.1f", 1000 * e.final_pose.position),
                    formatted("%.1f", degrees * e.final_pose.turn), percent(e.path.position / record.body.width),
                    formatted("%.1f", degrees * e.path.turn), td_outcome_name(toss.end.outcome)});
    if (!record.prediction.counter.empty()) rows.back().push_back(std::to_string(e.instructions));
  }
  Cells heading = {"toss", "face", "final, mm", "final, deg", "path, of the width", "path, deg", "outcome"};
  if (!record.prediction.counter.empty()) heading.push_back(record.prediction.counter);
  return paragraph("Wrong faces first, then by the final error; a click on a heading sorts otherwise.") +
         table(heading, rows, true);
}

double rounded(double x) { return std::round(1e5 * x) / 1e5; }

Json row_of(const ThrownBody &body, const Pose &pose) {
  const Vector3<double> x = tracked_point(body, pose);
  const Eigen::Quaterniond &q = pose.attitude;
  return {rounded(x[0]), rounded(x[1]), rounded(x[2]), rounded(q.w()), rounded(q.x()), rounded(q.y()), rounded(q.z())};
}

Json toss_of(const RollRecord &record, std::size_t i) {
  const PredictedToss &toss = record.prediction.tosses[i];
  const TossErrors &e = record.errors[i];
  Json times = Json::array(), measured = Json::array(), predicted = Json::array();
  const auto enter = [&](const Pose &recorded, const Pose &foretold) {
    times.push_back(rounded(recorded.time));
    measured.push_back(row_of(record.body, recorded));
    predicted.push_back(row_of(record.body, foretold));
  };
  for (std::size_t k = 0; k < toss.flight.poses.size(); ++k) enter(toss.toss->poses[k], toss.flight.poses[k]);
  for (const PredictedPose &pose : toss.poses) enter(toss.toss->poses[pose.k], pose.pose);
  const std::string name = "toss " + toss.toss->id + ": " + (e.right_face ? "right" : "wrong") + " face, " +
                           formatted("%.0f mm and ", 1000 * e.final_pose.position) +
                           formatted("%.0f deg at the end", degrees * e.final_pose.turn);
  return {{"name", name},
          {"t", times},
          {"tracks", {{{"colour", "#7d8691"}, {"poses", measured}}, {{"colour", "#1f6fb8"}, {"poses", predicted}}}}};
}

Json shape_of(const ThrownBody &body) {
  Json feet = Json::array(), edges = Json::array();
  for (int i = 0; i < body.settling.feet; ++i) {
    const Vector3<double> r = vector(body.settling.foot[i].r) + body.centre_of_mass;
    feet.push_back({r[0], r[1], r[2]});
  }
  for (const auto &edge : body.edges) edges.push_back({edge.first, edge.second});
  return {{"feet", feet},
          {"edges", edges},
          {"point", {0, 0, body.settling.ground[0].point[2]}},
          {"normal", {0, 0, 1}},
          {"size", body.width}};
}

std::string motion_section(const RollRecord &record) {
  const std::vector<std::size_t> order = by_final_error(record);
  Json tosses = Json::array();
  for (std::size_t i = 0; i < order.size() && i < worst_shown; ++i) tosses.push_back(toss_of(record, order[i]));
  for (std::size_t i = 0; i < usual_shown && order.size() > worst_shown + usual_shown; ++i)
    tosses.push_back(toss_of(record, order[order.size() * (i + 1) / (usual_shown + 1)]));
  const Json data = {{"shape", shape_of(record.body)},
                     {"seconds", 10},
                     {"legend", "grey: measured; blue: predicted"},
                     {"runs", tosses}};
  return paragraph(
             "The worst tosses, then some in the middle. Drag turns the view, the wheel comes nearer, the slider "
             "is the time.") +
         player(data);
}

}  // namespace

std::vector<Cells> summary_rows(const RollSummary &s, const Prediction &prediction) {
  std::vector<Cells> rows = {
      {"right face up", percent(s.right_face)},
      {"final position, median", formatted("%.1f mm", 1000 * s.final_position)},
      {"final position, 90 % below", formatted("%.1f mm", 1000 * s.final_position_ninety)},
      {"final rotation, median", formatted("%.1f deg", degrees * s.final_turn)},
      {"path, position, mean", formatted("%.2f %% of the width", 100 * s.path_position)},
      {"path, rotation, mean", formatted("%.2f deg", degrees * s.path_turn)},
  };
  for (const RollSummary::At &at : s.at)
    rows.push_back(
        {formatted("after %.0f ms, median", 1000 * at.time),
         formatted("%.1f mm, ", 1000 * at.median.position) + formatted("%.1f deg", degrees * at.median.turn)});
  if (s.undecided > 0) rows.push_back({"neither at rest nor otherwise decided", std::to_string(s.undecided)});
  if (s.odds) {
    rows.push_back({"Brier score of the samples", formatted("%.4f", s.odds->brier)});
    rows.push_back({"Brier score of one prediction", formatted("%.4f", s.odds->brier_of_one)});
    rows.push_back({"all samples agree", percent(s.odds->agreed) + " of the tosses"});
    rows.push_back({"right face of these", percent(s.odds->agreed_right)});
  }
  if (prediction.counter.empty()) return rows;
  rows.push_back({prediction.counter + " per toss, median", count_text(s.median_instructions)});
  rows.push_back({prediction.counter + " per toss, most", count_text(s.most_instructions)});
  rows.push_back({prediction.counter + ", longest step", std::to_string(s.longest_step)});
  rows.push_back({"bits equal to host-float",
                  std::to_string(s.tosses - s.different_bits) + " of " + std::to_string(s.tosses) + " tosses"});
  return rows;
}

void write_roll_report(std::ostream &page, const RollRecord &record) {
  const RollSummary &summary = record.summary;
  const std::string text = record.body.description.empty() ? record.body.name : record.body.description;
  std::vector<Section> sections = {{"Figures", table({"measure", "figure"}, summary_rows(summary, record.prediction))},
                                   {"In motion", motion_section(record)},
                                   {"Errors over time", growth_section(record)}};
  if (summary.odds) sections.push_back({"How sure", odds_section(*summary.odds)});
  sections.push_back({"Tosses", cases_section(record)});
  write(page, {"Tosses of " + record.body.name + ", predicted",
               text + "; " + std::to_string(summary.tosses) + " tosses of " + record.data + ", on " + record.place,
               sections});
}

}  // namespace touchdown::host
