// Written by toolchain/api from the headers.
// The C functions of sensitivity.hpp, and its templates, for td_real.
#include "api/sensitivity.hpp"

template touchdown::Status touchdown::resolve(const touchdown::Contact<td_real> &,
                                              touchdown::ImpactDerivatives<td_real> &,
                                              touchdown::ImpactInertiaDerivatives<td_real> *);
template touchdown::Status touchdown::resolve(const touchdown::BodyContact<td_real> &,
                                              touchdown::BodyDerivatives<td_real> &,
                                              touchdown::BodyPoseDerivatives<td_real> *);
template touchdown::Status touchdown::resolve(const touchdown::Speeds<td_real> &,
                                              touchdown::SpeedsDerivatives<td_real> &, td_real *, td_real *,
                                              touchdown::SystemAfter<td_real> *);

td_status td_resolve_derivatives(const td_contact *contact, td_impact_derivatives *impact,
                                 td_impact_inertia_derivatives *by_W) {
  if (contact == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*contact, *impact, by_W);
}

td_status td_resolve_body_derivatives(const td_body_contact *body, td_body_derivatives *impact,
                                      td_body_pose_derivatives *by_pose) {
  if (body == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*body, *impact, by_pose);
}

td_status td_resolve_speeds_derivatives(const td_speeds *system, td_speeds_derivatives *impact, td_real *p, td_real *u,
                                        td_system_after *after) {
  if (system == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*system, *impact, p, u, after);
}
