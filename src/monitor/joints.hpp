// The source of momentum that is a machine with joints (docs/theory, M.13 to M.15, M.17 to M.21): components are
// generalized momenta, out of speeds and torques.
#ifndef TOUCHDOWN_MONITOR_JOINTS_HPP
#define TOUCHDOWN_MONITOR_JOINTS_HPP

#include "monitor/hull.hpp"

namespace touchdown::monitor {

template <class Scalar>
struct JointsSource {
  using Size = int;
  static constexpr bool jointed = true;
  explicit JointsSource(const MonitorMachine<Scalar> &of) : machine(of) {}
  const MonitorMachine<Scalar> &machine;
  int n, depth;
  Scalar dt, noise;
  Scalar p[room<Size>];
  const JointsSample<Scalar> *sample;
  CholeskyView<Scalar> mass;
};

// ---- A sample

template <class Scalar>
Status check(const Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine,
             const JointsSample<Scalar> &sample) {
  const bool no_push = sample.pushes > 0 && sample.push == nullptr;
  if (no_push || sample.M == nullptr || sample.u == nullptr || sample.force == nullptr || sample.J == nullptr)
    return TD_REFUSED_NULL;
  if (!is_started(monitor, machine) || !is_jointed(machine)) return TD_REFUSED_NOT_STARTED;
  const bool fits = sample.n == machine.speeds && sample.feet == machine.feet;
  if (!fits || sample.pushes < 0 || sample.pushes > TD_MAX_PUSHES) return TD_REFUSED_SIZE;
  constexpr Scalar most = square_in_range_root<Scalar>;
  if (!within(machine.gain, 1 / most, most)) return TD_REFUSED_MONITOR;
  return within(sample.dt, 1 / most, most) ? TD_SOLVED : TD_REFUSED_TIME;
}

template <class Scalar>
bool is_good(const JointsSample<Scalar> &sample) {
  const int n = sample.n;
  bool good = entries_finite(n, sample.u) && entries_finite(n, sample.force);
  for (int i = 0; i < sample.feet; ++i) good = good && entries_finite(3 * n, sample.J + 3 * n * i);
  for (int k = 0; k < sample.pushes; ++k) good = good && entries_finite(n, sample.push + n * k);
  return good && (sample.normals == nullptr || entries_finite(3 * sample.feet, sample.normals));
}

// Time goes on. The next good sample spans what came in meanwhile.
template <class Scalar>
Status miss(Monitor<Scalar> &monitor, Scalar dt) {
  monitor.waited += dt;
  if (!(monitor.waited <= square_in_range_root<Scalar>)) monitor.fed = 0;
  if (monitor.phase == TD_MONITOR_WEIGHS) monitor.event.caveats |= TD_CAVEAT_MISSING_SAMPLE;
  return TD_CAVEAT_MISSING_SAMPLE;
}

// M is symmetric, by its lower triangle.
template <class Scalar>
Scalar row_times(int n, const Scalar *M, int i, const Scalar *x) {
  Scalar sum = dot(i + 1, M + i * n, x);
  for (int j = i + 1; j < n; ++j) sum += M[j * n + i] * x[j];
  return sum;
}

// (M.13), (M.20). False where a number leaves the range in which squares stay finite. The ring holds the fewer samples
// the more speeds there are.
template <class Scalar>
bool measure_momentum(const Monitor<Scalar> &monitor, const JointsSample<Scalar> &sample,
                      JointsSource<Scalar> &source) {
  constexpr Scalar most = square_in_range_root<Scalar>;
  const int n = sample.n;
  const Scalar dt = sample.dt + monitor.waited;
  Scalar du[max_speeds];
  for (int j = 0; j < n; ++j) du[j] = sample.u[j] - monitor.u[j];
  source.n = n;
  source.depth = clamp(TD_MONITOR_RING / (n + 2), 2, TD_MONITOR_BEFORE);
  source.sample = &sample;
  source.dt = dt;
  source.noise = square(dt / sample.dt);
  bool good = within(source.noise, Scalar(1), most);
  for (int j = 0; j < n; ++j) {
    source.p[j] = row_times(n, sample.M, j, du) - dt * sample.force[j];
    good = good && within(source.p[j] / dt, -most, most) && within(source.p[j], -most, most);
  }
  return good;
}

// ---- Sizes

template <class Scalar>
Scalar size_squared(const Monitor<Scalar> &, const JointsSource<Scalar> &source, const Scalar *p) {
  return energy_of(source.n, source.mass, p);
}

// What a part of that size is of component j, squared.
template <class Scalar>
Scalar share_of_size(const Monitor<Scalar> &, const JointsSource<Scalar> &source, int j) {
  return source.sample->M[j * (source.n + 1)];
}

// (M.3): white noise grows with the samples; the level was learnt with it too.
template <class Scalar>
Scalar noise_of(const Monitor<Scalar> &monitor, const JointsSource<Scalar> &source, int j, Scalar noise) {
  const std::int32_t learnt = clamp<std::int32_t>(learning_of(source.machine), 1, TD_MONITOR_LEARNING);
  return monitor.variance[j] * max(noise, Scalar(1)) * (1 + noise / static_cast<Scalar>(learnt));
}

// ---- What may have given a momentum

// Of length 1; 0: unknown.
template <class Scalar>
Vector3<Scalar> normal_of(const JointsSample<Scalar> &sample, int foot) {
  if (sample.normals == nullptr) return Vector3<Scalar>::Zero();
  return unit_or_zero(first_three(sample.normals + 3 * foot));
}

template <class Scalar>
Scalar mass_entry(const JointsSource<Scalar> &source, int i, int j) {
  return source.sample->M[i * source.n + j];
}

template <class Scalar>
void fill_columns(const JointsSource<Scalar> &source, const Foot<Scalar, int> &foot, Vector3<Scalar> *columns) {
  const int n = source.n;
  const Scalar *const J = source.sample->J + 3 * n * foot.number;
  for (int j = 0; j < n; ++j) columns[j] = {J[j], J[n + j], J[2 * n + j]};
}

template <class Scalar>
Impulses<Scalar, int> alone(const JointsSource<Scalar> &source, const Asked<Scalar> &asked, int i) {
  Impulses<Scalar, int> impulses;
  find_impulses(source, source.mass, asked, asked.foot[i], impulses);
  return impulses;
}

// A foot that stands may have taken anything.
template <class Scalar>
void ask_foot(const JointsSource<Scalar> &source, int i, bool stands, Asked<Scalar> &asked) {
  const Vector3<Scalar> normal = stands ? Vector3<Scalar>(Vector3<Scalar>::Zero()) : normal_of(*source.sample, i);
  ask_foot(i, normal, cone_of(source.machine, source.machine.foot[i]), asked.foot[asked.feet + asked.standing]);
  ++(stands ? asked.standing : asked.feet);
}

// Feet that may have touched, and then those that stand, a bit each.
template <class Scalar>
void ask_feet(const JointsSource<Scalar> &source, std::uint32_t standing, Asked<Scalar> &asked) {
  for (std::uint32_t stands = 0; stands < 2; ++stands)
    for (int i = 0; i < source.machine.feet; ++i)
      if ((standing >> i & 1U) == stands) ask_foot(source, i, stands != 0, asked);
}

// A push (1 + x) v with x of variance 1, whitened: least sum of squares of the noise and of x. A stop does not pull.
template <class Scalar>
Scalar misfit_of_push(int n, const Scalar *y, const Scalar *v, Scalar precision) {
  const Scalar mean = (1 + product(n, v, y)) / precision;
  Scalar misfit = square(mean - 1);
  for (int j = 0; j < n; ++j) misfit += square(y[j] - mean * v[j]);
  return mean < 0 ? misfit + square(mean) * precision : misfit;
}

// (M.21): the evidence of pushes that are no contacts, by the covariance of nothing.
template <class Scalar>
Scalar weigh_pushes(const JointsSource<Scalar> &source, const Asked<Scalar> &asked, const Fitted<Scalar> &fitted) {
  const JointsSample<Scalar> &sample = *source.sample;
  Scalar evidence = 0;
  for (int k = 0; k < sample.pushes; ++k) {
    const Scalar *const push = sample.push + asked.n * k;
    const Scalar energy = energy_of(source.n, source.mass, push), scale = square_root(asked.energy / (2 * energy));
    if (!(energy > 0) || !is_finite(scale)) continue;
    Scalar v[room<int>];
    for (int j = 0; j < asked.n; ++j) v[j] = scale * push[j] * asked.per_deviation[j];
    solve_lower(asked.n, fitted, v, v);
    const Scalar precision = 1 + product(asked.n, v, v);
    const Scalar misfit = misfit_of_push(asked.n, fitted.rest, v, precision);
    const Scalar weight = fitted.part / square_root(precision) * likelihood(asked.n, misfit);
    if (weight > 0) evidence += weight / static_cast<Scalar>(sample.pushes);
  }
  return evidence;
}

// ---- Attention

// (M.19): the most that a foot explains of the two samples of that age.
template <class Scalar>
Scalar explained_at(const Monitor<Scalar> &monitor, const JointsSource<Scalar> &source, int age,
                    std::uint32_t standing) {
  Scalar window[room<int>], noise = 0, most = 0;
  fill_zero(source.n, window);
  for (const int each : {age, age + 1}) {
    add_above_level(monitor, source, each, window);
    noise += recent(monitor, source, each)[source.n + 1];
  }
  Asked<Scalar> asked;
  Fitted<Scalar> fitted;
  ask_momentum(monitor, source, Gathered<Scalar>{window, noise, 0}, asked);
  asked.energy = energy_of(source.n, source.mass, window);
  ask_feet(source, standing, asked);
  fit_nothing(source, asked, fitted);
  const Scalar all = fitted.chi_squared;
  for (int i = 0; i < asked.feet; ++i) {
    expect(asked, fitted, alone(source, asked, i));
    fit(asked.n, fitted);
    most = max(most, all - fitted.chi_squared);
  }
  return most;
}

// The age of the sample of the touch: the one from which the evidence rose without a break.
template <class Scalar>
int onset_of(const Monitor<Scalar> &monitor, const JointsSource<Scalar> &source, Scalar explained) {
  const int oldest = clamp<int>(monitor.fresh, 2, source.depth) - 2;
  for (int age = 0; age < TD_MONITOR_BEFORE - 2; ++age) {
    if (age >= oldest) return age;
    const Scalar before = explained_at(monitor, source, age + 1, standing_feet(monitor));
    if (!(before > Scalar(tolerance::onset_noise) && before < explained)) return age;
    explained = before;
  }
  return TD_MONITOR_BEFORE - 2;
}

template <class Scalar>
Heard<Scalar> hear(const Monitor<Scalar> &monitor, const JointsSource<Scalar> &source) {
  const bool open = monitor.phase == TD_MONITOR_WEIGHS;
  const std::uint32_t standing = open ? static_cast<std::uint32_t>(monitor.standing) : standing_feet(monitor);
  return {monitor.fresh < 2 ? Scalar(0) : explained_at(monitor, source, 0, standing), {}, {}};
}

// ---- Level and noise

// Mean and variance of the first samples (Welford 1962); `variance` is the sum of squares until they are over.
template <class Scalar>
void learn_first(Monitor<Scalar> &monitor, const JointsSource<Scalar> &source) {
  const std::int32_t all = clamp<std::int32_t>(learning_of(source.machine), 2, 1000);
  const std::int32_t left = clamp<std::int32_t>(monitor.until, 1, all);
  const Scalar count = static_cast<Scalar>(all - left + 1);
  for (int j = 0; j < source.n; ++j) {
    const Scalar off = source.p[j] - monitor.level[j] * source.dt;
    monitor.level[j] += off / (count * source.dt);
    monitor.variance[j] += off * (source.p[j] - monitor.level[j] * source.dt);
  }
  monitor.until = left - 1;
  if (monitor.until > 0) return;
  for (int j = 0; j < source.n; ++j)
    monitor.variance[j] =
        max(monitor.variance[j], Scalar(0)) / static_cast<Scalar>(all - 1) + square(source.machine.noise[j]);
  monitor.phase = TD_MONITOR_WATCHES;
}

// Of samples that leave the ring, in flight that is calm.
template <class Scalar>
void learn_on(Monitor<Scalar> &monitor, const JointsSource<Scalar> &source, const Heard<Scalar> &,
              const Scalar *oldest) {
  const Scalar dt = oldest[source.n], noise = oldest[source.n + 1];
  if (monitor.fresh < TD_MONITOR_LEARNING || standing_feet(monitor) != 0 || !(dt > 0) || !(noise > 0)) return;
  for (int j = 0; j < source.n; ++j) {
    const Scalar off = oldest[j] - monitor.level[j] * dt;
    const Scalar variance =
        monitor.variance[j] + (square(off) / noise - monitor.variance[j]) / tolerance::monitor_noise;
    monitor.variance[j] = max(variance, square(source.machine.noise[j]));
  }
  learn_level(monitor, source, oldest, Scalar(1) / tolerance::monitor_level);
}

// ---- What lasts

// What a leg does not feel at all is left out, by a small part of what it feels most.
template <class Scalar>
Matrix3<Scalar> information_of(const ContactInertia<Scalar> &W) {
  Matrix3<Scalar> information;
  information << W.nn, W.nt, W.ns, W.nt, W.tt, W.ts, W.ns, W.ts, W.ss;
  const Scalar felt = information.trace();
  if (felt > 0 && is_finite(felt))
    information.diagonal().array() += (tolerance::felt<Scalar> + Scalar(tolerance::load_sharing) / 3) * felt;
  else
    information.setIdentity();
  return information;
}

// (M.14): what the others leave of the residual, by W = J M^-1 J^T, of the columns Y = L^-1 J^T.
template <class Scalar>
Vector3<Scalar> share_load(const Monitor<Scalar> &monitor, const JointsSource<Scalar> &source, int foot) {
  const int n = source.n;
  Scalar rest[room<int>];
  ContactVector<Scalar> Y[room<int>];
  for (int j = 0; j < n; ++j) rest[j] = monitor.residual[j] - monitor.level[j];
  for (int i = 0; i < source.machine.feet; ++i)
    for (int k = 0; k < 3; ++k)
      if (i != foot) add_scaled(n, Scalar(-monitor.load[i][k]), source.sample->J + n * (3 * i + k), rest);
  const Scalar *const J = source.sample->J + 3 * n * foot;
  for (int j = 0; j < n; ++j) Y[j] = {J[j], J[n + j], J[2 * n + j]};
  solve_lower(source.mass, Y);
  solve_lower(source.mass, rest);
  const ContactVector<Scalar> pull = dot(n, rest, Y);
  return best_impulse(information_of(gram(n, Y)), Vector3<Scalar>(pull.n, pull.t, pull.s),
                      normal_of(*source.sample, foot), cone_of(source.machine, source.machine.foot[foot]));
}

}  // namespace touchdown::monitor

#endif
