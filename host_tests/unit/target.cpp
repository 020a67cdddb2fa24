// The host's end of the link against a target in memory, over a stream that loses, damages and repeats.
#include "link/target.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>

#include "crc32.h"
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

TEST_CASE("frames lost without a trace show by the order of what follows, or by silence") {
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

TEST_CASE("an answer to another request under the same number is no answer") {
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

namespace {

// A line that flips bits of a frame's payload as a multiple of its check's polynomial, so that the frame still checks:
// 33 bits from some bit on, in the order in which the check takes them.
class CrcPreserving : public MemoryStream {
 public:
  using MemoryStream::MemoryStream;
  std::size_t there = 0, here = 0;  // the bit of the payload to begin with; 0: none is flipped
  std::size_t flipped = 0;

  Bytes read(std::chrono::milliseconds timeout) override { return spoiled(MemoryStream::read(timeout), here); }
  void write(const Bytes &bytes) override { MemoryStream::write(spoiled(bytes, there)); }

 private:
  Bytes spoiled(const Bytes &wire, std::size_t first) {
    if (first == 0) return wire;
    Bytes frames;
    auto receiver = std::make_unique<td_frame_receiver>();
    for (const std::uint8_t byte : wire) {
      td_frame frame;
      if (td_frame_receive(receiver.get(), byte, &frame) != TD_FRAME_COMPLETE) continue;
      append(frame, first, frames);
    }
    return frames;
  }

  void append(const td_frame &frame, std::size_t first, Bytes &frames) {
    constexpr std::uint64_t polynomial = 0x104C11DB7u;
    Bytes contents{frame.kind, frame.function, static_cast<std::uint8_t>(frame.sequence),
                   static_cast<std::uint8_t>(frame.sequence >> 8)};
    contents.insert(contents.end(), frame.payload, frame.payload + frame.size);
    const std::uint32_t before = td_crc32(contents.data(), static_cast<std::int32_t>(contents.size()));
    const bool has_room = 8 * static_cast<std::size_t>(frame.size) >= first + 33 && frame.function != TD_LINK_HELLO;
    for (std::size_t i = 0; has_room && i < 33; ++i)
      if ((polynomial >> (32 - i) & 1) != 0)
        contents[4 + (first + i) / 8] ^= static_cast<std::uint8_t>(1u << (first + i) % 8);
    REQUIRE(td_crc32(contents.data(), static_cast<std::int32_t>(contents.size())) == before);
    flipped += has_room ? 1 : 0;
    td_frame altered = frame;
    altered.payload = contents.data() + 4;
    Bytes wire(TD_FRAME_WIRE_BYTES);
    wire.resize(static_cast<std::size_t>(td_frame_encode(&altered, wire.data())));
    frames.insert(frames.end(), wire.begin(), wire.end());
  }
};

// Doubles two numbers, so that a request has room for 33 bits.
struct Pair {
  std::int32_t a, b;
};
const td_link_function double_both{{11, sizeof(Pair), sizeof(Pair)},
                                   [](void *, const void *request, void *result) -> std::int32_t {
                                     Pair pair{};
                                     std::memcpy(&pair, request, sizeof pair);
                                     pair.a = static_cast<std::int32_t>(2u * static_cast<std::uint32_t>(pair.a));
                                     pair.b = static_cast<std::int32_t>(2u * static_cast<std::uint32_t>(pair.b));
                                     std::memcpy(result, &pair, sizeof pair);
                                     return 0;
                                   },
                                   nullptr};

}  // namespace

// Seen red with the CRC-32 of the request in an answer: all of the damage there was accepted, and of that on the way
// back what left the first word alone.
TEST_CASE("damage that the frame's check does not see is seen by the answer's, on either way") {
  for (const bool there : {true, false})
    for (std::size_t bit = 1; bit < 8 * (there ? sizeof(Pair) : sizeof(td_link_outcome) + sizeof(Pair)) - 33; ++bit) {
      MemoryTarget memory({&double_both, 1});
      auto stream = std::make_unique<CrcPreserving>(memory);
      CrcPreserving &line = *stream;
      Target target(std::move(stream), 1, std::chrono::milliseconds(1500));
      (there ? line.there : line.here) = bit;
      Pair result{77, 78};
      CHECK_THROWS_AS(target.call(11, Pair{static_cast<std::int32_t>(bit), 4}, result), TargetError);
      CHECK(line.flipped > 0);
      CHECK(target.counts().stale > 0);
      CHECK(result.a == 77);
    }
}

TEST_CASE("a counter that stands, runs backwards or wraps is found at the handshake, and firmware of other sources") {
  const auto complaint = [](const std::function<void(td_link_server &)> &spoil) -> std::string {
    MemoryTarget memory;
    spoil(*memory.server);
    try {
      Target target(std::make_unique<MemoryStream>(memory));
      return "";
    } catch (const TargetError &refused) {
      return refused.what();
    }
  };
  const auto counts = [](const std::array<std::uint32_t, 3> &loops) {
    return [=](td_link_server &server) { std::copy(loops.begin(), loops.end(), server.loops); };
  };
  using Loops = std::array<std::uint32_t, 3>;
  for (const std::uint32_t fixed : {0u, 90u, 50000u})  // that a reading counts by itself
    for (const std::uint32_t step : {1u, 4u, 21u})
      CHECK(complaint(counts({fixed + 1000 * step, fixed + 3000 * step, fixed + 30000 * step})).empty());
  // Seen red: nanoseconds of a machine whose speed changed between loops, with a bound of a tenth.
  CHECK(complaint(counts({1642, 4877, 53179})).empty());
  for (const Loops &bad :
       {Loops{0, 0, 0}, Loops{4000, 4000, 4000}, Loops{4000, 12000, 12000}, Loops{4000, 12000, 120000 % 65536},
        Loops{4294963296, 4294955296, 4294847296}, Loops{4000, 12000, 157000}, Loops{4000, 12000, 83000},
        Loops{0, 8000, 16000}, Loops{4000, 12000, 60000}})  // wraps once, at the longest loop's middle
    CHECK(complaint(counts(bad)).find("its counter is wrong") != std::string::npos);
  CHECK(complaint([](td_link_server &server) { server.sources[1] ^= 1; }).find("its firmware is stale") !=
        std::string::npos);
}

namespace {

// A clock of this machine, as a counter of that many turns a second, which wraps after that many.
struct ClockCounter {
  double rate;
  std::uint64_t wraps;
  bool backwards;
};
ClockCounter clock_counter;

std::uint32_t read_clock_counter(void *) {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  const auto count = static_cast<std::uint64_t>(seconds * clock_counter.rate) % clock_counter.wraps;
  return static_cast<std::uint32_t>(clock_counter.backwards ? ~count : count);
}

// The counts of the handshake's loops; throws what the handshake throws.
std::array<std::uint32_t, 3> counted_by(const ClockCounter &counter) {
  clock_counter = counter;
  MemoryTarget memory;
  memory.port.counter = read_clock_counter;
  memory.counts_loops = true;
  memory.reset();
  const Target target(std::make_unique<MemoryStream>(memory));
  return {memory.server->loops[0], memory.server->loops[1], memory.server->loops[2]};
}

// The same by an honest counter. Other work of this machine may disturb one handshake, but not several in a row.
std::array<std::uint32_t, 3> counted_in_the_end(const ClockCounter &honest) {
  for (int left = 20;; --left) {
    try {
      return counted_by(honest);
    } catch (const TargetError &) {
      if (left == 0) throw;
    }
  }
}

}  // namespace

TEST_CASE("by the loops of the handshake an honest clock is known, and one that stands, wraps or runs backwards") {
  constexpr std::uint64_t never = std::uint64_t{1} << 32;
  for (const double rate : {1e9, 1.6e8}) {
    const auto loops = counted_in_the_end({rate, never, false});
    for (const double turns : {1.5, 2.5, 4.5})  // within the longest loop
      CHECK_THROWS_AS(counted_by({rate, static_cast<std::uint64_t>(loops[2] / turns), false}), TargetError);
    CHECK_THROWS_AS(counted_by({rate, never, true}), TargetError);
  }
  CHECK_THROWS_AS(counted_by({1, never, false}), TargetError);
}

TEST_CASE("a target whose table is refused is reported as such") {
  const td_link_function large{{11, 4, TD_LINK_PAYLOAD}, double_both.call, nullptr};
  MemoryTarget memory({&large, 1});
  CHECK_THROWS_WITH_AS(Target(std::make_unique<MemoryStream>(memory)),
                       "the target's table of functions is one that its link refuses: see td_link_start", TargetError);
}
