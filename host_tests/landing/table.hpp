// A square table on four feet, whose motion on a plane has a closed form.
#ifndef TOUCHDOWN_LANDING_TABLE_HPP
#define TOUCHDOWN_LANDING_TABLE_HPP

#include "random_landers.hpp"

namespace landers {

inline double wide(td_real x) { return static_cast<double>(x); }
inline td_real real(double x) { return static_cast<td_real>(x); }

// Four feet of a square table: half its side, and how high its centre of mass is.
inline td_lander table(double half, double height, double mu) {
  td_lander body = {};
  body.mass = 2;
  for (int i = 0; i < 3; ++i) body.inertia[i] = real(0.5);
  body.up[2] = 1;
  body.feet = 4;
  for (int i = 0; i < 4; ++i) {
    td_foot &foot = body.foot[i];
    foot.r[0] = real(i % 3 == 0 ? -half : half);
    foot.r[1] = real(i < 2 ? -half : half);
    foot.r[2] = real(-height);
    foot.surface = {real(mu), real(mu), real(0.3)};
    foot.mu_sliding = real(mu);
  }
  body.planes = 1;
  body.ground[0].n[2] = 1;
  body.gravity[2] = real(-9.81);
  body.horizon = 100;
  return body;
}

inline td_lander_state standing(double height) {
  td_lander_state state = {};
  state.x[2] = real(height);
  state.q[0] = 1;
  return state;
}

}  // namespace landers

#endif
