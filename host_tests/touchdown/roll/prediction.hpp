// Tosses predicted from their free flight on, with no more than that: poses at the recorded times after the first
// contact, and where the body lies half a second after the record ends.
#ifndef TOUCHDOWN_HOST_TESTS_PREDICTION_HPP
#define TOUCHDOWN_HOST_TESTS_PREDICTION_HPP

#include <functional>

#include "roll/free_flight.hpp"
#include "roll/landing_place.hpp"

namespace touchdown::host {

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
  std::string counter;                       // "instructions"; empty in process
};

struct PlaceOfSteps {
  std::string on;  // as --on
  std::chrono::milliseconds patience;
};

// `position_noise` [m] of a recorded pose; `progress` is called with how many recorded times have been predicted.
Prediction predict_tosses(const ThrownBody &body, const std::vector<Toss> &tosses, double position_noise,
                          const PlaceOfSteps &place, const std::function<void(std::size_t)> &progress);

}  // namespace touchdown::host

#endif
