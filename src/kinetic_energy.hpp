// The kinetic energy behind a contact, v W^-1 v / 2, and with it whether W is an inverse inertia at all.
// W = L D L^T in the order n, t, s (E4)..(E6); a pivot that is 0 to rounding stands for a direction without mobility
// and carries no energy.
#ifndef TOUCHDOWN_SRC_KINETIC_ENERGY_HPP
#define TOUCHDOWN_SRC_KINETIC_ENERGY_HPP

#include "normal_form.hpp"

namespace touchdown {

template <class Scalar>
struct EnergyForm {
  Planar2<Scalar> b;    // rows of L below the unit pivot W_nn
  Scalar l;             // L_st
  Scalar per_t, per_s;  // 1 / D_t, 1 / D_s; 0 where there is no mobility
  bool positive;        // W is positive semidefinite to rounding
};

// 1 / pivot, or 0 where the pivot is lost in the rounding of `entry`, the diagonal entry that it was reduced from.
template <class Scalar>
TOUCHDOWN_INLINE Scalar reciprocal_pivot(Scalar pivot, Scalar entry) {
  return pivot > tolerance::indefinite<Scalar> * entry ? 1 / pivot : 0;
}

template <class Scalar>
TOUCHDOWN_INLINE bool pivot_is_valid(Scalar pivot, Scalar entry) {
  return pivot >= -tolerance::indefinite<Scalar> * entry && entry >= 0;
}

template <class Scalar>
TOUCHDOWN_INLINE EnergyForm<Scalar> planar_energy_form(const NormalForm<Scalar> &contact) {
  const Scalar pivot = contact.tt - contact.b.t * contact.b.t;
  return {contact.b, 0, reciprocal_pivot(pivot, contact.tt), 0, pivot_is_valid(pivot, contact.tt) && contact.ss >= 0};
}

template <class Scalar>
TOUCHDOWN_INLINE EnergyForm<Scalar> energy_form(const NormalForm<Scalar> &contact) {
  EnergyForm<Scalar> form = planar_energy_form(contact);
  const Scalar coupling = contact.ts - contact.b.t * contact.b.s;
  form.l = coupling * form.per_t;
  const Scalar pivot = contact.ss - contact.b.s * contact.b.s - form.l * coupling;
  form.per_s = reciprocal_pivot(pivot, contact.ss);
  // Without mobility along t nothing may couple to it.
  const bool coupled_to_nothing =
      form.per_t == 0 && coupling * coupling > tolerance::indefinite<Scalar> * contact.tt * contact.ss;
  form.positive = form.positive && pivot_is_valid(pivot, contact.ss) && !coupled_to_nothing;
  return form;
}

template <class Scalar>
TOUCHDOWN_INLINE Scalar kinetic_energy(const EnergyForm<Scalar> &form, Scalar v_n, const Planar2<Scalar> &u) {
  const Scalar z_t = u.t - form.b.t * v_n;
  const Scalar z_s = u.s - form.b.s * v_n - form.l * z_t;
  return Scalar(0.5) * (v_n * v_n + z_t * z_t * form.per_t + z_s * z_s * form.per_s);
}

}  // namespace touchdown

#endif
