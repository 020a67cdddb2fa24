// touchdown/drop_test.hpp - the C++ face of drop_test.h, templated on the scalar. Meanings, units, frames, ranges and
// status codes are those of drop_test.h.
#ifndef TOUCHDOWN_DROP_TEST_HPP
#define TOUCHDOWN_DROP_TEST_HPP

#include "touchdown/drop_test.h"
#include "touchdown/touchdown.hpp"

namespace touchdown {

template <class Scalar>
using DropRig = td_drop_rig_in<Scalar>;
template <class Scalar>
using DropSample = td_drop_sample_in<Scalar>;
template <class Scalar>
using DropHalf = td_drop_half_in<Scalar>;
template <class Scalar>
using DropTest = td_drop_test_in<Scalar>;
template <class Scalar>
using Measured = td_measured_in<Scalar>;
template <class Scalar>
using DropApproach = td_drop_approach_in<Scalar>;
template <class Scalar>
using DropImpact = td_drop_impact_in<Scalar>;

// td_drop_start.
template <class Scalar>
[[nodiscard]] Status start(DropTest<Scalar> &test, const DropRig<Scalar> &rig);

// td_drop_feed.
template <class Scalar>
[[nodiscard]] Status feed(DropTest<Scalar> &test, const DropSample<Scalar> &sample);

// td_drop_gap.
template <class Scalar>
[[nodiscard]] Status gap(DropTest<Scalar> &test, std::int32_t samples);

// td_drop_rearm.
template <class Scalar>
[[nodiscard]] Status rearm(DropTest<Scalar> &test);

// td_drop_impact_of; `approach` may be null.
template <class Scalar>
[[nodiscard]] Status impact_of(const DropTest<Scalar> &test, const DropApproach<Scalar> *approach,
                               DropImpact<Scalar> &impact);

}  // namespace touchdown

#endif
