// A long run: how far it has come, and parts of it.
#pragma once

#include <chrono>

#include "cli/standard.hpp"

namespace touchdown::host {

// On stderr: in place on a terminal, a line every few seconds elsewhere.
class Progress {
 public:
  // `total` 0: unknown.
  Progress(std::string what, std::size_t total);
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  ~Progress();

  void at(std::size_t done);

 private:
  using Clock = std::chrono::steady_clock;
  void show(std::size_t done) const;
  std::string bar(std::size_t done) const;
  double seconds_left(std::size_t done) const;

  std::string what_;
  std::size_t total_;
  bool terminal_, shown_ = false;
  Clock::time_point begun_, next_;
};

// One of k parts of a campaign, as --shard i/k names it: parts of anything that is counted, one after the other, as
// equal as can be, so that what they write one after the other is what the whole writes.
struct Shard {
  std::uint64_t number = 1, of = 1;  // 1 <= number <= of
};

struct ShardRange {
  std::uint64_t begin, end;  // end: one behind the last
};

// "i/k". Throws std::runtime_error where it is not.
Shard shard_in(const std::string &text);

// The rows of a shard, of so many. An empty range is reported on stderr.
ShardRange range_of(const Shard &shard, std::uint64_t count);

}  // namespace touchdown::host
