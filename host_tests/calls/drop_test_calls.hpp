// drop.h: a rig, a stream of samples through it, and the report of the impact. A trial draws the whole state that
// a function is called on, so that every bit of it may be spoiled.
#ifndef TOUCHDOWN_CALLS_DROP_TEST_CALLS_HPP
#define TOUCHDOWN_CALLS_DROP_TEST_CALLS_HPP

#include "draws.hpp"
#include "touchdown/drop.h"

namespace calls {
namespace CALLS_PRECISION {

inline td_drop_rig draw_rig(Draw &draw) {
  td_drop_rig rig = {};
  rig.rate = uniform(draw, 1000, 20000);
  draw_normal(draw, rig.normal);
  rig.range = uniform(draw, 1000, 6000);
  rig.resolution = rig.range / 8192;
  rig.threshold = uniform(draw, 20, 200);
  rig.gravity = draw.one_in(2) ? 0 : td_real(9.81);
  rig.misalignment = uniform(draw, 0, td_real(0.02));
  rig.sensitivity = uniform(draw, 0, td_real(0.02));
  rig.bandwidth = draw.one_in(2) ? 0 : uniform(draw, 100, 2000);
  rig.bounce = draw.one_in(2) ? 0 : uniform(draw, 0, td_real(0.1));
  fill(draw, rig.sensor, td_real(-0.1), td_real(0.1));
  fill(draw, rig.contact, td_real(-0.5), td_real(0.5));
  rig.filter = draw.one_in(4) ? uniform(draw, 100, 2000) : 0;
  return rig;
}

// A triangular pulse along the normal, with noise, friction and turning.
struct DrawnPulse {
  td_real peak, mu, spin;
  int rise, fall;
};

inline DrawnPulse draw_pulse(Draw &draw) {
  const td_real peak = uniform(draw, 300, 4000), mu = uniform(draw, 0, 1), spin = uniform(draw, -3, 3);
  return {peak, mu, spin, 1 + draw.below(40), 1 + draw.below(30)};
}

inline td_drop_sample draw_sample(Draw &draw, const DrawnPulse &pulse, int i) {
  const int left = pulse.rise + pulse.fall - i;
  const td_real share = i < 0 || left < 0 ? 0
                        : i < pulse.rise  ? real(i) / real(pulse.rise)
                                          : real(left) / real(pulse.fall);
  td_drop_sample sample = {};
  fill(draw, sample.a, -5, 5);
  sample.a[2] += pulse.peak * share;
  sample.a[0] -= pulse.mu * pulse.peak * share;
  sample.w[1] = pulse.spin;
  return sample;
}

// A state that a function reads and changes. Its fields are listed as an input's, and not again as an output's: they
// may still hold spoiled values.
struct State {
  td_drop_test test;
};
template <class V>
void fields(V &, State &) {}

// After a part of a stream, or all of it.
inline State &draw_state(Draw &draw, bool to_the_end) {
  static State state;
  td_drop_test &test = state.test;
  std::memset(static_cast<void *>(&test), 0, sizeof test);
  if (draw.one_in(32)) return state;
  const td_drop_rig rig = draw_rig(draw);
  const DrawnPulse pulse = draw_pulse(draw);
  (void)td_drop_start(&test, &rig);
  const int length = to_the_end ? 350 : draw.below(350);
  Draw noise(draw.bits());  // of its own, so that a trial is drawn from few integers
  for (int i = 0; i < length; ++i) {
    const td_drop_sample sample = draw_sample(noise, pulse, i - 90);
    (void)td_drop_feed(&test, &sample);
  }
  return state;
}

inline void drop_start(Trial &trial) {
  td_drop_rig rig = draw_rig(trial.draw);
  attempt(trial, rig, *untouched<td_drop_test>(),
          [](const td_drop_rig &in, td_drop_test &out) { return td_drop_start(&out, &in); });
  trial.promise(!trial.sound() || trial.status == TD_SOLVED, "a sound rig is taken");
}

struct FeedInput {
  td_drop_test &test;
  td_drop_sample sample;
};
template <class V>
void fields(V &v, FeedInput &x) {
  CALLS_FIELDS(all, x.test, x.sample);
}

// Adds the bits of a state after the call. It may hold spoiled values; the machine chooses which
// NaN.
struct StateHasher : Visitor<StateHasher> {
  explicit StateHasher(Hash &to) : hash(to) {}
  void number(td_real &x) { hash.add(x != x ? exponent_mask | 1U : word_of(x)); }
  void number(std::int32_t &x) { hash.add(static_cast<std::uint32_t>(x)); }
  Hash &hash;
};

inline void drop_feed(Trial &trial) {
  State &state = draw_state(trial.draw, false);
  const DrawnPulse pulse = draw_pulse(trial.draw);
  const int place = trial.draw.below(100);
  FeedInput input = {state.test, draw_sample(trial.draw, pulse, place)};
  attempt(trial, input, state, [](const FeedInput &in, State &out) { return td_drop_feed(&out.test, &in.sample); });
  if (trial.status < 0) return;
  StateHasher hasher(trial.hash);
  hasher.all(state.test);
  const std::int32_t phase = state.test.phase;
  trial.promise(phase >= TD_DROP_LEARNS && phase <= TD_DROP_READY, "a phase that there is");
}

struct GapInput {
  td_drop_test &test;
  std::int32_t samples;
};
template <class V>
void fields(V &v, GapInput &x) {
  CALLS_FIELDS(all, x.test, x.samples);
}

inline void drop_gap(Trial &trial) {
  State &state = draw_state(trial.draw, false);
  GapInput input = {state.test, static_cast<std::int32_t>(trial.draw.below(TD_DROP_LONGEST_GAP + 1))};
  attempt(trial, input, state, [](const GapInput &in, State &out) { return td_drop_gap(&out.test, in.samples); });
  if (trial.status < 0) return;
  StateHasher hasher(trial.hash);
  hasher.all(state.test);
}

inline void drop_rearm(Trial &trial) {
  State &state = draw_state(trial.draw, false);
  attempt(trial, state.test, state, [](const td_drop_test &, State &out) { return td_drop_rearm(&out.test); });
  if (trial.status < 0) return;
  state.test.rig = {};  // not written, nor what is made of it
  state.test.clips_at = 0;
  std::memset(static_cast<void *>(state.test.point), 0, sizeof state.test.point);
  Hasher hasher(trial);
  hasher.all(state.test);
}

struct DropReportInput {
  td_drop_test &test;
  td_drop_approach approach;
  bool known;
};
template <class V>
void fields(V &v, DropReportInput &x) {
  CALLS_FIELDS(all, x.test, x.approach);
}

inline void drop_impact_of(Trial &trial) {
  State &state = draw_state(trial.draw, true);
  DropReportInput input = {state.test, {uniform(trial.draw, 1, 20), uniform(trial.draw, 0, 1)}, trial.draw.one_in(2)};
  td_drop_impact &impact = *untouched<td_drop_impact>();
  attempt(trial, input, impact, [](const DropReportInput &in, td_drop_impact &out) {
    return td_drop_impact_of(&in.test, in.known ? &in.approach : nullptr, &out);
  });
  if (trial.status < 0) return;
  trial.promise(impact.e.value >= 0 && impact.e.value <= 1, "e in [0, 1]");
  trial.promise(impact.mu.value >= 0, "mu not negative");
  trial.promise(impact.e.uncertainty >= 0 && impact.mu.uncertainty >= 0, "uncertainties not negative");
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
