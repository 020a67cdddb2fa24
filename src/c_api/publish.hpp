// Nothing is written on refusal: work goes on in a copy, which the caller gets once it stands.
#ifndef TOUCHDOWN_C_API_PUBLISH_HPP
#define TOUCHDOWN_C_API_PUBLISH_HPP

#include <cstring>
#include <type_traits>

#include "touchdown/touchdown.hpp"

namespace touchdown {

template <class Result, class Byte>
inline Byte *aligned_as(Byte *place) {
  return static_cast<Byte *>(__builtin_assume_aligned(place, alignof(Result)));
}

// In blocks that are short enough for the compiler to copy them itself, several words at a time: on a Cortex-M a fourth
// of the instructions that a call of memcpy takes.
template <class Result>
inline void copy_in_blocks(const Result &from, Result &to) {
  static_assert(std::is_trivially_copyable_v<Result>);
  constexpr std::size_t block = 64, whole = sizeof(Result) / block * block;
  const char *source = reinterpret_cast<const char *>(&from);
  char *place = reinterpret_cast<char *>(&to);
  for (std::size_t i = 0; i < whole; i += block)
    std::memcpy(aligned_as<Result>(place + i), aligned_as<Result>(source + i), block);
  std::memcpy(aligned_as<Result>(place + whole), aligned_as<Result>(source + whole), sizeof(Result) - whole);
}

// `solve` takes the copy and returns the status.
template <class Result, class Solve>
inline Status publish(Result &result, const Solve &solve) {
  Result scratch;
  const Status status = solve(scratch);
  if (status >= 0) copy_in_blocks(scratch, result);
  return status;
}

}  // namespace touchdown

#endif
