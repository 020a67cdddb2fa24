// When it touched, between two samples (DESIGN.md, E159): the force rises from 0 in a straight line over the first two
// samples that have it.
#ifndef TOUCHDOWN_MONITOR_TOUCH_TIME_HPP
#define TOUCHDOWN_MONITOR_TOUCH_TIME_HPP

#include "monitor/momentum.hpp"

namespace touchdown::monitor {

// The newest sample is 0.
template <class Scalar>
const Momentum<Scalar> &recent(const ContactMonitor<Scalar> &monitor, int age) {
  return monitor
      .before[(static_cast<std::uint32_t>(monitor.next) - 1U - static_cast<std::uint32_t>(age)) % TD_MONITOR_BEFORE];
}

template <class Scalar>
Scalar along_jump(const ContactMonitor<Scalar> &monitor, int age) {
  return vector(monitor.jump.p).dot(vector(recent(monitor, age).p) - vector(monitor.level.p));
}

// A linear rise that began x samples before the end of the first one with a force brings x^2 / 2 in that, and
// x + 1/2 in the next.
template <class Scalar>
Scalar begun_before(Scalar first, Scalar second) {
  const Scalar most = 2;
  if (!(second > 0) || first >= most * second) return most;
  const Scalar q = first / second;
  return clamp(q + square_root(q * q + q), Scalar(0), most);
}

template <class Scalar>
void locate_touch(ContactMonitor<Scalar> &monitor) {
  Scalar greatest = 0;
  const int samples = clamp<int>(monitor.fresh, 1, TD_MONITOR_BEFORE);
  Scalar along[TD_MONITOR_BEFORE];
  for (int age = 0; age < samples; ++age) {
    along[age] = along_jump(monitor, age);
    greatest = max(greatest, along[age]);
  }
  const Scalar noise = tolerance::touch_noise<Scalar> * (vector(monitor.variance.p).sum() / (3 * TD_MONITOR_WINDOW));
  const Scalar in_noise = square_root(noise * vector(monitor.jump.p).squaredNorm());
  const Scalar bar = max(tolerance::touch_part<Scalar> * greatest, in_noise);
  int first = 0;
  for (int age = 0; age < samples; ++age)
    if (along[age] > bar) first = age;
  const Scalar before = first > 0 ? begun_before(along[first], along[first - 1]) : Scalar(1);
  monitor.event.age = (static_cast<Scalar>(first) + before) / monitor.machine.rate;
}

}  // namespace touchdown::monitor

#endif
