// The feet on the ground during one piece, of legs that yield and of rigid ones, in one coupled solve. With a the axis
// of a leg (n where it is rigid), n . a = c, the contact has skew coordinates, in which axial force and slip are pairs:
//   y_0 = v . n / c = -rate,  y_t = v . t - (a . t) y_0,  world impulse p = q_0 n / c + q_t (t - (a . t) n / c) + ..
//   axial     crushes: y_0' = 0 or q_0 = F h;  springs: q_0 = h (k (s + s') + c (rate + rate')) / 2;  never below 0
//   friction  y_T' = 0, or |q_T| = mu p_n against the mean slip of the piece, p_n = (q_0 - a_T . q_T) / c
// Newton's method on the mean motion of the body, for which each foot answers alone: what it is to keep still, it holds
// stiffly, from its impulse of the pass before. docs/theory (L.18), (L.19), (L.24).
#ifndef TOUCHDOWN_LANDING_LEG_CONTACTS_HPP
#define TOUCHDOWN_LANDING_LEG_CONTACTS_HPP

#include "landing/body_on_feet.hpp"
#include "landing/contacts.hpp"
#include "landing/flight.hpp"
#include "landing/legs.hpp"

namespace touchdown {

constexpr int newton_passes = 7;                // of a solve
constexpr int leg_passes = newton_passes + 24;  // and sweeps after

// Passes that the impacts at the stops share in one step. Where they are spent, what is left of an impact is taken at
// once. Random landers take fewer than 300.
constexpr int max_stop_passes = 64 * leg_passes;

// What feet are down, and which of them on legs that give way.
struct FeetDown {
  std::uint32_t all, yielding;
};

// A foot, whose lines are those of its coordinates.
template <class Scalar>
struct LegContact : FootLines<Scalar> {
  int foot;
  Matrix3<Scalar> W;                // in these coordinates
  Vector3<Scalar> before, q;        // velocity when the piece begins, impulse
  Vector3<Scalar> alone;            // what it would be, were those of the other feet to stay
  Matrix3<Scalar> slope;            // by how much it falls with the mean velocity
  Scalar held;                      // how many times as stiffly as the body gives way
  Scalar rise, lean_t, lean_s, mu;  // axis in the contact's frame
  // The axial law: q = constant - by_rate y_0', or what brings y_0' to `stand`, where it holds, whichever is more, but
  // 0 .. most. And at least what keeps y_0' at `stop`, where it stops.
  Scalar constant, by_rate, most, stand, stop;
  bool holds, stops;
  bool slides;  // friction is all it can be
};

template <class Scalar>
struct LegContacts {
  int count = 0;
  int stop_passes_left = max_stop_passes;
  LegContact<Scalar> contact[max_feet];
  Scalar mass;
  Matrix3<Scalar> inertia;  // in the world
  BodyFactor<Scalar> factor;
  Motion<Scalar> motion;  // after
  Scalar enough;          // [-] by which impulses may be off
  // What the last sub-step of this step leaves to the next, which begins its solve with it.
  FeetDown known = {0, 0};          // the feet that it pressed
  Vector3<Scalar> force[max_feet];  // [N] on each of them, in the coordinates of its contact
  bool steady = false;              // it changed no force by much
};

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
  Vector3<Scalar> spin[3];
  for (int k = 0; k < 3; ++k) {
    contact.turn[k] = arm.cross(contact.way[k]);
    spin[k] = solve(factor.inertia, contact.turn[k]);
  }
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 3; ++k)
      contact.W(j, k) = factor.inverse_mass * contact.way[j].dot(contact.way[k]) + contact.turn[j].dot(spin[k]);
  contact.before = speeds_along(contact, motion);
  contact.q.setZero();
  contact.slides = false;
}

template <class Scalar>
inline void set_rigid_law(Scalar least, LegContact<Scalar> &contact) {
  contact.constant = contact.by_rate = contact.most = contact.stand = 0;
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
  contact.constant = contact.by_rate = 0;
  contact.most = springs ? largest<Scalar> : leg.force * span;
  contact.holds = !springs;
  contact.stand = gap > 0 ? -gap / (contact.rise * span) : Scalar(0);
  contact.stops = last || !(left > 0);
  contact.stop = left > rate * span ? rate - left / span : Scalar(0);
  if (!springs) return;
  contact.by_rate = Scalar(0.5) * span * (Scalar(0.5) * span * leg.stiffness + leg.damping);
  contact.constant = span * leg.stiffness * stroke + contact.by_rate * rate;
}

// An impulse along the axis, how much it falls with the velocity, and what it would be were the rest of the lander to
// stay as it is.
template <class Scalar>
struct AlongAxis {
  Scalar impulse, slope, asked;
};

// At the velocity y_0' after, which is `seen` as far as the axis takes it; `gives` is how much of that an impulse
// takes, were the others to give as much. What is to be kept still is so from the impulse of the pass before, and far
// more stiffly.
template <class Scalar>
inline AlongAxis<Scalar> axial_impulse(const LegContact<Scalar> &contact, Scalar gives, Scalar after, Scalar seen) {
  const Scalar kept = contact.q[0], stiff = contact.held / contact.W(0, 0);
  const auto asks = [&](Scalar rate) { return kept - (seen - rate) / gives; };
  const auto held_at = [&](Scalar rate) { return AlongAxis<Scalar>{kept - stiff * (after - rate), stiff, asks(rate)}; };
  const Scalar free = contact.constant - contact.by_rate * after;
  AlongAxis<Scalar> axial{free, contact.by_rate, free};
  if (contact.holds && asks(contact.stand) > 0)
    axial =
        asks(contact.stand) < contact.most ? held_at(contact.stand) : AlongAxis<Scalar>{contact.most, 0, contact.most};
  else if (!(free > 0))
    axial = {0, 0, 0};
  return contact.stops && asks(contact.stop) > axial.asked ? held_at(contact.stop) : axial;
}

// Friction along (t, s), as much as the cone has for an axial impulse 1: by (t, s), and its length.
template <class Scalar>
struct LegRubbing {
  Scalar t, s, part, along;  // along: what the impulse moves along the axis, with its friction
};

template <class Scalar>
inline LegRubbing<Scalar> rub_along(Scalar t, Scalar s, const LegContact<Scalar> &contact) {
  const Scalar asks =
      contact.rise * square_root(t * t + s * s) + contact.mu * (contact.lean_t * t + contact.lean_s * s);
  const Scalar part = asks > 0 ? contact.mu / asks : Scalar(0);
  return {t, s, part, contact.W(0, 0) + part * (contact.W(0, 1) * t + contact.W(0, 2) * s)};
}

// Friction that is all it can be along (t, s), with what axial impulse that is, and how it turns where the slip does.
template <class Scalar>
inline Vector3<Scalar> rub_all(const LegRubbing<Scalar> &to, const AlongAxis<Scalar> &axial, Scalar stiff,
                               LegContact<Scalar> &contact) {
  const Scalar square = to.t * to.t + to.s * to.s, turning = to.part * max(axial.asked, Scalar(0)) * stiff;
  const Scalar per = square > 0 ? turning / square : Scalar(0), grows = to.part * contact.slope(0, 0);
  contact.slope(1, 1) = per * to.s * to.s;
  contact.slope(2, 2) = per * to.t * to.t;
  contact.slope(1, 2) = contact.slope(2, 1) = -per * to.t * to.s;
  contact.slope(1, 0) = grows * to.t;
  contact.slope(2, 0) = grows * to.s;
  const Vector3<Scalar> way(1, to.part * to.t, to.part * to.s);
  contact.alone = axial.asked * way;
  return axial.impulse * way;
}

// Friction against the mean slip, all it can be, or as much of it as stops that: what is less is not made more, or it
// could end along the slip. Where the slip may turn, its direction follows the friction of the pass before.
template <class Scalar>
inline Vector3<Scalar> slide_on(const Vector3<Scalar> &mean, Scalar feet, Scalar after, LegContact<Scalar> &contact) {
  const Scalar mobility = Scalar(0.5) * (contact.W(1, 1) + contact.W(2, 2));
  const Scalar stiff = contact.held / mobility, turns = mobility * contact.mu * contact.q[0];
  const Scalar follows = mean[1] * mean[1] + mean[2] * mean[2] > turns * turns ? stiff : 2 / mobility;
  const Vector3<Scalar> &q = contact.q, to = q - follows * mean, stops = q - 2 / (feet * mobility) * mean;
  const LegRubbing<Scalar> all = rub_along(to[1], to[2], contact);
  const Scalar along = max(all.along, Scalar(0.25) * contact.W(0, 0));
  const AlongAxis<Scalar> axial = axial_impulse(contact, Scalar(feet * along), after, after);
  contact.slope(0, 0) = 2 * axial.slope;
  if (rub_along(stops[1], stops[2], contact).part * axial.asked < 1) return rub_all(all, axial, follows, contact);
  contact.slope(1, 1) = contact.slope(2, 2) = stiff;
  contact.alone = {axial.asked, stops[1], stops[2]};
  return {axial.impulse, q[1] - stiff * mean[1], q[2] - stiff * mean[2]};
}

// How a foot that sticks is moved by an impulse along its axis, as friction takes part of it.
template <class Scalar>
struct Sticking {
  Scalar per, by_t, by_s, mobility;
};

template <class Scalar>
inline Sticking<Scalar> sticking_of(const Matrix3<Scalar> &W) {
  const Scalar per = 1 / (W(1, 1) * W(2, 2) - W(1, 2) * W(1, 2));
  const Scalar by_t = per * (W(2, 2) * W(0, 1) - W(1, 2) * W(0, 2)),
               by_s = per * (W(1, 1) * W(0, 2) - W(1, 2) * W(0, 1));
  return {per, by_t, by_s, W(0, 0) - by_t * W(0, 1) - by_s * W(0, 2)};
}

// What a foot gives at the mean velocity, beside what it gave in the pass before, were so many to give as much: it
// sticks if friction can hold it, else it slides.
template <class Scalar>
inline Vector3<Scalar> bear(const Vector3<Scalar> &mean, Scalar feet, LegContact<Scalar> &contact) {
  const Matrix3<Scalar> &W = contact.W;
  const Vector3<Scalar> after = 2 * mean - contact.before, &q = contact.q;
  const Sticking<Scalar> sticks = sticking_of(W);
  const Scalar straight = after[0] - sticks.by_t * after[1] - sticks.by_s * after[2];
  const AlongAxis<Scalar> axial = axial_impulse(contact, Scalar(feet * sticks.mobility), after[0], straight);
  const Scalar more = axial.asked - q[0], share = sticks.per / feet;
  const Scalar t = q[1] - share * (W(2, 2) * after[1] - W(1, 2) * after[2]) - sticks.by_t * more;
  const Scalar s = q[2] - share * (W(1, 1) * after[2] - W(1, 2) * after[1]) - sticks.by_s * more;
  const Scalar normal = axial.asked - contact.lean_t * t - contact.lean_s * s;
  const Scalar most = contact.mu * normal / contact.rise;
  contact.slides = !(normal >= 0 && t * t + s * s <= most * most);
  contact.slope.setZero();
  if (contact.slides) return slide_on(mean, feet, after[0], contact);
  const Scalar stiff = 2 * contact.held / (W(1, 1) + W(2, 2));
  contact.alone = {axial.asked, t, s};
  contact.slope(0, 0) = 2 * axial.slope;
  contact.slope(1, 1) = contact.slope(2, 2) = 2 * stiff;
  return {axial.impulse, q[1] - stiff * after[1], q[2] - stiff * after[2]};
}

// The motion that impulses lead to.
template <class Scalar>
inline Motion<Scalar> moved_by(const BodyFactor<Scalar> &factor, const Motion<Scalar> &impulse) {
  return {factor.inverse_mass * impulse.v, solve(factor.inertia, impulse.w)};
}

// One pass of Newton's method on the mean motion, of which `free` is what there is without impulses: whether impulses
// and motion agree.
template <class Scalar>
inline bool improve_contacts(const Motion<Scalar> &free, LegContacts<Scalar> &contacts, Motion<Scalar> &mean) {
  Scalar off = 0, size = 0;
  BodyOnFeet<Scalar> body = body_alone(Scalar(2 * contacts.mass), Matrix3<Scalar>(2 * contacts.inertia));
  Motion<Scalar> over{2 * contacts.mass * (free.v - mean.v), contacts.inertia * Vector3<Scalar>(2 * (free.w - mean.w))};
  Vector3<Scalar> found[max_feet];
  for (int k = 0; k < contacts.count; ++k) {
    LegContact<Scalar> &contact = contacts.contact[k];
    found[k] = bear(speeds_along(contact, mean), static_cast<Scalar>(contacts.count), contact);
    off = max(off, (found[k] - contact.q).squaredNorm());
    size = max(size, found[k].squaredNorm());
    add_push(contact, found[k], over);
    add_foot(contact, contact.slope, body);
  }
  const Scalar enough = contacts.enough;
  if (!(off > size * enough * enough)) return true;
  Motion<Scalar> more;
  find_motion(over, body, more);
  mean.v += more.v;
  mean.w += more.w;
  for (int k = 0; k < contacts.count; ++k) {
    LegContact<Scalar> &contact = contacts.contact[k];
    contact.q = found[k] - contact.slope * speeds_along(contact, more);
  }
  return false;
}

// The same where impulses alternate: foot by foot, each beside those of the others.
template <class Scalar>
inline bool sweep_contacts(LegContacts<Scalar> &contacts, Motion<Scalar> &mean) {
  Scalar off = 0, size = 0;
  for (int k = 0; k < contacts.count; ++k) {
    LegContact<Scalar> &contact = contacts.contact[k];
    bear(speeds_along(contact, mean), Scalar(1), contact);
    const Vector3<Scalar> change = contact.alone - contact.q;
    off = max(off, change.squaredNorm());
    size = max(size, contact.alone.squaredNorm());
    Motion<Scalar> more{Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
    add_push(contact, Vector3<Scalar>(Scalar(0.5) * change), more);
    contact.q = contact.alone;
    more = moved_by(contacts.factor, more);
    mean.v += more.v;
    mean.w += more.w;
  }
  return !(off > size * contacts.enough * contacts.enough);
}

// What feet are held by, of which rounding of their speeds makes no force that counts.
template <class Scalar>
inline void hold_contacts(const Motion<Scalar> &from, const Motion<Scalar> &free, LegContacts<Scalar> &contacts) {
  Scalar speed = 0, change = 0;
  for (int k = 0; k < contacts.count; ++k) {
    speed = max(speed, contacts.contact[k].before.squaredNorm());
    change =
        max(change, speeds_along(contacts.contact[k], Motion<Scalar>{free.v - from.v, free.w - from.w}).squaredNorm());
  }
  const Scalar ratio = change < speed ? square_root(change / speed) : Scalar(1);
  const Scalar held = clamp(ratio * (tolerance::leg_impulse<Scalar> / tolerance::epsilon<Scalar>),
                            tolerance::least_held<Scalar>, tolerance::most_held<Scalar>);
  contacts.enough = change > 0 ? tolerance::leg_impulse<Scalar> : tolerance::stop_impulse<Scalar>;
  for (int k = 0; k < contacts.count; ++k) contacts.contact[k].held = held;
}

// Impulses and the motion that they lead to agree; from the impulses that contacts have. Between the motions `from` and
// `free` there are none. Answers how many passes it took.
template <class Scalar>
__attribute__((noinline)) int solve_contacts(const Motion<Scalar> &from, const Motion<Scalar> &free,
                                             LegContacts<Scalar> &contacts) {
  const auto pushed = [&] {
    Motion<Scalar> sum{Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
    for (int k = 0; k < contacts.count; ++k) add_push(contacts.contact[k], contacts.contact[k].q, sum);
    return moved_by(contacts.factor, sum);
  };
  hold_contacts(from, free, contacts);
  const Motion<Scalar> begin{Scalar(0.5) * (from.v + free.v), Scalar(0.5) * (from.w + free.w)};
  Motion<Scalar> by = pushed();
  Motion<Scalar> mean{begin.v + Scalar(0.5) * by.v, begin.w + Scalar(0.5) * by.w};
  int pass = 0;
  bool agree = false;
  for (; pass < leg_passes && !agree; ++pass)
    agree = pass < newton_passes ? improve_contacts(begin, contacts, mean) : sweep_contacts(contacts, mean);
  by = pushed();
  contacts.motion = {free.v + by.v, free.w + by.w};
  return pass;
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
  }
  const Scalar most = tolerance::steady_force<Scalar>;
  contacts.steady =
      contacts.known.all == feet.all && contacts.known.yielding == feet.yielding && !(change > most * most * size);
  contacts.known = feet;
}

// The body in the attitude R. MASS, INERTIA or solved.
template <class Scalar>
inline Status begin_contacts(const Lander<Scalar> &lander, const Matrix3<Scalar> &R, LegContacts<Scalar> &contacts) {
  contacts.count = 0;
  contacts.mass = lander.mass;
  contacts.inertia = turned(matrix(lander.inertia), R);
  return factorize(lander.mass, contacts.inertia, contacts.factor);
}

// Presses the feet on the ground during `span`, from `state` by the flight `arc` without them.
template <class Scalar>
__attribute__((noinline)) Status press_legs(const MovingLegs<Scalar> &legs, const Terrain<Scalar> &terrain,
                                            const Pose<Scalar> &pose, const Arc<Scalar> &flight, FeetDown feet,
                                            bool last, LegContacts<Scalar> &contacts) {
  const Scalar span = flight.span, half = Scalar(0.5) * span;
  const Matrix3<Scalar> &R = flight.middle;
  const Status status = begin_contacts(legs.lander, R, contacts);
  if (status < 0) return status;
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
    if ((warm >> i & 1U) != 0) contact.q = span * contacts.force[i];
  }
  solve_contacts(pose.motion, flight.end, contacts);
  keep_forces(span, feet, contacts);
  return all_finite(contacts.motion) ? TD_SOLVED : TD_REFUSED_RANGE;
}

}  // namespace touchdown

#endif
