// A stream with a bad line in each direction.
#ifndef TOUCHDOWN_HOST_TESTS_FAULTY_STREAM_HPP
#define TOUCHDOWN_HOST_TESTS_FAULTY_STREAM_HPP

#include <memory>
#include <utility>

#include "bad_line.hpp"
#include "link/stream.hpp"

class FaultyStream : public touchdown::Stream {
 public:
  using Bytes = std::vector<std::uint8_t>;

  FaultyStream(
      std::unique_ptr<Stream> inner, const Faults &faults, std::uint32_t seed,
      const std::function<void()> &reset = [] {})
      : inner_(std::move(inner)), there_(faults, seed, reset), here_(faults, seed + 1, reset) {}

  Bytes read(std::chrono::milliseconds timeout) override { return here_.carry(inner_->read(timeout)); }
  void write(const Bytes &bytes) override { inner_->write(there_.carry(bytes)); }
  Clock::time_point now() const override { return inner_->now(); }

  const FaultCounts &there() const { return there_.counts(); }
  const FaultCounts &here() const { return here_.counts(); }

 private:
  std::unique_ptr<Stream> inner_;
  BadLine there_, here_;
};

#endif
