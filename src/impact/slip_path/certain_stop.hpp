// Slip that stops in compression and then sticks, whichever way it turns until then (I.48)..(I.50). The momentum
// balance alone then gives the impulse that ends compression, which is all that Poisson's and Newton's laws need of the
// path. The path decides only the works and the impulse of the stop; if it turns little, they have a closed form
// (I.51)..(I.53).
#ifndef TOUCHDOWN_IMPACT_SLIP_PATH_CERTAIN_STOP_HPP
#define TOUCHDOWN_IMPACT_SLIP_PATH_CERTAIN_STOP_HPP

#include "impact/slip_path/closure.hpp"

namespace touchdown::slip_path {

// Whether restitution by this law depends only on the impulse of compression. Without restitution all laws agree.
template <class Scalar>
constexpr bool needs_impulse_alone(const RestitutionLaw<Scalar> &law) {
  return only_poisson || law.law == TD_LAW_POISSON || is_law(law.law, TD_LAW_NEWTON) || law.e == 0;
}

// The greatest normal impulse at which slip u can stop (I.48); not above 0 if no stop is certain, as without mobility
// along an axis.
template <class Scalar>
TOUCHDOWN_INLINE Scalar latest_stop(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &u) {
  const Scalar least = plane.mu_k - (1 + tolerance::indefinite<Scalar>)*sqrt_unchecked(dot(plane.c, plane.c));
  const Scalar square = u.x * u.x * plane.inv_T.x + u.y * u.y * plane.inv_T.y;
  return sqrt_unchecked(square * plane.inv_T.y) / least;
}

// The stop comes before compression can end (I.49), by more than the rounding of this test (I.50).
template <class Scalar>
TOUCHDOWN_SHORT bool stops_for_certain(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &u) {
  constexpr Scalar noise = tolerance::indefinite<Scalar>;
  const Scalar p = latest_stop(plane, u);
  if (!(p > 0) || plane.f_stick == 0) return false;
  const Scalar against = plane.mu_k * sqrt_unchecked(dot(plane.b, plane.b)) - 1;
  const Scalar f = plane.f_stick + (against > 0 ? against : 0);
  const Vector2<Scalar> along = {plane.c.x * u.x, plane.c.y * u.y};
  return (f + noise * (f + 2)) * p < 1 + along.x + along.y - noise * (1 + abs(along.x) + abs(along.y));
}

// The stop of slip that turns on its way there.
template <class Scalar>
struct TurnedStop {
  Scalar p;         // impulse until then
  Scalar shift;     // its part due to the turn; the largest number if that is not known
  Scalar bend;      // change of the work of friction by the turn, and of the work of the normal force
  Scalar left_out;  // estimated error of these
  bool jams;
};

// The direction of slip nears the direction of the stop as a power of the remaining slip. Its deviation from its mean,
// the direction of the straight segment, shifts the stop to second order and the works to first (I.51)..(I.53).
template <class Scalar>
TOUCHDOWN_INLINE TurnedStop<Scalar> turned_stop(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &u,
                                                const Slip<Scalar> &slip) {
  const Scalar p = impulse_to_stop(plane, u);
  const Slip<Scalar> mean = slip_along(plane, direction_to_stop(plane, u, p), slip.speed);
  const Scalar stray = mean.t.x * slip.t.y - mean.t.y * slip.t.x;
  const Scalar ratio = -across_turn(plane, mean.t) / mean.g;  // m + 1
  const Scalar power = ratio > 1 ? ratio - 1 : 0;
  const Scalar slack = (2 * power + 1) * (plane.mu_k - dot(mean.t, plane.c));
  const Scalar shift = Scalar(0.5) * plane.mu_k * p * stray * stray / slack;
  const Scalar stop = p + shift;
  const Scalar lean = plane.mu_k * (plane.b.x * mean.t.y - plane.b.y * mean.t.x);
  const Scalar bend = lean * stop * stop * stray / (2 * power + 4);
  const Scalar left_out = abs(stray) * (abs(bend) + shift * slip.speed);
  const Scalar known_shift = mean.g < 0 ? shift : largest<Scalar>;
  return {stop, known_shift, bend, left_out, slip.f <= 0 || mean.f <= 0};
}

// Ends an impact whose stop is certain, by a law that needs its impulse alone, if the stop is known well enough:
// momentum gives the impulse and the velocities (I.49). Returns whether it has.
template <class Scalar>
TOUCHDOWN_COMPACT bool ends_certainly(const Path<Scalar> &path, IntegratorState<Scalar> &state,
                                      Ending<Scalar> &ending) {
  const TangentialPlane<Scalar> &plane = path.plane;
  Point<Scalar> &point = state.point;
  const Vector2<Scalar> u = point.u;
  const TurnedStop<Scalar> stop = turned_stop(plane, u, state.slip);
  if (!(stop.shift <= tolerance::stop_shift<Scalar> * path.tolerance)) return false;
  if (!(stop.left_out <= tolerance::works_left_out<Scalar> * path.tolerance)) return false;
  const Vector2<Scalar> q = inverse_times(plane, u);
  const Scalar along = dot(plane.c, u), inv_f = 1 / plane.f_stick;
  const Scalar p_c = (1 + along) * inv_f;
  if (!(stop.p <= p_c)) return false;  // by the neglected terms
  const Scalar v_stop = plane.f_stick * (stop.p - p_c);
  const Scalar work = Scalar(0.5) * (stop.p * (1 - v_stop) + v_stop * v_stop * inv_f) - stop.bend;
  const Scalar p_r = path.law.e * (only_poisson || path.law.law == TD_LAW_POISSON ? p_c : inv_f);
  const Scalar v_n = plane.f_stick * p_r;
  const Scalar p = p_c + p_r;
  point.normal = {{p_c, work}, {p_r, v_n, Scalar(0.5) * p_r * v_n}, Stage::restitution};
  point.friction_work = Scalar(0.5) * (dot(q, u) + along * stop.p) + stop.bend;
  point.lambda = {-(q.x + plane.c.x * p), -(q.y + plane.c.y * p)};
  point.u = {0, 0};
  const std::int32_t law = is_law(path.law.law, TD_LAW_AUTOMATIC) ? TD_LAW_POISSON : path.law.law;
  ending = {Stage::compression, true, law, stop.jams ? TD_CAVEAT_JAM : 0, p - stop.p};
  return true;
}

}  // namespace touchdown::slip_path

#endif
