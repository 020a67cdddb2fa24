#include "roll/prediction.hpp"

#include "cli/in_scalar.hpp"
#include "land.h"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

// Where the steps of landings are computed: in this process, in double or in float, or on a target over its
// link, several bodies under way at a time.

// A body on its way, and what its steps have cost.
template <class Scalar>
struct LandingRun {
  std::string id;  // of the toss
  Landing<Scalar> landing;
  Scalar until = 0;
  Status status = TD_SOLVED;                  // of the last step
  std::optional<std::uint32_t> instructions;  // of the last step, or what else the target counts
  bool same_bits = true;                      // as this process, so far
};

// One step of each. A refused one stays where it was. A lost target throws TargetError.
template <class Scalar>
using StepAll = std::function<void(const Lander<Scalar> &body, const std::vector<LandingRun<Scalar> *> &runs)>;

template <class Scalar>
void step_here(const Lander<Scalar> &body, const std::vector<LandingRun<Scalar> *> &runs) {
  for (LandingRun<Scalar> *run : runs) run->status = touchdown::step(run->landing, body, run->until);
}

td_link_landing request_of(const Lander<float> &body, const LandingRun<float> &run) {
  td_link_landing request{{}, run.landing, run.until};
  std::memcpy(request.lander, &body, sizeof request.lander);
  return request;
}

// Takes the step; what the target makes of it has no say but in its work and in whether it was the same.
bool take_step(const Lander<float> &body, LandingRun<float> &run, const Outcome &there, bool from_file) {
  run.status = td_landing_step(&run.landing, &body, run.until, nullptr);
  run.instructions = there.counter;
  const auto is_same = [&] {
    if (from_file) return there.result.front() == 1;
    return run.status < 0 || std::memcmp(there.result.data(), &run.landing, sizeof run.landing) == 0;
  };
  return run.status == there.status && is_same();
}

// Each step is taken in this process as well. A results file keeps whether the target's was the same, in status and
// every bit, and what it cost.
class LandingOnTarget {
 public:
  LandingOnTarget(std::string body, const PlaceOfAnswers &place)
      : body_(std::move(body)), sessions_(place, [this](const LoggedAnswer &answer) {
          return answer.body != csv_defused(body_) || answer.outcome.result.size() == 1;
        }) {}

  void step(const Lander<float> &body, const std::vector<LandingRun<float> *> &runs) {
    const auto question = [&](std::size_t i) {
      return Question{body_, runs[i]->id, call_for<td_landing>(TD_LINK_LAND, request_of(body, *runs[i]))};
    };
    const auto take = [&](std::size_t i, const Outcome &there, bool from_file) {
      const bool same = take_step(body, *runs[i], there, from_file);
      runs[i]->same_bits = runs[i]->same_bits && same;
      return std::vector<std::uint8_t>{static_cast<std::uint8_t>(same ? 1 : 0)};
    };
    sessions_.answer({runs.size(), question, take});
  }

  // Ends the session.
  TargetUse close() {
    sessions_.close();
    TargetUse use = sessions_.use;
    use.complete = true;
    if (use.from_file > 0 && !sessions_.asked()) use.not_asked = "nothing was left to ask";
    return use;
  }

 private:
  std::string body_;  // its name
  TargetSessions sessions_;
};

constexpr int most_steps = 10000;  // between two recorded times

PredictedPose unknown_at(std::size_t k, double time) {
  return {k, Pose{time, Vector3<double>::Zero(), Eigen::Quaterniond::Identity()}, TD_OUTCOME_OPEN, TD_SOLVED,
          std::nullopt};
}

template <class Scalar>
Pose pose_of(const Landing<Scalar> &landing, double time) {
  const auto state = in_scalar<double>(landing.state);
  const double(&q)[4] = state.q;
  return {time, vector(state.x), Eigen::Quaterniond(q[0], q[1], q[2], q[3])};
}

// Whether the library takes the flight's end for a state.
bool can_start(const ThrownBody &body, const FreeFlight &flight) {
  Lander<float> narrow = in_scalar<float>(body.lander);
  Landing<float> ignored;
  return start(ignored, narrow, in_scalar<float>(state_of(flight))) >= 0;
}

// All tosses side by side, each from one recorded time to its next, so that a target always has several in hand.
template <class Scalar>
class Predictor {
 public:
  Predictor(const ThrownBody &body, StepAll<Scalar> step_all, Prediction &prediction)
      : body_(in_scalar<Scalar>(body.lander)), step_all_(std::move(step_all)), prediction_(prediction) {
    for (PredictedToss &toss : prediction_.tosses) {
      runs_.emplace_back();
      runs_.back().id = toss.toss->id;
      const Status status = start(runs_.back().landing, body_, in_scalar<Scalar>(state_of(toss.flight)));
      if (status < 0) throw std::runtime_error("toss " + toss.toss->id + ": " + td_status_name(status));
    }
  }

  void run(const std::function<void(std::size_t)> &progress) {
    std::size_t frame = 0, done = 0;
    do {
      ++frame;
      going_.clear();
      for (std::size_t i = 0; i < runs_.size(); ++i)
        if (const std::size_t k = prediction_.tosses[i].flight.last + frame; k < poses_of(i).size()) aim(i, k);
      reach();
      progress(done += going_.size());
    } while (!going_.empty());
    for (std::size_t i = 0; i < runs_.size(); ++i) aim(i, poses_of(i).size());
    reach();
    for (std::size_t i = 0; i < runs_.size(); ++i) close(prediction_.tosses[i], runs_[i]);
  }

 private:
  const std::vector<Pose> &poses_of(std::size_t i) const { return prediction_.tosses[i].toss->poses; }

  // Toss i at its recorded pose k, or at what comes after the last one.
  void aim(std::size_t i, std::size_t k) {
    const std::vector<Pose> &poses = poses_of(i);
    const double time = k < poses.size() ? poses[k].time : poses.back().time + after_the_record;
    runs_[i].until = static_cast<Scalar>(time - prediction_.tosses[i].flight.at.time);
    prediction_.tosses[i].poses.push_back(unknown_at(k, time));
    going_.push_back(i);
  }

  // One step of all that are not where they are to be. False when all are there.
  bool step() {
    std::vector<LandingRun<Scalar> *> runs;
    std::vector<std::size_t> which;
    for (const std::size_t i : going_) {
      if (runs_[i].status < 0 || !(runs_[i].landing.time < runs_[i].until)) continue;
      runs.push_back(&runs_[i]);
      which.push_back(i);
    }
    if (!runs.empty()) step_all_(body_, runs);
    for (const std::size_t i : which) count(prediction_.tosses[i], runs_[i]);
    return !runs.empty();
  }

  void reach() {
    for (int round = 0; round < most_steps; ++round)
      if (!step()) break;
    for (const std::size_t i : going_) {
      PredictedPose &pose = prediction_.tosses[i].poses.back();
      pose.pose = pose_of(runs_[i].landing, pose.pose.time);
      pose.outcome = runs_[i].landing.outcome;
      if (runs_[i].status < 0) pose.status = runs_[i].status;
    }
  }

  static void count(PredictedToss &toss, const LandingRun<Scalar> &run) {
    PredictedPose &pose = toss.poses.back();
    pose.status = run.status < 0 ? run.status : pose.status | run.status;
    if (!run.instructions) return;
    pose.instructions = pose.instructions.value_or(0) + *run.instructions;
    toss.longest_step = std::max(toss.longest_step, *run.instructions);
  }

  static void close(PredictedToss &toss, const LandingRun<Scalar> &run) {
    toss.end = toss.poses.back();
    toss.poses.pop_back();
    toss.same_bits = run.same_bits;
  }

  Lander<Scalar> body_;
  StepAll<Scalar> step_all_;
  Prediction &prediction_;
  std::vector<LandingRun<Scalar>> runs_;  // one for each toss
  std::vector<std::size_t> going_;
};

std::size_t face_up(const Eigen::Quaterniond &attitude) {
  const Vector3<double> up = attitude.conjugate() * Vector3<double>(0, 0, 1);
  Eigen::Index axis = 0;
  up.cwiseAbs().maxCoeff(&axis);
  return static_cast<std::size_t>(up[axis] > 0 ? axis : axis + 3);
}

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

PoseError error_of(const ThrownBody &body, const Pose &predicted, const Pose &recorded) {
  return {(tracked_point(body, predicted) - tracked_point(body, recorded)).norm(),
          predicted.attitude.angularDistance(recorded.attitude)};
}

bool is_decided(const PredictedToss &toss) {
  return toss.end.outcome != TD_OUTCOME_OPEN && toss.end.outcome != TD_OUTCOME_UNDECIDED;
}

}  // namespace

Prediction predict_tosses(const ThrownBody &body, const std::vector<Toss> &tosses, double position_noise,
                          const PlaceOfAnswers &place, const std::function<void(std::size_t)> &progress) {
  Prediction prediction;
  for (const Toss &toss : tosses) {
    std::optional<FreeFlight> flight = fit_free_flight(body, toss.poses, position_noise);
    if (!flight || flight->last + 1 >= toss.poses.size() || !can_start(body, *flight))
      prediction.without_flight.push_back(&toss);
    else
      prediction.tosses.push_back({&toss, std::move(*flight), {}, unknown_at(0, 0)});
  }
  if (place.on == "host-double") {
    Predictor<double>(body, step_here<double>, prediction).run(progress);
  } else if (place.on == "host-float") {
    Predictor<float>(body, step_here<float>, prediction).run(progress);
  } else {
    LandingOnTarget there(body.name, place);
    const auto step = [&](const Lander<float> &lander, const auto &runs) { there.step(lander, runs); };
    Predictor<float>(body, step, prediction).run(progress);
    prediction.use = there.close();
  }
  return prediction;
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

RollSummary summary_of(const Prediction &prediction, const std::vector<TossErrors> &errors) {
  RollSummary s{};
  for (const TossErrors &e : errors) s.right += e.right_face ? 1 : 0;
  s.tosses = errors.size();
  s.final_position = median(collected(errors, [](const TossErrors &e) { return e.final_pose.position; }));
  s.final_turn = median(collected(errors, [](const TossErrors &e) { return e.final_pose.turn; }));
  for (const PredictedToss &toss : prediction.tosses) {
    s.longest_step = std::max(s.longest_step, toss.longest_step);
    s.different_bits += toss.same_bits ? 0 : 1;
    s.refused += toss.end.status < 0 ? 1 : 0;
    s.undecided += is_decided(toss) ? 0 : 1;
  }
  return s;
}

}  // namespace touchdown::host
