// The momentum observer: what one sample of speeds and torques does to it (DESIGN.md, E175, E176, E182, E183). Its
// phases are those of feed.hpp.
#ifndef TOUCHDOWN_MONITOR_JOINTS_FEED_HPP
#define TOUCHDOWN_MONITOR_JOINTS_FEED_HPP

#include "monitor/bearing.hpp"
#include "monitor/joints_event.hpp"
#include "monitor/joints_jump.hpp"
#include "monitor/joints_start.hpp"
#include "monitor/touch_time.hpp"

namespace touchdown::monitor {

template <class Scalar>
bool is_started(const JointsMonitor<Scalar> &observer) {
  return observer.phase >= TD_MONITOR_LEARNS && observer.phase <= TD_MONITOR_WEIGHS && has_sizes(observer.machine);
}

template <class Scalar>
Status check(const JointsMonitor<Scalar> &observer, const JointsSample<Scalar> &sample) {
  if (sample.M == nullptr || sample.u == nullptr || sample.force == nullptr || sample.J == nullptr)
    return TD_REFUSED_NULL;
  if (!is_started(observer)) return TD_REFUSED_NOT_STARTED;
  if (sample.n != observer.machine.n || sample.feet != observer.machine.feet) return TD_REFUSED_SIZE;
  constexpr Scalar most = square_in_range_root<Scalar>;
  return within(sample.dt, 1 / most, most) ? TD_SOLVED : TD_REFUSED_TIME;
}

template <class Scalar>
bool is_good(const JointsSample<Scalar> &sample) {
  const int n = sample.n;
  bool good = entries_finite(n, sample.u) && entries_finite(n, sample.force);
  for (int i = 0; i < sample.feet; ++i) good = good && entries_finite(3 * n, sample.J + 3 * n * i);
  return good && (sample.normals == nullptr || entries_finite(3 * sample.feet, sample.normals));
}

// Time goes on. The next good sample tells what came in meanwhile.
template <class Scalar>
Status miss(JointsMonitor<Scalar> &observer, Scalar dt) {
  observer.waited += dt;
  if (!(observer.waited <= square_in_range_root<Scalar>)) observer.fed = 0;
  if (observer.phase == TD_MONITOR_WEIGHS) observer.event.caveats |= TD_CAVEAT_MISSING_SAMPLE;
  return TD_CAVEAT_MISSING_SAMPLE;
}

template <class Scalar>
void remember(JointsMonitor<Scalar> &observer, const JointsSample<Scalar> &sample) {
  copy(sample.n, sample.u, observer.u);
  observer.waited = 0;
  observer.fed = 1;
}

// M is symmetric, by its lower triangle.
template <class Scalar>
Scalar row_times(int n, const Scalar *M, int i, const Scalar *x) {
  Scalar sum = dot(i + 1, M + i * n, x);
  for (int j = i + 1; j < n; ++j) sum += M[j * n + i] * x[j];
  return sum;
}

// (E175). False where a number leaves the range in which squares stay finite.
template <class Scalar>
bool gain(const JointsMonitor<Scalar> &observer, const JointsSample<Scalar> &sample, JointsMomentum<Scalar> &gained) {
  constexpr Scalar most = square_in_range_root<Scalar>;
  const int n = sample.n;
  const Scalar dt = sample.dt + observer.waited;
  Scalar du[max_speeds];
  for (int j = 0; j < n; ++j) du[j] = sample.u[j] - observer.u[j];
  gained = {};
  gained.dt = dt;
  gained.noise = square(dt / sample.dt);
  bool good = within(gained.noise, Scalar(1), most);
  for (int j = 0; j < n; ++j) {
    gained.p[j] = row_times(n, sample.M, j, du) - dt * sample.force[j];
    good = good && within(gained.p[j] / dt, -most, most) && within(gained.p[j], -most, most);
  }
  return good;
}

// (E176): a filter of first order, stable at any step.
template <class Scalar>
void filter(JointsMonitor<Scalar> &observer, const JointsMomentum<Scalar> &gained) {
  const Scalar step = observer.machine.gain * gained.dt;
  const Scalar share = step / (1 + step);
  for (int j = 0; j < observer.machine.n; ++j)
    observer.residual[j] += share * (gained.p[j] / gained.dt - observer.residual[j]);
}

// (E176): one foot a sample takes what the others leave of the residual.
template <class Scalar>
void share_load(JointsMonitor<Scalar> &observer, const JointsSample<Scalar> &sample, const CholeskyView<Scalar> &mass) {
  const int n = sample.n, foot = static_cast<int>(static_cast<std::uint32_t>(observer.next) %
                                                  static_cast<std::uint32_t>(sample.feet));
  Scalar rest[max_speeds];
  for (int j = 0; j < n; ++j) rest[j] = observer.residual[j] - observer.level[j];
  for (int i = 0; i < sample.feet; ++i)
    if (i != foot) take_away(n, sample.J + 3 * n * i, Vector3<Scalar>(vector(observer.load[i])), rest);
  ContactVector<Scalar> Y[max_speeds];
  ImpulseFit<Scalar> fit;
  fit.information = operational_inverse(mass, sample.J + 3 * n * foot, Y);
  fit.information.diagonal().array() += tolerance::load_sharing<Scalar> / 3 * fit.information.trace();
  fit.mu = observer.machine.mu[foot];
  finish(fit);
  solve_lower(mass, rest);
  const ContactVector<Scalar> pull = dot(n, rest, Y);
  const Vector3<Scalar> load =
      best_impulse(fit, unit_or_zero(normal_of(sample, foot)), Vector3<Scalar>(pull.n, pull.t, pull.s));
  view(observer.load[foot]) = all_finite(load) ? load : Vector3<Scalar>(Vector3<Scalar>::Zero());
}

template <class Scalar>
bool stands(const JointsMonitor<Scalar> &observer, int foot) {
  return observer.foot[foot] != TD_FOOT_CLEAR;
}

template <class Scalar>
bool is_free(const JointsMonitor<Scalar> &observer) {
  for (int i = 0; i < observer.machine.feet; ++i)
    if (stands(observer, i)) return false;
  return true;
}

template <class Scalar>
Scalar along_jump(const JointsMonitor<Scalar> &observer, int age) {
  Scalar one[max_speeds] = {}, sum = 0;
  add_above_level(observer, observer.before[place_of(observer, age)], one);
  for (int j = 0; j < observer.machine.n; ++j) sum += one[j] * observer.jump[j] / observer.variance[j];
  return sum;
}

// (E159), from the sample of the touch on.
template <class Scalar>
void locate_touch(JointsMonitor<Scalar> &observer) {
  const int first = clamp<int>(observer.first, 0, TD_MONITOR_BEFORE - 1);
  const Scalar before = first > 0 ? clamp(begun_before(along_jump(observer, first), along_jump(observer, first - 1)),
                                          Scalar(0), Scalar(1))
                                  : Scalar(1);
  observer.event.age = before * observer.before[place_of(observer, first)].dt;
  for (int age = 0; age < first; ++age) observer.event.age += observer.before[place_of(observer, age)].dt;
}

template <class Scalar>
void gather(JointsMonitor<Scalar> &observer, const JointsMomentum<Scalar> &gained, const CholeskyView<Scalar> &mass) {
  Scalar more[max_speeds] = {};
  add_above_level(observer, gained, more);
  add_scaled(observer.machine.n, Scalar(1), more, observer.jump);
  observer.path += square_root(energy_of(mass, more));
  observer.noise += gained.noise;
  if (gained.noise > 1) observer.event.caveats |= TD_CAVEAT_MISSING_SAMPLE;
}

template <class Scalar>
void open_event(JointsMonitor<Scalar> &observer, const Observed<Scalar> &of, Scalar explained) {
  ContactEvent<Scalar> &event = observer.event;
  const std::int32_t number = plus(event.number, 1) & 0x7FFFFFFF;
  event = {};
  event.number = number;
  event.phase = TD_EVENT_OPEN;
  event.r_uncertainty = Scalar(TD_NOT_APPLICABLE);
  observer.onset = is_free(observer) && observer.calm < TD_MONITOR_BEFORE ? 0 : 1;
  for (int i = 0; i < TD_MAX_FEET; ++i) observer.stood[i] = i < observer.machine.feet && stands(observer, i) ? 1 : 0;
  observer.first = onset_of(of, observer.stood, explained);
  event.samples = observer.first + 2;
  fill_zero(observer.machine.n, observer.jump);
  observer.path = observer.noise = observer.loudest = 0;
  observer.since = observer.quiet = observer.marked = 0;
  observer.sure = 0;
  for (int age = 0; age <= TD_MONITOR_BEFORE - 1; ++age) {
    if (age > observer.first + 1) break;
    gather(observer, observer.before[place_of(observer, age)], of.mass);
  }
  observer.phase = TD_MONITOR_WEIGHS;
}

template <class Scalar>
void close_event(JointsMonitor<Scalar> &observer) {
  ContactEvent<Scalar> &event = observer.event;
  const bool lasts = event.samples >= TD_MONITOR_LONGEST;
  event.phase = TD_EVENT_OVER;
  if (observer.quiet < tolerance::quiet_samples) event.caveats |= TD_CAVEAT_UNFINISHED;
  if (lasts && is_free(observer)) shift_level(observer);
  observer.calm = 0;
  observer.phase = TD_MONITOR_WATCHES;
}

// What was told of an event, and turns out to be no contact, is taken back.
template <class Scalar>
void take_back(JointsMonitor<Scalar> &observer) {
  const ContactEvent<Scalar> &event = observer.event;
  if (!(event.probability[TD_EXPLAINED_BY_NO_CONTACT] >= observer.machine.confidence)) return;
  for (int i = 0; i < observer.machine.feet; ++i)
    if (observer.stood[i] == 0) observer.hold[i] = 0;
}

template <class Scalar>
void weigh_sample(JointsMonitor<Scalar> &observer, const Observed<Scalar> &of, Scalar dt, Scalar explained) {
  observer.loudest = max(observer.loudest, explained);
  const bool loud =
      explained > max(tolerance::quiet_again<Scalar>, tolerance::as_good_as_quiet<Scalar> * observer.loudest);
  observer.quiet = loud ? 0 : plus(observer.quiet, 1);
  if (observer.since <= tolerance::touch_samples) locate_touch(observer);
  const bool sure = weigh_event(observer, of);
  const bool over = observer.quiet >= tolerance::quiet_samples || observer.event.samples >= TD_MONITOR_LONGEST;
  mark_touched(observer, sure, dt, over);
  take_back(observer);
  if (over) close_event(observer);
}

template <class Scalar>
void go_on(JointsMonitor<Scalar> &observer, const Observed<Scalar> &of, const JointsMomentum<Scalar> &gained) {
  observer.event.samples = plus(observer.event.samples, 1);
  observer.since = plus(observer.since, 1);
  observer.first = plus(observer.first, 1);
  gather(observer, gained, of.mass);
  weigh_sample(observer, of, gained.dt, hear(of, 0, observer.stood));
}

template <class Scalar>
void watch(JointsMonitor<Scalar> &observer, const Observed<Scalar> &of, Scalar dt,
           const JointsMomentum<Scalar> &oldest) {
  if (observer.fresh < 2) return;
  std::int32_t standing[TD_MAX_FEET] = {};
  for (int i = 0; i < of.sample.feet; ++i) standing[i] = stands(observer, i) ? 1 : 0;
  const Scalar explained = hear(of, 0, standing);
  if (explained > tolerance::observer_attention<Scalar>) {
    open_event(observer, of, explained);
    return weigh_sample(observer, of, dt, explained);
  }
  const bool calm = observer.calm >= TD_MONITOR_LEARNING && observer.fresh >= TD_MONITOR_BEFORE;
  observer.calm = clamp<std::int32_t>(plus(observer.calm, 1), 0, TD_MONITOR_LEARNING);
  if (calm && is_free(observer)) learn_on(observer, oldest);
}

template <class Scalar>
void take(JointsMonitor<Scalar> &observer, const JointsSample<Scalar> &sample, const CholeskyView<Scalar> &mass,
          const JointsMomentum<Scalar> &gained) {
  JointsMomentum<Scalar> &place = observer.before[static_cast<std::uint32_t>(observer.next) % TD_MONITOR_BEFORE];
  const JointsMomentum<Scalar> oldest = place;
  place = gained;
  observer.next = plus(observer.next, 1);
  observer.fresh = clamp<std::int32_t>(plus(observer.fresh, 1), 0, TD_MONITOR_BEFORE);
  filter(observer, gained);
  observer.event.age += gained.dt;
  if (observer.phase == TD_MONITOR_LEARNS) return learn_first(observer, gained);
  share_load(observer, sample, mass);
  const Observed<Scalar> of = {observer, sample, mass};
  if (observer.phase == TD_MONITOR_WEIGHS)
    go_on(observer, of, gained);
  else
    watch(observer, of, gained.dt, oldest);
  tell_feet(observer);
}

template <class Scalar>
Status feed(JointsMonitor<Scalar> &observer, const JointsSample<Scalar> &sample) {
  const Status status = check(observer, sample);
  if (status < 0) return status;
  if (!is_good(sample)) return miss(observer, sample.dt);
  MassFactor<Scalar> mass;
  mass.view = {sample.n, mass.L, mass.inverse_diagonal};
  if (!cholesky(sample.n, sample.M, mass.L, mass.inverse_diagonal)) return TD_REFUSED_MASS_MATRIX;
  if (observer.fed == 0) {
    observer.fresh = 0;
    remember(observer, sample);
    return TD_SOLVED;
  }
  JointsMomentum<Scalar> gained;
  const bool in_range = gain(observer, sample, gained);
  if (!in_range) {
    observer.fed = 0;
    return miss(observer, sample.dt);
  }
  remember(observer, sample);
  take(observer, sample, mass.view, gained);
  return TD_SOLVED;
}

}  // namespace touchdown::monitor

#endif
