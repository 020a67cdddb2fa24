// How far predicted tosses are from the recorded ones. *Face*: which way the body lies at the end, by the body axis
// nearest to up. *Final*: the tracked point and the attitude, half a second after the record ends, against its last
// pose. *Path*: mean over all recorded poses of a toss, the flight before the first contact among them.
#ifndef TOUCHDOWN_HOST_TESTS_MEASURES_HPP
#define TOUCHDOWN_HOST_TESTS_MEASURES_HPP

#include "roll/face_odds.hpp"

namespace touchdown::host {

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
  std::size_t tosses;
  std::size_t right;                                         // faces
  double final_position, final_position_ninety, final_turn;  // median, 90th percentile, median
  double path_position, path_turn;                           // means over the tosses; position in parts of the width
  struct At {
    double time;
    PoseError median;
  };
  std::vector<At> at;                                     // 50, 100, 200, 400 ms after the first contact
  double median_instructions = 0, most_instructions = 0;  // of a toss
  std::uint32_t longest_step = 0;
  std::size_t different_bits = 0, refused = 0, undecided = 0;
  std::optional<OddsSummary> odds;  // of samples, where they were asked for
};

TossErrors errors_of(const ThrownBody &body, const PredictedToss &toss);
RollSummary summary_of(const ThrownBody &body, const Prediction &prediction, const std::vector<TossErrors> &errors);

}  // namespace touchdown::host

#endif
