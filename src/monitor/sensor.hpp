// The source of momentum that is an inertial sensor on a body (docs/theory, M.1, M.2, M.4, M.12): components are
// linear momentum, and angular about the centre of mass, in body axes.
#ifndef TOUCHDOWN_MONITOR_SENSOR_HPP
#define TOUCHDOWN_MONITOR_SENSOR_HPP

#include "monitor/hull.hpp"
#include "systems/rigid_body.hpp"

namespace touchdown::monitor {

// Noise, thrust and loads take turns, so that no sample costs two of them.
constexpr int turns = 4, turn_of_noise = 1, turn_of_thrust = 2, turn_of_load = 3;

// A body's mass matrix M = L L^T.
template <class Scalar>
struct BodyMass {
  Scalar per_root, L[9], inverse_diagonal[3];
};

// x <- L^-1 x.
template <class Scalar, class Entry>
void solve_lower(const BodyMass<Scalar> &mass, Entry *x) {
  for (int k = 0; k < 3; ++k) x[k] = mass.per_root * x[k];
  solve_lower(CholeskyView<Scalar>{3, mass.L, mass.inverse_diagonal}, x + 3);
}

// The variance of a window by the noise of the sensors alone.
template <class Scalar>
Scalar least_variance(const MonitorMachine<Scalar> &machine, int j) {
  if (j < 3) return TD_MONITOR_WINDOW * square(machine.mass * machine.accelerometer_noise / machine.rate);
  return 2 * square(machine.gyro_noise) * matrix(machine.inertia).row(j - 3).squaredNorm();
}

template <class Number>
struct SensorSource {
  using Scalar = Number;
  using Size = Six;
  using Vector = Vector3<Scalar>;
  static constexpr bool jointed = false;
  static constexpr Size n{};
  static constexpr int depth = TD_MONITOR_BEFORE;
  static constexpr Scalar noise = 1;

  SensorSource(Monitor<Scalar> &to, const MonitorMachine<Scalar> &of) : monitor(to), machine(of) {}

  Monitor<Scalar> &monitor;
  const MonitorMachine<Scalar> &machine;
  Status status;   // TD_SOLVED, or the caveat of this sample
  Vector clipped;  // [m/s^2] readings at the end of their range; 0 along other axes
  Scalar dt;
  Scalar p[6];
  Scalar thrust[6];  // [N], [N m] known to act
  BodyMass<Scalar> mass;
  Scalar sum[6], squares[6];  // heard: of the newest window, and above a level

  static void put(const Vector &p, const Vector &l, Scalar *x) {
    for (int i = 0; i < 3; ++i) {
      x[i] = p[i];
      x[3 + i] = l[i];
    }
  }

  // ---- A sample

  // (M.1). An accelerometer off the centre of mass feels the turning too. The gyro measures the change of the angular
  // velocity, and its middle. False where that leaves the range in which squares stay finite.
  bool measure_momentum(const MonitorSample<Scalar> &before, const MonitorSample<Scalar> &now) {
    const Scalar step = 1 / machine.rate;
    const Vector dw = vector(now.w) - vector(before.w);
    const Vector w = Scalar(0.5) * (vector(now.w) + vector(before.w));
    const Vector sensor = vector(machine.sensor);
    const Matrix3<Scalar> inertia = matrix(machine.inertia);
    const Vector swing = w.cross(w.cross(sensor));
    const Vector dv = step * (vector(now.a) - swing) - dw.cross(sensor);
    const Vector gyroscopic = w.cross(Vector(inertia * w));
    put(machine.mass * dv - step * vector(now.force), inertia * dw + step * (gyroscopic - vector(now.torque)), p);
    return dot(6, p, p) <= square(square_in_range_root<Scalar>);
  }

  // Readings at the end of their range. Of a sensor that filters what it clipped: what went into the filter, by two
  // readings; a part of a sample may have been clipped.
  void find_clipped(const Scalar *before, const Scalar *now) {
    const bool filters = machine.filter > 0;
    const Scalar lag = filters ? filter_lag(machine.filter, machine.rate) : Scalar(0);
    const Scalar bar = filters ? tolerance::clipped_part<Scalar> * machine.range : machine.range;
    clipped.setZero();
    for (int i = 0; i < 3; ++i) {
      const Scalar input = now[i] + lag * (now[i] - before[i]);
      if (abs(input) >= bar) clipped[i] = clamp<Scalar>(input, -machine.range, machine.range);
    }
  }

  // A missing sample is replaced by the one before. If that gives no finite momentum either, the machine is refused.
  Status read(const MonitorSample<Scalar> &sample) {
    const MonitorSample<Scalar> &before = monitor.fed == 0 ? sample : monitor.last;
    const bool is_missing = !measure_momentum(before, sample) || !all_finite(vector(sample.n));
    const MonitorSample<Scalar> &good = is_missing ? monitor.last : sample;
    if (is_missing && !measure_momentum(good, good)) return TD_REFUSED_MONITOR;
    put(vector(good.force), vector(good.torque), thrust);
    if (monitor.fed == 0) {
      monitor.last = good;
      copy(6, thrust, monitor.thrust);
    }
    dt = 1 / machine.rate;
    find_clipped(monitor.last.a, good.a);
    status = is_missing ? TD_CAVEAT_MISSING_SAMPLE : clipped.squaredNorm() > 0 ? TD_CAVEAT_CLIPPED : TD_SOLVED;
    monitor.last = good;
    monitor.fed = 1;
    return status;
  }

  // ---- Sizes

  // The square of a momentum as one size: angular momentum counts by the body's reach.
  Scalar size_squared(const Scalar *x) const { return dot(3, x, x) + dot(3, x + 3, x + 3) / square(monitor.reach); }

  // What a part of that size is of component j, squared.
  Scalar share_of_size(int j) const { return j < 3 ? Scalar(1) : square(monitor.reach); }

  // What else acts may have begun to change so long ago.
  Scalar drift_of(int j, Scalar time) const {
    return square((j < 3 ? machine.force_rate : machine.torque_rate) * (square(time) / 2));
  }

  // (M.3): white noise grows with the samples, what shakes to and fro does not; what else acts may have begun to change
  // at the beginning of the event; readings that were lost hide as much as the others measured.
  Scalar noise_of(int j, Scalar samples) const {
    const Scalar more = max(samples / Scalar(TD_MONITOR_WINDOW) - 1, Scalar(0));
    const Scalar learnt = (monitor.variance[j] + max(monitor.growth[j], Scalar(0)) * more) *
                          (1 + samples / static_cast<Scalar>(TD_MONITOR_LEARNING));
    const Scalar drift = drift_of(j, static_cast<Scalar>(monitor.event.samples) / machine.rate);
    return learnt + (j < 3 ? drift + monitor.lost : drift);
  }

  // ---- Attention

  // total += the momentum of a window, from a sample on; its ring is full of that many.
  void add_window(int first, Scalar *total) const {
    const unsigned newest = static_cast<unsigned>(monitor.next) + TD_MONITOR_BEFORE - 1U - static_cast<unsigned>(first);
    for (unsigned i = 0; i < TD_MONITOR_WINDOW; ++i) {
      const Scalar *const one = monitor.ring + (newest - i) % TD_MONITOR_BEFORE * 8;
      each(Six{}, [&](int j) { total[j] += one[j]; });
    }
  }

  // (M.2): how loud the newest window is above a level.
  Scalar hear_above(const Scalar *level) {
    const Scalar window = TD_MONITOR_WINDOW * dt, time = TD_MONITOR_WINDOW / machine.rate;
    const Scalar drift[2] = {drift_of(0, time), drift_of(3, time)};
    Scalar loudness = 0;
    fill_zero(6, sum);
    add_window(0, sum);
    each(Six{}, [&](int j) { squares[j] = square(sum[j] - window * level[j]); });
    each(Six{}, [&](int j) { loudness += squares[j] / (monitor.variance[j] + drift[j < 3 ? 0 : 1]); });
    return loudness;
  }
  Scalar hear() { return hear_above(monitor.level); }

  // ---- Level and noise: of the first samples, and of flight

  void learn_noise(Scalar share) const {
    const Scalar time = 2 * TD_MONITOR_WINDOW * dt;
    Scalar wide[6];
    copy(6, sum, wide);
    add_window(TD_MONITOR_WINDOW, wide);
    each(Six{}, [&](int j) { wide[j] = square(wide[j] - time * monitor.level[j]) - squares[j]; });
    approach(n, monitor.variance, share, squares);
    approach(n, monitor.growth, share, wide);
    each(Six{}, [&](int j) { monitor.variance[j] = max(least_variance(machine, j), monitor.variance[j]); });
  }

  // The level in the first half of learning, the noise about it in the second; what came first is forgotten first.
  void learn_first() {
    constexpr std::int32_t all = TD_MONITOR_LEARNING, half = all / 2;
    approach(n, monitor.thrust, Scalar(1) / tolerance::monitor_level, thrust);
    if (monitor.fresh < TD_MONITOR_BEFORE) return;
    const std::int32_t left = clamp<std::int32_t>(monitor.until, 1, all), passed = all - left;
    if (passed < half) {
      learn_level(*this, 2 / static_cast<Scalar>(passed + 2));
    } else {
      (void)hear();
      learn_noise(2 / static_cast<Scalar>(passed - half + 2));
    }
    monitor.until = left - 1;
    if (monitor.until <= 0) monitor.phase = TD_MONITOR_WATCHES;
  }

  // The level is of samples that leave the ring, so that the beginning of a slow contact is no part of it.
  void learn_on() const {
    constexpr Scalar share = Scalar(1) / tolerance::monitor_level;
    if (monitor.fresh < TD_MONITOR_BEFORE) return;
    learn_level(*this, share);
    if (monitor.next % turns == turn_of_thrust) approach(n, monitor.thrust, turns * share, thrust);
    if (monitor.next % turns == turn_of_noise) learn_noise(Scalar(turns) / tolerance::monitor_noise);
  }

  // What is no contact is noise from now on, as far as it lasted; a spoilt sample measured nothing.
  void learn_shaking() const {
    if ((monitor.event.caveats & (TD_CAVEAT_CLIPPED | TD_CAVEAT_MISSING_SAMPLE)) != 0) return;
    const Scalar count = static_cast<Scalar>(counted(monitor.event.samples) - counted(monitor.begun) + 1);
    Scalar mean[6];
    for (int j = 0; j < 6; ++j) mean[j] = monitor.shaking[j] / count;
    approach(n, monitor.variance, count / (count + tolerance::monitor_noise), mean);
  }

  // ---- While an event is open

  // What clipped readings show, and what was read in range right before and after them.
  void look_clipped() const {
    for (int i = 0; i < 3; ++i) {
      const std::int32_t axis = 1 << i;
      const bool clipped_before = (monitor.clips & axis) != 0, clips = clipped[i] != 0;
      if (clips) monitor.hidden[i] += above_level(*this, 0, i) + machine.mass * dt * (clipped[i] - monitor.last.a[i]);
      if (clips == clipped_before) continue;
      monitor.beside[i] += above_level(*this, clips ? 1 : 0, i);
      monitor.clips ^= axis;
    }
  }

  // Follows an open event by one sample: the largest change of the known force since the event began; what a missing
  // sample may hide, as much again as it measured; of a clipped one, what went in along the axes at the end of their
  // range. Once it is open, windows that shake, and momentum into the ground: a contact does not pull.
  void follow(bool goes_on) const {
    Scalar off[6];
    for (int j = 0; j < 6; ++j) off[j] = thrust[j] - monitor.thrust[j];
    if (size_squared(off) > size_squared(monitor.swing)) copy(6, off, monitor.swing);
    monitor.event.caveats |= status;
    if (status == TD_CAVEAT_MISSING_SAMPLE)
      for (int j = 0; j < 3; ++j) monitor.lost += square(above_level(*this, 0, j));
    look_clipped();
    if (!goes_on) return;
    each(Six{}, [&](int j) { monitor.shaking[j] += squares[j]; });
    monitor.drop = max(monitor.drop, -vector(monitor.normal).dot(first_three(monitor.jump)));
  }

  // Whether what pushes, as heard, is what pushed a window ago.
  bool is_even() const {
    Scalar before[6] = {}, misfit = 0;
    add_window(TD_MONITOR_WINDOW, before);
    for (int j = 0; j < 6; ++j) misfit += square(sum[j] - before[j]) / monitor.variance[j];
    return misfit <= 6 * 2 * Scalar(tolerance::even_push);
  }

  // What pushes again as before the last event is no contact, but the end of a push that had become the level: of a
  // gust, of a leg that had struck its latch, of the ground.
  TD_COLD void end_push(Scalar loudness) {
    if (!(loudness > Scalar(tolerance::attention))) return;
    const Scalar bar = max(Scalar(tolerance::quiet_again), Scalar(tolerance::as_before) * loudness);
    if (hear_above(monitor.flight) > bar) return;
    monitor.onset = 0;
    shift_level(*this);
  }

  // An even push that has lasted for so long, a gust, or that a body which stands bears, is the new level. After it a
  // contact may begin at once.
  void begin_anew(bool lasts) const {
    const bool nothing = monitor.event.explanation == TD_EXPLAINED_BY_NOTHING;
    const bool even = is_even();
    if (!nothing || (lasts && !even)) monitor.fresh = 0;
    if (nothing || monitor.event.explanation == TD_EXPLAINED_BY_NO_CONTACT) learn_shaking();
    if (even && (lasts || standing_feet(monitor) != 0)) shift_level(*this);
  }

  // ---- What may have given the momentum of an event

  Scalar mass_entry(int i, int j) const {
    if (j < 3) return i == j ? machine.mass : Scalar(0);
    return machine.inertia[i == j ? i - 3 : i + j - 4];
  }

  bool factorize() {
    const Matrix3<Scalar> inertia = matrix(machine.inertia);
    mass.per_root = 1 / square_root(machine.mass);
    return cholesky(3, inertia.data(), mass.L, mass.inverse_diagonal);
  }

  void fill_columns(int number, const Vector &normal, Vector *columns) const {
    const Vector r = contact_point(machine.foot[number], normal);
    for (int k = 0; k < 3; ++k) columns[k] = Vector::Unit(k);
    columns[3] = {0, -r[2], r[1]};
    columns[4] = {r[2], 0, -r[0]};
    columns[5] = {-r[1], r[0], 0};
  }

  // The ground is outside: a foot has the body's middle on the side that its normal, or where that is unknown the
  // momentum, points to; else the line of action through two feet would not separate them. The middle is of the hull's
  // points and the centre of mass: feet in one plane are not the body.
  void ask_feet(const Blow<Scalar> &blow, Weighing<SensorSource> &asked) const {
    const bool knows_normal = blow.normal.squaredNorm() > 0;
    const Vector inwards = knows_normal ? blow.normal : blow.p;
    Vector middle = Vector::Zero();
    for (int i = 0; i < blow.hull.count; ++i) middle += blow.hull.point[i] / static_cast<Scalar>(blow.hull.count + 1);
    for (int i = 0; i < machine.feet; ++i) {
      const Vector r = contact_point(machine.foot[i], blow.normal);
      if (machine.feet > 1 && !(inwards.dot(monitor.reach * middle - r) > 0)) continue;
      auto &foot = asked.ask_foot(i, blow.normal, asked.feet);
      foot.kept = asked.impulses_of(foot);
    }
  }

  // (M.11): a shock that does not turn the body looks like a landing on all feet, but its momentum goes to and fro.
  Scalar shaken_by(Scalar size) const {
    return square(max(monitor.path - size, Scalar(0)) / (Scalar(tolerance::to_and_fro) * size));
  }

  // (M.11): a contact does not pull, and its force rises and falls: beside readings that it clips there is a part of
  // what those show. A spoilt reading stands alone. Behind a filter none does.
  Scalar unlike_contact(Scalar hidden, Scalar size, Scalar variance) const {
    const Scalar back = square(monitor.drop) / (variance + square(Scalar(tolerance::rings_back) * size));
    if (!(hidden > 0) || machine.filter > 0) return back;
    const Scalar along = vector(monitor.beside).dot(vector(monitor.hidden)) / hidden;
    const Scalar beside = along * machine.rate / (machine.mass * machine.range);
    return back + square(max(Scalar(tolerance::beside_clipped) - beside, Scalar(0)) /
                         Scalar(tolerance::beside_clipped_spread));
  }

  // What clipped readings hide, so that more energy is expected than what was measured; and what a thrust that changed
  // since the event began may be off by.
  void ask_nuisances(Weighing<SensorSource> &asked) const {
    Scalar all[6];
    put(first_three(monitor.jump) + vector(monitor.hidden), first_three(monitor.jump + 3), all);
    const Scalar hidden = square_root(vector(monitor.hidden).squaredNorm());
    const Scalar size = square_root(size_squared(monitor.jump));
    asked.unlike += unlike_contact(hidden, size, first_three(asked.variance).sum() / 3);
    asked.to_and_fro = shaken_by(hidden + size);
    for (int j = 0; j < 6; ++j) {
      asked.thrust[j] = Scalar(tolerance::thrust_lag) * monitor.swing[j] * asked.per_deviation[j];
      if (j < 3) asked.hidden[j] = monitor.hidden[j] * asked.per_deviation[j];
    }
    asked.energy = energy_of(6, mass, all) +
                   square(Scalar(tolerance::hidden_spread)) * vector(monitor.hidden).squaredNorm() / machine.mass;
  }

  // ---- What lasts

  // (M.12), where force counts as it is and torque by the reach, l = 1 / reach^2: J J^T = (1 + l r^2) - l r r^T.
  Vector share_load(int foot) const {
    const Vector normal = vector(monitor.last.n);
    Vector force = first_three(monitor.residual), torque = first_three(monitor.residual + 3);
    for (int i = 0; i < machine.feet; ++i) {
      if (i == foot) continue;
      const Vector load = vector(monitor.load[i]);
      force -= load;
      torque -= contact_point(machine.foot[i], normal).cross(load);
    }
    const Vector r = contact_point(machine.foot[foot], normal);
    const Scalar l = 1 / square(monitor.reach);
    Matrix3<Scalar> information = -l * r * r.transpose();
    information.diagonal().array() += 1 + Scalar(tolerance::load_sharing) + l * r.squaredNorm();
    return best_impulse(information, Vector(force + l * torque.cross(r)), normal, cone_of(machine, machine.foot[foot]));
  }

  // As in flight again for some samples: nothing bears any more, however slowly the mean forgets.
  void lift_off() {
    bool bears = false;
    for (int i = 0; i < machine.feet; ++i) bears = bears || monitor.foot[i] == TD_FOOT_BEARING;
    if (!bears) return;
    const bool back = hear_above(monitor.flight) < Scalar(tolerance::quiet_again);
    monitor.back = back ? clamp<std::int32_t>(monitor.back, 0, tolerance::quiet_samples) + 1 : 0;
    if (monitor.back < tolerance::quiet_samples) return;
    copy(6, monitor.flight, monitor.residual);
    for (auto &load : monitor.load) view(load).setZero();
  }
};

}  // namespace touchdown::monitor

#endif
