// Slip that stops in compression and then sticks, whichever way it turns until then (E163)..(E165). The impulse that
// ends compression follows from the momentum balance alone there, and with it all that Poisson's and Newton's laws need
// of the path: only the energies and the impulse of the stop are still those of the path, which may be followed less
// closely.
#ifndef TOUCHDOWN_IMPACT_SLIP_PATH_CERTAIN_STOP_HPP
#define TOUCHDOWN_IMPACT_SLIP_PATH_CERTAIN_STOP_HPP

#include "impact/restitution.hpp"
#include "impact/tangential_plane.hpp"

namespace touchdown::slip_path {

// Restitution by this law depends on compression by its impulse alone. Without restitution all laws are one.
template <class Scalar>
constexpr bool needs_impulse_alone(const RestitutionLaw<Scalar> &law) {
  return law.law == TD_LAW_POISSON || is_law(law.law, TD_LAW_NEWTON) || law.e == 0;
}

// The greatest normal impulse at which slip u can stop, on a path that strays from the exact one by `astray` (E163);
// not above 0 where none is certain, as without mobility along an axis.
template <class Scalar>
TOUCHDOWN_INLINE Scalar latest_stop(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &u, Scalar astray) {
  const Scalar least = plane.mu_k - (1 + tolerance::indefinite<Scalar>)*sqrt_unchecked(dot(plane.c, plane.c));
  const Scalar square = u.x * u.x * plane.inv_T.x + u.y * u.y * plane.inv_T.y;
  return (sqrt_unchecked(square * plane.inv_T.y) + astray * plane.inv_T.y) / least;
}

// The stop comes before compression can end (E164), by more than the rounding of this test (E165).
template <class Scalar>
TOUCHDOWN_INLINE bool stops_for_certain(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &u, Scalar astray) {
  constexpr Scalar noise = tolerance::indefinite<Scalar>;
  const Scalar p = latest_stop(plane, u, astray);
  if (!(p > 0) || plane.f_stick == 0) return false;
  const Scalar against = plane.mu_k * sqrt_unchecked(dot(plane.b, plane.b)) - 1;
  const Scalar f = plane.f_stick + (against > 0 ? against : 0);
  const Vector2<Scalar> along = {plane.c.x * u.x, plane.c.y * u.y};
  return (f + noise * (f + 2)) * p < 1 + along.x + along.y - noise * (1 + abs(along.x) + abs(along.y));
}

}  // namespace touchdown::slip_path

#endif
