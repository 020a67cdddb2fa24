// C API of touchdown.h for one contact; compiled once for float and once, with TD_DOUBLE, for double.
#include "c_api/conversion.hpp"
#include "impact/resolve.hpp"

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Contact<Scalar> &contact, touchdown::Impact<Scalar> &impact) {
  touchdown::Impact<Scalar> result;
  const Status status = resolve_contact(contact, result);
  if (status >= 0) impact = result;
  return status;
}

template touchdown::Status touchdown::resolve_contact(const touchdown::Contact<td_real> &,
                                                      touchdown::Impact<td_real> &);
template touchdown::Status touchdown::resolve(const touchdown::Contact<td_real> &, touchdown::Impact<td_real> &);

// Out of the way of td_resolve, so that a planar contact never goes through memory.
static __attribute__((noinline)) td_status resolve_at_length(const td_contact &contact, td_impact *impact) {
  touchdown::Impact<td_real> result;
  const td_status status = touchdown::resolve_contact(touchdown::from_c(contact), result);
  if (status >= 0) touchdown::to_c(result, impact);
  return status;
}

td_status td_resolve(const td_contact *contact, td_impact *impact) {
  if (contact == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  const touchdown::Contact<td_real> input = touchdown::from_c(*contact);
  if (!touchdown::is_sound(input) || !touchdown::has_closed_form(input)) return resolve_at_length(*contact, impact);
  touchdown::Impact<td_real> result;
  const td_status status = touchdown::resolve_in_closed_form(input, result);
  if (status >= 0) touchdown::to_c(result, impact);
  return status;
}
