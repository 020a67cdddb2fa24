// touchdown/momentum_observer.hpp - the C++ face of momentum_observer.h, templated on the scalar. Meanings, units,
// frames, ranges and status codes are those of momentum_observer.h.
#ifndef TOUCHDOWN_MOMENTUM_OBSERVER_HPP
#define TOUCHDOWN_MOMENTUM_OBSERVER_HPP

#include "touchdown/contact_monitor.hpp"
#include "touchdown/momentum_observer.h"

namespace touchdown {

template <class Scalar>
using ObservedMachine = td_observed_machine_in<Scalar>;
template <class Scalar>
using ObservedSample = td_observed_sample_in<Scalar>;
template <class Scalar>
using ObservedMomentum = td_observed_momentum_in<Scalar>;
template <class Scalar>
using MomentumObserver = td_momentum_observer_in<Scalar>;

// td_observer_start.
template <class Scalar>
[[nodiscard]] Status start(MomentumObserver<Scalar> &observer, const ObservedMachine<Scalar> &machine);

// td_observer_feed.
template <class Scalar>
[[nodiscard]] Status feed(MomentumObserver<Scalar> &observer, const ObservedSample<Scalar> &sample);

}  // namespace touchdown

#endif
