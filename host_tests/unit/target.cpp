// The host's end of the link against a target in memory, over a stream that loses, damages and repeats.
#include "target.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "faulty_stream.hpp"
#include "memory_target.hpp"

namespace {

using touchdown::Call;
using touchdown::LinkCounts;
using touchdown::Outcome;
using touchdown::Target;
using touchdown::TargetError;
using Bytes = std::vector<std::uint8_t>;

class MemoryStream : public touchdown::Stream {
 public:
  explicit MemoryStream(MemoryTarget &target) : target_(target) {}

  Bytes read(std::chrono::milliseconds) override {
    target_.serve();
    Bytes bytes(target_.to_host.begin(), target_.to_host.end());
    target_.to_host.clear();
    return bytes;
  }

  void write(const Bytes &bytes) override {
    target_.to_target.insert(target_.to_target.end(), bytes.begin(), bytes.end());
  }

 private:
  MemoryTarget &target_;
};

Call doubling(std::int32_t value) {
  Bytes request(4);
  std::memcpy(request.data(), &value, 4);
  return {MemoryTarget::doubling, request, 4};
}

// Doubles 0 .. count - 1 and checks that each is answered once and right.
LinkCounts run(MemoryTarget &memory, Fault fault, unsigned period, std::size_t count) {
  Target target(std::make_unique<FaultyStream>(std::make_unique<MemoryStream>(memory), std::vector<Fault>{fault},
                                               period, [&] { memory.reset(); }));
  std::vector<int> seen(count, 0);
  target.call_all(
      count, [](std::size_t index) { return doubling(static_cast<std::int32_t>(index)); },
      [&](std::size_t index, const Outcome &outcome) {
        std::int32_t value = 0;
        REQUIRE(outcome.status == 0);
        REQUIRE(outcome.counter == 5);
        std::memcpy(&value, outcome.result.data(), 4);
        REQUIRE(value == 2 * static_cast<std::int32_t>(index));
        seen[index]++;
      });
  CHECK(std::count(seen.begin(), seen.end(), 1) == static_cast<std::ptrdiff_t>(count));
  CHECK(target.counts().requests == count);
  CHECK(target.counts().answers == count);
  return target.counts();
}

}  // namespace

TEST_CASE("without faults nothing is repeated") {
  MemoryTarget memory;
  const LinkCounts counts = run(memory, Fault::none, 1, 1000);
  CHECK(counts.repeated + counts.garbled_here + counts.garbled_there + counts.unexpected + counts.resets == 0);
  CHECK(memory.calls == 1000);
}

TEST_CASE("lost bytes") {
  MemoryTarget memory;
  const LinkCounts counts = run(memory, Fault::drop_byte, 50, 5000);
  CHECK(counts.garbled_here > 0);
  CHECK(counts.garbled_there > 0);
  CHECK(memory.calls == 5000);
}

TEST_CASE("flipped bits") {
  MemoryTarget memory;
  CHECK(run(memory, Fault::flip_bit, 50, 5000).repeated > 0);
  CHECK(memory.calls == 5000);
}

TEST_CASE("frames that come twice are carried out once") {
  MemoryTarget memory;
  CHECK(run(memory, Fault::repeat, 20, 5000).unexpected > 0);
  CHECK(memory.calls == 5000);
}

TEST_CASE("frames cut short") {
  MemoryTarget memory;
  CHECK(run(memory, Fault::truncate, 50, 5000).repeated > 0);
  CHECK(memory.calls == 5000);
}

TEST_CASE("frames lost without a trace") {
  MemoryTarget memory;
  CHECK(run(memory, Fault::drop_all, 100, 2000).repeated > 0);
  CHECK(memory.calls == 2000);
}

TEST_CASE("a target that starts anew is greeted again and goes on") {
  MemoryTarget memory;
  CHECK(run(memory, Fault::reset, 100, 5000).resets > 0);
  CHECK(memory.calls >= 5000);
}

TEST_CASE("a negative status comes without result and leaves the caller's alone") {
  MemoryTarget memory;
  Target target(std::make_unique<MemoryStream>(memory));
  std::int32_t result = 77;
  CHECK(target.call(MemoryTarget::doubling, std::int32_t{-3}, result).status == -1);
  CHECK(result == 77);
}

TEST_CASE("what the target does not have, or has otherwise, is an error before anything is sent") {
  MemoryTarget memory;
  Target target(std::make_unique<MemoryStream>(memory));
  std::int32_t result = 0;
  CHECK_THROWS_WITH_AS(target.call(99, std::int32_t{1}, result), "in memory: function 99 is not in its firmware",
                       TargetError);
  CHECK_THROWS_AS(target.call(MemoryTarget::doubling, std::int64_t{1}, result), TargetError);
  CHECK(target.call(MemoryTarget::doubling, std::int32_t{4}, result).status == 0);
  CHECK(result == 8);
}

TEST_CASE("a silent target is given up") {
  MemoryTarget memory;
  Target target(std::make_unique<MemoryStream>(memory));
  target.patience = std::chrono::milliseconds(200);
  memory.port.write = [](void *, const std::uint8_t *, std::int32_t count) { return count; };
  std::int32_t result = 0;
  CHECK_THROWS_WITH_AS(target.call(MemoryTarget::doubling, std::int32_t{4}, result), "in memory: silent for 200 ms",
                       TargetError);
}
