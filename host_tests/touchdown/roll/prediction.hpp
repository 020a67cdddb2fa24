// Tosses predicted from their free flight on, with no more than that: poses at the recorded times after the first
// contact, and where the body lies half a second after the record ends.
#ifndef TOUCHDOWN_HOST_TESTS_PREDICTION_HPP
#define TOUCHDOWN_HOST_TESTS_PREDICTION_HPP

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/target_sessions.hpp"
#include "roll/thrown_body.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

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

template <class Scalar>
class LandingPlace {
 public:
  virtual ~LandingPlace() = default;
  // One step of each. A refused one stays where it was. A lost target throws TargetError.
  virtual void step(const Lander<Scalar> &body, const std::vector<LandingRun<Scalar> *> &runs) = 0;
};

template <class Scalar>
class LandingHere : public LandingPlace<Scalar> {
 public:
  void step(const Lander<Scalar> &body, const std::vector<LandingRun<Scalar> *> &runs) override {
    for (LandingRun<Scalar> *run : runs) run->status = touchdown::step(run->landing, body, run->until);
  }
};

// Each step is taken in this process as well. A results file keeps whether the target's was the same, in status and
// every bit, and what it cost.
class LandingOnTarget : public LandingPlace<float> {
 public:
  LandingOnTarget(std::string body, const PlaceOfAnswers &place);
  void step(const Lander<float> &body, const std::vector<LandingRun<float> *> &runs) override;
  // Ends the session.
  TargetUse close();

 private:
  bool take_logged(const Lander<float> &body, LandingRun<float> &run);
  void ask(Target &target, const Lander<float> &body, std::vector<LandingRun<float> *> &open);

  std::string body_;  // its name
  TargetSessions sessions_;
  std::map<std::pair<std::string, std::uint32_t>, Outcome> known_;  // of the file, by toss and CRC-32 of the request
  bool asked_ = false;
};

constexpr double after_the_record = 0.5;  // [s]

// What was predicted for one recorded time.
struct PredictedPose {
  std::size_t k;                              // pose of the toss
  Pose pose;                                  // position of the centre of mass
  std::int32_t outcome;                       // TD_OUTCOME_*
  Status status;                              // of the steps since the pose before, caveats added up
  std::optional<std::uint64_t> instructions;  // of the steps since the pose before
};

struct PredictedToss {
  const Toss *toss;
  FreeFlight flight;
  std::vector<PredictedPose> poses;  // after the flight; once a step was refused, it stays where it was
  PredictedPose end;                 // after_the_record
  std::uint32_t longest_step = 0;    // instructions
  bool same_bits = true;
};

struct Prediction {
  std::vector<PredictedToss> tosses;
  std::vector<const Toss *> without_flight;  // fewer than three free poses, none after, or no flight fits
  std::optional<TargetUse> use;              // none in process
};

// `position_noise` [m] of a recorded pose; `progress` is called with how many recorded times have been predicted.
Prediction predict_tosses(const ThrownBody &body, const std::vector<Toss> &tosses, double position_noise,
                          const PlaceOfAnswers &place, const std::function<void(std::size_t)> &progress);

}  // namespace touchdown::host

#endif
