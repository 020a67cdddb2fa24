// Written by toolchain/api from the headers.
// The C functions of body.hpp, and its templates, for td_real.
#include "api/body.hpp"

template touchdown::Status touchdown::resolve(const touchdown::BodyContact<td_real> &,
                                              touchdown::BodyImpact<td_real> &);

td_status td_resolve_body(const td_body_contact *body, td_body_impact *impact) {
  if (body == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*body, *impact);
}
