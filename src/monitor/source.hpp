// What a monitor remembers of the newest samples, whatever felt them (docs/theory, M.1 to M.3, M.13). A source is one
// sample, filled by sensor.hpp for an inertial sensor on a body and by joints.hpp for a machine with joints:
//   monitor, machine  whose it is
//   n, depth          components of momentum, Fixed where the compiler knows them; samples that the ring holds
//   dt, noise         [s] since the sample before; [-] its variance over a usual sample's
//   p, mass           momentum that came in beside what is known to act; mass matrix, factorized
#ifndef TOUCHDOWN_MONITOR_SOURCE_HPP
#define TOUCHDOWN_MONITOR_SOURCE_HPP

#include <type_traits>

#include "monitor/tolerances.hpp"
#include "numerics/linalg.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::monitor {

// A number of components that the compiler knows, so that no loop is left: a body's. That of joints is an int.
template <int N>
using Fixed = std::integral_constant<int, N>;
using Six = Fixed<6>;

// Numbers for which there is room where so many components are.
template <class Size>
constexpr int room = std::is_integral_v<Size> ? TD_MONITOR_COMPONENTS : int(Size{});

// f(0) .. f(n - 1).
template <class Size, class Of>
inline void each(Size n, const Of &f) {
  if constexpr (std::is_integral_v<Size>) {
    for (int j = 0; j < n; ++j) f(j);
  } else if constexpr (n > 0) {
    each(Fixed<n - 1>{}, f);
    f(Fixed<n - 1>{});
  }
}

template <class Size, class Scalar>
inline Scalar product(Size n, const Scalar *x, const Scalar *y) {
  Scalar sum = 0;
  each(n, [&](int j) { sum += x[j] * y[j]; });
  return sum;
}

template <class Scalar>
Scalar square(Scalar x) {
  return x * x;
}

template <class Scalar>
Vector3<Scalar> first_three(const Scalar *x) {
  return {x[0], x[1], x[2]};
}

// Magnitudes whose squares, and squares of products of two, stay in range.
template <class Scalar>
constexpr Scalar square_in_range_root = sizeof(Scalar) == 4 ? Scalar(1e8) : Scalar(1e50);

template <class Scalar>
bool within(Scalar x, Scalar least, Scalar most) {
  return x >= least && x <= most;
}

// A state that was overwritten may hold any number: one that counts samples has room for more.
inline std::int32_t counted(std::int32_t samples) { return clamp<std::int32_t>(samples, 0, 1 << 30); }

template <class Scalar>
bool is_jointed(const MonitorMachine<Scalar> &machine) {
  return machine.speeds > 0;
}

template <class Scalar>
bool has_sizes(const MonitorMachine<Scalar> &machine) {
  return machine.feet >= 1 && machine.feet <= TD_MAX_FEET && machine.points >= 0 &&
         machine.points <= TD_MAX_HULL_POINTS && machine.speeds >= 0 && machine.speeds <= max_speeds;
}

template <class Scalar>
bool is_started(const Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine) {
  return monitor.phase >= TD_MONITOR_LEARNS && monitor.phase <= TD_MONITOR_WEIGHS && has_sizes(machine);
}

// ---- What 0 stands for in a machine

template <class Scalar>
Scalar unless_zero(Scalar given, double otherwise) {
  return given == 0 ? Scalar(otherwise) : given;
}

template <class Scalar>
std::int32_t learning_of(const MonitorMachine<Scalar> &machine) {
  return machine.learning == 0 || !is_jointed(machine) ? TD_MONITOR_LEARNING : machine.learning;
}

// The friction of a point, its cone wider by the normal's error.
template <class Scalar>
Scalar cone_of(const MonitorMachine<Scalar> &machine, const MonitorPoint<Scalar> &point) {
  return point.mu + machine.normal_error * (1 + point.mu * point.mu);
}

// A bit for each foot that touches, may, or bears.
template <class Scalar>
std::uint32_t standing_feet(const Monitor<Scalar> &monitor) {
  std::uint32_t standing = 0;
  for (int i = 0; i < TD_MAX_FEET; ++i)
    if (monitor.foot[i] != TD_FOOT_CLEAR) standing |= 1U << i;
  return standing;
}

// ---- The ring: of each sample momentum, time and noise

// The newest sample is 0.
template <class Source>
const auto *recent(const Source &source, int age) {
  const int place = source.monitor.next - 1 - age;
  return source.monitor.ring + (place < 0 ? place + source.depth : place) * (source.n + 2);
}

// Component j of the momentum of the sample of that age above the level, which is a force.
template <class Source>
inline auto above_level(const Source &source, int age, int j) {
  const auto *const one = recent(source, age);
  return one[j] - source.monitor.level[j] * one[source.n];
}

// Moves x towards `unit` times the reading, by `share` of its distance from it.
template <class Size, class Scalar>
inline void approach(Size n, Scalar *x, Scalar share, const Scalar *reading, Scalar unit = 1) {
  each(n, [&](int j) { x[j] += share * (reading[j] * unit - x[j]); });
}

// Moves the level towards the force of the oldest sample, which leaves the ring next.
template <class Source, class Scalar>
void learn_level(const Source &source, Scalar share) {
  const Scalar *const oldest = recent(source, source.depth - 1);
  approach(source.n, source.monitor.level, share, oldest, 1 / oldest[source.n]);
}

// The newest samples are the new level.
template <class Source>
void shift_level(const Source &source) {
  typename Source::Scalar sum[TD_MONITOR_COMPONENTS] = {}, time = 0;
  const int newest = clamp<int>(TD_MONITOR_WINDOW, 1, source.depth);
  for (int age = 0; age < newest; ++age) {
    const auto *const one = recent(source, age);
    each(source.n, [&](int j) { sum[j] += one[j]; });
    time += one[source.n];
  }
  if (time > 0) each(source.n, [&](int j) { source.monitor.level[j] = sum[j] / time; });
}

// y^T M^-1 y, whatever the coordinates.
template <class Mass, class Scalar>
Scalar energy_of(int n, const Mass &mass, const Scalar *momentum) {
  Scalar z[TD_MONITOR_COMPONENTS];
  copy(n, momentum, z);
  solve_lower(mass, z);
  return dot(n, z, z);
}

}  // namespace touchdown::monitor

#endif
