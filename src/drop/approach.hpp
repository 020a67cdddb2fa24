// How fast the contact approached, out of the stream: from the fall since it was last at rest, or from the time of the
// bounce (docs/theory, D.12-D.15).
#ifndef TOUCHDOWN_DROP_APPROACH_HPP
#define TOUCHDOWN_DROP_APPROACH_HPP

#include "drop/pulse.hpp"

namespace touchdown::drop {

// Standard deviations of the quantities that figures are made of.
template <class Scalar>
struct Noise {
  Scalar reading;  // [m/s^2] of a sample
  Scalar newest;   // [m/s^2] of the level
  Scalar level;    // [m/s^2] of the readings without a contact
  Scalar rest;     // [m/s^2] of the level at rest
  Scalar fall;     // [m/s^2] of the mean of the latter half of a fall
  Scalar bin;      // [m/s] of a bin's force
  Scalar impulse;  // [m/s] of the whole pulse, the scale apart
};

template <class Test>
Noise<ScalarOf<Test>> noise_of(const Test &test) {
  using Scalar = ScalarOf<Test>;
  const Scalar digits = test.rig.resolution * test.rig.resolution / 12;
  const Scalar level = test.noise / (2 * tolerance::level_samples);
  const auto averaged = [](std::int32_t checks) {
    return 1 + (checks > 0 ? static_cast<Scalar>(checks) / tolerance::checks_alike : Scalar(0));
  };
  Noise<Scalar> noise{};
  noise.reading = square_root(test.noise + digits);
  noise.newest = noise.level = square_root(level + digits);
  noise.rest = square_root(level / averaged(test.rests) + digits);
  noise.fall = square_root(level / averaged(test.checks / 3) + digits);
  noise.bin = noise.reading * square_root(static_cast<Scalar>(test.stride)) / test.rig.rate;
  return noise;
}

// A speed of approach, and its share in the uncertainty of e beside the share of the impulse.
template <class Scalar>
struct Approach {
  bool known;
  Scalar speed, uncertainty;  // [m/s]
  Scalar of_noise, of_scale;  // [-]
};

// [samples] Age of a mean of levels: each level is itself an average of readings.
template <class Scalar>
constexpr Scalar level_age = 2 * (tolerance::level_samples - 1) + 1;

// The reading in free fall: its mean over the last third to two thirds of the checks. (D.1) turned round, the sum of
// the readings is the sum of the levels plus what the level has not yet taken in (D.13).
template <class Test>
ScalarOf<Test> reading_in_fall(const Test &test) {
  using Scalar = ScalarOf<Test>;
  constexpr Scalar each = TD_DROP_BEFORE;
  const std::int32_t seen = test.checks > 0 ? test.checks : 0;  // of a state that was overwritten any number
  std::int32_t power = 1;
  for (int i = 0; i < 30; ++i)
    if (power <= seen / 2) power *= 2;
  const bool newer = seen - power >= power / 2;
  const auto &half = test.half[newer ? 1 : 0];
  const auto checks = static_cast<Scalar>(seen - (newer ? power : power / 2));
  const Scalar change = test.normal_bias - half.level;
  return (test.fell - half.fell + change * (level_age<Scalar> / each - Scalar(0.5))) / checks;
}

// The reading at rest along the normal: the mean of the level seen at rest and of the reading in free fall plus
// gravity. The hand's tremor spoils the first; drag, the sensor's scale or another gravity spoil the second. Half their
// difference is an uncertainty.
template <class Scalar>
struct Rest {
  Scalar level, uncertainty;  // [m/s^2]
  Scalar falling;             // [m/s^2] reading in free fall
};

template <class Test>
Rest<ScalarOf<Test>> rest_of(const Test &test, const Noise<ScalarOf<Test>> &noise) {
  using Scalar = ScalarOf<Test>;
  const Scalar seen = dot(test.rig.normal, test.up), falling = reading_in_fall(test);
  const Scalar differ = (seen - falling - test.rig.gravity) / 2;
  const Scalar own = noise.rest * noise.rest + noise.fall * noise.fall;
  return {seen - differ, square_root(differ * differ + own / 4), falling};
}

template <class Test>
bool falls_freely(const Test &test, const Rest<ScalarOf<Test>> &rest) {
  const ScalarOf<Test> g = test.rig.gravity, off = rest.level - rest.falling - g;
  return g > 0 && test.rests > 0 && test.checks >= tolerance::least_checks && abs(off) < g / 2;
}

// Readings without a contact: the level, which has not yet taken in all of a short fall, or along the normal the mean
// of the fall.
template <class Test>
Vector<ScalarOf<Test>> level_before(const Test &test, Noise<ScalarOf<Test>> &noise) {
  using Scalar = ScalarOf<Test>;
  const Rest<Scalar> rest = rest_of(test, noise);
  const bool falls = falls_freely(test, rest);
  const Scalar more = falls ? rest.falling - test.normal_bias : 0;
  if (falls) noise.level = noise.fall;
  return {{test.bias[0] + more * test.rig.normal[0], test.bias[1] + more * test.rig.normal[1],
           test.bias[2] + more * test.rig.normal[2]}};
}

// [samples] from the last check for rest to the beginning of the pulse. The sample that passed the threshold came
// TD_DROP_BEFORE - 1 after the first of the record, and a bin lasts from half a sample before its first one.
template <class Test>
ScalarOf<Test> since_rest_check(const Test &test, const Pulse<ScalarOf<Test>> &pulse) {
  using Scalar = ScalarOf<Test>;
  const auto place = (static_cast<std::uint32_t>(test.trigger) + TD_DROP_BEFORE - 1 - learns_at) % TD_DROP_BEFORE;
  const auto before = static_cast<std::int32_t>(place) + 1 - (TD_DROP_BEFORE - 1);
  return static_cast<Scalar>(before) - Scalar(0.5) + pulse.begin * static_cast<Scalar>(test.stride);
}

// (D.12): the level at rest less the readings, summed over the fall. Of the readings since the level's last the mean
// of the fall is taken.
template <class Test>
Approach<ScalarOf<Test>> approach_of_fall(const Test &test, const Pulse<ScalarOf<Test>> &pulse,
                                          const Noise<ScalarOf<Test>> &noise) {
  using Scalar = ScalarOf<Test>;
  constexpr Scalar each = TD_DROP_BEFORE, age = level_age<Scalar>;
  const Scalar rate = test.rig.rate;
  const Rest<Scalar> rest = rest_of(test, noise);
  if (!falls_freely(test, rest)) return {};
  const auto checks = static_cast<Scalar>(test.checks);
  const Scalar newest = rest.level - test.normal_bias, falls = rest.level - rest.falling;
  const Scalar since = since_rest_check(test, pulse) + each;
  const Scalar speed = (each * (checks * rest.level - test.fell - newest / 2) + age * newest + since * falls) / rate;
  const Scalar time = (each * checks + age + since) / rate, own = noise.newest * (age - each / 2) / rate;
  const Scalar uncertainty = square_root(time * time * rest.uncertainty * rest.uncertainty + own * own);
  const Scalar waited = falls * (time - (age + 2 * each) / rate) - speed;
  const bool fell = waited < speed && uncertainty < speed / 4;
  return {fell, speed, uncertainty, 1, Scalar(0.5)};
}

// The speed after the impact, by the time of the bounce: it rises as long as it falls.
template <class Scalar>
struct Leaving {
  bool known;
  Scalar speed, uncertainty;  // [m/s]
};

// [s] that the pulse lasts.
template <class Test>
ScalarOf<Test> length_of(const Test &test, const Pulse<ScalarOf<Test>> &pulse) {
  using Scalar = ScalarOf<Test>;
  return (pulse.end - pulse.begin) * static_cast<Scalar>(test.stride) / test.rig.rate;
}

// Whether it flew until it landed: a body at rest feels gravity. `falling` [m/s^2]: reading along the normal in free
// fall.
template <class Test>
bool flew(const Test &test, ScalarOf<Test> falling) {
  using Scalar = ScalarOf<Test>;
  const Scalar g = test.rig.gravity, samples = static_cast<Scalar>(test.flown) - 2 * static_cast<Scalar>(test.count);
  const Scalar felt = samples > 0 ? test.sum[0] / samples + test.normal_bias - falling : 0;
  return g > 0 && test.landed != 0 && !(felt > g / 4 && felt < 2 * g);
}

template <class Test>
Leaving<ScalarOf<Test>> leaving_of(const Test &test, const Pulse<ScalarOf<Test>> &pulse, ScalarOf<Test> falling) {
  using Scalar = ScalarOf<Test>;
  const Scalar g = test.rig.gravity, stride = static_cast<Scalar>(test.stride);
  if (!flew(test, falling)) return {};
  const Scalar touch = static_cast<Scalar>(test.flown) + TD_DROP_BEFORE - 1;
  const Scalar speed = g * (touch - pulse.end * stride) / test.rig.rate / 2;
  const Scalar late = tolerance::touch_late<Scalar> * length_of(test, pulse) + 1 / test.rig.rate;
  const Scalar ends = (pulse.end_spread + pulse.crossing) * stride / test.rig.rate;
  return {speed > 0, speed, g * square_root(late * late + ends * ends) / 2};
}

// (D.14): the impulse less the speed after.
template <class Test>
Approach<ScalarOf<Test>> approach_of_bounce(const Test &test, const Pulse<ScalarOf<Test>> &pulse,
                                            ScalarOf<Test> impulse, const Leaving<ScalarOf<Test>> &leaving) {
  using Scalar = ScalarOf<Test>;
  const Scalar speed = impulse - test.rig.gravity * length_of(test, pulse) - leaving.speed;
  const bool bounced = leaving.known && leaving.speed < tolerance::most_bounce<Scalar> * speed;
  if (!bounced) return {};
  const Scalar e = leaving.speed / speed;
  return {true, speed, leaving.uncertainty, e, e};
}

// The touch that ended a bounce is the next impact. Its record begins with the samples in the ring, its level is the
// level of the fall before. If samples were lost since then, or if the body rested, the level is learnt first.
template <class Test>
Status rearm(Test &test) {
  using Scalar = ScalarOf<Test>;
  if (!is_started(test)) return TD_REFUSED_NOT_STARTED;
  Noise<Scalar> noise = noise_of(test);
  const Vector<Scalar> level = level_before(test, noise);
  const Scalar falling = dot(level.x, test.rig.normal);
  const std::uint32_t place = (static_cast<std::uint32_t>(test.next) - 1) % TD_DROP_BEFORE;
  const SampleOf<Test> &touch = test.before[place];
  const Status status = judge(test, touch);
  const bool goes_on = phase_of(test) == TD_DROP_READY && test.until == 0 && flew(test, falling);
  const bool numbers = are_finite(level.x[0], level.x[1], level.x[2], falling, touch.a[0], touch.a[1], touch.a[2]);
  if (!goes_on || !numbers || status == TD_CAVEAT_MISSING_SAMPLE) {  // of a state that was overwritten any bits
    begin_learning(test);
    return TD_SOLVED;
  }
  clear_record(test);
  for (int i = 0; i < 3; ++i) test.bias[i] = level.x[i];
  test.normal_bias = falling;
  begin_record(test, touch, status, place);
  return TD_SOLVED;
}

}  // namespace touchdown::drop

#endif
