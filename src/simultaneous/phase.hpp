// One phase of several contacts, compression or restitution: what each contact is to do in it, and did.
#ifndef TOUCHDOWN_SIMULTANEOUS_PHASE_HPP
#define TOUCHDOWN_SIMULTANEOUS_PHASE_HPP

#include "simultaneous/contact_set.hpp"

namespace touchdown {

// What each contact is to do in one phase, and did.
template <class Scalar>
struct Phase {
  ContactVector<Scalar> start[max_contacts];  // [m/s] velocity when the phase begins
  Scalar target[max_contacts];                // [m/s] v_n to end with
  Scalar least[max_contacts];                 // [N s] p_n to reach at least
  ImpulseSet<Scalar> impulses;                // of this phase alone
  Scalar g[max_contacts];                     // multipliers of the slides
  std::int32_t mode[max_contacts];
  Scalar last_change = 0;  // [m/s] largest change of a contact velocity in the last sweep
  int sweeps = 0;          // and steps of Newton's method
  bool by_newton = false;  // it is tried first
  bool marginal = false;   // stick or slide of some contact in the last sweep, a little of mu_s decided
};

template <class Scalar>
Scalar largest_entry(const ContactVector<Scalar> &v) {
  return max(abs(v.n), max(abs(v.t), abs(v.s)));
}

}  // namespace touchdown

#endif
