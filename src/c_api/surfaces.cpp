// C API of touchdown.h for surfaces by name; compiled once for float and once, with TD_DOUBLE, for double.
#include "impact/surfaces.hpp"

td_status td_restitution_at(const td_restitution *restitution, td_real approach_speed, td_real *e) {
  if (restitution == nullptr || e == nullptr) return TD_REFUSED_NULL;
  const td_status refused = touchdown::check_restitution(*restitution);
  if (refused != TD_SOLVED) return refused;
  if (touchdown::zero_if_finite(approach_speed) != 0) return TD_REFUSED_VELOCITY;
  *e = touchdown::restitution_at(*restitution, approach_speed > 0 ? approach_speed : 0);
  return TD_SOLVED;
}

td_status td_surface_between(const td_surface_pair *pairs, int32_t count, int32_t a, int32_t b, td_real approach_speed,
                             td_surface *surface) {
  if (pairs == nullptr || surface == nullptr) return TD_REFUSED_NULL;
  if (count < 1 || count > TD_MAX_SURFACE_PAIRS) return TD_REFUSED_TABLE;
  const td_surface_pair *pair = touchdown::find_pair(pairs, count, a, b);
  if (pair == nullptr) return TD_REFUSED_UNKNOWN_SURFACE;
  td_real e = 0;
  const td_status refused = td_restitution_at(&pair->restitution, approach_speed, &e);
  if (refused != TD_SOLVED) return refused;
  const touchdown::Surface<td_real> result = {pair->mu_s, pair->mu_k, e};
  const td_status bad_friction = touchdown::check_surface(result);
  if (bad_friction != TD_SOLVED) return bad_friction;
  *surface = {result.mu_s, result.mu_k, result.e};
  return TD_SOLVED;
}
