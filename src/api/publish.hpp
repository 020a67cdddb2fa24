// Nothing is written on refusal: work goes on in a copy, which the caller gets once it stands.
#ifndef TOUCHDOWN_API_PUBLISH_HPP
#define TOUCHDOWN_API_PUBLISH_HPP

#include "touchdown/touchdown.hpp"

namespace touchdown {

// `solve` takes the copy and returns the status.
template <class Result, class Solve>
inline Status publish(Result &result, const Solve &solve) {
  Result scratch;
  const Status status = solve(scratch);
  if (status >= 0) result = scratch;
  return status;
}

}  // namespace touchdown

#endif
