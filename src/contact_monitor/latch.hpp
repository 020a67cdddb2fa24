// The latch of a touchdown: armed below a height, persistent, two sources (contact_monitor.h tells its states).
#ifndef TOUCHDOWN_CONTACT_MONITOR_LATCH_HPP
#define TOUCHDOWN_CONTACT_MONITOR_LATCH_HPP

#include "contact_monitor/momentum.hpp"

namespace touchdown::monitor {

template <class Scalar>
Status start(TouchdownLatch<Scalar> &latch, const LatchRules<Scalar> &rules) {
  if (!is_finite(rules.height) || rules.persistence < 1 || rules.memory < 1) return TD_REFUSED_LATCH;
  latch = {};
  latch.rules = rules;
  latch.state = TD_LATCH_SAFE;
  return TD_SOLVED;
}

template <class Scalar>
void forget(TouchdownLatch<Scalar> &latch, std::int32_t state) {
  latch.state = state;
  for (int i = 0; i < 2; ++i) latch.trusted[i] = latch.count[i] = latch.left[i] = 0;
}

// A source counts once it was silent, and has then told it for long enough; it is remembered for a while.
template <class Scalar>
void hear(TouchdownLatch<Scalar> &latch, int source, bool told) {
  if (!told) latch.trusted[source] = 1;
  const bool counts = told && latch.trusted[source] == 1;
  const std::int32_t most = latch.rules.persistence, count = clamp<std::int32_t>(latch.count[source], 0, most);
  latch.count[source] = !counts ? 0 : count < most ? count + 1 : most;
  const std::int32_t left = clamp<std::int32_t>(latch.left[source], 0, latch.rules.memory);
  latch.left[source] = latch.count[source] == most ? latch.rules.memory : left > 0 ? left - 1 : 0;
}

// An unknown height neither arms nor makes safe.
template <class Scalar>
void arm_below(TouchdownLatch<Scalar> &latch, Scalar height) {
  if (!is_finite(height)) return;
  const bool below = height < latch.rules.height;
  if (!below) forget(latch, TD_LATCH_SAFE);
  if (below && latch.state == TD_LATCH_SAFE) forget(latch, TD_LATCH_ARMED);
}

template <class Scalar>
Status step(TouchdownLatch<Scalar> &latch, const LatchSources<Scalar> &sources) {
  if (latch.state < TD_LATCH_SAFE || latch.state > TD_LATCH_LANDED) return TD_REFUSED_NOT_STARTED;
  if (latch.state == TD_LATCH_LANDED) return TD_SOLVED;
  arm_below(latch, sources.height);
  if (latch.state == TD_LATCH_SAFE) return TD_SOLVED;
  for (int i = 0; i < 2; ++i) hear(latch, i, sources.told[i] != 0);
  const bool one = latch.left[0] > 0, other = latch.left[1] > 0;
  latch.state = one && other ? TD_LATCH_LANDED : one || other ? TD_LATCH_SUSPECTS : TD_LATCH_ARMED;
  return TD_SOLVED;
}

}  // namespace touchdown::monitor

#endif
