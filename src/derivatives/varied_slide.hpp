// An impact along the slip path with its variations, as long as slip lasts: steps, through the end of compression to
// that of the impact (E95), (E107).
#ifndef TOUCHDOWN_DERIVATIVES_VARIED_SLIDE_HPP
#define TOUCHDOWN_DERIVATIVES_VARIED_SLIDE_HPP

#include "derivatives/scaled_derivatives.hpp"
#include "derivatives/slip_path_tangent.hpp"
#include "derivatives/varied_step.hpp"
#include "impact/slip_path/certain_stop.hpp"

namespace touchdown::derivatives {

// The slip before, longer and turned, in place of its parts along two axes.
constexpr int by_along = by_slip_x, by_turn = by_slip_y;

template <class Scalar>
using Number = Dual<Scalar, inputs>;

template <class Scalar>
struct VariedImpact {
  VariedPath<Scalar> path;
  ToldImpulses<Scalar> told;
  Compression<Number<Scalar>> compression;  // once it has ended
  Margins<Scalar> margins;
  ScaledDerivatives<Scalar, inputs> &result;

  explicit VariedImpact(ScaledDerivatives<Scalar, inputs> &place) : result(place) {}
};

template <class Scalar>
inline void begin(const ScaledContact<Scalar> &contact, const Impact<Scalar> &impact, VariedImpact<Scalar> &varied) {
  varied.told = impulses_of(contact, impact);
  VariedPath<Scalar> &path = varied.path;
  set_path(contact, impact, path.values);
  begin(contact.u, path);
  varied.margins = Margins<Scalar>(path.start.slip.speed);
  varied.result.along = from_principal(path.values.plane, path.start.slip.t);
}

// By the slip before and by mu_k.
template <class Scalar>
struct Variations {
  Variation<Scalar> by[by_restitution];
};

template <class Scalar>
inline Variations<Scalar> variations_at(const VariedPath<Scalar> &path, const Place<Scalar> &at,
                                        const Variation<Scalar> &across, const Variation<Scalar> &friction) {
  Variation<Scalar> along = variation_of(path.longer, path.stage, at);
  if (path.start.inv_speed == 0) along.u = path.start.slip.t;
  return {{along, path.turns ? variation_of(path.turned, path.stage, at) : across, friction}};
}

template <class Scalar>
inline Variations<Scalar> variations_at(const VariedPath<Scalar> &path, const Place<Scalar> &at) {
  return variations_at(path, at, path.across, path.friction);
}

template <class Scalar>
inline Number<Scalar> speed_of(const Place<Scalar> &at, const Variations<Scalar> &variations) {
  Number<Scalar> speed = at.slip.speed;
#pragma GCC unroll few
  for (int i = 0; i < by_restitution; ++i) speed.by[i] = dot(at.slip.t, variations.by[i].u);
  return speed;
}

// Compression ends at a place, which is so little beyond that of the variations.
template <class Scalar>
inline void end_compression(const Place<Scalar> &at, Scalar beyond, const Variations<Scalar> &variations,
                            VariedImpact<Scalar> &impact) {
  Number<Scalar> p = at.p, work = -at.work, speed = speed_of(at, variations);
  const Scalar later = -1 / at.slip.f;
#pragma GCC unroll few
  for (int i = 0; i < by_restitution; ++i) {
    const Scalar dp = later * variations.by[i].v_n;
    p.by[i] = variations.by[i].p + dp;
    work.by[i] = -(variations.by[i].work + beyond * variations.by[i].v_n);
    speed.by[i] += at.slip.g * dp;
  }
  impact.compression = {p, work};
  impact.margins.note(speed);
}

// Of restitution, up to a place.
template <class Scalar>
inline Progress<Number<Scalar>> progress_of(const Place<Scalar> &at, const Variations<Scalar> &variations) {
  Progress<Number<Scalar>> now = {at.p, at.v_n, at.work};
#pragma GCC unroll few
  for (int i = 0; i < by_restitution; ++i) {
    now.p.by[i] = variations.by[i].p;
    now.v_n.by[i] = variations.by[i].v_n;
    now.work.by[i] = variations.by[i].work;
  }
  return now;
}

// The impact ends in a slide, at an impulse of restitution, so much after a place.
template <class Scalar>
inline void leave_sliding(const Place<Scalar> &at, const Variations<Scalar> &variations,
                          const Number<Scalar> &restitution, const Number<Scalar> &later,
                          VariedImpact<Scalar> &impact) {
  const TangentialPlane<Scalar> &plane = impact.path.values.plane;
  const Number<Scalar> p = impact.compression.p + restitution;
  const Scalar dp = later.value;
  impact.result.put(p.value, at.v_n + at.slip.f * dp, from_principal(plane, at.lambda - (plane.mu_k * dp) * at.slip.t),
                    from_principal(plane, at.u + dp * at.rate));
#pragma GCC unroll few
  for (int i = 0; i < by_restitution; ++i) {
    const Variation<Scalar> &from = variations.by[i];
    const Scalar after = later.by[i];
    impact.result.put(i, p.by[i], from.v_n + at.slip.f * after,
                      from_principal(plane, from.lambda - (plane.mu_k * after) * at.slip.t),
                      from_principal(plane, from.u + after * at.rate));
  }
  const Scalar by_e = later.by[by_restitution];
  impact.result.put(by_restitution, by_e, at.slip.f * by_e, from_principal(plane, (-plane.mu_k * by_e) * at.slip.t),
                    from_principal(plane, by_e * at.rate));
}

template <class Scalar>
inline void end_impact(const Place<Scalar> &at, const Variations<Scalar> &variations, VariedImpact<Scalar> &impact) {
  const Progress<Number<Scalar>> now = progress_of(at, variations);
  const Number<Scalar> left =
      remaining_restitution(lifted<inputs>(impact.path.values.law), impact.compression, now, Number<Scalar>(at.slip.f))
          .impulse;
  Number<Scalar> speed = speed_of(at, variations);
#pragma GCC unroll few
  for (int i = 0; i < inputs; ++i) speed.by[i] += at.slip.g * left.by[i];
  impact.margins.note(speed);
  leave_sliding(at, variations, now.p + left, left, impact);
}

// Without restitution.
template <class Scalar>
inline void end_with_compression(const Place<Scalar> &at, const Variations<Scalar> &variations,
                                 VariedImpact<Scalar> &impact) {
  Number<Scalar> later = 0, restitution = 0;
#pragma GCC unroll few
  for (int i = 0; i < by_restitution; ++i) later.by[i] = impact.compression.p.by[i] - variations.by[i].p;
  later.by[by_restitution] = restitution.by[by_restitution] =
      first_of_restitution(impact.path.values.law, impact.compression, at.slip.f);
  leave_sliding(at, variations, restitution, later, impact);
}

// So much of the impact is restitution that it may be told as what is there after less what was before.
template <class Scalar>
inline bool lasts_long(const VariedImpact<Scalar> &impact) {
  const RestitutionLaw<Scalar> &law = impact.path.values.law;
  const Scalar least = slip_path::needs_impulse_alone(law) ? Scalar(1) / 16 : Scalar(0.25);
  return impact.told.p - impact.told.p_c > least * impact.told.p_c;
}

// On the series of the step in which compression has ended, up to the end of the impact or as far as the series is
// trusted. Returns whether that is a place to go on from, or the end.
template <class Scalar>
inline bool find_beyond(const VariedImpact<Scalar> &impact, const VariedStep<Scalar> &step, Scalar p_start,
                        Scalar tau_c, Scalar &tau, bool &ends, slip_path::TrialPoint<Scalar> &there) {
  const VariedPath<Scalar> &path = impact.path;
  tau = tau_of_impulse(path, step, impact.told.p - p_start);
  ends = tau <= stretched(step);
  if (!ends) tau = step.trusted;
  if (!(tau > tau_c)) return false;
  slip_path::evaluate_at(path.values, step.values, path.state, tau, there);
  if (!ends) return !there.left.ended && there.normal.v_n >= 0;
  if (slip_path::is_small(path.values, there.slip, tolerance::tangent_closer<Scalar> * there.left.impulse)) return true;
  tau += slip_path::tau_of(path.values, step.values, tau, there.slip, there.left.impulse);
  if (!(tau > tau_c && tau <= stretched(step))) return false;
  slip_path::evaluate_at(path.values, step.values, path.state, tau, there);
  return slip_path::is_small(path.values, there.slip, tolerance::tangent_closer<Scalar> * there.left.impulse);
}

template <class Scalar>
inline Place<Scalar> place_at(const slip_path::IntegratorState<Scalar> &start,
                              const slip_path::TrialPoint<Scalar> &there) {
  return place_of(start.point.u + there.d.u, start.point.lambda + there.d.lambda, there.slip, there.normal);
}

// The little that is left of a stage passes at the present slip.
template <class Scalar>
inline void move_on(const TangentialPlane<Scalar> &plane, Scalar dp, Place<Scalar> &at) {
  at.u = at.u + dp * at.rate;
  at.lambda = at.lambda - (plane.mu_k * dp) * at.slip.t;
  const Progress<Scalar> end = advanced(Progress<Scalar>{at.p, at.v_n, at.work}, at.slip.f, dp);
  at.p = end.p;
  at.v_n = end.v_n;
  at.work = end.work;
}

// A variation counted from the end of compression on.
template <class Scalar>
inline Variation<Scalar> within_restitution(Variation<Scalar> variation, int input,
                                            const Compression<Number<Scalar>> &compression) {
  variation.p -= compression.p.by[input];
  variation.work += compression.work.by[input];
  return variation;
}

// The same of a place so much further on.
template <class Scalar>
inline Variation<Scalar> moved_on(const Variation<Scalar> &variation, Scalar later, Scalar mu,
                                  const Place<Scalar> &at) {
  return {variation.p + later, variation.u + later * at.rate, variation.lambda - (mu * later) * at.slip.t,
          variation.v_n + later * at.slip.f, variation.work + later * at.v_n};
}

// The same at that end itself, so much after the place where the stage ends without a change.
template <class Scalar>
inline Variation<Scalar> at_stage_start(const Variation<Scalar> &variation, Scalar mu, const Place<Scalar> &at,
                                        Scalar later) {
  return {0, variation.u + later * at.rate, variation.lambda - (mu * later) * at.slip.t, 0, 0};
}

// Restitution starts where compression has ended. The path before it becomes that of another start.
template <class Scalar>
inline void start_restitution(const Place<Scalar> &end, const Variations<Scalar> &variations,
                              const Compression<Number<Scalar>> &compression, VariedPath<Scalar> &path) {
  path.stage = {end.lambda, 0, end.slip.f, end.slip.speed};
  const auto later = [&](int i) { return compression.p.by[i] - variations.by[i].p; };
  path.longer.shift = later(by_along);
  path.longer.lambda = variations.by[by_along].lambda;
  path.turned.shift = later(by_turn);
  path.turned.lambda = variations.by[by_turn].lambda;
}

// Goes on from the end of compression.
template <class Scalar>
inline void go_to_end(const Place<Scalar> &end, const Variations<Scalar> &variations, VariedImpact<Scalar> &impact) {
  VariedPath<Scalar> &path = impact.path;
  const Scalar mu = path.values.plane.mu_k;
  const Compression<Number<Scalar>> &compression = impact.compression;
  path.across = at_stage_start(variations.by[by_turn], mu, end, compression.p.by[by_turn] - variations.by[by_turn].p);
  path.friction =
      at_stage_start(variations.by[by_friction], mu, end, compression.p.by[by_friction] - variations.by[by_friction].p);
  slip_path::IntegratorState<Scalar> &state = path.state;
  state.point.u = end.u;
  state.point.lambda = end.lambda;
  state.point.normal = touchdown::begin_restitution(end.p, -end.work);
  slip_path::begin_stage(path.values, state);
}

// Compression ends at a place, so little beyond that of the variations. Returns whether the impact does.
template <class Scalar>
inline bool leave_compression(const Place<Scalar> &end, Scalar beyond, const Variations<Scalar> &variations,
                              VariedImpact<Scalar> &impact) {
  end_compression(end, beyond, variations, impact);
  if (impact.path.values.law.e == 0) {
    end_with_compression(end, variations, impact);
    return true;
  }
  start_restitution(end, variations, impact.compression, impact.path);
  return false;
}

// On from the end of compression on the same step, its start put as if restitution had begun there. Returns whether the
// impact has ended.
template <class Scalar>
inline bool go_beyond(const VariedStep<Scalar> &step, Scalar tau, bool ends, Scalar later_turn, Scalar end_speed,
                      const slip_path::TrialPoint<Scalar> &beyond, VariedImpact<Scalar> &impact) {
  VariedPath<Scalar> &path = impact.path;
  Variation<Scalar> across, friction;
  carry(path, step, tau, beyond, across, friction);
  across = within_restitution(across, by_turn, impact.compression);
  friction = within_restitution(friction, by_friction, impact.compression);
  const Place<Scalar> at = place_at(path.state, beyond);
  if (ends) {
    end_impact(at, variations_at(path, at, across, friction), impact);
    return true;
  }
  // Margins compare slips at one time since the stage began.
  slip_path::accept(beyond, path.state);
  path.across = moved_on(across, later_turn * at.slip.speed / end_speed, path.values.plane.mu_k, at);
  path.friction = friction;
  return false;
}

// Compression has ended within the step. Returns whether the impact has.
template <class Scalar>
inline bool pass_compression(const VariedStep<Scalar> &step, Scalar tau_c, const slip_path::TrialPoint<Scalar> &there,
                             VariedImpact<Scalar> &impact) {
  VariedPath<Scalar> &path = impact.path;
  slip_path::IntegratorState<Scalar> &state = path.state;
  Variation<Scalar> across, friction;
  carry(path, step, tau_c, there, across, friction);
  Place<Scalar> end = place_at(state, there);
  const Variations<Scalar> variations = variations_at(path, end, across, friction);
  move_on(path.values.plane, there.left.impulse, end);
  if (leave_compression(end, there.left.impulse, variations, impact)) return true;
  const Progress<Scalar> from = state.point.normal.reached;
  state.point.normal = slip_path::restitution_ahead(from, {end.p, end.v_n, end.work});
  slip_path::TrialPoint<Scalar> beyond;
  Scalar tau;
  bool ends = false;
  if (lasts_long(impact) && find_beyond(impact, step, from.p, tau_c, tau, ends, beyond)) {
    const Scalar later = impact.compression.p.by[by_turn] - variations.by[by_turn].p;
    return go_beyond(step, tau, ends, later, end.slip.speed, beyond, impact);
  }
  go_to_end(end, variations, impact);
  return false;
}

// Takes a step. Returns whether the impact has ended.
template <class Scalar>
inline TOUCHDOWN_IN_LINE bool take_step(VariedImpact<Scalar> &impact) {
  VariedPath<Scalar> &path = impact.path;
  slip_path::IntegratorState<Scalar> &state = path.state;
  VariedStep<Scalar> step;
  expand(path, step);
  const bool compresses = state.point.normal.stage == Stage::compression;
  slip_path::TrialPoint<Scalar> there;
  Scalar tau;
  const bool ends = find_target(path, step, left_by_impact(impact.told, state.point.normal), tau, there);
  if (compresses && ends) return pass_compression(step, tau, there, impact);
  if (!ends) {
    carry(path, step, tau, there, path.across, path.friction);
    slip_path::accept(there, state);
    return false;
  }
  Variation<Scalar> across, friction;
  carry(path, step, tau, there, across, friction);
  const Place<Scalar> at = place_at(state, there);
  end_impact(at, variations_at(path, at, across, friction), impact);
  return true;
}

}  // namespace touchdown::derivatives

#endif
