// libFuzzer's view of host_ends.hpp: TOUCHDOWN_FUZZ_END names the one that it is about.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "host_ends.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t count);
extern "C" const char *__lsan_default_suppressions();

// A file that urdfdom refuses for its rings is never freed: its links hold each other. The program ends there.
extern "C" const char *__lsan_default_suppressions() { return "leak:liburdfdom_model"; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t count) {
  static const HostEnd *const chosen = [] {
    const char *const name = std::getenv("TOUCHDOWN_FUZZ_END");
    for (const HostEnd &end : host_ends())
      if (name != nullptr && std::strcmp(name, end.name) == 0) return &end;
    std::fprintf(stderr, "TOUCHDOWN_FUZZ_END names none\n");
    std::exit(2);
  }();
  chosen->take(bytes, count);
  return 0;
}
