// touchdown/drop_test.hpp - the C++ face of drop_test.h, templated on the scalar. Meanings, units, frames, ranges and
// status codes are those of drop_test.h; this header only names what differs.
#ifndef TOUCHDOWN_DROP_TEST_HPP
#define TOUCHDOWN_DROP_TEST_HPP

#include "touchdown/drop_test.h"
#include "touchdown/touchdown.hpp"

namespace touchdown {

// td_drop_rig.
template <class Scalar>
struct DropRig {
  Scalar rate;
  Vector3<Scalar> normal;
  Scalar range, resolution, threshold, gravity, misalignment, sensitivity, max_tilt;
  Vector3<Scalar> sensor, contact;
};

// TD_DROP_LEARNS to TD_DROP_READY.
enum class DropPhase : std::int32_t {
  learns = TD_DROP_LEARNS,
  waits = TD_DROP_WAITS,
  records = TD_DROP_RECORDS,
  watches = TD_DROP_WATCHES,
  ready = TD_DROP_READY,
};

// td_drop_sample.
template <class Scalar>
struct DropSample {
  Vector3<Scalar> a, w;
};

// td_drop_test.
template <class Scalar>
struct DropTest {
  DropSample<Scalar> before[TD_DROP_BEFORE];
  DropPhase phase;
  std::int32_t next, count, until, slot, stride, deadline, clipped, missing, second, unfinished;
  Scalar normal_bias, noise;
  Vector3<Scalar> bias, rotation_sum, sum, up;
  DropRig<Scalar> rig;
  DropSample<Scalar> point[TD_DROP_POINTS];
};

// td_drop_start.
template <class Scalar>
Status start(DropTest<Scalar> &test, const DropRig<Scalar> &rig);

// td_drop_feed.
template <class Scalar>
Status feed(DropTest<Scalar> &test, const DropSample<Scalar> &sample);

// td_drop_rearm.
template <class Scalar>
Status rearm(DropTest<Scalar> &test);

// td_measured.
template <class Scalar>
struct Measured {
  Scalar value, uncertainty;
};

// td_drop_approach.
template <class Scalar>
struct DropApproach {
  Scalar speed, uncertainty;
};

// TD_SPLIT_*.
enum class Split : std::int32_t { force = TD_SPLIT_FORCE, speed = TD_SPLIT_SPEED };

// td_drop_impact.
template <class Scalar>
struct DropImpact {
  Measured<Scalar> e, mu, duration, compression, peak, impulse;
  Scalar e_force, e_duration, e_speed, sliding;
  Vector3<Scalar> friction;
  Scalar tilt, turn, age;
  Split split;
  std::int32_t samples, rises, clipped, missing;
};

// td_drop_impact_of; `approach` may be null.
template <class Scalar>
Status impact_of(const DropTest<Scalar> &test, const DropApproach<Scalar> *approach, DropImpact<Scalar> &impact);

}  // namespace touchdown

#endif
