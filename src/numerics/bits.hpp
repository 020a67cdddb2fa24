// Numbers compared by their bits, without a floating-point unit.
#ifndef TOUCHDOWN_NUMERICS_BITS_HPP
#define TOUCHDOWN_NUMERICS_BITS_HPP

#include <cstdint>

#include "numerics/scalar.hpp"

namespace touchdown {

// The bits of a scalar as an unsigned number. From +0 up they are ordered like the numbers; above all of these are
// infinity, NaN, and then every bit pattern with the sign bit, -0 too.
inline std::uint32_t bits_of(float x) {
  std::uint32_t bits = 0;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}
inline std::uint64_t bits_of(double x) {
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}

// +0 <= x <= most, by bits: false for -0. `most` is not NaN and has no sign.
template <class Scalar>
TOUCHDOWN_INLINE bool is_up_to(Scalar x, Scalar most) {
  return bits_of(x) <= bits_of(most);
}

// Finite and not below +0.
template <class Scalar>
TOUCHDOWN_INLINE bool is_plain(Scalar x) {
  return bits_of(x) < bits_of(std::numeric_limits<Scalar>::infinity());
}

// Above 0, finite and not denormal.
template <class Scalar>
TOUCHDOWN_INLINE bool is_normal(Scalar x) {
  constexpr Scalar least = std::numeric_limits<Scalar>::min();
  return bits_of(x) - bits_of(least) < bits_of(std::numeric_limits<Scalar>::infinity()) - bits_of(least);
}

// Below 0, or NaN with that sign.
template <class Scalar>
TOUCHDOWN_INLINE bool is_below_zero(Scalar x) {
  return bits_of(x) > bits_of(-Scalar(0));
}

// All of them are 0, of either sign.
template <class... Scalars>
TOUCHDOWN_INLINE bool are_zero(Scalars... x) {
  return ((bits_of(x) | ...) << 1) == 0;
}

// Finite, of either sign.
template <class Scalar>
TOUCHDOWN_INLINE bool is_finite_number(Scalar x) {
  const auto infinity = bits_of(std::numeric_limits<Scalar>::infinity());
  return (bits_of(x) & infinity) != infinity;
}

// All of them are finite. A finite sum proves it, so the second test is rarely needed; if sums are calls, bits are
// tested instead.
template <class... Scalars>
TOUCHDOWN_INLINE bool are_finite(Scalars... x) {
#if TOUCHDOWN_BY_CALLS
  return (is_finite_number(x) && ...);
#else
  return zero_if_finite((x + ...)) == 0 || (zero_if_finite(x) + ...) == 0;
#endif
}

// x > least by bits, for a `least` above 0 and an x that is not NaN.
TOUCHDOWN_INLINE bool is_above(float x, float least) {
  return static_cast<std::int32_t>(bits_of(x)) > static_cast<std::int32_t>(bits_of(least));
}
TOUCHDOWN_INLINE bool is_above(double x, double least) {
  return static_cast<std::int64_t>(bits_of(x)) > static_cast<std::int64_t>(bits_of(least));
}

// log2 of x > 0, to 0.01; for a denormal, at most log2 of the least normal number.
template <class Scalar>
inline Scalar log2_of(Scalar x) {
  constexpr int digits = std::numeric_limits<Scalar>::digits - 1;
  const auto bits = bits_of(x), one = bits_of(Scalar(1));
  const auto fraction = bits & ((decltype(bits)(1) << digits) - 1);
  Scalar m = 0;
  const auto mantissa = one | fraction;
  __builtin_memcpy(&m, &mantissa, sizeof m);
  const Scalar exponent =
      static_cast<Scalar>(static_cast<std::int32_t>(bits >> digits) - static_cast<std::int32_t>(one >> digits));
  return exponent + (m - 1) * (Scalar(1) + Scalar(0.346) * (2 - m));
}

}  // namespace touchdown

#endif
