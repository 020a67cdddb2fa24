// Frames of the link: what arrives whole is delivered once, whatever else arrives is dropped and the next frame is
// found.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "crc32.h"
#include "frame.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Received {
  int complete = 0, garbled = 0;
  std::vector<Bytes> payloads;
};

Bytes wire(std::uint16_t sequence, const Bytes &payload) {
  td_frame frame{};
  frame.kind = TD_LINK_REQUEST;
  frame.function = 7;
  frame.sequence = sequence;
  frame.payload = payload.data();
  frame.size = static_cast<std::int32_t>(payload.size());
  Bytes bytes(TD_FRAME_WIRE_BYTES);
  bytes.resize(static_cast<std::size_t>(td_frame_encode(&frame, bytes.data())));
  return bytes;
}

Received receive(const Bytes &bytes) {
  static td_frame_receiver receiver;
  receiver = {};
  Received received;
  for (const std::uint8_t byte : bytes) {
    td_frame frame;
    const std::int32_t result = td_frame_receive(&receiver, byte, &frame);
    if (result == TD_FRAME_GARBLED) received.garbled++;
    if (result != TD_FRAME_COMPLETE) continue;
    received.complete++;
    CHECK(frame.kind == TD_LINK_REQUEST);
    CHECK(frame.function == 7);
    received.payloads.emplace_back(frame.payload, frame.payload + frame.size);
  }
  return received;
}

Bytes operator+(Bytes left, const Bytes &right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

const Bytes payload{1, 0, 0, 255, 42, 0};

}  // namespace

TEST_CASE("check value of CRC-32") {
  const char *digits = "123456789";
  CHECK(td_crc32(reinterpret_cast<const std::uint8_t *>(digits), 9) == 0xCBF43926u);
  CHECK(td_crc32c(0, reinterpret_cast<const std::uint8_t *>(digits), 9) == 0xE3069283u);
  const std::uint32_t part = td_crc32c(0, reinterpret_cast<const std::uint8_t *>(digits), 4);
  CHECK(td_crc32c(part, reinterpret_cast<const std::uint8_t *>(digits) + 4, 5) == 0xE3069283u);
}

TEST_CASE("frames of every size arrive") {
  for (std::size_t size = 0; size <= TD_LINK_PAYLOAD; size += size < 8 ? 1 : 127) {
    const Bytes sent(size, 0xA5);
    const Received received = receive(wire(1, sent));
    REQUIRE(received.payloads == std::vector<Bytes>{sent});
  }
  const Bytes longest(TD_LINK_PAYLOAD, 1);
  CHECK(receive(wire(1, longest)).payloads == std::vector<Bytes>{longest});
}

TEST_CASE("duplicates arrive twice, with one delimiter or many") {
  const Bytes one = wire(1, payload);
  const Received received = receive(one + Bytes{0, 0} + one);
  CHECK(received.complete == 2);
  CHECK(received.garbled == 0);
}

TEST_CASE("every truncation is dropped and the next frame is found") {
  const Bytes one = wire(1, payload);
  const Bytes next = wire(2, {9});
  for (std::size_t kept = 2; kept + 1 < one.size(); kept++) {
    const Received received =
        receive(Bytes(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(kept)) + Bytes{0} + next);
    REQUIRE(received.payloads == std::vector<Bytes>{{9}});
    REQUIRE(received.garbled == 1);
  }
}

TEST_CASE("a lost delimiter costs nothing, for there are two") {
  Bytes one = wire(1, payload);
  one.pop_back();
  const Received received = receive(one + wire(2, {9}));
  CHECK(received.payloads == std::vector<Bytes>{payload, {9}});
  CHECK(received.garbled == 0);
}

TEST_CASE("a lost end costs its own frame, no more") {
  const Bytes one = wire(1, payload);
  for (std::size_t lost = 2; lost + 1 < one.size(); lost++) {
    const Received received = receive(Bytes(one.begin(), one.end() - static_cast<std::ptrdiff_t>(lost)) + wire(2, {9}));
    REQUIRE(received.payloads == std::vector<Bytes>{{9}});
    REQUIRE(received.garbled == 1);
  }
}

TEST_CASE("every flipped bit is noticed") {
  const Bytes one = wire(1, payload);
  const Bytes next = wire(2, {9});
  for (std::size_t bit = 0; bit + 8 < 8 * one.size(); bit++) {
    Bytes flipped = one;
    flipped[bit / 8] = static_cast<std::uint8_t>(flipped[bit / 8] ^ 1 << bit % 8);
    const Received received = receive(flipped + next);
    REQUIRE(received.payloads == std::vector<Bytes>{{9}});
    REQUIRE(received.garbled >= 1);
  }
}

TEST_CASE("garbage of any length is survived") {
  std::uint32_t state = 1;
  for (const int length : {1, 2, 3, 100, TD_FRAME_WIRE_BYTES - 1, TD_FRAME_WIRE_BYTES, 5000}) {
    Bytes garbage(static_cast<std::size_t>(length));
    for (std::uint8_t &byte : garbage) {
      state = state * 1664525u + 1013904223u;
      byte = static_cast<std::uint8_t>(state >> 24 | 1);
    }
    const Received received = receive(garbage + Bytes{0} + wire(2, {9}));
    REQUIRE(received.payloads == std::vector<Bytes>{{9}});
    REQUIRE(received.garbled == 1);
  }
}
