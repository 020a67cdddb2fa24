// How much of two samples a contact explains, and since when (DESIGN.md, E182).
#ifndef TOUCHDOWN_CONTACT_MONITOR_OBSERVER_LISTEN_HPP
#define TOUCHDOWN_CONTACT_MONITOR_OBSERVER_LISTEN_HPP

#include "contact_monitor/observer_event.hpp"
#include "contact_monitor/observer_level.hpp"

namespace touchdown::monitor {

// The two samples of that age, in their noise.
template <class Scalar>
GeneralizedJump<Scalar> window_of(const MomentumObserver<Scalar> &observer, int age) {
  const ObservedMomentum<Scalar> &newer = observer.before[place_of(observer, age)],
                                 &older = observer.before[place_of(observer, age + 1)];
  GeneralizedJump<Scalar> jump;
  jump.momentum.n = observer.machine.n;
  jump.taken_back = 0;
  fill_zero(jump.momentum.n, jump.momentum.of);
  add_above_level(observer, newer, jump.momentum.of);
  add_above_level(observer, older, jump.momentum.of);
  for (int j = 0; j < jump.momentum.n; ++j) jump.precision[j] = 1 / variance_of(observer, j, newer.noise + older.noise);
  return jump;
}

// (E182): what each foot explains of two samples, once those that stand have taken theirs.
template <class Scalar>
struct Listening {
  ObservedPlaces<Scalar> standing, others;
  int best;  // of the others
};

template <class Scalar>
Scalar hear(const GeneralizedJump<Scalar> &window, Listening<Scalar> &by) {
  GeneralizedJump<Scalar> rest = window;
  leave_to(by.standing, rest);
  Scalar most = 0;
  for (int i = 0; i < by.others.feet; ++i) {
    const FootFit<Scalar> &foot = by.others.foot[i];
    const Vector3<Scalar> pull = pull_of(rest, foot, rest.momentum);
    const Scalar explained = best_impulse(foot, foot.normal, pull).dot(pull);
    if (explained > most) by.best = i;
    most = max(most, explained);
  }
  return most;
}

template <class Scalar>
Scalar listen(const MomentumObserver<Scalar> &observer, const ObservedSample<Scalar> &sample,
              const std::int32_t *standing, Listening<Scalar> &by) {
  const GeneralizedJump<Scalar> window = window_of(observer, 0);
  by.standing = places_of(observer, sample, window, standing, true);
  by.others = places_of(observer, sample, window, standing, false);
  by.best = 0;
  return hear(window, by);
}

// The age of the sample of the touch: that from which the evidence rose without a break.
template <class Scalar>
int onset_of(const MomentumObserver<Scalar> &observer, Listening<Scalar> &by, Scalar explained) {
  const int oldest = clamp<int>(observer.fresh, 2, TD_MONITOR_BEFORE) - 2;
  for (int age = 0; age < TD_MONITOR_BEFORE - 2; ++age) {
    if (age >= oldest) return age;
    const Scalar before = hear(window_of(observer, age + 1), by);
    if (!(before > tolerance::observer_noise<Scalar> && before < explained)) return age;
    explained = before;
  }
  return TD_MONITOR_BEFORE - 2;
}

}  // namespace touchdown::monitor

#endif
