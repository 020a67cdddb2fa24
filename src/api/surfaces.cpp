// Written by toolchain/api from the headers.
// The C functions of surfaces.hpp, and its templates, for td_real.
#include "api/surfaces.hpp"

template touchdown::Status touchdown::restitution_at(const touchdown::Restitution<td_real> &, td_real, td_real &);
template touchdown::Status touchdown::surface_between(const touchdown::SurfacePair<td_real> *, std::int32_t,
                                                      std::int32_t, std::int32_t, td_real,
                                                      touchdown::Surface<td_real> &);

td_status td_restitution_at(const td_restitution *restitution, td_real approach_speed, td_real *e) {
  if (restitution == nullptr || e == nullptr) return TD_REFUSED_NULL;
  return touchdown::restitution_at(*restitution, approach_speed, *e);
}

td_status td_surface_between(const td_surface_pair *pairs, int32_t count, int32_t a, int32_t b, td_real approach_speed,
                             td_surface *surface) {
  if (surface == nullptr) return TD_REFUSED_NULL;
  return touchdown::surface_between(pairs, count, a, b, approach_speed, *surface);
}
