#include "roll/measures.hpp"

#include <algorithm>
#include <cmath>

#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

// The body's scatter, and what the fit of this flight leaves where that is more than the scatter says of any flight.
LandingErrors<double> errors_of(const ThrownBody &body, const FreeFlight &flight) {
  LandingErrors<double> errors = *body.scatter;
  Eigen::Map<Eigen::Matrix<double, 12, 12, Eigen::RowMajor>> covariance(errors.covariance);
  constexpr int turns_and_speeds = 9;  // behind the position, which scatter may leave out
  const auto usual = covariance.diagonal().tail<turns_and_speeds>().array();
  if ((flight.covariance.diagonal().tail<turns_and_speeds>().array() > usual).any()) covariance += flight.covariance;
  return errors;
}

// Of one sample, when the toss has come to its end.
std::size_t sampled_face(const ThrownBody &body, const PredictedToss &toss, int index) {
  Lander<double> given = body.lander, sampled;
  given.horizon = toss.end.pose.time - toss.flight.at.time;
  LanderState<double> state;
  Landing<double> landing;
  Status status = sample(given, state_of(toss.flight), errors_of(body, toss.flight), index, sampled, state);
  if (status >= 0) status = land(sampled, state, TD_MAX_LANDING_STEPS, landing);
  if (status < 0) throw std::runtime_error("toss " + toss.toss->id + ": " + td_status_name(status));
  const double(&q)[4] = landing.state.q;
  return face_up({q[0], q[1], q[2], q[3]});
}

double brier_of(const FaceOdds &odds) {
  double sum = 0;
  for (std::size_t face = 0; face < faces; ++face)
    sum += std::pow(odds.share[face] - (face == odds.recorded ? 1 : 0), 2);
  return sum;
}

std::vector<OddsSummary::Bin> reliability_of(const std::vector<FaceOdds> &odds) {
  constexpr std::size_t bins = 10;
  std::vector<OddsSummary::Bin> bin(bins, {0, 0, 0});
  for (const FaceOdds &toss : odds)
    for (std::size_t face = 0; face < faces; ++face) {
      if (toss.share[face] == 0) continue;
      OddsSummary::Bin &b = bin[std::min(bins - 1, static_cast<std::size_t>(toss.share[face] * bins))];
      b.predicted += toss.share[face];
      b.share += face == toss.recorded ? 1 : 0;
      ++b.count;
    }
  for (OddsSummary::Bin &b : bin) {
    b.predicted /= static_cast<double>(b.count);
    b.share /= static_cast<double>(b.count);
  }
  bin.erase(std::remove_if(bin.begin(), bin.end(), [](const OddsSummary::Bin &b) { return b.count == 0; }), bin.end());
  return bin;
}

}  // namespace

std::size_t face_up(const Eigen::Quaterniond &attitude) {
  const Vector3<double> up = attitude.conjugate() * Vector3<double>(0, 0, 1);
  Eigen::Index axis = 0;
  up.cwiseAbs().maxCoeff(&axis);
  return static_cast<std::size_t>(up[axis] > 0 ? axis : axis + 3);
}

std::vector<FaceOdds> face_odds(const ThrownBody &body, const Prediction &prediction, int samples,
                                const std::function<void(std::size_t)> &progress) {
  if (!body.scatter) throw std::runtime_error("the body has no scatter, which samples are drawn from");
  std::vector<FaceOdds> all;
  for (const PredictedToss &toss : prediction.tosses) {
    FaceOdds odds{{}, face_up(toss.toss->poses.back().attitude)};
    for (int i = 0; i < samples; ++i) odds.share[sampled_face(body, toss, i)] += 1.0 / samples;
    all.push_back(odds);
    progress(all.size());
  }
  return all;
}

OddsSummary summary_of(const std::vector<FaceOdds> &odds, const std::vector<bool> &first_is_right) {
  OddsSummary s{};
  s.tosses = odds.size();
  for (const FaceOdds &toss : odds) {
    const auto likeliest = std::max_element(toss.share.begin(), toss.share.end());
    if (*likeliest < 1 - 1e-9) continue;
    ++s.agreed;
    s.agreed_right += static_cast<std::size_t>(likeliest - toss.share.begin()) == toss.recorded ? 1 : 0;
  }
  s.brier = mean(collected(odds, brier_of));
  const auto wrong = std::count(first_is_right.begin(), first_is_right.end(), false);
  s.brier_of_one = 2 * static_cast<double>(wrong) / static_cast<double>(first_is_right.size());
  s.reliability = reliability_of(odds);
  return s;
}

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
