// The surface between two named materials at an approach speed: a table of pairs, each with its friction and with a
// restitution that may depend on the speed, linear between at most eight points (I.64), (I.65).
#ifndef TOUCHDOWN_IMPACT_SURFACES_HPP
#define TOUCHDOWN_IMPACT_SURFACES_HPP

#include "impact/validation.hpp"
#include "numerics/scalar.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

template <class Scalar>
inline bool point_is_valid(const Restitution<Scalar> &table, std::int32_t i) {
  const Scalar rise = i == 0 ? table.speed[i] : table.speed[i] - table.speed[i - 1];
  return (i == 0 || rise > 0) && zero_if_finite(rise) == 0 && table.e[i] >= 0 && table.e[i] <= 1;
}

template <class Scalar>
inline Status check_restitution(const Restitution<Scalar> &table) {
  if (!(table.points >= 1 && table.points <= TD_MAX_RESTITUTION_POINTS)) return TD_REFUSED_TABLE;
  bool valid = table.capture_speed >= 0 && table.capture_speed <= largest<Scalar>;
  for (std::int32_t i = 0; i < TD_MAX_RESTITUTION_POINTS; ++i)
    if (i < table.points) valid = valid && point_is_valid(table, i);
  return valid ? TD_SOLVED : TD_REFUSED_TABLE;
}

// `table` has been checked.
template <class Scalar>
inline Scalar interpolate(const Restitution<Scalar> &table, Scalar speed) {
  if (speed < table.capture_speed) return 0;
  if (!(speed > table.speed[0])) return table.e[0];
  for (std::int32_t i = 1; i < TD_MAX_RESTITUTION_POINTS; ++i) {
    if (i >= table.points) break;
    if (speed > table.speed[i]) continue;
    const Scalar share = (speed - table.speed[i - 1]) / (table.speed[i] - table.speed[i - 1]);
    return table.e[i - 1] + share * (table.e[i] - table.e[i - 1]);
  }
  return table.e[table.points - 1];
}

// The first entry for the pair, either way round; null if the table lacks it.
template <class Scalar>
inline const SurfacePair<Scalar> *find_pair(const SurfacePair<Scalar> *pairs, std::int32_t count, std::int32_t a,
                                            std::int32_t b) {
  for (std::int32_t i = 0; i < TD_MAX_SURFACE_PAIRS; ++i) {
    if (i >= count) break;
    const SurfacePair<Scalar> &pair = pairs[i];
    if ((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)) return &pair;
  }
  return nullptr;
}

}  // namespace touchdown

#endif
