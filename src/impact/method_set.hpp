// Which laws of restitution and which methods this library has, chosen at compile time: TD_LAWS and TD_METHODS, sums of
// 1 << TD_LAW_* and of 1 << TD_METHOD_*. All others are refused, and their code is not in the image: is_law and
// is_method are then constant and false, also where the compiler would rather call them.
#ifndef TOUCHDOWN_IMPACT_METHOD_SET_HPP
#define TOUCHDOWN_IMPACT_METHOD_SET_HPP

#include <cstdint>

#include "numerics/scalar.hpp"
#include "touchdown/impact.h"

#ifndef TD_LAWS
#define TD_LAWS 31
#endif
#ifndef TD_METHODS
#define TD_METHODS 7
#endif

namespace touchdown {

constexpr std::uint32_t all_laws = (2U << TD_LAW_AUTOMATIC) - 1;
constexpr std::uint32_t all_methods = (2U << TD_METHOD_PLANAR) - 1;
constexpr std::uint32_t laws = TD_LAWS;
constexpr std::uint32_t methods = TD_METHODS;

// A law that was not refused is then Poisson's, and the image has no test for it. Written out beside the comparison:
// for a call of is_law GCC makes other code in the library that has all laws.
constexpr bool only_poisson = laws == 1U << TD_LAW_POISSON;

static_assert((laws & ~all_laws) == 0 && (methods & ~all_methods) == 0,
              "TD_LAWS or TD_METHODS names more than there are");
static_assert((laws >> TD_LAW_POISSON & 1U) != 0, "Poisson's law is the default, and what the others fall back on");
static_assert((laws >> TD_LAW_AUTOMATIC & 1U) == 0 || (laws >> TD_LAW_ENERGETIC & 1U) != 0,
              "the automatic law selects between Poisson's and the energetic one");
static_assert(((methods >> TD_METHOD_PLANAR | methods >> TD_METHOD_SLIP_PATH) & 1U) != 0,
              "planar data take the closed form or, without it, the slip path");

// For any number, valid or not. If the library has all laws, this is one comparison.
TOUCHDOWN_KNOWN bool has_law(std::int32_t law) {
  const auto number = static_cast<std::uint32_t>(law);
  return number <= TD_LAW_AUTOMATIC && (laws == all_laws || (laws >> number & 1U) != 0);
}

TOUCHDOWN_KNOWN bool has_method(std::int32_t method) {
  const auto number = static_cast<std::uint32_t>(method);
  return number <= TD_METHOD_PLANAR && (methods == all_methods || (methods >> number & 1U) != 0);
}

TOUCHDOWN_KNOWN bool is_law(std::int32_t law, std::int32_t other) { return has_law(other) && law == other; }

TOUCHDOWN_KNOWN bool is_method(std::int32_t method, std::int32_t other) { return has_method(other) && method == other; }

// A method that takes the closed form for planar data, again of any number: the two valid ones differ in one bit.
static_assert((TD_METHOD_SLIP_PATH | TD_METHOD_PLANAR) == TD_METHOD_PLANAR && TD_METHOD_SLIP_PATH == 0,
              "what is_planar_method compares");
TOUCHDOWN_KNOWN bool is_planar_method(std::int32_t method) {
  return (static_cast<std::uint32_t>(method) & ~static_cast<std::uint32_t>(TD_METHOD_PLANAR)) == 0 &&
         has_method(method);
}

}  // namespace touchdown

#endif
