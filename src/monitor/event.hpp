// An event as it is reported: the momentum that the monitor has gathered, weighed (evidence.hpp), and back into units.
#ifndef TOUCHDOWN_MONITOR_EVENT_HPP
#define TOUCHDOWN_MONITOR_EVENT_HPP

#include "monitor/joints.hpp"
#include "monitor/sensor.hpp"

namespace touchdown::monitor {

template <class Scalar, class Size>
void report_probabilities(const Asked<Scalar, Size> &asked, const Evidence<Scalar> &evidence,
                          ContactEvent<Scalar> &event) {
  Scalar sum = 0;
  for (const Scalar part : evidence.of) sum += part;
  event.explanation = event.foot = 0;
  for (int i = 0; i < TD_EXPLANATIONS; ++i) {
    event.probability[i] = evidence.of[i] / sum;
    if (evidence.of[i] > evidence.of[event.explanation]) event.explanation = i;
  }
  event.touched = event.probability[TD_EXPLAINED_BY_FOOT] + event.probability[TD_EXPLAINED_BY_FEET] +
                  event.probability[TD_EXPLAINED_BY_POINT];
  for (Scalar &foot : event.foot_probability) foot = 0;
  for (int i = 0; i < asked.feet; ++i) {
    event.foot_probability[asked.foot[i].number] = evidence.of_foot[i] / sum;
    if (evidence.likeliest[0] == 1U << i) event.foot = asked.foot[i].number;
  }
}

// The impulses of the likeliest feet, where they are the likeliest explanation.
template <class Source, class Scalar, class Size>
void report_impulses(const Source &source, const Asked<Scalar, Size> &asked, const Evidence<Scalar> &evidence,
                     ContactEvent<Scalar> &event) {
  for (auto &impulse : event.foot_impulse) view(impulse).setZero();
  if (event.explanation != TD_EXPLAINED_BY_FOOT && event.explanation != TD_EXPLAINED_BY_FEET) return;
  const std::uint32_t set = evidence.likeliest[event.explanation == TD_EXPLAINED_BY_FOOT ? 0 : 1];
  Vector3<Scalar> impulse[TD_MAX_FEET], sum = Vector3<Scalar>::Zero();
  Fitted<Scalar, Size> fitted;
  fit_whole(asked, sum_of(source, asked, set), fitted);
  const Scalar variance = share_among_feet(source, asked, set, fitted, impulse);
  for (int i = 0; i < asked.feet; ++i) {
    view(event.foot_impulse[asked.foot[i].number]) = impulse[i];
    sum += impulse[i];
  }
  view(event.impulse) = sum;
  event.impulse_uncertainty = square_root(variance / 3);
}

// What all sources conclude. Whether a contact explains the event with confidence.
template <class Source, class Scalar, class Size>
bool conclude(Monitor<Scalar> &monitor, const Source &source, const Asked<Scalar, Size> &asked,
              Evidence<Scalar> &evidence) {
  if (monitor.onset == 0) {
    for (int i = TD_EXPLAINED_BY_FOOT; i <= TD_EXPLAINED_BY_POINT; ++i) evidence.of[i] = 0;
    for (Scalar &foot : evidence.of_foot) foot = 0;
  }
  report_probabilities(asked, evidence, monitor.event);
  report_impulses(source, asked, evidence, monitor.event);
  return monitor.event.touched >= confidence_of(source.machine);
}

// Weighs what has come in so far. Whether a contact explains it with confidence, and its impulse stands out of the
// noise: without that, the spin alone would count as a contact, for an impulse at some foot explains any spin.
template <class Scalar>
bool weigh_event(Monitor<Scalar> &monitor, const SensorSource<Scalar> &source) {
  const MonitorMachine<Scalar> &machine = source.machine;
  ContactEvent<Scalar> &event = monitor.event;
  BodyMass<Scalar> mass;
  Blow<Scalar> blow;
  Asked<Scalar, Six> asked;
  Evidence<Scalar> evidence;
  blow.size = square_root(size_squared(monitor, source, monitor.jump));
  if (!(blow.size > 0) || !factorize(machine, mass)) return false;
  ask_momentum(monitor, source, {monitor.jump, monitor.noise, square(max(blow.size, monitor.path))}, asked);
  ask_blow(monitor, machine, asked.variance, blow);
  ask_nuisances(monitor, source, mass, asked);
  ask_feet(monitor, source, mass, blow, asked);
  weigh(source, asked, evidence);
  meet_hull(blow);
  if (machine.points > 0)
    evidence.of[TD_EXPLAINED_BY_POINT] = Scalar(tolerance::point_prior) * evidence.anything * blow.likelihood;
  const Scalar variance = first_three(asked.variance).sum() / 3, least = Scalar(tolerance::sure_impulse) * variance;
  const Scalar hidden = square(Scalar(tolerance::hidden_spread)) * vector(monitor.hidden).squaredNorm() / 3;
  view(event.impulse) = first_three(monitor.jump);
  event.impulse_uncertainty = square_root(variance + hidden);
  const bool sure = conclude(monitor, source, asked, evidence);
  if (event.explanation == TD_EXPLAINED_BY_POINT) view(event.impulse) = blow.size * blow.impulse;
  view(event.r) = monitor.reach * blow.r;
  event.r_uncertainty = blow.r_variance >= 0 ? monitor.reach * square_root(blow.r_variance) : Scalar(TD_NOT_APPLICABLE);
  return sure && vector(event.impulse).squaredNorm() >= least;
}

template <class Scalar>
bool weigh_event(Monitor<Scalar> &monitor, const JointsSource<Scalar> &source) {
  ContactEvent<Scalar> &event = monitor.event;
  const Scalar size = square_root(size_squared(monitor, source, monitor.jump));
  Asked<Scalar> asked;
  Evidence<Scalar> evidence;
  if (!(size > 0)) return false;
  ask_momentum(monitor, source, {monitor.jump, monitor.noise, square(max(size, monitor.path))}, asked);
  asked.energy = square(size);
  ask_feet(source, static_cast<std::uint32_t>(monitor.standing), asked);
  weigh(source, asked, evidence);
  view(event.impulse).setZero();
  event.impulse_uncertainty = 0;
  return conclude(monitor, source, asked, evidence);
}

}  // namespace touchdown::monitor

#endif
