// The contact scaled to W_nn = 1 and v_n = -1, in which every solver works, and the solution that a solver returns.
// Impulses scale by |v_n| / W_nn, velocities by |v_n|, work by v_n^2 / W_nn: what follows is free of units
// (I.1)..(I.3).
#ifndef TOUCHDOWN_IMPACT_SCALED_CONTACT_HPP
#define TOUCHDOWN_IMPACT_SCALED_CONTACT_HPP

#include "impact/restitution.hpp"
#include "numerics/bits.hpp"

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
TOUCHDOWN_SHORT Scalar dot(const Vector2<Scalar> &a, const Vector2<Scalar> &b) {
  return a.x * b.x + a.y * b.y;
}

// In dual numbers, quantities without derivatives are `Fixed`, plain numbers.
template <class Scalar, class Fixed = Scalar>
struct ScaledContact {
  Vector2<Fixed> b;   // (W_nt, W_ns) / W_nn
  Fixed tt, ts, ss;   // tangential block T / W_nn
  Vector2<Scalar> u;  // slip before / |v_n|
  Fixed mu_s;
  Scalar mu_k;
  RestitutionLaw<Scalar> law;
  Scalar speed;    // |v_n| before
  Scalar impulse;  // |v_n| / W_nn
};

// A contact that separates keeps b, T and the surface; u need not be finite, because v_n may be 0.
template <class Scalar>
TOUCHDOWN_INLINE ScaledContact<Scalar> scaled_contact(const Contact<Scalar> &contact) {
  const Scalar speed = abs(contact.v.n);  // for a negated v_n GCC would negate the quotients again
  const Scalar inv_W = 1 / contact.W.nn;
  const Options<Scalar> &options = contact.options;
  Scalar d1 = 1, d2 = 1;
  if (is_law(options.law, TD_LAW_COMPROMISE)) {
    const Scalar weights = options.d1 + options.d2;
    const bool weighted = weights > 0;
    d1 = weighted ? options.d1 / weights : 1;
    d2 = weighted ? options.d2 / weights : 1;
  }
  return {
      {contact.W.nt * inv_W, contact.W.ns * inv_W},
      contact.W.tt * inv_W,
      contact.W.ts * inv_W,
      contact.W.ss * inv_W,
      {contact.v.t / speed, contact.v.s / speed},
      contact.surface.mu_s,
      contact.surface.mu_k,
      {options.law, is_above(contact.surface.e, tolerance::min_restitution<Scalar>) ? contact.surface.e : 0, d1, d2},
      speed,
      speed * inv_W};
}

// The contact reflected so that slip before the impact runs along +t, if nothing couples to s; and the sign.
template <class Scalar>
struct Reflected {
  ScaledContact<Scalar> contact;
  Scalar sigma;
};

template <class Scalar>
TOUCHDOWN_INLINE Reflected<Scalar> reflected(ScaledContact<Scalar> contact) {
  const Scalar sigma = contact.u.x < 0 ? Scalar(-1) : Scalar(1);
  contact.b.x = sigma * contact.b.x;
  contact.u.x = sigma * contact.u.x;
  return {contact, sigma};
}

// Baruh 2022, Table 1, if the contact then sticks: the case of a stop during compression, of a start at rest, of a stop
// during restitution. If it slides after the stop, the next case. 0: slip never stops.
constexpr std::int32_t stops_first = 1;
constexpr std::int32_t starts_at_rest = 5;
constexpr std::int32_t stops_late = 3;

// `first`: the case of a stop during compression.
TOUCHDOWN_INLINE std::int32_t case_of(std::int32_t first, bool slides_after, Stage stopped_in) {
  if (stopped_in == Stage::none) return 0;
  return (stopped_in == Stage::compression ? first : stops_late) + static_cast<std::int32_t>(slides_after);
}

// The same, by the slip before the impact.
template <class Scalar>
inline std::int32_t case_of(const Vector2<Scalar> &u, bool slides_after, Stage stopped_in) {
  const bool at_rest = u.x == 0 && u.y == 0;
  return case_of(at_rest ? starts_at_rest : stops_first, slides_after, at_rest ? Stage::compression : stopped_in);
}

// A solver's result, scaled. The audit derives the whole report from it.
template <class Scalar>
struct ImpactSolution {
  NormalProgress<Scalar> normal;  // impulse, work and v_n of both stages
  Vector2<Scalar> p;              // tangential impulse
  Vector2<Scalar> u;              // slip after
  Scalar friction_work;           // lost to friction, >= 0
  Scalar p_sliding, p_sticking, p_reversed;
  Scalar R1, R2, R3;
  std::int32_t case_number;
  std::int32_t law;
  std::int32_t method;
  std::int32_t steps;
  std::int32_t caveats;
};

}  // namespace touchdown

#endif
