// The same system in other words: bodies as generalized speeds (v, w in world axes), one contact as one of several.
#ifndef TOUCHDOWN_SYSTEMS_RESTATED_HPP
#define TOUCHDOWN_SYSTEMS_RESTATED_HPP

#include <cstring>

#include "touchdown/multi_contact.h"

namespace systems {

// One or two free bodies as n = 6 or 12 speeds: M is block diagonal, and the contact velocity is the first body's minus
// the second's. (A library built for fewer speeds refuses the pair.)
template <int bodies>
struct AsSpeeds {
  static constexpr int n = 6 * bodies;
  td_real M[n * n] = {}, J[3 * n] = {}, u[n] = {};
  td_speeds system = {};

  void put(int body, const td_rigid_body &given, const td_real (&r)[3]) {
    const int at = 6 * body;
    const td_real sign = body == 0 ? td_real(1) : td_real(-1);
    const int place[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    const td_real cross[3][3] = {{0, r[2], -r[1]}, {-r[2], 0, r[0]}, {r[1], -r[0], 0}};  // w x r = -[r]x w
    for (int i = 0; i < 3; ++i) {
      M[(at + i) * n + at + i] = given.mass;
      J[i * n + at + i] = sign;
      u[at + i] = given.v[i];
      u[at + 3 + i] = given.w[i];
      for (int j = 0; j < 3; ++j) {
        M[(at + 3 + i) * n + at + 3 + j] = given.inertia[place[i][j]];
        J[i * n + at + 3 + j] = sign * cross[i][j];
      }
    }
  }

  void finish(const td_real (&normal)[3], const td_surface &surface, const td_options &options) {
    system.system.n = n;
    system.system.M = M;
    system.J = J;
    system.system.u = u;
    for (int i = 0; i < 3; ++i) system.normal[i] = normal[i];
    system.surface = surface;
    system.options = options;
  }
};

struct BodyAsSpeeds : AsSpeeds<1> {
  explicit BodyAsSpeeds(const td_body_contact &body) {
    put(0, body.body, body.r);
    finish(body.n, body.surface, body.options);
  }
  BodyAsSpeeds(const BodyAsSpeeds &) = delete;
};

struct PairAsSpeeds : AsSpeeds<2> {
  explicit PairAsSpeeds(const td_pair &pair) {
    put(0, pair.a, pair.r_a);
    put(1, pair.b, pair.r_b);
    finish(pair.n, pair.surface, pair.options);
  }
  PairAsSpeeds(const PairAsSpeeds &) = delete;
};

struct BodyAsTogether {
  td_point point = {};
  td_body_multi_contact body = {};

  explicit BodyAsTogether(const td_body_contact &one) {
    std::memcpy(point.r, one.r, sizeof point.r);
    std::memcpy(point.n, one.n, sizeof point.n);
    point.surface = one.surface;
    body.body = one.body;
    body.count = 1;
    body.points = &point;
    body.multi_contact.options = one.options;
  }
  BodyAsTogether(const BodyAsTogether &) = delete;
};

// The impact of a system as one contact, with its W and velocity before.
inline td_contact contact_of(const td_speeds &system) {
  td_operational_space_inertia views;
  td_speeds_impact impact;
  td_contact contact = {};
  if (td_operational_space_inertia_of(&system, &views) < 0 || td_resolve_speeds(&system, &impact, nullptr) < 0)
    return contact;
  const td_contact_inertia &W = views.blended;
  const td_impact &after = impact.impact;  // v before = v after - W p
  contact.W = W;
  contact.v.n = after.v.n - (W.nn * after.p.n + W.nt * after.p.t + W.ns * after.p.s);
  contact.v.t = after.v.t - (W.nt * after.p.n + W.tt * after.p.t + W.ts * after.p.s);
  contact.v.s = after.v.s - (W.ns * after.p.n + W.ts * after.p.t + W.ss * after.p.s);
  contact.surface = system.surface;
  contact.options = system.options;
  return contact;
}

}  // namespace systems

#endif
