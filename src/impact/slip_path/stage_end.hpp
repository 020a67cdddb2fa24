// Where on a step along the slip path compression or restitution ends: a bracketed Newton iteration on the series, with
// each law's closed form for the missing impulse (I.43), (I.45).
#ifndef TOUCHDOWN_IMPACT_SLIP_PATH_STAGE_END_HPP
#define TOUCHDOWN_IMPACT_SLIP_PATH_STAGE_END_HPP

#include "impact/slip_path/integrator_state.hpp"

namespace touchdown {
namespace slip_path {

// The increment of tau over an impulse from tau on, if the rate of slip g stayed as it is: x = ln(1 + y) / y dp to
// fourth order is the time of dp / |u|, and (1 - exp(-a x)) / a its image for u = (1 - a tau) w; the largest number if
// slip would stop well before (I.43).
template <class Scalar>
TOUCHDOWN_INLINE Scalar tau_of(const Path<Scalar> &path, const Series<Scalar> &series, Scalar tau,
                               const Slip<Scalar> &slip, Scalar impulse) {
  constexpr Scalar farthest = 3;
  const Scalar relative = impulse / slip.speed;
  const Scalar growth = relative * slip.g;
  const Scalar denominator = 6 + 4 * growth;
  if (!(denominator > 0)) return largest<Scalar>;
  const Scalar time = relative * path.plane.kappa * (6 + growth) / denominator;
  const Scalar y = clamp(series.shrink * time, -farthest, farthest);
  return (1 - series.shrink * tau) * time / (1 + y * (Scalar(0.5) + y * (Scalar(1) / 12)));
}

// The derivative of the function whose zero ends the stage: if it turns negative within a step, the end may lie before.
template <class Scalar>
TOUCHDOWN_INLINE Scalar drive(const Path<Scalar> &path, Stage stage, Scalar v_n, Scalar f) {
  const bool by_work = stage == Stage::restitution && is_law(path.law.law, TD_LAW_ENERGETIC);
  return by_work ? v_n : f;
}

// Over a step in which the drive fell from above 0 to `at_high`, below 0: the tau of its crest, by false position, if
// the stage has ended there; else 0.
template <class Scalar>
TOUCHDOWN_COMPACT Scalar ended_crest(const Path<Scalar> &path, const Series<Scalar> &series,
                                     const IntegratorState<Scalar> &start, Scalar high, Scalar at_high) {
  const NormalProgress<Scalar> &normal = start.point.normal;
  Scalar low = 0;
  Scalar at_low = drive(path, normal.stage, normal.reached.v_n, start.slip.f);
  for (int i = 0; i < tolerance::crest_steps; ++i) {
    const Scalar tau = low + (high - low) * at_low / (at_low - at_high);
    TrialPoint<Scalar> there;
    evaluate_at(path, series, start, tau, there);
    if (there.left.ended) return tau;
    const Scalar at_tau = drive(path, normal.stage, there.normal.v_n, there.slip.f);
    (at_tau > 0 ? low : high) = tau;
    (at_tau > 0 ? at_low : at_high) = at_tau;
  }
  return 0;
}

// The search for a stage's end on a step.
template <class Scalar>
struct Search {
  Scalar low, high;  // the bracket
  bool ended;        // by `high`; until that is known, `high` is as far as the series is trusted
  Scalar tau;        // the next trial
};

// The guess, if it lies within the bracket, but for rounding. Otherwise the middle of the bracket if the stage is known
// to end in it, else its end.
template <class Scalar>
TOUCHDOWN_INLINE Scalar within(const Search<Scalar> &search, Scalar tau) {
  const Scalar slack = search.ended ? tolerance::bracket<Scalar> : 0;
  if (tau >= search.low - slack * search.low && tau <= search.high + slack * search.high) return tau;
  return search.ended ? Scalar(0.5) * (search.low + search.high) : search.high;
}

// Narrows the bracket by the point at tau, and guesses again; a long search goes to the end of the step.
template <class Scalar>
TOUCHDOWN_INLINE void narrow(const Path<Scalar> &path, const Series<Scalar> &series, const TrialPoint<Scalar> &there,
                             bool drags_on, Search<Scalar> &search) {
  const Scalar tau = search.tau;
  (there.left.ended ? search.high : search.low) = tau;
  search.ended = search.ended || there.left.ended;
  const Scalar guess = tau + tau_of(path, series, tau, there.slip, there.left.impulse);
  search.tau = drags_on && !search.ended ? search.high : within(search, guess);
}

// Whether an impulse may pass in a straight line: its neglected bend, and the error of a Newton step, are of second
// order.
template <class Scalar>
TOUCHDOWN_INLINE bool is_small(const Path<Scalar> &path, const Slip<Scalar> &slip, Scalar impulse) {
  const Scalar bend = slip.speed + path.plane.kappa * abs(slip.h);
  return impulse * impulse * bend <= tolerance::straight_end<Scalar> * slip.speed;
}

// Whether the stage has not ended as far as the search goes.
template <class Scalar>
TOUCHDOWN_INLINE bool outlasts(const TrialPoint<Scalar> &there, const Search<Scalar> &search) {
  return !there.left.ended && search.tau >= search.high;
}

// The stage has not ended at the end of the step. Whether it has ended before, at a crest from which v_n has come down.
// Asked once a step: if so, the search knows that the stage ends.
template <class Scalar>
TOUCHDOWN_INLINE bool turn_to_crest(const Path<Scalar> &path, const Series<Scalar> &series,
                                    IntegratorState<Scalar> &start, const TrialPoint<Scalar> &end,
                                    Search<Scalar> &search) {
  const NormalProgress<Scalar> &normal = start.point.normal;
  const Scalar drive_end = drive(path, normal.stage, end.normal.v_n, end.slip.f);
  const bool turned = drive_end <= 0 && drive(path, normal.stage, normal.reached.v_n, start.slip.f) > 0;
  if (!turned || search.ended || start.spare_trials <= 0) return false;
  start.spare_trials -= tolerance::crest_steps;
  const Scalar crest = ended_crest(path, series, start, search.high, drive_end);
  if (crest == 0) return false;
  search = {0, crest, true, Scalar(0.5) * crest};
  return true;
}

// The mean slip over what is left of the stage: slip half way, at the rate at which it turns now; and f
// there.
template <class Scalar>
TOUCHDOWN_SHORT void turn_to_mean(const TangentialPlane<Scalar> &plane, Scalar impulse, Slip<Scalar> &slip) {
  const Scalar turn = Scalar(0.5) * impulse * slip.h / slip.speed;
  const Vector2<Scalar> aside = {-turn * slip.t.y, turn * slip.t.x};
  slip.t = {slip.t.x + aside.x, slip.t.y + aside.y};
  slip.f -= plane.mu_k * dot(plane.b, aside);
}

// Whether so little is left that it may pass along its mean slip: what that is off by is of third order. f must not
// turn with it.
template <class Scalar>
TOUCHDOWN_INLINE bool is_nearly_straight(const TangentialPlane<Scalar> &plane, const Slip<Scalar> &slip,
                                         Scalar impulse) {
  const Scalar cubed = impulse * impulse * abs(impulse);
  if (!(cubed <= tolerance::mean_end<Scalar>)) return false;
  const Scalar square = slip.speed * slip.speed;
  const Scalar bend = square + plane.kappa * plane.kappa * abs(slip.h);
  const Scalar df = plane.mu_k * (plane.b.y * slip.t.x - plane.b.x * slip.t.y) * impulse * slip.h;
  return cubed * bend <= tolerance::mean_end<Scalar> * square && abs(df) <= Scalar(0.5) * abs(slip.f) * slip.speed;
}

// Lets a small impulse pass along a slip: the present one, or one that is turned.
template <class Scalar>
TOUCHDOWN_INLINE void pass_straight(const TangentialPlane<Scalar> &plane, const Slip<Scalar> &slip, Scalar dp,
                                    IntegratorState<Scalar> &state) {
  Point<Scalar> &point = state.point;
  const Vector2<Scalar> friction = {plane.mu_k * slip.t.x * dp, plane.mu_k * slip.t.y * dp};
  const Vector2<Scalar> drag = mobility_times(plane, friction);
  point.u.x += plane.b.x * dp - drag.x;
  point.u.y += plane.b.y * dp - drag.y;
  point.lambda.x -= friction.x;
  point.lambda.y -= friction.y;
  point.friction_work += plane.mu_k * dp * (slip.speed + Scalar(0.5) * slip.g * dp);
  point.normal.reached = advanced(point.normal.reached, slip.f, dp);
}

// Lets what is left of the stage pass, along its mean slip unless it is too little to turn.
template <class Scalar>
TOUCHDOWN_COMPACT void end_straight(const Path<Scalar> &path, IntegratorState<Scalar> &state) {
  Slip<Scalar> mean = state.slip;
  Scalar left = state.left.impulse;
  if (!is_small(path, mean, left)) {
    turn_to_mean(path.plane, left, mean);
    const NormalProgress<Scalar> &normal = state.point.normal;
    left = remaining_of_stage(path.law, normal, normal.reached, mean.f).impulse;
  }
  pass_straight(path.plane, mean, left, state);
}

// The first trial: the guess, or the end of the trusted range if the guess is beyond it. A stage that ends only a
// little beyond does not justify another step.
template <class Scalar>
TOUCHDOWN_INLINE Search<Scalar> first_trial(const Path<Scalar> &path, const Series<Scalar> &series,
                                            const IntegratorState<Scalar> &state, Scalar trusted) {
  const Scalar guess = tau_of(path, series, Scalar(0), state.slip, state.left.impulse);
  const Scalar stretched = tolerance::stretch<Scalar> * trusted;
  const bool near = guess >= 0 && guess <= stretched && state.spare_trials > 0;
  return {0, near ? stretched : trusted, false, near ? guess : trusted};
}

// Ends the search at a trial point; returns whether the stage ends there too, because it does not last or little of it
// remains. In a stage that lasts, all trials but the last were in vain.
template <class Scalar>
TOUCHDOWN_INLINE bool arrive(const Path<Scalar> &path, const TrialPoint<Scalar> &there, bool small, bool lasts,
                             int trials, IntegratorState<Scalar> &state) {
  accept(there, state);
  if (small) end_straight(path, state);
  const bool ends = small || !lasts;
  if (!ends) state.spare_trials -= trials - 1;
  return ends;
}

// Follows the series to the end of the stage, or as far as it is trusted; returns whether the stage ended. The end is
// found by a bracketed Newton iteration in which each law's closed form supplies the missing impulse.
template <class Scalar>
TOUCHDOWN_COMPACT bool follow_series(const Path<Scalar> &path, const Series<Scalar> &series, Scalar trusted,
                                     IntegratorState<Scalar> &state) {
  constexpr int most = tolerance::stage_end_steps<Scalar>;
  Search<Scalar> search = first_trial(path, series, state, trusted);
  for (int i = 1; i <= most; ++i) {
    TrialPoint<Scalar> there;
    evaluate_at(path, series, state, search.tau, there);
    const bool small = is_nearly_straight(path.plane, there.slip, there.left.impulse);
    const bool lasts = outlasts(there, search);
    if (small || i == most || (lasts && !turn_to_crest(path, series, state, there, search)))
      return arrive(path, there, small, lasts, i, state);
    if (!lasts) narrow(path, series, there, 2 * i > most, search);
  }
  return false;  // not reached
}

}  // namespace slip_path
}  // namespace touchdown

#endif
