// Friction in a drop test: the path of the tangential impulse over the normal one, whose slope is mu while the contact
// slides (DESIGN.md, E119, E120).
#ifndef TOUCHDOWN_DROP_TEST_FRICTION_HPP
#define TOUCHDOWN_DROP_TEST_FRICTION_HPP

#include "drop_test/pulse.hpp"

namespace touchdown::TOUCHDOWN_DROP {

template <class Scalar>
struct Friction {
  Scalar mu, spread;         // and the standard deviation of its mean over slices
  Scalar sliding;            // part of the normal impulse
  Scalar impulse;            // [m/s] normal, that mu is from
  Vector<Scalar> direction;  // of length 1, or 0
};

// Tangential impulse [m/s] of each slice of equal normal impulse.
template <class Scalar>
struct Slices {
  Vector<Scalar> at[tolerance::friction_slices];
  Scalar normal;  // [m/s] of each
};

template <class Scalar>
Vector<Scalar> between(const Vector<Scalar> &a, const Vector<Scalar> &b, Scalar part) {
  Vector<Scalar> c;
  for (int i = 0; i < 3; ++i) c.x[i] = a.x[i] + part * (b.x[i] - a.x[i]);
  return c;
}

// In the lobe of the pulse the normal impulse rises with every bin.
template <class Scalar>
Slices<Scalar> slices_of(const Trace<Scalar> &trace, const Pulse<Scalar> &pulse) {
  const Scalar from = trace.normal[pulse.first], whole = trace.normal[pulse.last + 1] - from;
  Slices<Scalar> slices;
  slices.normal = whole / tolerance::friction_slices;
  Vector<Scalar> before = trace.side[pulse.first];
  std::int32_t k = pulse.first;
  for (int i = 0; i < tolerance::friction_slices; ++i) {
    const Scalar end = from + slices.normal * static_cast<Scalar>(i + 1);
    for (int step = 0; step < TD_DROP_POINTS && k < pulse.last && trace.normal[k + 1] < end; ++step) ++k;
    const Scalar part = i + 1 == tolerance::friction_slices ? Scalar(1) : (end - trace.normal[k]) / trace.force(k);
    const Vector<Scalar> here = between(trace.side[k], trace.side[k + 1], part);
    for (int axis = 0; axis < 3; ++axis) slices.at[i].x[axis] = here.x[axis] - before.x[axis];
    before = here;
  }
  return slices;
}

// Along the friction of the first half.
template <class Scalar>
Vector<Scalar> direction_of(const Slices<Scalar> &slices) {
  Vector<Scalar> sum{};
  for (int i = 0; i < tolerance::friction_slices / 2; ++i)
    for (int axis = 0; axis < 3; ++axis) sum.x[axis] += slices.at[i].x[axis];
  const Scalar length = square_root(dot(sum.x, sum.x));
  for (Scalar &x : sum.x) x = length > 0 ? x / length : 0;
  return sum;
}

// From the first slice on, for as long as the ratio stays. `noise`: standard deviation of a bin's force [m/s].
template <class Scalar>
Friction<Scalar> friction_of(const Trace<Scalar> &trace, const Pulse<Scalar> &pulse, Scalar noise) {
  const Slices<Scalar> slices = slices_of(trace, pulse);
  const Vector<Scalar> direction = direction_of(slices);
  const auto bins = static_cast<Scalar>(pulse.last - pulse.first + 1) / tolerance::friction_slices;
  const Scalar own = tolerance::slip_noise<Scalar> * noise * square_root(bins > 1 ? bins : 1) / slices.normal;
  Scalar sum = 0, squares = 0, mean = 0;
  int count = 0;
  for (int i = 0; i < tolerance::friction_slices; ++i) {
    const Scalar ratio = dot(slices.at[i].x, direction.x) / slices.normal;
    const Scalar allowed = own + tolerance::slip_change<Scalar> * mean;
    if (i > 0 && !(abs(ratio - mean) <= allowed)) break;
    sum += ratio;
    squares += ratio * ratio;
    mean = sum / static_cast<Scalar>(++count);
  }
  const auto n = static_cast<Scalar>(count);
  const Scalar variance = (squares - sum * mean) / n;
  return {mean > 0 ? mean : 0, square_root(variance / n), n / tolerance::friction_slices, slices.normal * n, direction};
}

}  // namespace touchdown::TOUCHDOWN_DROP

#endif
