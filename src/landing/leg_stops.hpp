// What legs give in the instant in which some of them run into their stops. The stops are alike and stiff, each gives
// the faster the harder it is run into, and friction acts against the slip of the foot, which is not the motion of the
// lander there:
//   dq_0 = rate dt while rate > 0, else 0;  |dq_T| <= mu dp_n, against u;  until no rate is above 0
//   restitution: e of the axial impulse once more. What legs below their stops give is a force, and no impulse.
// docs/theory (L.25).
#ifndef TOUCHDOWN_LANDING_LEG_STOPS_HPP
#define TOUCHDOWN_LANDING_LEG_STOPS_HPP

#include "landing/leg_contacts.hpp"
#include "landing/leg_slip.hpp"
#include "landing/step.hpp"

namespace touchdown {

constexpr int stop_stages = 64;  // of compression at most, and of restitution
constexpr int stop_cuts = 3;     // of a stage

// A stage of an impact, each contact by the law that `law` gives it for `share`, from impulses as in the stage before.
template <class Scalar, class Law>
__attribute__((noinline)) void press_stage(const Law &law, Scalar share, LegContacts<Scalar> &contacts) {
  const Motion<Scalar> from = contacts.motion;
  const Scalar warm = share < 2 * contacts.span ? share / contacts.span : Scalar(2);
  contacts.span = share;
  for (int k = 0; k < contacts.count; ++k) {
    LegContact<Scalar> &contact = contacts.contact[k];
    contact.before = speeds_along(contact, from);
    contact.q *= warm;
    contact.constant = contact.by_rate = contact.above = contact.below = contact.stand = contact.stop = 0;
    contact.holds = contact.stops = contact.extended = false;
    law(k, share, contact);
  }
  const int passes = solve_contacts(from, from, contacts);
  contacts.stop_passes_left -= passes;
  contacts.passes_left -= passes;
}

// How much of a stage one contact lets be taken: all of it, less where its slip turns, and nearly as far as to where it
// ends. What is slower than `still` counts as 0: a slip that misses its end turns the faster the nearer it comes.
template <class Scalar>
inline Scalar part_before_turn(const LegContact<Scalar> &contact, const Vector3<Scalar> &after, Scalar still) {
  const Scalar most = friction_of(contact) * (contact.W(1, 1) + contact.W(2, 2));
  if (!(slip_squared(contact.before) > still * still) || !(most > still)) return 1;
  const bool ends = slip_squared(after) < tolerance::ended_slip<Scalar> * slip_squared(contact.before);
  if (!ends && !slip_turns(contact, after)) return 1;
  const Scalar stick = time_to_stick(contact, after, Scalar(1), Scalar(0));
  if (stick < 1) return tolerance::nearly<Scalar> * stick;
  return ends ? Scalar(0.5) : Scalar(0.25);
}

// The same of all.
template <class Scalar>
inline Scalar part_before_turn(const LegContacts<Scalar> &contacts, Scalar still) {
  Scalar least = 1;
  for (int k = 0; k < contacts.count; ++k) {
    const LegContact<Scalar> &contact = contacts.contact[k];
    const Scalar part = part_before_turn(contact, speeds_along(contact, contacts.motion), still);
    least = least < part ? least : part;
  }
  return least;
}

// As far as `share`, or less far where a slip turns: answers how far.
template <class Scalar, class Law>
inline Scalar take_stage(const Law &law, Scalar share, Scalar still, LegContacts<Scalar> &contacts) {
  const Motion<Scalar> from = contacts.motion;
  press_stage(law, share, contacts);
  for (int cut = 0; cut < stop_cuts && contacts.stop_passes_left > 0; ++cut) {
    const Scalar part = part_before_turn(contacts, still);
    if (!(part < 1)) break;
    contacts.motion = from;
    share *= part;
    press_stage(law, share, contacts);
  }
  return share;
}

// Adds the axial impulses of a stage to `total`, and answers how fast a leg still runs into its stop, in parts of what
// the impact has taken.
template <class Scalar>
inline Scalar rate_left(Scalar mobility, LegContacts<Scalar> &contacts, Scalar *total) {
  Scalar rate = 0, sum = 0;
  for (int k = 0; k < contacts.count; ++k) {
    const LegContact<Scalar> &contact = contacts.contact[k];
    total[k] += contact.q[0];
    sum += total[k];
    contacts.taken = max(contacts.taken, total[k] * total[k]);
    rate = max(rate, -speeds_along(contact, contacts.motion)[0]);
  }
  return sum > 0 ? rate / (mobility * sum) : Scalar(0);
}

template <class Scalar>
inline Scalar next_share(Scalar taken, Scalar most) {
  return 2 * taken < most ? 2 * taken : most;
}

// Dampers, by the midpoint rule, in stages that grow as what is left falls; at last what is left at once.
template <class Scalar>
inline void compress_stops(Scalar mobility, Scalar still, LegContacts<Scalar> &contacts, Scalar *total) {
  constexpr Scalar first = Scalar(0.25), enough = Scalar(1e-3);
  const auto damps = [mobility](int, Scalar share, LegContact<Scalar> &contact) {
    contact.by_rate = Scalar(0.5) * share / mobility;
    contact.constant = -contact.by_rate * contact.before[0];
  };
  const auto stops = [](int, Scalar, LegContact<Scalar> &contact) { contact.stops = true; };
  Scalar share = first, taken = 0;
  for (int stage = 0; stage < stop_stages && contacts.stop_passes_left > 0; ++stage) {
    const Scalar part = take_stage(damps, share, still, contacts);
    taken += part;
    share = next_share(part, max(first, Scalar(0.125) * taken));
    if (rate_left(mobility, contacts, total) < enough) break;
  }
  press_stage(stops, share, contacts);
  rate_left(mobility, contacts, total);
}

// Poisson's law along the axes, and no approach.
template <class Scalar>
inline void rebound(const Scalar *impulse, Scalar still, LegContacts<Scalar> &contacts) {
  constexpr Scalar most = Scalar(0.125);
  const auto gives = [impulse](int k, Scalar share, LegContact<Scalar> &contact) {
    contact.constant = share * impulse[k];
    contact.stops = true;
  };
  Scalar left = 1, share = most;
  for (int stage = 0; stage < stop_stages && left > share && contacts.stop_passes_left > 0; ++stage) {
    const Scalar taken = take_stage(gives, share, still, contacts);
    left -= taken;
    share = next_share(taken, most);
  }
  press_stage(gives, left, contacts);
}

// The impact of the feet of the mask `feet`, on legs at their stops or rigid ones; `contacts` is scratch.
template <class Scalar>
__attribute__((noinline)) Status strike_stops(const MovingLegs<Scalar> &legs, std::uint32_t feet,
                                              LegContacts<Scalar> &contacts, Stride<Scalar> &stride,
                                              MovingLanding<Scalar> &landing) {
  const Matrix3<Scalar> R = rotation_of(landing.state.q);
  const Status status = begin_contacts(legs, R, Scalar(0), Motion<Scalar>{landing.state.v, landing.state.w}, contacts);
  if (status < 0) return status;
  Scalar mobility = 0, fastest = 0, e[max_feet], total[max_feet] = {};
  for (int i = 0; i < legs.lander.feet; ++i) {
    if ((feet >> i & 1U) == 0) continue;
    LegContact<Scalar> &contact = contacts.contact[contacts.count];
    contact.foot = i;
    prepare_leg_contact(R, stands_up(legs, R, i), contacts, contact);
    mobility = max(mobility, contact.W(0, 0));
    fastest = max(fastest, -contact.before[0]);
    e[contacts.count++] = striking(legs.lander.foot[i], contact.before[0], legs.terrain->scales).e;
  }
  const Scalar still = Scalar(1.0 / 512) * fastest;
  compress_stops(mobility, still, contacts, total);
  Scalar most = 0;
  for (int k = 0; k < contacts.count; ++k) most = max(most, total[k] *= e[k]);
  if (most > 0) rebound(total, still, contacts);
  if (!all_finite(contacts.motion)) return TD_REFUSED_RANGE;
  apply_impact(contacts.motion, feet, stride, landing);
  return TD_SOLVED;
}

}  // namespace touchdown

#endif
