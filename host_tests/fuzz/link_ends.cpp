// Both ends of the link, as host_ends.hpp has them.
#include <cstdlib>
#include <memory>

#include "host_ends.hpp"
#include "land.h"
#include "link/target.hpp"
#include "memory_stream.hpp"
#include "resolver.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

// Bytes as frames with a correct checksum, so that the code behind the check is reached: kind, function, sequence,
// size, payload. A first byte of 255 leaves them as they are.
Bytes on_the_wire(const std::uint8_t *bytes, std::size_t count) {
  if (count > 0 && bytes[0] == 255) return {bytes + 1, bytes + count};
  Bytes wire;
  for (std::size_t at = 0; at + 4 <= count;) {
    const std::size_t left = count - at - 4, wanted = std::size_t{bytes[at + 3]} * 8 + 8;
    const std::size_t size = wanted < left ? wanted : left;
    const td_frame frame{static_cast<std::uint8_t>(bytes[at] % 4), bytes[at + 1], bytes[at + 2], bytes + at + 4,
                         static_cast<std::int32_t>(size)};
    Bytes encoded(TD_FRAME_WIRE_BYTES);
    encoded.resize(static_cast<std::size_t>(td_frame_encode(&frame, encoded.data())));
    wire.insert(wire.end(), encoded.begin(), encoded.end());
    at += 4 + size;
  }
  return wire;
}

bool server(const std::uint8_t *bytes, std::size_t count) {
  static const td_link_function functions[] = {td_link_resolver[0], td_link_resolver[1], td_link_land[0]};
  static MemoryTarget target({functions, 3});
  const Bytes wire = on_the_wire(bytes, count);
  target.to_target.insert(target.to_target.end(), wire.begin(), wire.end());
  target.serve();
  const bool answered = !target.to_host.empty();
  target.to_host.clear();
  return answered;
}

// Once it has been greeted, a target that answers with the input first.
class LyingStream : public MemoryStream {
 public:
  LyingStream(MemoryTarget &target, Bytes lies) : MemoryStream(target), lies_(std::move(lies)) {}
  Bytes read(std::chrono::milliseconds timeout) override {
    Bytes bytes = MemoryStream::read(timeout);
    if (++readings_ == 2) bytes.insert(bytes.begin(), lies_.begin(), lies_.end());
    return bytes;
  }

 private:
  Bytes lies_;
  int readings_ = 0;
};

// A frame that it accepts as an answer is one.
bool client(const std::uint8_t *bytes, std::size_t count) {
  static MemoryTarget memory;
  memory.to_target.clear();
  memory.to_host.clear();
  try {
    touchdown::Target target(std::make_unique<LyingStream>(memory, on_the_wire(bytes, count)), 1,
                             std::chrono::milliseconds(500));
    for (std::int32_t value = 0; value < 3; ++value) {
      std::int32_t result = 0;
      const td_link_outcome outcome = target.call(MemoryTarget::doubling, value, result);
      if (outcome.status != 0 || result != 2 * value) std::abort();
    }
  } catch (const touchdown::TargetError &) {
    return false;
  }
  return true;
}

// The frames of a client that greets and asks twice.
std::string honest_requests() {
  td_contact contact{};
  contact.W.nn = contact.W.tt = contact.W.ss = 1;
  contact.v.n = -1;
  const td_link_greeting greeting{TD_LINK_PROTOCOL, 5};
  std::string bytes{TD_LINK_REQUEST, TD_LINK_HELLO, 0, 0};
  bytes.append(reinterpret_cast<const char *>(&greeting), sizeof greeting);
  bytes += {TD_LINK_REQUEST, TD_LINK_RESOLVE, 1, sizeof contact / 8};
  bytes.append(reinterpret_cast<const char *>(&contact), sizeof contact);
  return bytes;
}

}  // namespace

std::vector<HostEnd> link_ends() {
  return {{"server", server, honest_requests()},
          {"client", client, std::string("\x02\x09\x01\x01", 4) + std::string(16, 'x')}};
}
