// A sample of what a landing may be, out of what is not known of it: the state moves along the factor L of its
// covariance C = L L^T, restitution, friction and slope by their standard deviations. DESIGN.md (E131).
#ifndef TOUCHDOWN_LANDING_SAMPLES_HPP
#define TOUCHDOWN_LANDING_SAMPLES_HPP

#include "landing/arc.hpp"
#include "landing/validation.hpp"
#include "numerics/normal_deviates.hpp"
#include "sensitivity/covariance.hpp"

namespace touchdown {

constexpr int state_errors = TD_SETTLING_STATE_ERRORS;

// The first dimensions are the best spread: they go to what most landings turn on.
enum DeviateOf : int { deviate_of_e, deviate_of_mu, deviate_of_slope_t, deviate_of_slope_s, deviates_of_state };
static_assert(deviates_of_state + state_errors == deviate_dimensions, "each error has a dimension of its own");

// What all samples of a landing start from.
template <class Scalar>
struct Sampler {
  State<Scalar> state;
  ContactFrame<Scalar> frame[max_feet];   // of each plane
  Scalar L[state_errors * state_errors];  // column k, entry i at k n + i
  Scalar e, mu, slope;
};

// Its own frame, so that the room to factorize in is not held while a sample settles.
template <class Scalar>
__attribute__((noinline)) Status factorize_state(const Scalar *covariance, Scalar *L) {
  if (!sensitivity::lower_finite(state_errors, covariance)) return TD_REFUSED_ERRORS;
  const bool negative = sensitivity::factorize<state_errors>(state_errors, covariance, L);
  if (!entries_finite(state_errors * state_errors, L)) return TD_REFUSED_ERRORS;
  return negative ? TD_CAVEAT_COVARIANCE : TD_SOLVED;
}

template <class Scalar>
inline Status make_sampler(const SettlingBody<Scalar> &body, const LanderState<Scalar> &state,
                           const SettlingErrors<Scalar> &errors, Sampler<Scalar> &sampler) {
  Terrain<Scalar> terrain;
  sampler.state = state_from(state);
  Status status = prepare(body, terrain);
  if (status == TD_SOLVED) status = take_state(sampler.state);
  if (status != TD_SOLVED) return status;
  if (!is_length(errors.e) || !is_length(errors.mu) || !is_length(errors.slope)) return TD_REFUSED_ERRORS;
  copy(terrain.planes, terrain.frame, sampler.frame);
  sampler.e = errors.e;
  sampler.mu = errors.mu;
  sampler.slope = errors.slope;
  return factorize_state(errors.covariance, sampler.L);
}

template <class Scalar>
inline void err_body(const Sampler<Scalar> &sampler, const Scalar *deviate, SettlingBody<Scalar> &body) {
  const Scalar e = sampler.e * deviate[deviate_of_e], mu = sampler.mu * deviate[deviate_of_mu];
  for (int i = 0; i < body.feet; ++i) {
    SettlingFoot<Scalar> &foot = body.foot[i];
    foot.surface.e = clamp(foot.surface.e + e, Scalar(0), Scalar(1));
    foot.surface.mu_k = clamp(foot.surface.mu_k + mu, Scalar(0), largest<Scalar>);
    foot.surface.mu_s = clamp(foot.surface.mu_s + mu, foot.surface.mu_k, largest<Scalar>);
    foot.mu_sliding = clamp(foot.mu_sliding + mu, Scalar(0), largest<Scalar>);
  }
  const ContactFrame<Scalar> &first = sampler.frame[0];
  const Vector3<Scalar> tilt =
      sampler.slope * (deviate[deviate_of_slope_t] * first.t + deviate[deviate_of_slope_s] * first.s);
  for (int i = 0; i < planes_of(body); ++i) view(body.ground[i].n) = sampler.frame[i].n + tilt;
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
inline bool is_finite(const SettlingBody<Scalar> &body, const State<Scalar> &state) {
  bool finite = all_finite(state.x) && all_finite(state.v) && all_finite(state.w);
  for (int i = 0; i < planes_of(body); ++i) finite = finite && all_finite(vector(body.ground[i].n));
  return finite;
}

// Sample `index`, 0 .. TD_MAX_SETTLING_SAMPLES - 1; `body` is the one that is given, and becomes the sample's.
template <class Scalar>
inline Status take_sample(const Sampler<Scalar> &sampler, int index, SettlingBody<Scalar> &body, State<Scalar> &state) {
  Scalar deviate[deviate_dimensions];
  for (int i = 0; i < deviate_dimensions; ++i)
    deviate[i] = normal_deviate<Scalar>(sobol_point(i, static_cast<std::uint32_t>(index) + 1));
  err_body(sampler, deviate, body);
  state = erred_state(sampler, deviate + deviates_of_state);
  return normalize(state.q) && is_finite(body, state) ? TD_SOLVED : TD_REFUSED_RANGE;
}

}  // namespace touchdown

#endif
