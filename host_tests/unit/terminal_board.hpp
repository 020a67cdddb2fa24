// A board at the far end of a pseudo-terminal: the link's server on the host port, in a thread, until it is unplugged.
// Its line and its firmware may be bad.
#ifndef TOUCHDOWN_HOST_TESTS_TERMINAL_BOARD_HPP
#define TOUCHDOWN_HOST_TESTS_TERMINAL_BOARD_HPP

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bad_line.hpp"
#include "host_port.h"
#include "resolver.h"
#include "server.h"

class TerminalBoard {
 public:
  struct Flaws {
    Faults faults;
    unsigned stalls_every = 0;  // so many frames it stands still
    std::chrono::milliseconds stall{0};
    const td_link_function *functions = td_link_resolver;
    std::int32_t function_count = TD_LINK_RESOLVER_COUNT;
    bool stale = false;  // its firmware is of other sources
    const char *name = "host", *counter_name = "nanoseconds";

    // The functions must outlive the board.
    static Flaws serving(const std::vector<td_link_function> &functions) {
      Flaws flaws;
      flaws.functions = functions.data();
      flaws.function_count = static_cast<std::int32_t>(functions.size());
      return flaws;
    }
  };

  TerminalBoard() : TerminalBoard(Flaws()) {}
  explicit TerminalBoard(const Flaws &flaws)
      : flaws_(flaws),
        terminal_(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)),
        there_(flaws.faults, 1, [this] { must_start_ = true; }),
        here_(flaws.faults, 2, [this] { must_start_ = true; }) {
    if (terminal_ < 0 || grantpt(terminal_) != 0 || unlockpt(terminal_) != 0) throw std::runtime_error("no terminal");
    path_ = ptsname(terminal_);
    holder_ = open(path_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);  // a terminal nobody has open reads as an error
    td_host_port_open(&stream_, terminal_, terminal_, &inner_);
    port_ = inner_;
    port_.context = this;
    port_.board_name = flaws_.name;
    port_.counter_name = flaws_.counter_name;
    port_.counter = [](void *self) { return of(self).inner_.counter(of(self).inner_.context); };
    port_.enter_critical = [](void *self) { return of(self).inner_.enter_critical(of(self).inner_.context); };
    port_.leave_critical = [](void *self, std::uint32_t state) {
      of(self).inner_.leave_critical(of(self).inner_.context, state);
    };
    port_.read = [](void *self, std::uint8_t *bytes, std::int32_t capacity, std::uint32_t timeout) {
      return of(self).read(bytes, capacity, timeout);
    };
    port_.write = [](void *self, const std::uint8_t *bytes, std::int32_t count) {
      return of(self).write(bytes, count);
    };
    thread_ = std::thread([this] { serve(); });
  }
  TerminalBoard(const TerminalBoard &) = delete;
  TerminalBoard &operator=(const TerminalBoard &) = delete;
  ~TerminalBoard() {
    unplug();
    close(holder_);  // not before: another test's board would come under this one's path
  }

  void unplug() {
    unplugged_ = true;
    if (!thread_.joinable()) return;
    thread_.join();
    close(terminal_);
  }
  std::string place() const { return "serial:" + path_; }

 private:
  static TerminalBoard &of(void *self) { return *static_cast<TerminalBoard *>(self); }

  void serve() {
    while (!unplugged_) {
      if (must_start_) td_link_start(server_.get(), &port_, flaws_.functions, flaws_.function_count);
      if (must_start_ && flaws_.stale) server_->sources[0] ^= 1;
      must_start_ = false;
      td_link_serve(server_.get(), 10);
    }
  }

  std::int32_t read(std::uint8_t *bytes, std::int32_t capacity, std::uint32_t timeout) {
    std::uint8_t came[64];
    const std::int32_t count = inner_.read(inner_.context, came, sizeof came, unread_.empty() ? timeout : 0);
    for (const std::uint8_t byte : there_.carry({came, came + count})) unread_.push_back(byte);
    std::int32_t taken = 0;
    for (; taken < capacity && !unread_.empty(); unread_.pop_front()) bytes[taken++] = unread_.front();
    return taken;
  }

  std::int32_t write(const std::uint8_t *bytes, std::int32_t count) {
    if (flaws_.stalls_every > 0 && ++written_ % flaws_.stalls_every == 0) std::this_thread::sleep_for(flaws_.stall);
    const BadLine::Bytes through = here_.carry({bytes, bytes + count});
    inner_.write(inner_.context, through.data(), static_cast<std::int32_t>(through.size()));
    return count;
  }

  Flaws flaws_;
  int terminal_, holder_ = -1;
  BadLine there_, here_;
  std::string path_;
  td_host_port stream_{};
  td_port inner_{}, port_{};
  std::deque<std::uint8_t> unread_;
  unsigned written_ = 0;
  bool must_start_ = true;
  std::unique_ptr<td_link_server> server_ = std::make_unique<td_link_server>();
  std::atomic<bool> unplugged_{false};
  std::thread thread_;
};

#endif
