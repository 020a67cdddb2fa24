// One phase of several contacts, compression or restitution: the task of each contact, and its result.
#ifndef TOUCHDOWN_MULTI_CONTACT_PHASE_HPP
#define TOUCHDOWN_MULTI_CONTACT_PHASE_HPP

#include "multi_contact/contact_set.hpp"

namespace touchdown {

// The task of each contact in one phase, and its result.
template <class Scalar>
struct Phase {
  ContactVector<Scalar> start[max_contacts];  // [m/s] velocity when the phase begins
  Scalar target[max_contacts];                // [m/s] v_n to end with
  Scalar least[max_contacts];                 // [N s] p_n to reach at least
  ImpulseSet<Scalar> impulses;                // of this phase alone
  Scalar g[max_contacts];                     // multipliers of the slides
  Scalar mu_s[max_contacts];                  // present limit of a stick
  std::int32_t gave_way[max_contacts];        // how often the contact has slid after it stuck
  std::int32_t mode[max_contacts];
  Scalar last_change = 0;  // [m/s] largest change of a contact velocity in the last sweep
  int sweeps = 0;          // steps of Newton's method included
  bool by_newton = false;  // that method is tried first
  bool marginal = false;   // in the last sweep a little of mu_s decided between stick and slide
  bool scaled = false;     // less of it is taken, so that no energy is gained
};

// The friction of contact i now. A contact that keeps breaking loose from static friction continues with mu_k:
// otherwise this contact and others may alternate for ever.
template <class Scalar>
inline void note_mode(const ContactSet<Scalar> &set, int i, std::int32_t mode, Phase<Scalar> &phase) {
  if (mode == TD_MODE_SLIDES && phase.mode[i] == TD_MODE_STICKS && ++phase.gave_way[i] >= tolerance::gives_way)
    phase.mu_s[i] = set.member[i].surface.mu_k;
  phase.mode[i] = mode;
}

// At the beginning of a phase no contact has slid in it.
template <class Scalar>
inline void reset_friction(const ContactSet<Scalar> &set, Phase<Scalar> &phase) {
  for (int i = 0; i < set.count; ++i) {
    phase.mu_s[i] = set.member[i].surface.mu_s;
    phase.gave_way[i] = 0;
  }
}

// Callbacks that follow a solver. By default they do nothing.
struct Unwatched {
  // Contact i of generalized speeds, whose mass matrix is `mass`, by its rows J.
  template <class Mass, class Vector>
  void entered(const Mass & /*mass*/, int /*i*/, const Vector * /*J*/) const {}
  template <class Set, class Rule>
  void begin(const Set & /*set*/, const Rule & /*rule*/) const {}
  // Compression, with a null p_compression, or restitution after it, of which `part` will be taken, out of a stock of
  // energy; or no restitution, because every e is 0.
  template <class Set, class Phase, class Scalar>
  void ended(const Set & /*set*/, const Phase & /*phase*/, const Scalar * /*p_compression*/, Scalar /*part*/,
             Scalar /*stock*/) const {}
  template <class Set, class Phase, class Scalar>
  void stayed(const Set & /*set*/, const Phase & /*phase*/, const Scalar * /*p_compression*/) const {}
  // In sequence: contact i is next, or none; and its single impact.
  template <class Set, class Vector>
  void chosen(const Set & /*set*/, const Vector * /*v*/, int /*i*/) const {}
  template <class Set, class Contact, class Impact>
  Status hit(const Set & /*set*/, int /*i*/, const Contact & /*contact*/, const Impact & /*impact*/) const {
    return TD_SOLVED;
  }
  template <class Set>
  void superposed(const Set & /*set*/) const {}
};

template <class Scalar>
Scalar largest_entry(const ContactVector<Scalar> &v) {
  return max(abs(v.n), max(abs(v.t), abs(v.s)));
}

}  // namespace touchdown

#endif
