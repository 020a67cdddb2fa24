// Nothing is written on refusal: work goes on in a copy, which the caller gets once it stands.
#ifndef TOUCHDOWN_C_API_PUBLISH_HPP
#define TOUCHDOWN_C_API_PUBLISH_HPP

#include <cstddef>
#include <cstring>

#include "touchdown/touchdown.hpp"

namespace touchdown {

// Bytes that compilers copy by several registers at once, where a Cortex-M's memcpy takes two instructions a word; and
// how many such pieces an answer may be: a larger one would take more code than it is worth.
constexpr std::size_t copied_at_once = 48, most_pieces = 10;

template <class Result>
inline void copy(const Result &from, Result &to) {
  constexpr std::size_t pieces = sizeof(Result) / copied_at_once, rest = sizeof(Result) % copied_at_once;
  if constexpr (pieces > most_pieces) {
    to = from;
  } else {
    const auto *source = static_cast<const char *>(__builtin_assume_aligned(&from, alignof(Result)));
    auto *target = static_cast<char *>(__builtin_assume_aligned(&to, alignof(Result)));
#pragma GCC unroll 10
    for (std::size_t i = 0; i < pieces; ++i)
      std::memcpy(target + i * copied_at_once, source + i * copied_at_once, copied_at_once);
    std::memcpy(target + pieces * copied_at_once, source + pieces * copied_at_once, rest);
  }
}

// `solve` takes the copy and returns the status.
template <class Result, class Solve>
inline Status publish(Result &result, const Solve &solve) {
  Result scratch;
  const Status status = solve(scratch);
  if (status >= 0) copy(scratch, result);
  return status;
}

}  // namespace touchdown

#endif
