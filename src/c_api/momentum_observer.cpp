// Written by toolchain/api from the headers.
// The C functions of momentum_observer.hpp, and its templates, for td_real.
#include "c_api/momentum_observer.hpp"

template touchdown::Status touchdown::start(touchdown::MomentumObserver<td_real> &,
                                            const touchdown::ObservedMachine<td_real> &);
template touchdown::Status touchdown::feed(touchdown::MomentumObserver<td_real> &,
                                           const touchdown::ObservedSample<td_real> &);

td_status td_observer_start(td_momentum_observer *observer, const td_observed_machine *machine) {
  if (observer == nullptr || machine == nullptr) return TD_REFUSED_NULL;
  return touchdown::start(*observer, *machine);
}

td_status td_observer_feed(td_momentum_observer *observer, const td_observed_sample *sample) {
  if (observer == nullptr || sample == nullptr) return TD_REFUSED_NULL;
  return touchdown::feed(*observer, *sample);
}
