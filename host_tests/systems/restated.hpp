// The same system in other words: bodies as generalized speeds (v, w in world axes), one contact as one of several.
#ifndef TOUCHDOWN_SYSTEMS_RESTATED_HPP
#define TOUCHDOWN_SYSTEMS_RESTATED_HPP

#include <cstring>

#include "touchdown/simultaneous.h"

namespace systems {

// One or two free bodies as n = 6 or 12 speeds: M block diagonal, the contact velocity that of the first less the
// second. (A library built for fewer speeds refuses the pair.)
template <int bodies>
struct AsSpeeds {
  static constexpr int n = 6 * bodies;
  td_real M[n * n] = {}, J[3 * n] = {}, u[n] = {};
  td_speeds system = {};

  void put(int body, td_real mass, const td_real (&inertia)[6], const td_real (&r)[3], const td_real (&v)[3],
           const td_real (&w)[3]) {
    const int at = 6 * body;
    const td_real sign = body == 0 ? td_real(1) : td_real(-1);
    const int place[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    const td_real cross[3][3] = {{0, r[2], -r[1]}, {-r[2], 0, r[0]}, {r[1], -r[0], 0}};  // w x r = -[r]x w
    for (int i = 0; i < 3; ++i) {
      M[(at + i) * n + at + i] = mass;
      J[i * n + at + i] = sign;
      u[at + i] = v[i];
      u[at + 3 + i] = w[i];
      for (int j = 0; j < 3; ++j) {
        M[(at + 3 + i) * n + at + 3 + j] = inertia[place[i][j]];
        J[i * n + at + 3 + j] = sign * cross[i][j];
      }
    }
  }

  void finish(const td_real (&normal)[3], const td_surface &surface, const td_options &options) {
    system.n = n;
    system.M = M;
    system.J = J;
    system.u = u;
    for (int i = 0; i < 3; ++i) system.normal[i] = normal[i];
    system.surface = surface;
    system.options = options;
  }
};

struct BodyAsSpeeds : AsSpeeds<1> {
  explicit BodyAsSpeeds(const td_body_contact &body) {
    put(0, body.mass, body.inertia, body.r, body.v, body.w);
    finish(body.n, body.surface, body.options);
  }
  BodyAsSpeeds(const BodyAsSpeeds &) = delete;
};

struct PairAsSpeeds : AsSpeeds<2> {
  explicit PairAsSpeeds(const td_pair &pair) {
    put(0, pair.a.mass, pair.a.inertia, pair.a.r, pair.a.v, pair.a.w);
    put(1, pair.b.mass, pair.b.inertia, pair.b.r, pair.b.v, pair.b.w);
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
    body.mass = one.mass;
    std::memcpy(body.inertia, one.inertia, sizeof body.inertia);
    std::memcpy(body.v, one.v, sizeof body.v);
    std::memcpy(body.w, one.w, sizeof body.w);
    body.count = 1;
    body.points = &point;
    body.multi_contact.options = one.options;
  }
  BodyAsTogether(const BodyAsTogether &) = delete;
};

// The impact of a system as one contact, with its W and velocity before.
inline td_contact contact_of(const td_speeds &system) {
  td_operational_space_inertia views;
  td_real u[TD_MAX_SPEEDS];
  td_speeds_impact impact = {};
  impact.u = u;
  td_contact contact = {};
  if (td_operational_space_inertia_of(&system, &views) < 0 || td_resolve_speeds(&system, &impact) < 0) return contact;
  const td_contact_inertia &W = views.blended;
  const td_impact &after = impact.impact;  // v before = v after - W p
  contact.W_nn = W.W_nn;
  contact.W_nt = W.W_nt;
  contact.W_ns = W.W_ns;
  contact.W_tt = W.W_tt;
  contact.W_ts = W.W_ts;
  contact.W_ss = W.W_ss;
  contact.v_n = after.v_n - (W.W_nn * after.p_n + W.W_nt * after.p_t + W.W_ns * after.p_s);
  contact.v_t = after.v_t - (W.W_nt * after.p_n + W.W_tt * after.p_t + W.W_ts * after.p_s);
  contact.v_s = after.v_s - (W.W_ns * after.p_n + W.W_ts * after.p_t + W.W_ss * after.p_s);
  contact.surface = system.surface;
  contact.options = system.options;
  return contact;
}

}  // namespace systems

#endif
