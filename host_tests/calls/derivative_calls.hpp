// derivatives.h and saltation.h: impacts with their derivatives, and covariances through them.
#ifndef TOUCHDOWN_CALLS_DERIVATIVE_CALLS_HPP
#define TOUCHDOWN_CALLS_DERIVATIVE_CALLS_HPP

#include "contact_calls.hpp"
#include "landing_calls.hpp"
#include "system_calls.hpp"

namespace calls {
namespace CALLS_PRECISION {

inline void resolve_derivatives(Trial &trial) {
  td_contact contact = draw_contact(trial.draw);
  td_impact_derivatives *const impact = untouched<td_impact_derivatives>();
  attempt(trial, contact, *impact,
          [](const td_contact &in, td_impact_derivatives &out) { return td_resolve_derivatives(&in, &out); });
  if (trial.status < 0) return;
  promise_contact(trial, contact, impact->impact);
  trial.promise(impact->margin >= 0, "a margin is no less than none");
}

inline void resolve_body_derivatives(Trial &trial) {
  td_body_contact body = draw_body(trial.draw);
  td_body_derivatives *const impact = untouched<td_body_derivatives>();
  attempt(trial, body, *impact,
          [](const td_body_contact &in, td_body_derivatives &out) { return td_resolve_body_derivatives(&in, &out); });
  if (trial.status < 0) return;
  promise_impact(trial, impact->body.impact, body.surface, -1);
  promise_body(trial, body, impact->body);
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
  v.all(x.impact, x.shares);
  v.first(entries * TD_BODY_MOTION_INPUTS, x.p);
  v.first(entries * entries, x.p_by_surface);
  v.first(6 * entries, x.motion_by_surface);
}

inline void resolve_body_multi_contact_derivatives(Trial &trial) {
  const FeetRows &output = strike_feet<FeetRows>(
      trial,
      [](const FeetInput &in, FeetRows &out) {
        return td_resolve_body_multi_contact_derivatives(&in.body, &out.impact, out.p, out.p_by_surface,
                                                         out.motion_by_surface);
      },
      [](const FeetRows &out) -> const td_body_multi_contact_impact & { return out.impact.body; });
  if (trial.status < 0) return;
  trial.promise(output.impact.margin >= 0 && output.impact.margin <= 1, "a margin is a part");
  trial.promise(output.impact.redundant >= 0, "redundant impulses are counted");
}

inline void resolve_inertia_derivatives(Trial &trial) {
  td_contact contact = draw_contact(trial.draw);
  td_impact_inertia_derivatives *const impact = untouched<td_impact_inertia_derivatives>();
  attempt(trial, contact, *impact, [](const td_contact &in, td_impact_inertia_derivatives &out) {
    return td_resolve_inertia_derivatives(&in, &out);
  });
  if (trial.status < 0) return;
  promise_contact(trial, contact, impact->derivatives.impact);
  trial.promise(impact->derivatives.margin >= 0, "a margin is no less than none");
}

inline void resolve_body_pose_derivatives(Trial &trial) {
  td_body_contact body = draw_body(trial.draw);
  td_body_pose_derivatives *const impact = untouched<td_body_pose_derivatives>();
  attempt(trial, body, *impact, [](const td_body_contact &in, td_body_pose_derivatives &out) {
    return td_resolve_body_pose_derivatives(&in, &out);
  });
  if (trial.status < 0) return;
  promise_impact(trial, impact->derivatives.body.impact, body.surface, -1);
  promise_body(trial, body, impact->derivatives.body);
}

struct SaltationInput {
  td_body_contact contact;
  td_body_loads before, after;
};
template <class V>
void fields(V &v, SaltationInput &x) {
  v.all(x.contact, x.before, x.after);
}

inline void body_saltation_of(Trial &trial) {
  SaltationInput input = {draw_body(trial.draw), {}, {}};
  for (td_body_loads *loads : {&input.before, &input.after}) {
    fill(trial.draw, loads->force, -10, 10);
    fill(trial.draw, loads->torque, -1, 1);
  }
  td_body_saltation *const saltation = untouched<td_body_saltation>();
  attempt(trial, input, *saltation, [](const SaltationInput &in, td_body_saltation &out) {
    return td_body_saltation_of(&in.contact, &in.before, &in.after, &out);
  });
  if (trial.status < 0) return;
  promise_impact(trial, saltation->body.impact, input.contact.surface, -1);
  promise_body(trial, input.contact, saltation->body);
}

struct SpeedsRows {
  SpeedsOutput answer;
  td_speeds_derivatives impact;
  td_real p[3 * (TD_MAX_SPEEDS + 3)], u[TD_MAX_SPEEDS * (TD_MAX_SPEEDS + 3)];
};
template <class V>
void fields(V &v, SpeedsRows &x) {
  const std::int32_t n = x.answer.arrays.speeds;
  v.all(x.impact, x.answer.arrays);
  v.first(3 * (n + 3), x.p);
  v.first(n * (n + 3), x.u);
}

inline void resolve_speeds_derivatives(Trial &trial) {
  static System data;
  draw_system(trial.draw, 1, data);
  SpeedsInput input = {single(trial.draw, data), &data};
  SpeedsRows &output = *untouched<SpeedsRows>();
  output.answer.arrays.speeds = data.n;
  output.answer.arrays.constraints = data.constraints;
  direct(input.system.system, output.answer.arrays);
  attempt(trial, input, output, [](const SpeedsInput &in, SpeedsRows &out) {
    return td_resolve_speeds_derivatives(&in.system, &out.impact, out.p, out.u);
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
  v.all(x.impact, x.arrays, x.shares);
  v.first(entries * n, x.p);
  v.first(entries * entries, x.p_by_surface);
  v.first(n * n, x.u);
  v.first(n * entries, x.u_by_surface);
}

inline void resolve_speeds_multi_contact_derivatives(Trial &trial) {
  const LimbsRows &output = strike_limbs<LimbsRows>(
      trial,
      [](const LimbsInput &in, LimbsRows &out) {
        return td_resolve_speeds_multi_contact_derivatives(&in.system, &out.impact, out.p, out.p_by_surface, out.u,
                                                           out.u_by_surface);
      },
      [](const LimbsRows &out) -> const td_speeds_multi_contact_impact & { return out.impact.speeds; });
  if (trial.status < 0) return;
  trial.promise(output.impact.margin >= 0 && output.impact.margin <= 1, "a margin is a part");
  trial.promise(output.impact.redundant >= 0, "redundant impulses are counted");
}

// One array serves all derivatives by the configuration: that of M and that of A ask for the most.
struct SpeedsSaltationInput {
  SpeedsInput speeds;
  td_speeds_flow flow;
  td_real before[TD_MAX_SPEEDS], after[TD_MAX_SPEEDS];
  td_real by[TD_MAX_SPEEDS * TD_MAX_SPEEDS * (TD_MAX_SPEEDS + TD_MAX_CONSTRAINTS)];
};
template <class V>
void fields(V &v, SpeedsSaltationInput &x) {
  v.all(x.speeds, x.flow, x.before, x.after, x.by);
}
struct SpeedsSaltationOutput {
  SpeedsOutput answer;
  td_speeds_saltation saltation;
  td_real X[4 * TD_MAX_SPEEDS * TD_MAX_SPEEDS], E[2 * TD_MAX_SPEEDS * TD_ERRORS_OF_PARAMETERS];
};
template <class V>
void fields(V &v, SpeedsSaltationOutput &x) {
  const std::int32_t n = x.answer.arrays.speeds;
  v.all(x.saltation, x.answer.arrays);
  v.first(4 * n * n, x.X);
  v.first(2 * n * TD_ERRORS_OF_PARAMETERS, x.E);
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
  direct(input.speeds.system.system, output.answer.arrays);
  attempt(trial, input, output, [](const SpeedsSaltationInput &in, SpeedsSaltationOutput &out) {
    return td_speeds_saltation_of(&in.speeds.system, &in.flow, &out.saltation, out.X, out.E);
  });
  if (trial.status < 0) return;
  promise_single(trial, input.speeds.system, output.saltation.speeds, output.answer.arrays);
  trial.promise(output.saltation.margin >= 0, "a margin is no less than none");
}

struct CovarianceInput {
  td_real X[TD_MAX_COVARIANCE_OUTPUTS * TD_MAX_COVARIANCE_INPUTS];
  td_real C[TD_MAX_COVARIANCE_INPUTS * TD_MAX_COVARIANCE_INPUTS];
  std::int32_t outputs, inputs;
};
template <class V>
void fields(V &v, CovarianceInput &x) {
  v.all(x.X, x.C, x.outputs, x.inputs);
}
struct CovarianceOutput {
  td_real after[TD_MAX_COVARIANCE_OUTPUTS * TD_MAX_COVARIANCE_OUTPUTS];
  std::int32_t outputs;
};
template <class V>
void fields(V &v, CovarianceOutput &x) {
  v.first(x.outputs * x.outputs, x.after);
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
  input.outputs = 1 + trial.draw.below(TD_MAX_COVARIANCE_OUTPUTS);
  input.inputs = 1 + trial.draw.below(TD_MAX_COVARIANCE_INPUTS);
  fill(trial.draw, input.X, -1, 1);
  fill(trial.draw, input.C, -1, 1);
  for (int i = 0; i < input.inputs; ++i) input.C[i * (input.inputs + 1)] += real(input.inputs);
  CovarianceOutput &output = *untouched<CovarianceOutput>();
  output.outputs = input.outputs;
  attempt(trial, input, output, [](const CovarianceInput &in, CovarianceOutput &out) {
    return td_covariance_through(in.outputs, in.inputs, in.X, in.C, out.after);
  });
  if (trial.status >= 0 && input.outputs <= TD_MAX_COVARIANCE_OUTPUTS)
    promise_covariance(trial, input.outputs, output.after);
}

struct ThroughImpactInput {
  td_body_saltation saltation;
  td_real P[TD_ERRORS_OF_STATE * TD_ERRORS_OF_STATE], S[TD_ERRORS_OF_PARAMETERS * TD_ERRORS_OF_PARAMETERS];
};
template <class V>
void fields(V &v, ThroughImpactInput &x) {
  v.all(x.saltation.X, x.saltation.E, x.P, x.S);
}
struct ThroughImpactOutput {
  td_real after[TD_ERRORS_OF_STATE * TD_ERRORS_OF_STATE];
};
template <class V>
void fields(V &v, ThroughImpactOutput &x) {
  v.all(x.after);
}

inline void covariance_through_impact(Trial &trial) {
  constexpr int n = TD_ERRORS_OF_STATE;
  static ThroughImpactInput input;
  for (auto &row : input.saltation.X) fill(trial.draw, row, -1, 1);
  for (auto &row : input.saltation.E) fill(trial.draw, row, -1, 1);
  fill(trial.draw, input.P, -1, 1);
  fill(trial.draw, input.S, -1, 1);
  for (int i = 0; i < n; ++i) input.P[i * (n + 1)] += real(n);
  ThroughImpactOutput &output = *untouched<ThroughImpactOutput>();
  attempt(trial, input, output, [](const ThroughImpactInput &in, ThroughImpactOutput &out) {
    return td_covariance_through_impact(&in.saltation, in.P, in.S, out.after);
  });
  if (trial.status >= 0) promise_covariance(trial, n, output.after);
}

struct TouchCovarianceInput {
  LandingInput landing;
  td_real P[TD_ERRORS_OF_STATE * TD_ERRORS_OF_STATE], S[TD_ERRORS_OF_PARAMETERS * TD_ERRORS_OF_PARAMETERS];
};
template <class V>
void fields(V &v, TouchCovarianceInput &x) {
  v.all(x.landing, x.P, x.S);
}
struct TouchCovarianceOutput {
  td_first_touch touch;
  td_touch_covariance covariance;
};
template <class V>
void fields(V &v, TouchCovarianceOutput &x) {
  v.all(x.touch, x.covariance);
}

// A diagonal that outweighs the rest of its rows: what comes in is a covariance, and what goes out another.
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

struct ThroughSpeedsImpactInput {
  std::int32_t n;
  td_real X[4 * TD_MAX_SPEEDS * TD_MAX_SPEEDS], P[4 * TD_MAX_SPEEDS * TD_MAX_SPEEDS];
  td_real E[2 * TD_MAX_SPEEDS * TD_ERRORS_OF_PARAMETERS], S[TD_ERRORS_OF_PARAMETERS * TD_ERRORS_OF_PARAMETERS];
};
template <class V>
void fields(V &v, ThroughSpeedsImpactInput &x) {
  v.all(x.n, x.X, x.P, x.E, x.S);
}
struct ThroughSpeedsImpactOutput {
  td_real after[4 * TD_MAX_SPEEDS * TD_MAX_SPEEDS];
  std::int32_t errors;
};
template <class V>
void fields(V &v, ThroughSpeedsImpactOutput &x) {
  v.first(x.errors * x.errors, x.after);
}

inline void covariance_through_speeds_impact(Trial &trial) {
  static ThroughSpeedsImpactInput input;
  input.n = 1 + trial.draw.below(TD_MAX_SPEEDS);
  fill(trial.draw, input.X, -1, 1);
  fill(trial.draw, input.P, -1, 1);
  fill(trial.draw, input.E, -1, 1);
  fill(trial.draw, input.S, -1, 1);
  const int errors = 2 * input.n;
  for (int i = 0; i < errors; ++i) input.P[i * (errors + 1)] += real(errors);
  ThroughSpeedsImpactOutput &output = *untouched<ThroughSpeedsImpactOutput>();
  output.errors = errors;
  attempt(trial, input, output, [](const ThroughSpeedsImpactInput &in, ThroughSpeedsImpactOutput &out) {
    return td_covariance_through_speeds_impact(in.n, in.X, in.E, in.P, in.S, out.after);
  });
  if (trial.status >= 0 && input.n == errors / 2) promise_covariance(trial, errors, output.after);
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
