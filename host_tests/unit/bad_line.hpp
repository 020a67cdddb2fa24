// One direction of a serial line that spoils its bytes: bytes lost, flipped and doubled, frames cut short, lost and
// repeated, and a target that restarts in the middle of one. The same for the same seed.
#ifndef TOUCHDOWN_HOST_TESTS_BAD_LINE_HPP
#define TOUCHDOWN_HOST_TESTS_BAD_LINE_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <utility>
#include <vector>

struct Faults {
  // Parts of the bytes that suffer it, 0 to 1.
  double drop = 0, flip = 0, duplicate = 0;
  double truncate = 0;  // from this byte to the end of its frame, that included, nothing comes through
  double reset = 0;     // of the target, and so of the frame
  // Parts of the frames.
  double lose = 0, repeat = 0;
};

struct FaultCounts {
  std::uint64_t bytes = 0, frames = 0;  // put in
  std::uint64_t dropped = 0, flipped = 0, duplicated = 0, truncated = 0, resets = 0, lost = 0, repeated = 0;
};

class BadLine {
 public:
  using Bytes = std::vector<std::uint8_t>;

  BadLine(
      const Faults &faults, std::uint32_t seed, std::function<void()> reset = [] {})
      : faults_(faults), reset_(std::move(reset)), random_(seed) {}

  Bytes carry(const Bytes &bytes) {
    Bytes through;
    for (const std::uint8_t byte : bytes) carry(byte, through);
    return through;
  }

  const FaultCounts &counts() const { return counts_; }

 private:
  // One draw decides among events that exclude one another.
  class Draw {
   public:
    explicit Draw(std::mt19937 &random) : left_(static_cast<double>(random()) / 4294967296.0) {}
    bool is(double part) {
      const bool hit = left_ >= 0 && left_ < part;
      left_ -= part;
      return hit;
    }

   private:
    double left_;
  };

  void carry(std::uint8_t byte, Bytes &through) {
    counts_.bytes++;
    if (frame_.empty() && byte != 0) begin_frame();
    if (byte != 0) frame_.push_back(byte);
    spoil(byte, through);
    if (byte == 0 && !frame_.empty()) end_frame(through);
  }

  void begin_frame() {
    counts_.frames++;
    Draw draw(random_);
    if (!draw.is(faults_.lose)) return;
    counts_.lost++;
    cutting_ = true;
  }

  void end_frame(Bytes &through) {
    frame_.push_back(0);
    Draw draw(random_);
    if (draw.is(faults_.repeat)) {
      counts_.repeated++;
      through.insert(through.end(), frame_.begin(), frame_.end());
    }
    frame_.clear();
    cutting_ = false;
  }

  void spoil(std::uint8_t byte, Bytes &through) {
    if (cutting_) return;
    Draw draw(random_);
    if (draw.is(faults_.drop)) {
      counts_.dropped++;
    } else if (draw.is(faults_.flip)) {
      counts_.flipped++;
      through.push_back(static_cast<std::uint8_t>(byte ^ 1u << random_() % 8));
    } else if (draw.is(faults_.duplicate)) {
      counts_.duplicated++;
      through.insert(through.end(), 2, byte);
    } else if (draw.is(faults_.truncate)) {
      counts_.truncated++;
      cutting_ = !frame_.empty();
    } else {
      through.push_back(byte);
      if (draw.is(faults_.reset)) reset();
    }
  }

  void reset() {
    counts_.resets++;
    cutting_ = !frame_.empty();
    reset_();
  }

  Faults faults_;
  std::function<void()> reset_;
  std::mt19937 random_;
  Bytes frame_;  // put in so far, from its first byte that is not 0
  bool cutting_ = false;
  FaultCounts counts_;
};

#endif
