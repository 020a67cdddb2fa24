// Synthetic drop tests: pulses of a known restitution and friction, as a sensor with noise, bias and digits would see
// them at some rate and some phase of its sampling.
#ifndef TOUCHDOWN_DROP_TEST_PULSES_HPP
#define TOUCHDOWN_DROP_TEST_PULSES_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "touchdown/drop.h"

namespace pulses {

// splitmix64 (Steele et al. 2014)
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  double uniform(double low, double high) { return low + (high - low) * static_cast<double>(bits() >> 11) * 0x1p-53; }
  // Sum of twelve: a normal variate to a few percent of its tails, the same bits everywhere.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform(0, 1);
    return sum;
  }

 private:
  std::uint64_t bits() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

using Vector = std::array<double, 3>;

constexpr double pi = 3.141592653589793;

enum class Shape { triangle, half_sine };

// Compression rises to the peak, restitution falls from it, in times whose ratio is e: so is that of their impulses.
struct Drop {
  Shape shape = Shape::triangle;
  double peak = 3000;      // [m/s^2]
  double duration = 0.02;  // [s]
  double e = 0.35, mu = 0.4;
  double slides_for = 1;    // part of the duration, after which there is no friction
  double rate = 5000;       // [Hz]
  double phase = 0.5;       // of a sample, at which the pulse begins
  double noise = 0;         // [m/s^2] standard deviation of a reading
  double resolution = 0;    // [m/s^2]
  double range = 1e6;       // [m/s^2]
  Vector bias = {0, 0, 0};  // [m/s^2]
  Vector normal = {0, 0, 1}, along = {1, 0, 0};
  int before = 200, behind = 400;  // samples

  double compression() const { return duration / (1 + e); }
  double normal_impulse() const { return peak * duration * (shape == Shape::triangle ? 0.5 : 2 / pi); }
  double approach() const { return normal_impulse() / (1 + e); }

  // [m/s^2] at a time since it began
  double force(double time) const {
    if (time <= 0 || time >= duration) return 0;
    const double c = compression();
    const double s = time < c ? time / c : (duration - time) / (duration - c);
    return peak * (shape == Shape::triangle ? s : std::sin(pi / 2 * s));
  }
};

inline double quantized(double x, const Drop &drop) {
  if (drop.resolution > 0) x = std::round(x / drop.resolution) * drop.resolution;
  return std::clamp(x, -drop.range, drop.range);
}

inline int samples_of(const Drop &drop) {
  return drop.before + static_cast<int>(drop.duration * drop.rate) + drop.behind;
}

inline Vector sample_of(const Drop &drop, int i, Random &random) {
  const double time = (i - drop.before + drop.phase) / drop.rate, force = drop.force(time);
  const double friction = time < drop.slides_for * drop.duration ? -drop.mu * force : 0;
  Vector a;
  for (std::size_t k = 0; k < 3; ++k) {
    const double noise = drop.noise > 0 ? drop.noise * random.normal() : 0;
    a[k] = quantized(force * drop.normal[k] + friction * drop.along[k] + drop.bias[k] + noise, drop);
  }
  return a;
}

inline td_drop_rig rig_of(const Drop &drop) {
  td_drop_rig rig = {};
  rig.rate = static_cast<td_real>(drop.rate);
  for (std::size_t k = 0; k < 3; ++k) rig.normal[k] = static_cast<td_real>(drop.normal[k]);
  rig.range = static_cast<td_real>(drop.range);
  rig.resolution = static_cast<td_real>(drop.resolution);
  rig.threshold = static_cast<td_real>(0.05 * drop.peak);
  rig.gravity = td_real(9.81);
  return rig;
}

// Streams it; returns the state after the last sample.
inline const td_drop_test &stream(const Drop &drop, const td_drop_rig &rig, Random &random) {
  static td_drop_test test;
  (void)td_drop_start(&test, &rig);
  for (int i = 0; i < samples_of(drop); ++i) {
    const Vector a = sample_of(drop, i, random);
    const td_drop_sample sample = {{static_cast<td_real>(a[0]), static_cast<td_real>(a[1]), static_cast<td_real>(a[2])},
                                   {0, 0, 0}};
    (void)td_drop_feed(&test, &sample);
  }
  return test;
}

}  // namespace pulses

#endif
