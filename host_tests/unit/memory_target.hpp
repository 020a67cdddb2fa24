// A target in memory: the link's server over two queues, with one function that doubles a number and counts its calls
// unless it is given others.
#ifndef TOUCHDOWN_HOST_TESTS_MEMORY_TARGET_HPP
#define TOUCHDOWN_HOST_TESTS_MEMORY_TARGET_HPP

#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>

#include "server.h"

struct MemoryTarget {
  // The functions that it offers; they outlive it.
  struct Functions {
    const td_link_function *first;
    std::int32_t count;
  };

  std::deque<std::uint8_t> to_target, to_host;
  std::uint32_t clock = 0;
  std::uint32_t calls = 0;
  std::int32_t started = 0;   // what td_link_start said
  bool counts_loops = false;  // its clock counts calls and readings, which would not do; another counter may
  td_port port{};
  td_link_function function{};
  std::unique_ptr<td_link_server> server = std::make_unique<td_link_server>();
  Functions functions{&function, 1};

  static constexpr std::uint8_t doubling = 9;

  MemoryTarget() {
    port.context = this;
    port.board_name = "in memory";
    port.counter_name = "ticks";
    port.counter = [](void *self) -> std::uint32_t { return of(self).clock += 10; };
    port.enter_critical = [](void *) -> std::uint32_t { return 0; };
    port.leave_critical = [](void *, std::uint32_t) {};
    port.read = [](void *self, std::uint8_t *bytes, std::int32_t capacity, std::uint32_t) {
      std::int32_t count = 0;
      for (auto &stream = of(self).to_target; count < capacity && !stream.empty(); stream.pop_front())
        bytes[count++] = stream.front();
      return count;
    };
    port.write = [](void *self, const std::uint8_t *bytes, std::int32_t count) {
      of(self).to_host.insert(of(self).to_host.end(), bytes, bytes + count);
      return count;
    };
    function.signature = {doubling, 4, 4};
    function.context = this;
    function.call = [](void *self, const void *request, void *result) -> std::int32_t {
      of(self).calls++;
      of(self).clock += 5;
      std::int32_t value = 0;
      std::memcpy(&value, request, 4);
      if (value < 0) return -1;
      value *= 2;
      std::memcpy(result, &value, 4);
      return 0;
    };
    reset();
  }
  MemoryTarget(const MemoryTarget &) = delete;
  MemoryTarget &operator=(const MemoryTarget &) = delete;

  explicit MemoryTarget(const Functions &others) : MemoryTarget() {
    functions = others;
    reset();
  }

  void reset() {
    to_target.clear();
    started = td_link_start(server.get(), &port, functions.first, functions.count);
    if (counts_loops) return;
    server->loops[0] = TD_LINK_SHORT_LOOP;
    server->loops[1] = TD_LINK_MIDDLE_LOOP;
    server->loops[2] = TD_LINK_LONG_LOOP;
  }

  void serve() {
    while (!to_target.empty()) td_link_serve(server.get(), 0);
  }

 private:
  static MemoryTarget &of(void *self) { return *static_cast<MemoryTarget *>(self); }
};

#endif
