// The host's end of the link (port/link/link.h): calls functions on a target, several at once, until each is answered.
//
//   Target target("mps2-an386");
//   td_impact impact;
//   const td_link_outcome outcome = target.call(TD_LINK_RESOLVE, contact, impact);
//
// Everything throws TargetError: the target cannot be opened, died, stays silent, does not fit this build.
#pragma once

#include <list>
#include <random>

#include "frame.h"
#include "link.h"
#include "link/stream.hpp"
#include "server.h"

namespace touchdown {

// How long to wait for an answer before its request is sent again, by the round trips seen: RFC 6298.

class AnswerTime {
 public:
  using Duration = std::chrono::steady_clock::duration;

  Duration wait() const { return wait_; }

  // Of a request that was sent once: of another nobody knows which sending was answered.
  void took(Duration trip) {
    const Duration off = trip > mean_ ? trip - mean_ : mean_ - trip;
    spread_ = first_ ? trip / 2 : spread_ + (off - spread_) / 4;
    mean_ = first_ ? trip : mean_ + (trip - mean_) / 8;
    first_ = false;
    wait_ = std::clamp(mean_ + 4 * spread_, std::min(least, most), most);
  }

  // Nothing came in time: a line or a target that is slower than thought must not be flooded.
  void missed() { wait_ = std::min(2 * wait_, most); }

  // A scheduler's hiccup is no loss.
  Duration least = std::chrono::milliseconds(500);

 private:
  static constexpr Duration most = std::chrono::seconds(2);
  Duration wait_ = std::chrono::milliseconds(500);
  Duration mean_{}, spread_{};
  bool first_ = true;
};

// What went over a link. Nothing that went wrong is left out: every frame sent is a greeting, a request or one of the
// repeats, every frame that came is garbled, or one of those below, or the answer to a greeting. `link_counts` says
// what each is; answers equal requests once all is done, and repeated is the sum of the next four.
struct LinkCounts {
  std::uint64_t requests = 0, answers = 0, repeated = 0, timed_out = 0, damaged = 0, overtaken = 0, interrupted = 0,
                garbled_here = 0, garbled_there = 0, answered_before = 0, stale = 0, greetings = 0, sessions = 0,
                resets = 0;
};

struct NamedCount {
  const char *name, *meaning;
  std::uint64_t LinkCounts::*count;
};

constexpr std::array<NamedCount, 14> link_counts{{
    {"requests", "requests put", &LinkCounts::requests},
    {"answers", "answers accepted", &LinkCounts::answers},
    {"repeated", "requests sent again", &LinkCounts::repeated},
    {"timed_out", "of these: nothing came in time", &LinkCounts::timed_out},
    {"damaged", "of these: something arrived garbled", &LinkCounts::damaged},
    {"overtaken", "of these: a later one was answered first", &LinkCounts::overtaken},
    {"interrupted", "of these: the target had started anew", &LinkCounts::interrupted},
    {"garbled_here", "frames garbled on the way here", &LinkCounts::garbled_here},
    {"garbled_there", "frames garbled on the way there", &LinkCounts::garbled_there},
    {"answered_before", "answers that came again", &LinkCounts::answered_before},
    {"stale", "frames of no use", &LinkCounts::stale},
    {"greetings", "greetings sent", &LinkCounts::greetings},
    {"sessions", "sessions opened", &LinkCounts::sessions},
    {"resets", "times the target started anew", &LinkCounts::resets},
}};

inline LinkCounts &operator+=(LinkCounts &sum, const LinkCounts &more) {
  for (const NamedCount &named : link_counts) sum.*named.count += more.*named.count;
  return sum;
}

// "requests put: 349; answers accepted: 349; requests sent again: 0; ..."; what is zero goes without saying, but for
// these three.
inline std::string in_words(const LinkCounts &link) {
  std::string words;
  for (const NamedCount &named : link_counts) {
    const bool always = &named - link_counts.data() < 3;
    if (always || link.*named.count > 0)
      words += (words.empty() ? "" : "; ") + std::string(named.meaning) + ": " + std::to_string(link.*named.count);
  }
  return words;
}

// Whether anything was lost, damaged or repeated.
inline bool was_troubled(const LinkCounts &link) {
  return link.repeated + link.garbled_here + link.garbled_there + link.answered_before + link.stale + link.resets > 0;
}

// What a target said in its handshake.
struct TargetIdentity {
  std::string board, counter;  // "mps2-an386", "instructions"
  std::uint32_t version = 0;   // of its library, as td_version()
  std::string sources;         // that it was built from: td_link_sources(), in hexadecimal
  std::uint32_t real_bytes = 0;
  std::vector<td_link_signature> functions;
};

// TargetIdentity::sources of this program.
std::string sources_here();

struct Call {
  std::uint8_t function;
  std::vector<std::uint8_t> request;  // the input struct as it lies in memory
  std::size_t result_bytes;           // of the result struct
};

template <class Result, class Request>
Call call_for(std::uint8_t function, const Request &request) {
  const auto *bytes = reinterpret_cast<const std::uint8_t *>(&request);
  return {function, {bytes, bytes + sizeof request}, sizeof(Result)};
}

struct Outcome {
  std::int32_t status;
  std::uint32_t counter;             // work, in units of TargetIdentity::counter
  std::vector<std::uint8_t> result;  // the result struct; empty if the status is negative
};

class Target {
 public:
  explicit Target(const std::string &place) : Target(open_stream(place)) {}
  // Sessions are numbered from `session`, which is to differ from what the target last heard.
  explicit Target(std::unique_ptr<Stream> stream, std::uint32_t session = std::random_device{}(),
                  std::chrono::milliseconds patience = std::chrono::seconds(10));

  const TargetIdentity &identity() const { return identity_; }
  const LinkCounts &counts() const { return counts_; }

  // Makes calls 0 .. count - 1, up to TD_LINK_WINDOW under way at a time. `call_of` is asked for each once, in order;
  // `done` receives each outcome as it comes, which after a loss on the link need not be in order.
  void call_all(std::size_t count, const std::function<Call(std::size_t)> &call_of,
                const std::function<void(std::size_t, const Outcome &)> &done);

  // Waits for answers that are still on the way, though none is missing: what was repeated needlessly, or the wire
  // doubled. They are then counted.
  void settle();

  // One call. `result` is written only if the status is not negative.
  template <class Request, class Result>
  td_link_outcome call(std::uint8_t function, const Request &request, Result &result);

  // Gives up when nothing has been answered for so long.
  std::chrono::milliseconds patience;
  // Requests are repeated after the time that answers have been seen to take, but no sooner than this.
  void least_answer_time(std::chrono::milliseconds least) { answer_time_.least = least; }

 private:
  using Clock = Stream::Clock;
  using Count = std::uint64_t LinkCounts::*;

  struct Pending {
    std::size_t index;
    std::uint16_t sequence;
    Call call;
    std::uint32_t crc = 0;  // of the request
    // Sendings are counted, so that order shows what was lost; these are its first and its latest.
    std::uint64_t first_sending = 0, sending = 0;
    Clock::time_point sent{};  // the latest
  };

  struct Frame {
    bool garbled;  // nothing more is known of it then
    std::uint8_t kind, function;
    std::uint16_t sequence;
    std::vector<std::uint8_t> payload;
  };
  using Done = std::function<void(std::size_t, const Outcome &)>;

  void handshake();
  bool welcomed(std::uint32_t session);
  std::uint64_t garbled_frames() const { return counts_.garbled_here + counts_.garbled_there; }
  void discard(const Frame &frame);
  bool is_welcome(const Frame &frame, std::uint32_t session);
  void check(const td_link_hello &hello);
  static void check_sources(const td_link_hello &hello);
  void check_signature(const Call &call) const;
  void send_frame(std::uint8_t function, std::uint16_t sequence, const std::vector<std::uint8_t> &payload);
  void send(Pending &pending);
  void send_again(Pending &pending, Count why);
  void send_again_oldest();
  void send_again_before(std::uint64_t sending);
  void send_again_overdue();
  bool window_is_open() const;
  std::vector<Frame> receive(std::chrono::milliseconds timeout);
  void take(const Frame &frame, const Done &done);
  void take_answer(const Frame &frame, const Done &done);
  static bool answers(const Frame &frame, const Pending &pending);
  void accept(std::list<Pending>::iterator pending, const Frame &frame, const Done &done);
  void take_refusal(const Frame &frame);
  void start_anew();
  std::size_t fill_window(std::size_t next, std::size_t count, const std::function<Call(std::size_t)> &call_of);
  void take_what_came(const Done &done);
  void check_patience() const;

  std::unique_ptr<Stream> stream_;
  TargetIdentity identity_;
  LinkCounts counts_;
  td_frame_receiver receiver_{};
  std::list<Pending> pending_;  // by sequence
  std::uint16_t next_sequence_ = 0;
  std::uint64_t sendings_ = 0;
  std::uint32_t session_;
  AnswerTime answer_time_;
  Clock::time_point last_answer_, last_heard_;
};

template <class Request, class Result>
td_link_outcome Target::call(std::uint8_t function, const Request &request, Result &result) {
  td_link_outcome outcome{};
  call_all(
      1, [&](std::size_t) { return call_for<Result>(function, request); },
      [&](std::size_t, const Outcome &came) {
        outcome.status = came.status;
        outcome.counter = came.counter;
        if (came.status >= 0) std::memcpy(&result, came.result.data(), sizeof result);
      });
  return outcome;
}

}  // namespace touchdown

namespace touchdown::host {

// A target whose every answer is held, to the last bit, against that of the firmware's own function in this process; or
// that function alone.

// What the answers of a target have cost, and whether they were right.
struct TargetWork {
  std::string counter;  // empty in process
  std::uint64_t work = 0, samples = 0;
  double dearest_batch = 0;           // work of a sample, the greatest mean of a batch
  std::size_t differing_answers = 0;  // in some bits from those of this process
};

class TargetBeside {
 public:
  // `count` functions, among them those that are called.
  TargetBeside(const std::string &place, const td_link_function *functions, int count)
      : functions_(functions), count_(count) {
    if (!is_target(place)) return;
    target_.emplace(place);
    work_.counter = target_->identity().counter;
  }

  // `answer` is written only if the status is not negative. Where the target differs it is the one it should have
  // given: numbers of feet, explanations and samples that do not exist go no further.
  template <class Request, class Answer>
  td_link_outcome call(std::uint8_t function, const Request &request, Answer &answer) {
    Answer here{};
    std::int32_t status = 0;
    for (int i = 0; i < count_; ++i)
      if (functions_[i].signature.function == function) status = functions_[i].call(nullptr, &request, &here);
    td_link_outcome outcome{0, status, 0};
    if (target_) {
      Answer there{};
      outcome = target_->call(function, request, there);
      const bool same = outcome.status == status && (status < 0 || std::memcmp(&there, &here, sizeof here) == 0);
      work_.differing_answers += same ? 0 : 1;
      outcome.status = status;
    }
    if (status >= 0) answer = here;
    return outcome;
  }

  // A batch of so many samples was answered.
  void count(const td_link_outcome &outcome, int samples) {
    work_.work += outcome.counter;
    work_.samples += static_cast<std::uint64_t>(samples);
    work_.dearest_batch = std::max(work_.dearest_batch, outcome.counter / static_cast<double>(samples));
  }
  bool on_target() const { return target_.has_value(); }
  const TargetWork &work() const { return work_; }

 private:
  std::optional<Target> target_;
  const td_link_function *functions_;
  int count_;
  TargetWork work_;
};

// Says it on stderr; whether there are any.
inline bool are_differing(const TargetWork &work) {
  if (work.differing_answers > 0)
    std::fprintf(stderr, "touchdown: the target differs from host-float in some bits of %zu answers\n",
                 work.differing_answers);
  return work.differing_answers > 0;
}

}  // namespace touchdown::host
