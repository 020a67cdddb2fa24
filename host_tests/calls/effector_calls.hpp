// effector.h: the impact of an arm or a leg, and the directions without one.
#ifndef TOUCHDOWN_CALLS_EFFECTOR_CALLS_HPP
#define TOUCHDOWN_CALLS_EFFECTOR_CALLS_HPP

#include "system_calls.hpp"

namespace calls {
namespace CALLS_PRECISION {

struct EffectorInput {
  SpeedsInput speeds;
  td_real speed_jump[TD_MAX_SPEEDS], joint_impulse[TD_MAX_SPEEDS], constraint_impulse[TD_MAX_CONSTRAINTS];
  td_effector effector;
};
template <class V>
void fields(V &v, EffectorInput &x) {
  CALLS_FIELDS(all, x.effector.speeds, x.effector.max_speed_jump, x.effector.max_joint_impulse, x.speed_jump,
               x.joint_impulse);
  CALLS_FIELDS(all, x.effector.max_constraint_impulse, x.constraint_impulse, x.effector.stiffness,
               x.effector.max_force);
  CALLS_FIELDS(all, x.speeds.data->M, x.speeds.data->L, x.speeds.data->u, x.speeds.data->A, x.speeds.data->hold);
  CALLS_FIELDS(first, 3 * TD_MAX_SPEEDS, x.speeds.data->J);
}
struct EffectorOutput {
  td_effector_impact impact;
  Arrays arrays;
};
template <class V>
void fields(V &v, EffectorOutput &x) {
  CALLS_FIELDS(all, x.impact, x.arrays);
}

inline void predict_effector(Trial &trial) {
  static System data;
  static EffectorInput input;
  draw_system(trial.draw, 1, data);
  input.speeds.data = &data;
  input.effector.speeds = single(trial.draw, data);
  fill(trial.draw, input.speed_jump, 0, 4);
  fill(trial.draw, input.joint_impulse, 0, 4);
  input.effector.max_speed_jump = trial.draw.one_in(4) ? nullptr : input.speed_jump;
  input.effector.max_joint_impulse = trial.draw.one_in(4) ? nullptr : input.joint_impulse;
  fill(trial.draw, input.constraint_impulse, 0, 4);
  input.effector.max_constraint_impulse = trial.draw.one_in(4) ? nullptr : input.constraint_impulse;
  input.effector.stiffness = trial.draw.one_in(4) ? 0 : uniform(trial.draw, 0, td_real(1e5));
  input.effector.max_force = trial.draw.one_in(4) ? 0 : uniform(trial.draw, 0, td_real(1e3));
  EffectorOutput &output = *untouched<EffectorOutput>();
  output.arrays.speeds = data.n;
  output.arrays.constraints = data.constraints;
  attempt(trial, input, output, [](const EffectorInput &in, EffectorOutput &out) {
    td_system_after after = into(out.arrays);
    return td_predict_effector(&in.effector, &out.impact, &after);
  });
  if (trial.status >= 0) promise_single(trial, input.effector.speeds, output.impact.speeds, output.arrays);
}

struct Invariants {
  std::int32_t count, n;
  td_real rows[TD_MAX_SPEEDS * TD_MAX_SPEEDS];
};
template <class V>
void fields(V &v, Invariants &x) {
  CALLS_FIELDS(all, x.count);
  CALLS_FIELDS(first, x.count * x.n, x.rows);
}

inline void effector_invariants(Trial &trial) {
  static System data;
  draw_system(trial.draw, 1, data);
  SpeedsInput input = {single(trial.draw, data), &data};
  Invariants &output = *untouched<Invariants>();
  output.n = data.n;
  attempt(trial, input, output, [](const SpeedsInput &in, Invariants &out) {
    return td_effector_invariants(&in.system, &out.count, out.rows);
  });
  if (trial.status >= 0) promise_orthonormal(trial, output.count, input.system.system.n, output.rows);
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
