// What one sample brought, whatever felt it, and what a monitor remembers of the newest ones (docs/theory, M.1 to M.3,
// M.13, M.16, M.20). A source is filled by an adapter: sensor.hpp for an inertial sensor, joints.hpp for joints.
#ifndef TOUCHDOWN_MONITOR_SOURCE_HPP
#define TOUCHDOWN_MONITOR_SOURCE_HPP

#include <type_traits>

#include "monitor/tolerances.hpp"
#include "numerics/linalg.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::monitor {

// Components of momentum, at most, and those of an inertial sensor.
constexpr int most_components = TD_MONITOR_COMPONENTS, body_components = 6;

template <class Scalar>
Scalar square(Scalar x) {
  return x * x;
}

// Magnitudes whose squares, and squares of products of two, stay in range.
template <class Scalar>
constexpr Scalar square_in_range_root = sizeof(Scalar) == 4 ? Scalar(1e8) : Scalar(1e50);

template <class Scalar>
bool within(Scalar x, Scalar least, Scalar most) {
  return x >= least && x <= most;
}

// Counters wrap: a state that was overwritten may hold any number.
TOUCHDOWN_INLINE std::int32_t plus(std::int32_t count, std::int32_t more) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(count) + static_cast<std::uint32_t>(more));
}
TOUCHDOWN_INLINE std::int32_t minus(std::int32_t count, std::int32_t less) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(count) - static_cast<std::uint32_t>(less));
}

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
bool is_started(const Monitor<Scalar> &monitor) {
  return monitor.phase >= TD_MONITOR_LEARNS && monitor.phase <= TD_MONITOR_WEIGHS && has_sizes(monitor.machine);
}

// A bit for each foot that touches, may, or bears.
template <class Scalar>
std::uint32_t standing_feet(const Monitor<Scalar> &monitor) {
  std::uint32_t standing = 0;
  for (int i = 0; i < monitor.machine.feet; ++i)
    if (monitor.foot[i] != TD_FOOT_CLEAR) standing |= 1U << i;
  return standing;
}
template <class Scalar>
bool is_clear(const Monitor<Scalar> &monitor) {
  return standing_feet(monitor) == 0;
}

template <class Scalar>
Vector3<Scalar> first_three(const Scalar *x) {
  return {x[0], x[1], x[2]};
}

// A number of components that the compiler knows, so that no loop is left: a body's. That of joints is an int.
template <int N>
using Fixed = std::integral_constant<int, N>;

// f(0) .. f(n - 1).
template <class Of>
TOUCHDOWN_INLINE void each(int n, const Of &f) {
  for (int j = 0; j < n; ++j) f(j);
}
template <int N, class Of>
TOUCHDOWN_INLINE void each(Fixed<N>, const Of &f) {
  if constexpr (N > 0) {
    each(Fixed<N - 1>{}, f);
    f(Fixed<N - 1>{});
  }
}

// f(n - 1) .. f(0).
template <class Of>
TOUCHDOWN_INLINE void each_down(int n, const Of &f) {
  for (int j = n - 1; j >= 0; --j) f(j);
}
template <int N, class Of>
TOUCHDOWN_INLINE void each_down(Fixed<N>, const Of &f) {
  if constexpr (N > 0) {
    f(Fixed<N - 1>{});
    each_down(Fixed<N - 1>{}, f);
  }
}

// f(n), with a body's as Fixed.
template <class Of>
TOUCHDOWN_INLINE void with_size(int n, const Of &f) {
  if (n == body_components) return f(Fixed<body_components>{});
  f(n);
}
template <class Of>
TOUCHDOWN_INLINE void each_component(int n, const Of &f) {
  with_size(n, [&](auto size) { each(size, f); });
}

// The ring holds of each sample its momentum, its time and its noise.
TOUCHDOWN_INLINE int depth_of(int n) { return clamp(TD_MONITOR_RING / (n + 2), 2, TD_MONITOR_BEFORE); }

template <class Scalar>
struct Source {
  int n, depth;                        // components of momentum; samples in the ring
  Status status;                       // TD_SOLVED, or the caveat of this sample
  Vector3<Scalar> clipped;             // [m/s^2] readings at the end of their range; 0 along other axes
  Scalar dt;                           // [s] since the sample before
  Scalar noise;                        // [-] its variance over a usual sample's
  Scalar p[most_components];           // momentum that came in beside what is known to act
  const JointsSample<Scalar> *joints;  // null: an inertial sensor
  CholeskyView<Scalar> mass;           // of joints
};

// The newest sample is 0.
template <class Scalar>
const Scalar *recent(const Monitor<Scalar> &monitor, const Source<Scalar> &source, int age) {
  const int place = monitor.next - 1 - age;
  return monitor.ring + (place < 0 ? place + source.depth : place) * (source.n + 2);
}

// sum += the momentum of one sample above the level, which is a force.
template <class Scalar>
TOUCHDOWN_INLINE void add_above_level(const Monitor<Scalar> &monitor, int n, const Scalar *one, Scalar *sum) {
  each_component(n, [&](int j) { sum[j] += one[j] - monitor.level[j] * one[n]; });
}

// Linear momentum, and angular about the centre of mass.
template <class Scalar>
struct Pair {
  Vector3<Scalar> p, l;
};

// sum += the momentum of a window of a body, from a sample on.
template <class Scalar>
void add_window(const Monitor<Scalar> &monitor, int first, Pair<Scalar> &sum) {
  const unsigned next = static_cast<unsigned>(monitor.next) + TD_MONITOR_BEFORE - 1U -
                        static_cast<unsigned>(first);  // a body's ring is full of that many
  for (int i = 0; i < TD_MONITOR_WINDOW; ++i) {
    const Scalar *const one =
        monitor.ring + (next - static_cast<unsigned>(i)) % TD_MONITOR_BEFORE * (body_components + 2);
    sum.p += first_three(one);
    sum.l += first_three(one + 3);
  }
}

// Squares of such a sum above the level.
template <class Scalar>
void square_window(const Scalar *level, const Pair<Scalar> &sum, Scalar time, Scalar *squares) {
  each(Fixed<3>{}, [&](int j) {
    squares[j] = square(sum.p[j] - time * level[j]);
    squares[3 + j] = square(sum.l[j] - time * level[3 + j]);
  });
}

// The share of the way from x to a reading.
template <class Scalar>
void approach(int n, Scalar *x, const Scalar *reading, Scalar share) {
  for (int j = 0; j < n; ++j) x[j] += share * (reading[j] - x[j]);
}

// y^T M^-1 y, whatever the coordinates.
template <class Scalar>
Scalar energy_of(const CholeskyView<Scalar> &mass, const Scalar *momentum) {
  Scalar z[most_components];
  copy(mass.n, momentum, z);
  solve_lower(mass, z);
  return dot(mass.n, z, z);
}

// The square of a momentum as one size: of joints by their mass matrix, of a body angular momentum by its reach.
template <class Scalar>
Scalar size_squared(const Monitor<Scalar> &monitor, const Source<Scalar> &source, const Scalar *p) {
  if (source.joints != nullptr) return energy_of(source.mass, p);
  return dot(3, p, p) + dot(3, p + 3, p + 3) / square(monitor.reach);
}

// What a part of that size is of component j, squared.
template <class Scalar>
Scalar share_of_size(const Monitor<Scalar> &monitor, const Source<Scalar> &source, int j) {
  if (source.joints != nullptr) return source.joints->M[j * (source.n + 1)];
  return j < 3 ? Scalar(1) : square(monitor.reach);
}

// (M.3): white noise grows with the samples, what shakes to and fro does not; the level was learnt with that noise
// too.
template <class Scalar>
Scalar noise_of(const Monitor<Scalar> &monitor, int j, Scalar noise) {
  const Scalar window = is_jointed(monitor.machine) ? Scalar(1) : Scalar(TD_MONITOR_WINDOW);
  const Scalar learnt =
      static_cast<Scalar>(clamp<std::int32_t>(monitor.machine.learning, 1, 2 * tolerance::monitor_level));
  const Scalar more = max(noise / window - 1, Scalar(0));
  return (monitor.variance[j] + max(monitor.growth[j], Scalar(0)) * more) * (1 + noise / learnt);
}

// What else acts on a body may have begun to change at the beginning of the event; readings that were lost hide as much
// as the others measured.
template <class Scalar>
Scalar disturbance_of(const Monitor<Scalar> &monitor, int j) {
  const MonitorMachine<Scalar> &machine = monitor.machine;
  if (is_jointed(machine)) return 0;
  const Scalar half_square = square(static_cast<Scalar>(monitor.event.samples) / machine.rate) / 2;
  return j < 3 ? square(machine.force_rate * half_square) + monitor.lost : square(machine.torque_rate * half_square);
}

}  // namespace touchdown::monitor

#endif
