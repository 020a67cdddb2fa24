// How large errors of a body's state may be before its saltation matrix, which is of first order, is off by a given
// share (V.16). States with an error along one axis fly to their own touch, are hit, and fly back to the time of the
// touch without an error. A flight is right to second order of its time; the impact is exact.
#ifndef TOUCHDOWN_SENSITIVITY_REACH_HPP
#define TOUCHDOWN_SENSITIVITY_REACH_HPP

#include "numerics/rotation.hpp"
#include "sensitivity/saltation.hpp"

namespace touchdown::sensitivity {

// A body in flight: how it has turned since the touch without an error, and how it moves.
template <class Scalar>
struct Flying {
  Quaternion<Scalar> q;
  Motion<Scalar> motion;
};

// The touch without an error, and its data.
template <class Scalar>
struct NominalTouch {
  const BodyContact<Scalar> &contact;
  const FlightLoads<Scalar> &loads;
  const BodySaltation<Scalar> &saltation;
  FreeBody<Scalar> body;
  ContactFrame<Scalar> frame;
};

// I^-1 x of a body turned by R.
template <class Scalar>
inline Vector3<Scalar> turn_rate(const FreeBody<Scalar> &body, const Matrix3<Scalar> &R, const Vector3<Scalar> &x) {
  const Vector3<Scalar> seen = R.transpose() * x;
  return R * solve(body.factor.inertia, seen);
}

template <class Scalar>
inline Vector3<Scalar> momentum_of(const FreeBody<Scalar> &body, const Matrix3<Scalar> &R, const Vector3<Scalar> &w) {
  const Vector3<Scalar> seen = body.inertia * Vector3<Scalar>(R.transpose() * w);
  return R * seen;
}

template <class Scalar>
inline Vector3<Scalar> turn_acceleration(const FreeBody<Scalar> &body, const BodyLoads<Scalar> &loads,
                                         const Matrix3<Scalar> &R, const Vector3<Scalar> &w) {
  const Vector3<Scalar> moment = vector(loads.torque) - w.cross(momentum_of(body, R, w));
  return turn_rate(body, R, moment);
}

template <class Scalar>
inline void fly(const FreeBody<Scalar> &body, const BodyLoads<Scalar> &loads, Scalar time, Flying<Scalar> &state) {
  Vector3<Scalar> &w = state.motion.w;
  const Matrix3<Scalar> R = rotation_of(state.q);
  const Vector3<Scalar> mean = w + (Scalar(0.5) * time) * turn_acceleration(body, loads, R, w);
  const Vector3<Scalar> momentum = momentum_of(body, R, w) + time * vector(loads.torque);
  state.q = turned(state.q, spin_of(mean), time);
  state.motion.v += (time * body.factor.inverse_mass) * vector(loads.force);
  w = turn_rate(body, rotation_of(state.q), momentum);
}

// The time until the body touches, starting from a gap. False if it never does.
template <class Scalar>
inline bool time_to_touch(const NominalTouch<Scalar> &nominal, const Flying<Scalar> &state, Scalar gap, Scalar &time) {
  const Matrix3<Scalar> R = rotation_of(state.q);
  const Vector3<Scalar> r = R * vector(nominal.contact.r), &w = state.motion.w;
  const BodyLoads<Scalar> &loads = nominal.loads.before;
  const Vector3<Scalar> acceleration = nominal.body.factor.inverse_mass * vector(loads.force) +
                                       turn_acceleration(nominal.body, loads, R, w).cross(r) + w.cross(w.cross(r));
  const Scalar rate = nominal.frame.n.dot(point_velocity(state.motion.v, w, r));
  const Scalar square = rate * rate - 2 * gap * nominal.frame.n.dot(acceleration);
  if (!(rate < 0 && square > 0)) return false;
  time = 2 * gap / (square_root(square) - rate);
  return true;
}

// v and w after, at the time of the touch without an error, for a state whose error number `error` has this size. False
// if there is no such impact.
template <class Scalar>
TOUCHDOWN_SHARED bool strike_beside(const NominalTouch<Scalar> &nominal, int error, Scalar size,
                                    Motion<Scalar> &after) {
  Vector3<Scalar> errors[4];
  for (Vector3<Scalar> &x : errors) x.setZero();
  errors[error / 3][error % 3] = size;
  const Vector3<Scalar> r = vector(nominal.contact.r);
  Flying<Scalar> state = {turned(Quaternion<Scalar>{1, 0, 0, 0}, spin_of(errors[1]), Scalar(1)),
                          {nominal.body.before.v + errors[2], nominal.body.before.w + errors[3]}};
  const Vector3<Scalar> moved = errors[0] + rotation_of(state.q) * r - r;
  Scalar time = 0;
  if (!time_to_touch(nominal, state, Scalar(nominal.frame.n.dot(moved)), time)) return false;
  fly(nominal.body, nominal.loads.before, time, state);
  BodyContact<Scalar> contact = nominal.contact;
  const Matrix3<Scalar> R = rotation_of(state.q);
  set_inertia(contact.body.inertia, Matrix3<Scalar>(R * nominal.body.inertia * R.transpose()));
  view(contact.r) = R * r;
  view(contact.body.v) = state.motion.v;
  view(contact.body.w) = state.motion.w;
  BodyImpact<Scalar> impact;
  if (resolve(contact, impact) < 0) return false;
  state.motion = {vector(impact.v), vector(impact.w)};
  fly(nominal.body, nominal.loads.after, -time, state);
  after = state.motion;
  return true;
}

// The relative error of first order, for errors of a kind and size; infinite if an impact is missed.
template <class Scalar>
inline Scalar share_off(const NominalTouch<Scalar> &nominal, int kind, Scalar size) {
  const FreeBody<Scalar> &body = nominal.body;
  const BodyImpact<Scalar> &without = nominal.saltation.body;
  Scalar most = 0, off = 0;
  for (int error = kind; error < kind + 3; ++error)
    for (const Scalar signed_size : {size, -size}) {
      Motion<Scalar> after, first;
      if (!strike_beside(nominal, error, signed_size, after)) return std::numeric_limits<Scalar>::infinity();
      for (int i = 0; i < 3; ++i) {
        first.v[i] = signed_size * nominal.saltation.X[TD_ERROR_V + i][error];
        first.w[i] = signed_size * nominal.saltation.X[TD_ERROR_W + i][error];
      }
      most = max(most, body.energy(first));
      off = max(off, body.energy({after.v - vector(without.v) - first.v, after.w - vector(without.w) - first.w}));
    }
  return most > 0 ? square_root(off / most) : Scalar(0);
}

// A size of errors, and the relative error of first order there.
template <class Scalar>
struct TriedSize {
  Scalar size, off;
};

// The next size to try: on the chord between a good and a bad size, at least a quarter from both; without a bad size,
// in proportion.
template <class Scalar>
inline Scalar next_size(const TriedSize<Scalar> &good, const TriedSize<Scalar> &bad) {
  constexpr Scalar aim = tolerance::aims_below<Scalar> * tolerance::first_order_off<Scalar>, farthest = 8;
  if (bad.size == largest<Scalar>) return good.size * (good.off * farthest > aim ? aim / good.off : farthest);
  const Scalar part = (aim - good.off) / (bad.off - good.off);
  return good.size + clamp(part, Scalar(0.25), Scalar(0.75)) * (bad.size - good.size);
}

// The largest tried size at which first order is good enough.
template <class Scalar>
inline Scalar search_reach(const NominalTouch<Scalar> &nominal, int kind, Scalar size) {
  TriedSize<Scalar> good = {0, 0}, bad = {largest<Scalar>, std::numeric_limits<Scalar>::infinity()};
  for (int i = 0; i < tolerance::reach_sizes; ++i) {
    const Scalar off = share_off(nominal, kind, size);
    (off <= tolerance::first_order_off<Scalar> ? good : bad) = {size, off};
    size = next_size(good, bad);
  }
  return good.size;
}

// For an impact whose saltation is known. Without approach no error is too large.
template <class Scalar>
void find_reach(const BodyContact<Scalar> &contact, const FlightLoads<Scalar> &loads,
                const BodySaltation<Scalar> &saltation, SaltationReach<Scalar> &reach) {
  reach = {largest<Scalar>, largest<Scalar>, largest<Scalar>, largest<Scalar>};
  NominalTouch<Scalar> nominal{contact, loads, saltation, {}, {}};
  const FreeBody<Scalar> &body = nominal.body;
  if (nominal.body.enter(contact.body) < 0 || !frame_of(vector(contact.n), nominal.frame)) return;
  const Vector3<Scalar> r = vector(contact.r);
  const Scalar length = square_root(r.squaredNorm() + body.inertia.trace() * body.factor.inverse_mass);
  const Scalar part = Scalar(1) / 16, speed = -nominal.frame.n.dot(body.velocity_at(r));
  if (!(speed > 0)) return;
  reach.x = search_reach(nominal, TD_ERROR_X, part * length);
  reach.attitude = search_reach(nominal, TD_ERROR_ATTITUDE, part);
  reach.v = search_reach(nominal, TD_ERROR_V, part * speed);
  reach.w = search_reach(nominal, TD_ERROR_W, part * (speed / length));
}

}  // namespace touchdown::sensitivity

#endif
