// Tosses predicted from their free flight on, with no more than that: poses at the recorded times after the first
// contact, and where the body lies half a second after the record ends.
#pragma once

#include "replay/replay.hpp"
#include "roll/thrown_body.hpp"

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
  std::optional<TargetUse> use;              // none in process
};

// `position_noise` [m] of a recorded pose; `progress` is called with how many recorded times have been predicted.
Prediction predict_tosses(const ThrownBody &body, const std::vector<Toss> &tosses, double position_noise,
                          const PlaceOfAnswers &place, const std::function<void(std::size_t)> &progress);

// How far predicted tosses are from the recorded ones. *Face*: which way the body lies at the end, by the body axis
// nearest to up. *Final*: the tracked point and the attitude, half a second after the record ends, against its last
// pose. *Path*: mean over all recorded poses of a toss, the flight before the first contact among them.

// How sure each predicted toss is of its face: samples of its free flight's end and of its surface
// (td_landing_sample), settled in this process in double. Held against the record by Brier's score: the mean over the
// tosses of sum (p - o)^2 over the faces, o = 1 for the one that came up and 0 for the others.

constexpr std::size_t faces = 6;

// By the axis of the body that points up.
constexpr const char *face_names[faces] = {"+x", "+y", "+z", "-x", "-y", "-z"};

struct FaceOdds {
  std::array<double, faces> share;  // of the samples
  std::size_t recorded;             // the face that came up
};

// Throws std::runtime_error where the body says nothing of its scatter.
std::vector<FaceOdds> face_odds(const ThrownBody &body, const Prediction &prediction, int samples,
                                const std::function<void(std::size_t)> &progress);

struct OddsSummary {
  double brier, brier_of_one;                // of the samples, and of the first of them alone
  std::size_t tosses, agreed, agreed_right;  // all, those whose samples agree, and of these those that are right
  struct Bin {
    double predicted, share;  // mean probability, and how often that face came up
    std::size_t count;
  };
  std::vector<Bin> reliability;  // of all faces with a probability above 0, by tenths
};

OddsSummary summary_of(const std::vector<FaceOdds> &odds, const std::vector<bool> &first_is_right);

struct PoseError {
  double position;  // [m] of the tracked point
  double turn;      // [rad]
};

struct TossErrors {
  bool right_face;
  PoseError final_pose, path;
  std::vector<PoseError> after;  // by recorded pose after the flight
  std::uint64_t instructions = 0;
};

struct RollSummary {
  std::size_t tosses, right;          // right: faces
  double final_position, final_turn;  // medians
  std::uint32_t longest_step = 0;     // instructions
  std::size_t different_bits = 0, refused = 0, undecided = 0;
  std::optional<OddsSummary> odds;  // of samples, where they were asked for
};

TossErrors errors_of(const ThrownBody &body, const PredictedToss &toss);
RollSummary summary_of(const Prediction &prediction, const std::vector<TossErrors> &errors);

}  // namespace touchdown::host
