// The host's end of the link (port/link/link.h): calls functions on a target, several at once, until each is answered.
//
//   Target target("mps2-an386");
//   td_impact impact;
//   const td_link_outcome outcome = target.call(TD_LINK_RESOLVE, contact, impact);
//
// Everything throws TargetError: the target cannot be opened, died, stays silent, does not fit this build.
#ifndef TOUCHDOWN_HOST_TESTS_TARGET_HPP
#define TOUCHDOWN_HOST_TESTS_TARGET_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "frame.h"
#include "link.h"
#include "stream.hpp"

namespace touchdown {

// What a target said in its handshake.
struct TargetIdentity {
  std::string board, counter;  // "mps2-an386", "instructions"
  std::uint32_t version = 0;   // of its library, as td_version()
  std::uint32_t real_bytes = 0;
  std::vector<td_link_signature> functions;
};

// What went over the link; nothing that went wrong is left out.
struct LinkCounts {
  std::uint64_t requests = 0;       // put to the target
  std::uint64_t answers = 0;        // accepted; equal to `requests` once all is done
  std::uint64_t repeated = 0;       // requests sent again, for whatever reason
  std::uint64_t timed_out = 0;      // of those, because nothing came in time
  std::uint64_t garbled_here = 0;   // frames that arrived damaged
  std::uint64_t garbled_there = 0;  // frames that the target says arrived damaged
  std::uint64_t unexpected = 0;     // answers to what had been answered already
  std::uint64_t resets = 0;         // times the target had started anew
};

struct Call {
  std::uint8_t function;
  std::vector<std::uint8_t> request;  // the input struct as it lies in memory
  std::size_t result_bytes;           // of the result struct
};

struct Outcome {
  std::int32_t status;
  std::uint32_t counter;             // work, in units of TargetIdentity::counter
  std::vector<std::uint8_t> result;  // the result struct; empty if the status is negative
};

class Target {
 public:
  explicit Target(const std::string &place) : Target(open_stream(place)) {}
  explicit Target(std::unique_ptr<Stream> stream);

  const TargetIdentity &identity() const { return identity_; }
  const LinkCounts &counts() const { return counts_; }

  // Makes calls 0 .. count - 1, up to TD_LINK_WINDOW under way at a time. `call_of` is asked for each once, in order;
  // `done` is told each outcome as it comes, which after a loss on the link need not be in order.
  void call_all(std::size_t count, const std::function<Call(std::size_t)> &call_of,
                const std::function<void(std::size_t, const Outcome &)> &done);

  // One call. `result` is written only if the status is not negative.
  template <class Request, class Result>
  td_link_outcome call(std::uint8_t function, const Request &request, Result &result);

  // Gives up when the target has said nothing that could be understood for so long.
  std::chrono::milliseconds patience{10000};

 private:
  using Clock = std::chrono::steady_clock;

  struct Pending {
    std::size_t index;
    std::uint16_t sequence;
    Call call;
    std::uint64_t sent_as;  // counts every sending, so that order tells what was lost
    Clock::time_point deadline;
  };

  struct Frame {
    std::uint8_t kind, function;
    std::uint16_t sequence;
    std::vector<std::uint8_t> payload;
  };
  using Done = std::function<void(std::size_t, const Outcome &)>;

  void handshake();
  bool is_welcome(const Frame &frame, std::uint32_t session);
  void check(const td_link_hello &hello);
  void check_signature(const Call &call) const;
  void send_frame(std::uint8_t function, std::uint16_t sequence, const std::vector<std::uint8_t> &payload);
  void send(Pending &pending);
  void send_again(Pending &pending);
  void send_again_oldest();
  void send_again_before(std::uint64_t sent_as);
  void send_again_overdue();
  bool window_is_open() const;
  std::vector<Frame> receive(std::chrono::milliseconds timeout);
  void take(const Frame &frame, const Done &done);
  void take_answer(const Frame &frame, const Done &done);
  void take_refusal(const Frame &frame);
  void start_anew();
  std::size_t fill_window(std::size_t next, std::size_t count, const std::function<Call(std::size_t)> &call_of);
  void take_what_came(const Done &done);

  std::unique_ptr<Stream> stream_;
  TargetIdentity identity_;
  LinkCounts counts_;
  td_frame_receiver receiver_{};
  std::list<Pending> pending_;  // by sequence
  std::uint16_t next_sequence_ = 0;
  std::uint64_t sendings_ = 0;
  Clock::time_point last_heard_;
};

template <class Request, class Result>
td_link_outcome Target::call(std::uint8_t function, const Request &request, Result &result) {
  const auto *bytes = reinterpret_cast<const std::uint8_t *>(&request);
  td_link_outcome outcome{};
  call_all(
      1,
      [&](std::size_t) {
        return Call{function, {bytes, bytes + sizeof request}, sizeof result};
      },
      [&](std::size_t, const Outcome &came) {
        outcome = {came.status, came.counter};
        if (came.status >= 0) std::memcpy(&result, came.result.data(), sizeof result);
      });
  return outcome;
}

}  // namespace touchdown

#endif
