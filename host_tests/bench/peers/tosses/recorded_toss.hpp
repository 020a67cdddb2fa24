// Recorded tosses of one body, as toss_flights prints them, and how far a simulated one is from its record: the
// measures of `touchdown roll` (host_tests/touchdown/roll/measures.hpp says what they are), written once more.
#ifndef TOUCHDOWN_PEERS_RECORDED_TOSS_HPP
#define TOUCHDOWN_PEERS_RECORDED_TOSS_HPP

#include <array>
#include <istream>

#include "tosses/simulator.hpp"

namespace peers {

constexpr std::array<double, 4> looks = {0.05, 0.1, 0.2, 0.4};  // [s] after the last free pose

struct RecordedPose {
  double time;
  Vector point;  // that is tracked
  Attitude q;
};

struct RecordedToss {
  std::string name;
  double start, last_free;  // [s]
  State state;              // at the start
  std::size_t free;         // poses before the first contact, and sums of their errors
  double free_position, free_turn;
  std::vector<RecordedPose> poses;  // after it
};

struct Recorded {
  TossedBody body;
  std::vector<RecordedToss> tosses;
};

// Throws std::runtime_error where it ends too early.
Recorded read_recorded(std::istream &from);

struct Error {
  double position, turn;  // [m], [rad]
};

struct TossError {
  bool right_face = false;
  Error final_pose{}, path{};
  std::array<Error, looks.size()> at{};  // not a number where the record ends before
};

// Without the half second after the record, which takes as long as the toss, right_face and final_pose are not set.
// An engine that leaves all numbers is as wrong as can be.
TossError errors_of(const TossedBody &body, const RecordedToss &toss, Simulator &simulator, bool to_the_end);

}  // namespace peers

#endif
