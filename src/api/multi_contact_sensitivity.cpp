// Written by toolchain/api from the headers.
// The C functions of multi_contact_sensitivity.hpp, and its templates, for td_real.
#include "api/multi_contact_sensitivity.hpp"

template touchdown::Status touchdown::resolve(const touchdown::BodyMultiContact<td_real> &,
                                              touchdown::BodyMultiContactDerivatives<td_real> &, td_real *, td_real *,
                                              td_real *, touchdown::ContactResult<td_real> *);
template touchdown::Status touchdown::resolve(const touchdown::SpeedsMultiContact<td_real> &,
                                              touchdown::SpeedsMultiContactDerivatives<td_real> &, td_real *, td_real *,
                                              td_real *, td_real *, touchdown::SystemAfter<td_real> *,
                                              touchdown::ContactResult<td_real> *);

td_status td_resolve_body_multi_contact_derivatives(const td_body_multi_contact *body,
                                                    td_body_multi_contact_derivatives *impact, td_real *p,
                                                    td_real *p_by_surface, td_real *motion_by_surface,
                                                    td_contact_result *contacts) {
  if (body == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*body, *impact, p, p_by_surface, motion_by_surface, contacts);
}

td_status td_resolve_speeds_multi_contact_derivatives(const td_speeds_multi_contact *system,
                                                      td_speeds_multi_contact_derivatives *impact, td_real *p,
                                                      td_real *p_by_surface, td_real *u, td_real *u_by_surface,
                                                      td_system_after *after, td_contact_result *contacts) {
  if (system == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*system, *impact, p, p_by_surface, u, u_by_surface, after, contacts);
}
