// Random descriptions: bodies, systems, landers, of every family that the library treats by itself, most of them valid.
// Only
// + - * / sqrt, so that the same integers give the same descriptions on every machine.
#ifndef TOUCHDOWN_CALLS_DRAWS_HPP
#define TOUCHDOWN_CALLS_DRAWS_HPP

#include <cmath>
#include <initializer_list>

#include "fields.hpp"

namespace calls {
namespace CALLS_PRECISION {

inline td_real real(int i) { return static_cast<td_real>(i); }

inline td_real uniform(Draw &draw, td_real low, td_real high) {
  td_real x = static_cast<td_real>(draw.bits() >> 8) * td_real(0x1p-24);
  if (sizeof(td_real) == 8) x += static_cast<td_real>(draw.bits() >> 4) * td_real(0x1p-52);
  return low + (high - low) * x;
}

// 2^k
inline td_real power_of_two(int k) {
  td_real x = 1;
  for (; k > 0; --k) x *= 2;
  for (; k < 0; ++k) x /= 2;
  return x;
}

// Every binade from 2^low to 2^high alike.
inline td_real any_size(Draw &draw, int low, int high) {
  const int exponent = low + draw.below(high - low);
  return uniform(draw, 1, 2) * power_of_two(exponent);
}

template <std::size_t N>
void fill(Draw &draw, td_real (&x)[N], td_real low, td_real high) {
  for (td_real &entry : x) entry = uniform(draw, low, high);
}
inline void fill(Draw &draw, td_real *x, int count, td_real low, td_real high) {
  for (int i = 0; i < count; ++i) x[i] = uniform(draw, low, high);
}

inline td_surface draw_surface(Draw &draw) {
  td_surface surface;
  surface.mu_k = draw.one_in(8) ? 0 : uniform(draw, 0, td_real(1.5));
  surface.mu_s = draw.one_in(2) ? surface.mu_k : surface.mu_k * uniform(draw, 1, td_real(1.5));
  surface.e = draw.one_in(8) ? real(draw.below(2)) : uniform(draw, 0, 1);
  return surface;
}

inline td_options draw_options(Draw &draw) {
  constexpr std::int32_t steps[] = {0, 0, 0, 0, 1, 4, 12, TD_MAX_STEPS};
  td_options options = {};
  options.law = draw.below(5);
  options.method = draw.one_in(4) ? TD_METHOD_ALGEBRAIC : draw.one_in(16) ? TD_METHOD_PLANAR : TD_METHOD_SLIP_PATH;
  options.steps = steps[draw.below(8)];
  if (draw.one_in(2)) return options;
  options.d1 = uniform(draw, 0, 2);
  options.d2 = uniform(draw, 0, 2);
  return options;
}

// W = B B^T + spread 1: small spread is nearly a mechanism of fewer freedoms, where jams and wedges are.
inline void draw_inverse_inertia(Draw &draw, td_contact &contact) {
  td_real n[3], t[3], s[3];
  fill(draw, n, -1, 1);
  fill(draw, t, -1, 1);
  fill(draw, s, -1, 1);
  const td_real spread = draw.one_in(4) ? any_size(draw, -16, 0) : uniform(draw, td_real(0.2), 1);
  const auto product = [](const td_real(&a)[3], const td_real(&b)[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  };
  contact.W.nn = product(n, n) + spread;
  contact.W.nt = product(n, t);
  contact.W.ns = product(n, s);
  contact.W.tt = product(t, t) + spread;
  contact.W.ts = product(t, s);
  contact.W.ss = product(s, s) + spread;
}

// mu_k within a part in 2 to 2^20 of the friction that sticking needs.
inline void make_critical(Draw &draw, td_contact &c) {
  const td_real det = c.W.tt * c.W.ss - c.W.ts * c.W.ts;
  const td_real t = (c.W.ss * c.W.nt - c.W.ts * c.W.ns) / det, s = (c.W.tt * c.W.ns - c.W.ts * c.W.nt) / det;
  const td_real off = any_size(draw, -20, -1);
  c.surface.mu_k = std::sqrt(t * t + s * s) * (draw.one_in(2) ? 1 + off : 1 - off);
  c.surface.mu_s = c.surface.mu_k;
}

inline void flatten(td_contact &contact, td_real rest) {
  contact.W.ns *= rest;
  contact.W.ts *= rest;
  contact.v.s *= rest;
}

inline void scale(td_contact &c, td_real mass, td_real speed) {
  for (td_real *x : {&c.W.nn, &c.W.nt, &c.W.ns, &c.W.tt, &c.W.ts, &c.W.ss}) *x /= mass;
  for (td_real *x : {&c.v.n, &c.v.t, &c.v.s}) *x *= speed;
}

inline td_contact draw_contact(Draw &draw) {
  td_contact contact = {};
  draw_inverse_inertia(draw, contact);
  contact.surface = draw_surface(draw);
  contact.options = draw_options(draw);
  contact.v.n = draw.one_in(32) ? uniform(draw, 0, 1) : -uniform(draw, td_real(0.1), 4);
  const td_real slip = draw.one_in(16) ? 0 : any_size(draw, -7, 5);
  contact.v.t = slip * uniform(draw, -1, 1);
  contact.v.s = slip * uniform(draw, -1, 1);
  const int family = draw.below(8);
  if (family < 2) {
    flatten(contact, 0);
    if (draw.one_in(2)) contact.options.method = TD_METHOD_PLANAR;
  }
  if (family == 2) flatten(contact, any_size(draw, -24, -10));
  if (family == 3) make_critical(draw, contact);
  if (family == 4) {
    const td_real mass = any_size(draw, -30, 30);  // drawn in an order: that of arguments is the compiler's
    scale(contact, mass, any_size(draw, -20, 20));
  }
  return contact;
}

// Of a solid box of half sides 0.2 to 1, turned: an inertia with all six entries.
inline void draw_box_inertia(Draw &draw, td_real mass, td_real (&inertia)[6]) {
  td_real q[4], a[3];
  fill(draw, q, -1, 1);
  fill(draw, a, td_real(0.2), 1);
  const td_real w = q[0], x = q[1], y = q[2], z = q[3], k = 2 / (w * w + x * x + y * y + z * z + td_real(1e-6));
  const td_real R[3][3] = {{1 - k * (y * y + z * z), k * (x * y - w * z), k * (x * z + w * y)},
                           {k * (x * y + w * z), 1 - k * (x * x + z * z), k * (y * z - w * x)},
                           {k * (x * z - w * y), k * (y * z + w * x), 1 - k * (x * x + y * y)}};
  const td_real principal[3] = {mass / 3 * (a[1] * a[1] + a[2] * a[2]), mass / 3 * (a[0] * a[0] + a[2] * a[2]),
                                mass / 3 * (a[0] * a[0] + a[1] * a[1])};
  constexpr int rows[6] = {0, 1, 2, 0, 0, 1}, columns[6] = {0, 1, 2, 1, 2, 2};
  for (int entry = 0; entry < 6; ++entry) {
    td_real sum = 0;
    for (int i = 0; i < 3; ++i) sum += R[rows[entry]][i] * principal[i] * R[columns[entry]][i];
    inertia[entry] = sum;
  }
}

// A normal that is more or less up.
inline void draw_normal(Draw &draw, td_real *n) {
  fill(draw, n, 2, td_real(-0.7), td_real(0.7));
  n[2] = draw.one_in(8) ? any_size(draw, -6, 6) : 1;
}

// And the point of it that touches.
inline td_rigid_body draw_rigid_body(Draw &draw, td_real (&r)[3]) {
  td_rigid_body body;
  body.mass = draw.one_in(8) ? any_size(draw, -20, 20) : uniform(draw, td_real(0.5), 3);
  draw_box_inertia(draw, body.mass, body.inertia);
  fill(draw, r, -1, 1);
  fill(draw, body.v, -1, 1);
  fill(draw, body.w, -2, 2);
  return body;
}

inline td_body_contact draw_body(Draw &draw) {
  td_body_contact body;
  body.body = draw_rigid_body(draw, body.r);
  draw_normal(draw, body.n);
  body.body.v[2] -= 3;
  body.surface = draw_surface(draw);
  body.options = draw_options(draw);
  return body;
}

inline td_pair draw_pair(Draw &draw) {
  td_pair pair;
  pair.a = draw_rigid_body(draw, pair.r_a);
  pair.b = draw_rigid_body(draw, pair.r_b);
  pair.a.v[2] -= 3;
  draw_normal(draw, pair.n);
  pair.surface = draw_surface(draw);
  pair.options = draw_options(draw);
  return pair;
}

inline td_restitution draw_restitution(Draw &draw) {
  td_restitution table = {};
  table.capture_speed = draw.one_in(2) ? 0 : uniform(draw, 0, td_real(0.2));
  table.points = 1 + draw.below(TD_MAX_RESTITUTION_POINTS);
  td_real speed = 0;
  for (int i = 0; i < TD_MAX_RESTITUTION_POINTS; ++i) {
    speed += uniform(draw, td_real(0.01), 1);
    table.speed[i] = speed;
    table.e[i] = uniform(draw, 0, 1);
  }
  return table;
}

// ---- Generalized speeds ---------------------------------------------------------------------------------------------

// M = L L^T, with L of a positive diagonal.
inline void draw_mass_matrix(Draw &draw, int n, td_real *M, td_real *L) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      L[i * n + j] = j > i ? 0 : j == i ? uniform(draw, td_real(0.3), 2) : uniform(draw, td_real(-0.7), td_real(0.7));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      td_real sum = 0;
      for (int k = 0; k <= (i < j ? i : j); ++k) sum += L[i * n + k] * L[j * n + k];
      M[i * n + j] = sum;
    }
}

// A system, all that its pointers point to, and room for all that is written. The arrays have the most that any count
// can ask for, so that a spoiled count stays within them.
struct System {
  static constexpr int most = TD_MAX_SPEEDS;
  int n, constraints;
  td_real M[most * most], L[most * most], u[most], A[TD_MAX_CONSTRAINTS * most], hold[TD_MAX_CONSTRAINTS];
  td_real J[3 * TD_MAX_CONTACTS * most], normals[3 * TD_MAX_CONTACTS];
  td_surface surfaces[TD_MAX_CONTACTS];
};

inline void draw_system(Draw &draw, int contacts, System &x) {
  std::memset(static_cast<void *>(&x), 0, sizeof x);
  x.n = 1 + draw.below(TD_MAX_SPEEDS);
  x.constraints = draw.one_in(2) ? 0 : draw.below((x.n < TD_MAX_CONSTRAINTS ? x.n : TD_MAX_CONSTRAINTS) + 1);
  draw_mass_matrix(draw, x.n, x.M, x.L);
  fill(draw, x.u, x.n, -1, 1);
  fill(draw, x.A, x.constraints * x.n, -1, 1);
  fill(draw, x.hold, x.constraints, 0, 1);
  if (x.constraints > 1 && draw.one_in(8)) std::memcpy(x.A, x.A + x.n, sizeof(td_real) * static_cast<std::size_t>(x.n));
  fill(draw, x.J, 3 * contacts * x.n, -1, 1);
  for (int c = 0; c < contacts; ++c) {
    draw_normal(draw, x.normals + std::ptrdiff_t{3} * c);
    x.surfaces[c] = draw_surface(draw);
  }
}

inline td_speeds single(Draw &draw, const System &x) {
  td_speeds speeds;
  td_system &system = speeds.system;
  system.n = x.n;
  system.M = x.M;
  system.L = draw.one_in(2) ? x.L : nullptr;
  system.u = x.u;
  speeds.J = x.J;
  speeds.axes = draw.below(2);
  std::memcpy(speeds.normal, x.normals, sizeof speeds.normal);
  system.constraints = x.constraints;
  system.A = x.A;
  system.hold = draw.one_in(2) ? x.hold : nullptr;
  speeds.surface = x.surfaces[0];
  speeds.options = draw_options(draw);
  return speeds;
}

// The default, few, or once in a while up to `most`.
inline std::int32_t draw_budget(Draw &draw, std::int32_t few, std::int32_t most) {
  return draw.one_in(2) ? 0 : draw.one_in(64) ? 1 + draw.below(most) : draw.below(few);
}

inline td_multi_contact draw_together(Draw &draw) {
  td_multi_contact together = {};
  together.rule = draw.one_in(2) ? TD_RULE_COUPLED : draw.below(3);
  together.iterations = draw_budget(draw, 24, TD_MAX_ITERATIONS);
  together.options = draw_options(draw);
  if (together.rule == TD_RULE_COUPLED) together.options.law = draw.one_in(4) ? TD_LAW_NEWTON : TD_LAW_POISSON;
  return together;
}

inline td_speeds_multi_contact several(Draw &draw, int contacts, const System &x) {
  td_speeds_multi_contact speeds;
  td_system &system = speeds.system;
  system.n = x.n;
  system.M = x.M;
  system.L = draw.one_in(2) ? x.L : nullptr;
  system.u = x.u;
  system.constraints = x.constraints;
  system.A = x.A;
  system.hold = draw.one_in(2) ? x.hold : nullptr;
  speeds.count = contacts;
  speeds.axes = draw.below(2);
  speeds.J = x.J;
  speeds.normals = x.normals;
  speeds.surfaces = x.surfaces;
  speeds.multi_contact = draw_together(draw);
  return speeds;
}

// Feet in a plane (the usual, redundant, case) or on rough ground, `height` below the centre of mass.
inline td_point draw_foot(Draw &draw, int index, bool flat) {
  td_point point;
  point.r[0] = real(index % 2 == 0 ? 1 : -1) * uniform(draw, td_real(0.3), 1);
  point.r[1] = real(index / 2 % 2 == 0 ? 1 : -1) * uniform(draw, td_real(0.3), 1);
  point.r[2] = flat ? td_real(-0.75) : uniform(draw, -1, td_real(-0.5));
  point.n[0] = flat ? 0 : uniform(draw, td_real(-0.5), td_real(0.5));
  point.n[1] = flat ? 0 : uniform(draw, td_real(-0.5), td_real(0.5));
  point.n[2] = 1;
  point.surface = draw_surface(draw);
  return point;
}

inline td_body_multi_contact draw_feet(Draw &draw, td_point (&points)[TD_MAX_CONTACTS]) {
  td_body_multi_contact body;
  td_real unused[3];
  body.body = draw_rigid_body(draw, unused);
  body.body.v[2] -= 1;
  body.count = draw.one_in(2) ? 4 : 1 + draw.below(TD_MAX_CONTACTS);
  const bool flat = draw.one_in(2);
  for (int i = 0; i < TD_MAX_CONTACTS; ++i) points[i] = draw_foot(draw, i, flat);
  body.points = points;
  body.multi_contact = draw_together(draw);
  return body;
}

// ---- Landers --------------------------------------------------------------------------------------------------------

// A body on point feet.
inline td_lander draw_lander(Draw &draw) {
  td_lander lander = {};
  lander.mass = any_size(draw, 0, 10);
  draw_box_inertia(draw, lander.mass, lander.inertia);
  lander.feet = draw.one_in(2) ? 4 : 1 + draw.below(TD_MAX_FEET);
  lander.planes = draw.one_in(2) ? draw.below(2) : lander.feet;
  for (int i = 0; i < TD_MAX_FEET; ++i) {
    const td_point foot = draw_foot(draw, i, draw.one_in(2));
    std::memcpy(lander.foot[i].r, foot.r, sizeof foot.r);
    lander.foot[i].surface = foot.surface;
    fill(draw, lander.ground[i].n, td_real(-0.2), td_real(0.2));
    lander.ground[i].n[2] = 1;
    fill(draw, lander.ground[i].point, td_real(-0.2), td_real(0.2));
  }
  lander.gravity[2] = draw.one_in(16) ? 0 : -uniform(draw, td_real(0.1), 10);
  fill(draw, lander.thrust, 0, draw.one_in(4) ? lander.mass : 0);
  lander.options = draw_options(draw);
  lander.horizon = any_size(draw, -1, 5);
  return lander;
}

inline td_lander_state draw_lander_state(Draw &draw) {
  td_lander_state state;
  fill(draw, state.x, -1, 1);
  state.x[2] = uniform(draw, draw.one_in(16) ? 0 : td_real(1.3), 5);
  fill(draw, state.q, td_real(-0.3), td_real(0.3));
  state.q[0] = 1;
  fill(draw, state.v, -1, 1);
  state.v[2] = uniform(draw, -3, td_real(0.5));
  fill(draw, state.w, td_real(-0.5), td_real(0.5));
  return state;
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
