// The stream: what one sample does to the monitor, whatever felt it (docs/theory, M.2, M.10 to M.12, M.19).
//
//   learns    level and noise of the momentum that comes in where nothing happens
//   watches   the same, and whether a window of samples brought more than they explain
//   weighs    an event: its momentum since shortly before it drew attention, until it is quiet again
#ifndef TOUCHDOWN_MONITOR_FEED_HPP
#define TOUCHDOWN_MONITOR_FEED_HPP

#include "monitor/bearing.hpp"

namespace touchdown::monitor {

// ---- When it touched

template <class Source, class Scalar>
Scalar along_jump(const Monitor<Scalar> &monitor, const Source &source, int age) {
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

// The first sample of a body that has a part of the greatest force, without a break until that.
template <class Scalar>
int first_pushed(const Monitor<Scalar> &monitor, const SensorSource<Scalar> &source) {
  const int samples = clamp<int>(monitor.fresh, 1, source.depth);
  Scalar along[TD_MONITOR_BEFORE], greatest = 0;
  int first = 0;
  for (int age = 0; age < samples; ++age) {
    along[age] = along_jump(monitor, source, age);
    if (!(along[age] > greatest)) continue;
    greatest = along[age];
    first = age;
  }
  for (int age = 0; age < samples; ++age)
    if (age == first + 1 && along[age] > Scalar(tolerance::touch_part) * greatest) first = age;
  return first;
}

// An event of joints begins one sample before the touch.
template <class Scalar>
int first_pushed(const Monitor<Scalar> &monitor, const JointsSource<Scalar> &source) {
  return clamp<int>(counted(monitor.event.samples) - 2, 0, source.depth - 1);
}

// (M.10).
template <class Source, class Scalar>
void locate_touch(Monitor<Scalar> &monitor, const Source &source) {
  const int first = first_pushed(monitor, source);
  Scalar before = 1;
  if (first > 0) before = begun_before(along_jump(monitor, source, first), along_jump(monitor, source, first - 1));
  if (Source::jointed) before = clamp(before, Scalar(0), Scalar(1));
  monitor.event.age = before * recent(monitor, source, first)[source.n];
  for (int age = 0; age < first; ++age) monitor.event.age += recent(monitor, source, age)[source.n];
}

// ---- An event

template <class Source, class Scalar>
void gather(Monitor<Scalar> &monitor, const Source &source, int age) {
  const Scalar noise = recent(monitor, source, age)[source.n + 1];
  Scalar more[room<typename Source::Size>] = {};
  add_above_level(monitor, source, age, more);
  each(source.n, [&](int j) { monitor.jump[j] += more[j]; });
  monitor.path += square_root(size_squared(monitor, source, more));
  monitor.noise += noise;
  if (noise > 1) monitor.event.caveats |= TD_CAVEAT_MISSING_SAMPLE;
}

// A contact may begin with this event unless it follows closely on another one, whose rest it then is: the level was
// not learnt in between, and a force that only ends lifts the momentum as a contact does.
template <class Source, class Scalar>
void open_event(Monitor<Scalar> &monitor, const Source &source, Scalar loudness) {
  ContactEvent<Scalar> &event = monitor.event;
  const std::uint32_t number = static_cast<std::uint32_t>(event.number) + 1U, standing = standing_feet(monitor);
  event = {};
  event.number = static_cast<std::int32_t>(number & 0x7FFFFFFFU);
  event.phase = TD_EVENT_OPEN;
  event.r_uncertainty = Scalar(TD_NOT_APPLICABLE);
  monitor.onset = standing != 0 || monitor.fresh >= TD_MONITOR_BEFORE || event.number == 1 ? 1 : 0;
  monitor.standing = static_cast<std::int32_t>(standing);
  event.samples = clamp<int>(monitor.fresh, 1, source.depth);
  if constexpr (Source::jointed) event.samples = onset_of(monitor, source, loudness) + 2;
  monitor.begun = event.samples;
  fill_zero(TD_MONITOR_COMPONENTS, monitor.jump);
  for (Scalar *const sum : {monitor.shaking, monitor.swing}) fill_zero(6, sum);
  monitor.path = monitor.noise = monitor.highest = monitor.drop = monitor.lost = monitor.loudest = monitor.sure = 0;
  monitor.quiet = monitor.marked = 0;
  view(monitor.hidden).setZero();
  for (int age = 0; age < event.samples; ++age) gather(monitor, source, age);
  if (standing == 0) copy(6, monitor.level, monitor.flight);
  view(monitor.normal) = unit_or_zero(vector(monitor.last.n));
  monitor.phase = TD_MONITOR_WEIGHS;
}

// What changes as slowly as what else acts on a body, and pushes one way but for its noise: a gust. A steady push gives
// each window of the event the same part of all.
template <class Scalar>
bool drifts(const Monitor<Scalar> &monitor, const SensorSource<Scalar> &source) {
  const Scalar windows = static_cast<Scalar>(counted(monitor.event.samples) - counted(monitor.begun) + 1);
  const Scalar steady = square(Scalar(TD_MONITOR_WINDOW)) / windows * size_squared(monitor, source, monitor.jump);
  const Scalar squares = sum_of_squares(monitor, monitor.shaking) - windows * sum_of_squares(monitor, monitor.variance);
  return squares <= Scalar(tolerance::one_way) * steady;
}

// Whether what pushes a body that stands is what pushed it a window ago: its load.
template <class Scalar>
bool bears_evenly(const Monitor<Scalar> &monitor, const SensorSource<Scalar> &source) {
  Scalar newest[6] = {}, change[6] = {};
  add_window(monitor, 0, newest);
  add_window(monitor, TD_MONITOR_WINDOW, change);
  for (int j = 0; j < 6; ++j) change[j] -= newest[j];
  const Scalar noise = 2 * sum_of_squares(monitor, monitor.variance);
  return standing_feet(monitor) != 0 && size_squared(monitor, source, change) <= Scalar(tolerance::even_load) * noise;
}

// What has pushed for so long is the new level, but not what feet bear, which are known to stand.
template <class Scalar>
void begin_anew(Monitor<Scalar> &monitor, const JointsSource<Scalar> &source, bool lasts) {
  monitor.fresh = 0;
  if (lasts && standing_feet(monitor) == 0) shift_level(monitor, source);
}

// Of a body so is a load that it bears evenly. After a gust a contact may begin at once.
template <class Scalar>
void begin_anew(Monitor<Scalar> &monitor, const SensorSource<Scalar> &source, bool lasts) {
  const bool nothing = monitor.event.explanation == TD_EXPLAINED_BY_NOTHING;
  if (!nothing || (lasts && !drifts(monitor, source))) monitor.fresh = 0;
  if (nothing || monitor.event.explanation == TD_EXPLAINED_BY_NO_CONTACT) learn_shaking(monitor);
  if (lasts || bears_evenly(monitor, source)) shift_level(monitor, source);
}

template <class Source, class Scalar>
void close_event(Monitor<Scalar> &monitor, const Source &source) {
  monitor.event.phase = TD_EVENT_OVER;
  monitor.phase = TD_MONITOR_WATCHES;
  if (monitor.quiet < tolerance::quiet_samples) monitor.event.caveats |= TD_CAVEAT_UNFINISHED;
  begin_anew(monitor, source, monitor.event.samples >= TD_MONITOR_LONGEST);
}

// What was reported of a body as a touch, and is no longer sure, has had something else added to it.
template <class Source, class Scalar>
void weigh_sample(Monitor<Scalar> &monitor, const Source &source, Scalar loudness) {
  if (counted(monitor.event.samples) - counted(monitor.begun) <= tolerance::touch_samples)
    locate_touch(monitor, source);
  monitor.loudest = max(monitor.loudest, loudness);
  const Scalar bar = max(Scalar(tolerance::quiet_again), Scalar(tolerance::as_good_as_quiet) * monitor.loudest);
  monitor.quiet = loudness > bar ? 0 : counted(monitor.quiet) + 1;
  const bool was_reported = has_lasted(monitor, source.machine, monitor.event.age - source.dt);
  const bool sure = weigh_event(monitor, source);
  const bool over = monitor.quiet >= tolerance::quiet_samples || monitor.event.samples >= TD_MONITOR_LONGEST;
  mark_touched(monitor, source, sure, over);
  if (over || (!Source::jointed && was_reported && !sure)) close_event(monitor, source);
}

// ---- A sample

template <class Source, class Scalar>
void remember(Monitor<Scalar> &monitor, const Source &source) {
  monitor.next = clamp<std::int32_t>(monitor.next, 0, source.depth - 1);
  Scalar *const place = monitor.ring + monitor.next * (source.n + 2);
  each(source.n, [&](int j) { place[j] = source.p[j]; });
  place[source.n] = source.dt;
  place[source.n + 1] = source.noise;
  monitor.next = monitor.next + 1 < source.depth ? monitor.next + 1 : 0;
  monitor.fresh = clamp<std::int32_t>(counted(monitor.fresh) + 1, 0, TD_MONITOR_LEARNING);
  monitor.event.age += source.dt;
}

template <class Source, class Scalar>
void go_on(Monitor<Scalar> &monitor, const Source &source) {
  const Heard<Scalar> heard = hear(monitor, source);
  const bool weighs = monitor.phase == TD_MONITOR_WEIGHS;
  if (weighs) {
    monitor.event.samples = counted(monitor.event.samples) + 1;
    gather(monitor, source, 0);
  } else if (heard.loudness > Scalar(Source::jointed ? tolerance::joints_attention : tolerance::attention)) {
    open_event(monitor, source, heard.loudness);
  } else {
    return learn_on(monitor, source, heard, recent(monitor, source, source.depth - 1));
  }
  if constexpr (!Source::jointed) follow(monitor, source, heard, weighs);
  weigh_sample(monitor, source, heard.loudness);
}

template <class Source, class Scalar>
void take(Monitor<Scalar> &monitor, const Source &source) {
  remember(monitor, source);
  if (monitor.phase == TD_MONITOR_LEARNS)
    learn_first(monitor, source);
  else
    go_on(monitor, source);
  bear(monitor, source);
}

template <class Scalar>
Status feed(Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine, const MonitorSample<Scalar> &sample) {
  if (!is_started(monitor, machine) || is_jointed(machine)) return TD_REFUSED_NOT_STARTED;
  SensorSource<Scalar> source(machine);
  const Status status = read(monitor, sample, source);
  if (status >= 0) take(monitor, source);
  return status;
}

template <class Scalar>
Status feed(Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine, const JointsSample<Scalar> &sample) {
  const Status status = check(monitor, machine, sample);
  if (status < 0) return status;
  if (!is_good(sample)) return miss(monitor, sample.dt);
  Scalar L[max_speeds * max_speeds], inverse_diagonal[max_speeds];
  JointsSource<Scalar> source(machine);
  source.mass = {sample.n, L, inverse_diagonal};
  if (!cholesky(sample.n, sample.M, L, inverse_diagonal)) return TD_REFUSED_MASS_MATRIX;
  const bool began = monitor.fed == 0;
  if (began) monitor.fresh = 0;
  if (!began && !measure_momentum(monitor, sample, source)) {
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
