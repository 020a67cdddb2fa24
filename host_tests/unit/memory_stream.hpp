// The stream to a target in memory. A clock of its own, on which a reading takes a millisecond if there is something
// and all the time it was given if there is nothing, makes a run the same every time and lets silence cost none.
#ifndef TOUCHDOWN_HOST_TESTS_MEMORY_STREAM_HPP
#define TOUCHDOWN_HOST_TESTS_MEMORY_STREAM_HPP

#include "link/stream.hpp"
#include "memory_target.hpp"

class MemoryStream : public touchdown::Stream {
 public:
  using Bytes = std::vector<std::uint8_t>;

  explicit MemoryStream(MemoryTarget &target) : target_(target) {}

  Bytes read(std::chrono::milliseconds timeout) override {
    target_.serve();
    Bytes bytes(target_.to_host.begin(), target_.to_host.end());
    target_.to_host.clear();
    now_ += bytes.empty() ? timeout : std::chrono::milliseconds(1);
    return bytes;
  }
  void write(const Bytes &bytes) override {
    target_.to_target.insert(target_.to_target.end(), bytes.begin(), bytes.end());
  }
  Clock::time_point now() const override { return now_; }

 private:
  MemoryTarget &target_;
  Clock::time_point now_{std::chrono::hours(1)};
};

#endif
