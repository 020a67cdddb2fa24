// C API of momentum_observer.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/momentum_observer.h"

#include "contact_monitor/observer_feed.hpp"

template <class Scalar>
touchdown::Status touchdown::start(touchdown::MomentumObserver<Scalar> &observer,
                                   const touchdown::ObservedMachine<Scalar> &machine) {
  return monitor::start(observer, machine);
}

template <class Scalar>
touchdown::Status touchdown::feed(touchdown::MomentumObserver<Scalar> &observer,
                                  const touchdown::ObservedSample<Scalar> &sample) {
  return monitor::feed(observer, sample);
}

template touchdown::Status touchdown::start(touchdown::MomentumObserver<td_real> &,
                                            const touchdown::ObservedMachine<td_real> &);
template touchdown::Status touchdown::feed(touchdown::MomentumObserver<td_real> &,
                                           const touchdown::ObservedSample<td_real> &);

td_status td_observer_start(td_momentum_observer *observer, const td_observed_machine *machine) {
  return observer == nullptr || machine == nullptr ? TD_REFUSED_NULL : touchdown::monitor::start(*observer, *machine);
}

td_status td_observer_feed(td_momentum_observer *observer, const td_observed_sample *sample) {
  return observer == nullptr || sample == nullptr ? TD_REFUSED_NULL : touchdown::monitor::feed(*observer, *sample);
}
