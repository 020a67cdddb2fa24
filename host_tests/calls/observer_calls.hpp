// monitor.h: a machine, and a stream of speeds and forces through its observer.
#ifndef TOUCHDOWN_CALLS_OBSERVER_CALLS_HPP
#define TOUCHDOWN_CALLS_OBSERVER_CALLS_HPP

#include "monitor_calls.hpp"
#include "touchdown/monitor.h"

namespace calls {
namespace CALLS_PRECISION {

inline td_monitor_machine draw_observed(Draw &draw) {
  td_monitor_machine machine = {};
  machine.speeds = 1 + draw.below(TD_MAX_SPEEDS);
  machine.feet = draw.one_in(4) ? 1 + draw.below(TD_MAX_FEET) : 1 + draw.below(2);
  for (td_monitor_point &foot : machine.foot) foot.mu = draw.one_in(4) ? 0 : td_real(0.6);
  for (td_real &noise : machine.noise) noise = uniform(draw, td_real(1e-4), td_real(1e-3));
  machine.gain = uniform(draw, 10, 500);
  machine.bearing_load = uniform(draw, 1, 50);
  machine.learning = draw.one_in(4) ? 1 : 2 + draw.below(4);
  machine.model_error = draw.one_in(2) ? 0 : td_real(0.02);
  return machine;
}

// The arrays of a sample. A push at a foot is a force that the sample leaves out.
struct ObservedData {
  System system;
  td_real force[TD_MAX_SPEEDS], pushed[TD_MAX_SPEEDS], push[TD_MAX_PUSHES * TD_MAX_SPEEDS];
  int feet, begins, lasts;
};
template <class V>
void fields(V &v, ObservedData &x) {
  const int n = x.system.n, feet = x.feet;
  CALLS_FIELDS(first, n * n, x.system.M);
  CALLS_FIELDS(first, n, x.system.u);
  CALLS_FIELDS(first, n, x.force);
  CALLS_FIELDS(first, 3 * feet * n, x.system.J);
  CALLS_FIELDS(first, 3 * feet, x.system.normals);
  CALLS_FIELDS(first, TD_MAX_PUSHES * n, x.push);
}

inline void draw_observed_data(Draw &draw, const td_monitor_machine &machine, ObservedData &data) {
  draw_system(draw, machine.feet, data.system);
  const int n = machine.speeds;
  data.system.n = n;
  data.feet = machine.feet;
  draw_mass_matrix(draw, n, data.system.M, data.system.L);
  fill(draw, data.system.u, n, -1, 1);
  fill(draw, data.system.J, 3 * machine.feet * n, -1, 1);
  const int foot = draw.below(machine.feet);
  for (int j = 0; j < TD_MAX_SPEEDS; ++j) {
    data.force[j] = data.pushed[j] = 0;
    for (int k = 0; k < 3 && j < n; ++k)
      data.pushed[j] += 40 * data.system.normals[3 * foot + k] * data.system.J[(3 * foot + k) * n + j];
  }
  data.begins = 6 + draw.below(6);
  data.lasts = 2 + draw.below(10);
}

inline td_joints_sample observed_now(Draw &draw, const td_monitor_machine &machine, ObservedData &data, int i) {
  const bool pushes = i > data.begins && i <= data.begins + data.lasts;
  for (int j = 0; j < machine.speeds; ++j) {
    data.system.u[j] += uniform(draw, td_real(-1e-4), td_real(1e-4));
    data.force[j] = pushes ? -data.pushed[j] : 0;
  }
  td_joints_sample sample = {};
  sample.n = machine.speeds;
  sample.feet = machine.feet;
  sample.dt = td_real(0.001);
  sample.M = data.system.M;
  sample.u = data.system.u;
  sample.force = data.force;
  sample.J = data.system.J;
  sample.normals = data.system.normals;
  return sample;
}

// After a part of a stream; `machine` receives what it is of, `next` the sample that comes then.
inline MonitorState &draw_observer(Draw &draw, ObservedData &data, td_monitor_machine &machine,
                                   td_joints_sample &next) {
  static MonitorState state;
  std::memset(static_cast<void *>(&state), 0, sizeof state);
  machine = draw_observed(draw);
  draw_observed_data(draw, machine, data);
  const bool starts = !draw.one_in(32);
  if (starts) (void)td_monitor_start(&state.monitor, &machine);
  const int length = draw.one_in(4) ? draw.below(8) : data.begins + draw.below(data.lasts + 10);
  Draw noise(draw.bits());  // of its own, so that a trial is drawn from few integers
  for (int i = 0; i < length && starts; ++i) {
    const td_joints_sample sample = observed_now(noise, machine, data, i);
    (void)td_monitor_feed_joints(&state.monitor, &machine, &sample);
  }
  next = observed_now(noise, machine, data, length);
  fill(noise, data.push, TD_MAX_PUSHES * machine.speeds, -1, 1);
  next.pushes = noise.one_in(2) ? 0 : 1 + noise.below(TD_MAX_PUSHES);
  next.push = data.push;
  return state;
}

// Of either kind of machine.
inline void monitor_start(Trial &trial) {
  td_monitor_machine machine = trial.draw.one_in(2) ? draw_observed(trial.draw) : draw_monitored(trial.draw);
  MonitorState &state = *untouched<MonitorState>();
  attempt(trial, machine, state,
          [](const td_monitor_machine &in, MonitorState &out) { return td_monitor_start(&out.monitor, &in); });
  trial.promise(!trial.sound() || trial.status == TD_SOLVED, "a sound machine is taken");
  if (trial.status < 0) return;
  StateHasher hasher(trial.hash);
  hasher.all(state.monitor);
}

struct ObservedInput {
  td_monitor &monitor;
  td_monitor_machine machine;
  td_joints_sample sample;
  ObservedData *data;
};
template <class V>
void fields(V &v, ObservedInput &x) {
  CALLS_FIELDS(all, x.monitor, x.machine, x.sample.n, x.sample.feet, x.sample.dt, x.sample.M, x.sample.u,
               x.sample.force, x.sample.J);
  CALLS_FIELDS(all, x.sample.normals, x.sample.pushes, x.sample.push, *x.data);
}

inline void observer_feed(Trial &trial) {
  static ObservedData data;
  td_monitor_machine machine;
  td_joints_sample next;
  MonitorState &state = draw_observer(trial.draw, data, machine, next);
  ObservedInput input = {state.monitor, machine, next, &data};
  attempt(trial, input, state, [](const ObservedInput &in, MonitorState &out) {
    return td_monitor_feed_joints(&out.monitor, &in.machine, &in.sample);
  });
  if (trial.status < 0) return;
  promise_states(trial, state);
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
