// touchdown.h and prepared.h: one contact, one body, surfaces.
#ifndef TOUCHDOWN_CALLS_CONTACT_CALLS_HPP
#define TOUCHDOWN_CALLS_CONTACT_CALLS_HPP

#include "draws.hpp"
#include "system_promises.hpp"

namespace calls {
namespace CALLS_PRECISION {

inline void resolve(Trial &trial) {
  td_contact contact = draw_contact(trial.draw);
  td_impact *const impact = untouched<td_impact>();
  attempt(trial, contact, *impact, [](const td_contact &in, td_impact &out) { return td_resolve(&in, &out); });
  if (trial.status >= 0) promise_contact(trial, contact, *impact);
}

// By one method, with the budget of steps that is the default; nothing spoiled.
template <std::int32_t Method>
void resolve_by(Trial &trial) {
  td_contact contact = draw_contact(trial.draw);
  if (Method == TD_METHOD_PLANAR) flatten(contact, 0);
  contact.options.method = Method;
  contact.options.steps = 0;
  trial.spoil = {};
  attempt(trial, contact, *untouched<td_impact>(),
          [](const td_contact &in, td_impact &out) { return td_resolve(&in, &out); });
}

inline void prepare(Trial &trial) {
  td_contact contact = draw_contact(trial.draw);
  attempt(trial, contact, *untouched<td_prepared>(),
          [](const td_contact &in, td_prepared &out) { return td_prepare(&in, &out); });
}

struct PreparedInput {
  td_prepared prepared;
  td_contact_vector v;
};
template <class V>
void fields(V &v, PreparedInput &x) {
  CALLS_FIELDS(all, x.prepared, x.v);
}

inline void resolve_prepared(Trial &trial) {
  static PreparedInput input;
  const td_contact contact = draw_contact(trial.draw);
  std::memset(static_cast<void *>(&input), 0, sizeof input);
  const bool ready = td_prepare(&contact, &input.prepared) >= 0 && trial.sound();
  input.v = contact.v;
  td_response *const response = untouched<td_response>();
  attempt(trial, input, *response,
          [](const PreparedInput &in, td_response &out) { return td_resolve_prepared(&in.prepared, &in.v, &out); });
  if (ready && trial.status >= 0) promise_response(trial, contact, *response);
}

inline void resolve_body(Trial &trial) {
  td_body_contact body = draw_body(trial.draw);
  td_body_impact *const impact = untouched<td_body_impact>();
  attempt(trial, body, *impact,
          [](const td_body_contact &in, td_body_impact &out) { return td_resolve_body(&in, &out); });
  if (trial.status < 0) return;
  promise_impact(trial, impact->impact, body.surface, -1);
  promise_body(trial, body, *impact);
}

struct RestitutionInput {
  td_restitution table;
  td_real speed;
};
template <class V>
void fields(V &v, RestitutionInput &x) {
  CALLS_FIELDS(all, x.table, x.speed);
}

inline void restitution_at(Trial &trial) {
  RestitutionInput input = {draw_restitution(trial.draw), uniform(trial.draw, -1, 6)};
  td_real *const e = untouched<td_real>();
  attempt(trial, input, *e,
          [](const RestitutionInput &in, td_real &out) { return td_restitution_at(&in.table, in.speed, &out); });
  if (trial.status >= 0) trial.promise(*e >= 0 && *e <= 1, "e in [0, 1]");
}

struct SurfaceInput {
  td_surface_pair pairs[TD_MAX_SURFACE_PAIRS];
  std::int32_t count, a, b;
  td_real speed;
};
template <class V>
void fields(V &v, SurfaceInput &x) {
  CALLS_FIELDS(all, x.count, x.a, x.b, x.speed, x.pairs);
}

inline void surface_between(Trial &trial) {
  static SurfaceInput input;
  input.count = 1 + trial.draw.below(4);
  for (td_surface_pair &pair : input.pairs) {
    const td_surface surface = draw_surface(trial.draw);
    pair = {trial.draw.below(4), trial.draw.below(4), surface.mu_s, surface.mu_k, draw_restitution(trial.draw)};
  }
  input.a = trial.draw.below(4);
  input.b = trial.draw.below(4);
  input.speed = uniform(trial.draw, -1, 6);
  td_surface &surface = *untouched<td_surface>();
  attempt(trial, input, surface, [](const SurfaceInput &in, td_surface &out) {
    return td_surface_between(in.pairs, in.count, in.a, in.b, in.speed, &out);
  });
  if (trial.status < 0) return;
  trial.promise(surface.mu_s >= surface.mu_k && surface.mu_k >= 0, "mu_s >= mu_k >= 0");
  trial.promise(surface.e >= 0 && surface.e <= 1, "e in [0, 1]");
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
