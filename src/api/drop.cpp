// Written by toolchain/api from the headers.
// The C functions of drop.hpp, and its templates, for td_real.
#include "api/drop.hpp"

template touchdown::Status touchdown::start(touchdown::DropTest<td_real> &, const touchdown::DropRig<td_real> &);
template touchdown::Status touchdown::feed(touchdown::DropTest<td_real> &, const touchdown::DropSample<td_real> &);
template touchdown::Status touchdown::gap(touchdown::DropTest<td_real> &, std::int32_t);
template touchdown::Status touchdown::rearm(touchdown::DropTest<td_real> &);
template touchdown::Status touchdown::impact_of(const touchdown::DropTest<td_real> &,
                                                const touchdown::DropApproach<td_real> *,
                                                touchdown::DropImpact<td_real> &);

td_status td_drop_start(td_drop_test *test, const td_drop_rig *rig) {
  if (test == nullptr || rig == nullptr) return TD_REFUSED_NULL;
  return touchdown::start(*test, *rig);
}

td_status td_drop_feed(td_drop_test *test, const td_drop_sample *sample) {
  if (test == nullptr || sample == nullptr) return TD_REFUSED_NULL;
  return touchdown::feed(*test, *sample);
}

td_status td_drop_gap(td_drop_test *test, int32_t samples) {
  if (test == nullptr) return TD_REFUSED_NULL;
  return touchdown::gap(*test, samples);
}

td_status td_drop_rearm(td_drop_test *test) {
  if (test == nullptr) return TD_REFUSED_NULL;
  return touchdown::rearm(*test);
}

td_status td_drop_impact_of(const td_drop_test *test, const td_drop_approach *approach, td_drop_impact *impact) {
  if (test == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::impact_of(*test, approach, *impact);
}
