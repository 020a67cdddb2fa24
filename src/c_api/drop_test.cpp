// C API of drop_test.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/drop_test.h"

#include "drop_test/feed.hpp"
#include "drop_test/impact.hpp"

template <class Scalar>
touchdown::Status touchdown::start(touchdown::DropTest<Scalar> &test, const touchdown::DropRig<Scalar> &rig) {
  return drop::start(test, rig);
}

template <class Scalar>
touchdown::Status touchdown::feed(touchdown::DropTest<Scalar> &test, const touchdown::DropSample<Scalar> &sample) {
  return drop::feed(test, sample);
}

template <class Scalar>
touchdown::Status touchdown::gap(touchdown::DropTest<Scalar> &test, std::int32_t samples) {
  return drop::skip(test, samples);
}

template <class Scalar>
touchdown::Status touchdown::rearm(touchdown::DropTest<Scalar> &test) {
  return drop::rearm(test);
}

template <class Scalar>
touchdown::Status touchdown::impact_of(const touchdown::DropTest<Scalar> &test,
                                       const touchdown::DropApproach<Scalar> *approach,
                                       touchdown::DropImpact<Scalar> &impact) {
  return drop::identify(test, approach, impact);
}

template touchdown::Status touchdown::start(touchdown::DropTest<td_real> &, const touchdown::DropRig<td_real> &);
template touchdown::Status touchdown::feed(touchdown::DropTest<td_real> &, const touchdown::DropSample<td_real> &);
template touchdown::Status touchdown::gap(touchdown::DropTest<td_real> &, std::int32_t);
template touchdown::Status touchdown::rearm(touchdown::DropTest<td_real> &);
template touchdown::Status touchdown::impact_of(const touchdown::DropTest<td_real> &,
                                                const touchdown::DropApproach<td_real> *,
                                                touchdown::DropImpact<td_real> &);

td_status td_drop_start(td_drop_test *test, const td_drop_rig *rig) {
  return test == nullptr || rig == nullptr ? TD_REFUSED_NULL : touchdown::drop::start(*test, *rig);
}

td_status td_drop_feed(td_drop_test *test, const td_drop_sample *sample) {
  if (test == nullptr || sample == nullptr) return TD_REFUSED_NULL;
  return touchdown::drop::feed(*test, *sample);
}

td_status td_drop_gap(td_drop_test *test, int32_t samples) {
  return test == nullptr ? TD_REFUSED_NULL : touchdown::drop::skip(*test, samples);
}

td_status td_drop_rearm(td_drop_test *test) {
  return test == nullptr ? TD_REFUSED_NULL : touchdown::drop::rearm(*test);
}

td_status td_drop_impact_of(const td_drop_test *test, const td_drop_approach *approach, td_drop_impact *impact) {
  return test == nullptr || impact == nullptr ? TD_REFUSED_NULL : touchdown::drop::identify(*test, approach, *impact);
}
