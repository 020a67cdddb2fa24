// The figures of an impact from its record, their uncertainties, and caveats
// (docs/theory, D.8-D.16).
#ifndef TOUCHDOWN_DROP_IMPACT_HPP
#define TOUCHDOWN_DROP_IMPACT_HPP

#include "drop/approach.hpp"
#include "drop/friction.hpp"

namespace touchdown::drop {

// A way to split the impulse.
template <class Scalar>
struct SplitAt {
  Scalar time;            // [bins]
  Scalar compression;     // [m/s] normal impulse until then
  Scalar e, uncertainty;  // [-]
  Scalar raw;             // [-] e where it may be negative
};

// The normal impulse until a time, in a bin taken as steady.
template <class Scalar>
Scalar impulse_until(const Trace<Scalar> &trace, Scalar time) {
  const auto last = static_cast<Scalar>(trace.bins());
  if (!(time > 0)) return 0;
  if (!(time < last)) return trace.normal[trace.bins()];
  const auto bin = static_cast<std::int32_t>(time);
  return trace.normal[bin] + (time - static_cast<Scalar>(bin)) * trace.force(bin);
}

// [m/s] that gravity takes off the impulse between two times.
template <class Test>
ScalarOf<Test> gravity_between(const Test &test, ScalarOf<Test> from, ScalarOf<Test> to) {
  return test.rig.gravity * (to - from) * static_cast<ScalarOf<Test>>(test.stride) / test.rig.rate;
}

// e, and the factor 1 + e of its uncertainties.
template <class Test>
void divide_impulse(const Test &test, const Pulse<ScalarOf<Test>> &pulse, ScalarOf<Test> whole,
                    SplitAt<ScalarOf<Test>> &split) {
  using Scalar = ScalarOf<Test>;
  const Scalar used = split.compression - gravity_between(test, pulse.begin, split.time);
  const Scalar given = whole - split.compression - gravity_between(test, split.time, pulse.end);
  const bool sound = used > 0 && whole > 0;
  split.raw = sound ? given / used : 0;
  split.e = split.raw > 0 ? split.raw : 0;
  if (!sound) split.uncertainty = 1;
}

// (D.8)
template <class Test>
SplitAt<ScalarOf<Test>> split_by_force(const Test &test, const Trace<ScalarOf<Test>> &trace,
                                       const Pulse<ScalarOf<Test>> &pulse, ScalarOf<Test> noise, ScalarOf<Test> lag) {
  using Scalar = ScalarOf<Test>;
  const Scalar whole = impulse_until(trace, pulse.end);
  SplitAt<Scalar> split{pulse.split, impulse_until(trace, pulse.split), 0, 0, 0};
  const Scalar shape = (whole - split.compression) / split.compression - pulse.ratio, own = pulse.ratio_uncertainty;
  const Scalar impulse = (1 + pulse.ratio) * noise / whole;
  const Scalar late = (1 + pulse.ratio) * pulse.force * lag / split.compression;
  split.uncertainty = square_root(own * own + shape * shape + impulse * impulse + late * late);
  divide_impulse(test, pulse, whole, split);
  return split;
}

// (D.9): the first point at which the contact does not approach any more.
template <class Test>
SplitAt<ScalarOf<Test>> split_by_speed(const Test &test, const Trace<ScalarOf<Test>> &trace,
                                       const Pulse<ScalarOf<Test>> &pulse, const Approach<ScalarOf<Test>> &approach,
                                       ScalarOf<Test> whole, ScalarOf<Test> noise) {
  using Scalar = ScalarOf<Test>;
  const Scalar fall = test.rig.gravity * trace.time;
  const auto speed = [&](std::int32_t k) {
    const Scalar passed = static_cast<Scalar>(k) - pulse.begin;
    return trace.contact[k] - approach.speed - fall * (passed > 0 ? passed : 0);
  };
  std::int32_t k = 0;
  for (std::int32_t step = 0; step < TD_DROP_POINTS; ++step)
    if (k < trace.bins() && speed(k) < 0) ++k;
  SplitAt<Scalar> split{static_cast<Scalar>(k), 0, 0, 0, 0};
  if (k > 0 && speed(k) >= 0) split.time -= speed(k) / (speed(k) - speed(k - 1));
  split.time = clamp(split.time, pulse.begin, pulse.end);
  split.compression = impulse_until(trace, split.time);
  const Scalar own = approach.uncertainty / approach.speed, scale = approach.of_scale * test.rig.sensitivity;
  const Scalar impulse = approach.of_noise * noise / whole;
  divide_impulse(test, pulse, whole, split);
  if (speed(k) < 0) {  // it still approaches
    split.raw = speed(k) / approach.speed;
    split.e = 0;
  }
  if (split.uncertainty == 0)
    split.uncertainty = (1 + split.e) * square_root(own * own + scale * scale + impulse * impulse);
  return split;
}

// ---- Attitude -------------------------------------------------------------------------------------------------------

// (D.18). Upside down counts as lying on its side.
template <class Test>
ScalarOf<Test> tilt_of(const Test &test) {
  using Scalar = ScalarOf<Test>;
  const Scalar length = square_root(dot(test.up, test.up));
  if (!(length > 0 && test.rig.gravity > 0) ||
      !are_finite(test.rotation_sum[0], test.rotation_sum[1], test.rotation_sum[2]))
    return Scalar(TD_NOT_APPLICABLE);
  const Vector<Scalar> turning = cross<Scalar>(test.rotation_sum, test.up);
  Scalar up[3];
  for (int i = 0; i < 3; ++i) up[i] = (test.up[i] - turning.x[i] / test.rig.rate) / length;
  if (dot(up, test.rig.normal) < 0) return 1;
  const Vector<Scalar> across = cross<Scalar>(up, test.rig.normal);
  const Scalar sine = square_root(dot(across.x, across.x));
  return sine < 1 ? sine : 1;
}

// ---- The report -----------------------------------------------------------------------------------------------------

// The ways to an approach speed, by number of their TD_SPLIT_; none for that by force.
constexpr int ways = 5;

// The inputs of the report.
template <class Scalar>
struct Findings {
  Noise<Scalar> noise;
  Pulse<Scalar> pulse;
  Friction<Scalar> friction;
  Leaving<Scalar> leaving;
  Approach<Scalar> approach[ways];
  SplitAt<Scalar> split_by[ways];  // where the approach is known, and by force
  std::int32_t best;               // TD_SPLIT_*
  Scalar whole;                    // [m/s] normal impulse
  std::int32_t clipped;            // samples, by range or plateau
  Scalar lag;                      // [bins] of the sensor
  Scalar tilt, turn;
  bool missing, speeds_differ;

  const SplitAt<Scalar> &split() const { return split_by[best]; }
};

template <class Scalar>
Scalar root_of_squares(Scalar a, Scalar b, Scalar c) {
  return square_root(a * a + b * b + c * c);
}

// The mean after the pulse, where the structure's ringing averages out; the value at its end if there was a second hit.
template <class Test>
ScalarOf<Test> whole_impulse(const Test &test, const Trace<ScalarOf<Test>> &trace, const Pulse<ScalarOf<Test>> &pulse) {
  using Scalar = ScalarOf<Test>;
  Scalar sum = 0;
  std::int32_t count = 0;
  for (std::int32_t k = 0; k < TD_DROP_POINTS; ++k) {
    if (k >= trace.points || !(static_cast<Scalar>(k) > pulse.end)) continue;
    sum += trace.normal[k];
    ++count;
  }
  const bool apart = pulse.parted || test.second != 0 || test.unfinished != 0;
  return apart || count == 0 ? impulse_until(trace, pulse.end) : sum / static_cast<Scalar>(count);
}

// [m/s] Between two samples the force may be anywhere.
template <class Scalar>
Scalar between_samples(const Trace<Scalar> &trace) {
  Scalar jump = 0;
  for (std::int32_t k = 0; k + 2 < TD_DROP_POINTS; ++k)
    if (k + 1 < trace.bins()) jump = max(jump, abs(trace.force(k + 1) - trace.force(k)));
  return jump / (tolerance::uniform<Scalar> * static_cast<Scalar>(trace.stride));
}

// (D.17)
template <class Scalar>
Scalar impulse_noise(const Trace<Scalar> &trace, const Findings<Scalar> &found) {
  const Pulse<Scalar> &pulse = found.pulse;
  const Scalar bins = pulse.end > 1 ? pulse.end : 1, time = bins * trace.time;
  const Scalar own = root_of_squares(found.noise.bin * square_root(bins), found.noise.level * time, Scalar(0));
  const Scalar after = (found.whole - impulse_until(trace, pulse.end)) / 2;
  return root_of_squares(own, between_samples(trace), after);
}

// Samples at a plateau: equal readings at the record's extreme, with fewer near it.
template <class Test>
std::int32_t clipped_in(const Test &test) {
  const bool plateau = test.at_top >= 2 && test.near_top >= 0 && test.at_top > test.near_top;
  return plateau && test.at_top > test.clipped ? test.at_top : test.clipped;
}

// [m/s] by how much the contact changed the speed: the impulse less gravity's. Flat flanks hide some of the time that
// gravity had.
template <class Test>
ScalarOf<Test> change_of_speed(const Test &test, const Findings<ScalarOf<Test>> &found) {
  return found.whole - gravity_between(test, found.pulse.begin, found.pulse.end);
}

template <class Test>
ScalarOf<Test> noise_of_change(const Test &test, const Findings<ScalarOf<Test>> &found, ScalarOf<Test> more) {
  using Scalar = ScalarOf<Test>;
  const Scalar gravity = gravity_between(test, found.pulse.begin, found.pulse.end);
  return root_of_squares(found.noise.impulse, tolerance::touch_late<Scalar> / 2 * gravity, more);
}

// Whether by more than three uncertainties a difference is not 0; of a clipped impulse, too little is no contradiction.
template <class Scalar>
bool is_other(Scalar difference, Scalar uncertainty, bool clipped) {
  return (clipped ? difference : abs(difference)) > tolerance::split_apart<Scalar> * uncertainty;
}

// (D.14): the speed before by the fall or the caller, the one after by the bounce, and their sum by the impulse, unless
// clipped: least squares of all three.
template <class Test>
void split_by_flights(const Test &test, const Trace<ScalarOf<Test>> &trace, const Approach<ScalarOf<Test>> &fall,
                      Findings<ScalarOf<Test>> &found) {
  using Scalar = ScalarOf<Test>;
  const Leaving<Scalar> &leaving = found.leaving;
  if (!fall.known || !leaving.known) return;
  const Scalar scaled = fall.of_scale < 1 ? fall.of_scale * test.rig.sensitivity * fall.speed : 0;
  const Scalar before = fall.uncertainty * fall.uncertainty + scaled * scaled;
  const Scalar after = leaving.uncertainty * leaving.uncertainty;
  const Scalar own = noise_of_change(test, found, test.rig.sensitivity * found.whole);
  const Scalar differ = change_of_speed(test, found) - fall.speed - leaving.speed, all = before + after + own * own;
  const Scalar share = found.clipped != 0 ? 0 : 1 / all, off = differ * share;
  const Scalar speed = fall.speed + before * off, leaves = leaving.speed + after * off;
  if (!(leaves < tolerance::most_bounce<Scalar> * speed && leaves > 0)) return;
  found.speeds_differ = found.speeds_differ || is_other(differ, square_root(all), found.clipped != 0);
  found.approach[TD_SPLIT_FLIGHTS] = {true, speed, square_root(before * (1 - before * share)), 1, 1};
  SplitAt<Scalar> &split = found.split_by[TD_SPLIT_FLIGHTS];
  split = split_by_speed(test, trace, found.pulse, found.approach[TD_SPLIT_FLIGHTS], found.whole, own);
  split.raw = split.e = leaves / speed;
  const Scalar e = split.e, both = after * (1 - after * share) + e * e * before * (1 - before * share);
  split.uncertainty = square_root(both + 2 * e * before * after * share) / speed;
}

// Chooses the surest way to split: two known flights if clipped, and the force only where no speed is known.
template <class Scalar>
void choose_split(Findings<Scalar> &found) {
  found.best = TD_SPLIT_FORCE;
  for (int i = 1; i < ways; ++i) {
    if (!found.approach[i].known) continue;
    const bool first = found.best == TD_SPLIT_FORCE, surer = found.split_by[i].uncertainty < found.split().uncertainty;
    const bool asked_for = found.best == TD_SPLIT_SPEED && i != TD_SPLIT_FLIGHTS;  // both flights take it in
    if (first || (surer && !asked_for)) found.best = i;
  }
  if (found.clipped != 0 && found.approach[TD_SPLIT_FLIGHTS].known) found.best = TD_SPLIT_FLIGHTS;
}

template <class Test, class Given>
void find_approach(const Test &test, const Given *given, const Trace<ScalarOf<Test>> &trace,
                   Findings<ScalarOf<Test>> &found) {
  using Scalar = ScalarOf<Test>;
  const Scalar aslant = test.rig.misalignment * found.friction.mu * found.whole;
  const Scalar noise = noise_of_change(test, found, aslant);
  if (given != nullptr) found.approach[TD_SPLIT_SPEED] = {true, given->speed, given->uncertainty, 1, 1};
  const Approach<Scalar> fall = found.approach[TD_SPLIT_FALL] = approach_of_fall(test, found.pulse, found.noise);
  found.approach[TD_SPLIT_BOUNCE] = approach_of_bounce(test, found.pulse, found.whole, found.leaving);
  if (given != nullptr && fall.known) {
    const Scalar scaled = fall.of_scale * test.rig.sensitivity * fall.speed;
    const Scalar own = root_of_squares(given->uncertainty, fall.uncertainty, scaled);
    found.speeds_differ = is_other(given->speed - fall.speed, own, false);
  }
  found.split_by[TD_SPLIT_FORCE] = split_by_force(test, trace, found.pulse, found.noise.impulse, found.lag);
  for (int i = 1; i < TD_SPLIT_FLIGHTS; ++i)
    if (found.approach[i].known)
      found.split_by[i] = split_by_speed(test, trace, found.pulse, found.approach[i], found.whole, noise);
  split_by_flights(test, trace, found.approach[given != nullptr ? TD_SPLIT_SPEED : TD_SPLIT_FALL], found);
  choose_split(found);
}

template <class Test, class Given>
void find(const Test &test, const Given *given, const Trace<ScalarOf<Test>> &trace, ScalarOf<Test> falling,
          Findings<ScalarOf<Test>> &found) {
  using Scalar = ScalarOf<Test>;
  found.pulse = pulse_of(trace, found.noise.bin);
  found.leaving = leaving_of(test, found.pulse, falling);
  found.clipped = clipped_in(test);
  const Scalar band = test.rig.bandwidth > 0 ? test.rig.bandwidth : test.rig.filter;
  found.lag = band > 0 ? 1 / (tolerance::turn<Scalar> * band * trace.time) : 0;
  found.whole = whole_impulse(test, trace, found.pulse);
  found.noise.impulse = impulse_noise(trace, found);
  const Scalar level = found.noise.level * trace.time;
  found.friction = friction_of<Scalar>(trace, found.pulse, {found.noise.bin, level, test.rig.misalignment, found.lag});
  find_approach(test, given, trace, found);
  found.tilt = tilt_of(test);
  found.turn = square_root(dot(trace.turned, trace.turned));
  found.missing = trace.missing;
}

template <class Scalar>
bool apart(Scalar a, Scalar b, Scalar uncertainty) {
  return abs(a - b) > tolerance::split_apart<Scalar> * uncertainty + tolerance::split_rounding<Scalar>;
}

// Whether the best split leaves the range of e; of a clipped impulse, which is less than there is, only upwards.
template <class Scalar>
bool leaves_range(const Findings<Scalar> &found) {
  const SplitAt<Scalar> &best = found.split();
  const Scalar least = found.clipped != 0 ? best.raw : 0;
  return apart(best.raw, clamp(best.raw, least < 0 ? least : Scalar(0), Scalar(1)), best.uncertainty);
}

// The shape decides only where fewer than two speeds are known. It does not contradict a fall or a bounce.
template <class Scalar>
bool splits_differ(const Findings<Scalar> &found) {
  const SplitAt<Scalar> &best = found.split(), &force = found.split_by[TD_SPLIT_FORCE];
  int others = 0;
  if (found.speeds_differ) return true;
  bool differ = leaves_range(found);
  if (found.clipped != 0) return differ;
  for (int i = 1; i < ways; ++i) {
    if (i == found.best || !found.approach[i].known) continue;
    const SplitAt<Scalar> &other = found.split_by[i];
    differ = differ || apart(best.raw, other.raw, best.uncertainty + other.uncertainty);
    ++others;
  }
  if (others > 0 || found.best >= TD_SPLIT_FALL) return differ;
  return differ || apart(force.e, found.pulse.ratio, found.pulse.ratio_uncertainty) ||
         apart(force.e, best.e, force.uncertainty + best.uncertainty);
}

// The impulse is too small to take the approach away, by as much as makes two splits differ.
template <class Test>
bool breaks_momentum(const Test &test, const Findings<ScalarOf<Test>> &found) {
  using Scalar = ScalarOf<Test>;
  for (int i = 1; i <= TD_SPLIT_FALL; ++i) {
    const Approach<Scalar> &approach = found.approach[i];
    const Scalar own = noise_of_change(test, found, test.rig.sensitivity * found.whole) + approach.uncertainty;
    const Scalar missing = approach.speed - change_of_speed(test, found);
    if (approach.known && missing > tolerance::split_apart<Scalar> * own) return true;
  }
  return false;
}

// TD_BOUND_*. The shape of a pulse does not decide e. The impulse of a clipped record is the least that it may be,
// unless the sensor was at its other end as well.
template <class Scalar>
std::int32_t bound_of_e(const Findings<Scalar> &found) {
  if (found.best == TD_SPLIT_FORCE) return TD_BOUND_LEAST | TD_BOUND_MOST;
  if (found.clipped == 0 || found.best == TD_SPLIT_FLIGHTS) return 0;
  if (found.pulse.pulled) return TD_BOUND_LEAST | TD_BOUND_MOST;
  return found.best == TD_SPLIT_BOUNCE ? TD_BOUND_MOST : TD_BOUND_LEAST;
}

// (D.16): at rest the level is gravity. If it was never seen at rest, a level that was not gravity and changed before
// the impact is suspect.
template <class Test>
bool is_other_gravity(const Test &test, const Noise<ScalarOf<Test>> &noise) {
  using Scalar = ScalarOf<Test>;
  const Scalar g = test.rig.gravity, least = tolerance::gravity_off<Scalar> * g;
  if (!(g > 0)) return false;
  if (test.rests > 0) {
    const Scalar rest = square_root(dot(test.up, test.up));
    return abs(rest - g) > least + tolerance::turn_noise<Scalar> * noise.rest;
  }
  const Scalar was = square_root(dot(test.learned, test.learned));
  Scalar change = 0;
  for (int i = 0; i < 3; ++i) change += (test.bias[i] - test.learned[i]) * (test.bias[i] - test.learned[i]);
  const Scalar of_noise = tolerance::turn_noise<Scalar> * noise.newest;
  return abs(was - g) > least + of_noise && square_root(change) > least / 4 + of_noise;
}

constexpr Status caveat_if(bool applies, Status caveat) { return applies ? caveat : TD_SOLVED; }

template <class Test>
Status caveats_of_pulse(const Test &test, const Pulse<ScalarOf<Test>> &pulse) {
  constexpr ScalarOf<Test> least = tolerance::least_bins<ScalarOf<Test>>;
  const bool twice = test.second != 0 || pulse.parted;
  const bool enough = pulse.split - pulse.begin >= least && pulse.end - pulse.split >= least;
  return caveat_if(pulse.pulled || (pulse.rises > 1 && !twice), TD_CAVEAT_RINGING) |
         caveat_if(twice, TD_CAVEAT_DOUBLE_HIT) | caveat_if(!enough, TD_CAVEAT_FEW_SAMPLES);
}

template <class Test>
Status caveats_of(const Test &test, const Findings<ScalarOf<Test>> &found) {
  using Scalar = ScalarOf<Test>;
  const Scalar most = test.rig.max_tilt > 0 ? test.rig.max_tilt : tolerance::default_tilt<Scalar>;
  return caveats_of_pulse(test, found.pulse) | caveat_if(found.clipped != 0, TD_CAVEAT_CLIPPED) |
         caveat_if(found.tilt > most || found.turn > most, TD_CAVEAT_TILT) |
         caveat_if(found.missing, TD_CAVEAT_MISSING_SAMPLE) | caveat_if(test.unfinished != 0, TD_CAVEAT_UNFINISHED) |
         caveat_if(splits_differ(found), TD_CAVEAT_SPLIT) | caveat_if(found.best == TD_SPLIT_FORCE, TD_CAVEAT_SHAPE) |
         caveat_if(is_other_gravity(test, found.noise), TD_CAVEAT_GRAVITY) |
         caveat_if(test.early != 0, TD_CAVEAT_EARLY) | caveat_if(breaks_momentum(test, found), TD_CAVEAT_MOMENTUM);
}

// [m/s] A clipped impulse is the least; the impulse at least takes the approach away and gives the bounce its speed.
template <class Test>
Measured<ScalarOf<Test>> impulse_of(const Test &test, const Findings<ScalarOf<Test>> &found) {
  using Scalar = ScalarOf<Test>;
  const Scalar scale = test.rig.sensitivity;
  const Measured<Scalar> felt{found.whole, root_of_squares(found.noise.impulse, scale * found.whole, Scalar(0))};
  if (found.clipped == 0 || found.best == TD_SPLIT_FORCE || found.best == TD_SPLIT_BOUNCE) return felt;
  const Approach<Scalar> &approach = found.approach[found.best];
  const bool bounced = found.best == TD_SPLIT_FLIGHTS;
  const Scalar scaled = bounced ? 0 : approach.of_scale * scale * approach.speed;
  const Scalar e = bounced ? found.split().e : 0, own = bounced ? found.split().uncertainty * approach.speed : 0;
  const Scalar speeds = (1 + e) * approach.speed + gravity_between(test, found.pulse.begin, found.pulse.end);
  if (!(speeds > felt.value)) return felt;
  return {speeds, root_of_squares((1 + e) * approach.uncertainty, own, scaled)};
}

// (D.17): the figures of the pulse.
template <class Test, class Impact>
void report_pulse(const Test &test, const Trace<ScalarOf<Test>> &trace, const Findings<ScalarOf<Test>> &found,
                  Impact &impact) {
  using Scalar = ScalarOf<Test>;
  const Pulse<Scalar> &pulse = found.pulse;
  const Scalar scale = test.rig.sensitivity, length = pulse.end - pulse.begin;
  const Scalar low = pulse.top > 0 ? trace.force(pulse.top - 1) : 0;
  const Scalar lower = pulse.top + 1 < trace.bins() ? trace.force(pulse.top + 1) : 0;
  const Scalar missed = (pulse.force - (low + lower) / 2) / 2 / trace.time;
  const Scalar peak = pulse.force / trace.time;
  const Scalar lag = found.lag * trace.time, blunt = tolerance::turn<Scalar> / 4 * found.lag / length * peak;
  const Scalar rounded = root_of_squares(missed, blunt, Scalar(0));
  impact.peak = {peak, root_of_squares(2 * found.noise.bin / trace.time, rounded, scale * peak)};
  impact.impulse = impulse_of(test, found);
  const Scalar between = 2 * pulse.crossing + (length > 1 ? 1 / length : 1);
  const Scalar ends = root_of_squares(pulse.begin_spread, pulse.end_spread, between) * trace.time;
  const Scalar tails = tolerance::touch_late<Scalar> / 2 * length * trace.time;
  impact.duration = {length * trace.time, root_of_squares(ends, 2 * lag, tails)};
  const Scalar compression = found.split().time - pulse.begin;
  const Scalar share = found.split().uncertainty * length / ((1 + found.split().e) * (1 + found.split().e));
  const Scalar begin = root_of_squares(pulse.crossing, pulse.begin_spread, found.lag);
  impact.compression = {compression * trace.time, root_of_squares(begin, share, Scalar(0)) * trace.time};
  // A bin lasts from half a sample before its first one.
  const auto since = static_cast<std::uint32_t>(test.unfinished != 0 ? test.count : test.flown);
  const auto newest = static_cast<std::int32_t>(since + TD_DROP_BEFORE - 1);
  impact.age = (static_cast<Scalar>(newest) + Scalar(0.5)) / test.rig.rate - pulse.begin * trace.time;
  const Scalar samples = length * static_cast<Scalar>(trace.stride) + Scalar(0.5);
  impact.samples = samples > 0 && samples < 2 * TD_DROP_LONGEST ? static_cast<std::int32_t>(samples) : 0;
  impact.rises = pulse.rises;
}

template <class Test, class Impact>
void report(const Test &test, const Findings<ScalarOf<Test>> &found, Impact &impact) {
  using Scalar = ScalarOf<Test>;
  const SplitAt<Scalar> &split = found.split();
  const Friction<Scalar> &friction = found.friction;
  impact.e = {split.e < 1 ? split.e : 1, split.uncertainty < 1 ? split.uncertainty : 1};
  impact.mu = {friction.mu, friction.uncertainty};
  impact.e_force = found.split_by[TD_SPLIT_FORCE].e;
  impact.e_duration = found.pulse.ratio;
  const bool known = found.best != TD_SPLIT_FORCE;
  const Approach<Scalar> &approach = found.approach[found.best];
  impact.e_speed = known ? split.e : Scalar(TD_NOT_APPLICABLE);
  impact.approach = {known ? approach.speed : Scalar(TD_NOT_APPLICABLE), known ? approach.uncertainty : Scalar(0)};
  impact.leaving = {found.leaving.known ? found.leaving.speed : Scalar(TD_NOT_APPLICABLE), found.leaving.uncertainty};
  impact.e_bound = bound_of_e(found);
  impact.mu_bound = (friction.ended ? 0 : TD_BOUND_LEAST) | (found.clipped != 0 ? TD_BOUND_MOST : 0);
  impact.sliding = friction.sliding;
  for (int i = 0; i < 3; ++i) impact.friction[i] = friction.direction.x[i];
  impact.tilt = found.tilt;
  impact.turn = found.turn;
  impact.split = static_cast<decltype(impact.split)>(found.best);
  impact.clipped = found.clipped;
  impact.missing = test.missing;
}

template <class Measurement>
bool is_number(const Measurement &x) {
  return are_finite(x.value, x.uncertainty);
}

template <class Impact>
bool all_numbers(const Impact &x) {
  return is_number(x.e) && is_number(x.mu) && is_number(x.duration) && is_number(x.compression) && is_number(x.peak) &&
         is_number(x.impulse) && is_finite_or_absent(x.approach.value) && is_finite_or_absent(x.e_speed) &&
         is_finite_or_absent(x.leaving.value) && is_finite_or_absent(x.tilt) &&
         are_finite(x.approach.uncertainty, x.leaving.uncertainty, x.e_force, x.e_duration, x.sliding, x.turn, x.age) &&
         are_finite(x.friction[0], x.friction[1], x.friction[2]);
}

template <class Test, class Approach, class Impact>
Status identify(const Test &test, const Approach *approach, Impact &impact) {
  using Scalar = ScalarOf<Test>;
  if (!is_started(test)) return TD_REFUSED_NOT_STARTED;
  if (!has_record(test)) return TD_REFUSED_NO_IMPACT;
  const bool known = approach != nullptr;
  if (known &&
      !(approach->speed > 0 && approach->uncertainty >= 0 && are_finite(approach->speed, approach->uncertainty)))
    return TD_REFUSED_APPROACH;
  Trace<Scalar> trace;
  Findings<Scalar> found{};
  found.noise = noise_of(test);
  const Vector<Scalar> level = level_before(test, found.noise);
  trace_of(test, level, trace);
  find(test, approach, trace, dot(level.x, test.rig.normal), found);
  Impact result;
  report_pulse(test, trace, found, result);
  report(test, found, result);
  if (!all_numbers(result)) return TD_REFUSED_RANGE;
  impact = result;
  return caveats_of(test, found);
}

}  // namespace touchdown::drop

#endif
