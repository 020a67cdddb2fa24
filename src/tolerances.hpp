// Every number that was judged rather than derived, in one place: what it is, its unit, why, and what changes with it.
// All are relative to a scale of the input; none is a bare length, speed or energy.
#ifndef TOUCHDOWN_SRC_TOLERANCES_HPP
#define TOUCHDOWN_SRC_TOLERANCES_HPP

#include <limits>

namespace touchdown::tolerance {

template <class Scalar>
constexpr Scalar epsilon = std::numeric_limits<Scalar>::epsilon();

// [-] A pivot of an inertia or mass matrix below this part of its diagonal entry is rounding: the matrix is not
// definite. Larger refuses thin bodies seen from an oblique frame, smaller lets noise through as a direction of huge W.
template <class Scalar>
constexpr Scalar definite = 4 * epsilon<Scalar>;

// [-] Part of trace(I)/2 by which the triangle inequality of an inertia may be missed: plates and rods meet it with
// equality, up to the rounding of the six entries that the user turned into this frame.
template <class Scalar>
constexpr Scalar second_moment = 64 * epsilon<Scalar>;

}  // namespace touchdown::tolerance

#endif
