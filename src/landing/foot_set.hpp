// A set of feet; the API's structs hold the same bits.
#ifndef TOUCHDOWN_LANDING_FOOT_SET_HPP
#define TOUCHDOWN_LANDING_FOOT_SET_HPP

#include <cstdint>

#include "touchdown/touchdown.hpp"

namespace touchdown {

static_assert(max_feet < 32, "a set of feet is held in 32 bits, and so are sets beyond it");

struct FootSet {
  std::uint32_t bits = 0;

  bool empty() const { return bits == 0; }
  bool has(int foot) const { return (bits >> foot & 1U) != 0; }
  void add(int foot) { bits |= 1U << foot; }
  void remove(int foot) { bits &= ~(1U << foot); }
  FootSet &operator|=(FootSet other) { return bits |= other.bits, *this; }
};

inline FootSet operator|(FootSet a, FootSet b) { return {a.bits | b.bits}; }
inline FootSet operator&(FootSet a, FootSet b) { return {a.bits & b.bits}; }
inline FootSet operator-(FootSet a, FootSet b) { return {a.bits & ~b.bits}; }
inline FootSet operator^(FootSet a, FootSet b) { return {a.bits ^ b.bits}; }
inline bool operator==(FootSet a, FootSet b) { return a.bits == b.bits; }
inline bool operator!=(FootSet a, FootSet b) { return a.bits != b.bits; }

constexpr FootSet every_foot{~0U};  // also those that the lander lacks

inline FootSet only(int foot) { return {1U << foot}; }
inline FootSet first_feet(int count) { return {(1U << count) - 1U}; }
inline FootSet without_first(FootSet feet) { return {feet.bits & (feet.bits - 1)}; }

// 0 of an empty set.
inline int first_of(FootSet feet) {
  int first = 0;
  for (int i = max_feet - 1; i >= 0; --i)
    if (feet.has(i)) first = i;
  return first;
}

inline FootSet feet_of_mask(std::int32_t bits) { return {static_cast<std::uint32_t>(bits)}; }
inline std::int32_t mask_of(FootSet feet) { return static_cast<std::int32_t>(feet.bits); }

}  // namespace touchdown

#endif
