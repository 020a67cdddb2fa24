// What legs give in the instant in which some of them run into their stops. The stops are alike and stiff, each gives
// the faster the harder it is run into, and friction acts against the slip of the foot, which is not the motion of the
// lander there:
//   dq_0 = rate dt while rate > 0, else 0;  |dq_T| <= mu dp_n, against u;  until no rate is above 0
//   restitution: e of the axial impulse once more. What legs below their stops give is a force, and no impulse.
// docs/theory (L.25).
#ifndef TOUCHDOWN_LANDING_LEG_STOPS_HPP
#define TOUCHDOWN_LANDING_LEG_STOPS_HPP

#include "landing/events.hpp"
#include "landing/leg_contacts.hpp"
#include "landing/leg_slip.hpp"

namespace touchdown {

constexpr int stop_stages = 96;  // of compression at most, and of restitution
constexpr int stop_sweeps = 8;   // over the feet in a stage, at most
constexpr int stop_turns = 2;    // of Newton's method for the direction of a slip

// An impact, with one entry for each contact.
template <class Scalar>
struct StopImpact {
  Scalar mobility;              // [1/kg] of the stops; 0 where they give way no more
  Scalar slow;                  // [m/s] slip that is slower counts as 0
  Scalar share;                 // length of the newest stage; a time, as in numerics/tolerances.hpp
  Scalar slack;                 // [1/kg] by which the stops give way in it: mobility / share
  Scalar given[max_feet] = {};  // along the axes so far
  Scalar back[max_feet] = {};   // what restitution is to give
  bool spent = false;           // stages ran out, and the rest was taken at once
};

// The axial impulse of a foot whose rate changes by `drift` without it, and by `per` for each unit of it: the damper's,
// or what ends the approach if that is less.
template <class Scalar>
inline Scalar axial_impulse_at_stop(const StopImpact<Scalar> &impact, const LegContact<Scalar> &contact, Scalar drift,
                                    Scalar per) {
  const Scalar y_0 = contact.before[0], least = tolerance::least_softness<Scalar> * contact.W(0, 0);
  const Scalar stops = -(y_0 + drift) / max(per, least);
  const Scalar damps = -(y_0 + Scalar(0.5) * drift) / max(impact.slack + Scalar(0.5) * per, least);
  return max(contact.constant, impact.slack > 0 && damps < stops ? damps : stops);
}

// The impulse that ends the slip of a foot; the other feet change its velocity by `drift`.
template <class Scalar>
inline Vector3<Scalar> hold_at_stop(const StopImpact<Scalar> &impact, const LegContact<Scalar> &contact,
                                    const Vector3<Scalar> &drift) {
  const Vector3<Scalar> row = contact.W.col(0),
                        ends = impulse_to_end_slip(contact.W, Vector3<Scalar>(contact.before + drift));
  Vector3<Scalar> with = impulse_to_end_slip(contact.W, row);
  with[0] = 1;
  const Scalar axial = axial_impulse_at_stop(impact, contact, Scalar(drift[0] + row.dot(ends)), row.dot(with));
  return ends + axial * with;
}

// The impulse of a foot that slides. Friction acts against the mean slip of the stage, whose direction Newton's method
// finds from d.
template <class Scalar>
inline Vector3<Scalar> slide_at_stop(const StopImpact<Scalar> &impact, const LegContact<Scalar> &contact,
                                     const Vector3<Scalar> &drift, Vector3<Scalar> d) {
  Vector3<Scalar> push;
  for (int turn = 0; turn < stop_turns; ++turn) {
    const Scalar size = square_root(d.squaredNorm());
    d *= size > 0 ? 1 / size : Scalar(0);
    const Scalar grip = contact.mu / (contact.rise - contact.mu * (contact.lean_t * d[1] + contact.lean_s * d[2]));
    push = {1, -grip * d[1], -grip * d[2]};
    const Vector3<Scalar> by = contact.W * push, across(0, -d[2], d[1]), turned = contact.W * across;
    const Scalar axial = axial_impulse_at_stop(impact, contact, drift[0], by[0]);
    const Vector3<Scalar> mean = contact.before + Scalar(0.5) * (drift + axial * by);
    const Scalar stiff = max(d.dot(mean), Scalar(0)) + Scalar(0.5) * axial * grip * across.dot(turned);
    d = stiff * d + across.dot(mean) * across;
    push *= axial;
  }
  return push;
}

// The impulse of a foot in a stage: it sticks if friction can hold it, else it slides.
template <class Scalar>
inline void bear_at_stop(const StopImpact<Scalar> &impact, const Vector3<Scalar> &drift, LegContact<Scalar> &contact) {
  Vector3<Scalar> way(0, contact.before[1], contact.before[2]);
  const Vector3<Scalar> held = contact.q = hold_at_stop(impact, contact, drift);
  const Scalar most = friction_of(contact);
  if (most >= 0 && slip_squared(held) <= most * most) return;
  if (!(slip_squared(way) > impact.slow * impact.slow)) way = {0, -held[1], -held[2]};
  contact.q = slide_at_stop(impact, contact, drift, way);
}

template <class Scalar>
inline void add_to_motion(const Motion<Scalar> &by, LegContacts<Scalar> &contacts) {
  contacts.motion.v += by.v;
  contacts.motion.w += by.w;
}

// Each foot in turn, the others pushing as they were found last. Returns the square of the greatest change of an
// impulse over the square of the greatest impulse.
template <class Scalar>
inline Scalar sweep_stops(const StopImpact<Scalar> &impact, bool reversed, LegContacts<Scalar> &contacts) {
  Scalar off = 0, size = 0;
  for (int i = 0; i < contacts.count; ++i) {
    LegContact<Scalar> &contact = contacts.contact[reversed ? contacts.count - 1 - i : i];
    const Vector3<Scalar> q = contact.q;
    const Vector3<Scalar> drift = speeds_along(contact, contacts.motion) - contact.before - contact.W * q;
    bear_at_stop(impact, drift, contact);
    const Vector3<Scalar> more = contact.q - q;
    Motion<Scalar> push{Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
    add_push(contact, more, push);
    add_to_motion(moved_by(contacts.factor, push), contacts);
    off = max(off, more.squaredNorm());
    size = max(size, contact.q.squaredNorm());
  }
  return size > 0 ? off / size : Scalar(0);
}

// How long the next stage is: slips slow down and turn as in this one, and may neither end nor turn by much.
template <class Scalar>
inline Scalar next_share(const StopImpact<Scalar> &impact, Scalar most, const LegContacts<Scalar> &contacts) {
  const Scalar share = impact.share;
  Scalar next = Scalar(2) * share < most ? Scalar(2) * share : most;
  for (int k = 0; k < contacts.count; ++k) {
    const LegContact<Scalar> &contact = contacts.contact[k];
    const Vector3<Scalar> y = speeds_along(contact, contacts.motion), change = y - contact.before;
    const Scalar slip = slip_squared(y), along = y[1] * change[1] + y[2] * change[2];
    const Scalar ends = max(-along / tolerance::nearly<Scalar>,
                            abs(y[1] * change[2] - y[2] * change[1]) / tolerance::turn_of_stage<Scalar>);
    if (slip > impact.slow * impact.slow && next * ends > share * slip) next = share * slip / ends;
  }
  return max(next, tolerance::least_stage<Scalar>);
}

// One stage of length `share`: sweeps until the feet agree.
template <class Scalar>
TD_COLD void take_stage(Scalar share, StopImpact<Scalar> &impact, LegContacts<Scalar> &contacts) {
  for (int k = 0; k < contacts.count; ++k) {
    LegContact<Scalar> &contact = contacts.contact[k];
    contact.before = speeds_along(contact, contacts.motion);
    contact.constant = share * impact.back[k];
    contact.q *= share / impact.share;
  }
  impact.share = share;
  impact.slack = impact.mobility / share;
  add_to_motion(pushed_by(contacts), contacts);
  for (int sweep = 0; sweep < stop_sweeps; ++sweep)
    if (!(sweep_stops(impact, sweep % 2 == 1, contacts) > tolerance::feet_agree<Scalar>) || contacts.count == 1) break;
  for (int k = 0; k < contacts.count; ++k) impact.given[k] += contacts.contact[k].q[0];
}

// Ends all approach that is left, as stops without dampers.
template <class Scalar>
inline void stop_at_once(StopImpact<Scalar> &impact, LegContacts<Scalar> &contacts) {
  impact.mobility = 0;
  fill_zero(max_feet, impact.back);
  for (int stage = 0; stage < 2; ++stage) take_stage(impact.share, impact, contacts);
}

// How fast a leg still runs into its stop, at most.
template <class Scalar>
inline Scalar fastest_into_stop(const LegContacts<Scalar> &contacts) {
  Scalar rate = 0;
  for (int k = 0; k < contacts.count; ++k) rate = max(rate, -speeds_along(contacts.contact[k], contacts.motion)[0]);
  return rate;
}

// Dampers, by the midpoint rule, in stages that grow as what is left falls.
template <class Scalar>
inline void compress_stops(StopImpact<Scalar> &impact, LegContacts<Scalar> &contacts) {
  constexpr Scalar longest = tolerance::longest_stage<Scalar>, part = tolerance::stage_of_taken<Scalar>;
  Scalar taken = 0;
  impact.share = tolerance::first_stage<Scalar>;
  for (int stage = 0; stage < stop_stages; ++stage) {
    impact.spent = fastest_into_stop(contacts) > tolerance::stopped_below<Scalar> * impact.slow;
    if (!impact.spent) break;
    take_stage(next_share(impact, max(longest, part * taken), contacts), impact, contacts);
    taken += impact.share;
  }
  stop_at_once(impact, contacts);
}

// Poisson's law along the axes, and no approach.
template <class Scalar>
inline void rebound(StopImpact<Scalar> &impact, LegContacts<Scalar> &contacts) {
  Scalar left = 1;
  impact.share = tolerance::first_stage<Scalar>;
  for (int stage = 1; stage <= stop_stages && left > 0; ++stage) {
    const Scalar next = next_share(impact, tolerance::stage_of_taken<Scalar>, contacts);
    const bool last = stage == stop_stages;
    impact.spent = impact.spent || (last && next < left);
    take_stage(next < left && !last ? next : left, impact, contacts);
    left -= impact.share;
  }
  stop_at_once(impact, contacts);
}

// The impact of `feet`, on legs at their stops or rigid ones; `contacts` is scratch. RANGE,
// BUDGET_SPENT or solved.
template <class Scalar>
TD_COLD Status strike_stops(const MovingLegs<Scalar> &legs, FootSet feet, LegContacts<Scalar> &contacts,
                            Stride<Scalar> &stride, MovingLanding<Scalar> &landing) {
  const Matrix3<Scalar> R = rotation_of(landing.state.q);
  const Status status = begin_contacts(legs, R, Scalar(0), Motion<Scalar>{landing.state.v, landing.state.w}, contacts);
  if (status < 0) return status;
  StopImpact<Scalar> impact{};
  Scalar most = 0, e[max_feet];
  for (int i = 0; i < legs.lander.feet; ++i) {
    if (!feet.has(i)) continue;
    LegContact<Scalar> &contact = contacts.contact[contacts.count];
    contact.foot = i;
    prepare_leg_contact(R, stands_up(legs, R, i), contacts, contact);
    impact.mobility = max(impact.mobility, contact.W(0, 0));
    e[contacts.count++] = striking(legs.lander.foot[i], contact.before[0], legs.terrain->scales).e;
  }
  impact.slow = tolerance::slip_at_stop<Scalar> * fastest_into_stop(contacts);
  compress_stops(impact, contacts);
  for (int k = 0; k < contacts.count; ++k) most = max(most, impact.back[k] = e[k] * impact.given[k]);
  if (most > 0) rebound(impact, contacts);
  contacts.passes_left = 0;  // the step ends here: the rest of it is the next
  if (!all_finite(contacts.motion)) return TD_REFUSED_RANGE;
  apply_impact(contacts.motion, feet, stride, landing);
  return impact.spent ? TD_CAVEAT_BUDGET_SPENT : TD_SOLVED;
}

}  // namespace touchdown

#endif
