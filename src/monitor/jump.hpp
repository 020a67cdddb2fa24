// The momentum of an event, its uncertainty, and one impulse inside a friction cone (docs/theory, M.3 to M.5). All is
// scaled by the size of the momentum and by the body's reach.
#ifndef TOUCHDOWN_MONITOR_JUMP_HPP
#define TOUCHDOWN_MONITOR_JUMP_HPP

#include "monitor/evidence.hpp"

namespace touchdown::monitor {

template <class Scalar>
struct Jump {
  Pair<Scalar> momentum;
  Pair<Scalar> variance;
  Pair<Scalar> precision;  // 1 / variance
  Vector3<Scalar> normal;  // of length 1; 0: unknown
  Scalar taken_back;       // chi squared of normal impulse that was taken back: a contact cannot pull
};

template <class Scalar>
Vector3<Scalar> unit_or_zero(const Vector3<Scalar> &x) {
  const Scalar square = x.squaredNorm();
  return square > 0 ? Vector3<Scalar>(x / square_root(square)) : Vector3<Scalar>(Vector3<Scalar>::Zero());
}

// A momentum that is asked about: its noise in that of a sample, and the square of all that went to and fro.
template <class Scalar>
struct Gathered {
  const Scalar *p;
  Scalar noise, went;
};

// (M.3), (M.16): the model is wrong by a part of all that went to and fro.
template <class Scalar>
void ask_momentum(const Monitor<Scalar> &monitor, const Source<Scalar> &source, const CholeskyView<Scalar> &mass,
                  const Gathered<Scalar> &gathered, Asked<Scalar> &asked) {
  const int n = source.n;
  const Scalar model = square(monitor.machine.model_error) * gathered.went;
  asked.n = n;
  asked.feet = asked.standing = asked.excesses = 0;
  asked.taken_back = 0;
  asked.may_be_spoilt = false;
  asked.part = 1;
  asked.energy = energy_of(mass, gathered.p);
  fill_zero(n, asked.thrust);
  fill_zero(n, asked.hidden);
  for (int j = 0; j < n; ++j) {
    asked.variance[j] =
        noise_of(monitor, j, gathered.noise) + disturbance_of(monitor, j) + model * share_of_size(monitor, source, j);
    asked.per_deviation[j] = 1 / square_root(asked.variance[j]);
    asked.y[j] = gathered.p[j] * asked.per_deviation[j];
  }
}

// Where the ground touches a round point.
template <class Scalar>
Vector3<Scalar> contact_point(const MonitorPoint<Scalar> &point, const Vector3<Scalar> &normal) {
  return vector(point.r) - point.radius * normal;
}

template <class Scalar>
Scalar chi_squared(const Jump<Scalar> &jump, const Pair<Scalar> &rest) {
  return jump.precision.p.dot(rest.p.cwiseProduct(rest.p)) + jump.precision.l.dot(rest.l.cwiseProduct(rest.l));
}

// One impulse: A of (M.5), the information about it, and its factors.
template <class Scalar>
struct ImpulseFit {
  Matrix3<Scalar> information;
  Factor3<Scalar> factor;
  Scalar mu;
};

// Whether an impulse lies outside of a cone; then `edge` is the cone's nearest one, its normal part 1.
template <class Scalar>
bool is_outside(const Vector3<Scalar> &impulse, const Vector3<Scalar> &normal, Scalar mu, Vector3<Scalar> &edge) {
  const Scalar p_n = impulse.dot(normal);
  const Vector3<Scalar> tangential = impulse - p_n * normal;
  const Scalar p_t = square_root(tangential.squaredNorm());
  const bool unknown = normal.squaredNorm() == 0;
  if (unknown || p_t <= mu * p_n) return false;
  edge = normal;
  if (p_t > 0) edge += mu / p_t * tangential;
  return true;
}

// (M.5): the best impulse, or where that is outside the cone the best on the cone's nearest edge.
template <class Scalar>
Vector3<Scalar> best_impulse(const ImpulseFit<Scalar> &fit, const Vector3<Scalar> &normal,
                             const Vector3<Scalar> &pull) {
  Vector3<Scalar> free = solve(fit.factor, pull);
  Vector3<Scalar> edge;
  if (!is_outside(free, normal, fit.mu, edge)) return free;
  const Scalar along = edge.dot(pull);
  if (!(along > 0)) return Vector3<Scalar>::Zero();
  return along / edge.dot(fit.information * edge) * edge;
}

// What an impulse leaves of the momentum.
template <class Scalar>
Pair<Scalar> without(const Pair<Scalar> &momentum, const Vector3<Scalar> &r, const Vector3<Scalar> &impulse) {
  return {momentum.p - impulse, momentum.l - r.cross(impulse)};
}

}  // namespace touchdown::monitor

#endif
