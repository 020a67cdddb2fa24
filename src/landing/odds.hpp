// What many samples of one landing come to: how often each outcome, and where those lie that rest.
//   mean and covariance, updated by sample n:  d = x - mean,  mean += d / n,  C = (1 - 1/n) (C + d d^T / n)
// DESIGN.md (E132).
#ifndef TOUCHDOWN_LANDING_ODDS_HPP
#define TOUCHDOWN_LANDING_ODDS_HPP

#include "landing/follow.hpp"
#include "landing/samples.hpp"

namespace touchdown {

template <class Scalar>
inline void enter_rest(const Vector3<Scalar> &x, LandingOdds<Scalar> &odds) {
  const Scalar share = Scalar(1) / static_cast<Scalar>(odds.outcomes[TD_OUTCOME_RESTS_UPRIGHT] +
                                                       odds.outcomes[TD_OUTCOME_RESTS_OTHERWISE]);
  const Vector3<Scalar> d = x - vector(odds.x);
  view(odds.x) += share * d;
  const Matrix3<Scalar> C = (1 - share) * (matrix(odds.covariance) + (share * d) * d.transpose());
  set_inertia(odds.covariance, C);
}

template <class Scalar>
inline void enter_extremes(const Landing<Scalar> &landing, LandingOdds<Scalar> &odds) {
  const bool first = odds.samples == 0;
  if (first || landing.clearance < odds.clearance) {
    odds.clearance = landing.clearance;
    odds.closest_point = landing.closest_point;
  }
  if (first || landing.time > odds.latest) odds.latest = landing.time;
}

// td_landing_tally; `odds` and `landing` have been checked.
template <class Scalar>
inline void enter(const Landing<Scalar> &landing, LandingOdds<Scalar> &odds) {
  enter_extremes(landing, odds);
  ++odds.samples;
  ++odds.outcomes[landing.outcome];
  const bool rests = landing.outcome == TD_OUTCOME_RESTS_UPRIGHT || landing.outcome == TD_OUTCOME_RESTS_OTHERWISE;
  if (rests) enter_rest<Scalar>(vector(landing.state.x), odds);
}

template <class Scalar>
inline bool is_finite(const LandingOdds<Scalar> &odds) {
  return all_finite(vector(odds.x)) && entries_finite(6, odds.covariance) && is_finite(odds.latest) &&
         is_finite_or_absent(odds.clearance);
}

// SIZE (counts that no tally leaves), RANGE, or solved.
template <class Scalar>
inline Status check_tally(const Landing<Scalar> &landing, const LandingOdds<Scalar> &odds) {
  std::int32_t sum = 0;
  bool counts = static_cast<std::uint32_t>(odds.samples) < TD_MAX_LANDING_SAMPLES;
  for (const std::int32_t count : odds.outcomes) {
    counts = counts && static_cast<std::uint32_t>(count) < TD_MAX_LANDING_SAMPLES;
    if (counts) sum += count;
  }
  if (!counts || sum != odds.samples) return TD_REFUSED_SIZE;
  if (static_cast<std::uint32_t>(landing.outcome) >= TD_OUTCOMES) return TD_REFUSED_PHASE;
  const bool finite =
      all_finite(vector(landing.state.x)) && is_finite(landing.time) && is_finite_or_absent(landing.clearance);
  return finite && is_finite(odds) ? TD_SOLVED : TD_REFUSED_RANGE;
}

// One sample of td_land_sampled, and into the tally.
template <class Scalar>
inline Status land_sample(const Lander<Scalar> &lander, const Sampler<Scalar> &sampler, int index, std::int32_t steps,
                          LandingOdds<Scalar> &odds) {
  Lander<Scalar> sampled = lander;
  State<Scalar> state;
  Status status = take_sample(sampler, index, sampled, state);
  sampled.margins = 0;
  sampled.touches = nullptr;
  if (status < 0) return status;
  MovingLanding<Scalar> moving{};
  status = follow(sampled, state, steps, moving);
  if (status < 0) return status;
  Landing<Scalar> landing;
  give(moving, false, landing);
  enter(landing, odds);
  return status;
}

// td_land_sampled. `odds` is scratch when the status is negative.
template <class Scalar>
inline Status find_odds(const Lander<Scalar> &lander, const LanderState<Scalar> &state,
                        const LandingErrors<Scalar> &errors, std::int32_t samples, std::int32_t steps,
                        LandingOdds<Scalar> &odds) {
  Sampler<Scalar> sampler;
  Status status = make_sampler(lander, state, errors, sampler);
  if (status < 0) return status;
  if (samples < 1 || samples > TD_MAX_LANDING_SAMPLES) return TD_REFUSED_SIZE;
  for (int i = 0; i < TD_MAX_LANDING_SAMPLES; ++i) {
    if (i >= samples) break;
    const Status landed = land_sample(lander, sampler, i, steps, odds);
    if (landed < 0) return landed;
    status |= landed;
  }
  return is_finite(odds) ? status : TD_REFUSED_RANGE;
}

}  // namespace touchdown

#endif
