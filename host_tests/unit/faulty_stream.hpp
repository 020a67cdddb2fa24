// A stream that loses, damages and repeats what another one carries, in both directions, the same way for a seed.
#ifndef TOUCHDOWN_HOST_TESTS_FAULTY_STREAM_HPP
#define TOUCHDOWN_HOST_TESTS_FAULTY_STREAM_HPP

#include <functional>
#include <random>
#include <utility>

#include "stream.hpp"

enum class Fault { none, drop_byte, flip_bit, repeat, truncate, drop_all, reset };

class FaultyStream : public touchdown::Stream {
 public:
  using Bytes = std::vector<std::uint8_t>;

  // About every `period`-th part suffers one of `faults`; `reset` starts the target anew.
  FaultyStream(
      std::unique_ptr<Stream> inner, std::vector<Fault> faults, unsigned period, std::function<void()> reset = [] {})
      : inner_(std::move(inner)), faults_(std::move(faults)), period_(period), reset_(std::move(reset)) {}

  Bytes read(std::chrono::milliseconds timeout) override { return spoil(inner_->read(timeout)); }
  void write(const Bytes &bytes) override { inner_->write(spoil(bytes)); }

 private:
  Bytes spoil(Bytes bytes) {
    if (bytes.empty() || random_() % period_ != 0) return bytes;
    const std::size_t at = random_() % bytes.size();
    const auto position = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    switch (faults_[random_() % faults_.size()]) {
      case Fault::none:
        break;
      case Fault::drop_byte:
        bytes.erase(position);
        break;
      case Fault::flip_bit:
        bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ 1u << random_() % 8);
        break;
      case Fault::repeat:
        return twice(bytes);
      case Fault::truncate:
        bytes.erase(position, bytes.end());
        break;
      case Fault::drop_all:
        bytes.clear();
        break;
      case Fault::reset:
        reset_();
        break;
    }
    return bytes;
  }

  static Bytes twice(Bytes bytes) {
    const Bytes again = bytes;
    bytes.insert(bytes.end(), again.begin(), again.end());
    return bytes;
  }

  std::unique_ptr<Stream> inner_;
  std::vector<Fault> faults_;
  unsigned period_;
  std::function<void()> reset_;
  std::mt19937 random_{1};
};

#endif
