// A board on a serial device: the resolver's server on the host port at the far end of a pseudo-terminal, until it is
// unplugged.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "host_port.h"
#include "resolver.h"
#include "target.hpp"
#include "touchdown/touchdown.h"

namespace {

// The far end: serves until it is unplugged.
class Board {
 public:
  Board() : terminal_(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
    REQUIRE(terminal_ >= 0);
    REQUIRE(grantpt(terminal_) == 0);
    REQUIRE(unlockpt(terminal_) == 0);
    path_ = ptsname(terminal_);
    holder_ = open(path_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);  // a terminal nobody has open reads as an error
    td_host_port_open(&stream_, terminal_, terminal_, &port_);
    td_link_start(server_.get(), &port_, td_link_resolver, TD_LINK_RESOLVER_COUNT);
    thread_ = std::thread([this] {
      while (!unplugged_) td_link_serve(server_.get(), 10);
    });
  }
  Board(const Board &) = delete;
  Board &operator=(const Board &) = delete;
  ~Board() { unplug(); }

  void unplug() {
    unplugged_ = true;
    if (!thread_.joinable()) return;
    thread_.join();
    close(holder_);
    close(terminal_);
  }
  std::string place() const { return "serial:" + path_; }

 private:
  int terminal_, holder_ = -1;
  std::string path_;
  td_host_port stream_{};
  td_port port_{};
  std::unique_ptr<td_link_server> server_ = std::make_unique<td_link_server>();
  std::atomic<bool> unplugged_{false};
  std::thread thread_;
};

td_contact falling() {
  td_contact contact{};
  contact.W_nn = contact.W_tt = contact.W_ss = 1;
  contact.v_n = -1;
  contact.v_t = td_real(0.25);
  contact.surface = {td_real(0.5), td_real(0.5), td_real(0.5)};
  return contact;
}

}  // namespace

TEST_CASE("a board on a serial device resolves as this process does") {
  Board board;
  touchdown::Target target(board.place() + ":921600");
  CHECK(target.identity().board == "host");
  CHECK(target.identity().counter == "nanoseconds");
  const td_contact contact = falling();
  td_impact there{}, here{};
  const td_status status = td_resolve(&contact, &here);
  for (int i = 0; i < 100; i++) {
    REQUIRE(target.call(TD_LINK_RESOLVE, contact, there).status == status);
    REQUIRE(std::memcmp(&there, &here, sizeof here) == 0);
  }
  CHECK(target.counts().answers == 100);
}

TEST_CASE("a board that is unplugged is named") {
  Board board;
  touchdown::Target target(board.place());
  board.unplug();
  const td_contact contact = falling();
  td_impact impact{};
  const std::string path = board.place().substr(7);
  CHECK_THROWS_WITH_AS(target.call(TD_LINK_RESOLVE, contact, impact), (path + ": the board has been unplugged").c_str(),
                       touchdown::TargetError);
}

TEST_CASE("critical sections nest and give back the signals as they were") {
  td_host_port stream;
  td_port port;
  td_host_port_open(&stream, STDIN_FILENO, STDOUT_FILENO, &port);
  sigset_t one, now;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  pthread_sigmask(SIG_SETMASK, &one, nullptr);
  const auto blocked = [&](int number) {
    pthread_sigmask(SIG_SETMASK, nullptr, &now);
    return sigismember(&now, number) == 1;
  };
  const std::uint32_t outer = port.enter_critical(port.context);
  const std::uint32_t inner = port.enter_critical(port.context);
  CHECK(blocked(SIGINT));
  port.leave_critical(port.context, inner);
  CHECK(blocked(SIGINT));
  port.leave_critical(port.context, outer);
  CHECK_FALSE(blocked(SIGINT));
  CHECK(blocked(SIGUSR1));
  sigemptyset(&one);
  pthread_sigmask(SIG_SETMASK, &one, nullptr);
}
