// Level and noise of the momentum that no contact gives: of the first samples, of flight, and of what lasts.
#ifndef TOUCHDOWN_MONITOR_LEVEL_HPP
#define TOUCHDOWN_MONITOR_LEVEL_HPP

#include "monitor/event.hpp"

namespace touchdown::monitor {

// Noise, thrust and loads take turns, so that no sample costs two of them.
constexpr std::uint32_t turns = 4, turn_of_noise = 1, turn_of_thrust = 2, turn_of_load = 3;

template <class Scalar>
bool is_turn(const Monitor<Scalar> &monitor, std::uint32_t turn) {
  return static_cast<std::uint32_t>(monitor.count) % turns == turn;
}

template <class Scalar>
void hold_to_floor(int n, Monitor<Scalar> &monitor) {
  for (int j = 0; j < n; ++j) monitor.variance[j] = max(monitor.variance[j], monitor.floor[j]);
}

template <class Scalar>
void learn_level(Monitor<Scalar> &monitor, const Source<Scalar> &source, const Scalar *oldest, Scalar share) {
  const Scalar per_time = 1 / oldest[source.n];
  each_component(source.n, [&](int j) { monitor.level[j] += share * (oldest[j] * per_time - monitor.level[j]); });
}

// ---- Of a body

// The newest window of a body, and its squares above the level.
template <class Scalar>
struct Window {
  Pair<Scalar> sum;
  Scalar squares[body_components];
};

template <class Scalar>
Window<Scalar> newest_window(const Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  Window<Scalar> window;
  window.sum = {Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
  add_window(monitor, 0, window.sum);
  square_window<Scalar>(monitor.level, window.sum, TD_MONITOR_WINDOW * source.dt, window.squares);
  return window;
}

template <class Scalar>
void learn_noise(Monitor<Scalar> &monitor, const Source<Scalar> &source, const Window<Scalar> &window, Scalar share) {
  Pair<Scalar> sum = window.sum;
  Scalar wide[body_components];
  add_window(monitor, TD_MONITOR_WINDOW, sum);
  square_window<Scalar>(monitor.level, sum, 2 * TD_MONITOR_WINDOW * source.dt, wide);
  for (int j = 0; j < body_components; ++j) wide[j] -= window.squares[j];
  approach(body_components, monitor.variance, window.squares, share);
  approach(body_components, monitor.growth, wide, share);
  hold_to_floor(body_components, monitor);
}

template <class Scalar>
void learn_thrust(Monitor<Scalar> &monitor, Scalar share) {
  Scalar now[body_components];
  put<Scalar>(vector(monitor.last.force), vector(monitor.last.torque), now);
  approach(body_components, monitor.thrust, now, share);
}

// The level in the first half of learning, the noise about it in the second; what came first is forgotten first.
template <class Scalar>
void learn_first_of_body(Monitor<Scalar> &monitor, const Source<Scalar> &source, const Scalar *oldest) {
  constexpr std::int32_t half = TD_MONITOR_LEARNING / 2;
  learn_thrust(monitor, Scalar(1) / tolerance::monitor_level);
  if (monitor.fresh < TD_MONITOR_BEFORE) return;
  const std::int32_t passed = clamp<std::int32_t>(minus(TD_MONITOR_LEARNING, monitor.until), 0, TD_MONITOR_LEARNING);
  if (passed < half) {
    learn_level(monitor, source, oldest, 2 / static_cast<Scalar>(passed + 2));
  } else {
    learn_noise(monitor, source, newest_window(monitor, source), 2 / static_cast<Scalar>(passed - half + 2));
  }
  monitor.until = minus(monitor.until, 1);
  if (monitor.until <= 0) monitor.phase = TD_MONITOR_WATCHES;
}

// The level is of samples that leave the ring, so that the beginning of a slow contact is no part of it.
template <class Scalar>
void learn_on(Monitor<Scalar> &monitor, const Source<Scalar> &source, const Window<Scalar> &window,
              const Scalar *oldest) {
  constexpr Scalar level_share = Scalar(1) / tolerance::monitor_level,
                   noise_share = Scalar(turns) / tolerance::monitor_noise;
  if (monitor.fresh < TD_MONITOR_BEFORE) return;
  learn_level(monitor, source, oldest, level_share);
  if (is_turn(monitor, turn_of_thrust)) learn_thrust(monitor, turns * level_share);
  if (is_turn(monitor, turn_of_noise)) learn_noise(monitor, source, window, noise_share);
}

// What is no contact is noise from now on, as far as it lasted; a spoilt sample measured nothing.
template <class Scalar>
void learn_shaking(Monitor<Scalar> &monitor) {
  if ((monitor.event.caveats & (TD_CAVEAT_CLIPPED | TD_CAVEAT_MISSING_SAMPLE)) != 0) return;
  const Scalar count = static_cast<Scalar>(minus(monitor.event.samples, monitor.begun) + 1);
  Scalar mean[body_components];
  for (int j = 0; j < body_components; ++j) mean[j] = monitor.shaking[j] / count;
  approach(body_components, monitor.variance, mean, count / (count + tolerance::monitor_noise));
}

template <class Scalar>
void learn_anew(Monitor<Scalar> &monitor) {
  monitor.until = TD_MONITOR_LEARNING;
  monitor.phase = TD_MONITOR_LEARNS;
}

// ---- Of joints

// Mean and variance of the first samples (Welford 1962); `variance` is the sum of squares until they are over.
template <class Scalar>
void learn_first_of_joints(Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  const std::int32_t all = clamp<std::int32_t>(monitor.machine.learning, 2, 1000);
  const std::int32_t left = clamp<std::int32_t>(monitor.until, 1, all);
  const Scalar count = static_cast<Scalar>(all - left + 1);
  for (int j = 0; j < source.n; ++j) {
    const Scalar off = source.p[j] - monitor.level[j] * source.dt;
    monitor.level[j] += off / (count * source.dt);
    monitor.variance[j] += off * (source.p[j] - monitor.level[j] * source.dt);
  }
  monitor.until = left - 1;
  if (monitor.until > 0) return;
  for (int j = 0; j < source.n; ++j)
    monitor.growth[j] = monitor.variance[j] =
        max(monitor.variance[j], Scalar(0)) / static_cast<Scalar>(all - 1) + monitor.floor[j];
  monitor.phase = TD_MONITOR_WATCHES;
}

// Of samples that leave the ring, in flight that is calm.
template <class Scalar>
void learn_on_joints(Monitor<Scalar> &monitor, const Source<Scalar> &source, const Scalar *oldest) {
  const Scalar dt = oldest[source.n], noise = oldest[source.n + 1];
  if (monitor.fresh < TD_MONITOR_LEARNING || !is_clear(monitor) || !(dt > 0) || !(noise > 0)) return;
  for (int j = 0; j < source.n; ++j) {
    const Scalar off = oldest[j] - monitor.level[j] * dt;
    monitor.variance[j] += (square(off) / noise - monitor.variance[j]) / tolerance::monitor_noise;
  }
  learn_level(monitor, source, oldest, Scalar(1) / tolerance::monitor_level);
  hold_to_floor(source.n, monitor);
  copy(source.n, monitor.variance, monitor.growth);
}

// ---- Of both

template <class Scalar>
void learn_first(Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  if (source.joints != nullptr)
    learn_first_of_joints(monitor, source);
  else
    learn_first_of_body(monitor, source, recent(monitor, source, source.depth - 1));
}

// The newest samples are the new level.
template <class Scalar>
void shift_level(Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  Scalar sum[most_components], time = 0;
  fill_zero(source.n, sum);
  const int newest = clamp(TD_MONITOR_WINDOW, 1, source.depth);
  for (int age = 0; age < newest; ++age) {
    const Scalar *const one = recent(monitor, source, age);
    add_above_level(monitor, source.n, one, sum);
    time += one[source.n];
  }
  if (time > 0) add_scaled(source.n, 1 / time, sum, monitor.level);
}

}  // namespace touchdown::monitor

#endif
