// Small arithmetic of one scalar that the standard library would take from a maths library or define by errno.
#ifndef TOUCHDOWN_NUMERICS_SCALAR_HPP
#define TOUCHDOWN_NUMERICS_SCALAR_HPP

#include <limits>

#include "numerics/double_sums.hpp"

// GCC shows every part of -ffast-math that is in effect; clang only the whole and -ffinite-math-only.
#if defined __FAST_MATH__ || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__ > 0) || \
    defined __ASSOCIATIVE_MATH__ || defined __RECIPROCAL_MATH__ || defined __NO_SIGNED_ZEROS__
#error "Touchdown promises the same bits on every target, and to see NaN: compile it without -ffast-math and its parts"
#endif
static_assert(sizeof(1.0) == sizeof(double),
              "Touchdown counts in double too: compile it without -fsingle-precision-constant");
#if defined __FLT_EVAL_METHOD__ && (__FLT_EVAL_METHOD__ == 1 || __FLT_EVAL_METHOD__ == 2)
#error "Touchdown promises the same bits on every target: this one rounds to more digits than the type has (x87)"
#endif

// Whether a machine that says what it has computes this scalar by calls of the compiler's library.
#ifdef TD_DOUBLE
#define TOUCHDOWN_WIDTH 8
#else
#define TOUCHDOWN_WIDTH 4
#endif
#if defined __arm__ && defined __ARM_FP
#define TOUCHDOWN_BY_CALLS (!(__ARM_FP & TOUCHDOWN_WIDTH))
#elif defined __riscv && defined __riscv_flen
#define TOUCHDOWN_BY_CALLS (__riscv_flen < 8 * TOUCHDOWN_WIDTH)
#elif defined __arm__ || defined __riscv
#define TOUCHDOWN_BY_CALLS 1
#else
#define TOUCHDOWN_BY_CALLS 0
#endif

// Whether flash counts for more than work: where every sum and product is a call, and where the build says so.
#if TOUCHDOWN_BY_CALLS || defined TD_FLASH_FIRST
#define TOUCHDOWN_FLASH_FIRST 1
#else
#define TOUCHDOWN_FLASH_FIRST 0
#endif

// For what is in line wherever it stands: the body of a loop as a lambda, the innermost loop itself.
#define TOUCHDOWN_IN_LINE __attribute__((always_inline))

// Three kinds of pieces: short ones that the closed forms are written in, where a call would cost more than they do;
// those of which an image is to hold one copy; and those that an impact comes to but once or twice, or that take no
// more instructions when short, compiled for size. On RISC-V that size would be calls of memcpy, which picolibc takes
// byte by byte. Where flash counts first, all is compiled for size, and the compiler knows best what to copy.
#if TOUCHDOWN_FLASH_FIRST
#define TOUCHDOWN_INLINE inline
#define TOUCHDOWN_SHARED inline
#define TOUCHDOWN_COMPACT inline
#else
#define TOUCHDOWN_INLINE inline TOUCHDOWN_IN_LINE
#define TOUCHDOWN_SHARED __attribute__((noinline))
#ifdef __riscv
#define TOUCHDOWN_COMPACT TOUCHDOWN_SHARED
#else
#define TOUCHDOWN_COMPACT __attribute__((noinline, cold))
#endif
#endif

// Where a sum is one instruction and flash is chosen to count first: what takes fewer bytes in line than called, for it
// is short or called from one place, and what the compiler knows the answer of and would call.
#if defined TD_FLASH_FIRST && !TOUCHDOWN_BY_CALLS
#define TOUCHDOWN_SHORT inline TOUCHDOWN_IN_LINE
#define TOUCHDOWN_KNOWN TOUCHDOWN_IN_LINE constexpr
#else
#define TOUCHDOWN_SHORT TOUCHDOWN_INLINE
#define TOUCHDOWN_KNOWN constexpr
#endif

namespace touchdown {

// The floating-point type that a scalar is made of: float and double themselves, and for a dual number the type
// (numerics/dual.hpp). Sizes of steps, tolerances and all else that has no derivative are of this type.
template <class Scalar>
struct RealOf {
  using type = Scalar;
};
template <class Scalar>
using Real = typename RealOf<Scalar>::type;

// How often a loop over a few numbers, or over every term of a series, is written out: numbers that nothing counts
// through stay in registers. Where flash counts first, not at all.
constexpr int few = TOUCHDOWN_FLASH_FIRST ? 1 : 4;
constexpr int every = TOUCHDOWN_FLASH_FIRST ? 1 : 17;

// What comparisons see of a scalar.
constexpr float value_of(float x) { return x; }
constexpr double value_of(double x) { return x; }

constexpr float abs(float x) { return __builtin_fabsf(x); }
constexpr double abs(double x) { return __builtin_fabs(x); }

template <class Scalar>
constexpr Scalar max(Scalar a, Scalar b) {
  return a > b ? a : b;
}

// The nearest to x in the interval; its lower end where it is empty.
template <class Scalar>
constexpr Scalar clamp(Scalar x, Scalar least, Scalar most) {
  x = x > most ? most : x;
  return x < least ? least : x;
}

// [samples] by which a low-pass of first order lags: what came out, plus this times how that changed since the sample
// before, is what went in.
template <class Scalar>
constexpr Scalar filter_lag(Scalar cutoff, Scalar rate) {
  const Scalar step = Scalar(6.283185307179586) * cutoff / rate;
  return 1 / (step + step * step / 2);
}

// Exactly 0 for a finite x, NaN for any other: sums of it test many numbers with one comparison.
template <class Scalar>
constexpr Scalar zero_if_finite(Scalar x) {
  return x - x;
}

template <class Scalar>
constexpr Real<Scalar> largest = std::numeric_limits<Real<Scalar>>::max();

// A quantity that is never negative has a finite value, or TD_NOT_APPLICABLE, -infinity, in its place.
template <class Scalar>
constexpr bool is_finite_or_absent(Scalar x) {
  return x <= largest<Scalar>;
}

}  // namespace touchdown

#endif
