// Between the structs of the C API and those of the C++ face: field by field, inlined, no cost. Nothing is checked
// here.
#ifndef TOUCHDOWN_C_API_CONVERSION_HPP
#define TOUCHDOWN_C_API_CONVERSION_HPP

#include "numerics/scalar.hpp"
#include "touchdown/touchdown.h"
#include "touchdown/touchdown.hpp"

namespace touchdown {

inline Vector3<td_real> vector_from_c(const td_real (&x)[3]) { return {x[0], x[1], x[2]}; }

inline void vector_to_c(const Vector3<td_real> &from, td_real (&to)[3]) {
  to[0] = from[0];
  to[1] = from[1];
  to[2] = from[2];
}

// Into an array of the caller's, which may be null.
inline void copy_out(int n, const td_real *from, td_real *to) {
  for (int i = 0; i < n && to != nullptr; ++i) to[i] = from[i];
}

// xx, yy, zz, xy, xz, yz.
inline Matrix3<td_real> inertia_from_c(const td_real (&x)[6]) {
  Matrix3<td_real> inertia;
  inertia << x[0], x[3], x[4], x[3], x[1], x[5], x[4], x[5], x[2];
  return inertia;
}

TOUCHDOWN_INLINE Surface<td_real> from_c(const td_surface &x) { return {x.mu_s, x.mu_k, x.e}; }

TOUCHDOWN_INLINE Options<td_real> from_c(const td_options &x) {
  return {static_cast<Law>(x.law), static_cast<Method>(x.method), x.steps, x.d1, x.d2};
}

TOUCHDOWN_INLINE Contact<td_real> from_c(const td_contact &x) {
  return {
      {x.W_nn, x.W_nt, x.W_ns, x.W_tt, x.W_ts, x.W_ss}, {x.v_n, x.v_t, x.v_s}, from_c(x.surface), from_c(x.options)};
}

TOUCHDOWN_INLINE void to_c(const Impact<td_real> &from, td_impact *to) {
  to->p_n = from.p.n;
  to->p_t = from.p.t;
  to->p_s = from.p.s;
  to->v_n = from.v.n;
  to->v_t = from.v.t;
  to->v_s = from.v.s;
  to->p_compression = from.p_compression;
  to->p_sliding = from.p_sliding;
  to->p_sticking = from.p_sticking;
  to->p_reversed = from.p_reversed;
  to->N_P = from.N_P;
  to->N_N = from.N_N;
  to->N_E = from.N_E;
  to->energy_before = from.energy_before;
  to->energy_after = from.energy_after;
  to->energy_friction = from.energy_friction;
  to->energy_restitution = from.energy_restitution;
  to->cone_margin = from.cone_margin;
  to->R1 = from.R1;
  to->R2 = from.R2;
  to->R3 = from.R3;
  to->case_number = from.case_number;
  to->mode_compression = static_cast<std::int32_t>(from.mode_compression);
  to->mode_restitution = static_cast<std::int32_t>(from.mode_restitution);
  to->law = static_cast<std::int32_t>(from.law);
  to->method = static_cast<std::int32_t>(from.method);
  to->steps = from.steps;
}

TOUCHDOWN_INLINE Body<td_real> from_c(const td_body_contact &x) {
  return {x.mass,
          inertia_from_c(x.inertia),
          vector_from_c(x.r),
          vector_from_c(x.n),
          vector_from_c(x.v),
          vector_from_c(x.w),
          from_c(x.surface),
          from_c(x.options)};
}

TOUCHDOWN_INLINE void to_c(const BodyImpact<td_real> &from, td_body_impact *to) {
  to_c(from.impact, &to->impact);
  vector_to_c(from.t, to->t);
  vector_to_c(from.s, to->s);
  vector_to_c(from.v, to->v);
  vector_to_c(from.w, to->w);
}

}  // namespace touchdown

#endif
