// The kinetic energy behind a contact, v W^-1 v / 2, and with it whether W is an inverse inertia at all.
// W = L D L^T in the order n, t, s (I.4)..(I.6); a pivot that is 0 to rounding stands for a direction without mobility
// and carries no energy.
#ifndef TOUCHDOWN_IMPACT_KINETIC_ENERGY_HPP
#define TOUCHDOWN_IMPACT_KINETIC_ENERGY_HPP

#include "impact/scaled_contact.hpp"

namespace touchdown {

template <class Scalar>
struct EnergyForm {
  Vector2<Scalar> b;    // rows of L below the unit pivot W_nn
  Scalar l;             // L_st
  Scalar inv_t, inv_s;  // 1 / D_t, 1 / D_s; 0 where there is no mobility
  bool positive;        // W is positive semidefinite to rounding
};

// The same for a planar contact, where no term couples out of the plane.
template <class Scalar>
struct PlanarEnergyForm {
  Scalar b;
  Scalar inv_t;
  Scalar c;       // W_tt^-1 W_nt: friction ratio that sticking needs; 0 without mobility
  bool positive;  // without W_ss, which no planar result depends on
};

// A pivot of W, and the size of its terms, in whose rounding it may be lost: its diagonal entry, and for the last pivot
// l^2 times the entry before, because rounding there enters with l on both sides. A negative entry needs no test of its
// own: its pivot is smaller still.
template <class Scalar>
struct Pivot {
  Scalar reciprocal;  // 0 where the pivot is lost
  bool valid;         // >= 0 to rounding
};

template <class Scalar>
TOUCHDOWN_INLINE Pivot<Scalar> pivot_of(Scalar pivot, Scalar size) {
  const Scalar noise = tolerance::indefinite<Scalar> * size;
  if (pivot > noise) return {1 / pivot, true};
  return {0, pivot >= -tolerance::assembled<Scalar> * size && noise <= largest<Scalar>};
}

template <class Scalar>
TOUCHDOWN_INLINE PlanarEnergyForm<Scalar> planar_energy_form(const ScaledContact<Scalar> &contact) {
  const Scalar a = contact.tt;
  const Scalar b = contact.b.x;
  const Scalar pivot = a - b * b;
  const bool lost = !(pivot > tolerance::indefinite<Scalar> * a);
  const bool immobile = lost && !(a > 0);  // if the pivot is above 0, so is a
  return {b, lost ? 0 : 1 / pivot, immobile ? 0 : b / a, !lost || pivot_of(pivot, a).valid};
}

// The pivot of s without mobility along t: nothing may couple to t, except a pivot just lost, and its rounding.
template <class Scalar>
TOUCHDOWN_COMPACT Pivot<Scalar> pivot_without_t(Scalar t, Scalar tt, Scalar coupling, Scalar s, Scalar ss) {
  const bool coupled = coupling * coupling > 2 * tolerance::assembled<Scalar> * tt * ss;
  const Pivot<Scalar> pivot = pivot_of(s - 0 * coupling, ss);  // NaN if the coupling has overflowed
  return {pivot.reciprocal, pivot_of(t, tt).valid && pivot.valid && !coupled};
}

template <class Scalar>
TOUCHDOWN_INLINE EnergyForm<Scalar> energy_form(const ScaledContact<Scalar> &contact) {
  const Vector2<Scalar> b = {contact.b.x, contact.b.y};
  const Scalar t = contact.tt - b.x * b.x;
  const Scalar s = contact.ss - b.y * b.y;
  const Scalar coupling = contact.ts - b.x * b.y;
  if (!(t > tolerance::indefinite<Scalar> * contact.tt)) {
    const Pivot<Scalar> pivot = pivot_without_t(t, contact.tt, coupling, s, contact.ss);
    return {b, 0, 0, pivot.reciprocal, pivot.valid};
  }
  const Scalar inv_t = 1 / t;
  const Scalar l = coupling * inv_t;
  const Pivot<Scalar> pivot = pivot_of(s - l * coupling, contact.ss + l * l * contact.tt);
  return {b, l, inv_t, pivot.reciprocal, pivot.valid};
}

// The energy form of a contact that any method of this library accepts.
template <class Scalar>
inline auto energy_form_of_any(const ScaledContact<Scalar> &contact) {
  if constexpr (methods == 1U << TD_METHOD_PLANAR)
    return planar_energy_form(contact);
  else
    return energy_form(contact);
}

template <class Scalar>
TOUCHDOWN_INLINE Scalar kinetic_energy(const EnergyForm<Scalar> &form, Scalar v_n, const Vector2<Scalar> &u) {
  const Scalar z_t = u.x - form.b.x * v_n;
  const Scalar z_s = u.y - form.b.y * v_n - form.l * z_t;
  return Scalar(0.5) * (v_n * v_n + z_t * z_t * form.inv_t + z_s * z_s * form.inv_s);
}

// v W^-1 v.
template <class Scalar>
TOUCHDOWN_INLINE Scalar weighed_square(const PlanarEnergyForm<Scalar> &form, Scalar v_n, const Vector2<Scalar> &u) {
  const Scalar z_t = u.x - form.b * v_n;
  return v_n * v_n + z_t * z_t * form.inv_t;
}

template <class Scalar>
TOUCHDOWN_INLINE Scalar kinetic_energy(const PlanarEnergyForm<Scalar> &form, Scalar v_n, const Vector2<Scalar> &u) {
  return Scalar(0.5) * weighed_square(form, v_n, u);
}

}  // namespace touchdown

#endif
