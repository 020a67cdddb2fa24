// Which feet bear: the lasting force and torque of the contacts, shared among the feet; one foot a sample takes what
// the others leave (DESIGN.md, E161).
#ifndef TOUCHDOWN_MONITOR_BEARING_HPP
#define TOUCHDOWN_MONITOR_BEARING_HPP

#include "monitor/jump.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::monitor {

// Noise, thrust and loads take turns, so that no sample costs two of them.
constexpr std::uint32_t turns = 4, turn_of_noise = 1, turn_of_thrust = 2, turn_of_load = 3;

template <class Scalar>
bool is_turn(const ContactMonitor<Scalar> &monitor, std::uint32_t turn) {
  return static_cast<std::uint32_t>(monitor.next) % turns == turn;
}

// (E154) where force counts as it is and torque by the reach, l = 1 / reach^2, alike along all axes: then
// A + load_sharing = a - l r r^T, a = 1 + load_sharing + l r^2, and its inverse needs no factors.
template <class Scalar>
Vector3<Scalar> bearing_force(const Vector3<Scalar> &r, Scalar l, const Vector3<Scalar> &normal, Scalar mu,
                              const Vector3<Scalar> &pull) {
  constexpr Scalar own = 1 + tolerance::load_sharing<Scalar>;
  const Scalar a = own + l * r.squaredNorm();
  Vector3<Scalar> free = (pull + (l / own * r.dot(pull)) * r) / a;
  Vector3<Scalar> edge;
  if (!is_outside(free, normal, mu, edge)) return free;
  const Scalar along = edge.dot(pull), arm = r.dot(edge);
  if (!(along > 0)) return Vector3<Scalar>::Zero();
  return along / (a * edge.squaredNorm() - l * arm * arm) * edge;
}

template <class Scalar>
void share_load(ContactMonitor<Scalar> &monitor, int foot) {
  const MonitorMachine<Scalar> &machine = monitor.machine;
  const Vector3<Scalar> normal = vector(monitor.last.n);
  Pair<Scalar> rest = pair(monitor.carried);
  for (int i = 0; i < machine.feet; ++i)
    if (i != foot) rest = without(rest, contact_point(machine.foot[i], normal), vector(monitor.load[i]));
  const Vector3<Scalar> r = contact_point(machine.foot[foot], normal);
  const Scalar l = 1 / (monitor.reach * monitor.reach);
  const Vector3<Scalar> pull = rest.p + l * rest.l.cross(r);
  view(monitor.load[foot]) = bearing_force(r, l, normal, machine.foot[foot].mu, pull);
}

// Counts down to 0; a state that was overwritten may hold any number.
template <class Monitor>
std::int32_t held(const Monitor &monitor, int foot) {
  return clamp<std::int32_t>(monitor.hold[foot], 0, TD_MONITOR_LONGEST);
}

// What engines are told to push with is wrong by a part, and the accelerometer has an offset: a load without a touch
// has to be more than those.
template <class Scalar>
bool outweighs_errors(const ContactMonitor<Scalar> &monitor, Scalar load) {
  return load >= square(tolerance::thrust_error<Scalar>) * vector(monitor.last.force).squaredNorm();
}

// A level that was learnt in flight has both.
template <class Scalar>
bool outweighs_errors(const JointsMonitor<Scalar> &, Scalar) {
  return true;
}

// A foot that was seen to touch bears at once; a load without a touch may be a gust, and has to last.
// Of either monitor.
template <class Monitor>
void tell_foot(Monitor &monitor, int foot) {
  const auto least = monitor.machine.bearing_load, load = vector(monitor.load[foot]).squaredNorm();
  const bool bore = monitor.foot[foot] == TD_FOOT_BEARING;
  const auto bar = bore ? least / 2 : least;
  const bool loaded = least > 0 && load >= bar * bar;
  const std::int32_t hold = held(monitor, foot),
                     lasted = clamp<std::int32_t>(monitor.loaded[foot], 0, TD_MONITOR_SETTLED);
  monitor.hold[foot] = hold > 0 ? hold - 1 : 0;
  monitor.loaded[foot] = loaded && outweighs_errors(monitor, load) ? lasted + 1 : 0;
  const bool bears = loaded && (bore || hold > 0 || lasted >= TD_MONITOR_SETTLED);
  const std::int32_t told = monitor.foot[foot] == TD_FOOT_MAYBE ? TD_FOOT_MAYBE : TD_FOOT_TOUCHING;
  monitor.foot[foot] = bears ? TD_FOOT_BEARING : hold > 0 ? told : TD_FOOT_CLEAR;
}

// Every foot; and whether anything touches, be it known which foot or not.
template <class Monitor>
void tell_feet(Monitor &monitor) {
  const std::int32_t last = clamp<std::int32_t>(monitor.touch, 0, TD_MONITOR_LONGEST);
  monitor.touch = last > 0 ? last - 1 : 0;
  monitor.touched = last > 0 ? 1 : 0;
  for (int i = 0; i < monitor.machine.feet; ++i) {
    tell_foot(monitor, i);
    if (monitor.foot[i] == TD_FOOT_BEARING || monitor.foot[i] == TD_FOOT_TOUCHING) monitor.touched = 1;
  }
}

template <class Monitor>
bool is_clear(const Monitor &monitor) {
  for (int i = 0; i < monitor.machine.feet; ++i)
    if (monitor.foot[i] != TD_FOOT_CLEAR) return false;
  return true;
}

// The odds have held, and the touch is old enough: a ring begins as a contact does, and takes it back. Of either
// monitor.
template <class Monitor>
bool has_lasted(const Monitor &monitor) {
  const auto wait = monitor.machine.wait;
  return monitor.event.age >= wait && monitor.sure >= tolerance::sure_part<decltype(wait + 0)> * wait;
}

// A foot is said to touch, or that it may, by its part of what speaks for a touch. One that this event marked and
// that later speaks against is clear again.
template <class Monitor>
void mark_foot(Monitor &monitor, int foot) {
  const auto part = monitor.event.foot_probability[foot] / monitor.event.touched;
  const auto doubt = 1 - monitor.machine.confidence;
  const std::uint32_t marked = static_cast<std::uint32_t>(monitor.marked), bit = 1U << foot;
  const bool own = (marked & bit) != 0 || held(monitor, foot) == 0;
  if (part < doubt) {
    if (own) monitor.hold[foot] = 0;
    return;
  }
  const std::int32_t told = part >= monitor.machine.confidence ? TD_FOOT_TOUCHING : TD_FOOT_MAYBE;
  if (monitor.foot[foot] != TD_FOOT_BEARING && (own || told == TD_FOOT_TOUCHING)) monitor.foot[foot] = told;
  monitor.hold[foot] = TD_MONITOR_LONGEST;
  monitor.marked = static_cast<std::int32_t>(marked | bit);
}

// Once a contact has been the explanation for long enough, or is when the event is over.
template <class Monitor, class Scalar>
void mark_touched(Monitor &monitor, bool sure, Scalar dt, bool over) {
  monitor.sure = sure ? monitor.sure + dt : Scalar(0);
  if (!sure || !(over || has_lasted(monitor))) return;
  monitor.touch = TD_MONITOR_LONGEST;
  for (int i = 0; i < monitor.machine.feet; ++i) mark_foot(monitor, i);
}

template <class Scalar>
void bear(ContactMonitor<Scalar> &monitor, const Pair<Scalar> &now) {
  const Scalar rate = monitor.machine.rate;
  approach(monitor.carried, {rate * now.p, rate * now.l}, Scalar(1) / tolerance::monitor_level);
  const int feet = monitor.machine.feet;
  if (monitor.machine.bearing_load > 0 && is_turn<Scalar>(monitor, turn_of_load)) {
    const int foot = clamp<int>(monitor.turn, 0, feet - 1);
    share_load(monitor, foot);
    monitor.turn = foot + 1 < feet ? foot + 1 : 0;
  }
  tell_feet(monitor);
}

}  // namespace touchdown::monitor

#endif
