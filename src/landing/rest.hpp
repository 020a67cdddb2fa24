// What became of the lander after a step: it rests, it tips, it leaves, or nothing yet. A lander tips once its centre
// of mass is beyond all of its feet, as seen along gravity, from those that touch, and goes on outwards: what gravity
// does from there on only turns it further, and no foot can catch it. A round foot counts as its whole sphere: wherever
// it touches, gravity turns the lander outwards. It rests where forces can hold it (landing/rest.hpp). What it does at
// the horizon, it does for ever: it slides where friction cannot hold it, balances, or bounces without loss.
#ifndef TOUCHDOWN_LANDING_REST_HPP
#define TOUCHDOWN_LANDING_REST_HPP

#include "landing/stance.hpp"

namespace touchdown {

template <class Scalar>
inline bool is_upright(const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R) {
  const Scalar rise = terrain.up.dot(R * vector(terrain.lander->up));
  return rise > 0 && 2 * rise * rise > vector(terrain.lander->up).squaredNorm();
}

// From the feet that touch to below the centre of mass.
template <class Scalar>
inline Vector3<Scalar> outwards_from(const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R, std::uint32_t feet) {
  Vector3<Scalar> sum = Vector3<Scalar>::Zero();
  for (int i = 0; i < terrain.lander->feet; ++i)
    if ((feet >> i & 1U) != 0) sum -= arm_of(terrain, R, i);
  return sum - terrain.up * terrain.up.dot(sum);
}

// Whether the centre of mass is beyond every foot that way, by more than what forces are taken to hold, and moves so
// beside those that touch.
template <class Scalar>
inline bool is_beyond(const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R, const Vector3<Scalar> &w,
                      std::uint32_t feet) {
  const Vector3<Scalar> out = outwards_from(terrain, R, feet);
  const Vector3<Scalar> seen = R.transpose() * out;  // from the body
  const Scalar length = square_root(out.squaredNorm());
  const Scalar nearest = -tolerance::held<Scalar> * terrain.reach * length;
  for (int i = 0; i < terrain.lander->feet; ++i)
    if (!(seen.dot(vector(terrain.lander->foot[i].r)) + terrain.lander->foot[i].radius * length < nearest))
      return false;
  Scalar drift = 0;
  for (int i = 0; i < terrain.lander->feet; ++i)
    if ((feet >> i & 1U) != 0) drift -= out.dot(w.cross(arm_of(terrain, R, i)));
  return drift > 0;
}

template <class Scalar>
inline bool is_in_ground(const Terrain<Scalar> &terrain, const Vector3<Scalar> &x) {
  if (has_heights(terrain)) return terrain.centre <= 0;
  for (int i = 0; i < terrain.planes; ++i)
    if (!(height_of(terrain, x, i) <= 0)) return false;
  return true;
}

template <class Scalar>
inline bool tips(const Terrain<Scalar> &terrain, bool thrusts, const MovingLanding<Scalar> &landing) {
  if (is_in_ground(terrain, landing.state.x)) return true;
  const std::uint32_t feet = static_cast<std::uint32_t>(landing.bearing);
  if (feet == 0 || thrusts || landing.phase != TD_PHASE_MOVING) return false;
  return is_beyond(terrain, rotation_of(landing.state.q), landing.state.w, feet);
}

// Some foot touches, nothing thrusts, and the lander is slow. One that lies flat stops by its own rule.
template <class Scalar>
inline bool is_quiet(const Terrain<Scalar> &terrain, bool thrusts, const MovingLanding<Scalar> &landing) {
  if (landing.bearing == 0 || landing.phase != TD_PHASE_MOVING || thrusts) return false;
  return is_slower(terrain, Motion<Scalar>{landing.state.v, landing.state.w}, tolerance::slow<Scalar>);
}

// Whether the lander goes away from every plane, and neither gravity nor a thrust that goes on pulls it back.
template <class Scalar>
inline bool leaves(const Terrain<Scalar> &terrain, bool thrusts, const MovingLanding<Scalar> &landing) {
  if (landing.bearing != 0) return false;
  Vector3<Scalar> a = vector(terrain.lander->gravity);
  if (thrusts) a += rotation_of(landing.state.q) * vector(terrain.lander->thrust) / terrain.lander->mass;
  for (int i = 0; i < terrain.planes; ++i) {
    const Vector3<Scalar> &n = terrain.frame[i].n;
    if (!(n.dot(landing.state.v) > 0 && n.dot(a) >= 0)) return false;
  }
  return true;
}

// No impact takes anything from its normal speed.
template <class Scalar>
inline bool bounces(const Lander<Scalar> &lander, const MovingLanding<Scalar> &landing) {
  bool all = landing.first_contact >= 0;
  for (int i = 0; i < lander.feet; ++i) all = all && lander.foot[i].surface.e == 1;
  return all;
}

// At the horizon. What slides does not turn; what balances is slow.
template <class Scalar, class FindStance>
inline std::int32_t outcome_at_end(const Terrain<Scalar> &terrain, bool thrusts, const FindStance &stance,
                                   const MovingLanding<Scalar> &landing) {
  if (leaves(terrain, thrusts, landing)) return TD_OUTCOME_LEAVES;
  const bool bears = landing.bearing != 0 && !thrusts;
  const Vector3<Scalar> still = Vector3<Scalar>::Zero();
  const Scalar slow = tolerance::slow<Scalar>;
  if (bears && is_slower(terrain, Motion<Scalar>{still, landing.state.w}, slow)) {
    const std::int32_t found = stance();
    if (found == TD_STANCE_SLIDES) return TD_OUTCOME_SLIDES;
    if (found == TD_STANCE_BALANCES && is_slower(terrain, Motion<Scalar>{landing.state.v, still}, slow))
      return TD_OUTCOME_BALANCES;
  }
  return bounces(*terrain.lander, landing) ? TD_OUTCOME_BOUNCES : TD_OUTCOME_UNDECIDED;
}

// `stance` finds how the lander stands.
template <class Scalar, class FindStance>
inline std::int32_t outcome_of(const Terrain<Scalar> &terrain, bool thrusts, const FindStance &stance,
                               const MovingLanding<Scalar> &landing) {
  if (landing.phase == TD_PHASE_RESTING)
    return is_upright(terrain, rotation_of(landing.state.q)) ? TD_OUTCOME_RESTS_UPRIGHT : TD_OUTCOME_RESTS_OTHERWISE;
  if (tips(terrain, thrusts, landing)) return TD_OUTCOME_TIPS;
  if (landing.time < horizon_of(*terrain.lander)) return TD_OUTCOME_OPEN;
  return outcome_at_end(terrain, thrusts, stance, landing);
}

}  // namespace touchdown

#endif
