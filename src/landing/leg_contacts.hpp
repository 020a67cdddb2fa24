// The feet on the ground during one piece, of legs that yield and of rigid ones, in one coupled solve. With a the axis
// of a leg (n where it is rigid), n . a = c, the contact has skew coordinates, in which axial force and slip are pairs:
//   y_0 = v . n / c = -rate,  y_t = v . t - (a . t) y_0,  world impulse p = q_0 n / c + q_t (t - (a . t) n / c) + ..
//   axial     crushes: y_0' = 0 or q_0 = F h;  springs: q_0 = h (k (s + s') + c (rate + rate')) / 2;  never below 0
//   friction  y_T' = 0, or |q_T| = mu p_n against the mean slip of the piece, p_n = (q_0 - a_T . q_T) / c
// Gauss-Seidel over the feet. docs/theory (L.18), (L.19), (L.24).
#ifndef TOUCHDOWN_LANDING_LEG_CONTACTS_HPP
#define TOUCHDOWN_LANDING_LEG_CONTACTS_HPP

#include "landing/contacts.hpp"
#include "landing/flight.hpp"
#include "landing/legs.hpp"

namespace touchdown {

constexpr int leg_sweeps = 36;      // of a solve that starts from no impulse
constexpr int warm_leg_sweeps = 6;  // of one that starts from the forces of the piece before

// Sweeps that the impacts at the stops share in one step. Where they are spent, what is left of an impact is taken at
// once. Random landers take fewer than 300.
constexpr int max_stop_sweeps = 64 * leg_sweeps;

// What feet are down, and which of them on legs that give way.
struct FeetDown {
  std::uint32_t all, yielding;
};

template <class Scalar>
struct LegContact {
  int foot;
  Vector3<Scalar> way[3], turn[3],
      spin[3];                      // of an impulse 1: along, about the centre of mass, what it turns the lander
  Matrix3<Scalar> W;                // in these coordinates
  Vector3<Scalar> before, q;        // velocity when the piece begins, impulse
  Scalar rise, lean_t, lean_s, mu;  // axis in the contact's frame
  // The axial law: q = constant - slope y_0', or what brings y_0' to `stand`, where it holds, whichever is more, but
  // 0 .. most. And at least what keeps y_0' at `stop`, where it stops.
  Scalar constant, slope, most, stand, stop;
  bool holds, stops;
  bool slides;  // friction is all it can be
};

template <class Scalar>
struct LegContacts {
  int count = 0;
  int stop_sweeps_left = max_stop_sweeps;
  LegContact<Scalar> contact[max_feet];
  BodyFactor<Scalar> factor;
  Motion<Scalar> motion;  // after
  // What the last sub-step of this step leaves to the next, which begins its solve with it.
  FeetDown known = {0, 0};          // the feet that it pressed
  Vector3<Scalar> force[max_feet];  // [N] on each of them, in the coordinates of its contact
  std::uint32_t sliding = 0;        // those of them that slide
  bool steady = false;              // it changed no force by much
};

template <class Scalar>
inline Vector3<Scalar> velocity_in(const LegContact<Scalar> &contact, const Motion<Scalar> &motion) {
  Vector3<Scalar> y;
  for (int k = 0; k < 3; ++k) y[k] = contact.way[k].dot(motion.v) + contact.turn[k].dot(motion.w);
  return y;
}

template <class Scalar>
inline void push(const BodyFactor<Scalar> &factor, const LegContact<Scalar> &contact, const Vector3<Scalar> &q,
                 Motion<Scalar> &motion) {
  for (int k = 0; k < 3; ++k) {
    motion.v += (factor.inverse_mass * q[k]) * contact.way[k];
    motion.w += q[k] * contact.spin[k];
  }
}

// How the lander sees foot i half-way through the piece; `motion` before it.
template <class Scalar>
inline void prepare_leg_contact(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain,
                                const Matrix3<Scalar> &R, bool yields, Scalar half, const BodyFactor<Scalar> &factor,
                                const Motion<Scalar> &motion, LegContact<Scalar> &contact) {
  const int i = contact.foot;
  const ContactFrame<Scalar> &frame = terrain.frame[plane_of(terrain, i)];
  const Vector3<Scalar> axis = yields ? Vector3<Scalar>(R * legs.axis[i]) : frame.n;
  contact.rise = frame.n.dot(axis);
  contact.lean_t = frame.t.dot(axis);
  contact.lean_s = frame.s.dot(axis);
  contact.mu = legs.lander.foot[i].mu_sliding;
  Vector3<Scalar> arm = arm_of(terrain, R, i);
  const Scalar closing = frame.n.dot(point_velocity(motion.v, motion.w, arm)) / contact.rise;
  if (yields) arm -= (half * closing) * axis;
  contact.way[0] = frame.n / contact.rise;
  contact.way[1] = frame.t - contact.lean_t * contact.way[0];
  contact.way[2] = frame.s - contact.lean_s * contact.way[0];
  for (int k = 0; k < 3; ++k) {
    contact.turn[k] = arm.cross(contact.way[k]);
    contact.spin[k] = solve(factor.inertia, contact.turn[k]);
  }
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 3; ++k)
      contact.W(j, k) = factor.inverse_mass * contact.way[j].dot(contact.way[k]) + contact.turn[j].dot(contact.spin[k]);
  contact.before = velocity_in(contact, motion);
  contact.q.setZero();
  contact.slides = false;
}

template <class Scalar>
inline void set_rigid_law(Scalar least, LegContact<Scalar> &contact) {
  contact.constant = contact.slope = contact.most = contact.stand = 0;
  contact.stop = least;
  contact.holds = false;
  contact.stops = true;
}

// A stroke that would reach the stop ends the piece before; only the last piece of a step must hold it there. A leg
// that stands brings its foot back to the ground, which it leaves by rounding and by what the mean of two velocities
// errs.
template <class Scalar>
inline void set_leg_law(const Leg<Scalar> &leg, Scalar stroke, Scalar gap, Scalar span, bool last,
                        LegContact<Scalar> &contact) {
  const bool springs = leg.kind == TD_LEG_SPRINGS;
  const Scalar rate = -contact.before[0], left = 2 * (stop_of(leg) - stroke);
  contact.constant = contact.slope = 0;
  contact.most = springs ? largest<Scalar> : leg.force * span;
  contact.holds = !springs;
  contact.stand = gap > 0 ? -gap / (contact.rise * span) : Scalar(0);
  contact.stops = last || !(left > 0);
  contact.stop = left > rate * span ? rate - left / span : Scalar(0);
  if (!springs) return;
  contact.slope = Scalar(0.5) * span * (Scalar(0.5) * span * leg.stiffness + leg.damping);
  contact.constant = span * leg.stiffness * stroke + contact.slope * rate;
}

// `without`: y_0' after all but this foot's axial impulse and what grows with it, which moves it by `mobility` each.
template <class Scalar>
inline Scalar axial_impulse(const LegContact<Scalar> &contact, Scalar without, Scalar mobility) {
  Scalar q = (contact.constant - contact.slope * without) / (1 + contact.slope * mobility);
  if (contact.holds) q = max(q, (contact.stand - without) / mobility);
  q = clamp(q, Scalar(0), contact.most);
  return contact.stops ? max(q, (contact.stop - without) / mobility) : q;
}

// The axial impulse, with the friction of a foot that slides in proportion to it: one after the other they may go round
// in a circle where the axis leans.
template <class Scalar>
inline void bear_along(Scalar without, LegContact<Scalar> &contact) {
  const Matrix3<Scalar> &W = contact.W;
  const Scalar friction = W(0, 1) * contact.q[1] + W(0, 2) * contact.q[2];
  const bool slides = contact.slides && contact.q[0] > 0 && W(0, 0) * contact.q[0] + 2 * friction > 0;
  if (!slides) {
    contact.q[0] = axial_impulse(contact, without + friction, W(0, 0));
    return;
  }
  const Scalar old = contact.q[0];
  contact.q[0] = axial_impulse(contact, without, W(0, 0) + friction / old);
  contact.q[1] *= contact.q[0] / old;
  contact.q[2] *= contact.q[0] / old;
}

// What friction (t, s) of that length asks of the cone, which has mu times the axial impulse.
template <class Scalar>
inline Scalar asked_of_cone(Scalar t, Scalar s, Scalar length, const LegContact<Scalar> &contact) {
  return contact.rise * length + contact.mu * (contact.lean_t * t + contact.lean_s * s);
}

// As much as friction gives along (t, s), of whatever length.
template <class Scalar>
inline void slide_along(Scalar t, Scalar s, LegContact<Scalar> &contact) {
  const Scalar length = square_root(t * t + s * s), slope = asked_of_cone(t, s, length, contact);
  const Scalar part = length > 0 && slope > 0 ? contact.mu * contact.q[0] / slope : Scalar(0);
  contact.q[1] = part * t;
  contact.q[2] = part * s;
}

// Friction (t, s), or as much of it as there is: what is less is not made more, or it could end along the slip.
template <class Scalar>
inline void press_within(Scalar t, Scalar s, LegContact<Scalar> &contact) {
  const Scalar slope = asked_of_cone(t, s, square_root(t * t + s * s), contact);
  const Scalar part = slope > contact.mu * contact.q[0] ? contact.mu * contact.q[0] / slope : Scalar(1);
  contact.q[1] = part * t;
  contact.q[2] = part * s;
}

// `without`: velocity after all but this foot's own impulse.
template <class Scalar>
inline void rub(const Vector3<Scalar> &without, LegContact<Scalar> &contact) {
  const Matrix3<Scalar> &W = contact.W;
  const Scalar b_t = without[1] + W(1, 0) * contact.q[0], b_s = without[2] + W(2, 0) * contact.q[0];
  const Scalar determinant = W(1, 1) * W(2, 2) - W(1, 2) * W(1, 2);
  const Scalar t = (W(1, 2) * b_s - W(2, 2) * b_t) / determinant;
  const Scalar s = (W(1, 2) * b_t - W(1, 1) * b_s) / determinant;
  const Scalar normal = contact.q[0] - contact.lean_t * t - contact.lean_s * s;
  const Scalar most = contact.mu * normal / contact.rise;
  contact.slides = !(normal >= 0 && t * t + s * s <= most * most);
  if (!contact.slides) {
    contact.q[1] = t;
    contact.q[2] = s;
    return;
  }
  const Scalar rate = 1 / (W(1, 1) + W(2, 2));
  if (contact.q[1] == 0 && contact.q[2] == 0) slide_along(t, s, contact);
  for (int turn = 0; turn < 2; ++turn) {
    const Scalar u_t = contact.before[1] + b_t + W(1, 1) * contact.q[1] + W(1, 2) * contact.q[2];
    const Scalar u_s = contact.before[2] + b_s + W(2, 1) * contact.q[1] + W(2, 2) * contact.q[2];
    press_within(contact.q[1] - rate * u_t, contact.q[2] - rate * u_s, contact);
  }
}

// One foot's impulse beside those of the others; answers by how much it changed, beside its size.
template <class Scalar>
inline Scalar relax(LegContacts<Scalar> &contacts, LegContact<Scalar> &contact) {
  const Vector3<Scalar> old = contact.q;
  const Vector3<Scalar> without = velocity_in(contact, contacts.motion) - contact.W * old;
  for (int turn = 0; turn < 2; ++turn) {
    bear_along(without[0], contact);
    rub(without, contact);
  }
  const Vector3<Scalar> change = contact.q - old;
  push(contacts.factor, contact, change, contacts.motion);
  const Scalar size = max(abs(contact.q[0]), abs(old[0]));
  const Scalar most = max(abs(change[0]), max(abs(change[1]), abs(change[2])));
  return size > 0 ? most / size : Scalar(0);
}

// Answers how many sweeps it took.
template <class Scalar>
inline int relax_all(int most, LegContacts<Scalar> &contacts) {
  for (int sweep = 1; sweep <= leg_sweeps; ++sweep) {
    Scalar change = 0;
    for (int k = 0; k < contacts.count; ++k) change = max(change, relax(contacts, contacts.contact[k]));
    if (!(change > tolerance::leg_impulse<Scalar>) || sweep >= most) return sweep;
  }
  return leg_sweeps;
}

// Begins with the impulse that the force of the sub-step before gives.
template <class Scalar>
inline void start_warm(Scalar span, LegContact<Scalar> &contact, LegContacts<Scalar> &contacts) {
  contact.q = span * contacts.force[contact.foot];
  contact.slides = (contacts.sliding >> contact.foot & 1U) != 0;
  push(contacts.factor, contact, contact.q, contacts.motion);
}

// Keeps the forces of a sub-step for the next, and whether any of them has changed by much.
template <class Scalar>
inline void keep_forces(Scalar span, FeetDown feet, LegContacts<Scalar> &contacts) {
  Scalar change = 0, size = 0;
  for (int k = 0; k < contacts.count; ++k) {
    const LegContact<Scalar> &contact = contacts.contact[k];
    const Vector3<Scalar> force = contact.q / span;
    change = max(change, (force - contacts.force[contact.foot]).squaredNorm());
    size = max(size, force.squaredNorm());
    contacts.force[contact.foot] = force;
    const std::uint32_t foot = 1U << contact.foot;
    contacts.sliding = contact.slides ? contacts.sliding | foot : contacts.sliding & ~foot;
  }
  const Scalar most = tolerance::steady_force<Scalar>;
  contacts.steady =
      contacts.known.all == feet.all && contacts.known.yielding == feet.yielding && !(change > most * most * size);
  contacts.known = feet;
}

// Presses the feet on the ground during `span`, from `state` by the flight `arc` without them.
template <class Scalar>
__attribute__((noinline)) Status press_legs(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain,
                                            const Pose<Scalar> &pose, const Arc<Scalar> &flight, FeetDown feet,
                                            bool last, LegContacts<Scalar> &contacts) {
  const Scalar span = flight.span, half = Scalar(0.5) * span;
  const Matrix3<Scalar> &R = flight.middle;
  const Status status = factorize(legs.lander.mass, turned(matrix(legs.lander.inertia), R), contacts.factor);
  if (status < 0) return status;
  contacts.count = 0;
  contacts.motion = flight.end;
  const std::uint32_t warm = contacts.known.all & ~(contacts.known.yielding ^ feet.yielding);
  for (int i = 0; i < legs.lander.feet; ++i) {
    if ((feet.all >> i & 1U) == 0) continue;
    LegContact<Scalar> &contact = contacts.contact[contacts.count++];
    contact.foot = i;
    const bool yields = (feet.yielding >> i & 1U) != 0;
    prepare_leg_contact(legs, terrain, R, yields, half, contacts.factor, pose.motion, contact);
    if (yields)
      set_leg_law(legs.whole->leg[i], legs.record[i].stroke, pose.gap[i], span, last, contact);
    else
      set_rigid_law(least_speed(terrain, pose.gap[i], span), contact);
    if ((warm >> i & 1U) != 0) start_warm(span, contact, contacts);
  }
  relax_all((feet.all & ~warm) == 0 ? warm_leg_sweeps : leg_sweeps, contacts);
  keep_forces(span, feet, contacts);
  return all_finite(contacts.motion) ? TD_SOLVED : TD_REFUSED_RANGE;
}

}  // namespace touchdown

#endif
