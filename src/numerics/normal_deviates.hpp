// Normal deviates that fill space evenly, the same on every target: points of the Sobol' sequence in 17 dimensions
// (direction numbers of Joe & Kuo 2008), through the inverse of the normal distribution (Wichura 1988, AS 241, PPND7).
//   The first 2^k - 1 points have 2^k - 1 different values in each dimension, symmetric about 0; the first is 0.
//   The inverse is right to 1e-7 of itself.
#ifndef TOUCHDOWN_NUMERICS_NORMAL_DEVIATES_HPP
#define TOUCHDOWN_NUMERICS_NORMAL_DEVIATES_HPP

#include <cstdint>

#include "numerics/square_root.hpp"

namespace touchdown {

constexpr int deviate_dimensions = 17;
constexpr int deviate_bits = 16;

// A primitive polynomial over two elements, x^degree + .. + 1, by the coefficients between, and the start of its
// recurrence.
struct SobolDimension {
  std::uint8_t degree, inner, first[6];
};

constexpr SobolDimension sobol_dimension[deviate_dimensions - 1] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
};

// Direction number k (from 0) of a dimension, from those before it.
inline std::uint32_t direction_number(const SobolDimension &dimension, int k, const std::uint32_t *number) {
  const int degree = dimension.degree;
  if (k < degree) return static_cast<std::uint32_t>(dimension.first[k]) << (deviate_bits - 1 - k);
  std::uint32_t next = number[k - degree] ^ (number[k - degree] >> degree);
  for (int j = 1; j < degree; ++j)
    if ((dimension.inner >> (degree - 1 - j) & 1) != 0) next ^= number[k - j];
  return next;
}

// Point `index` of one dimension, in parts of 2^16. Not 0 for an index from 1 to 2^16 - 1.
inline std::uint32_t sobol_point(int dimension, std::uint32_t index) {
  std::uint32_t number[deviate_bits];
  std::uint32_t point = 0;
  for (int k = 0; k < deviate_bits; ++k) {
    number[k] =
        dimension == 0 ? 1U << (deviate_bits - 1 - k) : direction_number(sobol_dimension[dimension - 1], k, number);
    if ((index >> k & 1U) != 0) point ^= number[k];
  }
  return point;
}

// -ln(x / 2^16), 0 < x < 2^16: ln m = 2 artanh((m - 1) / (m + 1)) of the mantissa m.
template <class Scalar>
inline Scalar minus_log_of_part(std::uint32_t x) {
  constexpr Scalar ln2 = Scalar(0.69314718055994530942);
  constexpr int terms = 8;
  int halvings = 0;
  for (int i = 0; i < deviate_bits && x < 1U << (deviate_bits - 1); ++i, ++halvings) x <<= 1;
  const Scalar m = static_cast<Scalar>(x) * Scalar(1.0 / (1U << (deviate_bits - 1)));  // 1 .. 2
  const Scalar part = (m - 1) / (m + 1), square = part * part;
  Scalar sum = 0;
  for (int k = terms - 1; k >= 0; --k) sum = sum * square + Scalar(1) / static_cast<Scalar>(2 * k + 1);
  return static_cast<Scalar>(halvings + 1) * ln2 - 2 * part * sum;
}

// The deviate with the probability x / 2^16 below it, 0 < x < 2^16.
template <class Scalar>
inline Scalar normal_deviate(std::uint32_t x) {
  constexpr std::uint32_t half = 1U << (deviate_bits - 1);
  const Scalar q = (static_cast<Scalar>(x) - static_cast<Scalar>(half)) * Scalar(1.0 / (2 * half));
  if (q * q <= Scalar(0.180625)) {
    const Scalar r = Scalar(0.180625) - q * q;
    return q *
           (((Scalar(59.10937472) * r + Scalar(159.29113202)) * r + Scalar(50.434271938)) * r + Scalar(3.3871327179)) /
           (((Scalar(67.1875636) * r + Scalar(78.757757664)) * r + Scalar(17.895169469)) * r + 1);
  }
  const Scalar r = square_root(minus_log_of_part<Scalar>(x < half ? x : 2 * half - x)) - Scalar(1.6);
  const Scalar size =
      (((Scalar(0.17023821103) * r + Scalar(1.3067284816)) * r + Scalar(2.75681539)) * r + Scalar(1.4234372777)) /
      ((Scalar(0.12021132975) * r + Scalar(0.7370016425)) * r + 1);
  return x < half ? -size : size;
}

}  // namespace touchdown

#endif
