// An event of the momentum observer as it is told: the jump that it has gathered, weighed by evidence.hpp (DESIGN.md,
// E179 to E181).
#ifndef TOUCHDOWN_CONTACT_MONITOR_OBSERVER_EVENT_HPP
#define TOUCHDOWN_CONTACT_MONITOR_OBSERVER_EVENT_HPP

#include "contact_monitor/event.hpp"
#include "contact_monitor/observer_jump.hpp"

namespace touchdown::monitor {

// Some of the feet: those that stand, or the others, which may touch.
template <class Scalar>
struct ObservedPlaces {
  int feet;
  int number[TD_MAX_FEET];  // of the machine
  FootFit<Scalar> foot[TD_MAX_FEET];
};

template <class Scalar>
bool is_possible(const GeneralizedJump<Scalar> &, const ObservedPlaces<Scalar> &, const FootFit<Scalar> &,
                 const Vector3<Scalar> &) {
  return true;
}

template <class Scalar>
Scalar part_left(const FootFit<Scalar> &foot) {
  return part_left(Matrix3<Scalar>(square(foot.unit) * foot.information));
}

// (E155), of n components.
template <class Scalar>
Scalar likelihood(const GeneralizedJump<Scalar> &jump, Scalar chi_squared) {
  const Scalar x = 1 / (1 + chi_squared / tolerance::noise_freedoms<Scalar>);
  const Scalar x2 = x * x;
  const Scalar x4 = x2 * x2;
  const Scalar root = square_root(x);
  Scalar likelihood = x4 * x4 * x2;
  for (int j = 0; j < jump.momentum.n; ++j) likelihood *= root;
  return likelihood;
}

template <class Scalar>
ObservedPlaces<Scalar> places_of(const MomentumObserver<Scalar> &observer, const ObservedSample<Scalar> &sample,
                                 const GeneralizedJump<Scalar> &jump, const std::int32_t *standing, bool stand) {
  ObservedPlaces<Scalar> places;
  places.feet = 0;
  for (int i = 0; i < sample.feet; ++i) {
    if ((standing[i] != 0) != stand) continue;
    FootFit<Scalar> &foot = places.foot[places.feet];
    foot = fit_of(jump, sample, observer.machine.mu[i], i);
    if (stand) foot.normal.setZero();  // any direction: a load that ends, too
    places.number[places.feet++] = i;
  }
  return places;
}

// Takes from the jump what feet that stand explain of it.
template <class Scalar>
void leave_to(const ObservedPlaces<Scalar> &standing, GeneralizedJump<Scalar> &jump) {
  Vector3<Scalar> taken[TD_MAX_FEET];
  if (standing.feet > 0) (void)share_among_feet(jump, standing, taken);
  for (int i = 0; i < standing.feet; ++i) jump.momentum = without(jump.momentum, standing.foot[i], taken[i]);
}

// Samples that level and noise are from.
template <class Scalar>
Scalar learnt(const MomentumObserver<Scalar> &observer) {
  return static_cast<Scalar>(clamp<std::int32_t>(observer.machine.learning, 1, 2 * tolerance::monitor_level));
}

// Of a momentum of so much noise; the level was learnt with it too.
template <class Scalar>
Scalar variance_of(const MomentumObserver<Scalar> &observer, int speed, Scalar noise) {
  return observer.variance[speed] * noise * (1 + noise / learnt(observer));
}

// (E179): the model is wrong by a part of all that went to and fro, alike in every speed by its share of the energy.
template <class Scalar>
GeneralizedJump<Scalar> jump_of(const MomentumObserver<Scalar> &observer, const ObservedSample<Scalar> &sample,
                                Scalar size) {
  const int n = sample.n;
  const Scalar model = square(observer.machine.model_error * max(size, observer.path));
  GeneralizedJump<Scalar> jump;
  jump.momentum.n = n;
  jump.taken_back = 0;
  copy(n, observer.jump, jump.momentum.of);
  for (int j = 0; j < n; ++j)
    jump.precision[j] = 1 / (variance_of(observer, j, observer.noise) + model * sample.M[j * (n + 1)]);
  return jump;
}

// The impulse that is expected of a foot: that of the size which the whole jump has.
template <class Scalar>
Scalar unit_of(const CholeskyView<Scalar> &mass, const Scalar *J, Scalar size) {
  ContactVector<Scalar> Y[max_speeds];
  const Scalar trace = operational_inverse(mass, J, Y).trace();
  return trace > 0 ? size * square_root(3 / trace) : Scalar(0);
}

// The part that the noise leaves of any momentum of that size, by the share of the energy of each speed.
template <class Scalar>
Scalar part_of_anything(const ObservedSample<Scalar> &sample, const GeneralizedJump<Scalar> &jump, Scalar size) {
  Scalar part = 1;
  for (int j = 0; j < sample.n; ++j)
    part /= square_root(1 + square(size) * sample.M[j * (sample.n + 1)] * jump.precision[j]);
  return max(part, tolerance::least_evidence<Scalar>);
}

// Several feet have the freedom of those that took something, and no more than any momentum has.
template <class Scalar>
Scalar part_of_several(const ObservedPlaces<Scalar> &places, const Vector3<Scalar> *impulse, Scalar anything) {
  Scalar sum = 0, part = 1;
  int took = 0;
  for (int i = 0; i < places.feet; ++i) sum += impulse[i].squaredNorm();
  for (int i = 0; i < places.feet; ++i) {
    if (!(impulse[i].squaredNorm() > square(tolerance::took_part<Scalar>) * sum)) continue;
    part *= part_left(places.foot[i]);
    ++took;
  }
  return took < 2 ? Scalar(0) : max(part, anything);
}

template <class Scalar>
void weigh(const ObservedSample<Scalar> &sample, const GeneralizedJump<Scalar> &jump,
           const ObservedPlaces<Scalar> &places, Scalar size, Evidence<Scalar> &evidence) {
  const Scalar anything = part_of_anything(sample, jump, size);
  Scalar least = 0;
  weigh_feet_alone(jump, places, evidence, least);
  for (int i = 0; i < places.feet; ++i) evidence.several[i].setZero();
  evidence.of[TD_EXPLAINED_BY_FEET] = 0;
  // What one foot explains, several do no better.
  if (least > tolerance::explained<Scalar>) {
    const Scalar together = share_among_feet(jump, places, evidence.several);
    evidence.of[TD_EXPLAINED_BY_FEET] = tolerance::cone_prior<Scalar> *
                                        part_of_several(places, evidence.several, anything) *
                                        likelihood(jump, together);
  }
  evidence.of[TD_EXPLAINED_BY_NOTHING] =
      likelihood(jump, chi_squared(jump, jump.momentum)) * tolerance::contacts_are_rare<Scalar>;
  evidence.of[TD_EXPLAINED_BY_POINT] = 0;
  evidence.of[TD_EXPLAINED_BY_NO_CONTACT] = anything;
}

// place -1: the foot was not weighed.
template <class Scalar>
void number_foot(int foot, int place, Evidence<Scalar> &evidence) {
  if (place < 0) {
    evidence.of_foot[foot] = 0;
    evidence.single[foot].setZero();
    evidence.several[foot].setZero();
    return;
  }
  evidence.of_foot[foot] = evidence.of_foot[place];
  evidence.single[foot] = evidence.single[place];
  evidence.several[foot] = evidence.several[place];
}

// From the feet that were weighed to those of the machine. Every place is at or before its foot's number.
template <class Scalar>
void number_feet(const ObservedPlaces<Scalar> &places, Evidence<Scalar> &evidence) {
  int place = places.feet - 1;
  for (int i = TD_MAX_FEET - 1; i >= 0; --i) {
    const bool weighed = place >= 0 && places.number[place] == i;
    number_foot(i, weighed ? place : -1, evidence);
    if (weighed) --place;
  }
  if (places.feet > 0) evidence.best_foot = places.number[evidence.best_foot];
}

// Of an impulse along itself.
template <class Scalar>
Scalar uncertainty_of(const FootFit<Scalar> &foot, const Vector3<Scalar> &impulse) {
  const Scalar information = impulse.dot(foot.information * impulse);
  return information > 0 ? square_root(impulse.squaredNorm() / information) : Scalar(0);
}

// Weighs what has come in so far.
template <class Scalar>
void weigh_event(MomentumObserver<Scalar> &observer, const ObservedSample<Scalar> &sample,
                 const CholeskyView<Scalar> &mass) {
  ContactEvent<Scalar> &event = observer.event;
  GeneralizedJump<Scalar> jump = jump_of(observer, sample, size_of(mass, observer.jump));
  leave_to(places_of(observer, sample, jump, observer.stood, true), jump);
  const Scalar size = size_of(mass, jump.momentum.of);
  ObservedPlaces<Scalar> places = places_of(observer, sample, jump, observer.stood, false);
  if (!(size > 0) || places.feet < 1) return;
  for (int i = 0; i < places.feet; ++i) places.foot[i].unit = unit_of(mass, places.foot[i].J, size);
  Evidence<Scalar> evidence;
  weigh(sample, jump, places, size, evidence);
  event.impulse_uncertainty = uncertainty_of(places.foot[evidence.best_foot], evidence.single[evidence.best_foot]);
  number_feet(places, evidence);
  if (observer.onset == 0) exclude_contacts(evidence);
  tell_probabilities(evidence, sample.feet, event);
  view(event.impulse).setZero();
  tell_impulses(evidence, sample.feet, Scalar(1), event);
}

}  // namespace touchdown::monitor

#endif
