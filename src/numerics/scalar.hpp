// Small arithmetic of one scalar that the standard library would take from a maths library or define by errno.
#ifndef TOUCHDOWN_NUMERICS_SCALAR_HPP
#define TOUCHDOWN_NUMERICS_SCALAR_HPP

#include <limits>

#include "numerics/double_sums.hpp"

// GCC defines a macro for every part of -ffast-math in effect; clang only for the whole and for -ffinite-math-only.
#if defined __FAST_MATH__ || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__ > 0) || \
    defined __ASSOCIATIVE_MATH__ || defined __RECIPROCAL_MATH__ || defined __NO_SIGNED_ZEROS__
#error "Touchdown promises the same bits on every target, and to see NaN: compile it without -ffast-math and its parts"
#endif
static_assert(sizeof(1.0) == sizeof(double),
              "Touchdown counts in double too: compile it without -fsingle-precision-constant");
#if defined __FLT_EVAL_METHOD__ && (__FLT_EVAL_METHOD__ == 1 || __FLT_EVAL_METHOD__ == 2)
#error "Touchdown promises the same bits on every target: this one rounds to more digits than the type has (x87)"
#endif

// Whether a machine, if it says so, computes this scalar by calls of the compiler's library.
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

// Whether flash counts for more than work: if every sum and product is a call, or the build asks for it.
#if TOUCHDOWN_BY_CALLS || defined TD_FLASH_FIRST
#define TOUCHDOWN_FLASH_FIRST 1
#else
#define TOUCHDOWN_FLASH_FIRST 0
#endif

// For code that is always inlined: the body of a loop as a lambda, the innermost loop itself.
#define TOUCHDOWN_IN_LINE __attribute__((always_inline))

// Three kinds of functions. Short ones in the closed forms, where a call would cost more than the function. Those of
// which an image holds one copy. And those that an impact needs only once or twice, or that take no more instructions
// when short: these are compiled for size. On RISC-V that would add calls of memcpy, which picolibc copies byte by
// byte. If flash counts first, everything is compiled for size, and the compiler decides what to copy.
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

// If a sum is one instruction and flash counts first: functions that take fewer bytes inlined than called, because they
// are short or called once; and functions with a constant result, which the compiler would call.
#if defined TD_FLASH_FIRST && !TOUCHDOWN_BY_CALLS
#define TOUCHDOWN_SHORT inline TOUCHDOWN_IN_LINE
#define TOUCHDOWN_KNOWN TOUCHDOWN_IN_LINE constexpr
#else
#define TOUCHDOWN_SHORT TOUCHDOWN_INLINE
#define TOUCHDOWN_KNOWN constexpr
#endif

// For functions that are not inlined: what they hold on the stack is not held while their callers call others.
#define TD_COLD __attribute__((noinline))

namespace touchdown {

// The floating-point type that a scalar is made of: float and double themselves, and for a dual number the type
// (numerics/dual.hpp). Sizes of steps, tolerances and all else that has no derivative are of this type.
template <class Scalar>
struct RealOf {
  using type = Scalar;
};
template <class Scalar>
using Real = typename RealOf<Scalar>::type;

// How often a loop over a few numbers, or over every term of a series, is unrolled: numbers without a loop index stay
// in registers. If flash counts first, never.
constexpr int few = TOUCHDOWN_FLASH_FIRST ? 1 : 4;
constexpr int every = TOUCHDOWN_FLASH_FIRST ? 1 : 17;

// The part of a scalar that comparisons use.
constexpr float value_of(float x) { return x; }
constexpr double value_of(double x) { return x; }

constexpr float abs(float x) { return __builtin_fabsf(x); }
constexpr double abs(double x) { return __builtin_fabs(x); }

template <class Scalar>
constexpr Scalar max(Scalar a, Scalar b) {
  return a > b ? a : b;
}

// The nearest to x in the interval; its lower end if it is empty.
template <class Scalar>
constexpr Scalar clamp(Scalar x, Scalar least, Scalar most) {
  x = x > most ? most : x;
  return x < least ? least : x;
}

// [samples] Lag of a first-order low-pass: its output, plus this times the change of its output since the last sample,
// is its input.
template <class Scalar>
constexpr Scalar filter_lag(Scalar cutoff, Scalar rate) {
  const Scalar step = Scalar(6.283185307179586) * cutoff / rate;
  return 1 / (step + step * step / 2);
}

// Exactly 0 for a finite x, else NaN: a sum of it tests many numbers with one comparison.
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
