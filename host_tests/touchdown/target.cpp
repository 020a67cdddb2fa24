#include "target.hpp"

#include <algorithm>
#include <random>

#include "touchdown/touchdown.h"

namespace touchdown {
namespace {

// A frame that nothing came back for is sent again after this; most losses are noticed much sooner, by what comes
// back out of turn.
constexpr std::chrono::milliseconds answer_time{500};
constexpr std::chrono::milliseconds poll_time{20};

template <class Struct>
Struct struct_of(const std::uint8_t *bytes) {
  Struct value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

template <class Struct>
std::vector<std::uint8_t> bytes_of(const Struct &value) {
  const auto *bytes = reinterpret_cast<const std::uint8_t *>(&value);
  return {bytes, bytes + sizeof value};
}

template <std::size_t size>
std::string text_of(const char (&text)[size]) {
  return {text, std::find(text, text + size, '\0')};
}

std::string version_text(std::uint32_t version) {
  return std::to_string(version / 10000) + '.' + std::to_string(version / 100 % 100) + '.' +
         std::to_string(version % 100);
}

}  // namespace

Target::Target(std::unique_ptr<Stream> stream) : stream_(std::move(stream)) { handshake(); }

// Repeated until it is answered; whatever else comes meanwhile belongs to an older session.
void Target::handshake() {
  const td_link_greeting greeting{TD_LINK_PROTOCOL, std::random_device{}()};
  const Clock::time_point give_up = Clock::now() + patience;
  while (Clock::now() < give_up) {
    send_frame(TD_LINK_HELLO, next_sequence_, bytes_of(greeting));
    const Clock::time_point deadline = Clock::now() + answer_time;
    while (Clock::now() < deadline)
      for (const Frame &frame : receive(poll_time))
        if (is_welcome(frame, greeting.session)) return;
  }
  throw TargetError("no answer to the handshake within " + std::to_string(patience.count() / 1000) +
                    " s: is the drop_test firmware running, at this speed?");
}

bool Target::is_welcome(const Frame &frame, std::uint32_t session) {
  if (frame.kind != TD_LINK_ANSWER || frame.function != TD_LINK_HELLO) return false;
  if (frame.payload.size() != sizeof(td_link_outcome) + sizeof(td_link_hello))
    throw TargetError("the target's firmware speaks another protocol; build it from the same sources");
  const auto hello = struct_of<td_link_hello>(frame.payload.data() + sizeof(td_link_outcome));
  if (hello.session != session) return false;
  check(hello);
  return true;
}

void Target::check(const td_link_hello &hello) {
  if (hello.protocol != TD_LINK_PROTOCOL)
    throw TargetError("the target speaks protocol " + std::to_string(hello.protocol) + ", this program " +
                      std::to_string(TD_LINK_PROTOCOL));
  if (hello.version != static_cast<std::uint32_t>(td_version()))
    throw TargetError("the target runs Touchdown " + version_text(hello.version) + ", this program is " +
                      version_text(static_cast<std::uint32_t>(td_version())));
  if (hello.payload != TD_LINK_PAYLOAD || hello.window < TD_LINK_WINDOW ||
      hello.signature_count > TD_LINK_MAX_FUNCTIONS)
    throw TargetError("the target's link was built with other limits");
  if (!identity_.board.empty() && identity_.board != text_of(hello.board_name))
    throw TargetError(identity_.board + " has become " + text_of(hello.board_name));
  identity_ = {text_of(hello.board_name),
               text_of(hello.counter_name),
               hello.version,
               hello.real_bytes,
               {hello.signatures, hello.signatures + hello.signature_count}};
}

void Target::check_signature(const Call &call) const {
  const std::string name = identity_.board + ": function " + std::to_string(call.function);
  const auto found = std::find_if(identity_.functions.begin(), identity_.functions.end(),
                                  [&](const td_link_signature &known) { return known.function == call.function; });
  if (found == identity_.functions.end()) throw TargetError(name + " is not in its firmware");
  if (found->request_bytes != call.request.size() || found->result_bytes != call.result_bytes)
    throw TargetError(name + " has structs of " + std::to_string(found->request_bytes) + " and " +
                      std::to_string(found->result_bytes) + " bytes there, " + std::to_string(call.request.size()) +
                      " and " + std::to_string(call.result_bytes) + " here; was it built for another scalar?");
}

// A 0 in front ends whatever a loss may have left open at the far end.
void Target::send_frame(std::uint8_t function, std::uint16_t sequence, const std::vector<std::uint8_t> &payload) {
  const td_frame frame{TD_LINK_REQUEST, function, sequence, payload.data(), static_cast<std::int32_t>(payload.size())};
  std::vector<std::uint8_t> wire(1 + TD_FRAME_WIRE_BYTES);
  wire.resize(1 + static_cast<std::size_t>(td_frame_encode(&frame, wire.data() + 1)));
  stream_->write(wire);
}

void Target::send(Pending &pending) {
  pending.sent_as = sendings_++;
  pending.deadline = Clock::now() + answer_time;
  send_frame(pending.call.function, pending.sequence, pending.call.request);
}

void Target::send_again(Pending &pending) {
  counts_.repeated++;
  send(pending);
}

void Target::send_again_oldest() {
  const auto oldest = std::min_element(pending_.begin(), pending_.end(),
                                       [](const Pending &a, const Pending &b) { return a.sent_as < b.sent_as; });
  if (oldest != pending_.end()) send_again(*oldest);
}

// The link keeps order: once something sent later has been answered, the answer to this will not come.
void Target::send_again_before(std::uint64_t sent_as) {
  for (Pending &pending : pending_)
    if (pending.sent_as < sent_as) send_again(pending);
}

void Target::send_again_overdue() {
  for (Pending &pending : pending_) {
    if (Clock::now() < pending.deadline) continue;
    counts_.timed_out++;
    send_again(pending);
  }
}

bool Target::window_is_open() const {
  return pending_.empty() || static_cast<std::uint16_t>(next_sequence_ - pending_.front().sequence) < TD_LINK_WINDOW;
}

std::vector<Target::Frame> Target::receive(std::chrono::milliseconds timeout) {
  std::vector<Frame> frames;
  for (const std::uint8_t byte : stream_->read(timeout)) {
    td_frame frame;
    const std::int32_t result = td_frame_receive(&receiver_, byte, &frame);
    if (result == TD_FRAME_GARBLED) {
      counts_.garbled_here++;
      send_again_oldest();
    }
    if (result != TD_FRAME_COMPLETE) continue;
    frames.push_back({frame.kind, frame.function, frame.sequence, {frame.payload, frame.payload + frame.size}});
    last_heard_ = Clock::now();
  }
  return frames;
}

void Target::take(const Frame &frame, const Done &done) {
  if (frame.kind == TD_LINK_ANSWER && frame.function != TD_LINK_HELLO) take_answer(frame, done);
  if (frame.kind == TD_LINK_REFUSAL) take_refusal(frame);
}

void Target::take_answer(const Frame &frame, const Done &done) {
  const auto found = std::find_if(pending_.begin(), pending_.end(), [&](const Pending &pending) {
    return pending.sequence == frame.sequence && pending.call.function == frame.function;
  });
  if (found == pending_.end()) {
    counts_.unexpected++;
    return;
  }
  td_link_outcome outcome{};
  if (frame.payload.size() >= sizeof outcome) outcome = struct_of<td_link_outcome>(frame.payload.data());
  if (frame.payload.size() != sizeof outcome + (outcome.status < 0 ? 0 : found->call.result_bytes))
    throw TargetError(identity_.board + ": an answer of the wrong size");
  const Pending answered = std::move(*found);
  pending_.erase(found);
  counts_.answers++;
  send_again_before(answered.sent_as);
  done(answered.index,
       {outcome.status, outcome.counter, {frame.payload.begin() + sizeof outcome, frame.payload.end()}});
}

void Target::take_refusal(const Frame &frame) {
  std::int32_t reason = 0;
  if (frame.payload.size() == sizeof reason) reason = struct_of<std::int32_t>(frame.payload.data());
  if (reason == TD_LINK_GARBLED) {
    counts_.garbled_there++;
    send_again_oldest();
  } else if (reason == TD_LINK_NO_SESSION) {
    start_anew();
  } else {
    throw TargetError(identity_.board + ": function " + std::to_string(frame.function) + " refused, reason " +
                      std::to_string(reason));
  }
}

void Target::start_anew() {
  counts_.resets++;
  handshake();
  for (Pending &pending : pending_) send_again(pending);
}

std::size_t Target::fill_window(std::size_t next, std::size_t count, const std::function<Call(std::size_t)> &call_of) {
  for (; next < count && window_is_open(); next++) {
    pending_.push_back({next, next_sequence_++, call_of(next), 0, {}});
    check_signature(pending_.back().call);
    counts_.requests++;
    send(pending_.back());
  }
  return next;
}

void Target::take_what_came(const Done &done) {
  const std::uint64_t resets = counts_.resets;
  for (const Frame &frame : receive(poll_time)) {
    if (counts_.resets != resets) return;  // the rest is from before it
    take(frame, done);
  }
}

void Target::call_all(std::size_t count, const std::function<Call(std::size_t)> &call_of, const Done &done) {
  last_heard_ = Clock::now();
  pending_.clear();  // of a run that an exception ended
  for (std::size_t next = 0; next < count || !pending_.empty();) {
    next = fill_window(next, count, call_of);
    take_what_came(done);
    send_again_overdue();
    if (Clock::now() - last_heard_ > patience)
      throw TargetError(identity_.board + ": silent for " + std::to_string(patience.count()) + " ms");
  }
}

}  // namespace touchdown
