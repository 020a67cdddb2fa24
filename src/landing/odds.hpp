// What many samples of one landing come to: how often each outcome, and where those lie that rest.
//   mean and covariance, updated by sample n:  d = x - mean,  mean += d / n,  C = (1 - 1/n) (C + d d^T / n)
// DESIGN.md (E132).
#ifndef TOUCHDOWN_LANDING_ODDS_HPP
#define TOUCHDOWN_LANDING_ODDS_HPP

#include "landing/samples.hpp"
#include "landing/settling.hpp"

namespace touchdown {

template <class Scalar>
inline void enter_rest(const Vector3<Scalar> &x, SettlingOdds<Scalar> &odds) {
  const Scalar share = Scalar(1) / static_cast<Scalar>(odds.outcomes[TD_OUTCOME_RESTS_UPRIGHT] +
                                                       odds.outcomes[TD_OUTCOME_RESTS_OTHERWISE]);
  const Vector3<Scalar> d = x - vector(odds.x);
  view(odds.x) += share * d;
  const Matrix3<Scalar> C = (1 - share) * (matrix(odds.covariance) + (share * d) * d.transpose());
  set_inertia(odds.covariance, C);
}

template <class Scalar>
inline void enter_extremes(const Settling<Scalar> &settling, SettlingOdds<Scalar> &odds) {
  const bool first = odds.samples == 0;
  if (first || settling.clearance < odds.clearance) {
    odds.clearance = settling.clearance;
    odds.closest_point = settling.closest_point;
  }
  if (first || settling.time > odds.latest) odds.latest = settling.time;
}

// td_settling_tally; `odds` and `settling` have been checked.
template <class Scalar>
inline void enter(const Settling<Scalar> &settling, SettlingOdds<Scalar> &odds) {
  enter_extremes(settling, odds);
  ++odds.samples;
  ++odds.outcomes[settling.outcome];
  const bool rests = settling.outcome == TD_OUTCOME_RESTS_UPRIGHT || settling.outcome == TD_OUTCOME_RESTS_OTHERWISE;
  if (rests) enter_rest<Scalar>(vector(settling.state.x), odds);
}

template <class Scalar>
inline bool is_finite(const SettlingOdds<Scalar> &odds) {
  return all_finite(vector(odds.x)) && entries_finite(6, odds.covariance) && is_finite(odds.latest) &&
         is_finite_or_absent(odds.clearance);
}

// SIZE (counts that no tally leaves), RANGE, or solved.
template <class Scalar>
inline Status check_tally(const Settling<Scalar> &settling, const SettlingOdds<Scalar> &odds) {
  std::int32_t sum = 0;
  bool counts = static_cast<std::uint32_t>(odds.samples) < TD_MAX_SETTLING_SAMPLES;
  for (const std::int32_t count : odds.outcomes) {
    counts = counts && static_cast<std::uint32_t>(count) < TD_MAX_SETTLING_SAMPLES;
    if (counts) sum += count;
  }
  if (!counts || sum != odds.samples) return TD_REFUSED_SIZE;
  if (static_cast<std::uint32_t>(settling.outcome) >= TD_OUTCOMES) return TD_REFUSED_PHASE;
  const bool finite =
      all_finite(vector(settling.state.x)) && is_finite(settling.time) && is_finite_or_absent(settling.clearance);
  return finite && is_finite(odds) ? TD_SOLVED : TD_REFUSED_RANGE;
}

// One sample of td_settle_sampled, and into the tally.
template <class Scalar>
inline Status settle_sample(const SettlingBody<Scalar> &body, const Sampler<Scalar> &sampler, int index,
                            std::int32_t steps, SettlingOdds<Scalar> &odds) {
  SettlingBody<Scalar> sampled = body;
  State<Scalar> state;
  Status status = take_sample(sampler, index, sampled, state);
  sampled.margins = 0;
  sampled.touches = nullptr;
  if (status < 0) return status;
  MovingSettling<Scalar> moving{};
  status = settle_down(sampled, state, steps, moving);
  if (status < 0) return status;
  Settling<Scalar> settling;
  give(moving, settling);
  enter(settling, odds);
  return status;
}

// td_settle_sampled. `odds` is scratch when the status is negative.
template <class Scalar>
inline Status find_odds(const SettlingBody<Scalar> &body, const LanderState<Scalar> &state,
                        const SettlingErrors<Scalar> &errors, std::int32_t samples, std::int32_t steps,
                        SettlingOdds<Scalar> &odds) {
  Sampler<Scalar> sampler;
  Status status = make_sampler(body, state, errors, sampler);
  if (status < 0) return status;
  if (samples < 1 || samples > TD_MAX_SETTLING_SAMPLES) return TD_REFUSED_SIZE;
  for (int i = 0; i < TD_MAX_SETTLING_SAMPLES; ++i) {
    if (i >= samples) break;
    const Status settled = settle_sample(body, sampler, i, steps, odds);
    if (settled < 0) return settled;
    status |= settled;
  }
  return is_finite(odds) ? status : TD_REFUSED_RANGE;
}

}  // namespace touchdown

#endif
