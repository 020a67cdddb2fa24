// Written by toolchain/api from the headers.
// The C functions of contact.hpp, and its templates, for td_real.
#include "api/contact.hpp"

template touchdown::Status touchdown::resolve(const touchdown::Contact<td_real> &, touchdown::Impact<td_real> &);

td_status td_resolve(const td_contact *contact, td_impact *impact) {
  if (contact == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*contact, *impact);
}
