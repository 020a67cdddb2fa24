// An event as it is told: the jump that the monitor has gathered, weighed (evidence.hpp), and back into units.
#ifndef TOUCHDOWN_MONITOR_EVENT_HPP
#define TOUCHDOWN_MONITOR_EVENT_HPP

#include "monitor/point.hpp"

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

// Of a point: what clipped readings hide is as in add_hidden.
template <class Scalar>
Jump<Scalar> jump_of(const ContactMonitor<Scalar> &monitor, const Pair<Scalar> &variance, Scalar size) {
  const Scalar p = 1 / size, l = p / monitor.reach;
  const Vector3<Scalar> hidden = p * vector(monitor.hidden);
  Jump<Scalar> jump;
  jump.momentum = {p * vector(monitor.jump.p) + hidden, l * vector(monitor.jump.l)};
  jump.variance = {square(p) * variance.p + square(tolerance::hidden_spread<Scalar>) * hidden.cwiseProduct(hidden),
                   square(l) * variance.l};
  jump.precision = {jump.variance.p.cwiseInverse(), jump.variance.l.cwiseInverse()};
  jump.normal = unit_or_zero(vector(monitor.normal));
  jump.taken_back =
      square(monitor.drop * p) / (square(p) * variance.p.sum() / 3 + square(tolerance::rings_back<Scalar>));
  return jump;
}

template <class Scalar>
Hull<Scalar> hull_of(const MonitorMachine<Scalar> &machine, const Vector3<Scalar> &normal, Scalar scale) {
  const bool own_hull = machine.points > 0;
  Hull<Scalar> hull;
  hull.mu = 0;
  hull.seen.count = own_hull ? machine.points : machine.feet;
  for (int i = 0; i < hull.seen.count; ++i) {
    const MonitorPoint<Scalar> &point = own_hull ? machine.point[i] : machine.foot[i];
    hull.seen.point[i] = scale * contact_point(point, normal);
    hull.mu = max(hull.mu, point.mu);
  }
  return hull;
}

// Of the hull's points and the centre of mass: feet in one plane are not the whole body.
template <class Scalar>
Vector3<Scalar> middle_of(const SeenPoints<Scalar> &seen) {
  Vector3<Scalar> middle = Vector3<Scalar>::Zero();
  for (int i = 0; i < seen.count; ++i) middle += seen.point[i] / static_cast<Scalar>(seen.count + 1);
  return middle;
}

// A body as speeds of its own: mass matrix, and its factor.
template <class Scalar>
struct BodyMass {
  static constexpr int n = 6;
  Scalar M[n * n], L[n * n], inverse_diagonal[n];
  CholeskyView<Scalar> view() const { return {n, L, inverse_diagonal}; }
};

template <class Scalar>
bool factorize(const MonitorMachine<Scalar> &machine, BodyMass<Scalar> &mass) {
  constexpr int n = BodyMass<Scalar>::n;
  fill_zero(n * n, mass.M);
  const Matrix3<Scalar> inertia = matrix(machine.inertia);
  for (int i = 0; i < 3; ++i) {
    mass.M[(n + 1) * i] = machine.mass;
    for (int j = 0; j < 3; ++j) mass.M[n * (3 + i) + 3 + j] = inertia(i, j);
  }
  return cholesky(n, mass.M, mass.L, mass.inverse_diagonal);
}

// (1, -[r]x).
template <class Scalar>
void set_rows(const Vector3<Scalar> &r, Foot<Scalar> &foot) {
  for (int k = 0; k < 3; ++k) {
    const Vector3<Scalar> unit = Vector3<Scalar>::Unit(k), moment = r.cross(unit);
    for (int j = 0; j < 3; ++j) {
      foot.row[k][j] = unit[j];
      foot.row[k][3 + j] = moment[j];
    }
  }
}

// The ground is outside: the body is on the side of a foot that its normal, or where that is unknown the momentum,
// points to. Else the line of action through two feet would not tell them apart.
template <class Scalar>
void ask_feet(const MonitorMachine<Scalar> &machine, const CholeskyView<Scalar> &mass, const Vector3<Scalar> &normal,
              const Vector3<Scalar> &inwards, const Vector3<Scalar> &middle, Asked<Scalar> &asked) {
  asked.feet = 0;
  for (int i = 0; i < machine.feet; ++i) {
    const Vector3<Scalar> r = contact_point(machine.foot[i], normal);
    if (machine.feet > 1 && !(inwards.dot(middle - r) > 0)) continue;
    Foot<Scalar> &foot = asked.foot[asked.feet++];
    foot.number = i;
    set_rows(r, foot);
    prepare(mass, asked.per_deviation, normal, machine.foot[i].mu, foot);
  }
}

// y^T M^-1 y, whatever the coordinates.
template <class Scalar>
Scalar energy_of(const CholeskyView<Scalar> &mass, const Scalar *momentum) {
  Scalar z[most_components];
  copy(mass.n, momentum, z);
  solve_lower(mass, z);
  return dot(mass.n, z, z);
}

// What a thrust that changed since the event began may be off by.
template <class Scalar>
void add_thrust(const ContactMonitor<Scalar> &monitor, Asked<Scalar> &asked) {
  const Scalar time = static_cast<Scalar>(monitor.event.samples) / monitor.machine.rate;
  const Scalar off = tolerance::thrust_lag<Scalar> + tolerance::thrust_change_error<Scalar> * time;
  for (int j = 0; j < 3; ++j) {
    asked.thrust[j] = off * monitor.swing.p[j] * asked.per_deviation[j];
    asked.thrust[3 + j] = off * monitor.swing.l[j] * asked.per_deviation[3 + j];
  }
}

template <class Scalar>
void ask(const ContactMonitor<Scalar> &monitor, const Pair<Scalar> &variance, const CholeskyView<Scalar> &mass,
         Asked<Scalar> &asked) {
  asked.n = BodyMass<Scalar>::n;
  asked.standing = 0;
  Scalar y[6];
  for (int j = 0; j < 6; ++j) {
    y[j] = j < 3 ? monitor.jump.p[j] : monitor.jump.l[j - 3];
    asked.per_deviation[j] = 1 / square_root(j < 3 ? variance.p[j] : variance.l[j - 3]);
    asked.y[j] = y[j] * asked.per_deviation[j];
    asked.hidden[j] = j < 3 ? monitor.hidden[j] * asked.per_deviation[j] : Scalar(0);
  }
  asked.energy = energy_of(mass, y);
  add_thrust(monitor, asked);
}

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
void tell_probabilities(const Asked<Scalar> &asked, const Evidence<Scalar> &evidence, ContactEvent<Scalar> &event) {
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
void tell_impulses(const Asked<Scalar> &asked, const Evidence<Scalar> &evidence, Fitted<Scalar> &fitted,
                   ContactEvent<Scalar> &event) {
  for (auto &impulse : event.foot_impulse) view(impulse).setZero();
  if (event.explanation != TD_EXPLAINED_BY_FOOT && event.explanation != TD_EXPLAINED_BY_FEET) return;
  const FeetSet set = evidence.likeliest[event.explanation == TD_EXPLAINED_BY_FOOT ? 0 : 1];
  Vector3<Scalar> impulse[TD_MAX_FEET], sum = Vector3<Scalar>::Zero();
  fit_told(asked, set, fitted);
  share_among_feet(asked, set, fitted, impulse);
  for (int i = 0; i < asked.feet; ++i) {
    view(event.foot_impulse[asked.foot[i].number]) = impulse[i];
    sum += impulse[i];
  }
  view(event.impulse) = sum;
  event.impulse_uncertainty = square_root(variance_of_sum(asked, set, fitted) / 3);
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

// Where a single impulse would have hit the hull, and how likely that is of another point than a foot.
template <class Scalar>
PointTold<Scalar> weigh_point(const ContactMonitor<Scalar> &monitor, const Jump<Scalar> &jump, Hull<Scalar> &hull,
                              Evidence<Scalar> &evidence) {
  const PointTold<Scalar> told = meet_hull(jump, hull);
  if (monitor.machine.points > 0)
    evidence.of[TD_EXPLAINED_BY_POINT] =
        tolerance::feet_come_first<Scalar> * tolerance::cone_prior<Scalar> * evidence.anything * told.likelihood;
  return told;
}

template <class Scalar>
void tell_point(const ContactMonitor<Scalar> &monitor, const PointTold<Scalar> &told, Scalar size,
                ContactEvent<Scalar> &event) {
  if (event.explanation == TD_EXPLAINED_BY_POINT) view(event.impulse) = size * told.impulse;
  view(event.r) = monitor.reach * told.r;
  event.r_uncertainty = told.r_variance >= 0 ? monitor.reach * square_root(told.r_variance) : Scalar(TD_NOT_APPLICABLE);
}

// Weighs what has come in so far. Whether a contact explains it with confidence, and is told apart from none: else the
// spin alone speaks for it, for any spin is that of an impulse at some foot.
template <class Scalar>
bool weigh_event(ContactMonitor<Scalar> &monitor) {
  ContactEvent<Scalar> &event = monitor.event;
  const Scalar size = size_of(monitor);
  BodyMass<Scalar> mass;
  if (!(size > 0) || !factorize(monitor.machine, mass)) return false;
  const Pair<Scalar> variance = variance_of(monitor, size);
  const Jump<Scalar> jump = jump_of(monitor, variance, size);
  Hull<Scalar> hull = hull_of(monitor.machine, jump.normal, Scalar(1 / monitor.reach));
  const Vector3<Scalar> middle = monitor.reach * middle_of(hull.seen);
  const bool knows_normal = jump.normal.squaredNorm() > 0;
  Asked<Scalar> asked;
  Fitted<Scalar> fitted;
  Evidence<Scalar> evidence;
  asked.taken_back = jump.taken_back;
  ask(monitor, variance, mass.view(), asked);
  ask_feet(monitor.machine, mass.view(), jump.normal, knows_normal ? jump.normal : jump.momentum.p, middle, asked);
  weigh(asked, mass.M, fitted, evidence);
  const PointTold<Scalar> told = weigh_point(monitor, jump, hull, evidence);
  if (!has_onset(monitor)) exclude_contacts(evidence);
  tell_probabilities(asked, evidence, event);
  view(event.impulse) = vector(monitor.jump.p);
  event.impulse_uncertainty = square_root(variance.p.sum() / 3);
  tell_impulses(asked, evidence, fitted, event);
  tell_point(monitor, told, size, event);
  const Scalar least = tolerance::sure_impulse<Scalar> * variance.p.sum() / 3;
  const bool keeps = square(monitor.drop) <= square(tolerance::rings_back<Scalar> * monitor.highest) + least;
  return keeps && event.touched >= monitor.machine.confidence && vector(event.impulse).squaredNorm() >= least;
}

}  // namespace touchdown::monitor

#endif
