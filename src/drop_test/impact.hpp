// What an impact was, out of the record of a drop test: figures, their uncertainties, and what spoiled them
// (DESIGN.md, E117-E122).
#ifndef TOUCHDOWN_DROP_TEST_IMPACT_HPP
#define TOUCHDOWN_DROP_TEST_IMPACT_HPP

#include "drop_test/friction.hpp"

namespace touchdown::TOUCHDOWN_DROP {

// Standard deviations of what everything else is made of.
template <class Scalar>
struct Noise {
  Scalar reading;  // [m/s^2] of a sample
  Scalar level;    // [m/s^2] of the level before
  Scalar bin;      // [m/s] of a bin's force
  Scalar impulse;  // [m/s] of the whole pulse
};

template <class Test>
Noise<ScalarOf<Test>> noise_of(const Test &test) {
  using Scalar = ScalarOf<Test>;
  const Scalar digits = test.rig.resolution * test.rig.resolution / 12;
  Noise<Scalar> noise{};
  noise.reading = square_root(test.noise + digits);
  noise.level = square_root(test.noise / (2 * tolerance::level_samples) + digits);
  noise.bin = noise.reading * square_root(static_cast<Scalar>(test.stride)) / test.rig.rate;
  return noise;
}

// A way to split the impulse.
template <class Scalar>
struct SplitAt {
  Scalar time;            // [bins]
  Scalar compression;     // [m/s] normal impulse until then
  Scalar e, uncertainty;  // [-]
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

template <class Scalar>
void divide_impulse(Scalar whole, SplitAt<Scalar> &split) {
  const Scalar e = (whole - split.compression) / split.compression;
  split.e = split.compression > 0 && e > 0 ? e : 0;
  if (!(split.compression > 0 && whole > 0)) split.uncertainty = 1;
}

// (E117)
template <class Scalar>
SplitAt<Scalar> split_by_force(const Trace<Scalar> &trace, const Pulse<Scalar> &pulse, Scalar whole, Scalar noise) {
  SplitAt<Scalar> split{pulse.split, impulse_until(trace, pulse.split), 0, 0};
  const Scalar shape = (whole - split.compression) / split.compression - pulse.ratio, own = pulse.ratio_uncertainty;
  const Scalar impulse = (1 + pulse.ratio) * noise / whole;
  split.uncertainty = square_root(own * own + shape * shape + impulse * impulse);
  divide_impulse(whole, split);
  return split;
}

// (E118): the first point at which the contact does not approach any more.
template <class Test, class Approach>
SplitAt<ScalarOf<Test>> split_by_speed(const Test &test, const Trace<ScalarOf<Test>> &trace,
                                       const Pulse<ScalarOf<Test>> &pulse, const Approach &approach,
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
  SplitAt<Scalar> split{static_cast<Scalar>(k), 0, 0, 0};
  if (k > 0 && speed(k) >= 0) split.time -= speed(k) / (speed(k) - speed(k - 1));
  split.time = clamp(split.time, pulse.begin, pulse.end);
  split.compression = impulse_until(trace, split.time);
  const Scalar own = approach.uncertainty / approach.speed, scale = test.rig.sensitivity, impulse = noise / whole;
  divide_impulse(whole, split);
  if (split.uncertainty == 0)
    split.uncertainty = (1 + split.e) * square_root(own * own + scale * scale + impulse * impulse);
  return split;
}

// ---- Attitude -------------------------------------------------------------------------------------------------------

// (E122)
template <class Test>
ScalarOf<Test> tilt_of(const Test &test) {
  using Scalar = ScalarOf<Test>;
  const Scalar length = square_root(dot(test.up, test.up));
  if (!(length > 0 && test.rig.gravity > 0) ||
      !are_finite(test.rotation_sum[0], test.rotation_sum[1], test.rotation_sum[2]))
    return Scalar(-1);
  const Vector<Scalar> turning = cross<Scalar>(test.rotation_sum, test.up);
  Scalar up[3];
  for (int i = 0; i < 3; ++i) up[i] = (test.up[i] - turning.x[i] / test.rig.rate) / length;
  const Vector<Scalar> across = cross<Scalar>(up, test.rig.normal);
  const Scalar sine = square_root(dot(across.x, across.x));
  return sine < 1 ? sine : 1;
}

// ---- The report -----------------------------------------------------------------------------------------------------

// All that the report is made from.
template <class Scalar>
struct Findings {
  Noise<Scalar> noise;
  Pulse<Scalar> pulse;
  Friction<Scalar> friction;
  SplitAt<Scalar> force, speed;  // the second only if `speed_known`
  bool speed_known;
  Scalar whole;  // [m/s] normal impulse
  Scalar tilt, turn;
  bool missing;

  const SplitAt<Scalar> &split() const { return speed_known ? speed : force; }
};

template <class Scalar>
Scalar root_of_squares(Scalar a, Scalar b, Scalar c) {
  return square_root(a * a + b * b + c * c);
}

// (E121)
template <class Test>
ScalarOf<Test> impulse_noise(const Test &test, const Noise<ScalarOf<Test>> &noise, const Pulse<ScalarOf<Test>> &pulse) {
  const ScalarOf<Test> bins = pulse.end > 1 ? pulse.end : 1;
  const ScalarOf<Test> time = bins * static_cast<ScalarOf<Test>>(test.stride) / test.rig.rate;
  return root_of_squares(noise.bin * square_root(bins), noise.level * time, ScalarOf<Test>(0));
}

template <class Test, class Approach>
void find(const Test &test, const Approach *approach, const Trace<ScalarOf<Test>> &trace,
          Findings<ScalarOf<Test>> &found) {
  found.noise = noise_of(test);
  found.pulse = pulse_of(trace, found.noise.bin);
  found.noise.impulse = impulse_noise(test, found.noise, found.pulse);
  found.whole = impulse_until(trace, found.pulse.end);
  found.friction = friction_of(trace, found.pulse, found.noise.bin);
  found.force = split_by_force(trace, found.pulse, found.whole, found.noise.impulse);
  found.speed_known = approach != nullptr;
  if (found.speed_known)
    found.speed = split_by_speed(test, trace, found.pulse, *approach, found.whole, found.noise.impulse);
  found.tilt = tilt_of(test);
  found.turn = square_root(dot(trace.turned, trace.turned));
  found.missing = trace.missing;
}

template <class Scalar>
bool splits_differ(const Findings<Scalar> &found) {
  const auto apart = [](Scalar a, Scalar b, Scalar uncertainty) {
    return abs(a - b) > tolerance::split_apart<Scalar> * uncertainty + tolerance::split_rounding<Scalar>;
  };
  const Scalar of_force = found.force.uncertainty, of_speed = found.speed.uncertainty;
  return apart(found.force.e, found.pulse.ratio, found.pulse.ratio_uncertainty) ||
         (found.speed_known && apart(found.force.e, found.speed.e, of_force + of_speed));
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
  return caveats_of_pulse(test, found.pulse) | caveat_if(test.clipped != 0, TD_CAVEAT_CLIPPED) |
         caveat_if(found.tilt > most || found.turn > most, TD_CAVEAT_TILT) |
         caveat_if(found.missing, TD_CAVEAT_MISSING_SAMPLE) | caveat_if(test.unfinished != 0, TD_CAVEAT_UNFINISHED) |
         caveat_if(splits_differ(found), TD_CAVEAT_SPLIT);
}

// (E121): of what is read off the pulse.
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
  impact.peak = {peak, root_of_squares(2 * found.noise.bin / trace.time, missed, scale * peak)};
  impact.impulse = {found.whole, root_of_squares(found.noise.impulse, scale * found.whole, Scalar(0))};
  impact.duration = {length * trace.time, 2 * pulse.crossing * trace.time};
  const Scalar compression = found.split().time - pulse.begin;
  const Scalar share = found.split().uncertainty * length / ((1 + found.split().e) * (1 + found.split().e));
  impact.compression = {compression * trace.time, root_of_squares(pulse.crossing, share, Scalar(0)) * trace.time};
  // A bin lasts from half a sample before its first one.
  const std::int32_t newest = TD_DROP_BEFORE - 1 + test.count * (test.unfinished != 0 ? 1 : 2);
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
  const Scalar slant = 1 + friction.mu * friction.mu;
  const Scalar noise = found.noise.impulse * square_root(slant) / friction.impulse;
  impact.e = {split.e < 1 ? split.e : 1, split.uncertainty < 1 ? split.uncertainty : 1};
  impact.mu = {friction.mu, root_of_squares(noise, test.rig.misalignment * slant, friction.spread)};
  impact.e_force = found.force.e;
  impact.e_duration = found.pulse.ratio;
  impact.e_speed = found.speed_known ? found.speed.e : Scalar(-1);
  impact.sliding = friction.sliding;
  for (int i = 0; i < 3; ++i) impact.friction[i] = friction.direction.x[i];
  impact.tilt = found.tilt;
  impact.turn = found.turn;
  impact.split = static_cast<decltype(impact.split)>(found.speed_known ? TD_SPLIT_SPEED : TD_SPLIT_FORCE);
  impact.clipped = test.clipped;
  impact.missing = test.missing;
}

template <class Measurement>
bool is_number(const Measurement &x) {
  return are_finite(x.value, x.uncertainty);
}

template <class Impact>
bool all_numbers(const Impact &x) {
  return is_number(x.e) && is_number(x.mu) && is_number(x.duration) && is_number(x.compression) && is_number(x.peak) &&
         is_number(x.impulse) && are_finite(x.e_force, x.e_duration, x.e_speed, x.sliding, x.tilt, x.turn, x.age) &&
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
  trace_of(test, trace);
  Findings<Scalar> found;
  find(test, approach, trace, found);
  Impact result;
  report_pulse(test, trace, found, result);
  report(test, found, result);
  if (!all_numbers(result)) return TD_REFUSED_RANGE;
  impact = result;
  return caveats_of(test, found);
}

}  // namespace touchdown::TOUCHDOWN_DROP

#endif
