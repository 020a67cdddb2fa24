#include "roll/prediction.hpp"

#include <algorithm>
#include <cstring>

#include "cli/in_scalar.hpp"
#include "land.h"

namespace touchdown::host {
namespace {

Call call_of(const td_link_landing &request) {
  const auto *bytes = reinterpret_cast<const std::uint8_t *>(&request);
  return {TD_LINK_LAND, {bytes, bytes + sizeof request}, sizeof(td_landing)};
}

// Takes the step. Whether the target answered so, in status and every bit; where it did not, its answer goes no
// further.
bool take_step(const Lander<float> &body, LandingRun<float> &run, const Outcome &there) {
  run.status = td_landing_step(&run.landing, &body, run.until, nullptr);
  const auto *bytes = reinterpret_cast<const std::uint8_t *>(&run.landing);
  return run.status == there.status &&
         (run.status < 0 || std::equal(there.result.begin(), there.result.end(), bytes, bytes + sizeof run.landing));
}

}  // namespace

void LandingOnTarget::step(const Lander<float> &body, const std::vector<LandingRun<float> *> &runs) {
  const auto request_of = [&](std::size_t i) {
    td_link_landing request{{}, runs[i]->landing, runs[i]->until};
    std::memcpy(request.lander, &body, sizeof request.lander);
    return request;
  };
  target_.call_all(
      runs.size(), [&](std::size_t i) { return call_of(request_of(i)); },
      [&](std::size_t i, const Outcome &outcome) {
        LandingRun<float> &run = *runs[i];
        run.same_bits = take_step(body, run, outcome) && run.same_bits;
        run.instructions = outcome.counter;
      });
}

namespace {

constexpr int most_steps = 10000;  // between two recorded times

PredictedPose unknown_at(std::size_t k, double time) {
  return {k, Pose{time, Vector3<double>::Zero(), Eigen::Quaterniond::Identity()}, TD_OUTCOME_OPEN, TD_SOLVED,
          std::nullopt};
}

template <class Scalar, class From, std::size_t count>
void put(const From &from, Scalar (&to)[count]) {
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<Scalar>(from[i]);
}

template <class Scalar>
Pose pose_of(const Landing<Scalar> &landing, double time) {
  double x[3] = {}, q[4] = {};
  put(landing.state.x, x);
  put(landing.state.q, q);
  return {time, vector(x), Eigen::Quaterniond(q[0], q[1], q[2], q[3])};
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
  Predictor(const ThrownBody &body, LandingPlace<Scalar> &place, Prediction &prediction)
      : body_(in_scalar<Scalar>(body.lander)), place_(place), prediction_(prediction) {
    for (PredictedToss &toss : prediction_.tosses) {
      runs_.emplace_back();
      const Status status = start(runs_.back().landing, body_, in_scalar<Scalar>(state_of(toss.flight)));
      if (status < 0) throw std::runtime_error("toss " + toss.toss->id + ": " + td_status_name(status));
    }
  }

  void run(const std::function<void(std::size_t)> &progress) {
    std::size_t done = 0;
    for (std::size_t frame = 0; any_has(frame); ++frame) {
      going_.clear();
      for (std::size_t i = 0; i < runs_.size(); ++i)
        if (has(i, frame)) aim(i, prediction_.tosses[i].flight.last + 1 + frame);
      reach();
      progress(done += going_.size());
    }
    going_.clear();
    for (std::size_t i = 0; i < runs_.size(); ++i) aim(i, prediction_.tosses[i].toss->poses.size());
    reach();
    for (std::size_t i = 0; i < runs_.size(); ++i) close(prediction_.tosses[i], runs_[i]);
  }

 private:
  bool has(std::size_t i, std::size_t frame) const {
    const PredictedToss &toss = prediction_.tosses[i];
    return toss.flight.last + 1 + frame < toss.toss->poses.size();
  }
  bool any_has(std::size_t frame) const {
    for (std::size_t i = 0; i < runs_.size(); ++i)
      if (has(i, frame)) return true;
    return false;
  }

  // Toss i at its recorded pose k, or at what comes after the last one.
  void aim(std::size_t i, std::size_t k) {
    const std::vector<Pose> &poses = prediction_.tosses[i].toss->poses;
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
    if (!runs.empty()) place_.step(body_, runs);
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
  LandingPlace<Scalar> &place_;
  Prediction &prediction_;
  std::vector<LandingRun<Scalar>> runs_;  // one for each toss
  std::vector<std::size_t> going_;
};

template <class Scalar>
void predict_at(const ThrownBody &body, LandingPlace<Scalar> &place, const std::function<void(std::size_t)> &progress,
                Prediction &prediction) {
  prediction.counter = place.counter();
  Predictor<Scalar>(body, place, prediction).run(progress);
}

}  // namespace

Prediction predict_tosses(const ThrownBody &body, const std::vector<Toss> &tosses, double position_noise,
                          const PlaceOfSteps &place, const std::function<void(std::size_t)> &progress) {
  Prediction prediction;
  for (const Toss &toss : tosses) {
    std::optional<FreeFlight> flight = fit_free_flight(body, toss.poses, position_noise);
    if (!flight || flight->last + 1 >= toss.poses.size() || !can_start(body, *flight))
      prediction.without_flight.push_back(&toss);
    else
      prediction.tosses.push_back({&toss, std::move(*flight), {}, unknown_at(0, 0)});
  }
  if (place.on == "host-double") {
    LandingHere<double> here;
    predict_at<double>(body, here, progress, prediction);
  } else if (place.on == "host-float") {
    LandingHere<float> here;
    predict_at<float>(body, here, progress, prediction);
  } else {
    LandingOnTarget there(place.on, place.patience);
    predict_at<float>(body, there, progress, prediction);
  }
  return prediction;
}

}  // namespace touchdown::host
