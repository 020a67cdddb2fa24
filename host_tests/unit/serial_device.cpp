// A board on a serial device: the resolver's server on the host port at the far end of a pseudo-terminal, until it is
// unplugged.
#include <doctest/doctest.h>

#include "link/target.hpp"
#include "terminal_board.hpp"
#include "touchdown/touchdown.h"

namespace {

td_contact falling() {
  td_contact contact{};
  contact.W.nn = contact.W.tt = contact.W.ss = 1;
  contact.v.n = -1;
  contact.v.t = td_real(0.25);
  contact.surface = {td_real(0.5), td_real(0.5), td_real(0.5)};
  return contact;
}

}  // namespace

TEST_CASE("a board on a serial device resolves as this process does") {
  TerminalBoard board;
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
  TerminalBoard board;
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
