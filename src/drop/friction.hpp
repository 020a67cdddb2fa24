// Friction in a drop test: the slope of the tangential impulse over the normal one is mu while the contact slides, and
// changes where slip ends or turns (docs/theory, D.10, D.11).
#ifndef TOUCHDOWN_DROP_FRICTION_HPP
#define TOUCHDOWN_DROP_FRICTION_HPP

#include "drop/pulse.hpp"

namespace touchdown::drop {

template <class Scalar>
struct Friction {
  Scalar mu, uncertainty;
  Scalar sliding;            // part of the normal impulse
  Vector<Scalar> direction;  // of length 1, or 0
  bool ended;                // slip was seen to end or turn
};

// The bins of the lobe, two as one where there are many.
template <class Scalar>
struct Lobe {
  const Trace<Scalar> &trace;
  std::int32_t first, width, bins;

  Lobe(const Trace<Scalar> &of, const Pulse<Scalar> &pulse) : trace(of), first(pulse.first) {
    const std::int32_t all = pulse.last + 1 - pulse.first;
    width = all > tolerance::friction_bins ? 2 : 1;
    bins = all / width;
  }
  std::int32_t point(std::int32_t bin) const { return first + bin * width; }
  Scalar impulse_until(std::int32_t bin) const { return trace.normal[point(bin)] - trace.normal[first]; }
  Scalar normal(std::int32_t bin) const { return trace.normal[point(bin + 1)] - trace.normal[point(bin)]; }
  Scalar side(std::int32_t bin, int axis) const {
    return trace.side[point(bin + 1)].x[axis] - trace.side[point(bin)].x[axis];
  }
};

// The straight line through 0 that fits the tangential force over the normal one best, by sums over bins.
template <class Scalar>
struct Line {
  Vector<Scalar> across{};  // tangential times normal
  Scalar normal = 0;        // normal squared

  void add(const Lobe<Scalar> &lobe, std::int32_t bin) {
    const Scalar force = lobe.normal(bin);
    for (int i = 0; i < 3; ++i) across.x[i] += lobe.side(bin, i) * force;
    normal += force * force;
  }
  // The part of the squares of the tangential impulses that the line explains.
  Scalar explained() const { return normal > 0 ? dot(across.x, across.x) / normal : 0; }
  Scalar slope() const { return normal > 0 ? square_root(dot(across.x, across.x)) / normal : 0; }
};

template <class Scalar>
Line<Scalar> operator-(const Line<Scalar> &a, const Line<Scalar> &b) {
  Line<Scalar> line;
  for (int i = 0; i < 3; ++i) line.across.x[i] = a.across.x[i] - b.across.x[i];
  line.normal = a.normal - b.normal;
  return line;
}

template <class Scalar>
Line<Scalar> line_of(const Lobe<Scalar> &lobe, std::int32_t end) {
  Line<Scalar> line;
  for (std::int32_t bin = 0; bin < TD_DROP_POINTS; ++bin)
    if (bin < end) line.add(lobe, bin);
  return line;
}

// The part of the squares of the tangential impulses that a line leaves.
template <class Scalar>
Scalar left_of(const Lobe<Scalar> &lobe, const Line<Scalar> &line, std::int32_t end) {
  Scalar sum = 0;
  for (std::int32_t bin = 0; bin < TD_DROP_POINTS; ++bin)
    for (int i = 0; i < 3 && bin < end; ++i) sum += lobe.side(bin, i) * lobe.side(bin, i);
  const Scalar left = sum - line.explained();
  return left > 0 ? left : 0;
}

// Before which bin two lines explain most, and by how much more than one does.
template <class Scalar>
struct Change {
  std::int32_t at;
  Scalar gain;  // [m^2/s^2]
};

template <class Scalar>
Change<Scalar> change_in(const Lobe<Scalar> &lobe, std::int32_t end, const Line<Scalar> &whole) {
  Change<Scalar> change{end, 0};
  const Scalar one = whole.explained();
  Line<Scalar> before;
  for (std::int32_t bin = 0; bin < TD_DROP_POINTS; ++bin) {
    if (bin + tolerance::least_slip >= end) continue;
    before.add(lobe, bin);
    const Scalar gain = before.explained() + (whole - before).explained() - one;
    if (bin + 1 >= tolerance::least_slip && gain > change.gain) change = {bin + 1, gain};
  }
  return change;
}

// The bin in which slip ends has some of both lines, and the sensor's lag smears more.
template <class Scalar>
std::int32_t before_change(std::int32_t at, Scalar lag) {
  const std::int32_t mixed = 1 + (lag < TD_DROP_POINTS ? static_cast<std::int32_t>(2 * lag) : TD_DROP_POINTS);
  const std::int32_t least = tolerance::least_slip < at ? tolerance::least_slip : at;
  return at - mixed > least ? at - mixed : least;
}

// What friction is measured with: standard deviations of a bin's force [m/s] and of what the level adds to it, of the
// normal's direction [rad], and the sensor's lag in bins.
template <class Scalar>
struct FrictionNoise {
  Scalar bin, level, misalignment, lag;
};

// Before which bin slip ended, the bins of it that are its own, and the line through them.
template <class Scalar>
struct Slip {
  std::int32_t end, kept;
  Line<Scalar> line;
  bool ended;
};

template <class Scalar>
Scalar slopes_apart(const Line<Scalar> &a, const Line<Scalar> &b) {
  Scalar apart = 0;
  for (int i = 0; i < 3; ++i) {
    const Scalar off = a.across.x[i] / a.normal - b.across.x[i] / b.normal;
    apart += off * off;
  }
  return square_root(apart);
}

// From the first bin to where the slope changes by more than a tenth of it and by more than noise. Slip that ends or
// turns asks no more of friction afterwards; a slope that rises is not the end of slip.
template <class Scalar>
Slip<Scalar> slip_of(const Lobe<Scalar> &lobe, const FrictionNoise<Scalar> &noise) {
  const Scalar least = tolerance::slip_noise<Scalar> * tolerance::slip_noise<Scalar> * noise.bin * noise.bin;
  Slip<Scalar> slip{lobe.bins, lobe.bins, line_of(lobe, lobe.bins), false};
  for (int round = 0; round < tolerance::slip_rounds; ++round) {
    const Change<Scalar> change = change_in(lobe, slip.kept, slip.line);
    if (!(change.gain > least)) break;
    const std::int32_t kept = before_change(change.at, noise.lag);
    const Line<Scalar> before = line_of(lobe, kept), behind = slip.line - before;
    const Scalar allowed = tolerance::slip_change<Scalar> * before.slope();
    if (!(slopes_apart(before, behind) > allowed)) break;
    slip = {change.at, kept, before, behind.slope() <= before.slope() + allowed};
  }
  return slip;
}

// (D.11). `noise` is of a bin of the trace.
template <class Scalar>
Friction<Scalar> friction_of(const Trace<Scalar> &trace, const Pulse<Scalar> &pulse, FrictionNoise<Scalar> noise) {
  const Lobe<Scalar> lobe(trace, pulse);
  const auto width = static_cast<Scalar>(lobe.width);
  noise = {noise.bin * square_root(width), noise.level * width, noise.misalignment, noise.lag / width};
  const Slip<Scalar> slip = slip_of(lobe, noise);
  const Line<Scalar> &line = slip.line;
  const Scalar mu = line.slope(), slant = 1 + mu * mu;
  const auto freedom = static_cast<Scalar>(slip.kept > 1 ? slip.kept - 1 : 1);
  const Scalar bins = (noise.bin * noise.bin * slant + left_of(lobe, line, slip.kept) / freedom) / line.normal;
  const Scalar level = noise.level * lobe.impulse_until(slip.kept) / line.normal, aslant = noise.misalignment * slant;
  const Scalar uncertainty = square_root(bins + level * level * slant + aslant * aslant);
  const Scalar sliding = lobe.impulse_until(slip.end) / lobe.impulse_until(lobe.bins);
  Friction<Scalar> friction{mu, line.normal > 0 ? uncertainty : 1, sliding, {}, slip.ended};
  for (int i = 0; i < 3; ++i) friction.direction.x[i] = mu > 0 ? line.across.x[i] / (line.normal * mu) : 0;
  return friction;
}

}  // namespace touchdown::drop

#endif
