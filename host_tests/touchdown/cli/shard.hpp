// One of k parts of a campaign, as --shard i/k names it: parts of anything that is counted, one after the other, as
// equal as can be, so that what they write one after the other is what the whole writes.
#ifndef TOUCHDOWN_HOST_TESTS_SHARD_HPP
#define TOUCHDOWN_HOST_TESTS_SHARD_HPP

#include <cstdint>
#include <string>

namespace touchdown::host {

struct Shard {
  std::uint64_t number = 1, of = 1;  // 1 <= number <= of
};

struct ShardRange {
  std::uint64_t begin, end;  // end: one behind the last
};

// "i/k". Throws std::runtime_error where it is not.
Shard shard_in(const std::string &text);

// The rows of a shard, of so many. An empty range is reported on stderr.
ShardRange range_of(const Shard &shard, std::uint64_t count);

}  // namespace touchdown::host

#endif
