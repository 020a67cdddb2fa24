// Written by toolchain/api from the headers.
// The C functions of systems.hpp, and its templates, for td_real.
#include "api/systems.hpp"

template touchdown::Status touchdown::resolve(const touchdown::Pair<td_real> &, touchdown::PairImpact<td_real> &);
template touchdown::Status touchdown::resolve(const touchdown::Speeds<td_real> &, touchdown::SpeedsImpact<td_real> &,
                                              touchdown::SystemAfter<td_real> *);
template touchdown::Status touchdown::operational_space_inertia(const touchdown::Speeds<td_real> &,
                                                                touchdown::OperationalSpaceInertia<td_real> &);

td_status td_resolve_pair(const td_pair *pair, td_pair_impact *impact) {
  if (pair == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*pair, *impact);
}

td_status td_resolve_speeds(const td_speeds *system, td_speeds_impact *impact, td_system_after *after) {
  if (system == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*system, *impact, after);
}

td_status td_operational_space_inertia_of(const td_speeds *system, td_operational_space_inertia *inertia) {
  if (system == nullptr || inertia == nullptr) return TD_REFUSED_NULL;
  return touchdown::operational_space_inertia(*system, *inertia);
}
