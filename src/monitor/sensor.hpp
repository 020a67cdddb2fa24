// The source of momentum that is an inertial sensor on a body (docs/theory, M.1, M.2, M.4, M.12): components are
// linear momentum, and angular about the centre of mass, in body axes.
#ifndef TOUCHDOWN_MONITOR_SENSOR_HPP
#define TOUCHDOWN_MONITOR_SENSOR_HPP

#include "monitor/hull.hpp"
#include "systems/rigid_body.hpp"

namespace touchdown::monitor {

template <class Scalar>
struct SensorSource {
  using Size = Six;
  static constexpr bool jointed = false;
  static constexpr Size n{};
  static constexpr int depth = TD_MONITOR_BEFORE;
  static constexpr Scalar noise = 1;
  explicit SensorSource(const MonitorMachine<Scalar> &of) : machine(of) {}
  const MonitorMachine<Scalar> &machine;
  Status status;            // TD_SOLVED, or the caveat of this sample
  Vector3<Scalar> clipped;  // [m/s^2] readings at the end of their range; 0 along other axes
  Scalar dt;
  Scalar p[6];
  Scalar thrust[6];  // [N], [N m] known to act
};

template <class Scalar>
void put(const Vector3<Scalar> &p, const Vector3<Scalar> &l, Scalar *x) {
  for (int i = 0; i < 3; ++i) {
    x[i] = p[i];
    x[3 + i] = l[i];
  }
}

// ---- A sample

// (M.1). An accelerometer off the centre of mass feels the turning too. The gyro measures the change of the angular
// velocity, and its middle. False where that leaves the range in which squares stay finite.
template <class Scalar>
bool measure_momentum(const MonitorMachine<Scalar> &machine, const MonitorSample<Scalar> &before,
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
  return dot(6, momentum, momentum) <= square(square_in_range_root<Scalar>);
}

// Readings at the end of their range. Of a sensor that filters what it clipped: what went into the filter, by two
// readings; a part of a sample may have been clipped.
template <class Scalar>
Vector3<Scalar> clipped_readings(const MonitorMachine<Scalar> &machine, const Scalar *before, const Scalar *now) {
  const bool filters = machine.filter > 0;
  const Scalar lag = filters ? filter_lag(machine.filter, machine.rate) : Scalar(0);
  const Scalar bar = filters ? tolerance::clipped_part<Scalar> * machine.range : machine.range;
  Vector3<Scalar> clipped = Vector3<Scalar>::Zero();
  for (int i = 0; i < 3; ++i) {
    const Scalar input = now[i] + lag * (now[i] - before[i]);
    if (abs(input) >= bar) clipped[i] = clamp<Scalar>(input, -machine.range, machine.range);
  }
  return clipped;
}

// A missing sample is replaced by the one before. If that gives no finite momentum either, the machine is refused.
template <class Scalar>
Status read(Monitor<Scalar> &monitor, const MonitorSample<Scalar> &sample, SensorSource<Scalar> &source) {
  const MonitorMachine<Scalar> &machine = source.machine;
  const MonitorSample<Scalar> &before = monitor.fed == 0 ? sample : monitor.last;
  const bool is_missing = !measure_momentum(machine, before, sample, source.p) || !all_finite(vector(sample.n));
  const MonitorSample<Scalar> &good = is_missing ? monitor.last : sample;
  if (is_missing && !measure_momentum(machine, good, good, source.p)) return TD_REFUSED_MONITOR;
  put<Scalar>(vector(good.force), vector(good.torque), source.thrust);
  if (monitor.fed == 0) {
    monitor.last = good;
    copy(6, source.thrust, monitor.thrust);
  }
  source.dt = 1 / machine.rate;
  source.clipped = clipped_readings(machine, monitor.last.a, good.a);
  source.status = is_missing                         ? TD_CAVEAT_MISSING_SAMPLE
                  : source.clipped.squaredNorm() > 0 ? TD_CAVEAT_CLIPPED
                                                     : TD_SOLVED;
  monitor.last = good;
  monitor.fed = 1;
  return source.status;
}

// ---- Sizes

// The square of a momentum as one size: angular momentum counts by the body's reach.
template <class Scalar>
Scalar size_squared(const Monitor<Scalar> &monitor, const SensorSource<Scalar> &, const Scalar *p) {
  return dot(3, p, p) + dot(3, p + 3, p + 3) / square(monitor.reach);
}

// The same of squares.
template <class Scalar>
Scalar sum_of_squares(const Monitor<Scalar> &monitor, const Scalar *squares) {
  return first_three(squares).sum() + first_three(squares + 3).sum() / square(monitor.reach);
}

// What a part of that size is of component j, squared.
template <class Scalar>
Scalar share_of_size(const Monitor<Scalar> &monitor, const SensorSource<Scalar> &, int j) {
  return j < 3 ? Scalar(1) : square(monitor.reach);
}

// What else acts may have begun to change so long ago.
template <class Scalar>
Scalar drift_of(const MonitorMachine<Scalar> &machine, int j, Scalar time) {
  return square((j < 3 ? machine.force_rate : machine.torque_rate) * (square(time) / 2));
}

// (M.3): white noise grows with the samples, what shakes to and fro does not; what else acts may have begun to change
// at the beginning of the event; readings that were lost hide as much as the others measured.
template <class Scalar>
Scalar noise_of(const Monitor<Scalar> &monitor, const SensorSource<Scalar> &source, int j, Scalar noise) {
  const Scalar more = max(noise / Scalar(TD_MONITOR_WINDOW) - 1, Scalar(0));
  const Scalar learnt = (monitor.variance[j] + max(monitor.growth[j], Scalar(0)) * more) *
                        (1 + noise / static_cast<Scalar>(TD_MONITOR_LEARNING));
  const Scalar drift = drift_of(source.machine, j, static_cast<Scalar>(monitor.event.samples) / source.machine.rate);
  return learnt + (j < 3 ? drift + monitor.lost : drift);
}

// ---- Attention

// sum += the momentum of a window, from a sample on; its ring is full of that many.
template <class Scalar>
void add_window(const Monitor<Scalar> &monitor, int first, Scalar *sum) {
  const unsigned newest = static_cast<unsigned>(monitor.next) + TD_MONITOR_BEFORE - 1U - static_cast<unsigned>(first);
  for (unsigned i = 0; i < TD_MONITOR_WINDOW; ++i) {
    const Scalar *const one = monitor.ring + (newest - i) % TD_MONITOR_BEFORE * 8;
    each(Six{}, [&](int j) { sum[j] += one[j]; });
  }
}

// (M.2).
template <class Scalar>
Heard<Scalar> hear_above(const Scalar *level, const Monitor<Scalar> &monitor, const SensorSource<Scalar> &source) {
  const Scalar window = TD_MONITOR_WINDOW * source.dt, time = TD_MONITOR_WINDOW / source.machine.rate;
  const Scalar drift[2] = {drift_of(source.machine, 0, time), drift_of(source.machine, 3, time)};
  Heard<Scalar> heard = {};
  add_window(monitor, 0, heard.sum);
  each(Six{}, [&](int j) { heard.squares[j] = square(heard.sum[j] - window * level[j]); });
  each(Six{}, [&](int j) { heard.loudness += heard.squares[j] / (monitor.variance[j] + drift[j < 3 ? 0 : 1]); });
  return heard;
}

template <class Scalar>
Heard<Scalar> hear(const Monitor<Scalar> &monitor, const SensorSource<Scalar> &source) {
  return hear_above(monitor.level, monitor, source);
}

// ---- Level and noise: of the first samples, and of flight

// Noise, thrust and loads take turns, so that no sample costs two of them.
constexpr int turns = 4, turn_of_noise = 1, turn_of_thrust = 2, turn_of_load = 3;

// The share of the way from x to a reading.
template <class Scalar>
void approach(Scalar *x, const Scalar *reading, Scalar share) {
  each(Six{}, [&](int j) { x[j] += share * (reading[j] - x[j]); });
}

// The variance of a window by the noise of the sensors alone.
template <class Scalar>
Scalar least_variance(const MonitorMachine<Scalar> &machine, int j) {
  if (j < 3) return TD_MONITOR_WINDOW * square(machine.mass * machine.accelerometer_noise / machine.rate);
  return 2 * square(machine.gyro_noise) * matrix(machine.inertia).row(j - 3).squaredNorm();
}

template <class Scalar>
void learn_noise(Monitor<Scalar> &monitor, const SensorSource<Scalar> &source, const Heard<Scalar> &heard,
                 Scalar share) {
  const Scalar time = 2 * TD_MONITOR_WINDOW * source.dt;
  Scalar wide[6];
  copy(6, heard.sum, wide);
  add_window(monitor, TD_MONITOR_WINDOW, wide);
  each(Six{}, [&](int j) { wide[j] = square(wide[j] - time * monitor.level[j]) - heard.squares[j]; });
  approach(monitor.variance, heard.squares, share);
  approach(monitor.growth, wide, share);
  each(Six{}, [&](int j) { monitor.variance[j] = max(least_variance(source.machine, j), monitor.variance[j]); });
}

// The level in the first half of learning, the noise about it in the second; what came first is forgotten first.
template <class Scalar>
void learn_first(Monitor<Scalar> &monitor, const SensorSource<Scalar> &source) {
  constexpr std::int32_t all = TD_MONITOR_LEARNING, half = all / 2;
  approach(monitor.thrust, source.thrust, Scalar(1) / tolerance::monitor_level);
  if (monitor.fresh < TD_MONITOR_BEFORE) return;
  const std::int32_t left = clamp<std::int32_t>(monitor.until, 0, all), passed = all - left;
  if (passed < half)
    learn_level(monitor, source, recent(monitor, source, source.depth - 1), 2 / static_cast<Scalar>(passed + 2));
  else
    learn_noise(monitor, source, hear(monitor, source), 2 / static_cast<Scalar>(passed - half + 2));
  monitor.until = left - 1;
  if (monitor.until <= 0) monitor.phase = TD_MONITOR_WATCHES;
}

// The level is of samples that leave the ring, so that the beginning of a slow contact is no part of it.
template <class Scalar>
void learn_on(Monitor<Scalar> &monitor, const SensorSource<Scalar> &source, const Heard<Scalar> &heard,
              const Scalar *oldest) {
  constexpr Scalar share = Scalar(1) / tolerance::monitor_level;
  if (monitor.fresh < TD_MONITOR_BEFORE) return;
  learn_level(monitor, source, oldest, share);
  if (monitor.next % turns == turn_of_thrust) approach(monitor.thrust, source.thrust, turns * share);
  if (monitor.next % turns == turn_of_noise)
    learn_noise(monitor, source, heard, Scalar(turns) / tolerance::monitor_noise);
}

// What is no contact is noise from now on, as far as it lasted; a spoilt sample measured nothing.
template <class Scalar>
void learn_shaking(Monitor<Scalar> &monitor) {
  if ((monitor.event.caveats & (TD_CAVEAT_CLIPPED | TD_CAVEAT_MISSING_SAMPLE)) != 0) return;
  const Scalar count = static_cast<Scalar>(counted(monitor.event.samples) - counted(monitor.begun) + 1);
  Scalar mean[6];
  for (int j = 0; j < 6; ++j) mean[j] = monitor.shaking[j] / count;
  approach(monitor.variance, mean, count / (count + tolerance::monitor_noise));
}

// ---- While an event is open

// Follows an open event by one sample: the largest change of the known force since the event began; what a missing
// sample may hide, as much again as it measured; of a clipped one, what went in along the axes at the end of their
// range. Once it is open, windows that shake, and the normal momentum: a contact never takes that back.
template <class Scalar>
void follow(Monitor<Scalar> &monitor, const SensorSource<Scalar> &source, const Heard<Scalar> &heard, bool goes_on) {
  Scalar more[6] = {}, off[6];
  add_above_level(monitor, source, 0, more);
  for (int j = 0; j < 6; ++j) off[j] = source.thrust[j] - monitor.thrust[j];
  if (size_squared(monitor, source, off) > size_squared(monitor, source, monitor.swing)) copy(6, off, monitor.swing);
  monitor.event.caveats |= source.status;
  if (source.status == TD_CAVEAT_MISSING_SAMPLE) monitor.lost += dot(3, more, more);
  const Scalar per_reading = source.machine.mass * source.dt;
  for (int i = 0; i < 3; ++i)
    if (source.clipped[i] != 0) monitor.hidden[i] += more[i] + per_reading * (source.clipped[i] - monitor.last.a[i]);
  if (!goes_on) return;
  each(Six{}, [&](int j) { monitor.shaking[j] += heard.squares[j]; });
  const Scalar given = vector(monitor.normal).dot(first_three(monitor.jump));
  monitor.highest = max(monitor.highest, given);
  monitor.drop = max(monitor.drop, monitor.highest - given);
}

// ---- What may have given the momentum of an event

// A body's mass matrix M = L L^T.
template <class Scalar>
Scalar mass_entry(const SensorSource<Scalar> &source, int i, int j) {
  const MonitorMachine<Scalar> &machine = source.machine;
  if (i < 3 || j < 3) return i == j ? machine.mass : Scalar(0);
  return machine.inertia[i == j ? i - 3 : i + j - 4];
}

template <class Scalar>
struct BodyMass {
  Scalar per_root, L[9], inverse_diagonal[3];
};

template <class Scalar>
bool factorize(const MonitorMachine<Scalar> &machine, BodyMass<Scalar> &mass) {
  const Matrix3<Scalar> inertia = matrix(machine.inertia);
  mass.per_root = 1 / square_root(machine.mass);
  return cholesky(3, inertia.data(), mass.L, mass.inverse_diagonal);
}

// x <- L^-1 x.
template <class Scalar, class Entry>
void solve_lower(const BodyMass<Scalar> &mass, Entry *x) {
  for (int k = 0; k < 3; ++k) x[k] = mass.per_root * x[k];
  solve_lower(CholeskyView<Scalar>{3, mass.L, mass.inverse_diagonal}, x + 3);
}

template <class Scalar>
void fill_columns(const SensorSource<Scalar> &source, const Foot<Scalar, Six> &foot, Vector3<Scalar> *columns) {
  const Vector3<Scalar> r = contact_point(source.machine.foot[foot.number], foot.normal);
  for (int k = 0; k < 3; ++k) columns[k] = Vector3<Scalar>::Unit(k);
  columns[3] = {0, -r[2], r[1]};
  columns[4] = {r[2], 0, -r[0]};
  columns[5] = {-r[1], r[0], 0};
}

template <class Scalar, class Size>
const Impulses<Scalar, Size> &alone(const SensorSource<Scalar> &, const Asked<Scalar, Size> &asked, int i) {
  return asked.foot[i].kept;
}

// The ground is outside: the body is on the side of a foot that its normal, or where that is unknown the momentum,
// points to; the body's middle is that of the hull's points and the centre of mass, for feet in one plane are not the
// whole body. Else the line of action through two feet would not separate them.
template <class Scalar>
void ask_feet(const Monitor<Scalar> &monitor, const SensorSource<Scalar> &source, const BodyMass<Scalar> &mass,
              const Blow<Scalar> &blow, Asked<Scalar, Six> &asked) {
  const MonitorMachine<Scalar> &machine = source.machine;
  const bool knows_normal = blow.normal.squaredNorm() > 0;
  const Vector3<Scalar> inwards = knows_normal ? blow.normal : blow.p;
  Vector3<Scalar> middle = Vector3<Scalar>::Zero();
  for (int i = 0; i < blow.hull.count; ++i) middle += blow.hull.point[i] / static_cast<Scalar>(blow.hull.count + 1);
  for (int i = 0; i < machine.feet; ++i) {
    const Vector3<Scalar> r = contact_point(machine.foot[i], blow.normal);
    if (machine.feet > 1 && !(inwards.dot(monitor.reach * middle - r) > 0)) continue;
    Foot<Scalar, Six> &foot = asked.foot[asked.feet++];
    ask_foot(i, blow.normal, cone_of(machine, machine.foot[i]), foot);
    find_impulses(source, mass, asked, foot, foot.kept);
  }
}

// (M.11): a shock that does not turn the body looks like a landing on all feet, but that momentum comes one way, except
// for what noise alone goes to and fro.
template <class Scalar>
Scalar shaken_by(const Monitor<Scalar> &monitor, Scalar size) {
  const Scalar noise = monitor.noise * square_root(sum_of_squares(monitor, monitor.variance) / TD_MONITOR_WINDOW);
  return square(max(monitor.path - size - noise, Scalar(0)) / (Scalar(tolerance::to_and_fro) * size));
}

// What clipped readings hide, so that more energy is expected than what was measured; what a thrust that changed since
// the event began may be off by; and momentum that no contact takes back.
template <class Scalar>
void ask_nuisances(const Monitor<Scalar> &monitor, const SensorSource<Scalar> &source, const BodyMass<Scalar> &mass,
                   Asked<Scalar, Six> &asked) {
  Scalar all[6];
  put<Scalar>(first_three(monitor.jump) + vector(monitor.hidden), first_three(monitor.jump + 3), all);
  const Scalar hidden = square_root(vector(monitor.hidden).squaredNorm());
  const Scalar error = square(model_error_of(source.machine)) * (square(monitor.path) - square(monitor.path - hidden));
  const Scalar time = static_cast<Scalar>(monitor.event.samples) / source.machine.rate;
  const Scalar off = Scalar(tolerance::thrust_lag) + Scalar(tolerance::thrust_change_error) * time;
  const Scalar size = square_root(size_squared(monitor, source, monitor.jump));
  asked.may_be_spoilt = source.machine.filter == 0 && hidden > 0;
  asked.taken_back =
      square(monitor.drop) / (first_three(asked.variance).sum() / 3 + square(Scalar(tolerance::rings_back) * size));
  asked.to_and_fro = shaken_by(monitor, hidden + size);
  for (int j = 0; j < 6; ++j) {
    const Scalar part = error * share_of_size(monitor, source, j) / asked.variance[j];
    asked.sharper[j] = 1 / square_root(max(1 - part, Scalar(tolerance::without_clipped)));
    asked.thrust[j] = off * monitor.swing[j] * asked.per_deviation[j];
    if (j < 3) asked.hidden[j] = monitor.hidden[j] * asked.per_deviation[j];
  }
  asked.energy = energy_of(6, mass, all) +
                 square(Scalar(tolerance::hidden_spread)) * vector(monitor.hidden).squaredNorm() / source.machine.mass;
}

// ---- What lasts

// (M.12), where force counts as it is and torque by the reach, l = 1 / reach^2: J J^T = (1 + l r^2) - l r r^T.
template <class Scalar>
Vector3<Scalar> share_load(const Monitor<Scalar> &monitor, const SensorSource<Scalar> &source, int foot) {
  const MonitorMachine<Scalar> &machine = source.machine;
  const Vector3<Scalar> normal = vector(monitor.last.n);
  Vector3<Scalar> force = first_three(monitor.residual), torque = first_three(monitor.residual + 3);
  for (int i = 0; i < machine.feet; ++i) {
    if (i == foot) continue;
    const Vector3<Scalar> load = vector(monitor.load[i]);
    force -= load;
    torque -= contact_point(machine.foot[i], normal).cross(load);
  }
  const Vector3<Scalar> r = contact_point(machine.foot[foot], normal);
  const Scalar l = 1 / square(monitor.reach);
  Matrix3<Scalar> information = -l * r * r.transpose();
  information.diagonal().array() += 1 + Scalar(tolerance::load_sharing) + l * r.squaredNorm();
  return best_impulse(information, Vector3<Scalar>(force + l * torque.cross(r)), normal,
                      cone_of(machine, machine.foot[foot]));
}

// As in flight again for some samples: nothing bears any more, however slowly the mean forgets.
template <class Scalar>
void lift_off(Monitor<Scalar> &monitor, const SensorSource<Scalar> &source) {
  bool bears = false;
  for (int i = 0; i < source.machine.feet; ++i) bears = bears || monitor.foot[i] == TD_FOOT_BEARING;
  if (!bears) return;
  const bool back = hear_above(monitor.flight, monitor, source).loudness < Scalar(tolerance::quiet_again);
  monitor.back = back ? clamp<std::int32_t>(monitor.back, 0, tolerance::quiet_samples) + 1 : 0;
  if (monitor.back < tolerance::quiet_samples) return;
  copy(6, monitor.flight, monitor.residual);
  for (auto &load : monitor.load) view(load).setZero();
}

}  // namespace touchdown::monitor

#endif
