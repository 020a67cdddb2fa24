// An event against what was predicted of it (DESIGN.md, E162).
#ifndef TOUCHDOWN_CONTACT_MONITOR_EXPECTATION_HPP
#define TOUCHDOWN_CONTACT_MONITOR_EXPECTATION_HPP

#include "contact_monitor/momentum.hpp"
#include "numerics/bits.hpp"

namespace touchdown::monitor {

template <class Scalar>
bool check(const TouchExpectation<Scalar> &expectation) {
  return are_finite(expectation.time, expectation.time_spread, expectation.impulse, expectation.impulse_spread) &&
         expectation.time_spread > 0 && expectation.impulse_spread > 0 && expectation.impulse >= 0 &&
         expectation.foot >= -1 && expectation.foot < TD_MAX_FEET;
}

template <class Scalar>
std::int32_t flags_of(const TouchExpectation<Scalar> &expectation, const ContactEvent<Scalar> &event,
                      const TouchSurprise<Scalar> &surprise) {
  const bool one = event.explanation == TD_EXPLAINED_BY_FOOT, some = event.explanation == TD_EXPLAINED_BY_FEET;
  std::int32_t flags = one || some ? 0 : TD_TOUCH_NO_FOOT;
  if (one && expectation.foot >= 0 && event.foot != expectation.foot) flags |= TD_TOUCH_OTHER_FOOT;
  if (surprise.late < -TD_SURPRISE) flags |= TD_TOUCH_EARLY;
  if (surprise.late > TD_SURPRISE) flags |= TD_TOUCH_LATE;
  if (surprise.harder < -TD_SURPRISE) flags |= TD_TOUCH_WEAK;
  if (surprise.harder > TD_SURPRISE) flags |= TD_TOUCH_HARD;
  return flags;
}

template <class Scalar>
Status surprise_of(const TouchExpectation<Scalar> &expectation, const ContactEvent<Scalar> &event,
                   TouchSurprise<Scalar> &surprise) {
  if (!check(expectation)) return TD_REFUSED_EXPECTATION;
  if (event.phase == TD_EVENT_NONE) return TD_REFUSED_NO_IMPACT;
  const Scalar size = square_root(vector(event.impulse).squaredNorm());
  const Scalar both =
      expectation.impulse_spread * expectation.impulse_spread + event.impulse_uncertainty * event.impulse_uncertainty;
  TouchSurprise<Scalar> found;
  found.late = (Scalar(0) - event.age - expectation.time) / expectation.time_spread;
  found.harder = (size - expectation.impulse) / square_root(both);
  // The root of what is no number is 0.
  if (!all_finite(vector(event.impulse)) || !are_finite(found.late, found.harder)) return TD_REFUSED_RANGE;
  found.flags = flags_of(expectation, event, found);
  surprise = found;
  return TD_SOLVED;
}

}  // namespace touchdown::monitor

#endif
