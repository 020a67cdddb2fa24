// The source of momentum that is a machine with joints (docs/theory, M.13 to M.15, M.17 to M.20): components are
// generalized momenta, out of speeds and torques.
#ifndef TOUCHDOWN_MONITOR_JOINTS_HPP
#define TOUCHDOWN_MONITOR_JOINTS_HPP

#include "monitor/jump.hpp"

namespace touchdown::monitor {

// ---- A sample

template <class Scalar>
Status check(const Monitor<Scalar> &monitor, const JointsSample<Scalar> &sample) {
  if (sample.M == nullptr || sample.u == nullptr || sample.force == nullptr || sample.J == nullptr)
    return TD_REFUSED_NULL;
  if (!is_started(monitor) || !is_jointed(monitor.machine)) return TD_REFUSED_NOT_STARTED;
  if (sample.n != monitor.machine.speeds || sample.feet != monitor.machine.feet) return TD_REFUSED_SIZE;
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

// (M.13), (M.20). False where a number leaves the range in which squares stay finite.
template <class Scalar>
bool measure_momentum(const Monitor<Scalar> &monitor, const JointsSample<Scalar> &sample, Source<Scalar> &source) {
  constexpr Scalar most = square_in_range_root<Scalar>;
  const int n = sample.n;
  const Scalar dt = sample.dt + monitor.waited;
  Scalar du[max_speeds];
  for (int j = 0; j < n; ++j) du[j] = sample.u[j] - monitor.u[j];
  source.dt = dt;
  source.noise = square(dt / sample.dt);
  bool good = within(source.noise, Scalar(1), most);
  for (int j = 0; j < n; ++j) {
    source.p[j] = row_times(n, sample.M, j, du) - dt * sample.force[j];
    good = good && within(source.p[j] / dt, -most, most) && within(source.p[j], -most, most);
  }
  return good;
}

// ---- What may have given a momentum

template <class Scalar>
Vector3<Scalar> normal_of(const JointsSample<Scalar> &sample, int foot) {
  if (sample.normals == nullptr) return Vector3<Scalar>::Zero();
  return first_three(sample.normals + 3 * foot);
}

template <class Scalar>
void ask_foot(const Monitor<Scalar> &monitor, const Source<Scalar> &source, int i, const Vector3<Scalar> &normal,
              Asked<Scalar> &asked) {
  const int n = source.n;
  Foot<Scalar> &foot = asked.foot[asked.feet + asked.standing];
  foot.number = i;
  for (int k = 0; k < 3; ++k) copy(n, source.joints->J + n * (3 * i + k), foot.row[k]);
  prepare(source.mass, asked.per_deviation, normal, monitor.machine.foot[i].mu, foot);
}

// Feet that may have touched, and then those that stand, a bit each.
template <class Scalar>
void ask_feet(const Monitor<Scalar> &monitor, const Source<Scalar> &source, std::uint32_t standing,
              Asked<Scalar> &asked) {
  const int feet = source.joints->feet;
  for (int i = 0; i < feet; ++i) {
    if ((standing >> i & 1U) != 0) continue;
    ask_foot(monitor, source, i, normal_of(*source.joints, i), asked);
    ++asked.feet;
  }
  for (int i = 0; i < feet; ++i) {
    if ((standing >> i & 1U) == 0) continue;
    ask_foot(monitor, source, i, Vector3<Scalar>(Vector3<Scalar>::Zero()), asked);
    ++asked.standing;
  }
}

// ---- Attention

// (M.19): the most that a foot explains of what is asked.
template <class Scalar>
Scalar most_explained(Asked<Scalar> &asked, Fitted<Scalar> &fitted) {
  count_what_acts(asked);
  const Scalar all = dot(asked.n, asked.y, asked.y);
  Scalar most = 0;
  for (int i = 0; i < asked.feet; ++i) {
    fit_feet(asked, 1U << i, Learnt<Scalar>{}, fitted);
    most = max(most, all - fitted.chi_squared);
  }
  return most;
}

// Of the two samples of that age.
template <class Scalar>
Scalar explained_at(const Monitor<Scalar> &monitor, const Source<Scalar> &source, int age, std::uint32_t standing) {
  const Scalar *const newer = recent(monitor, source, age), *const older = recent(monitor, source, age + 1);
  Scalar window[most_components];
  fill_zero(source.n, window);
  add_above_level(monitor, source.n, newer, window);
  add_above_level(monitor, source.n, older, window);
  Asked<Scalar> asked;
  Fitted<Scalar> fitted;
  const Gathered<Scalar> gathered = {window, newer[source.n + 1] + older[source.n + 1], Scalar(0)};
  ask_momentum(monitor, source, source.mass, gathered, asked);
  ask_feet(monitor, source, standing, asked);
  return most_explained(asked, fitted);
}

// The age of the sample of the touch: the one from which the evidence rose without a break.
template <class Scalar>
int onset_of(const Monitor<Scalar> &monitor, const Source<Scalar> &source, std::uint32_t standing, Scalar explained) {
  const int oldest = clamp<int>(monitor.fresh, 2, source.depth) - 2;
  for (int age = 0; age < TD_MONITOR_BEFORE - 2; ++age) {
    if (age >= oldest) return age;
    const Scalar before = explained_at(monitor, source, age + 1, standing);
    if (!(before > tolerance::onset_noise<Scalar> && before < explained)) return age;
    explained = before;
  }
  return TD_MONITOR_BEFORE - 2;
}

// ---- What lasts

// x -= J^T p.
template <class Scalar>
void take_away(int n, const Scalar *J, const Vector3<Scalar> &p, Scalar *x) {
  for (int k = 0; k < 3; ++k) add_scaled(n, Scalar(-p[k]), J + k * n, x);
}

// What a leg does not feel at all is left out, by a small part of what it feels most.
template <class Scalar>
void finish(ImpulseFit<Scalar> &fit) {
  const Scalar felt = fit.information.trace();
  if (felt > 0 && is_finite(felt))
    fit.information.diagonal().array() += (tolerance::felt<Scalar> + tolerance::load_sharing<Scalar> / 3) * felt;
  else
    fit.information.setIdentity();
  (void)factorize(fit.information, fit.factor);
}

// (M.14): what the others leave of the residual, by W = J M^-1 J^T, of the columns Y = L^-1 J^T.
template <class Scalar>
Vector3<Scalar> share_load(const Monitor<Scalar> &monitor, const Source<Scalar> &source, int foot) {
  const JointsSample<Scalar> &sample = *source.joints;
  const int n = source.n;
  Scalar rest[most_components];
  for (int j = 0; j < n; ++j) rest[j] = monitor.residual[j] - monitor.level[j];
  for (int i = 0; i < sample.feet; ++i)
    if (i != foot) take_away(n, sample.J + 3 * n * i, Vector3<Scalar>(vector(monitor.load[i])), rest);
  const Scalar *const J = sample.J + 3 * n * foot;
  ContactVector<Scalar> Y[most_components];
  for (int j = 0; j < n; ++j) Y[j] = {J[j], J[n + j], J[2 * n + j]};
  solve_lower(source.mass, Y);
  const ContactInertia<Scalar> W = gram(n, Y);
  ImpulseFit<Scalar> fit;
  fit.information << W.nn, W.nt, W.ns, W.nt, W.tt, W.ts, W.ns, W.ts, W.ss;
  fit.mu = monitor.machine.foot[foot].mu;
  finish(fit);
  solve_lower(source.mass, rest);
  const ContactVector<Scalar> pull = dot(n, rest, Y);
  const Vector3<Scalar> load =
      best_impulse(fit, unit_or_zero(normal_of(sample, foot)), Vector3<Scalar>(pull.n, pull.t, pull.s));
  return all_finite(load) ? load : Vector3<Scalar>(Vector3<Scalar>::Zero());
}

}  // namespace touchdown::monitor

#endif
