// host_ends_spoiled [executions]: each of host_ends.hpp with its seed spoiled at random, the same every time: a byte
// changed, a stretch taken out, doubled or put elsewhere. `host_ends_spoiled seed NAME` writes a seed for the fuzzer.
// A seed that is refused itself would leave what is behind the refusal untried. Seen red: with `width` unchecked in
// Fields of resolve/cases.cpp, with an answer's payload taken for whole in Target::is_sealed, with a record of three
// samples, too short to know its rate.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "host_ends.hpp"

namespace {

std::string spoiled(std::string text, std::mt19937 &random) {
  const auto below = [&](std::size_t count) { return count == 0 ? 0 : random() % count; };
  for (std::size_t times = 1 + below(4); times > 0; --times) {
    const std::size_t at = below(text.size()), length = 1 + below(20);
    switch (below(5)) {
      case 0:
        if (!text.empty()) text[at] = static_cast<char>(random());
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(below(text.size() + 1), length));
        break;
      case 3:
        text.insert(at, std::to_string(static_cast<long>(random()) * (1L << below(33))));
        break;
      default:
        text.resize(at);
        break;
    }
  }
  return text;
}

}  // namespace

int main(int argc, char **argv) {
  for (const HostEnd &end : host_ends()) {
    if (argc > 2) {
      if (std::strcmp(argv[2], end.name) == 0) std::fwrite(end.seed.data(), 1, end.seed.size(), stdout);
      continue;
    }
    std::mt19937 random(1);
    for (int i = 0; i < (argc > 1 ? std::atoi(argv[1]) : 300); ++i) {
      const std::string text = i == 0 ? end.seed : spoiled(end.seed, random);
      const bool taken = end.take(reinterpret_cast<const std::uint8_t *>(text.data()), text.size());
      if (i == 0 && !taken) {
        std::printf("%s refuses its seed\n", end.name);
        return 1;
      }
    }
    if (argc < 3) std::printf("%s\n", end.name);
  }
  return 0;
}
