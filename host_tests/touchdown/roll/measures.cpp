#include "roll/measures.hpp"

#include <algorithm>
#include <cmath>

#include "report/statistics.hpp"
#include "roll/face_odds.hpp"

namespace touchdown::host {
namespace {

PoseError error_of(const ThrownBody &body, const Pose &predicted, const Pose &recorded) {
  return {(tracked_point(body, predicted) - tracked_point(body, recorded)).norm(),
          predicted.attitude.angularDistance(recorded.attitude)};
}

// Errors at the first recorded pose that is so much later than the flight's last; none where no record lasts so long.
std::optional<RollSummary::At> errors_at(double time, const Prediction &prediction,
                                         const std::vector<TossErrors> &errors) {
  std::vector<double> position, turn;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const PredictedToss &toss = prediction.tosses[i];
    const double begin = toss.toss->poses[toss.flight.last].time;
    const auto later = std::find_if(toss.poses.begin(), toss.poses.end(),
                                    [&](const PredictedPose &pose) { return pose.pose.time >= begin + time; });
    if (later == toss.poses.end()) continue;
    const PoseError &error = errors[i].after[static_cast<std::size_t>(later - toss.poses.begin())];
    position.push_back(error.position);
    turn.push_back(error.turn);
  }
  if (position.empty()) return std::nullopt;
  return RollSummary::At{time, {median(position), median(turn)}};
}

bool is_decided(const PredictedToss &toss) {
  return toss.end.outcome != TD_OUTCOME_OPEN && toss.end.outcome != TD_OUTCOME_UNDECIDED;
}

void count_tosses(const Prediction &prediction, RollSummary &s) {
  for (const PredictedToss &toss : prediction.tosses) {
    s.longest_step = std::max(s.longest_step, toss.longest_step);
    if (!toss.same_bits) ++s.different_bits;
    if (toss.end.status < 0) ++s.refused;
    if (!is_decided(toss)) ++s.undecided;
  }
}

}  // namespace

TossErrors errors_of(const ThrownBody &body, const PredictedToss &toss) {
  const std::vector<Pose> &recorded = toss.toss->poses;
  TossErrors errors{};
  errors.right_face = face_up(toss.end.pose.attitude) == face_up(recorded.back().attitude);
  errors.final_pose = error_of(body, toss.end.pose, recorded.back());
  std::vector<double> position, turn;
  const auto enter = [&](const PoseError &error) { position.push_back(error.position), turn.push_back(error.turn); };
  for (std::size_t k = 0; k < toss.flight.poses.size(); ++k) enter(error_of(body, toss.flight.poses[k], recorded[k]));
  for (const PredictedPose &pose : toss.poses) {
    errors.after.push_back(error_of(body, pose.pose, recorded[pose.k]));
    enter(errors.after.back());
    errors.instructions += pose.instructions.value_or(0);
  }
  errors.instructions += toss.end.instructions.value_or(0);
  errors.path = {mean(position), mean(turn)};
  return errors;
}

RollSummary summary_of(const ThrownBody &body, const Prediction &prediction, const std::vector<TossErrors> &errors) {
  RollSummary s{};
  s.tosses = errors.size();
  if (errors.empty()) return s;
  const auto is_right = [](const TossErrors &e) { return e.right_face; };
  s.right = static_cast<std::size_t>(std::count_if(errors.begin(), errors.end(), is_right));
  const auto finals = collected(errors, [](const TossErrors &e) { return e.final_pose.position; });
  s.final_position = median(finals);
  s.final_position_ninety = quantile(finals, 0.9);
  s.final_turn = median(collected(errors, [](const TossErrors &e) { return e.final_pose.turn; }));
  s.path_position = mean(collected(errors, [](const TossErrors &e) { return e.path.position; })) / body.width;
  s.path_turn = mean(collected(errors, [](const TossErrors &e) { return e.path.turn; }));
  for (const double time : {0.05, 0.1, 0.2, 0.4})
    if (const std::optional<RollSummary::At> at = errors_at(time, prediction, errors)) s.at.push_back(*at);
  const auto work = collected(errors, [](const TossErrors &e) { return static_cast<double>(e.instructions); });
  s.median_instructions = median(work);
  s.most_instructions = *std::max_element(work.begin(), work.end());
  count_tosses(prediction, s);
  return s;
}

}  // namespace touchdown::host
