// A body made ready for many steps: as it was given, and its terrain as the steps read it. Whatever stands in one, no
// loop runs beyond its bound and no index beyond its array: the numbers that say so are checked before each step.
#ifndef TOUCHDOWN_SETTLING_PREPARED_HPP
#define TOUCHDOWN_SETTLING_PREPARED_HPP

#include "settling/settling.hpp"

namespace touchdown {

// Calls `take` with each number that a step needs of a terrain. Of the planes those that there are, last: mostly it is
// one.
template <class Scalar, class Take>
TOUCHDOWN_INLINE void each_derived(int planes, Terrain<Scalar> &terrain, const Take &take) {
  const auto take_vector = [&](Vector3<Scalar> &x) { take(x[0]), take(x[1]), take(x[2]); };
  const auto take_plane = [&](int i) {
    ContactFrame<Scalar> &frame = terrain.frame[i];
    take_vector(frame.t), take_vector(frame.s), take_vector(frame.n), take_vector(terrain.point[i]);
  };
  BodyFactor<Scalar> &factor = terrain.factor;
  SettlingScales<Scalar> &scales = terrain.scales;
  take_vector(terrain.up);
  take(terrain.reach);
  take(factor.mass), take(factor.inverse_mass);
  take(factor.inertia.l10), take(factor.inertia.l20), take(factor.inertia.l21);
  take_vector(factor.inertia.inverse_d);
  take(scales.step), take(scales.speed), take(scales.length);
  take(scales.bears_within), take(scales.together_within);
  take_plane(0);
  for (int i = 1; i < planes; ++i) take_plane(i);
}

// td_settling_prepare. `prepared` is written only if the status is not negative.
template <class Scalar>
inline Status make_ready(const SettlingBody<Scalar> &body, SettlingPrepared<Scalar> &prepared) {
  Terrain<Scalar> terrain;
  const Status status = prepare(body, terrain);
  if (status < 0) return status;
  if (!is_finite(terrain.factor.inverse_mass)) return TD_REFUSED_RANGE;
  prepared.body = as_read(body);
  fill_zero(TD_SETTLING_DERIVED, prepared.derived);
  Scalar *next = prepared.derived;
  each_derived(body.planes, terrain, [&](Scalar x) { *next++ = x; });
  return status;
}

// The terrain of a step, of a body whose counts have been checked.
template <class Scalar>
TOUCHDOWN_INLINE void unpack(const SettlingPrepared<Scalar> &prepared, Terrain<Scalar> &terrain) {
  const SettlingBody<Scalar> &body = prepared.body;
  const Scalar *next = prepared.derived;
  each_derived(body.planes, terrain, [&](Scalar &x) { x = *next++; });
  terrain.planes = body.planes;
  terrain.thrust = has_thrust(body);
  if (has_heights(body)) terrain.datum = terrain.frame[0];
}

// SIZE, GROUND, those of the rounds, or solved: what loops and indices follow.
template <class Scalar>
TOUCHDOWN_INLINE Status check_counts(const SettlingBody<Scalar> &body) {
  if (!has_sizes(body)) return TD_REFUSED_SIZE;
  return has_ground(body) ? check_rounds(body) : TD_REFUSED_GROUND;
}

// td_settling_step_prepared. `settling` is scratch when the status is negative.
template <class Scalar>
inline Status take_prepared_step(const SettlingPrepared<Scalar> &prepared, Scalar until,
                                 MovingSettling<Scalar> &settling) {
  Status status = check_counts(prepared.body);
  if (status == TD_SOLVED) status = check_step(prepared.body, until, settling);
  if (status < 0) return status;
  Terrain<Scalar> terrain;  // of this step: on ground that a function tells its planes change
  unpack(prepared, terrain);
  status = take_step(prepared.body, terrain, until, settling);
  return status < 0 || is_finite(settling.time) ? status : TD_REFUSED_RANGE;
}

}  // namespace touchdown

#endif
