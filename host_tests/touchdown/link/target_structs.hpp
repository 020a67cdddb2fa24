// Between the C++ face and the C structs that go over the link: the way opposite to the library's own.
#ifndef TOUCHDOWN_HOST_TESTS_TARGET_STRUCTS_HPP
#define TOUCHDOWN_HOST_TESTS_TARGET_STRUCTS_HPP

#include "touchdown/touchdown.h"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

inline void put(const Vector3<float> &from, float (&to)[3]) {
  for (int i = 0; i < 3; ++i) to[i] = from[i];
}

inline td_surface c_struct(const Surface<float> &x) { return {x.mu_s, x.mu_k, x.e}; }

inline td_options c_struct(const Options<float> &x) {
  return {static_cast<std::int32_t>(x.law), static_cast<std::int32_t>(x.method), x.steps, x.d1, x.d2};
}

inline td_contact c_struct(const Contact<float> &x) {
  return {
      x.W.nn, x.W.nt, x.W.ns, x.W.tt, x.W.ts, x.W.ss, x.v.n, x.v.t, x.v.s, c_struct(x.surface), c_struct(x.options)};
}

inline td_body_contact c_struct(const Body<float> &x) {
  const Matrix3<float> &I = x.inertia;
  td_body_contact body{x.mass,
                       {I(0, 0), I(1, 1), I(2, 2), I(1, 0), I(2, 0), I(2, 1)},
                       {},
                       {},
                       {},
                       {},
                       c_struct(x.surface),
                       c_struct(x.options)};
  put(x.r, body.r);
  put(x.n, body.n);
  put(x.v, body.v);
  put(x.w, body.w);
  return body;
}

inline Impact<float> from_c_struct(const td_impact &x) {
  return {{x.p_n, x.p_t, x.p_s},
          {x.v_n, x.v_t, x.v_s},
          x.p_compression,
          x.p_sliding,
          x.p_sticking,
          x.p_reversed,
          x.N_P,
          x.N_N,
          x.N_E,
          x.energy_before,
          x.energy_after,
          x.energy_friction,
          x.energy_restitution,
          x.cone_margin,
          x.R1,
          x.R2,
          x.R3,
          x.case_number,
          static_cast<Mode>(x.mode_compression),
          static_cast<Mode>(x.mode_restitution),
          static_cast<Law>(x.law),
          static_cast<Method>(x.method),
          x.steps};
}

inline BodyImpact<float> from_c_struct(const td_body_impact &x) {
  return {from_c_struct(x.impact), Vector3<float>(x.t), Vector3<float>(x.s), Vector3<float>(x.v), Vector3<float>(x.w)};
}

}  // namespace touchdown::host

#endif
