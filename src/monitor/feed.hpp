// The stream: what one sample does to the monitor, whatever felt it (docs/theory, M.2, M.10 to M.12, M.19).
//
//   learns    level and noise of the momentum that comes in where nothing happens
//   watches   the same, and whether a window of samples brought more than they explain
//   weighs    an event: its momentum since shortly before it drew attention, until it is quiet again
#ifndef TOUCHDOWN_MONITOR_FEED_HPP
#define TOUCHDOWN_MONITOR_FEED_HPP

#include "monitor/bearing.hpp"
#include "monitor/level.hpp"

namespace touchdown::monitor {

// What a sample is to the stream: the newest window of a body, and how much that is above the noise.
template <class Scalar>
struct Heard {
  Window<Scalar> window;
  Scalar loudness;
};

template <class Scalar>
Heard<Scalar> hear(const Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  Heard<Scalar> heard;
  if (source.joints != nullptr) {
    const bool open = monitor.phase == TD_MONITOR_WEIGHS;
    const std::uint32_t standing = open ? static_cast<std::uint32_t>(monitor.standing) : standing_feet(monitor);
    heard.loudness = monitor.fresh < 2 ? Scalar(0) : explained_at(monitor, source, 0, standing);
  } else {
    heard.window = newest_window(monitor, source);
    heard.loudness = monitor.fresh < TD_MONITOR_WINDOW ? Scalar(0) : loudness_of(monitor, heard.window.squares);
  }
  return heard;
}

// ---- When it touched

template <class Scalar>
Scalar along_jump(const Monitor<Scalar> &monitor, const Source<Scalar> &source, int age) {
  const Scalar *const one = recent(monitor, source, age);
  Scalar sum = 0;
  for (int j = 0; j < source.n; ++j)
    sum += (one[j] - monitor.level[j] * one[source.n]) * monitor.jump[j] / monitor.variance[j];
  return sum;
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

// The first sample of a body that has a part of the greatest force.
template <class Scalar>
int first_pushed(const Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  const int samples = clamp<int>(monitor.fresh, 1, source.depth);
  Scalar along[TD_MONITOR_BEFORE], greatest = 0, chi_squared = 0;
  for (int j = 0; j < source.n; ++j) chi_squared += square(monitor.jump[j]) / monitor.variance[j];
  for (int age = 0; age < samples; ++age) {
    along[age] = along_jump(monitor, source, age);
    greatest = max(greatest, along[age]);
  }
  const Scalar in_noise = square_root(tolerance::touch_noise<Scalar> / TD_MONITOR_WINDOW * chi_squared);
  const Scalar bar = max(tolerance::touch_part<Scalar> * greatest, in_noise);
  int first = 0;
  for (int age = 0; age < samples; ++age)
    if (along[age] > bar) first = age;
  return first;
}

// (M.10). An event of joints begins one sample before the touch.
template <class Scalar>
void locate_touch(Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  const bool jointed = source.joints != nullptr;
  const int first =
      jointed ? clamp<int>(minus(monitor.event.samples, 2), 0, source.depth - 1) : first_pushed(monitor, source);
  Scalar before = 1;
  if (first > 0) before = begun_before(along_jump(monitor, source, first), along_jump(monitor, source, first - 1));
  if (jointed) before = clamp(before, Scalar(0), Scalar(1));
  monitor.event.age = before * recent(monitor, source, first)[source.n];
  for (int age = 0; age < first; ++age) monitor.event.age += recent(monitor, source, age)[source.n];
}

// ---- An event

template <class Scalar>
void gather(Monitor<Scalar> &monitor, const Source<Scalar> &source, int age) {
  const Scalar *const one = recent(monitor, source, age);
  Scalar more[most_components];
  fill_zero(source.n, more);
  add_above_level(monitor, source.n, one, more);
  add_scaled(source.n, Scalar(1), more, monitor.jump);
  monitor.path += square_root(size_squared(monitor, source, more));
  monitor.noise += one[source.n + 1];
  if (one[source.n + 1] > 1) monitor.event.caveats |= TD_CAVEAT_MISSING_SAMPLE;
}

// Whether a contact may begin with this event. What follows closely on another event is the rest of that: the level was
// not learnt in between, and a force that only ends lifts the momentum as a contact does.
template <class Scalar>
bool has_onset(const Monitor<Scalar> &monitor) {
  return !is_clear(monitor) || monitor.fresh >= TD_MONITOR_BEFORE || monitor.event.number == 1;
}

template <class Scalar>
void open_event(Monitor<Scalar> &monitor, const Source<Scalar> &source, Scalar loudness) {
  ContactEvent<Scalar> &event = monitor.event;
  const std::int32_t number = plus(event.number, 1) & 0x7FFFFFFF;
  event = {};
  event.number = number;
  event.phase = TD_EVENT_OPEN;
  event.r_uncertainty = Scalar(TD_NOT_APPLICABLE);
  monitor.onset = has_onset(monitor) ? 1 : 0;
  monitor.standing = static_cast<std::int32_t>(standing_feet(monitor));
  event.samples = clamp<int>(monitor.fresh, 1, source.depth);
  if (source.joints != nullptr) event.samples = onset_of(monitor, source, standing_feet(monitor), loudness) + 2;
  monitor.begun = event.samples;
  fill_zero(most_components, monitor.jump);
  for (Scalar *const sum : {monitor.shaking, monitor.swing}) fill_zero(body_components, sum);
  monitor.path = monitor.noise = monitor.highest = monitor.drop = monitor.lost = monitor.loudest = monitor.sure = 0;
  monitor.quiet = monitor.marked = 0;
  view(monitor.hidden).setZero();
  for (int age = 0; age < event.samples; ++age) gather(monitor, source, age);
  if (is_clear(monitor)) copy(body_components, monitor.level, monitor.flight);
  view(monitor.normal) = vector(monitor.last.n);
  monitor.phase = TD_MONITOR_WEIGHS;
}

// What changes as slowly as what else acts on a body, and pushes one way but for its noise: a gust.
template <class Scalar>
bool drifts(const Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  if (monitor.event.explanation != TD_EXPLAINED_BY_NOTHING) return false;
  Scalar deviation[body_components];
  for (int j = 0; j < body_components; ++j) deviation[j] = square_root(monitor.variance[j] / TD_MONITOR_WINDOW);
  const Scalar noise = monitor.noise * square_root(size_squared(monitor, source, deviation));
  const Scalar one_way = square_root(size_squared(monitor, source, monitor.jump));
  return monitor.path <= tolerance::one_way<Scalar> * one_way + noise;
}

// A force that a contact exerts for so long is the new level of a body, but not of joints, whose feet are known to
// stand; so is a gust. What else is no contact and does not end leaves a body no level: its last samples may be any
// part of it, and when it ends that would look like a push.
template <class Scalar>
void close_event(Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  ContactEvent<Scalar> &event = monitor.event;
  const int explanation = event.explanation;
  const bool no_contact = explanation == TD_EXPLAINED_BY_NOTHING || explanation == TD_EXPLAINED_BY_NO_CONTACT;
  const bool lasts = event.samples >= TD_MONITOR_LONGEST, jointed = source.joints != nullptr;
  event.phase = TD_EVENT_OVER;
  const bool slow = !jointed && drifts(monitor, source);
  if (!slow && (jointed || lasts || explanation != TD_EXPLAINED_BY_NOTHING)) monitor.fresh = 0;
  monitor.phase = TD_MONITOR_WATCHES;
  if (monitor.quiet < tolerance::quiet_samples) event.caveats |= TD_CAVEAT_UNFINISHED;
  if (no_contact && !jointed) learn_shaking(monitor);
  if (lasts && no_contact && !jointed && !slow) return learn_anew(monitor);
  if (lasts && (!jointed || is_clear(monitor))) shift_level(monitor, source);
}

// What was said of an event of joints, and turns out to be no contact, is taken back.
template <class Scalar>
void take_back(Monitor<Scalar> &monitor) {
  if (!(monitor.event.probability[TD_EXPLAINED_BY_NO_CONTACT] >= monitor.machine.confidence)) return;
  for (int i = 0; i < monitor.machine.feet; ++i)
    if ((static_cast<std::uint32_t>(monitor.standing) >> i & 1U) == 0) monitor.hold[i] = 0;
}

template <class Scalar>
void weigh_sample(Monitor<Scalar> &monitor, const Source<Scalar> &source, const Heard<Scalar> &heard) {
  const bool jointed = source.joints != nullptr;
  if (!jointed) {
    follow_thrust(monitor);
    monitor.event.caveats |= source.status;
    Scalar more[body_components] = {};
    add_above_level(monitor, body_components, recent(monitor, source, 0), more);
    note_spoilt(monitor, source, more);
  }
  if (minus(monitor.event.samples, monitor.begun) <= tolerance::touch_samples) locate_touch(monitor, source);
  monitor.loudest = max(monitor.loudest, heard.loudness);
  const bool loud =
      heard.loudness > max(tolerance::quiet_again<Scalar>, tolerance::as_good_as_quiet<Scalar> * monitor.loudest);
  monitor.quiet = loud ? 0 : plus(monitor.quiet, 1);
  const bool was_sure = has_lasted(monitor);
  const bool sure = weigh_event(monitor, source);
  const bool over = monitor.quiet >= tolerance::quiet_samples || monitor.event.samples >= TD_MONITOR_LONGEST;
  mark_touched(monitor, sure, source.dt, over);
  if (jointed) take_back(monitor);
  // What a contact explained so far, and no longer does, has had something else added to it.
  const bool ceased = !jointed && was_sure && !sure;
  if (over || ceased) close_event(monitor, source);
}

template <class Scalar>
void go_on(Monitor<Scalar> &monitor, const Source<Scalar> &source, const Heard<Scalar> &heard) {
  monitor.event.samples = plus(monitor.event.samples, 1);
  gather(monitor, source, 0);
  if (source.joints == nullptr) {
    add_scaled(body_components, Scalar(1), heard.window.squares, monitor.shaking);
    Scalar more[body_components] = {};
    add_above_level(monitor, body_components, recent(monitor, source, 0), more);
    follow_normal(monitor, more);
  }
  weigh_sample(monitor, source, heard);
}

template <class Scalar>
void watch(Monitor<Scalar> &monitor, const Source<Scalar> &source, const Heard<Scalar> &heard) {
  const bool jointed = source.joints != nullptr;
  if (heard.loudness > (jointed ? tolerance::joints_attention<Scalar> : tolerance::attention<Scalar>)) {
    open_event(monitor, source, heard.loudness);
    return weigh_sample(monitor, source, heard);
  }
  const Scalar *const oldest = recent(monitor, source, source.depth - 1);
  if (jointed)
    learn_on_joints(monitor, source, oldest);
  else
    learn_on(monitor, source, heard.window, oldest);
}

// ---- A sample

template <class Scalar>
void remember(Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  Scalar *const place = monitor.ring + monitor.next * (source.n + 2);
  each_component(source.n, [&](int j) { place[j] = source.p[j]; });
  place[source.n] = source.dt;
  place[source.n + 1] = source.noise;
  monitor.next = monitor.next + 1 < source.depth ? monitor.next + 1 : 0;
  monitor.count = plus(monitor.count, 1);
  monitor.fresh = clamp<std::int32_t>(plus(monitor.fresh, 1), 0, TD_MONITOR_LEARNING);
}

template <class Scalar>
void take(Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  monitor.next = clamp<std::int32_t>(monitor.next, 0, source.depth - 1);
  remember(monitor, source);
  monitor.event.age += source.dt;
  if (monitor.phase == TD_MONITOR_LEARNS) {
    learn_first(monitor, source);
  } else {
    const Heard<Scalar> heard = hear(monitor, source);
    if (monitor.phase == TD_MONITOR_WEIGHS)
      go_on(monitor, source, heard);
    else
      watch(monitor, source, heard);
  }
  bear(monitor, source);
}

template <class Scalar>
Status feed(Monitor<Scalar> &monitor, const MonitorSample<Scalar> &sample) {
  if (!is_started(monitor) || is_jointed(monitor.machine)) return TD_REFUSED_NOT_STARTED;
  const Source<Scalar> source = source_of(monitor, sample);
  take(monitor, source);
  return source.status;
}

template <class Scalar>
Status feed(Monitor<Scalar> &monitor, const JointsSample<Scalar> &sample) {
  const Status status = check(monitor, sample);
  if (status < 0) return status;
  if (!is_good(sample)) return miss(monitor, sample.dt);
  MassFactor<Scalar> mass;
  Source<Scalar> source;
  source.mass = {sample.n, mass.L, mass.inverse_diagonal};
  if (!cholesky(sample.n, sample.M, mass.L, mass.inverse_diagonal)) return TD_REFUSED_MASS_MATRIX;
  source.n = sample.n;
  source.depth = depth_of(sample.n);
  source.status = TD_SOLVED;
  source.joints = &sample;
  if (monitor.fed == 0) monitor.fresh = 0;
  const bool began = monitor.fed == 0, in_range = began || measure_momentum(monitor, sample, source);
  if (!in_range) {
    monitor.fed = 0;
    return miss(monitor, sample.dt);
  }
  copy(sample.n, sample.u, monitor.u);
  monitor.waited = 0;
  monitor.fed = 1;
  if (!began) take(monitor, source);
  return TD_SOLVED;
}

}  // namespace touchdown::monitor

#endif
