// Nothing is written on refusal: work goes on in a copy, which the caller gets once it stands.
#ifndef TOUCHDOWN_C_API_PUBLISH_HPP
#define TOUCHDOWN_C_API_PUBLISH_HPP

#include <type_traits>

#include "numerics/copy.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

// `solve` takes the copy and returns the status.
template <class Result, class Solve>
inline Status publish(Result &result, const Solve &solve) {
  static_assert(std::is_trivially_copyable_v<Result>);
  Result scratch;
  const Status status = solve(scratch);
  if (status >= 0) copy_in_blocks<Result, sizeof scratch>(&scratch, &result);
  return status;
}

}  // namespace touchdown

#endif
