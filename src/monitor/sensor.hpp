// The source of momentum that is an inertial sensor on a body (docs/theory, M.1, M.2, M.4, M.12): components are
// linear momentum, and angular about the centre of mass, in body axes.
#ifndef TOUCHDOWN_MONITOR_SENSOR_HPP
#define TOUCHDOWN_MONITOR_SENSOR_HPP

#include "monitor/point.hpp"
#include "monitor/source.hpp"
#include "systems/rigid_body.hpp"

namespace touchdown::monitor {

template <class Scalar>
void put(const Vector3<Scalar> &p, const Vector3<Scalar> &l, Scalar *x) {
  for (int i = 0; i < 3; ++i) {
    x[i] = p[i];
    x[3 + i] = l[i];
  }
}

// ---- A sample

// (M.1). An accelerometer off the centre of mass feels the turning too. The gyro measures the change of the angular
// velocity, and its middle.
template <class Scalar>
void measure_momentum(const MonitorMachine<Scalar> &machine, const MonitorSample<Scalar> &before,
                      const MonitorSample<Scalar> &now, Scalar *momentum) {
  const Scalar dt = 1 / machine.rate;
  const Vector3<Scalar> dw = vector(now.w) - vector(before.w);
  const Vector3<Scalar> w = Scalar(0.5) * (vector(now.w) + vector(before.w));
  const Vector3<Scalar> sensor = vector(machine.sensor);
  const Matrix3<Scalar> inertia = matrix(machine.inertia);
  const Vector3<Scalar> swing = w.cross(w.cross(sensor));
  const Vector3<Scalar> dv = dt * (vector(now.a) - swing) - dw.cross(sensor);
  const Vector3<Scalar> gyroscopic = w.cross(Vector3<Scalar>(inertia * w));
  put<Scalar>(machine.mass * dv - dt * vector(now.force), inertia * dw + dt * (gyroscopic - vector(now.torque)),
              momentum);
}

template <class Scalar>
bool is_good(const MonitorSample<Scalar> &sample) {
  const Vector3<Scalar> sum = vector(sample.a) + vector(sample.w) + vector(sample.n) + vector(sample.force);
  return all_finite(Vector3<Scalar>(sum + vector(sample.torque)));
}

// Readings at the end of their range. Of a sensor that filters what it clipped: what went into the filter, by two
// readings; a part of a sample may have been clipped.
template <class Scalar>
Vector3<Scalar> clipped_readings(const MonitorMachine<Scalar> &machine, const Scalar *before, const Scalar *now) {
  constexpr Scalar turn = Scalar(6.283185307179586);
  const bool filters = machine.filter > 0;
  const Scalar step = turn * machine.filter / machine.rate, lag = filters ? 1 / (step + step * step / 2) : Scalar(0);
  const Scalar bar = filters ? tolerance::clipped_part<Scalar> * machine.range : machine.range;
  Vector3<Scalar> clipped = Vector3<Scalar>::Zero();
  for (int i = 0; i < 3; ++i) {
    const Scalar input = now[i] + lag * (now[i] - before[i]);
    if (abs(input) >= bar) clipped[i] = clamp<Scalar>(input, -machine.range, machine.range);
  }
  return clipped;
}

// In place of a missing sample stands the one before.
template <class Scalar>
Source<Scalar> source_of(Monitor<Scalar> &monitor, const MonitorSample<Scalar> &sample) {
  Source<Scalar> source;
  source.n = body_components;
  source.depth = depth_of(body_components);
  source.dt = 1 / monitor.machine.rate;
  source.noise = 1;
  source.joints = nullptr;
  const bool is_missing = !is_good(sample);
  const MonitorSample<Scalar> &good = is_missing ? monitor.last : sample;
  if (monitor.fed == 0) {
    monitor.last = good;
    put<Scalar>(vector(good.force), vector(good.torque), monitor.thrust);
  }
  measure_momentum(monitor.machine, monitor.last, good, source.p);
  source.clipped = clipped_readings(monitor.machine, monitor.last.a, good.a);
  source.status = is_missing                         ? TD_CAVEAT_MISSING_SAMPLE
                  : source.clipped.squaredNorm() > 0 ? TD_CAVEAT_CLIPPED
                                                     : TD_SOLVED;
  monitor.last = good;
  monitor.fed = 1;
  return source;
}

// (M.2): chi squared of a window of samples.
template <class Scalar>
Scalar loudness_of(const Monitor<Scalar> &monitor, const Scalar *squares) {
  const Scalar half_square = square(TD_MONITOR_WINDOW / monitor.machine.rate) / 2;
  const Scalar p = square(monitor.machine.force_rate * half_square),
               l = square(monitor.machine.torque_rate * half_square);
  Scalar sum = 0;
  each(Fixed<body_components>{}, [&](int j) { sum += squares[j] / (monitor.variance[j] + (j < 3 ? p : l)); });
  return sum;
}

// ---- While an event is open

// A contact never takes back the normal momentum that it gave.
template <class Scalar>
void follow_normal(Monitor<Scalar> &monitor, const Scalar *more) {
  const Vector3<Scalar> n = vector(monitor.last.n);
  const Scalar pushed = n.dot(first_three(more));
  const Scalar size = square_root(dot(3, monitor.jump, monitor.jump) +
                                  dot(3, monitor.jump + 3, monitor.jump + 3) / square(monitor.reach));
  if (pushed > 0) view(monitor.normal) += pushed / size * n;
  const Scalar given = unit_or_zero(vector(monitor.normal)).dot(first_three(monitor.jump));
  monitor.highest = max(monitor.highest, given);
  monitor.drop = max(monitor.drop, monitor.highest - given);
}

// The force that is known to act, against that of before the event.
template <class Scalar>
void follow_thrust(Monitor<Scalar> &monitor) {
  Scalar off[body_components];
  put<Scalar>(vector(monitor.last.force) - first_three(monitor.thrust),
              vector(monitor.last.torque) - first_three(monitor.thrust + 3), off);
  const auto size = [&monitor](const Scalar *x) { return dot(3, x, x) + dot(3, x + 3, x + 3) / square(monitor.reach); };
  if (size(off) > size(monitor.swing)) copy(body_components, off, monitor.swing);
}

// What a missing sample may hide: as much again as it measured. Of a clipped one, what went in along the axes at the
// end of their range.
template <class Scalar>
void note_spoilt(Monitor<Scalar> &monitor, const Source<Scalar> &source, const Scalar *more) {
  if (source.status == TD_CAVEAT_MISSING_SAMPLE) monitor.lost += dot(3, more, more);
  const Scalar per_reading = monitor.machine.mass * source.dt;
  for (int i = 0; i < 3; ++i)
    if (source.clipped[i] != 0) monitor.hidden[i] += more[i] + per_reading * (source.clipped[i] - monitor.last.a[i]);
}

// ---- The momentum of an event, and what may have given it

// (M.4): scaled by the size of the momentum and by the body's reach. What clipped readings hide is as in evidence.hpp.
template <class Scalar>
Jump<Scalar> jump_of(const Monitor<Scalar> &monitor, const Scalar *variance, Scalar size) {
  const Scalar p = 1 / size, l = p / monitor.reach;
  const Vector3<Scalar> hidden = p * vector(monitor.hidden);
  Jump<Scalar> jump;
  jump.momentum = {p * first_three(monitor.jump) + hidden, l * first_three(monitor.jump + 3)};
  jump.variance = {
      square(p) * first_three(variance) + square(tolerance::hidden_spread<Scalar>) * hidden.cwiseProduct(hidden),
      square(l) * first_three(variance + 3)};
  jump.precision = {jump.variance.p.cwiseInverse(), jump.variance.l.cwiseInverse()};
  jump.normal = unit_or_zero(vector(monitor.normal));
  jump.taken_back =
      square(monitor.drop * p) / (square(p) * first_three(variance).sum() / 3 + square(tolerance::rings_back<Scalar>));
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
  static constexpr int n = body_components;
  Scalar M[n * n], L[n * n], inverse_diagonal[n];
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

// The ground is outside: the body is on the side of a foot that its normal, or where that is unknown the momentum,
// points to. Else the line of action through two feet would not separate them.
template <class Scalar>
void ask_feet(const MonitorMachine<Scalar> &machine, const CholeskyView<Scalar> &mass, const Jump<Scalar> &jump,
              const Vector3<Scalar> &middle, Asked<Scalar> &asked) {
  const bool knows_normal = jump.normal.squaredNorm() > 0;
  const Vector3<Scalar> inwards = knows_normal ? jump.normal : jump.momentum.p;
  for (int i = 0; i < machine.feet; ++i) {
    const Vector3<Scalar> r = contact_point(machine.foot[i], jump.normal);
    if (machine.feet > 1 && !(inwards.dot(middle - r) > 0)) continue;
    Foot<Scalar> &foot = asked.foot[asked.feet++];
    foot.number = i;
    for (int k = 0; k < 3; ++k) {
      const Vector3<Scalar> unit = Vector3<Scalar>::Unit(k);
      put<Scalar>(unit, r.cross(unit), foot.row[k]);
    }
    prepare(mass, asked.per_deviation, jump.normal, machine.foot[i].mu, foot);
  }
}

// What clipped readings hide, so that more energy is expected than what was measured; and what a thrust that changed
// since the event began may be off by.
template <class Scalar>
void ask_nuisances(const Monitor<Scalar> &monitor, const CholeskyView<Scalar> &mass, Asked<Scalar> &asked) {
  Scalar all[body_components];
  put<Scalar>(first_three(monitor.jump) + vector(monitor.hidden), first_three(monitor.jump + 3), all);
  const Scalar hidden = square_root(vector(monitor.hidden).squaredNorm());
  const Scalar error = square(monitor.machine.model_error) * (square(monitor.path) - square(monitor.path - hidden));
  asked.may_be_spoilt = monitor.machine.filter == 0 && hidden > 0;
  for (int j = 0; j < body_components; ++j) {
    const Scalar part = error * (j < 3 ? Scalar(1) : square(monitor.reach)) / asked.variance[j];
    asked.sharper[j] = 1 / square_root(max(1 - part, tolerance::without_clipped<Scalar>));
  }
  asked.energy = energy_of(mass, all) +
                 square(tolerance::hidden_spread<Scalar>) * vector(monitor.hidden).squaredNorm() / monitor.machine.mass;
  const Scalar time = static_cast<Scalar>(monitor.event.samples) / monitor.machine.rate;
  const Scalar off = tolerance::thrust_lag<Scalar> + tolerance::thrust_change_error<Scalar> * time;
  for (int j = 0; j < 3; ++j) asked.hidden[j] = monitor.hidden[j] * asked.per_deviation[j];
  for (int j = 0; j < body_components; ++j) asked.thrust[j] = off * monitor.swing[j] * asked.per_deviation[j];
}

// ---- What lasts

// (M.12), where force counts as it is and torque by the reach, l = 1 / reach^2: J J^T = (1 + l r^2) - l r r^T.
template <class Scalar>
Vector3<Scalar> share_load(const Monitor<Scalar> &monitor, int foot) {
  const MonitorMachine<Scalar> &machine = monitor.machine;
  const Vector3<Scalar> normal = vector(monitor.last.n);
  Pair<Scalar> rest = {first_three(monitor.residual), first_three(monitor.residual + 3)};
  for (int i = 0; i < machine.feet; ++i)
    if (i != foot)
      rest = without(rest, contact_point(machine.foot[i], normal), Vector3<Scalar>(vector(monitor.load[i])));
  const Vector3<Scalar> r = contact_point(machine.foot[foot], normal);
  const Scalar l = 1 / square(monitor.reach);
  ImpulseFit<Scalar> fit;
  fit.information = -l * r * r.transpose();
  fit.information.diagonal().array() += 1 + tolerance::load_sharing<Scalar> + l * r.squaredNorm();
  fit.mu = machine.foot[foot].mu;
  (void)factorize(fit.information, fit.factor);
  return best_impulse(fit, normal, Vector3<Scalar>(rest.p + l * rest.l.cross(r)));
}

// As in flight again for some samples: nothing bears any more, however slowly the mean forgets.
template <class Scalar>
void lift_off(Monitor<Scalar> &monitor, const Source<Scalar> &source) {
  bool bears = false;
  for (int i = 0; i < monitor.machine.feet; ++i) bears = bears || monitor.foot[i] == TD_FOOT_BEARING;
  if (!bears) return;
  Pair<Scalar> sum = {Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
  Scalar off[body_components];
  add_window(monitor, 0, sum);
  square_window<Scalar>(monitor.flight, sum, TD_MONITOR_WINDOW * source.dt, off);
  const bool back = loudness_of(monitor, off) < tolerance::quiet_again<Scalar>;
  monitor.back = back ? clamp<std::int32_t>(monitor.back, 0, tolerance::quiet_samples) + 1 : 0;
  if (monitor.back < tolerance::quiet_samples) return;
  copy(body_components, monitor.flight, monitor.residual);
  for (auto &load : monitor.load) view(load).setZero();
}

}  // namespace touchdown::monitor

#endif
