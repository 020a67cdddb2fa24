// The feet on the ground during one piece, of legs that yield and of rigid ones, in one coupled solve. With a the axis
// of a leg (n where it is rigid), n . a = c, the contact has skew coordinates, in which axial force and slip are pairs:
//   y_0 = v . n / c = -rate,  y_t = v . t - (a . t) y_0,  world impulse p = q_0 n / c + q_t (t - (a . t) n / c) + ..
//   axial     crushes: y_0' = 0 or q_0 = F h;  springs: q_0 = h (f_0 + (k (s + s') + c (rate + rate')) / 2 +- F_f), or
//             y_0' = 0 between;  never below 0
//   friction  y_T' = 0, or |q_T| = mu p_n against the mean slip of the piece, p_n = (q_0 - a_T . q_T) / c
// Newton's method on the mean motion of the body, for which each foot answers alone: what it is to keep still, it holds
// stiffly, from its impulse of the pass before. docs/theory (L.18), (L.19), (L.24).
#ifndef TOUCHDOWN_LANDING_LEG_CONTACTS_HPP
#define TOUCHDOWN_LANDING_LEG_CONTACTS_HPP

#include "landing/body_on_feet.hpp"
#include "landing/contacts.hpp"
#include "landing/flight.hpp"
#include "landing/legs.hpp"
#include "landing/tripod.hpp"

namespace touchdown {

constexpr int leg_passes = 12;  // of a solve

constexpr int step_passes = 48;  // after which a step ends

// What feet are down, and which of them on legs that give way.
struct FeetDown {
  FootSet all, yielding;
};

// A foot, whose lines are those of its coordinates.
template <class Scalar>
struct LegContact : FootLines<Scalar> {
  int foot;
  Matrix3<Scalar> W;                // in these coordinates
  Vector3<Scalar> before, q;        // velocity when the piece begins, impulse
  Vector3<Scalar> alone, nearest;   // impulse that the law asks for, and that of the pass in which it missed the least
  Scalar miss;                      // [N^2 s^2] by which the impulse is off
  Matrix3<Scalar> slope;            // by how much it falls with the mean velocity
  Scalar rise, lean_t, lean_s, mu;  // axis in the contact's frame
  // The axial law: q = constant - by_rate y_0', or, where it holds, what brings y_0' to `stand`, but no more than
  // `above` over that and no less than `below` under it, and never below 0. And at least what keeps y_0' at `stop`,
  // where it stops.
  Scalar constant, by_rate, above, below, stand, stop;
  bool holds, stops;
  bool extended;  // to its full length, and held there
  bool stands;    // its rate is given, not its impulse
  // A pad, whose lines are its struts: its velocity, and the speed at which it meets the ground.
  bool is_pad, lifts, springs;
  Vector3<Scalar> v;
  Scalar meets;
};

template <class Scalar>
struct LegContacts {
  LegContacts() {
    for (Vector3<Scalar> &each : force) each.setZero();
  }

  int count = 0;
  int passes_left = step_passes;  // of this step; at 0 the piece is the last
  LegContact<Scalar> contact[max_feet];
  const MovingLegs<Scalar> *legs;
  Scalar span;  // [s] of a piece
  Scalar mass;
  Matrix3<Scalar> inertia;  // in the world
  BodyFactor<Scalar> factor;
  Motion<Scalar> motion;  // after
  Scalar enough, off;     // [-] by which impulses may be off, and are
  Scalar held;            // how many times as stiffly as the body gives way feet are held
  // What the last sub-step leaves to the next, which begins its solve with it.
  FeetDown known;                   // the feet that it pressed
  Vector3<Scalar> force[max_feet];  // [N] on each of them, world
  bool steady = false;              // it changed no force by much
  bool springs = false;             // it pressed pads alone, whose struts sprang
};

// The lines of a foot's coordinates, on a leg of this axis.
template <class Scalar>
inline FootLines<Scalar> lines_beside(const ContactFrame<Scalar> &frame, const Vector3<Scalar> &axis,
                                      const Vector3<Scalar> &arm) {
  FootLines<Scalar> lines;
  lines.way[0] = frame.n / frame.n.dot(axis);
  lines.way[1] = frame.t - frame.t.dot(axis) * lines.way[0];
  lines.way[2] = frame.s - frame.s.dot(axis) * lines.way[0];
  for (int k = 0; k < 3; ++k) lines.turn[k] = arm.cross(lines.way[k]);
  return lines;
}

// Sees a foot half-way through the piece, in the attitude R; contacts.motion is that before it.
template <class Scalar>
inline void prepare_leg_contact(const Matrix3<Scalar> &R, bool yields, const LegContacts<Scalar> &contacts,
                                LegContact<Scalar> &contact) {
  const int i = contact.foot;
  const Terrain<Scalar> &terrain = *contacts.legs->terrain;
  const BodyFactor<Scalar> &factor = contacts.factor;
  const Motion<Scalar> &motion = contacts.motion;
  const ContactFrame<Scalar> &frame = terrain.frame[plane_of(terrain, i)];
  const Vector3<Scalar> axis = yields ? Vector3<Scalar>(R * contacts.legs->axis[i]) : frame.n;
  contact.rise = frame.n.dot(axis);
  contact.lean_t = frame.t.dot(axis);
  contact.lean_s = frame.s.dot(axis);
  contact.mu = terrain.lander->foot[i].mu_sliding;
  Vector3<Scalar> arm = arm_of(terrain, R, i);
  const Scalar closing = frame.n.dot(point_velocity(motion.v, motion.w, arm)) / contact.rise;
  if (yields) arm -= (Scalar(0.5) * contacts.span * closing) * axis;
  static_cast<FootLines<Scalar> &>(contact) = lines_beside(frame, axis, arm);
  Vector3<Scalar> spin[3];
  for (int k = 0; k < 3; ++k) spin[k] = solve(factor.inertia, contact.turn[k]);
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 3; ++k)
      contact.W(j, k) = factor.inverse_mass * contact.way[j].dot(contact.way[k]) + contact.turn[j].dot(spin[k]);
  contact.before = speeds_along(contact, motion);
  contact.q.setZero();
  contact.is_pad = contact.lifts = contact.springs = false;
}

// The same of a pad on the ground, which its struts begin to press with the forces of the piece before. One that is off
// its ground comes back within `least`.
template <class Scalar>
inline void prepare_pad(const Pose<Scalar> &pose, const Matrix3<Scalar> &middle, Scalar least,
                        const LegContacts<Scalar> &contacts, LegContact<Scalar> &contact) {
  const int i = contact.foot;
  const Terrain<Scalar> &terrain = *contacts.legs->terrain;
  const LegRecord<Scalar> &record = contacts.legs->record[i];
  contact.v = vector(record.pad_v);
  const Vector3<Scalar> pad =
      pose.R * vector(terrain.lander->foot[i].r) + (Scalar(0.5) * contacts.span) * (contact.v - pose.motion.v);
  static_cast<FootLines<Scalar> &>(contact) = lines_of(contacts.legs->whole->leg[i], middle, pad);
  contact.before = speeds_along(contact, pose.motion);
  contact.q = contacts.span * forces_of(record);
  contact.mu = terrain.lander->foot[i].mu_sliding;
  contact.meets = tolerance::gap_closed<Scalar> * least_speed(terrain, pose.gap[i], max(contacts.span, least));
  contact.is_pad = true;
  contact.lifts = false;
}

// The foot of a pad whose struts' joints close in by `closing`.
template <class Scalar>
inline Tripod<Scalar> tripod_of(const LegContacts<Scalar> &contacts, const LegContact<Scalar> &contact,
                                const Vector3<Scalar> &closing) {
  const MovingLegs<Scalar> &legs = *contacts.legs;
  Tripod<Scalar> foot;
  static_cast<FootLines<Scalar> &>(foot) = contact;
  foot.leg = &legs.whole->leg[contact.foot];
  foot.before = &legs.record[contact.foot];
  foot.span = contacts.span;
  foot.n = legs.terrain->frame[plane_of(*legs.terrain, contact.foot)].n;
  foot.rise = contact.meets;
  foot.mu = contact.mu;
  foot.held = -foot.leg->pad_mass * (vector(foot.before->pad_v) / foot.span + vector(legs.lander.gravity));
  foot.closing = closing;
  foot.lifts = contact.lifts;
  return foot;
}

// The same, as the piece has moved it.
template <class Scalar>
inline Tripod<Scalar> moved_tripod(const LegContacts<Scalar> &contacts, const LegContact<Scalar> &contact) {
  const Vector3<Scalar> after = speeds_along(contact, contacts.motion);
  Tripod<Scalar> foot = tripod_of(contacts, contact, Vector3<Scalar>(Scalar(0.5) * (contact.before + after)));
  move_pad(contact.v, foot);
  return foot;
}

template <class Scalar>
inline void set_rigid_law(Scalar least, LegContact<Scalar> &contact) {
  contact.constant = contact.by_rate = contact.above = contact.below = contact.stand = 0;
  contact.stop = least;
  contact.holds = contact.extended = false;
  contact.stops = true;
}

// Within this many lengths of the farthest foot from its stop a leg is at it: what rounding takes it away.
template <class Scalar>
inline Scalar hair(const Terrain<Scalar> &terrain) {
  return tolerance::at_stop<Scalar> * terrain.reach;
}

// What is slower is what a piece errs.
template <class Scalar>
inline Scalar slow_in(const Terrain<Scalar> &terrain, Scalar span) {
  return tolerance::slow<Scalar> * terrain.scales.speed * (span / terrain.scales.step);
}

// A stroke that would reach the stop ends the piece before. A leg that stands brings its foot back to the ground, which
// it leaves by rounding and by what the mean of two velocities errs. One at full length that comes no faster than what
// a piece errs is held by its preload: the end of its guide has the rest.
template <class Scalar>
inline void set_leg_law(const LegContacts<Scalar> &contacts, Scalar gap, LegContact<Scalar> &contact) {
  const Terrain<Scalar> &terrain = *contacts.legs->terrain;
  const Leg<Scalar> &leg = contacts.legs->whole->leg[contact.foot];
  const Scalar span = contacts.span, stroke = contacts.legs->record[contact.foot].stroke;
  const Scalar rate = -contact.before[0], left = 2 * (stop_of(leg) - stroke);
  contact.by_rate = contact.above = 0;
  contact.constant = contact.below = leg.force * span;
  contact.holds = true;
  contact.stand = gap > 0 ? -gap / (contact.rise * span) : Scalar(0);
  contact.stops = !(left > 0);
  contact.stop = left > rate * span ? rate - left / span : Scalar(0);
  contact.extended = false;
  if (leg.kind != TD_LEG_SPRINGS) return;
  contact.by_rate = Scalar(0.5) * span * (Scalar(0.5) * span * leg.stiffness + leg.damping);
  contact.constant = span * (leg.preload + leg.stiffness * stroke) + contact.by_rate * rate;
  contact.above = contact.below = span * leg.friction;
  contact.extended = is_preloaded(leg) && stroke < hair(terrain) && !(rate > slow_in(terrain, span));
  if (contact.extended) contact.below = largest<Scalar>;
  contact.holds = leg.friction > 0 || contact.extended;
}

// The impulse along the axis: what the law asks for, and what a pass of Newton's method takes for it, which falls with
// the velocity by `slope`.
template <class Scalar>
struct AlongAxis {
  Scalar asked, base, slope;
  bool held;  // to a rate
};

// At the velocity y_0' after. What holds a rate does so from the impulse of the pass before.
template <class Scalar>
inline AlongAxis<Scalar> axial_impulse(const LegContact<Scalar> &contact, Scalar held, Scalar after) {
  const Scalar kept = contact.q[0], per = 1 / contact.W(0, 0), stiff = held * per;
  const auto held_at = [&](Scalar rate) {
    const Scalar off = after - rate;
    return AlongAxis<Scalar>{kept - Scalar(0.5) * per * off, kept - stiff * off, stiff, true};
  };
  const Scalar free = contact.constant - contact.by_rate * after, most = free + contact.above;
  const Scalar least = max(free - contact.below, Scalar(0));
  const AlongAxis<Scalar> stands = held_at(contact.stand), stops = held_at(contact.stop);
  AlongAxis<Scalar> axial{least, least, least > 0 ? contact.by_rate : Scalar(0), false};
  if (contact.holds && stands.asked > least)
    axial = stands.asked < most ? stands : AlongAxis<Scalar>{most, most, contact.by_rate, false};
  return contact.stops && stops.asked > axial.asked ? stops : axial;
}

// A foot that slides: friction is all it can be, along what the pass before gave less the mean slip, and turns with
// that. Or it is as much as stops the mean slip.
template <class Scalar>
inline Vector3<Scalar> slide_on(const Vector3<Scalar> &mean, Scalar per, Scalar held, const AlongAxis<Scalar> &axial,
                                LegContact<Scalar> &contact) {
  const Scalar t = contact.q[1] - per * mean[1], s = contact.q[2] - per * mean[2];
  const Scalar length = square_root(t * t + s * s), stiff = held * per;
  const Scalar asks = contact.rise * length + contact.mu * (contact.lean_t * t + contact.lean_s * s);
  const Scalar grip = asks > 0 ? contact.mu / asks : Scalar(0), part = grip * axial.asked;
  Matrix3<Scalar> &slope = contact.slope;
  if (!(part < 1)) {
    slope(1, 1) = slope(2, 2) = stiff;
    contact.alone = {axial.asked, t, s};
    return {axial.base, contact.q[1] - stiff * mean[1], contact.q[2] - stiff * mean[2]};
  }
  const Scalar size = length > 0 ? 1 / length : Scalar(0), along_t = size * t, along_s = size * s;
  const Scalar leans = grip * length * (along_t * contact.lean_s - along_s * contact.lean_t);
  const Scalar turn_t = -along_s - leans * along_t, turn_s = along_t - leans * along_s;  // of it, as its line turns
  const Scalar turns = part < held * (1 - part) ? part * per / (1 - part) : stiff;
  const Scalar aside = turns * (along_t * mean[2] - along_s * mean[1]);
  slope(1, 0) = grip * t * slope(0, 0);
  slope(2, 0) = grip * s * slope(0, 0);
  slope(1, 1) = -turns * turn_t * along_s;
  slope(1, 2) = turns * turn_t * along_t;
  slope(2, 1) = -turns * turn_s * along_s;
  slope(2, 2) = turns * turn_s * along_t;
  contact.alone = {axial.asked, part * t, part * s};
  return {axial.base, grip * axial.base * t - aside * turn_t, grip * axial.base * s - aside * turn_s};
}

// How far the impulse is from what the law asks for, squared. What keeps a foot still counts more: it would creep.
template <class Scalar>
inline Scalar miss_of(const LegContact<Scalar> &contact, bool held, bool sticks) {
  constexpr Scalar more = tolerance::still_foot<Scalar> * tolerance::still_foot<Scalar>;
  const Vector3<Scalar> miss = contact.alone - contact.q, square = miss.cwiseProduct(miss);
  return (held ? more : Scalar(1)) * square[0] + (sticks ? more : Scalar(1)) * (square[1] + square[2]);
}

// What a foot gives at the mean velocity, beside what it gave in the pass before: it sticks if friction can hold it,
// else it slides.
template <class Scalar>
inline Vector3<Scalar> bear(const Vector3<Scalar> &mean, Scalar held, LegContact<Scalar> &contact) {
  const Vector3<Scalar> after = 2 * mean - contact.before, &q = contact.q;
  const Scalar per = 2 / (contact.W(1, 1) + contact.W(2, 2)), stiff = held * per;
  const AlongAxis<Scalar> axial = axial_impulse(contact, held, after[0]);
  const Scalar t = q[1] - Scalar(0.5) * per * after[1], s = q[2] - Scalar(0.5) * per * after[2];
  const Scalar normal = axial.asked - contact.lean_t * t - contact.lean_s * s;
  const Scalar most = contact.mu * normal / contact.rise;
  const bool sticks = normal >= 0 && t * t + s * s <= most * most;
  contact.slope.setZero();
  contact.slope(0, 0) = 2 * axial.slope;
  Vector3<Scalar> found(axial.base, q[1] - stiff * after[1], q[2] - stiff * after[2]);
  if (sticks) {
    contact.slope(1, 1) = contact.slope(2, 2) = 2 * stiff;
    contact.alone = {axial.asked, t, s};
  } else {
    found = slide_on(mean, per, held, axial, contact);
  }
  contact.stands = axial.held;
  contact.miss = miss_of(contact, axial.held, sticks);
  return found;
}

// The same of a pad, which the struts press.
template <class Scalar>
TD_COLD Vector3<Scalar> bear_on_pad(const LegContacts<Scalar> &contacts, const Vector3<Scalar> &mean,
                                    LegContact<Scalar> &contact) {
  Tripod<Scalar> foot = tripod_of(contacts, contact, mean);
  press_pad(contact.v, foot);
  contact.v = foot.v;
  contact.lifts = foot.lifts;
  contact.springs = only_springs(foot);
  contact.slope = foot.span * foot.stiffness;
  contact.alone.setZero();
  for (int k = 0; k < 3 && !foot.lifts; ++k) contact.alone[k] = foot.span * foot.strut[k].force;
  contact.miss = Vector3<Scalar>(contact.alone - contact.q).squaredNorm() + foot.span * foot.span * foot.off;
  return contact.alone;
}

// The motion that impulses lead to.
template <class Scalar>
inline Motion<Scalar> moved_by(const BodyFactor<Scalar> &factor, const Motion<Scalar> &impulse) {
  return {factor.inverse_mass * impulse.v, solve(factor.inertia, impulse.w)};
}

// Keeps the impulses that the law asks for in this pass, if none before was nearer to what it asked for.
template <class Scalar>
inline void keep_nearest(Scalar miss, Scalar size, LegContacts<Scalar> &contacts) {
  const Scalar off = size > 0 ? square_root(miss / size) : miss > 0 ? largest<Scalar> : Scalar(0);
  if (!(off < contacts.off)) return;
  contacts.off = off;
  for (int k = 0; k < contacts.count; ++k) contacts.contact[k].nearest = contacts.contact[k].alone;
}

// Whether no impulse is off by more than it may be, as a part of the greatest.
template <class Scalar>
inline bool all_agree(Scalar size, const LegContacts<Scalar> &contacts) {
  bool agree = true;
  for (int k = 0; k < contacts.count; ++k) {
    const Scalar enough = contacts.contact[k].is_pad ? tolerance::steady_strut<Scalar> : contacts.enough;
    agree = agree && contacts.contact[k].miss <= enough * enough * size;
  }
  return agree;
}

// One pass of Newton's method on the mean motion, of which `free` is what there is without impulses: whether impulses
// and motion agreed before.
template <class Scalar>
inline bool improve_contacts(const Motion<Scalar> &free, LegContacts<Scalar> &contacts, Motion<Scalar> &mean) {
  Scalar miss = 0, size = 0;
  Vector3<Scalar> found[max_feet];
  for (int k = 0; k < contacts.count; ++k) {
    LegContact<Scalar> &contact = contacts.contact[k];
    const Vector3<Scalar> y = speeds_along(contact, mean);
    found[k] = contact.is_pad ? bear_on_pad(contacts, y, contact) : bear(y, contacts.held, contact);
    miss = max(miss, contact.miss);
    size = max(size, contact.alone.squaredNorm());
  }
  keep_nearest(miss, size, contacts);
  if (all_agree(size, contacts)) return true;
  BodyOnFeet<Scalar> body = body_alone(Scalar(2 * contacts.mass), Matrix3<Scalar>(2 * contacts.inertia));
  Motion<Scalar> over{2 * contacts.mass * (free.v - mean.v), contacts.inertia * Vector3<Scalar>(2 * (free.w - mean.w))};
  for (int k = 0; k < contacts.count; ++k) {
    add_push(contacts.contact[k], found[k], over);
    add_foot(contacts.contact[k], contacts.contact[k].slope, body);
  }
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

// How stiffly feet are held in a pass: the more so the nearer the end, for a foot that is held turns the others' slips,
// but as much as rounding of their speeds allows. Where that has not come to an end, the second half of the passes goes
// on with less, by which feet alternate less.
template <class Scalar>
inline Scalar held_in(int pass, Scalar held, Scalar most) {
  if (pass >= leg_passes / 2) return tolerance::last_held<Scalar>;
  return pass == 0 ? tolerance::least_held<Scalar> : 10 * held < most ? 10 * held : most;
}

// How stiffly feet may be held at most, and what impulses may be off by: rounding of the feet's speeds, as a part of
// what the piece changes in them, makes no force that counts.
template <class Scalar>
inline Scalar most_held(const Motion<Scalar> &from, const Motion<Scalar> &free, LegContacts<Scalar> &contacts) {
  Scalar speed = 0, change = 0;
  const Motion<Scalar> by{free.v - from.v, free.w - from.w};
  for (int k = 0; k < contacts.count; ++k) {
    speed = max(speed, contacts.contact[k].before.squaredNorm());
    change = max(change, speeds_along(contacts.contact[k], by).squaredNorm());
  }
  const Scalar part =
      change < speed ? (change > 0 ? square_root(change / speed) : tolerance::least_change<Scalar>) : Scalar(1);
  contacts.off = largest<Scalar>;
  contacts.enough =
      max(tolerance::leg_impulse<Scalar>, tolerance::leg_impulse_rounding<Scalar> * tolerance::epsilon<Scalar> / part);
  return clamp(part * tolerance::held_by_rounding<Scalar>, tolerance::least_held<Scalar>, tolerance::most_held<Scalar>);
}

template <class Scalar>
inline Motion<Scalar> pushed_by(const LegContacts<Scalar> &contacts) {
  Motion<Scalar> sum{Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
  for (int k = 0; k < contacts.count; ++k) add_push(contacts.contact[k], contacts.contact[k].q, sum);
  return moved_by(contacts.factor, sum);
}

// Impulses and the motion that they lead to agree; from the impulses that contacts have. Between the motions `from` and
// `free` there are none. Answers how many passes it took. Where none agrees, the impulses are those that the law asked
// for in the pass in which it missed the least.
template <class Scalar>
TD_COLD int solve_contacts(const Motion<Scalar> &from, const Motion<Scalar> &free, LegContacts<Scalar> &contacts) {
  const Scalar most = most_held(from, free, contacts);
  const Motion<Scalar> begin{Scalar(0.5) * (from.v + free.v), Scalar(0.5) * (from.w + free.w)};
  Motion<Scalar> by = pushed_by(contacts);
  Motion<Scalar> mean{begin.v + Scalar(0.5) * by.v, begin.w + Scalar(0.5) * by.w};
  for (int k = 0; k < contacts.count; ++k) contacts.contact[k].nearest = contacts.contact[k].q;
  contacts.held = 0;
  int pass = 0;
  for (bool agree = false; pass < leg_passes && !agree; ++pass) {
    contacts.held = held_in(pass, contacts.held, most);
    agree = improve_contacts(begin, contacts, mean);
  }
  for (int k = 0; k < contacts.count; ++k) contacts.contact[k].q = contacts.contact[k].nearest;
  by = pushed_by(contacts);
  contacts.motion = {free.v + by.v, free.w + by.w};
  return pass;
}

template <class Scalar>
inline bool is_unsolved(const LegContacts<Scalar> &contacts) {
  return contacts.off > tolerance::unsolved_impulse<Scalar>;
}

// An impulse in the world, in the coordinates of the contact.
template <class Scalar>
inline Vector3<Scalar> impulse_along(const ContactFrame<Scalar> &frame, const LegContact<Scalar> &contact,
                                     const Vector3<Scalar> &push) {
  const Scalar t = frame.t.dot(push), s = frame.s.dot(push);
  return {contact.rise * frame.n.dot(push) + contact.lean_t * t + contact.lean_s * s, t, s};
}

template <class Scalar>
inline Vector3<Scalar> push_of(const LegContact<Scalar> &contact) {
  return contact.q[0] * contact.way[0] + contact.q[1] * contact.way[1] + contact.q[2] * contact.way[2];
}

// Keeps the forces of a sub-step for the next, and whether any of them has changed by much, or only by springing.
template <class Scalar>
inline void keep_forces(Scalar span, FeetDown feet, LegContacts<Scalar> &contacts) {
  for (int i = 0; i < max_feet; ++i)
    if (!feet.all.has(i)) contacts.force[i].setZero();
  Scalar change = 0, size = 0;
  bool pads = false, springs = true;
  for (int k = 0; k < contacts.count; ++k) {
    const LegContact<Scalar> &contact = contacts.contact[k];
    pads = pads || contact.is_pad;
    springs = springs && contact.springs;
    const Vector3<Scalar> force = push_of(contact) / span;
    change = max(change, (force - contacts.force[contact.foot]).squaredNorm());
    size = max(size, force.squaredNorm());
    contacts.force[contact.foot] = force;
  }
  const Scalar most = pads ? tolerance::steady_struts<Scalar> : tolerance::steady_force<Scalar>;
  const bool same = contacts.known.all == feet.all && contacts.known.yielding == feet.yielding;
  contacts.steady = same && !(change > most * most * size);
  contacts.springs = same && springs;
  contacts.known = feet;
}

// A piece of `span` from `motion`, with the body in the attitude R. MASS, INERTIA or solved.
template <class Scalar>
inline Status begin_contacts(const MovingLegs<Scalar> &legs, const Matrix3<Scalar> &R, Scalar span,
                             const Motion<Scalar> &motion, LegContacts<Scalar> &contacts) {
  contacts.count = 0;
  contacts.legs = &legs;
  contacts.span = span;
  contacts.mass = legs.lander.mass;
  contacts.inertia = turned(matrix(legs.lander.inertia), R);
  contacts.motion = motion;
  return factorize(legs.lander.mass, contacts.inertia, contacts.factor);
}

// From a pose along an arc, with the feet on the ground, to its end.
template <class Scalar>
struct LegPiece {
  Pose<Scalar> begin;
  Arc<Scalar> arc;
  State<Scalar> end;
  Matrix3<Scalar> there;  // its attitude
  FeetDown feet;
  LegContacts<Scalar> contacts;
};

// Foot contact.foot, which is no pad.
template <class Scalar>
inline void prepare_foot(bool yields, const LegPiece<Scalar> &piece, LegContact<Scalar> &contact) {
  const LegContacts<Scalar> &contacts = piece.contacts;
  const Scalar gap = piece.begin.gap[contact.foot];
  prepare_leg_contact(piece.arc.middle, yields, contacts, contact);
  if (yields)
    set_leg_law(contacts, gap, contact);
  else
    set_rigid_law(least_speed(*contacts.legs->terrain, gap, contacts.span), contact);
}

// Presses the feet of a piece along its arc, a flight without them; a pad that is off its ground comes back within
// `least`.
template <class Scalar>
TD_COLD Status press_legs(const MovingLegs<Scalar> &legs, Scalar least, LegPiece<Scalar> &piece) {
  const Pose<Scalar> &pose = piece.begin;
  const FeetDown &feet = piece.feet;
  LegContacts<Scalar> &contacts = piece.contacts;
  const Scalar span = piece.arc.span;
  const Matrix3<Scalar> &R = piece.arc.middle;
  const Status status = begin_contacts(legs, R, span, pose.motion, contacts);
  if (status < 0) return status;
  const FootSet changed = contacts.known.all & (contacts.known.yielding ^ feet.yielding);
  for (int i = 0; i < legs.lander.feet; ++i) {
    if (!feet.all.has(i)) continue;
    LegContact<Scalar> &contact = contacts.contact[contacts.count++];
    contact.foot = i;
    if (is_tripod(legs, i)) {
      prepare_pad(pose, R, least, contacts, contact);
      continue;
    }
    prepare_foot(feet.yielding.has(i), piece, contact);
    if (!changed.has(i))
      contact.q =
          impulse_along<Scalar>(legs.terrain->frame[plane_of(*legs.terrain, i)], contact, span * contacts.force[i]);
  }
  contacts.passes_left -= solve_contacts(pose.motion, piece.arc.end, contacts);
  keep_forces(span, feet, contacts);
  return all_finite(contacts.motion) ? TD_SOLVED : TD_REFUSED_RANGE;
}

}  // namespace touchdown

#endif
