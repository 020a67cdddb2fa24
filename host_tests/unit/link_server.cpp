// The target's end of the link, over a stream in memory: sessions, refusals, repetition, its description of itself.
#include "server.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "crc32.h"
#include "memory_target.hpp"
#include "resolver.h"
#include "touchdown/touchdown.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Answer {
  std::uint8_t kind, function;
  std::uint16_t sequence;
  Bytes payload;
  std::int32_t word(std::size_t at) const {
    std::int32_t value = 0;
    std::memcpy(&value, payload.data() + at, sizeof value);
    return value;
  }
};

struct Target : MemoryTarget {
  using MemoryTarget::MemoryTarget;
  void send(std::uint8_t number, std::uint16_t sequence, const Bytes &payload, std::uint8_t kind = TD_LINK_REQUEST) {
    td_frame frame{kind, number, sequence, payload.data(), static_cast<std::int32_t>(payload.size())};
    Bytes wire(TD_FRAME_WIRE_BYTES);
    wire.resize(static_cast<std::size_t>(td_frame_encode(&frame, wire.data())));
    to_target.insert(to_target.end(), wire.begin(), wire.end());
  }

  std::vector<Answer> answers() {
    serve();
    auto receiver = std::make_unique<td_frame_receiver>();
    std::vector<Answer> all;
    for (; !to_host.empty(); to_host.pop_front()) {
      td_frame frame;
      if (td_frame_receive(receiver.get(), to_host.front(), &frame) == TD_FRAME_COMPLETE)
        all.push_back({frame.kind, frame.function, frame.sequence, Bytes(frame.payload, frame.payload + frame.size)});
    }
    return all;
  }

  Answer ask(std::uint8_t number, std::uint16_t sequence, const Bytes &payload) {
    send(number, sequence, payload);
    const std::vector<Answer> all = answers();
    REQUIRE(all.size() == 1);
    CHECK(all[0].sequence == sequence);
    CHECK(all[0].function == number);
    return all[0];
  }
};

template <class Struct>
Bytes bytes_of(const Struct &value) {
  Bytes bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

Bytes number(std::int32_t value) { return bytes_of(value); }
Bytes greeting(std::uint32_t session) { return bytes_of(td_link_greeting{TD_LINK_PROTOCOL, session}); }

void check_refusal(const Answer &answer, std::int32_t reason) {
  CHECK(answer.kind == TD_LINK_REFUSAL);
  REQUIRE(answer.payload.size() == 4);
  CHECK(answer.word(0) == reason);
}

}  // namespace

TEST_CASE("nothing is carried out before the handshake") {
  Target target;
  check_refusal(target.ask(Target::doubling, 3, number(21)), TD_LINK_NO_SESSION);
  CHECK(target.calls == 0);
}

TEST_CASE("the handshake carries version, scalar, sizes, board and unit of the counter") {
  Target target;
  const Answer answer = target.ask(TD_LINK_HELLO, 0, greeting(77));
  const std::size_t size = td_link_hello_bytes(1);
  REQUIRE(answer.payload.size() == sizeof(td_link_outcome) + size);
  td_link_hello hello{};
  std::memcpy(&hello, answer.payload.data() + sizeof(td_link_outcome), size);
  CHECK(hello.protocol == TD_LINK_PROTOCOL);
  CHECK(hello.session == 77);
  CHECK(hello.version == static_cast<std::uint32_t>(td_version()));
  CHECK(hello.real_bytes == sizeof(td_real));
  CHECK(hello.board_name == doctest::String("in memory"));
  CHECK(hello.counter_name == doctest::String("ticks"));
  REQUIRE(hello.signature_count == 1);
  CHECK(hello.signatures[0].function == Target::doubling);
}

TEST_CASE(
    "an answer holds a check of its request and of itself, status, work without the cost of counting, and result") {
  Target target;
  target.ask(TD_LINK_HELLO, 0, greeting(1));
  const Answer answer = target.ask(Target::doubling, 1, number(21));
  CHECK(answer.kind == TD_LINK_ANSWER);
  REQUIRE(answer.payload.size() == 16);
  const Bytes request = number(21);
  CHECK(static_cast<std::uint32_t>(answer.word(0)) ==
        td_crc32c(td_crc32c(0, request.data(), 4), answer.payload.data() + 4, 12));
  CHECK(answer.word(4) == 0);
  CHECK(answer.word(8) == 5);
  CHECK(answer.word(12) == 42);
}

TEST_CASE("a negative status comes without a result") {
  Target target;
  target.ask(TD_LINK_HELLO, 0, greeting(1));
  const Answer answer = target.ask(Target::doubling, 1, number(-1));
  CHECK(answer.payload.size() == 12);
  CHECK(answer.word(4) == -1);
}

TEST_CASE("a request that comes again is answered the same and carried out once") {
  Target target;
  target.ask(TD_LINK_HELLO, 0, greeting(1));
  const Answer first = target.ask(Target::doubling, 5, number(4));
  for (std::uint16_t sequence = 6; sequence < 5 + TD_LINK_WINDOW; sequence++)
    target.ask(Target::doubling, sequence, number(sequence));
  const std::uint32_t calls = target.calls;
  CHECK(target.ask(Target::doubling, 5, number(4)).payload == first.payload);
  CHECK(target.calls == calls);
  CHECK(target.server->repeated == 1);
}

TEST_CASE("the same number with other contents is another request") {
  Target target;
  target.ask(TD_LINK_HELLO, 0, greeting(1));
  target.ask(Target::doubling, 5, number(4));
  CHECK(target.ask(Target::doubling, 5, number(6)).word(12) == 12);
}

// Seen red: a kept answer served without comparing the number.
TEST_CASE("another number with the same contents is another request") {
  Target target;
  target.ask(TD_LINK_HELLO, 0, greeting(1));
  target.ask(Target::doubling, 5, number(4));
  CHECK(target.ask(Target::doubling, 5 + TD_LINK_WINDOW, number(4)).word(12) == 8);
  CHECK(target.calls == 2);
  CHECK(target.server->repeated == 0);
}

// Seen red: a kept answer served without comparing the function.
TEST_CASE("the same number and contents for another function are another request") {
  const auto add = [](void *context, const void *request, void *result) -> std::int32_t {
    std::int32_t value = 0;
    std::memcpy(&value, request, 4);
    value += *static_cast<std::int32_t *>(context);
    std::memcpy(result, &value, 4);
    return 0;
  };
  std::int32_t ten = 10, hundred = 100;
  const td_link_function table[] = {{{7, 4, 4}, add, &ten}, {{8, 4, 4}, add, &hundred}};
  Target target({table, 2});
  target.ask(TD_LINK_HELLO, 0, greeting(1));
  CHECK(target.ask(7, 5, number(4)).word(12) == 14);
  CHECK(target.ask(8, 5, number(4)).word(12) == 104);
  CHECK(target.server->repeated == 0);
}

// Seen red: frames of any kind carried out.
TEST_CASE("answers and refusals that reach the target are not carried out") {
  Target target;
  target.ask(TD_LINK_HELLO, 0, greeting(1));
  for (const int kind : {TD_LINK_ANSWER, TD_LINK_REFUSAL, 0, 4, 255}) {
    target.send(Target::doubling, 1, number(21), static_cast<std::uint8_t>(kind));
    CHECK(target.answers().empty());
  }
  CHECK(target.calls == 0);
}

// Seen red: the last byte of a name written over.
TEST_CASE("a name that is too long is cut and still ends") {
  Target target;
  target.port.board_name = "a board whose name has more than the 31 letters that fit";
  target.port.counter_name = "a unit of more than 15 letters";
  const Answer answer = target.ask(TD_LINK_HELLO, 0, greeting(1));
  td_link_hello hello{};
  std::memcpy(&hello, answer.payload.data() + sizeof(td_link_outcome), td_link_hello_bytes(1));
  REQUIRE(hello.board_name[31] == 0);
  REQUIRE(hello.counter_name[15] == 0);
  CHECK(hello.board_name == doctest::String("a board whose name has more tha"));
  CHECK(hello.counter_name == doctest::String("a unit of more "));
}

// Seen red: letters copied however early the name ends.
TEST_CASE("what stands behind a name is not sent") {
  Target target;
  target.port.board_name = "short\0 of what nobody asked for, and more of it";
  const Answer answer = target.ask(TD_LINK_HELLO, 0, greeting(1));
  td_link_hello hello{};
  std::memcpy(&hello, answer.payload.data() + sizeof(td_link_outcome), td_link_hello_bytes(1));
  for (std::size_t i = 5; i < sizeof hello.board_name; i++) CHECK(hello.board_name[i] == 0);
}

TEST_CASE("a repeated greeting keeps the answers, a new one drops them") {
  Target target;
  target.ask(TD_LINK_HELLO, 0, greeting(1));
  target.ask(Target::doubling, 5, number(4));
  target.ask(TD_LINK_HELLO, 0, greeting(1));
  target.ask(Target::doubling, 5, number(4));
  CHECK(target.calls == 1);
  target.ask(TD_LINK_HELLO, 0, greeting(2));
  target.ask(Target::doubling, 5, number(4));
  CHECK(target.calls == 2);
}

TEST_CASE("unknown functions and wrong sizes are refused by name") {
  Target target;
  target.ask(TD_LINK_HELLO, 0, greeting(1));
  check_refusal(target.ask(200, 1, number(1)), TD_LINK_UNKNOWN_FUNCTION);
  check_refusal(target.ask(Target::doubling, 2, {1, 2, 3}), TD_LINK_WRONG_SIZE);
  check_refusal(target.ask(TD_LINK_HELLO, 3, {1}), TD_LINK_WRONG_SIZE);
  CHECK(target.calls == 0);
}

TEST_CASE("a garbled frame is reported at once and the next one answered") {
  Target target;
  target.ask(TD_LINK_HELLO, 0, greeting(1));
  target.to_target.insert(target.to_target.end(), {5, 4, 3, 0});
  target.send(Target::doubling, 1, number(1));
  const std::vector<Answer> answers = target.answers();
  REQUIRE(answers.size() == 2);
  check_refusal(answers[0], TD_LINK_GARBLED);
  CHECK(answers[1].word(12) == 2);
  CHECK(target.server->garbled == 1);
}

TEST_CASE("the resolver answers over the link what it answers at home") {
  Target target;
  td_link_start(target.server.get(), &target.port, td_link_resolver, TD_LINK_RESOLVER_COUNT);
  target.ask(TD_LINK_HELLO, 0, greeting(1));
  td_contact contact{};
  contact.W.nn = contact.W.tt = contact.W.ss = 1;
  contact.v.n = -1;
  contact.v.t = td_real(0.5);
  contact.surface = {td_real(0.4), td_real(0.3), td_real(0.5)};
  td_impact impact{};
  const td_status status = td_resolve(&contact, &impact);
  const Answer answer = target.ask(TD_LINK_RESOLVE, 1, bytes_of(contact));
  CHECK(answer.word(4) == status);
  REQUIRE(answer.payload.size() == sizeof(td_link_outcome) + sizeof impact);
  CHECK(Bytes(answer.payload.begin() + sizeof(td_link_outcome), answer.payload.end()) == bytes_of(impact));
}

TEST_CASE("a table of functions that the buffers have no room for is refused, and the greeting says so") {
  const auto call = [](void *, const void *, void *result) -> std::int32_t {
    std::memset(result, 1, 64);
    return 0;
  };
  const td_link_function good{{7, 4, 64}, call, nullptr};
  const std::uint32_t most = TD_LINK_PAYLOAD - sizeof(td_link_outcome);
  const auto start = [&](const std::vector<td_link_function> &table) {
    const Target target({table.data(), static_cast<std::int32_t>(table.size())});
    return target.started;
  };
  CHECK(start({good}) == 0);
  CHECK(start({}) == 0);
  CHECK(start({{{7, TD_LINK_PAYLOAD, most}, call, nullptr}}) == 0);
  // Seen red without the check: the answer of the second is copied from beyond the server's buffer into the next one.
  const td_link_function bad[] = {{{7, TD_LINK_PAYLOAD + 1, 4}, call, nullptr},
                                  {{7, 4, most + 1}, call, nullptr},
                                  {{7, 4, 0xFFFFFFFFu}, call, nullptr},
                                  {{TD_LINK_HELLO, 4, 4}, call, nullptr},
                                  {{256, 4, 4}, call, nullptr},
                                  {{7, 4, 4}, nullptr, nullptr}};
  for (const td_link_function &one : bad) CHECK(start({good, one}) == TD_LINK_BAD_TABLE);
  CHECK(start({good, good}) == TD_LINK_BAD_TABLE);
  std::vector<td_link_function> many(TD_LINK_MAX_FUNCTIONS + 1, good);
  for (std::size_t i = 0; i < many.size(); i++) many[i].signature.function = static_cast<std::uint32_t>(i + 1);
  CHECK(start(many) == TD_LINK_BAD_TABLE);

  Target target({&bad[1], 1});
  check_refusal(target.ask(TD_LINK_HELLO, 1, greeting(1)), TD_LINK_BAD_TABLE);
  check_refusal(target.ask(7, 2, number(1)), TD_LINK_NO_SESSION);
}

TEST_CASE("the handshake carries what the library was built from") {
  Target target;
  td_link_hello hello{};
  const Answer answer = target.ask(TD_LINK_HELLO, 0, greeting(1));
  std::memcpy(&hello, answer.payload.data() + sizeof(td_link_outcome), td_link_hello_bytes(1));
  std::uint32_t sources[2];
  td_link_sources(sources);
  CHECK(hello.sources[0] == sources[0]);
  CHECK(hello.sources[1] == sources[1]);
  CHECK((sources[0] | sources[1]) != 0);
}
