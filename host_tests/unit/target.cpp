// The host's end of the link against a target in memory, over a stream that loses, damages and repeats.
#include "link/target.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "faulty_stream.hpp"
#include "memory_stream.hpp"

namespace {

using touchdown::Call;
using touchdown::LinkCounts;
using touchdown::Outcome;
using touchdown::Target;
using touchdown::TargetError;
using Bytes = std::vector<std::uint8_t>;

Call doubling(std::int32_t value) {
  Bytes request(4);
  std::memcpy(request.data(), &value, 4);
  return {MemoryTarget::doubling, request, 4};
}

// Doubles 0 .. count - 1 and checks that each is answered once and right, and that every frame is accounted for.
LinkCounts run(MemoryTarget &memory, const Faults &faults, std::size_t count) {
  auto stream =
      std::make_unique<FaultyStream>(std::make_unique<MemoryStream>(memory), faults, 1, [&] { memory.reset(); });
  const FaultyStream &line = *stream;
  Target target(std::move(stream), 1);
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
  target.settle();
  CHECK(std::count(seen.begin(), seen.end(), 1) == static_cast<std::ptrdiff_t>(count));
  const LinkCounts &link = target.counts();
  CHECK(link.requests == count);
  CHECK(link.answers == count);
  CHECK(link.repeated == link.timed_out + link.damaged + link.overtaken + link.interrupted);
  CHECK(line.there().frames == link.greetings + link.requests + link.repeated);
  return link;
}

// Every frame that came, whole or not.
std::uint64_t heard(const LinkCounts &link) {
  return link.sessions + link.answers + link.answered_before + link.stale + link.garbled_there + link.resets +
         link.garbled_here;
}

}  // namespace

TEST_CASE("without faults nothing is repeated") {
  MemoryTarget memory;
  const LinkCounts counts = run(memory, {}, 1000);
  CHECK(counts.repeated == 0);
  CHECK(heard(counts) == 1001);
  CHECK(memory.calls == 1000);
}

TEST_CASE("lost bytes") {
  MemoryTarget memory;
  Faults faults;
  faults.drop = 1e-3;
  const LinkCounts counts = run(memory, faults, 5000);
  CHECK(counts.garbled_here > 0);
  CHECK(counts.garbled_there > 0);
  CHECK(memory.calls == 5000);
}

TEST_CASE("flipped bits") {
  MemoryTarget memory;
  Faults faults;
  faults.flip = 1e-3;
  CHECK(run(memory, faults, 5000).damaged > 0);
  CHECK(memory.calls == 5000);
}

TEST_CASE("doubled bytes") {
  MemoryTarget memory;
  Faults faults;
  faults.duplicate = 1e-3;
  CHECK(run(memory, faults, 5000).damaged > 0);
  CHECK(memory.calls == 5000);
}

TEST_CASE("frames that come twice are carried out once, and every copy is counted") {
  MemoryTarget memory;
  Faults faults;
  faults.repeat = 0.05;
  const LinkCounts counts = run(memory, faults, 5000);
  CHECK(counts.answered_before > 400);
  CHECK(counts.repeated == 0);
  CHECK(memory.calls == 5000);
}

TEST_CASE("frames cut short") {
  MemoryTarget memory;
  Faults faults;
  faults.truncate = 1e-3;
  CHECK(run(memory, faults, 5000).repeated > 0);
  CHECK(memory.calls == 5000);
}

TEST_CASE("frames lost without a trace are told by the order of what follows, or by silence") {
  MemoryTarget memory;
  Faults faults;
  faults.lose = 0.02;
  const LinkCounts counts = run(memory, faults, 5000);
  CHECK(counts.overtaken > 0);
  CHECK(counts.damaged == 0);
  CHECK(memory.calls == 5000);
}

TEST_CASE("a target that starts anew is greeted again and goes on") {
  MemoryTarget memory;
  Faults faults;
  faults.reset = 1e-4;
  const LinkCounts counts = run(memory, faults, 5000);
  CHECK(counts.resets > 0);
  CHECK(counts.interrupted >= counts.resets);
  CHECK(counts.sessions == counts.resets + 1);
  CHECK(memory.calls >= 5000);
}

TEST_CASE("an answer to another request under the same number is none") {
  // The answer to the first request of a number comes again, 65536 requests later, before the one it should be.
  MemoryTarget memory;
  class LateCopy : public MemoryStream {
   public:
    using MemoryStream::MemoryStream;
    Bytes read(std::chrono::milliseconds timeout) override {
      Bytes bytes = MemoryStream::read(timeout);
      if (++readings_ == 2) first_ = bytes;
      if (readings_ == 65536 + 2) bytes.insert(bytes.begin(), first_.begin(), first_.end());
      return bytes;
    }

   private:
    Bytes first_;
    int readings_ = 0;
  };
  Target target(std::make_unique<LateCopy>(memory));
  std::int32_t result = 0;
  for (std::int32_t value = 0; value <= 65536; value++) {
    REQUIRE(target.call(MemoryTarget::doubling, value, result).status == 0);
    REQUIRE(result == 2 * value);
  }
  CHECK(target.counts().stale == 1);
}

TEST_CASE("a line that garbles everything comes to an end") {
  MemoryTarget memory;
  class Breaking : public MemoryStream {
   public:
    using MemoryStream::MemoryStream;
    void write(const Bytes &bytes) override {
      MemoryStream::write(greeted_ ? Bytes{1, 2, 3, 0} : bytes), greeted_ = true;
    }

   private:
    bool greeted_ = false;
  };
  Target target(std::make_unique<Breaking>(memory));
  target.patience = std::chrono::milliseconds(500);
  std::int32_t result = 0;
  CHECK_THROWS_WITH_AS(target.call(MemoryTarget::doubling, std::int32_t{4}, result),
                       "in memory: heard, but nothing answered for 500 ms", TargetError);
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
