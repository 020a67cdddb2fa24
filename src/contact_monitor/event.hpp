// An event as it is told: the jump that the monitor has gathered, weighed (evidence.hpp), and back into units.
#ifndef TOUCHDOWN_CONTACT_MONITOR_EVENT_HPP
#define TOUCHDOWN_CONTACT_MONITOR_EVENT_HPP

#include "contact_monitor/evidence.hpp"

namespace touchdown::monitor {

// Counters wrap: a state that was overwritten may hold any number.
TOUCHDOWN_INLINE std::int32_t plus(std::int32_t count, std::int32_t more) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(count) + static_cast<std::uint32_t>(more));
}
TOUCHDOWN_INLINE std::int32_t minus(std::int32_t count, std::int32_t less) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(count) - static_cast<std::uint32_t>(less));
}

// Linear and angular momentum as one size, by the reach.
template <class Scalar>
Scalar size_of(const Pair<Scalar> &momentum, Scalar reach) {
  return square_root(momentum.p.squaredNorm() + momentum.l.squaredNorm() / square(reach));
}

// What the momentum is scaled by.
template <class Scalar>
Scalar size_of(const ContactMonitor<Scalar> &monitor) {
  return size_of(pair(monitor.jump), monitor.reach);
}

// (E152): white noise grows with the window, what shakes to and fro does not; the level was learnt with that noise too.
// What else acts may have begun to change at the beginning of the window; the model is wrong by a part
// of all that went to and fro.
template <class Scalar>
Scalar variance_of(Scalar window, Scalar growth, Scalar samples, Scalar drift, Scalar model) {
  const Scalar more = max(samples / TD_MONITOR_WINDOW - 1, Scalar(0));
  const Scalar noise = window + max(growth, Scalar(0)) * more;
  return noise * (1 + samples / (2 * tolerance::monitor_level)) + square(drift) + square(model);
}

template <class Scalar>
Pair<Scalar> variance_of(const ContactMonitor<Scalar> &monitor, Scalar size) {
  const MonitorMachine<Scalar> &machine = monitor.machine;
  const Scalar samples = static_cast<Scalar>(monitor.event.samples);
  const Scalar half_square = square(samples / machine.rate) / 2;
  const Scalar p_drift = machine.force_rate * half_square, l_drift = machine.torque_rate * half_square;
  const Scalar p_model = machine.model_error * max(size, monitor.path), l_model = p_model * monitor.reach;
  Pair<Scalar> variance;
  for (int i = 0; i < 3; ++i) {
    variance.p[i] = variance_of(monitor.variance.p[i], monitor.growth.p[i], samples, p_drift, p_model) + monitor.lost;
    variance.l[i] = variance_of(monitor.variance.l[i], monitor.growth.l[i], samples, l_drift, l_model);
  }
  return variance;
}

template <class Scalar>
Vector3<Scalar> unit_or_zero(const Vector3<Scalar> &x) {
  const Scalar square = x.squaredNorm();
  return square > 0 ? Vector3<Scalar>(x / square_root(square)) : Vector3<Scalar>(Vector3<Scalar>::Zero());
}

template <class Scalar>
Jump<Scalar> jump_of(const ContactMonitor<Scalar> &monitor, Scalar size) {
  const Pair<Scalar> variance = variance_of(monitor, size);
  const Scalar p = 1 / size, l = p / monitor.reach;
  Jump<Scalar> jump;
  jump.momentum = {p * vector(monitor.jump.p), l * vector(monitor.jump.l)};
  jump.variance = {square(p) * variance.p, square(l) * variance.l};
  jump.precision = {jump.variance.p.cwiseInverse(), jump.variance.l.cwiseInverse()};
  jump.normal = unit_or_zero(vector(monitor.normal));
  jump.taken_back = square(monitor.drop * p) / (jump.variance.p.sum() / 3 + square(tolerance::rings_back<Scalar>));
  return jump;
}

template <class Scalar>
Places<Scalar> places_of(const ContactMonitor<Scalar> &monitor, const Jump<Scalar> &jump) {
  const MonitorMachine<Scalar> &machine = monitor.machine;
  const bool own_hull = machine.points > 0;
  const Scalar scale = 1 / monitor.reach;
  Places<Scalar> places;
  places.feet = machine.feet;
  places.mu = 0;
  places.prior = own_hull ? tolerance::feet_come_first<Scalar> : Scalar(0);
  places.middle.setZero();  // of the hull and the centre of mass: feet in one plane are not the whole body
  for (int i = 0; i < places.feet; ++i) {
    const MonitorPoint<Scalar> &foot = machine.foot[i];
    places.foot[i] = fit_at(jump, Vector3<Scalar>(scale * contact_point(foot, jump.normal)), foot.mu);
  }
  places.hull.count = own_hull ? machine.points : machine.feet;
  for (int i = 0; i < places.hull.count; ++i) {
    const MonitorPoint<Scalar> &point = own_hull ? machine.point[i] : machine.foot[i];
    places.hull.point[i] = scale * contact_point(point, jump.normal);
    places.middle += places.hull.point[i] / static_cast<Scalar>(places.hull.count + 1);
    places.mu = max(places.mu, point.mu);
  }
  return places;
}

template <class Scalar>
int likeliest(const Scalar *of) {
  int best = 0;
  for (int i = 1; i < TD_EXPLANATIONS; ++i)
    if (of[i] > of[best]) best = i;
  return best;
}

template <class Scalar>
void tell_probabilities(const Evidence<Scalar> &evidence, int feet, ContactEvent<Scalar> &event) {
  Scalar sum = 0;
  for (const Scalar part : evidence.of) sum += part;
  for (int i = 0; i < TD_EXPLANATIONS; ++i) event.probability[i] = evidence.of[i] / sum;
  for (int i = 0; i < TD_MAX_FEET; ++i) event.foot_probability[i] = i < feet ? evidence.of_foot[i] / sum : Scalar(0);
  event.explanation = likeliest(evidence.of);
  event.foot = evidence.best_foot;
}

// The impulses of the likeliest explanation.
template <class Scalar>
void tell_impulses(const Evidence<Scalar> &evidence, int feet, Scalar size, ContactEvent<Scalar> &event) {
  const bool one = event.explanation == TD_EXPLAINED_BY_FOOT, some = event.explanation == TD_EXPLAINED_BY_FEET;
  Vector3<Scalar> sum = Vector3<Scalar>::Zero();
  for (int i = 0; i < TD_MAX_FEET; ++i) {
    Vector3<Scalar> p = Vector3<Scalar>::Zero();
    if (one && i == event.foot) p = size * evidence.single[i];
    if (some && i < feet) p = size * evidence.several[i];
    view(event.foot_impulse[i]) = p;
    sum += p;
  }
  if (event.explanation == TD_EXPLAINED_BY_POINT) sum = size * evidence.point_impulse;
  if (one || some || event.explanation == TD_EXPLAINED_BY_POINT) view(event.impulse) = sum;
}

// One impulse, or several, that explain what came with confidence, and are told apart from none: else the spin alone
// speaks for them, for any spin is that of some impulse at a foot.
template <class Scalar>
bool is_sure(const ContactEvent<Scalar> &event, Scalar confidence) {
  const Scalar least = tolerance::sure_impulse<Scalar> * square(event.impulse_uncertainty);
  if (vector(event.impulse).squaredNorm() < least) return false;
  const Scalar one = event.probability[TD_EXPLAINED_BY_FOOT], some = event.probability[TD_EXPLAINED_BY_FEET];
  return one + some >= confidence;
}

// Whether a contact may have begun with this event. What follows closely on one that no contact explained is the rest
// of that: the level was not learnt in between, and a force that only ends lifts the momentum as a contact does.
template <class Scalar>
bool has_onset(const ContactMonitor<Scalar> &monitor) {
  bool touched = false;
  for (int i = 0; i < monitor.machine.feet; ++i) touched = touched || monitor.foot[i] != TD_FOOT_CLEAR;
  return touched || monitor.begun >= TD_MONITOR_BEFORE;
}

template <class Scalar>
void exclude_contacts(Evidence<Scalar> &evidence) {
  for (int i = TD_EXPLAINED_BY_FOOT; i <= TD_EXPLAINED_BY_POINT; ++i) evidence.of[i] = 0;
  for (Scalar &foot : evidence.of_foot) foot = 0;
}

// Weighs what has come in so far.
template <class Scalar>
void weigh_event(ContactMonitor<Scalar> &monitor) {
  ContactEvent<Scalar> &event = monitor.event;
  const Scalar size = size_of(monitor);
  if (!(size > 0)) return;
  const Jump<Scalar> jump = jump_of(monitor, size);
  Places<Scalar> places = places_of(monitor, jump);
  Evidence<Scalar> evidence;
  weigh(jump, places, evidence);
  if (!has_onset(monitor)) exclude_contacts(evidence);
  tell_probabilities(evidence, places.feet, event);
  view(event.impulse) = vector(monitor.jump.p);
  tell_impulses(evidence, places.feet, size, event);
  event.impulse_uncertainty = size * square_root(jump.variance.p.sum() / 3);
  view(event.r) = monitor.reach * evidence.r;
  event.r_uncertainty =
      evidence.r_variance >= 0 ? monitor.reach * square_root(evidence.r_variance) : Scalar(TD_NOT_APPLICABLE);
}

}  // namespace touchdown::monitor

#endif
