// The firmware in the emulator, over its serial port: the same bits as in process, exact counts, and a clear word when
// the emulator dies.
#include <doctest/doctest.h>
#include <signal.h>

#include <string>

#include "faulty_stream.hpp"
#include "link/stream.hpp"
#include "link/target.hpp"
#include "touchdown/touchdown.h"

namespace {

using touchdown::Call;
using touchdown::Emulator;
using touchdown::Outcome;
using touchdown::Target;
using touchdown::TargetError;

const std::string board = "mps2-an386";

td_contact contact_number(std::size_t index) {
  td_contact contact{};
  contact.W.nn = 1;
  contact.W.nt = td_real(0.1) * static_cast<td_real>(index % 7);
  contact.W.tt = 2;
  contact.W.ss = 2;
  contact.v.n = td_real(-0.1) - td_real(0.01) * static_cast<td_real>(index);
  contact.v.t = td_real(0.3) * static_cast<td_real>(index % 5);
  contact.surface = {td_real(0.4), td_real(0.3), td_real(0.5)};
  return contact;
}

Call call_number(std::size_t index) {
  const td_contact contact = contact_number(index);
  const auto *bytes = reinterpret_cast<const std::uint8_t *>(&contact);
  return {TD_LINK_RESOLVE, {bytes, bytes + sizeof contact}, sizeof(td_impact)};
}

}  // namespace

TEST_CASE("the firmware says what it is") {
  Target target(board);
  CHECK(target.identity().board == board);
  CHECK(target.identity().counter == "instructions");
  CHECK(target.identity().real_bytes == sizeof(td_real));
}

TEST_CASE("the target's results are the host's, bit for bit, and its counts the same twice") {
  constexpr std::size_t count = 500;
  Target target(board);
  std::vector<std::uint32_t> counters(count), again(count);
  target.call_all(count, call_number, [&](std::size_t index, const Outcome &outcome) {
    const td_contact contact = contact_number(index);
    td_impact impact{};
    REQUIRE(outcome.status == td_resolve(&contact, &impact));
    if (outcome.status >= 0) REQUIRE(std::memcmp(outcome.result.data(), &impact, sizeof impact) == 0);
    counters[index] = outcome.counter;
  });
  target.call_all(count, call_number,
                  [&](std::size_t index, const Outcome &outcome) { again[index] = outcome.counter; });
  CHECK(counters == again);
  CHECK(counters[0] > 10);
  CHECK(counters[0] < 1000000);
  CHECK(target.counts().repeated == 0);
}

TEST_CASE("over a bad line every call is still answered once, with the right bits") {
  constexpr std::size_t count = 1000;
  Faults faults;
  faults.drop = faults.flip = faults.duplicate = faults.truncate = 1e-4;
  faults.lose = faults.repeat = 5e-3;
  Target target(std::make_unique<FaultyStream>(touchdown::open_stream(board), faults, 1));
  target.least_answer_time(std::chrono::milliseconds(20));
  std::vector<int> seen(count, 0);
  target.call_all(count, call_number, [&](std::size_t index, const Outcome &outcome) {
    const td_contact contact = contact_number(index);
    td_impact impact{};
    REQUIRE(outcome.status == td_resolve(&contact, &impact));
    REQUIRE(std::memcmp(outcome.result.data(), &impact, sizeof impact) == 0);
    seen[index]++;
  });
  CHECK(seen == std::vector<int>(count, 1));
  CHECK(target.counts().answers == count);
  CHECK(target.counts().garbled_there > 0);
  CHECK(target.counts().garbled_here > 0);
}

TEST_CASE("a board that is reset in mid-stream is greeted again, and nothing is lost") {
  constexpr std::size_t count = 500;
  auto emulator = std::make_unique<Emulator>(board, Emulator::firmware(board));
  Emulator &button = *emulator;
  Target target(std::move(emulator));
  target.least_answer_time(std::chrono::milliseconds(20));
  std::vector<int> seen(count, 0);
  target.call_all(count, call_number, [&](std::size_t index, const Outcome &) {
    if (++seen[index] == 1 && index % 100 == 99) button.reset();
  });
  CHECK(seen == std::vector<int>(count, 1));
  CHECK(target.counts().resets >= 1);
  CHECK(target.counts().resets <= 5);
}

TEST_CASE("an emulator killed in mid-stream is an error at once, and what came before stays") {
  auto emulator = std::make_unique<Emulator>(board, Emulator::firmware(board));
  const pid_t process = emulator->process();
  Target target(std::move(emulator));
  std::size_t answered = 0;
  std::string word;
  try {
    target.call_all(10000, call_number, [&](std::size_t, const Outcome &) {
      if (++answered == 100) kill(process, SIGKILL);
    });
  } catch (const TargetError &error) {
    word = error.what();
  }
  CHECK(word == "mps2-an386: the emulator was killed (Killed)");
  CHECK(answered >= 100);
  CHECK(answered < 10000);
}

TEST_CASE("no emulator outlives its owner") {
  pid_t process = 0;
  {
    Emulator emulator(board, Emulator::firmware(board));
    process = emulator.process();
    CHECK(kill(process, 0) == 0);
  }
  CHECK(kill(process, 0) != 0);
}

TEST_CASE("what the emulator complains of is passed on") {
  CHECK_THROWS_WITH_AS(Target(std::make_unique<Emulator>(board, "/nonexistent/image.elf")),
                       doctest::Contains("nonexistent"), TargetError);
  CHECK_THROWS_WITH_AS(touchdown::open_stream("mps9"), "mps9: no such target", TargetError);
  CHECK_THROWS_AS(touchdown::open_stream("serial:/nonexistent/tty"), TargetError);
  CHECK_THROWS_AS(touchdown::open_stream("serial:/dev/null:fast"), TargetError);
}
