#include "link/target.hpp"

#include "cli/text.hpp"
#include "crc32.h"

namespace touchdown {
namespace {

constexpr std::chrono::milliseconds poll_time{10};

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

std::uint32_t crc_of(const std::vector<std::uint8_t> &bytes) {
  return td_crc32c(0, bytes.data(), static_cast<std::int32_t>(bytes.size()));
}

// Whether an answer's payload is whole, and to the request with this CRC-32C.
bool is_sealed(std::uint32_t request, const std::vector<std::uint8_t> &payload) {
  if (payload.size() < sizeof(td_link_outcome)) return false;
  constexpr std::size_t behind = sizeof(td_link_outcome::check);
  return struct_of<td_link_outcome>(payload.data()).check ==
         td_crc32c(request, payload.data() + behind, static_cast<std::int32_t>(payload.size() - behind));
}

std::string hex_of(const std::uint32_t (&sources)[2]) { return host::formatted("%08x%08x", sources[0], sources[1]); }

template <std::size_t size>
std::string text_of(const char (&text)[size]) {
  return {text, std::find(text, text + size, '\0')};
}

// One step costs as much as the next, whatever the counter counts, and the rest drops out of differences. Counts of
// instructions or cycles are in proportion to a few thousandths. Times of a machine that others share were seen a ninth
// apart: short loops may find it fast where no long one does. A wrap within the longest loop takes half of it or more,
// and leaves at most 4/9 of the difference.
bool counts_rightly(const td_link_hello &hello) {
  constexpr double tolerance = 1.0 / 3, expected = static_cast<double>(TD_LINK_LONG_LOOP - TD_LINK_MIDDLE_LOOP) /
                                                   (TD_LINK_MIDDLE_LOOP - TD_LINK_SHORT_LOOP);
  const double shorter = static_cast<double>(hello.loops[1]) - hello.loops[0];
  const double longer = static_cast<double>(hello.loops[2]) - hello.loops[1];
  return shorter > 0 && std::abs(longer / shorter - expected) < tolerance * expected;
}

}  // namespace

std::string sources_here() {
  std::uint32_t here[2];
  td_link_sources(here);
  return hex_of(here);
}

Target::Target(std::unique_ptr<Stream> stream, std::uint32_t session, std::chrono::milliseconds patience_)
    : patience(patience_), stream_(std::move(stream)), session_(session) {
  handshake();
}

// Repeated until it is answered, at once if something was garbled.
void Target::handshake() {
  const td_link_greeting greeting{TD_LINK_PROTOCOL, ++session_};
  const Clock::time_point give_up = stream_->now() + patience;
  while (stream_->now() < give_up) {
    counts_.greetings++;
    send_frame(TD_LINK_HELLO, next_sequence_, bytes_of(greeting));
    const Clock::time_point deadline = stream_->now() + answer_time_.wait();
    for (const std::uint64_t garbled = garbled_frames(); stream_->now() < deadline && garbled == garbled_frames();)
      if (welcomed(greeting.session)) return;
  }
  throw TargetError("no answer to the handshake within " + std::to_string(patience.count() / 1000) +
                    " s: is the drop_test firmware running, at this speed?");
}

// Whatever else comes belongs to an older session.
bool Target::welcomed(std::uint32_t session) {
  bool welcome = false;
  for (const Frame &frame : receive(poll_time)) {
    if (!welcome && is_welcome(frame, session))
      welcome = true;
    else
      discard(frame);
  }
  counts_.sessions += welcome ? 1 : 0;
  return welcome;
}

void Target::discard(const Frame &frame) {
  const bool damage = frame.kind == TD_LINK_REFUSAL && frame.payload == bytes_of(std::int32_t{TD_LINK_GARBLED});
  ++(frame.garbled ? counts_.garbled_here : damage ? counts_.garbled_there : counts_.stale);
}

bool Target::is_welcome(const Frame &frame, std::uint32_t session) {
  if (!frame.garbled && frame.kind == TD_LINK_REFUSAL && frame.function == TD_LINK_HELLO &&
      frame.payload == bytes_of(std::int32_t{TD_LINK_BAD_TABLE}))
    throw TargetError("the target's table of functions is one that its link refuses: see td_link_start");
  if (frame.garbled || frame.kind != TD_LINK_ANSWER || frame.function != TD_LINK_HELLO) return false;
  td_link_hello hello{};
  const std::size_t size = frame.payload.size() - std::min(frame.payload.size(), sizeof(td_link_outcome));
  std::memcpy(&hello, frame.payload.data() + (frame.payload.size() - size), std::min(size, sizeof hello));
  if (size < sizeof hello.protocol || hello.protocol != TD_LINK_PROTOCOL)
    throw TargetError("the target speaks protocol " + std::to_string(hello.protocol) + " of the link, this program " +
                      std::to_string(TD_LINK_PROTOCOL) + ": its firmware is of other sources; build and flash it anew");
  if (!is_sealed(crc_of(bytes_of(td_link_greeting{TD_LINK_PROTOCOL, session})), frame.payload)) return false;
  if (hello.signature_count > TD_LINK_MAX_FUNCTIONS || size != td_link_hello_bytes(hello.signature_count))
    throw TargetError("the target's link was built with other limits");
  check(hello);
  return true;
}

void Target::check_sources(const td_link_hello &hello) {
  if (hex_of(hello.sources) != sources_here())
    throw TargetError(text_of(hello.board_name) + ": its firmware is stale: it was built from sources " +
                      hex_of(hello.sources) + ", this program from " + sources_here() + "; build and flash it anew");
}

void Target::check(const td_link_hello &hello) {
  if (hello.version != static_cast<std::uint32_t>(td_version()))
    throw TargetError("the target runs Touchdown " + host::version_text(static_cast<int>(hello.version)) +
                      ", this program is " + host::version_text(td_version()));
  if (hello.payload != TD_LINK_PAYLOAD || hello.window < TD_LINK_WINDOW)
    throw TargetError("the target's link was built with other limits");
  check_sources(hello);
  if (!counts_rightly(hello))
    throw TargetError(host::formatted("%s: its counter is wrong: %u, %u and %u %s for loops of %d, %d and %d steps",
                                      text_of(hello.board_name).c_str(), hello.loops[0], hello.loops[1], hello.loops[2],
                                      text_of(hello.counter_name).c_str(), TD_LINK_SHORT_LOOP, TD_LINK_MIDDLE_LOOP,
                                      TD_LINK_LONG_LOOP));
  if (!identity_.board.empty() && identity_.board != text_of(hello.board_name))
    throw TargetError(identity_.board + " has become " + text_of(hello.board_name));
  identity_ = {text_of(hello.board_name),
               text_of(hello.counter_name),
               hello.version,
               hex_of(hello.sources),
               hello.real_bytes,
               {hello.signatures, hello.signatures + hello.signature_count}};
}

void Target::check_signature(const Call &call) const {
  const std::string name = identity_.board + ": function " + std::to_string(call.function);
  const auto found = std::find_if(identity_.functions.begin(), identity_.functions.end(),
                                  [&](const td_link_signature &known) { return known.function == call.function; });
  if (found == identity_.functions.end()) throw TargetError(name + " is not in its firmware");
  if (found->request_bytes != call.request.size() || found->result_bytes != call.result_bytes)
    throw TargetError(
        name + host::formatted(" has structs of %u and %u bytes there, %zu and %zu here; was it built for another "
                               "scalar?",
                               found->request_bytes, found->result_bytes, call.request.size(), call.result_bytes));
}

void Target::send_frame(std::uint8_t function, std::uint16_t sequence, const std::vector<std::uint8_t> &payload) {
  const td_frame frame{TD_LINK_REQUEST, function, sequence, payload.data(), static_cast<std::int32_t>(payload.size())};
  std::vector<std::uint8_t> wire(TD_FRAME_WIRE_BYTES);
  wire.resize(static_cast<std::size_t>(td_frame_encode(&frame, wire.data())));
  stream_->write(wire);
}

void Target::send(Pending &pending) {
  pending.sending = sendings_++;
  pending.sent = stream_->now();
  send_frame(pending.call.function, pending.sequence, pending.call.request);
}

void Target::send_again(Pending &pending, Count why) {
  counts_.repeated++;
  (counts_.*why)++;
  send(pending);
}

// Whatever was sent before what arrived damaged has been answered by now, or was lost without a trace.
void Target::send_again_oldest() {
  const auto oldest = std::min_element(pending_.begin(), pending_.end(),
                                       [](const Pending &a, const Pending &b) { return a.sending < b.sending; });
  if (oldest != pending_.end()) send_again(*oldest, &LinkCounts::damaged);
}

// The link keeps order: once something sent later has been answered, the answer to this will not come.
void Target::send_again_before(std::uint64_t sending) {
  for (Pending &pending : pending_)
    if (pending.sending < sending) send_again(pending, &LinkCounts::overtaken);
}

void Target::send_again_overdue() {
  const Clock::time_point overdue = stream_->now() - answer_time_.wait();
  bool any = false;
  for (Pending &pending : pending_) {
    if (pending.sent > overdue) continue;
    send_again(pending, &LinkCounts::timed_out);
    any = true;
  }
  if (any) answer_time_.missed();
}

bool Target::window_is_open() const {
  return pending_.empty() || static_cast<std::uint16_t>(next_sequence_ - pending_.front().sequence) < TD_LINK_WINDOW;
}

std::vector<Target::Frame> Target::receive(std::chrono::milliseconds timeout) {
  std::vector<Frame> frames;
  for (const std::uint8_t byte : stream_->read(timeout)) {
    td_frame frame;
    const std::int32_t result = td_frame_receive(&receiver_, byte, &frame);
    if (result == TD_FRAME_GARBLED) frames.push_back({true, 0, 0, 0, {}});
    if (result != TD_FRAME_COMPLETE) continue;
    frames.push_back({false, frame.kind, frame.function, frame.sequence, {frame.payload, frame.payload + frame.size}});
    last_heard_ = stream_->now();
  }
  return frames;
}

void Target::take(const Frame &frame, const Done &done) {
  if (frame.garbled) {
    counts_.garbled_here++;
    send_again_oldest();
  } else if (frame.kind == TD_LINK_ANSWER && frame.function != TD_LINK_HELLO) {
    take_answer(frame, done);
  } else if (frame.kind == TD_LINK_REFUSAL) {
    take_refusal(frame);
  } else {
    discard(frame);
  }
}

void Target::take_answer(const Frame &frame, const Done &done) {
  const auto found = std::find_if(pending_.begin(), pending_.end(), [&](const Pending &pending) {
    return pending.sequence == frame.sequence && pending.call.function == frame.function;
  });
  if (found == pending_.end())
    counts_.answered_before++;
  else if (answers(frame, *found))
    accept(found, frame, done);
  else
    counts_.stale++;
}

bool Target::answers(const Frame &frame, const Pending &pending) {
  td_link_outcome outcome{};
  if (frame.payload.size() >= sizeof outcome) outcome = struct_of<td_link_outcome>(frame.payload.data());
  return is_sealed(pending.crc, frame.payload) &&
         frame.payload.size() == sizeof outcome + (outcome.status < 0 ? 0 : pending.call.result_bytes);
}

void Target::accept(std::list<Pending>::iterator pending, const Frame &frame, const Done &done) {
  const auto outcome = struct_of<td_link_outcome>(frame.payload.data());
  const Pending answered = std::move(*pending);
  pending_.erase(pending);
  counts_.answers++;
  last_answer_ = stream_->now();
  if (answered.sending == answered.first_sending) answer_time_.took(last_answer_ - answered.sent);
  send_again_before(answered.first_sending);  // of several sendings, nobody knows which was answered
  done(answered.index,
       {outcome.status, outcome.counter, {frame.payload.begin() + sizeof outcome, frame.payload.end()}});
}

// Function and size were checked before anything was sent, so that a target that refuses either has heard otherwise.
void Target::take_refusal(const Frame &frame) {
  if (frame.payload == bytes_of(std::int32_t{TD_LINK_NO_SESSION})) return start_anew();
  counts_.garbled_there++;
  send_again_oldest();
}

void Target::start_anew() {
  counts_.resets++;
  handshake();
  for (Pending &pending : pending_) send_again(pending, &LinkCounts::interrupted);
}

std::size_t Target::fill_window(std::size_t next, std::size_t count, const std::function<Call(std::size_t)> &call_of) {
  for (; next < count && window_is_open(); next++) {
    pending_.push_back({next, next_sequence_++, call_of(next)});
    pending_.back().crc = crc_of(pending_.back().call.request);
    check_signature(pending_.back().call);
    counts_.requests++;
    pending_.back().first_sending = sendings_;
    send(pending_.back());
  }
  return next;
}

void Target::take_what_came(const Done &done) {
  const std::uint64_t resets = counts_.resets;
  for (const Frame &frame : receive(poll_time)) {
    if (counts_.resets == resets)
      take(frame, done);
    else
      discard(frame);  // from before it
  }
}

// Measured from the last answer, not from the last sign of life: a line that garbles everything comes to an end too.
void Target::check_patience() const {
  const Clock::time_point limit = stream_->now() - patience;
  if (last_answer_ >= limit) return;
  throw TargetError(identity_.board + (last_heard_ < limit ? ": silent for " : ": heard, but nothing answered for ") +
                    std::to_string(patience.count()) + " ms");
}

void Target::call_all(std::size_t count, const std::function<Call(std::size_t)> &call_of, const Done &done) {
  last_answer_ = last_heard_ = stream_->now();
  pending_.clear();  // of a run that an exception ended
  for (std::size_t next = 0; next < count || !pending_.empty();) {
    next = fill_window(next, count, call_of);
    take_what_came(done);
    send_again_overdue();
    check_patience();
  }
}

void Target::settle() {
  const Clock::time_point deadline = stream_->now() + answer_time_.wait();
  const auto on_the_way = [&] {
    return counts_.requests + counts_.repeated > counts_.answers + counts_.answered_before;
  };
  while (on_the_way() && stream_->now() < deadline) take_what_came([](std::size_t, const Outcome &) {});
}

}  // namespace touchdown
