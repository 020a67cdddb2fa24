// An event as it is reported: the momentum that the monitor has gathered, weighed (evidence.hpp), and back into units.
#ifndef TOUCHDOWN_MONITOR_EVENT_HPP
#define TOUCHDOWN_MONITOR_EVENT_HPP

#include "monitor/joints.hpp"
#include "monitor/sensor.hpp"

namespace touchdown::monitor {

template <class Scalar>
int likeliest(const Scalar *of) {
  int best = 0;
  for (int i = 1; i < TD_EXPLANATIONS; ++i)
    if (of[i] > of[best]) best = i;
  return best;
}

template <class Scalar>
int first_of(FeetSet set, const Asked<Scalar> &asked) {
  for (int i = 0; i < asked.feet; ++i)
    if ((set >> i & 1U) != 0) return asked.foot[i].number;
  return 0;
}

template <class Scalar>
void report_probabilities(const Asked<Scalar> &asked, const Evidence<Scalar> &evidence, ContactEvent<Scalar> &event) {
  Scalar sum = 0;
  for (const Scalar part : evidence.of) sum += part;
  for (int i = 0; i < TD_EXPLANATIONS; ++i) event.probability[i] = evidence.of[i] / sum;
  for (Scalar &foot : event.foot_probability) foot = 0;
  for (int i = 0; i < asked.feet; ++i) event.foot_probability[asked.foot[i].number] = evidence.of_foot[i] / sum;
  event.touched = event.probability[TD_EXPLAINED_BY_FOOT] + event.probability[TD_EXPLAINED_BY_FEET] +
                  event.probability[TD_EXPLAINED_BY_POINT];
  event.explanation = likeliest(evidence.of);
  event.foot = first_of(evidence.likeliest[0], asked);
}

// The impulses of the likeliest feet, where they are the likeliest explanation.
template <class Scalar>
void report_impulses(const Asked<Scalar> &asked, const Evidence<Scalar> &evidence, Fitted<Scalar> &fitted,
                     ContactEvent<Scalar> &event) {
  for (auto &impulse : event.foot_impulse) view(impulse).setZero();
  if (event.explanation != TD_EXPLAINED_BY_FOOT && event.explanation != TD_EXPLAINED_BY_FEET) return;
  const FeetSet set = evidence.likeliest[event.explanation == TD_EXPLAINED_BY_FOOT ? 0 : 1];
  Vector3<Scalar> impulse[TD_MAX_FEET], sum = Vector3<Scalar>::Zero();
  fit_whole(asked, set, fitted);
  share_among_feet(asked, set, fitted, impulse);
  for (int i = 0; i < asked.feet; ++i) {
    view(event.foot_impulse[asked.foot[i].number]) = impulse[i];
    sum += impulse[i];
  }
  view(event.impulse) = sum;
  event.impulse_uncertainty = square_root(variance_of_sum(asked, set, fitted) / 3);
}

template <class Scalar>
void exclude_contacts(Evidence<Scalar> &evidence) {
  for (int i = TD_EXPLAINED_BY_FOOT; i <= TD_EXPLAINED_BY_POINT; ++i) evidence.of[i] = 0;
  for (Scalar &foot : evidence.of_foot) foot = 0;
}

// What a sensor on a body asks beside its feet: where a single impulse would have hit the hull, and how likely the
// impulse is one at another point than a foot.
template <class Scalar>
struct OnHull {
  Scalar size;
  Jump<Scalar> jump;
  Hull<Scalar> hull;
  PointFound<Scalar> point;
};

template <class Scalar>
void ask_hull(const Monitor<Scalar> &monitor, const CholeskyView<Scalar> &mass, OnHull<Scalar> &on,
              Asked<Scalar> &asked) {
  on.jump = jump_of(monitor, asked.variance, on.size);
  on.hull = hull_of(monitor.machine, on.jump.normal, Scalar(1 / monitor.reach));
  const Vector3<Scalar> middle = monitor.reach * middle_of(on.hull.seen);
  asked.taken_back = on.jump.taken_back;
  ask_nuisances(monitor, mass, asked);
  ask_feet(monitor.machine, mass, on.jump, middle, asked);
}

template <class Scalar>
void weigh_point(const Monitor<Scalar> &monitor, OnHull<Scalar> &on, Evidence<Scalar> &evidence) {
  on.point = meet_hull(on.jump, on.hull);
  if (monitor.machine.points > 0)
    evidence.of[TD_EXPLAINED_BY_POINT] =
        tolerance::feet_come_first<Scalar> * tolerance::cone_prior<Scalar> * evidence.anything * on.point.likelihood;
}

template <class Scalar>
void report_point(const Monitor<Scalar> &monitor, const OnHull<Scalar> &on, ContactEvent<Scalar> &event) {
  const PointFound<Scalar> &point = on.point;
  if (event.explanation == TD_EXPLAINED_BY_POINT) view(event.impulse) = on.size * point.impulse;
  view(event.r) = monitor.reach * point.r;
  event.r_uncertainty =
      point.r_variance >= 0 ? monitor.reach * square_root(point.r_variance) : Scalar(TD_NOT_APPLICABLE);
}

// Returns the mean variance of the linear momentum of a body; with joints 0.
template <class Scalar>
Scalar ask_event(const Monitor<Scalar> &monitor, const Source<Scalar> &source, const CholeskyView<Scalar> &mass,
                 OnHull<Scalar> &on, Asked<Scalar> &asked) {
  const Gathered<Scalar> gathered = {monitor.jump, monitor.noise, max(square(on.size), square(monitor.path))};
  ask_momentum(monitor, source, mass, gathered, asked);
  if (source.joints != nullptr) {
    ask_feet(monitor, source, static_cast<std::uint32_t>(monitor.standing), asked);
    return 0;
  }
  ask_hull(monitor, mass, on, asked);
  return first_three(asked.variance).sum() / 3;
}

// Weighs what has come in so far. Whether a contact explains it with confidence, is distinguished from none (else the
// spin alone speaks for it, for any spin is that of an impulse at some foot), and was not taken back. `M` is the mass
// matrix that `mass` is the factor of.
template <class Scalar>
bool weigh_momentum(Monitor<Scalar> &monitor, const Source<Scalar> &source, const Scalar *M,
                    const CholeskyView<Scalar> &mass) {
  ContactEvent<Scalar> &event = monitor.event;
  const bool on_body = source.joints == nullptr;
  const Scalar squared = size_squared(monitor, source, monitor.jump);
  if (!(squared > 0)) return false;
  Asked<Scalar> asked;
  Fitted<Scalar> fitted;
  Evidence<Scalar> evidence;
  OnHull<Scalar> on;
  on.size = square_root(squared);
  const Scalar variance = ask_event(monitor, source, mass, on, asked);
  if (!on_body && asked.feet < 1) return false;
  weigh(asked, M, fitted, evidence);
  if (on_body) weigh_point(monitor, on, evidence);
  if (monitor.onset == 0) exclude_contacts(evidence);
  report_probabilities(asked, evidence, event);
  for (int i = 0; i < 3; ++i) event.impulse[i] = on_body ? monitor.jump[i] : Scalar(0);
  const Scalar hidden = on_body ? vector(monitor.hidden).squaredNorm() / 3 : Scalar(0);
  event.impulse_uncertainty = square_root(variance + square(tolerance::hidden_spread<Scalar>) * hidden);
  report_impulses(asked, evidence, fitted, event);
  if (on_body) report_point(monitor, on, event);
  const Scalar least = tolerance::sure_impulse<Scalar> * (on_body ? variance : square(event.impulse_uncertainty));
  const bool keeps = square(monitor.drop) <= square(tolerance::rings_back<Scalar> * monitor.highest) + least;
  return keeps && event.touched >= monitor.machine.confidence && vector(event.impulse).squaredNorm() >= least;
}

template <class Scalar>
bool weigh_event(Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  if (source.joints != nullptr) return weigh_momentum(monitor, source, source.joints->M, source.mass);
  BodyMass<Scalar> body;
  if (!factorize(monitor.machine, body)) return false;
  return weigh_momentum<Scalar>(monitor, source, body.M, {body_components, body.L, body.inverse_diagonal});
}

}  // namespace touchdown::monitor

#endif
