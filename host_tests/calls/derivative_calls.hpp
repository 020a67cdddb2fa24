// sensitivity.h: impacts with their derivatives, and covariances through them.
#ifndef TOUCHDOWN_CALLS_DERIVATIVE_CALLS_HPP
#define TOUCHDOWN_CALLS_DERIVATIVE_CALLS_HPP

#include "contact_calls.hpp"
#include "landing_calls.hpp"
#include "system_calls.hpp"

namespace calls {
namespace CALLS_PRECISION {

// With and without those by W, and by pose.
struct ContactDerivatives {
  td_impact_derivatives impact;
  td_impact_inertia_derivatives by_W;
};
template <class V>
void fields(V &v, ContactDerivatives &x) {
  CALLS_FIELDS(all, x.impact, x.by_W);
}

inline void resolve_derivatives(Trial &trial) {
  td_contact contact = draw_contact(trial.draw);
  ContactDerivatives *const found = untouched<ContactDerivatives>();
  attempt(trial, contact, *found, [](const td_contact &in, ContactDerivatives &out) {
    return td_resolve_derivatives(&in, &out.impact, &out.by_W);
  });
  if (trial.status < 0) return;
  promise_contact(trial, contact, found->impact.impact);
  trial.promise(found->impact.margin >= 0, "a margin is no less than none");
  td_impact_derivatives alone;
  const td_status status = td_resolve_derivatives(&contact, &alone, nullptr);
  trial.promise(status >= 0 && alone.impact.p.n == found->impact.impact.p.n, "the impact is the same without W");
}

struct BodyAndPoseDerivatives {
  td_body_derivatives impact;
  td_body_pose_derivatives by_pose;
};
template <class V>
void fields(V &v, BodyAndPoseDerivatives &x) {
  CALLS_FIELDS(all, x.impact, x.by_pose);
}

inline void resolve_body_derivatives(Trial &trial) {
  td_body_contact body = draw_body(trial.draw);
  BodyAndPoseDerivatives *const found = untouched<BodyAndPoseDerivatives>();
  attempt(trial, body, *found, [](const td_body_contact &in, BodyAndPoseDerivatives &out) {
    return td_resolve_body_derivatives(&in, &out.impact, &out.by_pose);
  });
  if (trial.status < 0) return;
  promise_impact(trial, found->impact.body.impact, body.surface, -1);
  promise_body(trial, body, found->impact.body);
}

// Rows and columns are as many as `count` says.
struct FeetRows {
  td_body_multi_contact_derivatives impact;
  Shares shares;
  td_real p[3 * TD_MAX_CONTACTS * TD_BODY_MOTION_INPUTS], p_by_surface[3 * TD_MAX_CONTACTS * 3 * TD_MAX_CONTACTS];
  td_real motion_by_surface[6 * 3 * TD_MAX_CONTACTS];
};
template <class V>
void fields(V &v, FeetRows &x) {
  const std::int32_t entries = 3 * std::clamp<std::int32_t>(x.shares.count, 0, TD_MAX_CONTACTS);
  CALLS_FIELDS(all, x.impact, x.shares);
  CALLS_FIELDS(first, entries * TD_BODY_MOTION_INPUTS, x.p);
  CALLS_FIELDS(first, entries * entries, x.p_by_surface);
  CALLS_FIELDS(first, 6 * entries, x.motion_by_surface);
}

inline void resolve_body_multi_contact_derivatives(Trial &trial) {
  const FeetRows &output = strike_feet<FeetRows>(
      trial,
      [](const FeetInput &in, FeetRows &out) {
        return td_resolve_body_multi_contact_derivatives(&in.body, &out.impact, out.p, out.p_by_surface,
                                                         out.motion_by_surface, out.shares.list);
      },
      [](const FeetRows &out) -> const td_body_multi_contact_impact & { return out.impact.body; });
  if (trial.status < 0) return;
  trial.promise(output.impact.margin >= 0 && output.impact.margin <= 1, "a margin is a part");
  trial.promise(output.impact.redundant >= 0, "redundant impulses are counted");
}

struct SaltationInput {
  td_body_contact contact;
  td_body_loads before, after;
};
template <class V>
void fields(V &v, SaltationInput &x) {
  CALLS_FIELDS(all, x.contact, x.before, x.after);
}

struct SaltationOutput {
  td_body_saltation saltation;
  td_saltation_reach reach;
};
template <class V>
void fields(V &v, SaltationOutput &x) {
  CALLS_FIELDS(all, x.saltation, x.reach);
}

inline void body_saltation_of(Trial &trial) {
  SaltationInput input = {draw_body(trial.draw), {}, {}};
  for (td_body_loads *loads : {&input.before, &input.after}) {
    fill(trial.draw, loads->force, -10, 10);
    fill(trial.draw, loads->torque, -1, 1);
  }
  SaltationOutput *const found = untouched<SaltationOutput>();
  attempt(trial, input, *found, [](const SaltationInput &in, SaltationOutput &out) {
    return td_body_saltation_of(&in.contact, &in.before, &in.after, &out.saltation, &out.reach);
  });
  if (trial.status < 0) return;
  promise_impact(trial, found->saltation.body.impact, input.contact.surface, -1);
  promise_body(trial, input.contact, found->saltation.body);
  const td_saltation_reach &reach = found->reach;
  trial.promise(reach.x >= 0 && reach.attitude >= 0 && reach.v >= 0 && reach.w >= 0, "a reach is no less than 0");
}

struct SpeedsRows {
  SpeedsOutput answer;
  td_speeds_derivatives impact;
  td_real p[3 * (TD_MAX_SPEEDS + 3)], u[TD_MAX_SPEEDS * (TD_MAX_SPEEDS + 3)];
};
template <class V>
void fields(V &v, SpeedsRows &x) {
  const std::int32_t n = x.answer.arrays.speeds;
  CALLS_FIELDS(all, x.impact, x.answer.arrays);
  CALLS_FIELDS(first, 3 * (n + 3), x.p);
  CALLS_FIELDS(first, n * (n + 3), x.u);
}

inline void resolve_speeds_derivatives(Trial &trial) {
  static System data;
  draw_system(trial.draw, 1, data);
  SpeedsInput input = {single(trial.draw, data), &data};
  SpeedsRows &output = *untouched<SpeedsRows>();
  output.answer.arrays.speeds = data.n;
  output.answer.arrays.constraints = data.constraints;
  attempt(trial, input, output, [](const SpeedsInput &in, SpeedsRows &out) {
    td_system_after after = into(out.answer.arrays);
    return td_resolve_speeds_derivatives(&in.system, &out.impact, out.p, out.u, &after);
  });
  if (trial.status >= 0) promise_single(trial, input.system, output.impact.speeds, output.answer.arrays);
}

struct LimbsRows {
  td_speeds_multi_contact_derivatives impact;
  Arrays arrays;
  Shares shares;
  td_real p[3 * TD_MAX_CONTACTS * TD_MAX_SPEEDS], p_by_surface[3 * TD_MAX_CONTACTS * 3 * TD_MAX_CONTACTS];
  td_real u[TD_MAX_SPEEDS * TD_MAX_SPEEDS], u_by_surface[TD_MAX_SPEEDS * 3 * TD_MAX_CONTACTS];
};
template <class V>
void fields(V &v, LimbsRows &x) {
  const std::int32_t n = x.arrays.speeds, entries = 3 * std::clamp<std::int32_t>(x.shares.count, 0, TD_MAX_CONTACTS);
  CALLS_FIELDS(all, x.impact, x.arrays, x.shares);
  CALLS_FIELDS(first, entries * n, x.p);
  CALLS_FIELDS(first, entries * entries, x.p_by_surface);
  CALLS_FIELDS(first, n * n, x.u);
  CALLS_FIELDS(first, n * entries, x.u_by_surface);
}

inline void resolve_speeds_multi_contact_derivatives(Trial &trial) {
  const LimbsRows &output = strike_limbs<LimbsRows>(
      trial,
      [](const LimbsInput &in, LimbsRows &out) {
        td_system_after after = into(out.arrays);
        return td_resolve_speeds_multi_contact_derivatives(&in.system, &out.impact, out.p, out.p_by_surface, out.u,
                                                           out.u_by_surface, &after, out.shares.list);
      },
      [](const LimbsRows &out) -> const td_speeds_multi_contact_impact & { return out.impact.speeds; });
  if (trial.status < 0) return;
  trial.promise(output.impact.margin >= 0 && output.impact.margin <= 1, "a margin is a part");
  trial.promise(output.impact.redundant >= 0, "redundant impulses are counted");
}

// One array serves all derivatives by the configuration: derivatives of M and of A need the most.
struct SpeedsSaltationInput {
  SpeedsInput speeds;
  td_speeds_flow flow;
  td_real before[TD_MAX_SPEEDS], after[TD_MAX_SPEEDS];
  td_real by[TD_MAX_SPEEDS * TD_MAX_SPEEDS * (TD_MAX_SPEEDS + TD_MAX_CONSTRAINTS)];
};
template <class V>
void fields(V &v, SpeedsSaltationInput &x) {
  CALLS_FIELDS(all, x.speeds, x.flow, x.before, x.after, x.by);
}
struct SpeedsSaltationOutput {
  SpeedsOutput answer;
  td_speeds_saltation saltation;
  td_real X[4 * TD_MAX_SPEEDS * TD_MAX_SPEEDS], E[2 * TD_MAX_SPEEDS * TD_ERRORS_OF_PARAMETERS];
};
template <class V>
void fields(V &v, SpeedsSaltationOutput &x) {
  const std::int32_t n = x.answer.arrays.speeds;
  CALLS_FIELDS(all, x.saltation, x.answer.arrays);
  CALLS_FIELDS(first, 4 * n * n, x.X);
  CALLS_FIELDS(first, 2 * n * TD_ERRORS_OF_PARAMETERS, x.E);
}

inline void speeds_saltation_of(Trial &trial) {
  static System data;
  static SpeedsSaltationInput input;
  draw_system(trial.draw, 1, data);
  input.speeds = {single(trial.draw, data), &data};
  fill(trial.draw, input.before, -10, 10);
  fill(trial.draw, input.after, -10, 10);
  fill(trial.draw, input.by, td_real(-0.1), td_real(0.1));
  input.flow = {input.before, input.after, trial.draw.one_in(4) ? nullptr : input.by,
                trial.draw.one_in(4) ? nullptr : input.by, trial.draw.one_in(4) ? nullptr : input.by};
  SpeedsSaltationOutput &output = *untouched<SpeedsSaltationOutput>();
  output.answer.arrays.speeds = data.n;
  output.answer.arrays.constraints = data.constraints;
  attempt(trial, input, output, [](const SpeedsSaltationInput &in, SpeedsSaltationOutput &out) {
    td_system_after after = into(out.answer.arrays);
    return td_speeds_saltation_of(&in.speeds.system, &in.flow, &out.saltation, out.X, out.E, &after);
  });
  if (trial.status < 0) return;
  promise_single(trial, input.speeds.system, output.saltation.speeds, output.answer.arrays);
  trial.promise(output.saltation.margin >= 0, "a margin is no less than none");
}

struct CovarianceInput {
  td_real X[TD_MAX_COVARIANCE * TD_MAX_COVARIANCE], C[TD_MAX_COVARIANCE * TD_MAX_COVARIANCE];
  td_real E[TD_MAX_COVARIANCE * TD_MAX_COVARIANCE], S[TD_MAX_COVARIANCE * TD_MAX_COVARIANCE];
  std::int32_t outputs, inputs, parameters;
};
template <class V>
void fields(V &v, CovarianceInput &x) {
  CALLS_FIELDS(all, x.X, x.C, x.E, x.S, x.outputs, x.inputs, x.parameters);
}
struct CovarianceOutput {
  td_real after[TD_MAX_COVARIANCE * TD_MAX_COVARIANCE];
  std::int32_t outputs;
};
template <class V>
void fields(V &v, CovarianceOutput &x) {
  CALLS_FIELDS(first, x.outputs * x.outputs, x.after);
}

// Of n errors, by rows.
inline void promise_covariance(Trial &trial, int n, const td_real *C) {
  for (int i = 0; i < n; ++i) {
    trial.promise(C[i * n + i] >= 0, "no negative variance");
    for (int j = 0; j < i; ++j) trial.promise(C[i * n + j] == C[j * n + i], "a covariance is symmetric");
  }
}

inline void covariance_through(Trial &trial) {
  static CovarianceInput input;
  const auto count = [&] { return 1 + trial.draw.below(TD_MAX_COVARIANCE); };
  input.outputs = count();
  input.inputs = count();
  input.parameters = count();
  for (td_real(*matrix)[TD_MAX_COVARIANCE * TD_MAX_COVARIANCE] : {&input.X, &input.C, &input.E, &input.S})
    fill(trial.draw, *matrix, -1, 1);
  for (int i = 0; i < input.inputs; ++i) input.C[i * (input.inputs + 1)] += real(input.inputs);
  for (int i = 0; i < input.parameters; ++i) input.S[i * (input.parameters + 1)] += real(input.parameters);
  CovarianceOutput &output = *untouched<CovarianceOutput>();
  output.outputs = input.outputs;
  attempt(trial, input, output, [](const CovarianceInput &in, CovarianceOutput &out) {
    return td_covariance_through(in.outputs, in.inputs, in.X, in.C, in.parameters, in.E, in.S, out.after);
  });
  if (trial.status >= 0 && input.outputs == output.outputs) promise_covariance(trial, input.outputs, output.after);
}

struct TouchCovarianceInput {
  LandingInput landing;
  td_real P[TD_ERRORS_OF_STATE * TD_ERRORS_OF_STATE], S[TD_ERRORS_OF_PARAMETERS * TD_ERRORS_OF_PARAMETERS];
};
template <class V>
void fields(V &v, TouchCovarianceInput &x) {
  CALLS_FIELDS(all, x.landing, x.P, x.S);
}
struct TouchCovarianceOutput {
  td_first_touch touch;
  td_touch_covariance covariance;
};
template <class V>
void fields(V &v, TouchCovarianceOutput &x) {
  CALLS_FIELDS(all, x.touch, x.covariance);
}

// A diagonal that outweighs the rest of its rows: then the input is a covariance, and so is the result.
inline void first_touch_covariance(Trial &trial) {
  constexpr int n = TD_ERRORS_OF_STATE, parameters = TD_ERRORS_OF_PARAMETERS;
  static TouchCovarianceInput input;
  input.landing = draw_landing(trial.draw);
  fill(trial.draw, input.P, td_real(-1e-4), td_real(1e-4));
  fill(trial.draw, input.S, td_real(-1e-4), td_real(1e-4));
  for (int i = 0; i < n; ++i) input.P[i * (n + 1)] = td_real(1e-4) * real(n);
  for (int i = 0; i < parameters; ++i) input.S[i * (parameters + 1)] = td_real(1e-4) * real(parameters);
  TouchCovarianceOutput &output = *untouched<TouchCovarianceOutput>();
  attempt(trial, input, output, [](const TouchCovarianceInput &in, TouchCovarianceOutput &out) {
    return td_first_touch_covariance(&in.landing.body, &in.landing.state, in.P, in.S, &out.touch, &out.covariance);
  });
  if (trial.status < 0) return;
  const td_touch_covariance &found = output.covariance;
  trial.promise(found.known >= 0 && found.known <= 2 && (found.known == 0 || output.touch.count > 0),
                "covariances are those of a touch");
  trial.promise(found.known == (output.touch.count > 0 ? 2 : 0) || (trial.status & TD_CAVEAT_COVARIANCE_ENDS) != 0,
                "a covariance that ends early says so");
  if (found.known > 0) promise_covariance(trial, n, found.at[0]);
  if (found.known > 1) promise_covariance(trial, n, found.after[0]);
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
