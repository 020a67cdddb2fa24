// A drop test as a stream: what one sample does to the state, in a fixed number of operations (docs/theory, D.1, D.2).
//
//   learns, waits   level and noise before the impact, rest, falling and turning since then; samples pass through a
//                   ring, so that what came right before the threshold was passed is part of the record
//   records         sums of the readings at points that grow apart as the record fills
//   watches, flies  a second hit; the end of the bounce
//   ready           nothing
//
// Written over the state alone, which the C and the C++ interface each have in a struct of their own.
#ifndef TOUCHDOWN_DROP_FEED_HPP
#define TOUCHDOWN_DROP_FEED_HPP

#include <limits>
#include <type_traits>
#include <utility>

#include "numerics/bits.hpp"
#include "numerics/square_root.hpp"
#include "numerics/tolerances.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::drop {

template <class Test>
using ScalarOf = std::decay_t<decltype(std::declval<Test &>().noise)>;
template <class Test>
using SampleOf = std::decay_t<decltype(std::declval<Test &>().before[0])>;

template <class Test>
inline std::int32_t phase_of(const Test &test) {
  return static_cast<std::int32_t>(test.phase);
}

// Counters wrap: a state that was overwritten may hold any number.
inline std::int32_t after(std::int32_t count) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(count) + 1);
}

// Whether 0 is reached.
inline bool count_down(std::int32_t &count) {
  count = static_cast<std::int32_t>(static_cast<std::uint32_t>(count) - 1);
  return count <= 0;
}

template <class Test>
inline void enter(Test &test, std::int32_t phase) {
  test.phase = static_cast<decltype(test.phase)>(phase);
}

// ---- The start ------------------------------------------------------------------------------------------------------

template <class Scalar>
bool in_range(Scalar x, Scalar least, Scalar most) {
  return x >= least && x <= most;
}

template <class Rig>
bool check_rig(const Rig &rig) {
  using Scalar = std::decay_t<decltype(rig.rate)>;
  constexpr Scalar most = largest<Scalar>;
  const Scalar longest = TD_DROP_LONGEST;
  bool good = rig.rate > 0 && rig.range > 0 && rig.range * rig.range <= most / longest;
  good = good && longest / rig.rate <= most && rig.range * (longest / rig.rate) <= most && rig.rate <= most;
  good = good && in_range(rig.resolution, Scalar(0), rig.range) && rig.threshold > 0 && rig.threshold < rig.range;
  good = good && in_range(rig.gravity, Scalar(0), rig.range) && in_range(rig.misalignment, Scalar(0), most);
  good = good && in_range(rig.sensitivity, Scalar(0), most) && in_range(rig.max_tilt, Scalar(0), most);
  good = good && in_range(rig.bandwidth, Scalar(0), most) && in_range(rig.bounce, Scalar(0), most);
  good = good && in_range(rig.filter, Scalar(0), most);
  good = good && rig.bounce * rig.rate <= Scalar(TD_DROP_LONGEST_BOUNCE);
  return good &&
         are_finite(rig.sensor[0], rig.sensor[1], rig.sensor[2], rig.contact[0], rig.contact[1], rig.contact[2]);
}

// Scales to length 1; false where the length is 0 or not finite.
template <class Normal>
bool normalize(Normal &n) {
  using Scalar = std::decay_t<decltype(n[0])>;
  Scalar size = abs(n[0]);
  for (int i = 1; i < 3; ++i) size = max(size, abs(n[i]));
  if (!(size > 0 && size <= largest<Scalar>) || !are_finite(n[0], n[1], n[2])) return false;
  for (int i = 0; i < 3; ++i) n[i] /= size;
  const Scalar length = square_root(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (int i = 0; i < 3; ++i) n[i] /= length;
  return true;
}

// A digit below the range is the last one of two's complement.
template <class Rig>
auto clips_at(const Rig &rig) {
  using Scalar = std::decay_t<decltype(rig.range)>;
  const Scalar digits = tolerance::clip_digits<Scalar> * rig.resolution,
               share = tolerance::clip_share<Scalar> * rig.range;
  const Scalar last = rig.range - (digits > share ? digits : share), half = rig.range / 2;
  return last > half ? last : half;
}

// Samples from the last loud one to the earliest end of the record: the loud sample leaves the ring, its sum is kept
// with the next, and one quiet bin follows.
constexpr std::int32_t least_quiet = TD_DROP_BEFORE + 2;

// The record is made ready here, and not by the sample that begins it. Nothing is known of a rest.
template <class Test>
void clear_record(Test &test) {
  test.count = test.slot = test.clipped = test.missing = test.second = test.unfinished = 0;
  for (auto &half : test.half) half.fell = half.level = 0;
  test.early = test.resting = test.rests = test.checks = test.trigger = test.flown = test.landed = 0;
  test.stride = 1;
  test.deadline = least_quiet;
  test.fell = test.top = test.near_from = 0;
  test.at_top = test.near_top = 0;
  for (int i = 0; i < 3; ++i) test.up[i] = test.rotation_sum[i] = test.sum[i] = 0;
}

template <class Test>
void begin_learning(Test &test) {
  clear_record(test);
  test.next = 0;
  test.until = TD_DROP_LEARNING;
  test.noise = test.normal_bias = 0;
  for (int i = 0; i < 3; ++i) test.bias[i] = test.learned[i] = 0;
  for (auto &sample : test.before)
    for (int i = 0; i < 3; ++i) sample.a[i] = sample.w[i] = 0;
  enter(test, TD_DROP_LEARNS);
}

template <class Test, class Rig>
Status start(Test &test, const Rig &rig) {
  Rig checked = rig;
  if (!check_rig(checked) || !normalize(checked.normal)) return TD_REFUSED_RIG;
  test.rig = checked;
  test.clips_at = clips_at(checked);
  begin_learning(test);
  return TD_SOLVED;
}

template <class Test>
bool is_started(const Test &test) {
  return phase_of(test) >= TD_DROP_LEARNS && phase_of(test) <= TD_DROP_READY;
}

// ---- One sample -----------------------------------------------------------------------------------------------------

// The bits of |x| times 2. They rise with |x|, and infinity and NaN come after all numbers: one comparison of integers
// says whether a reading is in its range.
inline std::uint32_t size_of(float x) {
  std::uint32_t bits = 0;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits << 1;
}
inline std::uint64_t size_of(double x) {
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits << 1;
}

// The bits of twice a number: the exponent is one more. A denormal number, which is no sensor's range, gives more.
inline std::uint32_t twice(std::uint32_t size) { return size + (std::uint32_t{1} << 24); }
inline std::uint64_t twice(std::uint64_t size) { return size + (std::uint64_t{1} << 53); }

template <class Scalar, class Size>
inline bool within(const Scalar *x, Size most) {
  return size_of(x[0]) < most && size_of(x[1]) < most && size_of(x[2]) < most;
}

// A reading that no sensor of that range can give is missing: it must not pass for an impact, or for most of an
// impulse.
template <class Test>
inline Status judge(const Test &test, const SampleOf<Test> &sample) {
  const auto most = size_of(test.clips_at);
  if (within(&sample.a[0], most)) return TD_SOLVED;
  return within(&sample.a[0], twice(most)) ? TD_CAVEAT_CLIPPED : TD_CAVEAT_MISSING_SAMPLE;
}

// What went into the sensor's filter, by two readings: it may have been clipped, though no reading is.
template <class Test>
inline bool was_clipped(const Test &test, const SampleOf<Test> &before, const SampleOf<Test> &now) {
  using Scalar = ScalarOf<Test>;
  if (!(test.rig.filter > 0)) return false;
  const Scalar least = tolerance::clipped_part<Scalar> * test.rig.range;
  const Scalar lag = filter_lag(test.rig.filter, test.rig.rate);
  bool clipped = false;
  for (int i = 0; i < 3; ++i) clipped = clipped || abs(now.a[i] + lag * (now.a[i] - before.a[i])) >= least;
  return clipped;
}

template <class Test, class Reading>
inline ScalarOf<Test> above_bias(const Test &test, const Reading &a) {
  const auto &n = test.rig.normal;
  return n[0] * a[0] + n[1] * a[1] + n[2] * a[2] - test.normal_bias;
}

template <class Scalar>
inline void approach(Scalar &level, Scalar reading, Scalar share) {
  level += share * (reading - level);
}

// (D.1), with the weight `share` for this sample. Level and noise take turns; a check for rest takes the place of the
// noise at times, so that no sample pays for all three.
template <class Test>
inline void learn_bias(Test &test, const SampleOf<Test> &old, ScalarOf<Test> share) {
  approach(test.bias[0], old.a[0], share);
  approach(test.bias[1], old.a[1], share);
  approach(test.bias[2], old.a[2], share);
  const auto &n = test.rig.normal;
  test.normal_bias = n[0] * test.bias[0] + n[1] * test.bias[1] + n[2] * test.bias[2];
}

template <class Test>
inline void learn_noise(Test &test, const SampleOf<Test> &old, ScalarOf<Test> share) {
  const ScalarOf<Test> x = above_bias(test, old.a);
  approach(test.noise, x * x, share);
}

// The sum of levels, and what it was when half as many checks had passed, or a little more.
template <class Test>
inline void fall_on(Test &test) {
  const auto checks = static_cast<std::uint32_t>(test.checks) + 1;
  test.checks = static_cast<std::int32_t>(checks);
  test.fell += test.normal_bias;
  if ((checks & (checks - 1)) != 0) return;
  test.half[0] = test.half[1];
  test.half[1].fell = test.fell;
  test.half[1].level = test.normal_bias;
}

// At rest the level stays at gravity. Noise above gravity could pass for rest, so it hides rest.
template <class Test>
inline void detect_rest(Test &test) {
  using Scalar = ScalarOf<Test>;
  const Scalar g = test.rig.gravity * test.rig.gravity;
  const auto &u = test.bias;
  const Scalar off = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] - g;
  const bool rests = abs(off) < tolerance::rest<Scalar> * g && test.noise < g;
  test.resting = !rests ? 0 : test.resting < tolerance::least_rest ? after(test.resting) : tolerance::least_rest;
}

// At rest: fall and rotation are summed from here.
template <class Test>
inline void learn_rest(Test &test) {
  const std::int32_t rests = test.rests < tolerance::rest_checks ? after(test.rests) : tolerance::rest_checks;
  const ScalarOf<Test> share = 1 / static_cast<ScalarOf<Test>>(rests);
  test.rests = rests;
  test.checks = 0;
  test.fell = 0;
  for (int i = 0; i < 3; ++i) {
    approach(test.up[i], test.bias[i], share);
    test.rotation_sum[i] = 0;
  }
}

// Until the level is learnt, the first reading stands for it. A force in that time is an impact that is lost: learning
// begins anew.
template <class Test>
inline bool too_early(Test &test, ScalarOf<Test> x) {
  if (test.until == TD_DROP_LEARNING) {
    test.normal_bias += x;
    return false;
  }
  if (abs(x) <= test.rig.threshold) return false;
  test.early = 1;
  test.until = TD_DROP_LEARNING;
  test.normal_bias = test.noise = 0;
  return true;
}

template <class Test>
inline void learn(Test &test, const SampleOf<Test> &old, std::uint32_t place) {
  using Scalar = ScalarOf<Test>;
  constexpr std::int32_t ring_is_full = TD_DROP_LEARNING - TD_DROP_BEFORE;
  if (test.until <= ring_is_full) {
    const std::uint32_t learned = ring_is_full + 2U - static_cast<std::uint32_t>(test.until);
    const Scalar share = Scalar(2) / static_cast<Scalar>(static_cast<std::int32_t>(learned));
    if (place % 2 == 0)
      learn_bias(test, old, share);
    else
      learn_noise(test, old, share);
  }
  if (!count_down(test.until)) return;
  for (int i = 0; i < 3; ++i) test.learned[i] = test.bias[i];
  enter(test, TD_DROP_WAITS);
}

// How many of the samples that the record begins with are missing, out of one bit for each, the newest the lowest:
// sums of two bits, of four, of eight, of all.
inline std::int32_t count_missing(std::uint32_t waited) {
  static_assert(TD_DROP_BEFORE == 16, "that many bits are added");
  std::uint32_t count = waited & 0x7FFFU;
  count = (count & 0x5555U) + (count >> 1 & 0x5555U);
  count = (count & 0x3333U) + (count >> 2 & 0x3333U);
  count = (count & 0x0F0FU) + (count >> 4 & 0x0F0FU);
  return static_cast<std::int32_t>((count & 0xFFU) + (count >> 8));
}

// Counts readings that are the record's greatest on any axis, and those near it.
template <class Test>
inline void watch_top(Test &test, const SampleOf<Test> &sample) {
  using Scalar = ScalarOf<Test>;
  const Scalar size = max(max(abs(sample.a[0]), abs(sample.a[1])), abs(sample.a[2])), top = test.top;
  if (!(size > test.near_from)) return;
  if (size == top) {
    test.at_top = after(test.at_top);
  } else if (size < top) {
    test.near_top = after(test.near_top);
  } else {
    const Scalar digits = tolerance::near_top_digits<Scalar> * test.rig.resolution;
    test.near_from = size - (digits > 0 ? digits : tolerance::near_top_share<Scalar> * size);
    const auto were_near = static_cast<std::uint32_t>(test.near_top) + static_cast<std::uint32_t>(test.at_top);
    test.near_top = top > test.near_from ? static_cast<std::int32_t>(were_near) : 0;
    test.at_top = 1;
    test.top = size;
  }
}

// The record holds the sample that passes the threshold, but not the oldest of the ring.
template <class Test>
inline void begin_record(Test &test, const SampleOf<Test> &now, Status status, std::uint32_t place) {
  test.trigger = static_cast<std::int32_t>(place);
  test.clipped = status == TD_CAVEAT_CLIPPED || was_clipped(test, test.before[(place - 1) % TD_DROP_BEFORE], now);
  test.missing = count_missing(static_cast<std::uint32_t>(test.missing));
  watch_top(test, now);
  enter(test, TD_DROP_RECORDS);
}

// Places in the ring at which rest is checked, and at which its level is learnt.
constexpr std::uint32_t checks_at = 1, learns_at = 3;

template <class Test>
inline void wait(Test &test, const SampleOf<Test> &old, const SampleOf<Test> &now, ScalarOf<Test> x, Status status,
                 std::uint32_t place) {
  constexpr ScalarOf<Test> share = ScalarOf<Test>(1) / tolerance::level_samples;
  if (x > test.rig.threshold) return begin_record(test, now, status, place);
  test.missing = static_cast<std::int32_t>(2 * static_cast<std::uint32_t>(test.missing) +
                                           (status == TD_CAVEAT_MISSING_SAMPLE ? 1U : 0U));
  for (int i = 0; i < 3; ++i) test.rotation_sum[i] += now.w[i];
  if (place % 2 == 0)
    learn_bias(test, old, share);
  else if (place == checks_at)
    detect_rest(test);
  else if (place != learns_at)
    learn_noise(test, old, share);
  else if (test.resting >= tolerance::least_rest)
    learn_rest(test);
  else
    fall_on(test);
}

template <class Test>
inline void end_record(Test &test, std::int32_t phase) {
  test.until = test.count;
  test.unfinished = phase == TD_DROP_READY;
  enter(test, phase);
}

// (D.2): the end of a pass over the slots; the next takes those that the wider stride leaves free.
template <class Test>
inline void next_pass(Test &test, std::uint32_t pass, std::uint32_t stride) {
  test.slot = static_cast<std::int32_t>(pass);
  if (pass == stride) test.stride = static_cast<std::int32_t>(2 * stride);
  if (pass >= TD_DROP_LONGEST / TD_DROP_POINTS) end_record(test, TD_DROP_READY);
}

template <class Test>
inline void keep_point(Test &test, const ScalarOf<Test> (&sum)[3], const SampleOf<Test> &old) {
  const auto slot = static_cast<std::uint32_t>(test.slot), stride = static_cast<std::uint32_t>(test.stride);
  SampleOf<Test> &point = test.point[slot % TD_DROP_POINTS];
  for (int i = 0; i < 3; ++i) point.a[i] = sum[i];
  for (int i = 0; i < 3; ++i) point.w[i] = old.w[i];
  const std::uint32_t next = slot + stride;
  test.until = static_cast<std::int32_t>(stride);
  test.slot = static_cast<std::int32_t>(next);
  if (next >= TD_DROP_POINTS) next_pass(test, next - TD_DROP_POINTS + 1, stride);
}

// The record ends when it has been quiet for a quarter of its length.
template <class Test>
inline void record(Test &test, const SampleOf<Test> &old, ScalarOf<Test> x) {
  const auto count = static_cast<std::uint32_t>(test.count) + 1;
  const ScalarOf<Test> sum[3] = {test.sum[0], test.sum[1], test.sum[2]};
  test.count = static_cast<std::int32_t>(count);
  for (int i = 0; i < 3; ++i) test.sum[i] = sum[i] + old.a[i];
  if (count_down(test.until)) keep_point(test, sum, old);
  if (!(abs(x) < test.rig.threshold))
    test.deadline = static_cast<std::int32_t>(count + count / 4 + least_quiet);
  else if (test.count >= test.deadline)
    end_record(test, TD_DROP_WATCHES);
}

template <class Test>
inline void watch(Test &test, ScalarOf<Test> x) {
  if (x > test.rig.threshold) test.second = 1;
  if (!count_down(test.until)) return;
  test.flown = static_cast<std::int32_t>(2 * static_cast<std::uint32_t>(test.count));
  test.sum[0] = 0;
  enter(test, test.second == 0 && test.rig.bounce > 0 ? TD_DROP_FLIES : TD_DROP_READY);
}

// The bounce lasts until the threshold is passed again. Readings until TD_DROP_BEFORE samples ago are summed: later
// ones may be the beginning of the second pulse.
template <class Test>
inline void fly(Test &test, const SampleOf<Test> &old, ScalarOf<Test> x) {
  test.flown = after(test.flown);
  test.landed = x > test.rig.threshold;
  if (test.landed == 0 && static_cast<ScalarOf<Test>>(test.flown) < test.rig.bounce * test.rig.rate) {
    test.sum[0] += above_bias(test, old.a);
    return;
  }
  test.until = 0;
  enter(test, TD_DROP_READY);
}

template <class Test>
inline void count_spoiled(Test &test, Status status) {
  std::int32_t &count = status == TD_CAVEAT_CLIPPED ? test.clipped : test.missing;
  count = after(count);
}

// `old` leaves the ring, in which it was for TD_DROP_BEFORE samples; `now` will take its place. Returns the status of
// the sample, or that the test was never started.
template <class Test>
inline Status work(Test &test, const SampleOf<Test> &old, const SampleOf<Test> &now, ScalarOf<Test> x, Status status,
                   std::uint32_t place) {
  switch (phase_of(test)) {
    case TD_DROP_LEARNS:
      if (too_early(test, x)) return TD_CAVEAT_EARLY;
      learn(test, old, place);
      return status;
    case TD_DROP_WAITS:
      wait(test, old, now, x, status, place);
      return status;
    case TD_DROP_WATCHES:
      watch(test, x);
      return status;
    case TD_DROP_FLIES:
      fly(test, old, x);
      return status;
    case TD_DROP_READY:
      test.until = after(test.until);  // samples that the next record would lack
      return status;
    default:
      return TD_REFUSED_NOT_STARTED;
  }
}

// Counts what is wrong with a sample of the record, and watches for a plateau. Returns the sample's status.
template <class Test>
inline Status inspect_sample(Test &test, const SampleOf<Test> &last, const SampleOf<Test> &sample, Status status) {
  if (status == TD_SOLVED && was_clipped(test, last, sample)) status = TD_CAVEAT_CLIPPED;
  if (status != TD_SOLVED) count_spoiled(test, status);
  if (status != TD_CAVEAT_MISSING_SAMPLE) watch_top(test, sample);
  return status;
}

// A clipped reading is loud whatever its direction; the sample before stands in for a missing one.
template <class Test>
inline Status feed(Test &test, const SampleOf<Test> &sample) {
  const std::uint32_t place = static_cast<std::uint32_t>(test.next) % TD_DROP_BEFORE;
  SampleOf<Test> &old = test.before[place];
  const SampleOf<Test> *now = &sample;
  const SampleOf<Test> &last = test.before[(place - 1) % TD_DROP_BEFORE];
  Status status = judge(test, sample);
  if (status != TD_SOLVED && phase_of(test) == TD_DROP_LEARNS) return status;
  ScalarOf<Test> x = test.rig.range;
  if (status == TD_CAVEAT_MISSING_SAMPLE) {
    now = &last;
    x = 0;
  }
  if (status == TD_SOLVED) x = above_bias(test, sample.a);
  if (phase_of(test) == TD_DROP_RECORDS) {
    status = inspect_sample(test, last, sample, status);
    record(test, old, x);
  } else {
    status = work(test, old, *now, x, status, place);
  }
  if (status < 0) return status;
  old = *now;
  test.next = static_cast<std::int32_t>(place + 1);
  return status;
}

// Feeds lost samples as missing ones.
template <class Test>
Status skip(Test &test, std::int32_t samples) {
  if (!is_started(test)) return TD_REFUSED_NOT_STARTED;
  if (samples < 0 || samples > TD_DROP_LONGEST_GAP) return TD_REFUSED_GAP;
  SampleOf<Test> none;
  for (int i = 0; i < 3; ++i) {
    none.a[i] = std::numeric_limits<ScalarOf<Test>>::quiet_NaN();
    none.w[i] = 0;
  }
  Status status = TD_SOLVED;
  for (std::int32_t i = 0; i < TD_DROP_LONGEST_GAP; ++i)
    if (i < samples) status |= feed(test, none);
  return status;
}

}  // namespace touchdown::drop

#endif
