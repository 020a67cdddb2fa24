// How sure each predicted toss is of its face: samples of its free flight's end and of its surface
// (td_landing_sample), settled in this process in double. Held against the record by Brier's score: the mean over the
// tosses of sum (p - o)^2 over the faces, o = 1 for the one that came up and 0 for the others.
#ifndef TOUCHDOWN_HOST_TESTS_FACE_ODDS_HPP
#define TOUCHDOWN_HOST_TESTS_FACE_ODDS_HPP

#include <array>

#include "roll/prediction.hpp"

namespace touchdown::host {

constexpr std::size_t faces = 6;

// Which axis of the body points up: 0 .. 2, or 3 .. 5 where it points down; and their names.
constexpr const char *face_names[faces] = {"+x", "+y", "+z", "-x", "-y", "-z"};
std::size_t face_up(const Eigen::Quaterniond &attitude);

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

}  // namespace touchdown::host

#endif
