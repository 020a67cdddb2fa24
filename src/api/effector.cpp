// Written by toolchain/api from the headers.
// The C functions of effector.hpp, and its templates, for td_real.
#include "api/effector.hpp"

template touchdown::Status touchdown::predict(const touchdown::Effector<td_real> &,
                                              touchdown::EffectorImpact<td_real> &, touchdown::SystemAfter<td_real> *);
template touchdown::Status touchdown::invariants(const touchdown::Speeds<td_real> &, std::int32_t &, td_real *);

td_status td_predict_effector(const td_effector *effector, td_effector_impact *impact, td_system_after *after) {
  if (effector == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::predict(*effector, *impact, after);
}

td_status td_effector_invariants(const td_speeds *system, int32_t *count, td_real *rows) {
  if (system == nullptr || count == nullptr) return TD_REFUSED_NULL;
  return touchdown::invariants(*system, *count, rows);
}
