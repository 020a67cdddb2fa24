// The record of a drop test as velocities: the change of velocity of the centre of mass and of the point of contact, at
// each point of the record (docs/theory, D.3).
#ifndef TOUCHDOWN_DROP_TRACE_HPP
#define TOUCHDOWN_DROP_TRACE_HPP

#include "drop/feed.hpp"

namespace touchdown::drop {

template <class Scalar>
struct Vector {
  Scalar x[3];
};

template <class A, class B>
auto dot(const A &a, const B &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class Scalar, class A, class B>
Vector<Scalar> cross(const A &a, const B &b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

// Point k lies k bins after the first; a bin is `stride` samples, `time` seconds.
template <class Scalar>
struct Trace {
  std::int32_t points, stride;
  Scalar time;
  bool missing;                         // a sample, or a reading of the gyro
  Scalar turned[3];                     // [rad] in the whole record
  Scalar normal[TD_DROP_POINTS];        // [m/s] of the centre of mass
  Scalar contact[TD_DROP_POINTS];       // [m/s] of the point of contact, along the normal
  Vector<Scalar> side[TD_DROP_POINTS];  // [m/s] of the centre of mass, across the normal

  std::int32_t bins() const { return points - 1; }
  // [m/s] that bin k adds: the mean normal force in it, by mass, times its length.
  Scalar force(std::int32_t k) const { return normal[k + 1] - normal[k]; }
};

template <class Test>
const SampleOf<Test> &point_of(const Test &test, std::int32_t sample) {
  return test.point[(sample % TD_DROP_POINTS + sample / TD_DROP_POINTS) % TD_DROP_POINTS];
}

// Two points at least; a state that was overwritten may hold anything.
template <class Test>
bool has_record(const Test &test) {
  const std::int32_t stride = test.stride;
  const bool power_of_2 = stride > 0 && stride <= TD_DROP_LONGEST / TD_DROP_POINTS * 2 && (stride & (stride - 1)) == 0;
  return phase_of(test) == TD_DROP_READY && power_of_2 && test.count > stride && test.count <= 2 * TD_DROP_LONGEST &&
         test.count <= stride * TD_DROP_POINTS;
}

// State of the walk over the points of the record.
template <class Scalar>
struct Spin {
  Scalar first[3], now[3];  // [rad/s]
  Vector<Scalar> steady;    // [m/s^2] centripetal acceleration of the sensor at `first`: the level has it already
  Scalar inward[3];         // [m/s] what the change of that acceleration has added
  bool known;               // `first`
};

// w x (w x r).
template <class Scalar, class R>
Vector<Scalar> centripetal(const Scalar (&w)[3], const R &r) {
  return cross<Scalar>(w, cross<Scalar>(w, r).x);
}

// A reading that is not finite is passed over.
template <class Test>
void read_gyro(const Test &test, const SampleOf<Test> &at, Spin<ScalarOf<Test>> &spin, bool &missing) {
  if (!are_finite(at.w[0], at.w[1], at.w[2])) {
    missing = true;
    return;
  }
  for (int i = 0; i < 3; ++i) spin.now[i] = at.w[i];
  if (spin.known) return;
  for (int i = 0; i < 3; ++i) spin.first[i] = at.w[i];
  spin.steady = centripetal(spin.first, test.rig.sensor);
  spin.known = true;
}

template <class Test>
inline void fill_point(const Test &test, const Vector<ScalarOf<Test>> &level, std::int32_t k,
                       Spin<ScalarOf<Test>> &spin, Trace<ScalarOf<Test>> &trace) {
  using Scalar = ScalarOf<Test>;
  const auto &rig = test.rig;
  const SampleOf<Test> &at = point_of(test, k * trace.stride);
  read_gyro(test, at, spin, trace.missing);
  const Scalar turned[3] = {spin.now[0] - spin.first[0], spin.now[1] - spin.first[1], spin.now[2] - spin.first[2]};
  const Vector<Scalar> lever = cross<Scalar>(turned, rig.sensor), arm = cross<Scalar>(turned, rig.contact);
  const Vector<Scalar> inward = centripetal(spin.now, rig.sensor);
  const auto passed = static_cast<Scalar>(k * trace.stride);
  Scalar v[3];
  for (int i = 0; i < 3; ++i) {
    v[i] = (at.a[i] - passed * level.x[i]) / rig.rate - lever.x[i] - spin.inward[i];
    spin.inward[i] += (inward.x[i] - spin.steady.x[i]) * trace.time;
    trace.turned[i] += spin.now[i] * trace.time;
  }
  trace.normal[k] = dot(v, rig.normal);
  trace.contact[k] = trace.normal[k] + dot(arm.x, rig.normal);
  for (int i = 0; i < 3; ++i) trace.side[k].x[i] = v[i] - trace.normal[k] * rig.normal[i];
}

// `level` [m/s^2]: readings without a contact.
template <class Test>
void trace_of(const Test &test, const Vector<ScalarOf<Test>> &level, Trace<ScalarOf<Test>> &trace) {
  trace.stride = test.stride;
  trace.time = static_cast<ScalarOf<Test>>(trace.stride) / test.rig.rate;
  trace.points = (test.count - 1) / test.stride + 1;
  trace.missing = test.missing != 0;
  trace.turned[0] = trace.turned[1] = trace.turned[2] = 0;
  Spin<ScalarOf<Test>> spin{};
  for (std::int32_t k = 0; k < TD_DROP_POINTS; ++k)
    if (k < trace.points) fill_point(test, level, k, spin, trace);
}

}  // namespace touchdown::drop

#endif
