// Every number that was judged rather than derived, in one place: what it is, its unit, why, and what changes with it.
// All are relative to a scale of the input; none is a bare length, speed or energy.
#ifndef TOUCHDOWN_SRC_TOLERANCES_HPP
#define TOUCHDOWN_SRC_TOLERANCES_HPP

#include <limits>

namespace touchdown::tolerance {

template <class Scalar>
constexpr Scalar epsilon = std::numeric_limits<Scalar>::epsilon();

// How far below 0 rounding may leave a pivot of W, as a fraction of its diagonal entry, before W is refused as
// indefinite. Larger: accepts more sloppily assembled W. Smaller: refuses singular ones (a mechanism of one freedom) by
// chance.
template <class Scalar>
constexpr Scalar indefinite = 64 * epsilon<Scalar>;

// dv_n/dp_n while sticking, as a fraction of W_nn, below which a stuck contact counts as wedged: no further impulse can
// move it, and the impact ends at the stop. It is the relative rounding error of that slope.
template <class Scalar>
constexpr Scalar wedged = 16 * epsilon<Scalar>;

// Energy gained, as a fraction of the energy before, that is still rounding.
template <class Scalar>
constexpr Scalar energy_rounding = 64 * epsilon<Scalar>;

// |N - 1| beyond which Baruh (2022, section 5) would call a law's figure inconsistent; the paper says "much different
// from 1" and reports 0.2 to 0.5 as trouble. Only the caveat of the automatic law depends on it.
template <class Scalar>
constexpr Scalar inconsistent = Scalar(0.2);

// Newton steps of the compromise law. The start is a Gauss-Newton step from the energetic end, and the error squares
// with every step: 3 reach the rounding of float, 6 that of double.
template <class Scalar>
constexpr int compromise_steps = sizeof(Scalar) == 4 ? 4 : 7;

// Newton steps towards the direction of resumed slip: from a lower bound the error squares; 7 reach the rounding of double
// on the worst of a million planes.
template <class Scalar>
constexpr int resume_steps = sizeof(Scalar) == 4 ? 5 : 7;

// [-] A pivot of an inertia or mass matrix below this part of its diagonal entry is rounding: the matrix is not
// definite. Larger refuses thin bodies seen from an oblique frame, smaller lets noise through as a direction of huge W.
template <class Scalar>
constexpr Scalar definite = 4 * epsilon<Scalar>;

// [-] Part of trace(I)/2 by which the triangle inequality of an inertia may be missed: plates and rods meet it with
// equality, up to the rounding of the six entries that the user turned into this frame.
template <class Scalar>
constexpr Scalar second_moment = 64 * epsilon<Scalar>;

// [-] Part of a vector's length below which what projection left of it is rounding: a constraint row is redundant, a
// point is held still. Larger drops constraints that are nearly dependent, smaller turns rounding into huge impulses.
template <class Scalar>
constexpr Scalar rank = 256 * epsilon<Scalar>;

}  // namespace touchdown::tolerance

#endif
