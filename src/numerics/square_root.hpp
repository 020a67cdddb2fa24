// The correctly rounded square root, the same bits on every target: the hardware's where it has one, integer
// arithmetic elsewhere, so that no target needs a maths library. And the first root of a parabola.
#ifndef TOUCHDOWN_NUMERICS_SQUARE_ROOT_HPP
#define TOUCHDOWN_NUMERICS_SQUARE_ROOT_HPP

#include <cstdint>
#include <limits>

namespace touchdown {

// Digit by digit (restoring) root, rounded to nearest; x itself if it is not above 0 or not finite. `Bits` is the
// unsigned integer as wide as Scalar; one step per result bit.
template <class Scalar, class Bits>
inline Scalar square_root_by_digits(Scalar x) {
  constexpr int fraction_bits = std::numeric_limits<Scalar>::digits - 1;
  constexpr Bits hidden = Bits{1} << fraction_bits;
  constexpr int bias = std::numeric_limits<Scalar>::max_exponent - 1;
  if (!(x > 0 && x <= std::numeric_limits<Scalar>::max())) return x;
  Bits bits = 0;
  __builtin_memcpy(&bits, &x, sizeof bits);
  int exponent = static_cast<int>(bits >> fraction_bits);
  Bits mantissa = bits & (hidden - 1);
  if (exponent == 0) {  // denormal: bring the leading bit to the hidden place
    for (int i = 0; i < fraction_bits && (mantissa & hidden) == 0; ++i, --exponent) mantissa <<= 1;
    ++exponent;
  }
  mantissa |= hidden;
  const int unbiased = exponent - bias;
  if ((unbiased & 1) != 0) mantissa <<= 1;  // an even exponent halves exactly
  Bits root = 0;
  Bits place = hidden << 1;
  Bits partial = 0;
  mantissa <<= 1;
  for (int i = 0; i < fraction_bits + 2; ++i) {  // one bit beyond the fraction, to round by
    const Bits trial = partial + place;
    if (trial <= mantissa) {
      partial = trial + place;
      mantissa -= trial;
      root += place;
    }
    mantissa <<= 1;
    place >>= 1;
  }
  root = (root + (root & 1)) >> 1;  // no ties: a p-bit number has no root of exactly p + 1 bits
  const Bits result = root + (static_cast<Bits>((unbiased >> 1) + bias - 1) << fraction_bits);
  Scalar y = 0;
  __builtin_memcpy(&y, &result, sizeof y);
  return y;
}

// 1 where the hardware has a square root of that width. Machines that are not named here use the integer root.
#if defined __SSE2__ || defined __aarch64__
#define TOUCHDOWN_FLOAT_ROOT 1
#define TOUCHDOWN_DOUBLE_ROOT 1
#elif defined __ARM_FP
#define TOUCHDOWN_FLOAT_ROOT (__ARM_FP & 4)
#define TOUCHDOWN_DOUBLE_ROOT (__ARM_FP & 8)
#elif defined __riscv_flen
#define TOUCHDOWN_FLOAT_ROOT (__riscv_flen >= 32)
#define TOUCHDOWN_DOUBLE_ROOT (__riscv_flen >= 64)
#else
#define TOUCHDOWN_FLOAT_ROOT 0
#define TOUCHDOWN_DOUBLE_ROOT 0
#endif

// The root of an x that is known to be >= 0, or whose root is otherwise unused.
inline float sqrt_unchecked(float x) {
#if TOUCHDOWN_FLOAT_ROOT
  return __builtin_sqrtf(x);
#else
  return square_root_by_digits<float, std::uint32_t>(x);
#endif
}

inline double sqrt_unchecked(double x) {
#if TOUCHDOWN_DOUBLE_ROOT
  return __builtin_sqrt(x);
#else
  return square_root_by_digits<double, std::uint64_t>(x);
#endif
}

// The root of x; 0 for x <= 0 and for NaN, so that a radicand below 0 by rounding needs no care.
template <class Scalar>
inline Scalar square_root(Scalar x) {
  return x > 0 ? sqrt_unchecked(x) : 0;
}

// The smallest s > 0 (>= 0 where h = 0 does not rise) with h + slope s + bend s^2 / 2 = 0, for h >= 0; the largest
// number if it never does. In the form that does not cancel.
template <class Scalar>
inline Scalar first_root(Scalar h, Scalar slope, Scalar bend) {
  const Scalar discriminant = slope * slope - 2 * bend * h;
  if (slope > 0 || (slope == 0 && bend < 0))
    return bend < 0 ? (slope + square_root(discriminant)) / -bend : std::numeric_limits<Scalar>::max();
  if (slope == 0 || discriminant < 0) return std::numeric_limits<Scalar>::max();
  return 2 * h / (square_root(discriminant) - slope);
}

}  // namespace touchdown

#endif
