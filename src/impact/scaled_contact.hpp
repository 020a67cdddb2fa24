// The contact scaled to W_nn = 1 and v_n = -1, in which every solver works, and the solution that a solver returns.
// Impulses scale by |v_n| / W_nn, velocities by |v_n|, work by v_n^2 / W_nn: what follows is free of units (E1)..(E3).
#ifndef TOUCHDOWN_IMPACT_SCALED_CONTACT_HPP
#define TOUCHDOWN_IMPACT_SCALED_CONTACT_HPP

#include "impact/restitution.hpp"

namespace touchdown {

// A vector in the contact plane: along t and s of the contact, or along the principal axes of its tangential block.
template <class Scalar>
struct Vector2 {
  Scalar x, y;
};

template <class Scalar>
TOUCHDOWN_INLINE Vector2<Scalar> operator+(const Vector2<Scalar> &a, const Vector2<Scalar> &b) {
  return {a.x + b.x, a.y + b.y};
}

template <class Scalar>
TOUCHDOWN_INLINE Vector2<Scalar> operator-(const Vector2<Scalar> &a, const Vector2<Scalar> &b) {
  return {a.x - b.x, a.y - b.y};
}

template <class Scalar>
TOUCHDOWN_INLINE Vector2<Scalar> operator*(Scalar a, const Vector2<Scalar> &b) {
  return {a * b.x, a * b.y};
}

template <class Scalar>
TOUCHDOWN_INLINE Scalar dot(const Vector2<Scalar> &a, const Vector2<Scalar> &b) {
  return a.x * b.x + a.y * b.y;
}

template <class Scalar>
struct ScaledContact {
  Vector2<Scalar> b;  // (W_nt, W_ns) / W_nn
  Scalar tt, ts, ss;  // tangential block T / W_nn
  Vector2<Scalar> u;  // slip before / |v_n|
  Scalar mu_s, mu_k;
  RestitutionLaw<Scalar> law;
  Scalar speed;    // |v_n| before
  Scalar impulse;  // |v_n| / W_nn
};

template <class Scalar>
TOUCHDOWN_INLINE ScaledContact<Scalar> scaled_contact(const Contact<Scalar> &contact) {
  const Scalar inv_W = 1 / contact.W.nn;
  const Scalar speed = -contact.v.n;
  const Options<Scalar> &options = contact.options;
  const Scalar weights = is_law(options.law, TD_LAW_COMPROMISE) ? options.d1 + options.d2 : 0;
  const bool weighted = weights > 0;
  return {{contact.W.nt * inv_W, contact.W.ns * inv_W},
          contact.W.tt * inv_W,
          contact.W.ts * inv_W,
          contact.W.ss * inv_W,
          {contact.v.t / speed, contact.v.s / speed},
          contact.surface.mu_s,
          contact.surface.mu_k,
          {options.law, contact.surface.e > tolerance::min_restitution<Scalar> ? contact.surface.e : 0,
           weighted ? options.d1 / weights : 1, weighted ? options.d2 / weights : 1},
          speed,
          speed * inv_W};
}

// What a solver returns of an impact, scaled. The audit derives the whole report from it.
template <class Scalar>
struct ImpactSolution {
  NormalProgress<Scalar> normal;  // impulse, work and v_n of both stages
  Vector2<Scalar> p;              // tangential impulse
  Vector2<Scalar> u;              // slip after
  Scalar friction_work;           // lost to friction, >= 0
  Scalar p_sliding, p_sticking, p_reversed;
  Scalar R1, R2, R3;
  bool starts_at_rest;  // no slip before the impact
  bool sticks;          // what follows the stop, if there is one
  Stage stopped_in;
  std::int32_t law;
  std::int32_t method;
  std::int32_t steps;
  std::int32_t caveats;
};

}  // namespace touchdown

#endif
