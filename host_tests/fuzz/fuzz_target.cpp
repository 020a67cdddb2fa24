// The library's public functions under libFuzzer (toolchain/fuzz runs it). In the environment
//   TOUCHDOWN_FUZZ_FUNCTION=i   keeps to one function, by its index; else the first byte of the input chooses
//   TOUCHDOWN_FUZZ_GO_ON=1      counts broken promises, and shows one input of each kind, instead of ending at the
//   first
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "fuzz_input.hpp"

namespace {

const char *setting(const char *name) { return std::getenv(name); }

int chosen_function() {
  const char *const text = setting("TOUCHDOWN_FUZZ_FUNCTION");
  return text == nullptr ? -1 : std::atoi(text) % fuzz::function_count();
}

void print_input(const std::uint8_t *data, std::size_t size, int function) {
  if (function >= 0) std::fprintf(stderr, "%02x", static_cast<unsigned>(function));
  for (std::size_t i = function < 0 ? 0 : 1; i < size; ++i) std::fprintf(stderr, "%02x", data[i]);
  std::fprintf(stderr, "\n");
}

struct Tally {
  std::map<std::string, long> broken;
  ~Tally() {
    for (const auto &[promise, times] : broken) std::fprintf(stderr, "broken %ld times: %s\n", times, promise.c_str());
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const int only = chosen_function();
  static const bool go_on = setting("TOUCHDOWN_FUZZ_GO_ON") != nullptr;
  static Tally tally;
  const char *const broken = fuzz::try_bytes(data, size, only);
  if (broken == nullptr) return 0;
  if (++tally.broken[broken] == 1) {
    std::fprintf(stderr, "broken promise: %s: fuzz_replay show ", broken);
    print_input(data, size, only);
  }
  if (!go_on) std::abort();
  return 0;
}
