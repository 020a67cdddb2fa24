// The stream: what one sample does to the monitor (DESIGN.md, E150, E151, E159 to E161).
//
//   learns    level and noise of the momentum that comes in where nothing happens
//   watches   the same, and whether a window of samples brought more than they explain
//   weighs    an event: its momentum since shortly before it drew attention, until it is quiet again
#ifndef TOUCHDOWN_MONITOR_FEED_HPP
#define TOUCHDOWN_MONITOR_FEED_HPP

#include "monitor/bearing.hpp"
#include "monitor/event.hpp"
#include "monitor/touch_time.hpp"

namespace touchdown::monitor {

template <class Scalar>
Pair<Scalar> above_level(const ContactMonitor<Scalar> &monitor, const Pair<Scalar> &one) {
  return {one.p - vector(monitor.level.p), one.l - vector(monitor.level.l)};
}

// Of the newest samples from `first` on.
template <class Scalar>
void add_recent(const ContactMonitor<Scalar> &monitor, int first, int samples, Pair<Scalar> &sum) {
  for (int i = first; i < samples; ++i) {
    const Momentum<Scalar> &one = recent(monitor, i);
    sum.p += vector(one.p);
    sum.l += vector(one.l);
  }
}

template <class Scalar>
Pair<Scalar> less_level(const ContactMonitor<Scalar> &monitor, int samples, const Pair<Scalar> &sum) {
  const Scalar count = static_cast<Scalar>(samples);
  return {sum.p - count * vector(monitor.level.p), sum.l - count * vector(monitor.level.l)};
}

template <class Scalar>
Pair<Scalar> sum_of_window(const ContactMonitor<Scalar> &monitor) {
  Pair<Scalar> sum = {Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
  add_recent(monitor, 0, TD_MONITOR_WINDOW, sum);
  return sum;
}

// A window, as it came and as it lies above the level.
template <class Scalar>
struct Window {
  Pair<Scalar> sum, squared;
};

template <class Scalar>
Scalar loudness(const ContactMonitor<Scalar> &monitor, const Pair<Scalar> &squared) {
  const Scalar half_square = square(TD_MONITOR_WINDOW / monitor.machine.rate) / 2;
  const Scalar p = square(monitor.machine.force_rate * half_square),
               l = square(monitor.machine.torque_rate * half_square);
  Scalar sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += squared.p[i] / (monitor.variance.p[i] + p) + squared.l[i] / (monitor.variance.l[i] + l);
  return sum;
}

template <class Scalar>
void hold_to_floor(Momentum<Scalar> &variance, const Momentum<Scalar> &floor) {
  for (int i = 0; i < 3; ++i) {
    variance.p[i] = max(variance.p[i], floor.p[i]);
    variance.l[i] = max(variance.l[i], floor.l[i]);
  }
}

template <class Scalar>
void learn_noise(ContactMonitor<Scalar> &monitor, const Window<Scalar> &window, Scalar share) {
  Pair<Scalar> sum = window.sum;
  add_recent(monitor, TD_MONITOR_WINDOW, 2 * TD_MONITOR_WINDOW, sum);
  const Pair<Scalar> wide = squares(less_level(monitor, 2 * TD_MONITOR_WINDOW, sum));
  approach(monitor.variance, window.squared, share);
  approach(monitor.growth, {wide.p - window.squared.p, wide.l - window.squared.l}, share);
  hold_to_floor(monitor.variance, monitor.floor);
}

// The level in the first half of learning, the noise about it in the second; what came first is forgotten first.
template <class Scalar>
void learn_first(ContactMonitor<Scalar> &monitor, const Pair<Scalar> &oldest, const Window<Scalar> &window) {
  constexpr std::int32_t half = TD_MONITOR_LEARNING / 2;
  const std::int32_t passed = clamp<std::int32_t>(minus(TD_MONITOR_LEARNING, monitor.until), 0, TD_MONITOR_LEARNING);
  if (passed < half)
    approach(monitor.level, oldest, 2 / static_cast<Scalar>(passed + 2));
  else
    learn_noise(monitor, window, 2 / static_cast<Scalar>(passed - half + 2));
  monitor.until = minus(monitor.until, 1);
  if (monitor.until <= 0) monitor.phase = TD_MONITOR_WATCHES;
}

template <class Scalar>
void open_event(ContactMonitor<Scalar> &monitor) {
  ContactEvent<Scalar> &event = monitor.event;
  const std::int32_t number = plus(event.number, 1) & 0x7FFFFFFF;
  event = {};
  event.number = number;
  event.phase = TD_EVENT_OPEN;
  event.samples = monitor.begun = clamp<std::int32_t>(monitor.fresh, 1, TD_MONITOR_BEFORE);
  Pair<Scalar> sum = {Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
  add_recent(monitor, 0, event.samples, sum);
  set(monitor.jump, less_level(monitor, event.samples, sum));
  monitor.shaking = {};
  monitor.path = 0;
  for (int i = 0; i < event.samples; ++i)
    monitor.path += size_of(above_level(monitor, pair(recent(monitor, i))), monitor.reach);
  monitor.highest = monitor.drop = monitor.lost = 0;
  monitor.loudest = 0;
  monitor.quiet = monitor.marked = 0;
  monitor.sure = 0;
  view(monitor.hidden).setZero();
  monitor.swing = {};
  if (is_clear(monitor)) monitor.flight = monitor.level;
  view(monitor.normal) = vector(monitor.last.n);
  monitor.phase = TD_MONITOR_WEIGHS;
}

// What is no contact is noise from now on, as far as it lasted; what a spoilt sample told is nothing.
template <class Scalar>
void learn_shaking(ContactMonitor<Scalar> &monitor) {
  if ((monitor.event.caveats & (TD_CAVEAT_CLIPPED | TD_CAVEAT_MISSING_SAMPLE)) != 0) return;
  const Scalar count = static_cast<Scalar>(monitor.event.samples - monitor.begun + 1);
  const Pair<Scalar> sum = pair(monitor.shaking);
  approach(monitor.variance, {sum.p / count, sum.l / count}, count / (count + tolerance::monitor_noise));
}

template <class Scalar>
void learn_anew(ContactMonitor<Scalar> &monitor) {
  monitor.until = TD_MONITOR_LEARNING;
  monitor.phase = TD_MONITOR_LEARNS;
}

// A force that a contact exerts for so long is the new level. What is none and does not end leaves no level behind: its
// last samples may be any part of it, and when it ends that would look like a push.
template <class Scalar>
void close_event(ContactMonitor<Scalar> &monitor) {
  ContactEvent<Scalar> &event = monitor.event;
  const int explanation = event.explanation;
  const bool no_contact = explanation == TD_EXPLAINED_BY_NOTHING || explanation == TD_EXPLAINED_BY_NO_CONTACT;
  const bool lasts = event.samples >= TD_MONITOR_LONGEST;
  event.phase = TD_EVENT_OVER;
  if (lasts || explanation != TD_EXPLAINED_BY_NOTHING) monitor.fresh = 0;
  monitor.phase = TD_MONITOR_WATCHES;
  if (monitor.quiet < tolerance::quiet_samples) event.caveats |= TD_CAVEAT_UNFINISHED;
  if (no_contact) learn_shaking(monitor);
  if (lasts && no_contact) return learn_anew(monitor);
  if (!lasts) return;
  const Pair<Scalar> still = less_level(monitor, TD_MONITOR_WINDOW, sum_of_window(monitor));
  add(monitor.level, {still.p / TD_MONITOR_WINDOW, still.l / TD_MONITOR_WINDOW});
}

// A contact never takes back the normal momentum that it gave.
template <class Scalar>
void follow_normal(ContactMonitor<Scalar> &monitor, const Pair<Scalar> &now) {
  const Vector3<Scalar> n = vector(monitor.last.n);
  const Scalar pushed = n.dot(now.p - vector(monitor.level.p));
  if (pushed > 0) view(monitor.normal) += pushed / size_of(monitor) * n;
  const Scalar given = unit_or_zero(vector(monitor.normal)).dot(vector(monitor.jump.p));
  monitor.highest = max(monitor.highest, given);
  monitor.drop = max(monitor.drop, monitor.highest - given);
}

template <class Scalar>
void go_on(ContactMonitor<Scalar> &monitor, const Pair<Scalar> &now, const Pair<Scalar> &squared) {
  ContactEvent<Scalar> &event = monitor.event;
  event.samples = plus(event.samples, 1);
  event.age += 1 / monitor.machine.rate;
  const Pair<Scalar> more = above_level(monitor, now);
  add(monitor.jump, more);
  monitor.path += size_of(more, monitor.reach);
  add(monitor.shaking, squared);
  follow_normal(monitor, now);
  const Scalar loudness_now = loudness(monitor, squared);
  monitor.loudest = max(monitor.loudest, loudness_now);
  const bool loud =
      loudness_now > max(tolerance::quiet_again<Scalar>, tolerance::as_good_as_quiet<Scalar> * monitor.loudest);
  monitor.quiet = loud ? 0 : plus(monitor.quiet, 1);
}

template <class Scalar>
void weigh_sample(ContactMonitor<Scalar> &monitor) {
  if (minus(monitor.event.samples, monitor.begun) <= tolerance::touch_samples) locate_touch(monitor);
  const bool was_sure = has_lasted(monitor);
  const bool sure = weigh_event(monitor);
  const bool over = monitor.quiet >= tolerance::quiet_samples || monitor.event.samples >= TD_MONITOR_LONGEST;
  mark_touched(monitor, sure, Scalar(1 / monitor.machine.rate), over);
  // What a contact explained so far, and no longer does, has had something else added to it.
  const bool ceased = was_sure && !sure;
  if (over || ceased) close_event(monitor);
}

// The force that is told, against that of before the event.
template <class Scalar>
void follow_thrust(ContactMonitor<Scalar> &monitor) {
  const Vector3<Scalar> p = vector(monitor.last.force) - vector(monitor.thrust.p),
                        l = vector(monitor.last.torque) - vector(monitor.thrust.l);
  if (size_of<Scalar>({p, l}, monitor.reach) > size_of(pair(monitor.swing), monitor.reach)) set(monitor.swing, {p, l});
}

// What a missing sample may hide: as much again as it told. Of a clipped one, what it told along the axes at their end.
template <class Scalar>
void note_spoilt(ContactMonitor<Scalar> &monitor, Status status, const Pair<Scalar> &now) {
  if (status == TD_SOLVED) return;
  monitor.event.caveats |= status;
  const Vector3<Scalar> told = now.p - vector(monitor.level.p);
  if (status == TD_CAVEAT_MISSING_SAMPLE) monitor.lost += told.squaredNorm();
  for (int i = 0; i < 3; ++i)
    if (status == TD_CAVEAT_CLIPPED && abs(monitor.last.a[i]) >= monitor.machine.range) monitor.hidden[i] += told[i];
}

template <class Scalar>
void begin_event(ContactMonitor<Scalar> &monitor, const Pair<Scalar> &now, Status status) {
  open_event(monitor);
  follow_thrust(monitor);
  note_spoilt(monitor, status, now);
  weigh_sample(monitor);
}

template <class Scalar>
void take(ContactMonitor<Scalar> &monitor, const Pair<Scalar> &now, const Pair<Scalar> &oldest, Status status) {
  constexpr Scalar level_share = Scalar(1) / tolerance::monitor_level,
                   noise_share = Scalar(turns) / tolerance::monitor_noise;
  Window<Scalar> window;
  window.sum = sum_of_window(monitor);
  window.squared = squares(less_level(monitor, TD_MONITOR_WINDOW, window.sum));
  if (monitor.phase == TD_MONITOR_LEARNS) {
    approach(monitor.thrust, {vector(monitor.last.force), vector(monitor.last.torque)}, level_share);
    if (monitor.fresh >= TD_MONITOR_BEFORE) learn_first(monitor, oldest, window);
    return;
  }
  if (monitor.phase == TD_MONITOR_WEIGHS) {
    go_on(monitor, now, window.squared);
    follow_thrust(monitor);
    note_spoilt(monitor, status, now);
    return weigh_sample(monitor);
  }
  if (monitor.fresh < TD_MONITOR_WINDOW) return;
  if (loudness(monitor, window.squared) > tolerance::attention<Scalar>) {
    return begin_event(monitor, now, status);
  }
  if (monitor.fresh < TD_MONITOR_BEFORE) return;
  // The level is of samples that have left the ring, so that the beginning of a slow contact is no part of it.
  approach(monitor.level, oldest, level_share);
  if (is_turn<Scalar>(monitor, turn_of_thrust))
    approach(monitor.thrust, {vector(monitor.last.force), vector(monitor.last.torque)}, turns * level_share);
  if (is_turn<Scalar>(monitor, turn_of_noise)) learn_noise(monitor, window, noise_share);
}

// ---- A sample -------------------------------------------------------------------------------------------------------

template <class Scalar>
bool is_good(const MonitorSample<Scalar> &sample) {
  const Vector3<Scalar> sum = vector(sample.a) + vector(sample.w) + vector(sample.n) + vector(sample.force);
  return all_finite(Vector3<Scalar>(sum + vector(sample.torque)));
}

template <class Scalar>
Status judge(const ContactMonitor<Scalar> &monitor, const MonitorSample<Scalar> &sample) {
  if (!is_good(sample)) return TD_CAVEAT_MISSING_SAMPLE;
  const bool clipped = vector(sample.a).cwiseAbs().maxCoeff() >= monitor.machine.range;
  return clipped ? TD_CAVEAT_CLIPPED : TD_SOLVED;
}

template <class Scalar>
bool is_started(const ContactMonitor<Scalar> &monitor) {
  return monitor.phase >= TD_MONITOR_LEARNS && monitor.phase <= TD_MONITOR_WEIGHS && monitor.machine.feet >= 1 &&
         monitor.machine.feet <= TD_MAX_FEET && monitor.machine.points >= 0 &&
         monitor.machine.points <= TD_MAX_HULL_POINTS;
}

// As in flight again for some samples: nothing bears any more, however slowly the mean forgets.
template <class Scalar>
void lift_off(ContactMonitor<Scalar> &monitor) {
  bool bears = false;
  for (int i = 0; i < monitor.machine.feet; ++i) bears = bears || monitor.foot[i] == TD_FOOT_BEARING;
  if (!bears) return;
  Pair<Scalar> off = sum_of_window(monitor);
  off.p -= TD_MONITOR_WINDOW * vector(monitor.flight.p);
  off.l -= TD_MONITOR_WINDOW * vector(monitor.flight.l);
  const bool back = loudness(monitor, squares(off)) < tolerance::quiet_again<Scalar>;
  monitor.back = back ? clamp<std::int32_t>(monitor.back, 0, tolerance::quiet_samples) + 1 : 0;
  if (monitor.back < tolerance::quiet_samples) return;
  const Scalar rate = monitor.machine.rate;
  set<Scalar>(monitor.carried, {rate * vector(monitor.flight.p), rate * vector(monitor.flight.l)});
  for (auto &load : monitor.load) view(load).setZero();
}

template <class Scalar>
Status feed(ContactMonitor<Scalar> &monitor, const MonitorSample<Scalar> &sample) {
  if (!is_started(monitor)) return TD_REFUSED_NOT_STARTED;
  const Status status = judge(monitor, sample);
  const MonitorSample<Scalar> good = status == TD_CAVEAT_MISSING_SAMPLE ? monitor.last : sample;
  if (monitor.fed == 0) {
    monitor.last = good;
    set<Scalar>(monitor.thrust, {vector(good.force), vector(good.torque)});
  }
  monitor.fed = 1;
  const Pair<Scalar> now = momentum_between(monitor.machine, monitor.last, good);
  monitor.last = good;
  Momentum<Scalar> &place = monitor.before[static_cast<std::uint32_t>(monitor.next) % TD_MONITOR_BEFORE];
  const Pair<Scalar> oldest = pair(place);
  set(place, now);
  monitor.next = plus(monitor.next, 1);
  monitor.fresh = clamp<std::int32_t>(plus(monitor.fresh, 1), 0, TD_MONITOR_BEFORE);
  take(monitor, now, oldest, status);
  lift_off(monitor);
  bear(monitor, now);
  return status;
}

}  // namespace touchdown::monitor

#endif
