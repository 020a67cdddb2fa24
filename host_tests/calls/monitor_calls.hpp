// monitor.h: a machine, a stream of samples through its monitor. A
// trial draws the whole state that a function is called on, so that every bit of it may be spoiled.
#ifndef TOUCHDOWN_CALLS_MONITOR_CALLS_HPP
#define TOUCHDOWN_CALLS_MONITOR_CALLS_HPP

#include "draws.hpp"
#include "drop_test_calls.hpp"
#include "touchdown/monitor.h"

namespace calls {
namespace CALLS_PRECISION {

inline td_monitor_machine draw_monitored(Draw &draw) {
  td_monitor_machine machine = {};
  machine.rate = uniform(draw, 200, 4000);
  machine.mass = uniform(draw, 1, 200);
  for (int i = 0; i < 3; ++i) machine.inertia[i] = machine.mass * uniform(draw, td_real(0.2), td_real(0.3));
  fill(draw, machine.sensor, td_real(-0.2), td_real(0.2));
  machine.feet = draw.one_in(4) ? 1 + draw.below(TD_MAX_FEET) : 4;
  machine.points = draw.one_in(2) ? 0 : draw.below(TD_MAX_HULL_POINTS + 1);
  for (int i = 0; i < TD_MAX_FEET; ++i) {
    const td_real x = i % 2 == 0 ? td_real(1) : td_real(-1), y = i / 2 % 2 == 0 ? td_real(1) : td_real(-1);
    machine.foot[i] = {{x, y, uniform(draw, td_real(-1), td_real(-0.8))}, td_real(0.05), td_real(0.6)};
  }
  for (td_monitor_point &point : machine.point) fill(draw, point.r, -1, 1);
  machine.range = 300;
  machine.accelerometer_noise = uniform(draw, td_real(0.01), td_real(0.1));
  machine.gyro_noise = uniform(draw, td_real(0.001), td_real(0.01));
  machine.force_rate = uniform(draw, 0, 300);
  machine.torque_rate = uniform(draw, 0, 150);
  machine.model_error = draw.one_in(2) ? 0 : td_real(0.02);
  machine.normal_error = draw.one_in(2) ? 0 : td_real(0.03);
  machine.bearing_load = draw.one_in(2) ? 0 : 50;
  return machine;
}

// A push at a foot, or at several, or a shake, that lasts some samples.
struct DrawnPush {
  td_real dv[3], dw[3];
  int begins, lasts;
  bool shakes;
};

inline DrawnPush draw_push(Draw &draw, const td_monitor_machine &machine) {
  DrawnPush push = {};
  const td_monitor_point &foot = machine.foot[draw.below(4)];
  const td_real p[3] = {uniform(draw, -1, 1), uniform(draw, -1, 1), uniform(draw, 2, 20)};
  const td_real part = draw.one_in(2) ? 1 : uniform(draw, 0, 1);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    push.dv[i] = p[i] / machine.mass;
    push.dw[i] = part * (foot.r[j] * p[k] - foot.r[k] * p[j]) / machine.inertia[i];
  }
  push.begins = 150 + draw.below(40);
  push.lasts = 2 + draw.below(60);
  push.shakes = draw.one_in(6);
  return push;
}

inline td_monitor_sample draw_felt(Draw &draw, const td_monitor_machine &machine, const DrawnPush &push, int i) {
  const int in = i - push.begins;
  const td_real passed = in <= 0 ? 0 : in >= push.lasts ? 1 : real(in) / real(push.lasts);
  const bool pushes = in > 0 && in <= push.lasts;
  const td_real sign = push.shakes && in % 4 < 2 ? -1 : 1;
  td_monitor_sample sample = {};
  fill(draw, sample.a, -machine.accelerometer_noise, machine.accelerometer_noise);
  fill(draw, sample.w, -machine.gyro_noise, machine.gyro_noise);
  for (int k = 0; k < 3; ++k) {
    if (pushes) sample.a[k] += sign * push.dv[k] * machine.rate / real(push.lasts);
    sample.w[k] += sign * push.dw[k] * passed;
  }
  sample.n[2] = 1;
  return sample;
}

struct MonitorState {
  td_monitor monitor;
};
template <class V>
void fields(V &, MonitorState &) {}

// After a part of a stream; `machine` receives what it is of, `next` the sample that comes next.
inline MonitorState &draw_monitor(Draw &draw, td_monitor_machine &machine, td_monitor_sample &next) {
  static MonitorState state;
  td_monitor &monitor = state.monitor;
  std::memset(static_cast<void *>(&monitor), 0, sizeof monitor);
  next = {};
  machine = {};
  if (draw.one_in(32)) return state;
  machine = draw_monitored(draw);
  const DrawnPush push = draw_push(draw, machine);
  const int length = draw.one_in(4) ? draw.below(160) : push.begins + draw.below(push.lasts + 12);
  Draw noise(draw.bits());  // of its own, so that a trial is drawn from few integers
  if (draw.below(4) == 3) machine.range = uniform(draw, 5, 50);
  if (draw.below(3) == 2) machine.filter = uniform(draw, 20, machine.rate / 4);
  (void)td_monitor_start(&monitor, &machine);
  for (int i = 0; i < length; ++i) {
    const td_monitor_sample sample = draw_felt(noise, machine, push, i);
    (void)td_monitor_feed(&monitor, &machine, &sample);
  }
  next = draw_felt(noise, machine, push, length);
  return state;
}

inline void promise_states(Trial &trial, MonitorState &state) {
  StateHasher hasher(trial.hash);
  hasher.all(state.monitor);
  const std::int32_t phase = state.monitor.phase;
  trial.promise(phase >= TD_MONITOR_LEARNS && phase <= TD_MONITOR_WEIGHS, "a phase that there is");
  for (const std::int32_t foot : state.monitor.foot)
    trial.promise(!trial.sound() || (foot >= TD_FOOT_CLEAR && foot <= TD_FOOT_BEARING),
                  "a state of a foot that there is");
}

struct FeltInput {
  td_monitor &monitor;
  td_monitor_machine machine;
  td_monitor_sample sample;
};
template <class V>
void fields(V &v, FeltInput &x) {
  CALLS_FIELDS(all, x.monitor, x.machine, x.sample);
}

inline void monitor_feed(Trial &trial) {
  td_monitor_machine machine;
  td_monitor_sample next;
  MonitorState &state = draw_monitor(trial.draw, machine, next);
  FeltInput input = {state.monitor, machine, next};
  attempt(trial, input, state, [](const FeltInput &in, MonitorState &out) {
    return td_monitor_feed(&out.monitor, &in.machine, &in.sample);
  });
  if (trial.status < 0) return;
  promise_states(trial, state);
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
