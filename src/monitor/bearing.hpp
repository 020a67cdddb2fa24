// Which feet touch, may, and bear: what events said of them, and the lasting force and torque of the contacts, shared
// among the feet; one foot at a time takes what the others leave (docs/theory, M.12, M.14).
#ifndef TOUCHDOWN_MONITOR_BEARING_HPP
#define TOUCHDOWN_MONITOR_BEARING_HPP

#include "monitor/level.hpp"

namespace touchdown::monitor {

// Counts down to 0; a state that was overwritten may hold any number.
template <class Scalar>
std::int32_t held(const Monitor<Scalar> &monitor, int foot) {
  return clamp<std::int32_t>(monitor.hold[foot], 0, TD_MONITOR_LONGEST);
}

// Engines push by a part more or less than is known, and the accelerometer has an offset: a load without a touch has to
// be more than those. The level of joints was learnt in flight and has both.
template <class Scalar>
bool outweighs_errors(const Monitor<Scalar> &monitor, Scalar load) {
  return load >= square(tolerance::thrust_error<Scalar>) * vector(monitor.last.force).squaredNorm();
}

// A foot that was seen to touch bears at once; a load without a touch may be a gust, and has to last.
template <class Scalar>
void update_foot(Monitor<Scalar> &monitor, int foot) {
  const Scalar least = monitor.machine.bearing_load, load = vector(monitor.load[foot]).squaredNorm();
  const bool bore = monitor.foot[foot] == TD_FOOT_BEARING;
  const Scalar bar = bore ? least / 2 : least;
  const bool loaded = least > 0 && load >= bar * bar;
  if (!loaded && !bore && monitor.hold[foot] <= 0) {
    monitor.foot[foot] = TD_FOOT_CLEAR;
    monitor.hold[foot] = monitor.loaded[foot] = 0;
    return;
  }
  const std::int32_t hold = held(monitor, foot),
                     lasted = clamp<std::int32_t>(monitor.loaded[foot], 0, TD_MONITOR_SETTLED);
  monitor.hold[foot] = hold > 0 ? hold - 1 : 0;
  monitor.loaded[foot] = loaded && outweighs_errors(monitor, load) ? lasted + 1 : 0;
  const bool bears = loaded && (bore || hold > 0 || lasted >= TD_MONITOR_SETTLED);
  const std::int32_t said = monitor.foot[foot] == TD_FOOT_MAYBE ? TD_FOOT_MAYBE : TD_FOOT_TOUCHING;
  monitor.foot[foot] = bears ? TD_FOOT_BEARING : hold > 0 ? said : TD_FOOT_CLEAR;
}

// Every foot; and whether anything touches, be it known which foot or not.
template <class Scalar>
void update_feet(Monitor<Scalar> &monitor) {
  const std::int32_t last = clamp<std::int32_t>(monitor.touch, 0, TD_MONITOR_LONGEST);
  monitor.touch = last > 0 ? last - 1 : 0;
  monitor.touched = last > 0 ? 1 : 0;
  for (int i = 0; i < monitor.machine.feet; ++i) {
    update_foot(monitor, i);
    if (monitor.foot[i] == TD_FOOT_BEARING || monitor.foot[i] == TD_FOOT_TOUCHING) monitor.touched = 1;
  }
}

// The odds have held, and the touch is old enough: a ring begins as a contact does, and takes it back.
template <class Scalar>
bool has_lasted(const Monitor<Scalar> &monitor) {
  const Scalar wait = monitor.machine.wait;
  return monitor.event.age >= wait && monitor.sure >= tolerance::sure_part<Scalar> * wait;
}

// A foot is said to touch, or that it may, by its part of what speaks for a touch. One that this event marked and
// that later speaks against is clear again.
template <class Scalar>
void mark_foot(Monitor<Scalar> &monitor, int foot) {
  const Scalar part = monitor.event.foot_probability[foot] / monitor.event.touched;
  const Scalar doubt = 1 - monitor.machine.confidence;
  const std::uint32_t marked = static_cast<std::uint32_t>(monitor.marked), bit = 1U << foot;
  const bool own = (marked & bit) != 0 || held(monitor, foot) == 0;
  if (part < doubt) {
    if (own) monitor.hold[foot] = 0;
    return;
  }
  const std::int32_t said = part >= monitor.machine.confidence ? TD_FOOT_TOUCHING : TD_FOOT_MAYBE;
  if (monitor.foot[foot] != TD_FOOT_BEARING && (own || said == TD_FOOT_TOUCHING)) monitor.foot[foot] = said;
  monitor.hold[foot] = TD_MONITOR_LONGEST;
  monitor.marked = static_cast<std::int32_t>(marked | bit);
}

// Once a contact has been the explanation for long enough, or is when the event is over.
template <class Scalar>
void mark_touched(Monitor<Scalar> &monitor, bool sure, Scalar dt, bool over) {
  monitor.sure = sure ? monitor.sure + dt : Scalar(0);
  if (!sure || !(over || has_lasted(monitor))) return;
  monitor.touch = TD_MONITOR_LONGEST;
  for (int i = 0; i < monitor.machine.feet; ++i) mark_foot(monitor, i);
}

// (M.14): a filter of first order, stable at any step; of a body a mean.
template <class Scalar>
void filter(Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  const Scalar step = monitor.machine.gain * source.dt, per_time = 1 / source.dt;
  const Scalar share = source.joints != nullptr ? step / (1 + step) : Scalar(1) / tolerance::monitor_level;
  each_component(source.n,
                 [&](int j) { monitor.residual[j] += share * (source.p[j] * per_time - monitor.residual[j]); });
}

template <class Scalar>
void bear(Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  const bool jointed = source.joints != nullptr;
  const int feet = monitor.machine.feet, foot = clamp<int>(monitor.turn, 0, feet - 1);
  if (!jointed) lift_off(monitor, source);
  filter(monitor, source);
  const bool shares =
      jointed ? monitor.phase != TD_MONITOR_LEARNS : monitor.machine.bearing_load > 0 && is_turn(monitor, turn_of_load);
  if (shares) {
    view(monitor.load[foot]) = jointed ? share_load(monitor, source, foot) : share_load(monitor, foot);
    monitor.turn = foot + 1 < feet ? foot + 1 : 0;
  }
  update_feet(monitor);
}

}  // namespace touchdown::monitor

#endif
