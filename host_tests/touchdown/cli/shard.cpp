#include "cli/shard.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace touchdown::host {

Shard shard_in(const std::string &text) {
  unsigned long long number = 0, of = 0;
  char more = 0;
  if (text.find_first_not_of("0123456789/") != std::string::npos || text.size() > 20 ||
      std::sscanf(text.c_str(), "%llu/%llu%c", &number, &of, &more) != 2 || number < 1 || number > of)
    throw std::runtime_error("--shard " + text + ": not i/k with 1 <= i <= k");
  return {number, of};
}

ShardRange range_of(const Shard &shard, std::uint64_t count) {
  const std::uint64_t part = count / shard.of, rest = count % shard.of;
  const std::uint64_t begin = part * (shard.number - 1) + std::min(shard.number - 1, rest);
  const ShardRange range{begin, begin + part + (shard.number <= rest ? 1 : 0)};
  if (range.begin == range.end && shard.of > 1)
    std::fprintf(stderr, "touchdown: nothing of %llu is in part %llu of %llu\n", static_cast<unsigned long long>(count),
                 static_cast<unsigned long long>(shard.number), static_cast<unsigned long long>(shard.of));
  return range;
}

}  // namespace touchdown::host
