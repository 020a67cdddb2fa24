// Which feet touch, may, and bear: what events said of them, and the lasting force and torque of the contacts, shared
// among the feet; one foot at a time takes what the others leave (docs/theory, M.12, M.14).
#ifndef TOUCHDOWN_MONITOR_BEARING_HPP
#define TOUCHDOWN_MONITOR_BEARING_HPP

#include "monitor/event.hpp"

namespace touchdown::monitor {

// Engines push by a part more or less than is known, and the accelerometer has an offset: a load without a touch has to
// be more than those. The level of joints was learnt in flight and has both.
template <class Scalar>
bool outweighs_errors(const Monitor<Scalar> &monitor, Scalar load) {
  return load >= square(Scalar(tolerance::thrust_error)) * vector(monitor.last.force).squaredNorm();
}

// For how many samples a foot that was seen to touch is still held for one that touches, or, below 0, for how many it
// has been loaded without.
template <class Scalar>
std::int32_t next_hold(const Monitor<Scalar> &monitor, bool loaded, Scalar load, std::int32_t hold) {
  if (hold > 0) return hold - 1;
  return loaded && outweighs_errors(monitor, load) ? hold - 1 : 0;
}

// A foot that was seen to touch bears at once; a load without a touch may be a gust, and has to last.
template <class Scalar>
void update_foot(Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine, int foot) {
  const Scalar least = machine.bearing_load, load = vector(monitor.load[foot]).squaredNorm();
  const bool bore = monitor.foot[foot] == TD_FOOT_BEARING;
  const Scalar bar = bore ? least / 2 : least;
  const bool loaded = least > 0 && load >= bar * bar;
  const std::int32_t hold = clamp<std::int32_t>(monitor.hold[foot], -TD_MONITOR_SETTLED, TD_MONITOR_LONGEST);
  const std::int32_t said = monitor.foot[foot] == TD_FOOT_MAYBE ? TD_FOOT_MAYBE : TD_FOOT_TOUCHING;
  const bool bears = loaded && (bore || hold > 0 || hold <= -TD_MONITOR_SETTLED);
  monitor.foot[foot] = bears ? TD_FOOT_BEARING : hold > 0 ? said : TD_FOOT_CLEAR;
  monitor.hold[foot] = next_hold(monitor, loaded, load, hold);
}

// Every foot; and whether anything touches, be it known which foot or not.
template <class Scalar>
void update_feet(Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine) {
  const std::int32_t last = clamp<std::int32_t>(monitor.touch, 0, TD_MONITOR_LONGEST);
  monitor.touch = last > 0 ? last - 1 : 0;
  monitor.touched = last > 0 ? 1 : 0;
  for (int i = 0; i < machine.feet; ++i) {
    update_foot(monitor, machine, i);
    if (monitor.foot[i] == TD_FOOT_BEARING || monitor.foot[i] == TD_FOOT_TOUCHING) monitor.touched = 1;
  }
}

// The odds have held, and the touch is old enough: a ring begins as a contact does, and takes it back.
template <class Scalar>
bool has_lasted(const Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine, Scalar age) {
  const Scalar wait = machine.wait == 0 ? Scalar(tolerance::default_wait) : machine.wait;
  return age >= wait && monitor.sure >= Scalar(tolerance::sure_part) * wait;
}

// A foot is said to touch, or that it may, by its part of what speaks for a touch. One that this event marked and
// that later speaks against is clear again.
template <class Scalar>
void mark_foot(Monitor<Scalar> &monitor, Scalar confidence, int foot) {
  const Scalar part = monitor.event.foot_probability[foot] / monitor.event.touched;
  const std::uint32_t marked = static_cast<std::uint32_t>(monitor.marked), bit = 1U << foot;
  const bool own = (marked & bit) != 0 || monitor.hold[foot] <= 0;
  if (part < 1 - confidence) {
    if (own && monitor.hold[foot] > 0) monitor.hold[foot] = 0;
    return;
  }
  const std::int32_t said = part >= confidence ? TD_FOOT_TOUCHING : TD_FOOT_MAYBE;
  if (monitor.foot[foot] != TD_FOOT_BEARING && (own || said == TD_FOOT_TOUCHING)) monitor.foot[foot] = said;
  monitor.hold[foot] = TD_MONITOR_LONGEST;
  monitor.marked = static_cast<std::int32_t>(marked | bit);
}

// Once a contact has been the explanation for long enough, or is when the event is over.
template <class Source, class Scalar>
void mark_touched(Monitor<Scalar> &monitor, const Source &source, bool sure, bool over) {
  monitor.sure = sure ? monitor.sure + source.dt : Scalar(0);
  if (!sure || !(over || has_lasted(monitor, source.machine, monitor.event.age))) return;
  monitor.touch = TD_MONITOR_LONGEST;
  for (int i = 0; i < source.machine.feet; ++i) mark_foot(monitor, confidence_of(source.machine), i);
}

// The lasting force: behind a filter of first order, stable at any step (M.14); of a body a mean.
template <class Source, class Scalar>
void bear(Monitor<Scalar> &monitor, const Source &source) {
  const int feet = source.machine.feet, foot = clamp<int>(monitor.turn, 0, feet - 1);
  Scalar share = Scalar(1) / tolerance::monitor_level, per_time = 1 / source.dt;
  bool shares = monitor.phase != TD_MONITOR_LEARNS;
  if constexpr (Source::jointed) {
    const Scalar step = source.machine.gain * source.dt;
    share = step / (1 + step);
  } else {
    lift_off(monitor, source);
    shares = source.machine.bearing_load > 0 && monitor.next % turns == turn_of_load;
  }
  each(source.n, [&](int j) { monitor.residual[j] += share * (source.p[j] * per_time - monitor.residual[j]); });
  if (shares) {
    const Vector3<Scalar> load = share_load(monitor, source, foot);
    view(monitor.load[foot]) = all_finite(load) ? load : Vector3<Scalar>(Vector3<Scalar>::Zero());
    monitor.turn = foot + 1 < feet ? foot + 1 : 0;
  }
  update_feet(monitor, source.machine);
}

}  // namespace touchdown::monitor

#endif
