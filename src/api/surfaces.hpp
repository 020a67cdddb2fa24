// What the C functions of impact.h for surfaces by name call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_SURFACES_HPP
#define TOUCHDOWN_API_SURFACES_HPP

#include "impact/surfaces.hpp"

template <class Scalar>
touchdown::Status touchdown::restitution_at(const touchdown::Restitution<Scalar> &restitution, Scalar approach_speed,
                                            Scalar &e) {
  const Status refused = check_restitution(restitution);
  if (refused != TD_SOLVED) return refused;
  if (zero_if_finite(approach_speed) != 0) return TD_REFUSED_VELOCITY;
  e = interpolate(restitution, approach_speed > 0 ? approach_speed : 0);
  return TD_SOLVED;
}

template <class Scalar>
touchdown::Status touchdown::surface_between(const touchdown::SurfacePair<Scalar> *pairs, std::int32_t count,
                                             std::int32_t a, std::int32_t b, Scalar approach_speed,
                                             touchdown::Surface<Scalar> &surface) {
  if (pairs == nullptr) return TD_REFUSED_NULL;
  if (count < 1 || count > TD_MAX_SURFACE_PAIRS) return TD_REFUSED_TABLE;
  const SurfacePair<Scalar> *pair = find_pair(pairs, count, a, b);
  if (pair == nullptr) return TD_REFUSED_UNKNOWN_SURFACE;
  Surface<Scalar> found = {pair->mu_s, pair->mu_k, 0};
  const Status refused = restitution_at(pair->restitution, approach_speed, found.e);
  if (refused != TD_SOLVED) return refused;
  const Status bad_friction = check_surface(found);
  if (bad_friction != TD_SOLVED) return bad_friction;
  surface = found;
  return TD_SOLVED;
}

#endif
