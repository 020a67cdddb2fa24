// Written by toolchain/api from the headers.
// The C functions of multi_contact.hpp, and its templates, for td_real.
#include "api/multi_contact.hpp"

template touchdown::Status touchdown::resolve(const touchdown::BodyMultiContact<td_real> &,
                                              touchdown::BodyMultiContactImpact<td_real> &,
                                              touchdown::ContactResult<td_real> *);
template touchdown::Status touchdown::resolve(const touchdown::SpeedsMultiContact<td_real> &,
                                              touchdown::SpeedsMultiContactImpact<td_real> &,
                                              touchdown::SystemAfter<td_real> *, touchdown::ContactResult<td_real> *);

td_status td_resolve_body_multi_contact(const td_body_multi_contact *body, td_body_multi_contact_impact *impact,
                                        td_contact_result *contacts) {
  if (body == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*body, *impact, contacts);
}

td_status td_resolve_speeds_multi_contact(const td_speeds_multi_contact *system, td_speeds_multi_contact_impact *impact,
                                          td_system_after *after, td_contact_result *contacts) {
  if (system == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*system, *impact, after, contacts);
}
