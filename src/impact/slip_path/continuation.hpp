// How the slip path continues from a point: it turns and needs another step, or the rest is as good as two straight
// segments, to the stop or along the ray of resumed slip (I.36), (I.37), (I.44).
#ifndef TOUCHDOWN_IMPACT_SLIP_PATH_CONTINUATION_HPP
#define TOUCHDOWN_IMPACT_SLIP_PATH_CONTINUATION_HPP

#include "impact/slip_path/integrator_state.hpp"
#include "numerics/bits.hpp"

namespace touchdown {
namespace slip_path {

// How fast slip turns, as a part of the stiffness of the path.
template <class Scalar>
inline Scalar turn_rate(const TangentialPlane<Scalar> &plane, const Slip<Scalar> &slip) {
  return abs(slip.h) * plane.inv_kappa;
}

// a = mu_k t_perp.T t_perp, of the rate of turning by the turn, h' = -(g + a).
template <class Scalar>
TOUCHDOWN_INLINE Scalar across_turn(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &t) {
  return plane.mu_k * (plane.T.x * t.y * t.y + plane.T.y * t.x * t.x);
}

// Whether slip falls to `share` of its start before a repelling direction turns it away: at the angle `off` from that
// direction it falls to s off^(1 / k), k = (g + a) / g (I.38).
template <class Scalar>
TOUCHDOWN_COMPACT bool falls_to(Scalar share, const Path<Scalar> &path, const Slip<Scalar> &slip) {
  const Scalar limit = share * path.start_speed;
  if (slip.speed <= limit) return true;
  const Scalar repels = slip.g + across_turn(path.plane, slip.t);  // below 0
  const Scalar off = abs(slip.h / repels);
  return repels < 0 && off < 1 && slip.g * log2_of(off) >= repels * log2_of(limit / slip.speed);
}

// Slip that static friction would hold has stopped once rounding hides the rest of it (I.38).
template <class Scalar>
inline bool has_stopped(const Path<Scalar> &path, const Slip<Scalar> &slip) {
  return slip.speed == 0 || (path.holds && slip.speed <= tolerance::stopped_slip<Scalar> * path.start_speed);
}

// The same for slip ahead of a direction that repels it. k is known only if the angle is small beside it.
template <class Scalar>
inline bool falls_to_rounding(const Path<Scalar> &path, const Slip<Scalar> &slip) {
  if (!path.holds) return false;
  const Scalar repels = slip.g + across_turn(path.plane, slip.t);
  const bool known = 4 * abs(slip.h * slip.g) <= repels * repels;
  return known && falls_to(tolerance::stopped_slip<Scalar>, path, slip);
}

// Where slip can resume, it stops only along a direction that attracts it: h' = -(g + mu_k t_perp.T t_perp) < 0. Along
// a direction that repels it, the exact path turns away before it stops, however close it is (I.36).
template <class Scalar>
TOUCHDOWN_SHARED bool misses_the_stop(const Path<Scalar> &path, const Slip<Scalar> &slip) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const bool repels = path.resumes && slip.g + across_turn(plane, slip.t) < 0;
  return repels && turn_rate(plane, slip) > plane.turn_noise && !falls_to_rounding(path, slip);
}

// Slip that is not ahead of the ray leaves the place of the stop along the ray if it misses the stop. So does slip that
// is as good as 0 if no straight segment leads to the stop: the path then turns within less than the tolerance (I.37).
template <class Scalar>
inline bool passes_the_stop(const Path<Scalar> &path, const Slip<Scalar> &slip, const IntegratorState<Scalar> &state,
                            bool no_slip) {
  if (misses_the_stop(path, slip)) return true;
  return no_slip && impulse_to_stop(path.plane, state.point.u) == largest<Scalar>;
}

// Slip within the tolerance of the ray of resumed slip stays as close to it for ever, since the law is a contraction
// (I.37).
template <class Scalar>
inline bool on_resumed_slip(const Path<Scalar> &path, const Slip<Scalar> &slip, const IntegratorState<Scalar> &state) {
  if (!path.resumes) return false;
  const bool ahead = dot(slip.t, path.resumed.t) > 0;
  const Scalar across = slip.t.x * path.resumed.t.y - slip.t.y * path.resumed.t.x;
  const Scalar off = ahead ? slip.speed * abs(across) : slip.speed;
  const bool no_slip = slip.speed <= tolerance::slip_share<Scalar> * state.tolerance;
  const bool near = off <= path.tolerance || no_slip;
  return near && (ahead || passes_the_stop(path, slip, state, no_slip));
}

// The path up to its stop counts as straight if the remaining turn, about h / g for each e-fold of slip, shifts the
// stop, and with it v_n, by less than the tolerance: to second order of the turn, but to first order if the stage ends
// before (I.44).
template <class Scalar>
inline bool stops_straight(const Path<Scalar> &path, const Slip<Scalar> &slip, const IntegratorState<Scalar> &state) {
  if (slip.speed <= tolerance::slip_share<Scalar> * state.tolerance) return true;
  if (slip.g >= 0) return false;
  const Scalar inv_g = -1 / slip.g;
  const Scalar turn = abs(slip.h) * inv_g;
  const Scalar weight = turn * (1 + abs(slip.f));
  if (slip.speed * inv_g * weight * turn > 4 * state.tolerance) return false;  // clearly too far from it
  const Scalar p = impulse_to_stop(path.plane, state.point.u);
  const Scalar shift = p * weight;
  if (shift <= state.tolerance) return true;
  if (shift * turn > state.tolerance || misses_the_stop(path, slip)) return false;
  return state.left.impulse > p;
}

template <class Scalar>
inline Continuation continuation(const Path<Scalar> &path, const Slip<Scalar> &slip,
                                 const IntegratorState<Scalar> &state) {
  if (has_stopped(path, slip)) return Continuation::stops_straight;
  if (on_resumed_slip(path, slip, state)) return Continuation::on_resumed_slip;
  if (!(turn_rate(path.plane, slip) > path.plane.turn_noise))  // or NaN: nothing changes slip
    return slip.g < 0 ? Continuation::stops_straight : Continuation::slides_straight;
  return stops_straight(path, slip, state) ? Continuation::stops_straight : Continuation::turns;
}

// The rest when the budget is spent: the ray if slip is on its way there, the stop otherwise.
template <class Scalar>
inline Continuation close_early(const Path<Scalar> &path, const Slip<Scalar> &slip) {
  const bool ahead = dot(slip.t, path.resumed.t) > 0;
  return path.resumes && (ahead || slip.g >= 0) ? Continuation::nears_resumed_slip : Continuation::stops_straight;
}

// Whether the budget closes the path, with `left` steps left. The last step is kept for slip that still turns fast: the
// error of a closure grows with the turn that it leaves out (I.46). Smaller budgets, as of landings, use all steps.
template <class Scalar>
TOUCHDOWN_COMPACT bool closes(const Path<Scalar> &path, const Slip<Scalar> &slip, std::int32_t left) {
  if (left <= 0) return true;
  return path.most_steps >= TD_DEFAULT_STEPS &&
         turn_rate(path.plane, slip) <= tolerance::last_turn<Scalar> * path.tolerance;
}

// Marks slip that passes a stop so closely that slightly different slip would be held there (I.38). While slip still
// falls, each step decides anew.
template <class Scalar>
TOUCHDOWN_COMPACT void mark_near_stop(const Path<Scalar> &path, IntegratorState<Scalar> &state) {
  if (state.slip.g >= 0) return;
  const bool near = falls_to(tolerance::marginal<Scalar>, path, state.slip) && !falls_to_rounding(path, state.slip);
  state.caveats = (state.caveats & ~TD_CAVEAT_MARGINAL) | (near ? TD_CAVEAT_MARGINAL : 0);
}

// Chooses how the path continues; returns whether that is by another step.
template <class Scalar>
inline bool choose_continuation(const Path<Scalar> &path, IntegratorState<Scalar> &state) {
  if (state.slip.f <= 0) state.caveats |= TD_CAVEAT_JAM;
  if (path.holds) mark_near_stop(path, state);
  state.continuation = continuation(path, state.slip, state);
  const std::int32_t left = path.most_steps - state.steps;
  if (left <= 1 && state.continuation == Continuation::turns && closes(path, state.slip, left)) {
    state.continuation = close_early(path, state.slip);
    state.caveats |= TD_CAVEAT_BUDGET_SPENT;
  }
  return state.continuation == Continuation::turns;
}

}  // namespace slip_path
}  // namespace touchdown

#endif
