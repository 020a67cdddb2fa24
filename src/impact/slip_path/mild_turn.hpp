// A stage in which slip turns only mildly, in one step of fourth order in the normal impulse: from the directions of
// slip at both its ends and its rates of turning there, without a series (I.54)..(I.56).
#ifndef TOUCHDOWN_IMPACT_SLIP_PATH_MILD_TURN_HPP
#define TOUCHDOWN_IMPACT_SLIP_PATH_MILD_TURN_HPP

#include "impact/slip_path/continuation.hpp"
#include "impact/slip_path/stage_end.hpp"

namespace touchdown::slip_path {

// Whether the stage turns mildly: by its length x, as a part of the impulse over which slip can change, by its turn,
// and by f, which must keep its sign (I.56).
template <class Scalar>
TOUCHDOWN_INLINE bool turns_mildly(const Path<Scalar> &path, const IntegratorState<Scalar> &state) {
  const Slip<Scalar> &slip = state.slip;
  const Scalar dp = state.left.impulse;
  const Scalar reach = path.plane.kappa * dp;
  if (!(reach >= 0 && reach <= tolerance::mild_reach<Scalar> * slip.speed)) return false;
  const Scalar x = reach / slip.speed;
  const Scalar square = x * x;
  const Scalar h = abs(slip.h);
  return h * dp * (square * square) <= tolerance::mild_turn<Scalar> * state.tolerance &&
         path.plane.mu_k * h * x <= Scalar(0.5) * slip.f;
}

// The changes over an impulse, and the slip after it: slip by the mean direction to third order of the turn (I.54), the
// changes by the directions at both ends (I.55).
template <class Scalar>
TOUCHDOWN_SHORT void turn_through(const TangentialPlane<Scalar> &plane, const Slip<Scalar> &from,
                                  const Vector2<Scalar> &u, Scalar dp, TrialPoint<Scalar> &there) {
  constexpr Scalar sixth = Scalar(1) / 6, twelfth = Scalar(1) / 12;
  const Scalar relative = dp / from.speed;
  const Scalar turn = from.h * relative;
  const Scalar growth = -(2 * from.g + across_turn(plane, from.t)) * relative;
  const Scalar along = 1 - sixth * turn * turn;
  const Scalar aside = turn * (Scalar(0.5) + sixth * growth);
  const Vector2<Scalar> mean = {along * from.t.x - aside * from.t.y, along * from.t.y + aside * from.t.x};
  const Vector2<Scalar> rate = plane.b - mobility_times(plane.mu_k, plane, mean);
  const Vector2<Scalar> du = {dp * rate.x, dp * rate.y};
  there.slip = slip_of(plane, Vector2<Scalar>{u.x + du.x, u.y + du.y});
  const Slip<Scalar> &to = there.slip;
  const Scalar turn_to = to.h * dp / to.speed;
  const Scalar bend = (from.g - to.g) * dp - turn_to * (to.t.x * du.y - to.t.y * du.x);
  Integrals<Scalar> sum;
  sum.r = dp;
  sum.x = dp * (Scalar(0.5) * (from.t.x + to.t.x) + twelfth * (turn_to * to.t.y - turn * from.t.y));
  sum.y = dp * (Scalar(0.5) * (from.t.y + to.t.y) + twelfth * (turn * from.t.x - turn_to * to.t.x));
  sum.bend = dp * (Scalar(0.5) * dot(du, to.t) + twelfth * bend);
  increment_from(plane, sum, Scalar(1), there.d);
}

// The remaining impulse of the stage: of compression by the mean of f, of restitution by the present f.
template <class Scalar>
TOUCHDOWN_INLINE Scalar impulse_of_stage(const Path<Scalar> &path, const IntegratorState<Scalar> &state) {
  if (state.point.normal.stage == Stage::restitution) return state.left.impulse;
  Slip<Scalar> mean = state.slip;
  turn_to_mean(path.plane, state.left.impulse, mean);
  return until_separation(state.point.normal.reached.v_n, mean.f);
}

// The end of compression, a little ahead.
template <class Scalar>
struct EndOfCompression {
  Progress<Scalar> reached;
  Scalar dp, f;  // the impulse until then, and its mean f
};

template <class Scalar>
TOUCHDOWN_INLINE EndOfCompression<Scalar> end_of_compression(const TangentialPlane<Scalar> &plane,
                                                             const TrialPoint<Scalar> &there) {
  Slip<Scalar> mean = there.slip;
  turn_to_mean(plane, there.left.impulse, mean);
  const Scalar dp = until_separation(there.normal.v_n, mean.f);
  return {advanced(there.normal, mean.f, dp), dp, mean.f};
}

// Passes the stage and, if compression has practically ended, restitution too if it turns mildly. Returns whether the
// present stage has ended; otherwise little of it remains, or a turn that is not mild.
template <class Scalar>
TOUCHDOWN_COMPACT bool pass_mildly(const Path<Scalar> &path, IntegratorState<Scalar> &state) {
  for (int stages = 0; stages < 2; ++stages) {
    const Scalar dp = impulse_of_stage(path, state);
    TrialPoint<Scalar> there;
    turn_through(path.plane, state.slip, state.point.u, dp, there);
    arrive_by(path, state, there);
    accept(there, state);
    const Scalar left = abs(there.left.impulse);
    if (!(left <= tolerance::mild_end<Scalar> * dp)) return false;
    if (left <= tolerance::epsilon<Scalar> * dp) return true;
    NormalProgress<Scalar> &normal = state.point.normal;
    if (normal.stage == Stage::restitution || path.law.e <= tolerance::brief_restitution<Scalar>) break;
    const EndOfCompression<Scalar> end = end_of_compression(path.plane, there);
    normal = restitution_ahead(there.normal, end.reached);
    state.left.impulse = end.dp + remaining_restitution(path.law, normal.compression, {0, 0, 0}, end.f).impulse;
    if (!turns_mildly(path, state)) return false;
  }
  end_straight(path, state);
  return true;
}

}  // namespace touchdown::slip_path

#endif
