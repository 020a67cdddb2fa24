// How long to wait for an answer before its request is sent again, by the round trips seen: RFC 6298.
#ifndef TOUCHDOWN_HOST_TESTS_ANSWER_TIME_HPP
#define TOUCHDOWN_HOST_TESTS_ANSWER_TIME_HPP

#include <algorithm>
#include <chrono>

namespace touchdown {

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

}  // namespace touchdown

#endif
