// C API of touchdown.h for one contact; compiled once for float and once, with TD_DOUBLE, for double.
#include "impact/resolve.hpp"

template touchdown::Status touchdown::resolve_contact(const touchdown::Contact<td_real> &,
                                                      touchdown::Impact<td_real> &);

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Contact<Scalar> &contact, touchdown::Impact<Scalar> &impact) {
  return resolve_contact(contact, impact);
}
template touchdown::Status touchdown::resolve(const touchdown::Contact<td_real> &, touchdown::Impact<td_real> &);

td_status td_resolve(const td_contact *contact, td_impact *impact) {
  if (contact == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve_contact(*contact, *impact);
}
