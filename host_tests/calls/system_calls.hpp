// systems.h and multi_contact.h: pairs, generalized speeds, several contacts.
#ifndef TOUCHDOWN_CALLS_SYSTEM_CALLS_HPP
#define TOUCHDOWN_CALLS_SYSTEM_CALLS_HPP

#include "draws.hpp"
#include "system_promises.hpp"

namespace calls {
namespace CALLS_PRECISION {

inline void resolve_pair(Trial &trial) {
  td_pair pair = draw_pair(trial.draw);
  td_pair_impact *const impact = untouched<td_pair_impact>();
  attempt(trial, pair, *impact, [](const td_pair &in, td_pair_impact &out) { return td_resolve_pair(&in, &out); });
  if (trial.status < 0) return;
  promise_impact(trial, impact->impact, pair.surface, -1);
  promise_pair(trial, pair, *impact);
}

// The arrays for results, and how many entries a call fills.
struct Arrays {
  td_real u[TD_MAX_SPEEDS], joints[TD_MAX_SPEEDS], held[TD_MAX_CONSTRAINTS];
  std::int32_t speeds, constraints;
};
template <class V>
void fields(V &v, Arrays &x) {
  CALLS_FIELDS(first, x.speeds, x.u);
  CALLS_FIELDS(first, x.speeds, x.joints);
  CALLS_FIELDS(first, x.constraints, x.held);
}

inline td_system_after into(Arrays &arrays) { return {arrays.u, arrays.joints, arrays.held}; }

struct SpeedsInput {
  td_speeds system;
  System *data;
};
template <class V>
void fields(V &v, SpeedsInput &x) {
  CALLS_FIELDS(all, x.system, x.data->M, x.data->L, x.data->u, x.data->A, x.data->hold);
  CALLS_FIELDS(first, 3 * TD_MAX_SPEEDS, x.data->J);
}
struct SpeedsOutput {
  td_speeds_impact impact;
  Arrays arrays;
};
template <class V>
void fields(V &v, SpeedsOutput &x) {
  CALLS_FIELDS(all, x.impact, x.arrays);
}

inline void promise_single(Trial &trial, const td_speeds &speeds, const td_speeds_impact &after, const Arrays &arrays) {
  promise_forces(trial, after.impact, speeds.surface);
  if (speeds.system.constraints == 0) promise_energy(trial, after.impact.energy_before, after.impact.energy_after);
  const Touch touch(speeds.system.n, speeds.J, speeds.axes, speeds.normal, after.impact, after.t, after.s);
  promise_speeds(trial, speeds.system, wide(after.impact.energy_after), arrays.u, arrays.joints, arrays.held, &touch, 1,
                 0, off(trial, after.impact));
}

inline void resolve_speeds(Trial &trial) {
  static System data;
  draw_system(trial.draw, 1, data);
  SpeedsInput input = {single(trial.draw, data), &data};
  SpeedsOutput &output = *untouched<SpeedsOutput>();
  output.arrays.speeds = data.n;
  output.arrays.constraints = data.constraints;
  attempt(trial, input, output, [](const SpeedsInput &in, SpeedsOutput &out) {
    td_system_after after = into(out.arrays);
    return td_resolve_speeds(&in.system, &out.impact, &after);
  });
  if (trial.status >= 0) promise_single(trial, input.system, output.impact, output.arrays);
}

inline void operational_space_inertia_of(Trial &trial) {
  static System data;
  draw_system(trial.draw, 1, data);
  SpeedsInput input = {single(trial.draw, data), &data};
  td_operational_space_inertia &views = *untouched<td_operational_space_inertia>();
  attempt(trial, input, views, [](const SpeedsInput &in, td_operational_space_inertia &out) {
    return td_operational_space_inertia_of(&in.system, &out);
  });
  if (trial.status >= 0) promise_views(trial, views);
}

struct Shares {
  td_contact_result list[TD_MAX_CONTACTS];
  std::int32_t count;
};
template <class V>
void fields(V &v, Shares &x) {
  CALLS_FIELDS(first, x.count, x.list);
}

inline void promise_shares(Trial &trial, const Shares &shares, const td_surface &(*surface_of)(const void *, int),
                           const void *context) {
  for (int i = 0; i < shares.count; ++i)
    promise_cone(trial, shares.list[i].p.n, shares.list[i].p.t, shares.list[i].p.s, surface_of(context, i).mu_s);
}

struct FeetInput {
  td_body_multi_contact body;
  td_point (&points)[TD_MAX_CONTACTS];
};
template <class V>
void fields(V &v, FeetInput &x) {
  CALLS_FIELDS(all, x.body, x.points);
}
struct FeetOutput {
  td_body_multi_contact_impact impact;
  Shares shares;
};
template <class V>
void fields(V &v, FeetOutput &x) {
  CALLS_FIELDS(all, x.impact, x.shares);
}

// A body on its feet, by `call`, and the promises about the impact that `impact_of` finds in the output.
template <class Output, class Call, class ImpactOf>
Output &strike_feet(Trial &trial, const Call &call, const ImpactOf &impact_of) {
  static td_point points[TD_MAX_CONTACTS];
  FeetInput input = {draw_feet(trial.draw, points), points};
  Output &output = *untouched<Output>();
  output.shares.count = input.body.count;
  attempt(trial, input, output, call);
  if (trial.status < 0) return output;
  output.shares.count = input.body.count;
  const auto surface_of = [](const void *p, int i) -> const td_surface & {
    return static_cast<const td_point *>(p)[i].surface;
  };
  const td_body_multi_contact_impact &impact = impact_of(output);
  promise_shares(trial, output.shares, surface_of, points);
  promise_together(trial, impact.result, input.body.multi_contact.rule);
  promise_feet(trial, input.body, impact, output.shares.list);
  return output;
}

inline void resolve_body_multi_contact(Trial &trial) {
  strike_feet<FeetOutput>(
      trial,
      [](const FeetInput &in, FeetOutput &out) {
        return td_resolve_body_multi_contact(&in.body, &out.impact, out.shares.list);
      },
      [](const FeetOutput &out) -> const td_body_multi_contact_impact & { return out.impact; });
}

struct LimbsInput {
  td_speeds_multi_contact system;
  System *data;
};
template <class V>
void fields(V &v, LimbsInput &x) {
  CALLS_FIELDS(all, x.system, x.data->M, x.data->L, x.data->u, x.data->A, x.data->hold, x.data->J, x.data->normals);
  CALLS_FIELDS(all, x.data->surfaces);
}
struct LimbsOutput {
  td_speeds_multi_contact_impact impact;
  Arrays arrays;
  Shares shares;
};
template <class V>
void fields(V &v, LimbsOutput &x) {
  CALLS_FIELDS(all, x.impact, x.arrays, x.shares);
}

inline void promise_limbs(Trial &trial, const td_speeds_multi_contact &speeds,
                          const td_speeds_multi_contact_impact &after, const Arrays &arrays, const Shares &shares) {
  static Touch touches[TD_MAX_CONTACTS];
  for (int i = 0; i < speeds.count; ++i) {
    const td_contact_result &share = shares.list[i];
    const std::ptrdiff_t at = 3 * i;
    const td_real *const normal = speeds.axes == TD_AXES_CONTACT ? nullptr : speeds.normals + at;
    touches[i] = Touch(speeds.system.n, speeds.J + at * speeds.system.n, speeds.axes, normal, share, share.t, share.s);
  }
  promise_speeds(trial, speeds.system, wide(after.result.energy_after), arrays.u, arrays.joints, arrays.held, touches,
                 speeds.count, wide(after.result.approach_left), off(speeds.multi_contact));
}

// A system on its contacts, by `call`, and the promises about the impact that `impact_of` finds in the output.
template <class Output, class Call, class ImpactOf>
Output &strike_limbs(Trial &trial, const Call &call, const ImpactOf &impact_of) {
  static System data;
  const int contacts = 1 + trial.draw.below(4);
  draw_system(trial.draw, contacts, data);
  LimbsInput input = {several(trial.draw, contacts, data), &data};
  Output &output = *untouched<Output>();
  output.arrays.speeds = data.n;
  output.arrays.constraints = data.constraints;
  output.shares.count = contacts;
  attempt(trial, input, output, call);
  if (trial.status < 0) return output;
  output.shares.count = input.system.count;
  const auto surface_of = [](const void *p, int i) -> const td_surface & {
    return static_cast<const td_surface *>(p)[i];
  };
  const td_speeds_multi_contact_impact &impact = impact_of(output);
  promise_shares(trial, output.shares, surface_of, data.surfaces);
  if (input.system.system.constraints == 0) promise_together(trial, impact.result, input.system.multi_contact.rule);
  promise_limbs(trial, input.system, impact, output.arrays, output.shares);
  return output;
}

inline void resolve_speeds_multi_contact(Trial &trial) {
  strike_limbs<LimbsOutput>(
      trial,
      [](const LimbsInput &in, LimbsOutput &out) {
        td_system_after after = into(out.arrays);
        return td_resolve_speeds_multi_contact(&in.system, &out.impact, &after, out.shares.list);
      },
      [](const LimbsOutput &out) -> const td_speeds_multi_contact_impact & { return out.impact; });
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
