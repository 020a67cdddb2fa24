// The motion over one piece of a step: a flight by Euler's equations (midpoint rule on the angular momentum, which is
// kept), or from the velocities at its beginning evenly to those that pressing the bearing feet leads to at its end.
//   flight:  x(t) = x + v t + a t^2 / 2,  q(t) = exp(w_m t) q,  w_m = I(q_m)^-1 (L + torque t_m), m the middle
//   pressed: x(t) = x + v t + (v' - v) t^2 / 2h,  q(t) = exp(w t + (w' - w) t^2 / 2h) q
//   stopped: x(t) = x + v' t,                     q(t) = exp(w' t) q
#ifndef TOUCHDOWN_LANDING_FLIGHT_HPP
#define TOUCHDOWN_LANDING_FLIGHT_HPP

#include "landing/ground.hpp"

namespace touchdown {

template <class Scalar>
struct Arc {
  State<Scalar> from;
  Scalar span;
  Vector3<Scalar> v, a, spin, bend;  // of the formulas above; `bend`: how fast `spin` changes
  bool pressed;
  Matrix3<Scalar> middle;         // attitude half-way, as far as the flight turns until then
  Motion<Scalar> end;             // velocities when the span is over
  Vector3<Scalar> L;              // flight
  Vector3<Scalar> force, torque;  // of the thrust
};

// A turn by the vector `angle` of at most some 0.5 rad, by the series of sine and cosine.
template <class Scalar>
inline Quaternion<Scalar> turned_by(const Quaternion<Scalar> &q, const Vector3<Scalar> &angle) {
  const Scalar x = Scalar(0.25) * angle.squaredNorm();
  const Vector3<Scalar> sine = Scalar(0.5) * alternating_series(1, x) * angle;
  const Quaternion<Scalar> r = Quaternion<Scalar>{alternating_series(0, x), sine[0], sine[1], sine[2]} * q;
  const Scalar per = 1 / square_root(r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z);
  return {per * r.w, per * r.x, per * r.y, per * r.z};
}

// Its angular velocity after t.
template <class Scalar>
inline Vector3<Scalar> spin_at(const Arc<Scalar> &arc, Scalar t) {
  return arc.spin + t * arc.bend;
}

// The angular velocity that belongs to an angular momentum.
template <class Scalar>
inline Vector3<Scalar> rate_of(const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R, const Vector3<Scalar> &L) {
  const Vector3<Scalar> in_body = R.transpose() * L;
  return R * solve(terrain.factor.inertia, in_body);
}

template <class Scalar>
inline void place_at(const Arc<Scalar> &arc, Scalar t, State<Scalar> &state) {
  state.x = arc.from.x + t * (arc.v + (Scalar(0.5) * t) * arc.a);
  state.q = turned_by(arc.from.q, Vector3<Scalar>(t * spin_at(arc, Scalar(0.5) * t)));
}

// How the lander moves after t, in the attitude R.
template <class Scalar>
inline void move_at(const Terrain<Scalar> &terrain, const Arc<Scalar> &arc, Scalar t, const Matrix3<Scalar> &R,
                    State<Scalar> &state) {
  if (arc.pressed) {
    const Scalar part = t < arc.span ? t / arc.span : Scalar(1);
    state.v = arc.from.v + part * (arc.end.v - arc.from.v);
    state.w = arc.from.w + part * (arc.end.w - arc.from.w);
  } else {
    state.v = arc.v + t * arc.a;
    state.w = rate_of(terrain, R, Vector3<Scalar>(arc.L + t * arc.torque));
  }
}

// Place, attitude and velocities after t.
template <class Scalar>
inline State<Scalar> state_at(const Terrain<Scalar> &terrain, const Arc<Scalar> &arc, Scalar t) {
  State<Scalar> state;
  place_at(arc, t, state);
  move_at(terrain, arc, t, rotation_of(state.q), state);
  return state;
}

// The flight from a state in the attitude R.
template <class Scalar>
inline Arc<Scalar> fly(const Terrain<Scalar> &terrain, const State<Scalar> &state, const Matrix3<Scalar> &R,
                       Scalar span, bool thrusts) {
  Arc<Scalar> arc;
  arc.from = state;
  arc.span = span;
  arc.pressed = false;
  arc.v = state.v;
  arc.a = vector(terrain.lander->gravity);
  arc.force.setZero();
  arc.torque.setZero();
  arc.L = R * times(terrain.lander->inertia, Vector3<Scalar>(R.transpose() * state.w));
  const Scalar half = Scalar(0.5) * span;
  const Matrix3<Scalar> &middle = arc.middle;
  arc.middle = rotation_of(turned_by(state.q, Vector3<Scalar>(half * state.w)));
  if (thrusts) {
    arc.force = middle * vector(terrain.lander->thrust);
    arc.a += arc.force / terrain.lander->mass;
    arc.torque = middle * vector(terrain.lander->thrust_at).cross(vector(terrain.lander->thrust));
  }
  arc.spin = rate_of(terrain, middle, Vector3<Scalar>(arc.L + half * arc.torque));
  arc.bend.setZero();
  arc.end = {state.v + span * arc.a, state.w + 2 * (arc.spin - state.w)};
  return arc;
}

// Work of the thrust up to t, at the place x.
template <class Scalar>
inline Scalar work_of(const Arc<Scalar> &arc, const Vector3<Scalar> &x, Scalar t) {
  return arc.force.dot(x - arc.from.x) + t * arc.torque.dot(spin_at(arc, Scalar(0.5) * t));
}

// Feet press, and lead to `motion` at the end.
template <class Scalar>
inline void press(const Motion<Scalar> &motion, Arc<Scalar> &arc) {
  arc.pressed = true;
  arc.end = motion;
  arc.a = (motion.v - arc.from.v) / arc.span;
  arc.spin = arc.from.w;
  arc.bend = (motion.w - arc.from.w) / arc.span;
}

// Feet press, and lead to `motion` at once: the budget of the step is spent.
template <class Scalar>
inline void stop(const Motion<Scalar> &motion, Arc<Scalar> &arc) {
  arc.pressed = true;
  arc.end = motion;
  arc.v = motion.v;
  arc.spin = motion.w;
  arc.a.setZero();
}

}  // namespace touchdown

#endif
