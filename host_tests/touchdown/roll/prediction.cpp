#include "roll/prediction.hpp"

#include <algorithm>
#include <cstring>

#include "cli/in_scalar.hpp"
#include "land.h"
#include "records/csv.hpp"

namespace touchdown::host {
namespace {

td_link_landing request_of(const Lander<float> &body, const LandingRun<float> &run) {
  td_link_landing request{{}, run.landing, run.until};
  std::memcpy(request.lander, &body, sizeof request.lander);
  return request;
}

// Takes the step; what the target makes of it has no say but in its work and in same_bits.
template <class IsSame>
bool take_step(const Lander<float> &body, LandingRun<float> &run, const Outcome &there, const IsSame &is_same) {
  run.status = td_landing_step(&run.landing, &body, run.until, nullptr);
  run.instructions = there.counter;
  const bool same = run.status == there.status && is_same();
  run.same_bits = run.same_bits && same;
  return same;
}

}  // namespace

LandingOnTarget::LandingOnTarget(std::string body, const PlaceOfAnswers &place)
    : body_(std::move(body)), sessions_(place) {
  for (const LoggedAnswer &answer : sessions_.logged()) {
    if (answer.body != csv_defused(body_)) continue;
    if (answer.outcome.result.size() == 1)
      known_[{answer.drop, answer.request}] = answer.outcome;
    else
      ++sessions_.use.torn_lines;
  }
}

bool LandingOnTarget::take_logged(const Lander<float> &body, LandingRun<float> &run) {
  const auto found = known_.find({csv_defused(run.id), crc_of(request_of(body, run))});
  if (found == known_.end()) return false;
  const Outcome &there = found->second;
  take_step(body, run, there, [&] { return there.result.front() == 1; });
  ++sessions_.use.from_file;
  return true;
}

// Those that are answered leave the list.
void LandingOnTarget::ask(Target &target, const Lander<float> &body, std::vector<LandingRun<float> *> &open) {
  const std::vector<LandingRun<float> *> asked = open;
  target.call_all(
      asked.size(), [&](std::size_t i) { return call_for<td_landing>(TD_LINK_LAND, request_of(body, *asked[i])); },
      [&](std::size_t i, const Outcome &there) {
        LandingRun<float> &run = *asked[i];
        const std::uint32_t request = crc_of(request_of(body, run));
        const bool same = take_step(body, run, there, [&] {
          const auto *bytes = reinterpret_cast<const std::uint8_t *>(&run.landing);
          return run.status < 0 ||
                 std::equal(there.result.begin(), there.result.end(), bytes, bytes + sizeof run.landing);
        });
        open.erase(std::find(open.begin(), open.end(), &run));
        const auto right = static_cast<std::uint8_t>(same ? 1 : 0);
        sessions_.keep({body_, run.id, request, {there.status, there.counter, {right}}});
      });
}

void LandingOnTarget::step(const Lander<float> &body, const std::vector<LandingRun<float> *> &runs) {
  std::vector<LandingRun<float> *> open;
  for (LandingRun<float> *run : runs)
    if (!take_logged(body, *run)) open.push_back(run);
  if (open.empty()) return;
  asked_ = true;
  sessions_.ask([&](Target &target) { ask(target, body, open); });
}

TargetUse LandingOnTarget::close() {
  sessions_.close();
  TargetUse use = sessions_.use;
  use.complete = true;
  if (use.from_file > 0 && !asked_) use.not_asked = "nothing was left to ask";
  return use;
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
      runs_.back().id = toss.toss->id;
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
    LandingHere<double> here;
    Predictor<double>(body, here, prediction).run(progress);
  } else if (place.on == "host-float") {
    LandingHere<float> here;
    Predictor<float>(body, here, prediction).run(progress);
  } else {
    LandingOnTarget there(body.name, place);
    Predictor<float>(body, there, prediction).run(progress);
    prediction.use = there.close();
  }
  return prediction;
}

}  // namespace touchdown::host
