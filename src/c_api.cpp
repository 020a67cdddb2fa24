// C API of touchdown.h for one contact; compiled once for float and once, with TD_DOUBLE, for double.
#include "c_conversion.hpp"
#include "resolve.hpp"

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Contact<Scalar> &contact, touchdown::Impact<Scalar> &impact) {
  touchdown::Impact<Scalar> result;
  const Status status = resolve_contact(contact, result);
  if (status >= 0) impact = result;
  return status;
}

template touchdown::Status touchdown::resolve(const touchdown::Contact<td_real> &, touchdown::Impact<td_real> &);

td_status td_resolve(const td_contact *contact, td_impact *impact) {
  if (contact == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  touchdown::Impact<td_real> result;
  const td_status status = touchdown::resolve_contact(touchdown::from_c(*contact), result);
  if (status >= 0) touchdown::to_c(result, impact);
  return status;
}
