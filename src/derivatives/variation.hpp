// What a change of an input does to the slip path, place by place of it, within a stage (E107). What changes by the
// size of the slip before, or by a start further along the path, is told by the path itself (E105).
#ifndef TOUCHDOWN_DERIVATIVES_VARIATION_HPP
#define TOUCHDOWN_DERIVATIVES_VARIATION_HPP

#include "derivatives/tangent_series.hpp"

namespace touchdown::derivatives {

// What it does to a place: to the normal impulse there and the work of the normal force, of the stage, to v_n, and to
// slip and friction impulse.
template <class Scalar>
struct Variation {
  Scalar p;
  Vector2<Scalar> u, lambda;
  Scalar v_n, work;
};

// A place of the path; impulse and work of the normal force are those of the stage.
template <class Scalar>
struct Place {
  Vector2<Scalar> u, lambda;
  Scalar p, v_n, work;
  Slip<Scalar> slip;
  Vector2<Scalar> rate;  // du/dp
};

// Where the path starts: slip before, its speed and direction; any direction where there is none.
template <class Scalar>
struct Start {
  Vector2<Scalar> u;
  Slip<Scalar> slip;
  Scalar inv_speed;  // 0 of no slip
};

// A path k u(p / k + c), by k and by c: so is a stage whose slip at its start is another on the same path.
template <class Scalar>
struct Likeness {
  Scalar scale, shift;
  Vector2<Scalar> lambda;  // what the friction impulse before the stage changes by, and over the shift
};

// Where a stage starts.
template <class Scalar>
struct StageStart {
  Vector2<Scalar> lambda;
  Scalar v_n, f, speed;
};

template <class Scalar>
inline Vector2<Scalar> rate_of(const Slip<Scalar> &slip) {
  return slip.g * slip.t + slip.h * across(slip.t);
}

template <class Scalar>
inline Place<Scalar> place_of(const Vector2<Scalar> &u, const Vector2<Scalar> &lambda, const Slip<Scalar> &slip,
                              const Progress<Scalar> &reached) {
  return {u, lambda, reached.p, reached.v_n, reached.work, slip, rate_of(slip)};
}

template <class Scalar>
inline Variation<Scalar> variation_of(const Likeness<Scalar> &like, const StageStart<Scalar> &stage,
                                      const Place<Scalar> &at) {
  const Scalar k = like.scale, c = like.shift;
  return {k * at.p - c, k * at.u, like.lambda + k * (at.lambda - stage.lambda), k * (at.v_n - stage.v_n) - c * stage.f,
          k * (2 * at.work - stage.v_n * at.p) - c * (stage.v_n + stage.f * at.p)};
}

// What the derivative of a step's series adds to its increment d; `by_mu` is the reciprocal of mu_k by mu_k, or 0.
template <class Scalar>
inline slip_path::Increment<Scalar> varied_increment(const TangentialPlane<Scalar> &plane, Scalar speed,
                                                     const slip_path::Integrals<Scalar> &by, Scalar by_mu,
                                                     const slip_path::Increment<Scalar> &d) {
  const Scalar mu = plane.mu_k;
  slip_path::Increment<Scalar> r;
  r.p = by.r;
  r.lambda = {by_mu * d.lambda.x - mu * by.x, by_mu * d.lambda.y - mu * by.y};
  const Vector2<Scalar> by_friction = mobility_times(plane, r.lambda);
  r.u = {plane.b.x * by.r + by_friction.x, plane.b.y * by.r + by_friction.y};
  r.v_n = by.r + dot(plane.b, r.lambda);
  r.friction_work = mu * speed * by.bend + by_mu * d.friction_work;
  r.work = Scalar(0.5) * (by.r * d.v_n + d.p * r.v_n + (dot(r.u, d.lambda) + dot(d.u, r.lambda))) + r.friction_work;
  return r;
}

// A variation over a step: it grows with the speed, and by what the series changes.
template <class Scalar>
inline Variation<Scalar> carried(const Variation<Scalar> &from, Scalar growth, const slip_path::Increment<Scalar> &by,
                                 Scalar v_n_before, const slip_path::Increment<Scalar> &d) {
  const Scalar p = growth * d.p + by.p;
  return {from.p + p, from.u + (growth * d.u + by.u), from.lambda + (growth * d.lambda + by.lambda),
          from.v_n + (growth * d.v_n + by.v_n),
          from.work + (2 * growth * d.work + by.work) + (p * v_n_before + d.p * from.v_n)};
}

}  // namespace touchdown::derivatives

#endif
