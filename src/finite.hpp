// Is this number finite? Read from the exponent bits, because a user's -ffast-math turns std::isfinite into `true`.
#ifndef TOUCHDOWN_SRC_FINITE_HPP
#define TOUCHDOWN_SRC_FINITE_HPP

#include <cstdint>
#include <cstring>

namespace touchdown {

inline bool is_finite(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return (bits & 0x7f800000U) != 0x7f800000U;
}

inline bool is_finite(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return (bits & 0x7ff0000000000000U) != 0x7ff0000000000000U;
}

}  // namespace touchdown

#endif
