// An event of the momentum observer, and what draws its attention: the momentum that came in, held against feet by
// evidence.hpp (DESIGN.md, E179 to E182).
#ifndef TOUCHDOWN_MONITOR_JOINTS_EVENT_HPP
#define TOUCHDOWN_MONITOR_JOINTS_EVENT_HPP

#include "monitor/event.hpp"
#include "monitor/joints_level.hpp"

namespace touchdown::monitor {

template <class Scalar>
Vector3<Scalar> normal_of(const JointsSample<Scalar> &sample, int foot) {
  if (sample.normals == nullptr) return Vector3<Scalar>::Zero();
  const Scalar *n = sample.normals + 3 * foot;
  return {n[0], n[1], n[2]};
}

// Samples that level and noise are from.
template <class Scalar>
Scalar learnt(const JointsMonitor<Scalar> &observer) {
  return static_cast<Scalar>(clamp<std::int32_t>(observer.machine.learning, 1, 2 * tolerance::monitor_level));
}

// Of a momentum of so much noise; the level was learnt with it too.
template <class Scalar>
Scalar variance_of(const JointsMonitor<Scalar> &observer, int speed, Scalar noise) {
  return observer.variance[speed] * noise * (1 + noise / learnt(observer));
}

// A sample of a machine with joints, ready to be asked about.
template <class Scalar>
struct Observed {
  const JointsMonitor<Scalar> &observer;
  const JointsSample<Scalar> &sample;
  CholeskyView<Scalar> mass;
};

template <class Scalar>
void ask_foot(const Observed<Scalar> &of, int i, const Vector3<Scalar> &normal, Asked<Scalar> &asked,
              Foot<Scalar> &foot) {
  const int n = of.sample.n;
  foot.number = i;
  for (int k = 0; k < 3; ++k) copy(n, of.sample.J + n * (3 * i + k), foot.row[k]);
  prepare(of.mass, asked.per_deviation, normal, of.observer.machine.mu[i], foot);
}

// (E179): the model is wrong by a part of all that went to and fro, alike in every speed by its share of the energy.
// `went` is the square of that; 0: not counted.
template <class Scalar>
void ask(const Observed<Scalar> &of, const Scalar *momentum, Scalar noise, Scalar went, const std::int32_t *standing,
         Asked<Scalar> &asked) {
  const int n = of.sample.n;
  const Scalar model = square(of.observer.machine.model_error) * went;
  asked.n = n;
  asked.feet = asked.standing = 0;
  asked.taken_back = 0;
  asked.energy = energy_of(of.mass, momentum);
  fill_zero(n, asked.thrust);
  fill_zero(n, asked.hidden);
  for (int j = 0; j < n; ++j) {
    asked.per_deviation[j] = 1 / square_root(variance_of(of.observer, j, noise) + model * of.sample.M[j * (n + 1)]);
    asked.y[j] = momentum[j] * asked.per_deviation[j];
  }
  for (int i = 0; i < of.sample.feet; ++i)
    if (standing[i] == 0) ask_foot(of, i, normal_of(of.sample, i), asked, asked.foot[asked.feet++]);
  for (int i = 0; i < of.sample.feet; ++i)
    if (standing[i] != 0)
      ask_foot(of, i, Vector3<Scalar>(Vector3<Scalar>::Zero()), asked, asked.foot[asked.feet + asked.standing++]);
}

// ---- Attention
// -------------------------------------------------------------------------------------------------------

// (E182): the most that a foot explains of what is asked.
template <class Scalar>
Scalar most_explained(Asked<Scalar> &asked, Fitted<Scalar> &fitted) {
  count_what_acts(asked);
  const Scalar all = dot(asked.n, asked.y, asked.y);
  Scalar most = 0;
  for (int i = 0; i < asked.feet; ++i) {
    Products<Scalar> products;
    products.feet = 0;
    for (int k = 0; k < 3; ++k) asked.foot[i].with_y[k] = dot(asked.n, asked.foot[i].row[k], asked.y);
    add_foot(asked, asked.foot[i], products);
    fit_few(asked, products, all, fitted);
    most = max(most, all - fitted.chi_squared);
  }
  return most;
}

// Of the two samples of that age.
template <class Scalar>
Scalar hear(const Observed<Scalar> &of, int age, const std::int32_t *standing) {
  const JointsMomentum<Scalar> &newer = of.observer.before[place_of(of.observer, age)],
                               &older = of.observer.before[place_of(of.observer, age + 1)];
  Scalar window[max_speeds];
  fill_zero(of.sample.n, window);
  add_above_level(of.observer, newer, window);
  add_above_level(of.observer, older, window);
  Asked<Scalar> asked;
  Fitted<Scalar> fitted;
  asked.part = 1;
  asked.excesses = 0;
  ask(of, window, newer.noise + older.noise, Scalar(0), standing, asked);
  return most_explained(asked, fitted);
}

// The age of the sample of the touch: that from which the evidence rose without a break.
template <class Scalar>
int onset_of(const Observed<Scalar> &of, const std::int32_t *standing, Scalar explained) {
  const int oldest = clamp<int>(of.observer.fresh, 2, TD_MONITOR_BEFORE) - 2;
  for (int age = 0; age < TD_MONITOR_BEFORE - 2; ++age) {
    if (age >= oldest) return age;
    const Scalar before = hear(of, age + 1, standing);
    if (!(before > tolerance::observer_noise<Scalar> && before < explained)) return age;
    explained = before;
  }
  return TD_MONITOR_BEFORE - 2;
}

// ---- The event
// -------------------------------------------------------------------------------------------------------

// Weighs what has come in so far. Whether a contact explains it with confidence, and is told apart from none.
template <class Scalar>
bool weigh_event(JointsMonitor<Scalar> &observer, const Observed<Scalar> &of) {
  ContactEvent<Scalar> &event = observer.event;
  Asked<Scalar> asked;
  Fitted<Scalar> fitted;
  Evidence<Scalar> evidence;
  const Scalar energy = energy_of(of.mass, observer.jump);
  ask(of, observer.jump, observer.noise, max(energy, square(observer.path)), observer.stood, asked);
  if (!(energy > 0) || asked.feet < 1) return false;
  weigh(asked, of.sample.M, fitted, evidence);
  if (observer.onset == 0) exclude_contacts(evidence);
  tell_probabilities(asked, evidence, event);
  view(event.impulse).setZero();
  event.impulse_uncertainty = 0;
  tell_impulses(asked, evidence, fitted, event);
  const Scalar least = tolerance::sure_impulse<Scalar> * square(event.impulse_uncertainty);
  return event.touched >= observer.machine.confidence && vector(event.impulse).squaredNorm() >= least;
}

}  // namespace touchdown::monitor

#endif
