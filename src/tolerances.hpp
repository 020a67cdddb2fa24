// Every number that was judged rather than derived, in one place: what it is, its unit, why, and what changes with it.
// All are relative to a scale of the input; none is a bare length, speed or energy.
#ifndef TOUCHDOWN_SRC_TOLERANCES_HPP
#define TOUCHDOWN_SRC_TOLERANCES_HPP

#include <limits>

namespace touchdown::tolerance {

template <class Scalar>
constexpr Scalar epsilon = std::numeric_limits<Scalar>::epsilon();

}  // namespace touchdown::tolerance

#endif
