// A sample of what a landing may be, out of what is not known of it: the state moves along the factor L of its
// covariance C = L L^T, restitution, friction of feet and of guides, and slope by their standard deviations, and laws
// of restitution take turns. docs/theory (L.15).
//
// The tally of many samples of one landing: how often each outcome occurs, and where landers rest.
//   mean and covariance, updated by sample n:  d = x - mean,  mean += d / n,  C = (1 - 1/n) (C + d d^T / n)
// docs/theory (L.16).
#ifndef TOUCHDOWN_LANDING_SAMPLES_HPP
#define TOUCHDOWN_LANDING_SAMPLES_HPP

#include "landing/follow.hpp"
#include "landing/validation.hpp"
#include "numerics/normal_deviates.hpp"
#include "sensitivity/covariance.hpp"

namespace touchdown {

constexpr int state_errors = TD_ERRORS_OF_STATE;

// The first dimensions are the best spread: they go to what most landings turn on.
enum DeviateOf : int {
  deviate_of_e,
  deviate_of_mu,
  deviate_of_slope_t,
  deviate_of_slope_s,
  deviates_of_state,
  deviate_of_guides = deviates_of_state + state_errors
};
static_assert(deviate_of_guides + 1 == deviate_dimensions, "each error has a dimension of its own");

// What all samples of a landing start from.
template <class Scalar>
struct Sampler {
  State<Scalar> state;
  ContactFrame<Scalar> frame[max_feet];   // of each plane
  Scalar L[state_errors * state_errors];  // column k, entry i at k n + i
  const LandingErrors<Scalar> *errors;
  int count;  // of laws that may hold
  std::int32_t law[TD_LAW_AUTOMATIC + 1];
};

// The laws of a mask, which the library has: ERRORS, LAW or solved.
template <class Scalar>
inline Status list_laws(std::int32_t mask, Sampler<Scalar> &sampler) {
  sampler.count = 0;
  if (static_cast<std::uint32_t>(mask) >> (TD_LAW_AUTOMATIC + 1) != 0) return TD_REFUSED_ERRORS;
  for (std::int32_t law = 0; law <= TD_LAW_AUTOMATIC; ++law)
    if ((mask >> law & 1) != 0) sampler.law[sampler.count++] = law;
  return (static_cast<std::uint32_t>(mask) & ~static_cast<std::uint32_t>(laws)) == 0 ? TD_SOLVED : TD_REFUSED_LAW;
}

// Its own frame, so that the room to factorize in is not held while a sample lands.
template <class Scalar>
TD_COLD Status factorize_state(const Scalar *covariance, Scalar *L) {
  if (!sensitivity::lower_finite(state_errors, covariance)) return TD_REFUSED_ERRORS;
  const bool negative = sensitivity::factorize<state_errors>(state_errors, covariance, L);
  if (!entries_finite(state_errors * state_errors, L)) return TD_REFUSED_ERRORS;
  return negative ? TD_CAVEAT_COVARIANCE : TD_SOLVED;
}

template <class Scalar>
inline Status make_sampler(const Lander<Scalar> &lander, const LanderState<Scalar> &state,
                           const LandingErrors<Scalar> &errors, Sampler<Scalar> &sampler) {
  Terrain<Scalar> terrain;
  sampler.state = state_from(state);
  Status status = prepare(lander, terrain);
  if (status == TD_SOLVED) status = normalize_state(sampler.state);
  if (status != TD_SOLVED) return status;
  if (!is_length(errors.e) || !is_length(errors.mu) || !is_length(errors.slope) || !is_length(errors.guides))
    return TD_REFUSED_ERRORS;
  copy(terrain.planes, terrain.frame, sampler.frame);
  sampler.errors = &errors;
  status = list_laws(errors.laws, sampler);
  return status < 0 ? status : factorize_state(errors.covariance, sampler.L);
}

template <class Scalar>
inline void err_lander(const Sampler<Scalar> &sampler, const Scalar *deviate, Lander<Scalar> &lander) {
  const LandingErrors<Scalar> &errors = *sampler.errors;
  const Scalar e = errors.e * deviate[deviate_of_e], mu = errors.mu * deviate[deviate_of_mu];
  const Scalar guides = clamp(1 + errors.guides * deviate[deviate_of_guides], Scalar(0), largest<Scalar>);
  for (int i = 0; i < lander.feet; ++i) {
    Foot<Scalar> &foot = lander.foot[i];
    foot.surface.e = clamp(foot.surface.e + e, Scalar(0), Scalar(1));
    foot.surface.mu_k = clamp(foot.surface.mu_k + mu, Scalar(0), largest<Scalar>);
    foot.surface.mu_s = clamp(foot.surface.mu_s + mu, foot.surface.mu_k, largest<Scalar>);
    foot.mu_sliding = clamp(foot.mu_sliding + mu, Scalar(0), largest<Scalar>);
    lander.leg[i].friction = clamp(guides * lander.leg[i].friction, Scalar(0), largest<Scalar>);
  }
  const ContactFrame<Scalar> &first = sampler.frame[0];
  const Vector3<Scalar> tilt =
      errors.slope * (deviate[deviate_of_slope_t] * first.t + deviate[deviate_of_slope_s] * first.s);
  for (int i = 0; i < planes_of(lander); ++i) view(lander.ground[i].n) = sampler.frame[i].n + tilt;
}

template <class Scalar>
inline State<Scalar> erred_state(const Sampler<Scalar> &sampler, const Scalar *deviate) {
  Scalar off[state_errors] = {};
  for (int k = 0; k < state_errors; ++k) add_scaled(state_errors, deviate[k], sampler.L + k * state_errors, off);
  State<Scalar> state = sampler.state;
  for (int i = 0; i < 3; ++i) {
    state.x[i] += off[i];
    state.v[i] += off[6 + i];
    state.w[i] += off[9 + i];
  }
  state.q = turned_by(state.q, Vector3<Scalar>(off[3], off[4], off[5]));
  return state;
}

template <class Scalar>
inline bool is_finite(const Lander<Scalar> &lander, const State<Scalar> &state) {
  bool finite = all_finite(state.x) && all_finite(state.v) && all_finite(state.w);
  for (int i = 0; i < planes_of(lander); ++i) finite = finite && all_finite(vector(lander.ground[i].n));
  return finite;
}

// Sample `index`, 0 .. TD_MAX_LANDING_SAMPLES - 1; `lander` is the one that is given, and becomes the sample's.
template <class Scalar>
inline Status take_sample(const Sampler<Scalar> &sampler, int index, Lander<Scalar> &lander, State<Scalar> &state) {
  Scalar deviate[deviate_dimensions];
  for (int i = 0; i < deviate_dimensions; ++i)
    deviate[i] = normal_deviate<Scalar>(sobol_point(i, static_cast<std::uint32_t>(index) + 1));
  err_lander(sampler, deviate, lander);
  if (index > 0 && sampler.count > 0) {
    lander.options.law = sampler.law[(index - 1) % sampler.count];
    lander.options.d1 = lander.options.d2 = 0;
  }
  state = erred_state(sampler, deviate + deviates_of_state);
  return normalize(state.q) && is_finite(lander, state) ? TD_SOLVED : TD_REFUSED_RANGE;
}

template <class Scalar>
inline void tally_rest(const Vector3<Scalar> &x, LandingOdds<Scalar> &odds) {
  const Scalar share = Scalar(1) / static_cast<Scalar>(odds.outcomes[TD_OUTCOME_RESTS_UPRIGHT] +
                                                       odds.outcomes[TD_OUTCOME_RESTS_OTHERWISE]);
  const Vector3<Scalar> d = x - vector(odds.x);
  view(odds.x) += share * d;
  const Matrix3<Scalar> C = (1 - share) * (matrix(odds.covariance) + (share * d) * d.transpose());
  set_inertia(odds.covariance, C);
}

template <class Scalar>
inline void tally_extremes(const Landing<Scalar> &landing, LandingOdds<Scalar> &odds) {
  const bool first = odds.samples == 0;
  if (first || landing.clearance < odds.clearance) {
    odds.clearance = landing.clearance;
    odds.closest_point = landing.closest_point;
  }
  if (first || landing.time > odds.latest) odds.latest = landing.time;
}

// td_landing_tally; `odds` and `landing` have been checked.
template <class Scalar>
inline void tally_landing(const Landing<Scalar> &landing, LandingOdds<Scalar> &odds) {
  tally_extremes(landing, odds);
  ++odds.samples;
  ++odds.outcomes[landing.outcome];
  const bool rests = landing.outcome == TD_OUTCOME_RESTS_UPRIGHT || landing.outcome == TD_OUTCOME_RESTS_OTHERWISE;
  if (rests) tally_rest<Scalar>(vector(landing.state.x), odds);
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
  if (status < 0) return status;
  MovingLanding<Scalar> moving{};
  status = follow_landing<Scalar>(sampled, state, steps, nullptr, moving);
  if (status < 0) return status;
  Landing<Scalar> landing;
  give(moving, false, landing);
  tally_landing(landing, odds);
  return status;
}

// A landing as well as it is known.
template <class Scalar>
struct UnsureLanding {
  const Lander<Scalar> &lander;
  const LanderState<Scalar> &state;
  const LandingErrors<Scalar> &errors;
};

// td_land_sampled. `odds` is scratch when the status is negative.
template <class Scalar>
inline Status find_odds(const UnsureLanding<Scalar> &landing, std::int32_t samples, std::int32_t steps,
                        LandingOdds<Scalar> &odds) {
  Sampler<Scalar> sampler;
  Status status = make_sampler(landing.lander, landing.state, landing.errors, sampler);
  if (status < 0) return status;
  if (samples < 1 || samples > TD_MAX_LANDING_SAMPLES) return TD_REFUSED_SIZE;
  for (int i = 0; i < TD_MAX_LANDING_SAMPLES; ++i) {
    if (i >= samples) break;
    const Status landed = land_sample(landing.lander, sampler, i, steps, odds);
    if (landed < 0) return landed;
    status |= landed;
  }
  return is_finite(odds) ? status : TD_REFUSED_RANGE;
}

}  // namespace touchdown

#endif
