// The stream: what one sample does to the monitor, whatever felt it (docs/theory, M.2, M.10 to M.12, M.14, M.19).
//
//   learns    level and noise of the momentum that comes in where nothing happens
//   watches   the same, and whether a window of samples brought more than they explain
//   weighs    an event: its momentum since shortly before it drew attention, until it is quiet again
#ifndef TOUCHDOWN_MONITOR_FEED_HPP
#define TOUCHDOWN_MONITOR_FEED_HPP

#include "monitor/joints.hpp"
#include "monitor/sensor.hpp"

namespace touchdown::monitor {

// A linear rise that began x samples before the end of the first one with a force brings x^2 / 2 in that, and
// x + 1/2 in the next.
template <class Scalar>
Scalar begun_before(Scalar first, Scalar second) {
  const Scalar most = 2;
  if (!(second > 0) || first >= most * second) return most;
  const Scalar q = first / second;
  return clamp(q + square_root(q * q + q), Scalar(0), most);
}

template <class Source>
struct Stream {
  using Scalar = typename Source::Scalar;

  explicit Stream(Source &of) : source(of), monitor(of.monitor), machine(of.machine), event(of.monitor.event) {}

  Source &source;
  const Scalar confidence = unless_zero(source.machine.confidence, tolerance::default_confidence);
  Monitor<Scalar> &monitor;
  const MonitorMachine<Scalar> &machine;
  ContactEvent<Scalar> &event;

  // ---- When it touched

  Scalar along_jump(int age) const {
    Scalar sum = 0;
    for (int j = 0; j < source.n; ++j) sum += above_level(source, age, j) * monitor.jump[j] / monitor.variance[j];
    return sum;
  }

  // The first sample of a body that has a part of the greatest force, without a break until that. An event of joints
  // begins one sample before the touch.
  int first_pushed() const {
    if constexpr (Source::jointed) return clamp<int>(counted(event.samples) - 2, 0, source.depth - 1);
    const int samples = clamp<int>(monitor.fresh, 1, source.depth);
    Scalar greatest = 0;
    int first = 0;
    for (int age = 0; age < samples; ++age) {
      const Scalar along = along_jump(age);
      const Scalar bar = age == first + 1 ? Scalar(tolerance::touch_part) * greatest : greatest;
      if (along > bar) first = age;
      if (along > greatest) greatest = along;
    }
    return first;
  }

  // (M.10).
  void locate_touch() const {
    const int first = first_pushed();
    Scalar before = 1;
    if (first > 0) before = begun_before(along_jump(first), along_jump(first - 1));
    if constexpr (Source::jointed) before = clamp(before, Scalar(0), Scalar(1));
    event.age = before * recent(source, first)[source.n];
    for (int age = 0; age < first; ++age) event.age += recent(source, age)[source.n];
  }

  // ---- An event as it is reported: what was gathered, weighed, and back into units

  // The feet of a body, and another point of it. Its impulse has to stand out of the noise: without that, the spin
  // alone would count as a contact, for an impulse at some foot explains any spin.
  bool weigh_body(Scalar size, Weighing<Source> &asked) const {
    Blow<Scalar> blow;
    blow.size = size;
    ask_blow(monitor, machine, asked.variance, blow);
    source.ask_nuisances(asked);
    source.ask_feet(blow, asked);
    asked.weigh();
    meet_hull(asked.unlike, blow);
    if (machine.points > 0)
      asked.evidence[TD_EXPLAINED_BY_POINT] = Scalar(tolerance::point_prior) * asked.anything * blow.likelihood;
    const Scalar variance = first_three(asked.variance).sum() / 3;
    const Scalar hidden = square(Scalar(tolerance::hidden_spread)) * vector(monitor.hidden).squaredNorm() / 3;
    view(event.impulse) = first_three(monitor.jump);
    event.impulse_uncertainty = square_root(variance + hidden);
    asked.report(event);
    if (event.explanation == TD_EXPLAINED_BY_POINT) view(event.impulse) = blow.size * blow.impulse;
    view(event.r) = monitor.reach * blow.r;
    event.r_uncertainty =
        blow.r_variance >= 0 ? monitor.reach * square_root(blow.r_variance) : Scalar(TD_NOT_APPLICABLE);
    return vector(event.impulse).squaredNorm() >= Scalar(tolerance::sure_impulse) * variance;
  }

  // Weighs what has come in so far: whether a contact explains it with confidence.
  bool weigh_event() const {
    Weighing<Source> asked(source);
    const Scalar size = square_root(source.size_squared(monitor.jump));
    if (!(size > 0) || !source.factorize()) return false;
    asked.ask(monitor.jump, monitor.noise, square(max(size, monitor.path)));
    if (monitor.onset == 0) asked.unlike = square_in_range_root<Scalar>;
    bool is_strong = true;
    if constexpr (Source::jointed) {
      asked.energy = square(size);
      source.ask_feet(static_cast<std::uint32_t>(monitor.standing), asked);
      asked.weigh();
      view(event.impulse).setZero();
      event.impulse_uncertainty = 0;
      asked.report(event);
    } else {
      is_strong = weigh_body(size, asked);
    }
    return is_strong && event.touched >= confidence;
  }

  // ---- Which feet touch, may, and bear (M.12, M.14)

  // The odds have held, and the touch is old enough: a ring begins as a contact does, and takes it back.
  bool has_lasted(Scalar age) const {
    const Scalar wait = unless_zero(machine.wait, tolerance::default_wait);
    return age >= wait && monitor.sure >= Scalar(tolerance::sure_part) * wait;
  }

  // A foot is said to touch, or that it may, by its part of what speaks for a touch.
  void mark_foot(int foot) const {
    const Scalar part = event.foot_probability[foot] / event.touched;
    if (part < 1 - confidence) return;
    if (monitor.foot[foot] != TD_FOOT_BEARING)
      monitor.foot[foot] = part >= confidence ? TD_FOOT_TOUCHING : TD_FOOT_MAYBE;
    monitor.hold[foot] = TD_MONITOR_LONGEST;
  }

  // Once a contact has been the explanation for long enough, or is when the event is over.
  void mark_touched(bool sure, bool over) const {
    monitor.sure = sure ? monitor.sure + source.dt : Scalar(0);
    if (!sure || !(over || has_lasted(event.age))) return;
    monitor.touch = TD_MONITOR_LONGEST;
    for (int i = 0; i < machine.feet; ++i) mark_foot(i);
  }

  // For how many samples a foot that was seen to touch still does, or, below 0, for how many it has been loaded
  // without: by more than the errors of engines and the accelerometer's offset. The level of joints was learnt with
  // both.
  std::int32_t next_hold(bool loaded, Scalar load, std::int32_t hold) const {
    if (hold > 0) return hold - 1;
    const Scalar errors = square(Scalar(tolerance::thrust_error)) * vector(monitor.last.force).squaredNorm();
    return loaded && load >= errors ? hold - 1 : 0;
  }

  // A foot that was seen to touch bears at once; a load without a touch may be a gust, and has to last. So may the load
  // of a foot that perhaps has touched be what the others leave.
  void update_foot(int foot) const {
    const Scalar least = machine.bearing_load, load = vector(monitor.load[foot]).squaredNorm();
    const bool bore = monitor.foot[foot] == TD_FOOT_BEARING;
    const Scalar bar = bore ? least / 2 : least;
    const bool loaded = least > 0 && load >= bar * bar;
    const std::int32_t hold = clamp<std::int32_t>(monitor.hold[foot], -TD_MONITOR_SETTLED, TD_MONITOR_LONGEST);
    const bool maybe = monitor.foot[foot] == TD_FOOT_MAYBE;
    const std::int32_t said = maybe ? TD_FOOT_MAYBE : TD_FOOT_TOUCHING;
    const bool bears = loaded && (bore || (hold > 0 && !maybe) || hold <= -TD_MONITOR_SETTLED);
    monitor.foot[foot] = bears ? TD_FOOT_BEARING : hold > 0 ? said : TD_FOOT_CLEAR;
    monitor.hold[foot] = next_hold(loaded, load, hold);
  }

  // Every foot; and whether anything touches, be it known which foot or not.
  void update_feet() const {
    const std::int32_t last = clamp<std::int32_t>(monitor.touch, 0, TD_MONITOR_LONGEST);
    monitor.touch = last > 0 ? last - 1 : 0;
    monitor.touched = last > 0 ? 1 : 0;
    for (int i = 0; i < machine.feet; ++i) {
      update_foot(i);
      if (monitor.foot[i] == TD_FOOT_BEARING) monitor.touched = 1;
    }
  }

  // The lasting force and torque: behind a filter of first order, stable at any step (M.14); of a body a mean. One foot
  // at a time takes what the others leave.
  void bear() const {
    const int feet = machine.feet, foot = clamp<int>(monitor.turn, 0, feet - 1);
    Scalar share = Scalar(1) / tolerance::monitor_level;
    bool shares = monitor.phase != TD_MONITOR_LEARNS;
    if constexpr (Source::jointed) {
      const Scalar step = machine.gain * source.dt;
      share = step / (1 + step);
    } else {
      source.lift_off();
      shares = machine.bearing_load > 0 && monitor.next % turns == turn_of_load;
    }
    approach(source.n, monitor.residual, share, source.p, 1 / source.dt);
    if (shares) {
      const Vector3<Scalar> load = source.share_load(foot);
      view(monitor.load[foot]) = all_finite(load) ? load : Vector3<Scalar>(Vector3<Scalar>::Zero());
      monitor.turn = foot + 1 < feet ? foot + 1 : 0;
    }
    update_feet();
  }

  // ---- An event

  void gather(int age) const {
    const Scalar noise = recent(source, age)[source.n + 1];
    Scalar more[room<typename Source::Size>];
    each(source.n, [&](int j) {
      more[j] = above_level(source, age, j);
      monitor.jump[j] += more[j];
    });
    monitor.path += square_root(source.size_squared(more));
    monitor.noise += noise;
    if (noise > 1) event.caveats |= TD_CAVEAT_MISSING_SAMPLE;
  }

  // What follows closely on another event is its rest and no contact: the level was not learnt in between, and a force
  // that only ends lifts the momentum as a contact does.
  void open_event(Scalar loudness) const {
    const std::uint32_t number = static_cast<std::uint32_t>(event.number) + 1U, standing = standing_feet(monitor);
    if (standing == 0 && event.samples < TD_MONITOR_LONGEST) copy(6, monitor.level, monitor.flight);
    event = {};
    event.number = static_cast<std::int32_t>(number & 0x7FFFFFFFU);
    event.phase = TD_EVENT_OPEN;
    event.r_uncertainty = Scalar(TD_NOT_APPLICABLE);
    monitor.onset = standing != 0 || monitor.fresh >= TD_MONITOR_BEFORE || event.number == 1 ? 1 : 0;
    monitor.standing = static_cast<std::int32_t>(standing);
    event.samples = clamp<int>(monitor.fresh, 1, source.depth);
    if constexpr (Source::jointed) event.samples = source.onset_of(loudness) + 2;
    monitor.begun = event.samples;
    fill_zero(TD_MONITOR_COMPONENTS, monitor.jump);
    for (Scalar *const sum : {monitor.shaking, monitor.swing}) fill_zero(6, sum);
    monitor.path = monitor.noise = monitor.drop = monitor.lost = monitor.loudest = monitor.sure = 0;
    view(monitor.hidden).setZero();
    view(monitor.beside).setZero();
    monitor.clips = 0;
    for (int age = 0; age < event.samples; ++age) gather(age);
    view(monitor.normal) = unit_or_zero(vector(monitor.last.n));
    monitor.phase = TD_MONITOR_WEIGHS;
  }

  void close_event() const {
    event.phase = TD_EVENT_OVER;
    monitor.phase = TD_MONITOR_WATCHES;
    if (monitor.quiet < tolerance::quiet_samples) event.caveats |= TD_CAVEAT_UNFINISHED;
    source.begin_anew(event.samples >= TD_MONITOR_LONGEST);
  }

  // What was reported of a body as a touch, and is no longer sure, has had something else added to it.
  void weigh_sample(Scalar loudness) const {
    if (counted(event.samples) - counted(monitor.begun) <= tolerance::touch_samples) locate_touch();
    monitor.loudest = max(monitor.loudest, loudness);
    const Scalar bar = max(Scalar(tolerance::quiet_again), Scalar(tolerance::as_good_as_quiet) * monitor.loudest);
    monitor.quiet = loudness > bar ? 0 : counted(monitor.quiet) + 1;
    const bool was_reported = has_lasted(event.age - source.dt), sure = weigh_event();
    const bool over = monitor.quiet >= tolerance::quiet_samples || event.samples >= TD_MONITOR_LONGEST;
    mark_touched(sure, over);
    if (over || (!Source::jointed && was_reported && !sure)) close_event();
  }

  // ---- A sample

  void remember() const {
    monitor.next = clamp<std::int32_t>(monitor.next, 0, source.depth - 1);
    Scalar *const place = monitor.ring + monitor.next * (source.n + 2);
    each(source.n, [&](int j) { place[j] = source.p[j]; });
    place[source.n] = source.dt;
    place[source.n + 1] = source.noise;
    monitor.next = monitor.next + 1 < source.depth ? monitor.next + 1 : 0;
    monitor.fresh = clamp<std::int32_t>(counted(monitor.fresh) + 1, 0, TD_MONITOR_LEARNING);
    event.age += source.dt;
  }

  void go_on() const {
    const Scalar loudness = source.hear();
    const bool weighs = monitor.phase == TD_MONITOR_WEIGHS;
    if (weighs) {
      event.samples = counted(event.samples) + 1;
      gather(0);
    } else if (loudness > Scalar(Source::jointed ? tolerance::joints_attention : tolerance::attention)) {
      open_event(loudness);
    } else {
      return source.learn_on();
    }
    if constexpr (!Source::jointed) {
      source.follow(weighs);
      source.end_push(loudness);
    }
    weigh_sample(loudness);
  }

  void take() const {
    remember();
    if (monitor.phase == TD_MONITOR_LEARNS)
      source.learn_first();
    else
      go_on();
    bear();
  }
};

template <class Scalar>
Status feed(Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine, const MonitorSample<Scalar> &sample) {
  if (!is_started(monitor, machine) || is_jointed(machine)) return TD_REFUSED_NOT_STARTED;
  SensorSource<Scalar> source(monitor, machine);
  const Status status = source.read(sample);
  if (status >= 0) Stream<SensorSource<Scalar>>(source).take();
  return status;
}

template <class Scalar>
Status feed(Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine, const JointsSample<Scalar> &sample) {
  const Status status = check(monitor, machine, sample);
  if (status < 0) return status;
  if (!is_good(sample)) return miss(monitor, sample.dt);
  Scalar L[max_speeds * max_speeds], inverse_diagonal[max_speeds];
  JointsSource<Scalar> source(monitor, machine);
  source.mass = {sample.n, L, inverse_diagonal};
  if (!cholesky(sample.n, sample.M, L, inverse_diagonal)) return TD_REFUSED_MASS_MATRIX;
  const bool began = monitor.fed == 0;
  if (began) monitor.fresh = 0;
  if (!began && !source.measure_momentum(sample)) {
    monitor.fed = 0;
    return miss(monitor, sample.dt);
  }
  copy(sample.n, sample.u, monitor.u);
  monitor.waited = 0;
  monitor.fed = 1;
  if (!began) Stream<JointsSource<Scalar>>(source).take();
  return TD_SOLVED;
}

}  // namespace touchdown::monitor

#endif
