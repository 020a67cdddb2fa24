// The source of momentum that is a machine with joints (docs/theory, M.13 to M.15, M.17 to M.21): components are
// generalized momenta, out of speeds and torques.
#ifndef TOUCHDOWN_MONITOR_JOINTS_HPP
#define TOUCHDOWN_MONITOR_JOINTS_HPP

#include "monitor/hull.hpp"

namespace touchdown::monitor {

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

// Of length 1; 0: unknown.
template <class Scalar>
Vector3<Scalar> normal_of(const JointsSample<Scalar> &sample, int foot) {
  if (sample.normals == nullptr) return Vector3<Scalar>::Zero();
  return unit_or_zero(first_three(sample.normals + 3 * foot));
}

template <class Number>
struct JointsSource {
  using Scalar = Number;
  using Size = int;
  static constexpr bool jointed = true;

  JointsSource(Monitor<Scalar> &to, const MonitorMachine<Scalar> &of) : monitor(to), machine(of) {}

  Monitor<Scalar> &monitor;
  const MonitorMachine<Scalar> &machine;
  int n, depth;
  Scalar dt, noise;
  Scalar p[room<Size>];
  const JointsSample<Scalar> *sample;
  CholeskyView<Scalar> mass;

  // (M.13), (M.20). False where a number leaves the range in which squares stay finite. The ring holds the fewer
  // samples the more speeds there are.
  bool measure_momentum(const JointsSample<Scalar> &now) {
    constexpr Scalar most = square_in_range_root<Scalar>;
    Scalar du[max_speeds];
    n = now.n;
    for (int j = 0; j < n; ++j) du[j] = now.u[j] - monitor.u[j];
    depth = clamp(TD_MONITOR_RING / (n + 2), 2, TD_MONITOR_BEFORE);
    sample = &now;
    dt = now.dt + monitor.waited;
    noise = square(dt / now.dt);
    bool good = within(noise, Scalar(1), most);
    for (int j = 0; j < n; ++j) {
      p[j] = row_times(n, now.M, j, du) - dt * now.force[j];
      good = good && within(p[j] / dt, -most, most) && within(p[j], -most, most);
    }
    return good;
  }

  // ---- Sizes

  Scalar size_squared(const Scalar *x) const { return energy_of(n, mass, x); }

  // What a part of that size is of component j, squared.
  Scalar share_of_size(int j) const { return sample->M[j * (n + 1)]; }

  // (M.3): white noise grows with the samples; the level was learnt with it too.
  Scalar noise_of(int j, Scalar samples) const {
    const std::int32_t learnt = clamp<std::int32_t>(learning_of(machine), 1, TD_MONITOR_LEARNING);
    return monitor.variance[j] * max(samples, Scalar(1)) * (1 + samples / static_cast<Scalar>(learnt));
  }

  // ---- What may have given a momentum

  Scalar mass_entry(int i, int j) const { return sample->M[i * n + j]; }
  bool factorize() const { return true; }  // it is

  void fill_columns(int number, const Vector3<Scalar> &, Vector3<Scalar> *columns) const {
    const Scalar *const J = sample->J + 3 * n * number;
    for (int j = 0; j < n; ++j) columns[j] = {J[j], J[n + j], J[2 * n + j]};
  }

  // Feet that may have touched, and then those that stand, a bit each: they may have taken anything.
  void ask_feet(std::uint32_t standing, Weighing<JointsSource> &asked) const {
    for (int i = 0; i < machine.feet; ++i)
      if ((standing >> i & 1U) == 0) (void)asked.ask_foot(i, normal_of(*sample, i), asked.feet);
    for (int i = 0; i < machine.feet; ++i)
      if ((standing >> i & 1U) != 0) (void)asked.ask_foot(i, Vector3<Scalar>::Zero(), asked.standing);
  }

  // ---- Attention

  // (M.19): the most that a foot explains of the two samples of that age.
  Scalar explained_at(int age, std::uint32_t standing) const {
    Scalar window[room<Size>], both = 0, most = 0;
    fill_zero(n, window);
    for (const int each : {age, age + 1}) {
      for (int j = 0; j < n; ++j) window[j] += above_level(*this, each, j);
      both += recent(*this, each)[n + 1];
    }
    Weighing<JointsSource> asked(*this);
    typename Weighing<JointsSource>::Fitted fitted;
    asked.ask(window, both, 0);
    asked.energy = size_squared(window);
    ask_feet(standing, asked);
    asked.fit_nothing(fitted);
    const Scalar all = fitted.chi_squared;
    for (int i = 0; i < asked.feet; ++i) {
      asked.expect(fitted, asked.alone(i));
      fitted.fit(n);
      most = max(most, all - fitted.chi_squared);
    }
    return most;
  }

  // The age of the sample of the touch: the one from which the evidence rose without a break.
  int onset_of(Scalar explained) const {
    const int oldest = clamp<int>(monitor.fresh, 2, depth) - 2;
    for (int age = 0; age < oldest; ++age) {
      const Scalar before = explained_at(age + 1, standing_feet(monitor));
      if (!(before > Scalar(tolerance::onset_noise) && before < explained)) return age;
      explained = before;
    }
    return oldest;
  }

  Scalar hear() const {
    const bool open = monitor.phase == TD_MONITOR_WEIGHS;
    const std::uint32_t standing = open ? static_cast<std::uint32_t>(monitor.standing) : standing_feet(monitor);
    return monitor.fresh < 2 ? Scalar(0) : explained_at(0, standing);
  }

  // ---- Level and noise

  // Mean and variance of the first samples (Welford 1962); `variance` is the sum of squares until they are over.
  void learn_first() const {
    const std::int32_t all = clamp<std::int32_t>(learning_of(machine), 2, 1000);
    const std::int32_t left = clamp<std::int32_t>(monitor.until, 1, all);
    const Scalar count = static_cast<Scalar>(all - left + 1);
    for (int j = 0; j < n; ++j) {
      const Scalar off = p[j] - monitor.level[j] * dt;
      monitor.level[j] += off / (count * dt);
      monitor.variance[j] += off * (p[j] - monitor.level[j] * dt);
    }
    monitor.until = left - 1;
    if (monitor.until > 0) return;
    for (int j = 0; j < n; ++j)
      monitor.variance[j] =
          max(monitor.variance[j], Scalar(0)) / static_cast<Scalar>(all - 1) + square(machine.noise[j]);
    monitor.phase = TD_MONITOR_WATCHES;
  }

  // Of the sample that leaves the ring, in flight that is calm.
  void learn_on() const {
    const Scalar *const oldest = recent(*this, depth - 1);
    const Scalar time = oldest[n], by_one = oldest[n + 1];
    if (monitor.fresh < TD_MONITOR_LEARNING || standing_feet(monitor) != 0 || !(time > 0) || !(by_one > 0)) return;
    for (int j = 0; j < n; ++j) {
      const Scalar off = oldest[j] - monitor.level[j] * time;
      const Scalar variance =
          monitor.variance[j] + (square(off) / by_one - monitor.variance[j]) / tolerance::monitor_noise;
      monitor.variance[j] = max(variance, square(machine.noise[j]));
    }
    learn_level(*this, Scalar(1) / tolerance::monitor_level);
  }

  // What has pushed for so long is the new level, but not what feet bear, which are known to stand.
  void begin_anew(bool lasts) const {
    monitor.fresh = 0;
    if (lasts && standing_feet(monitor) == 0) shift_level(*this);
  }

  // ---- What lasts

  // (M.14): what the others leave of the residual, by W = J M^-1 J^T, of the columns L^-1 J^T. A leg in a plane, or a
  // straight one, feels nothing along some axis: `load_sharing` keeps W definite.
  Vector3<Scalar> share_load(int foot) const {
    Scalar rest[room<Size>];
    Vector3<Scalar> columns[room<Size>], pull = Vector3<Scalar>::Zero();
    Matrix3<Scalar> W = Matrix3<Scalar>::Zero();
    each(n, [&](int j) { rest[j] = monitor.residual[j] - monitor.level[j]; });
    for (int i = 0; i < machine.feet; ++i)
      for (int k = 0; k < 3; ++k)
        if (i != foot) add_scaled(n, Scalar(-monitor.load[i][k]), sample->J + n * (3 * i + k), rest);
    fill_columns(foot, Vector3<Scalar>::Zero(), columns);
    solve_lower(mass, columns);
    solve_lower(mass, rest);
    for (int j = 0; j < n; ++j) {
      pull += rest[j] * columns[j];
      W += columns[j] * columns[j].transpose();
    }
    const Scalar felt = W.trace();
    if (!(felt > 0 && is_finite(felt))) return Vector3<Scalar>::Zero();  // a foot that no joint moves
    W.diagonal().array() += Scalar(tolerance::load_sharing) / 3 * felt;
    return best_impulse(W, pull, normal_of(*sample, foot), cone_of(machine, machine.foot[foot]));
  }
};

}  // namespace touchdown::monitor

#endif
