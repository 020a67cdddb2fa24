#include "roll/face_odds.hpp"

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

}  // namespace touchdown::host
