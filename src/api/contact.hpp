// What the C functions of impact.h for one contact call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_CONTACT_HPP
#define TOUCHDOWN_API_CONTACT_HPP

#include "impact/resolve.hpp"

template touchdown::Status touchdown::resolve_contact(const touchdown::Contact<td_real> &,
                                                      touchdown::Impact<td_real> &);

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Contact<Scalar> &contact, touchdown::Impact<Scalar> &impact) {
  return resolve_contact(contact, impact);
}

#endif
