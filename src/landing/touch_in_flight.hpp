// td_find_first_touch: the flight to the first touch (landing/flight.hpp), and its impact: of one foot alone by the
// single impact of systems/bodies.hpp, of feet that strike together by multi_contact/multi_contact.hpp.
#ifndef TOUCHDOWN_LANDING_TOUCH_IN_FLIGHT_HPP
#define TOUCHDOWN_LANDING_TOUCH_IN_FLIGHT_HPP

#include "landing/contacts.hpp"
#include "landing/flight.hpp"
#include "landing/margin.hpp"
#include "multi_contact/multi_contact.hpp"
#include "systems/bodies.hpp"

namespace touchdown {

// Where the lander is when it touches, and which feet strike.
template <class Scalar>
struct Strike {
  State<Scalar> state;
  Matrix3<Scalar> inertia;  // world
  int feet;
  int foot[max_feet];             // the first, then the others in order of number
  Vector3<Scalar> arm[max_feet];  // of those; world
};

// Feet that are as near as those that strike together in the motion (landing/step.hpp) strike with the first.
template <class Scalar>
inline Strike<Scalar> strike_at(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                                const State<Scalar> &state, int first) {
  Strike<Scalar> strike;
  const Pose<Scalar> pose = pose_of(lander, terrain, state);
  strike.state = state;
  strike.inertia = turned(matrix(lander.inertia), pose.R);
  strike.feet = 1;
  strike.foot[0] = first;
  for (int i = 0; i < lander.feet; ++i)
    if (i != first && pose.gap[i] < terrain.scales.together_within) strike.foot[strike.feet++] = i;
  for (int k = 0; k < strike.feet; ++k) strike.arm[k] = arm_of(lander, terrain, pose.R, strike.foot[k]);
  return strike;
}

template <class Scalar>
inline RigidBody<Scalar> body_of(const Lander<Scalar> &lander, const Strike<Scalar> &strike) {
  RigidBody<Scalar> rigid;
  rigid.mass = lander.mass;
  set_inertia(rigid.inertia, strike.inertia);
  view(rigid.v) = strike.state.v;
  view(rigid.w) = strike.state.w;
  return rigid;
}

// Of the first foot, alone.
template <class Scalar>
inline BodyContact<Scalar> contact_of(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                                      const Strike<Scalar> &strike) {
  BodyContact<Scalar> contact;
  contact.body = body_of(lander, strike);
  view(contact.r) = strike.arm[0];
  view(contact.n) = terrain.frame[plane_of(terrain, strike.foot[0])].n;
  contact.surface = lander.foot[strike.foot[0]].surface;
  contact.options = lander.options;
  return contact;
}

// The impulses are in the world, and in the order of the feet that strike.
template <class Scalar>
inline Status strike_alone(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Strike<Scalar> &strike,
                           StrikeImpulses<Scalar> &impulses) {
  const BodyContact<Scalar> contact = contact_of(lander, terrain, strike);
  BodyImpact<Scalar> impact;
  const Status status = resolve_body(contact, impact);
  if (status < 0) return status;
  impulses.after = {vector(impact.v), vector(impact.w)};
  impulses.p[0] =
      to_world(ContactFrame<Scalar>{vector(impact.t), vector(impact.s), vector(contact.n)}, impact.impact.p);
  return status;
}

// Out of the way of a single foot, whose stack would carry it.
template <class Scalar>
__attribute__((noinline)) Status strike_together(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                                                 const Strike<Scalar> &strike, StrikeImpulses<Scalar> &impulses) {
  Point<Scalar> points[max_feet];
  for (int k = 0; k < strike.feet; ++k) {
    view(points[k].r) = strike.arm[k];
    view(points[k].n) = terrain.frame[plane_of(terrain, strike.foot[k])].n;
    points[k].surface = lander.foot[strike.foot[k]].surface;
  }
  BodyMultiContact<Scalar> several;
  several.body = body_of(lander, strike);
  several.count = strike.feet;
  several.points = points;
  const bool coupled = lander.options.law == TD_LAW_POISSON || lander.options.law == TD_LAW_NEWTON;
  several.multi_contact = {coupled ? TD_RULE_COUPLED : TD_RULE_SEQUENTIAL, 0, lander.options};
  BodyMultiContactImpact<Scalar> impact;
  ContactResult<Scalar> contacts[max_contacts];
  std::int32_t steps_left = TD_DEFAULT_ITERATIONS * TD_MAX_STEPS;
  const Status status = resolve_multi_contact(several, impact, contacts, steps_left);
  if (status < 0) return status;
  impulses.after = {vector(impact.v), vector(impact.w)};
  for (int k = 0; k < strike.feet; ++k) {
    const ContactResult<Scalar> &contact = contacts[k];
    const Vector3<Scalar> &n = terrain.frame[plane_of(terrain, strike.foot[k])].n;
    impulses.p[k] = to_world(ContactFrame<Scalar>{vector(contact.t), vector(contact.s), n}, contact.p);
  }
  return status;
}

// Foot k of those that strike. The energy through it is p . (u + u') / 2 (E146), whose sum is the lander's.
template <class Scalar>
inline void report(const Terrain<Scalar> &terrain, const Strike<Scalar> &strike, const StrikeImpulses<Scalar> &impulses,
                   int k, Touch<Scalar> &touch) {
  const Vector3<Scalar> &n = terrain.frame[plane_of(terrain, strike.foot[k])].n, &arm = strike.arm[k];
  const Vector3<Scalar> before = point_velocity(strike.state.v, strike.state.w, arm);
  const Vector3<Scalar> after = point_velocity(impulses.after.v, impulses.after.w, arm);
  touch.foot = strike.foot[k];
  touch.v_n = n.dot(before);
  const Vector3<Scalar> slip = before - n * touch.v_n;
  touch.slip = square_root(slip.squaredNorm());
  view(touch.p) = impulses.p[k];
  touch.energy_lost = Scalar(-0.5) * impulses.p[k].dot(before + after);
}

template <class Scalar>
inline bool is_finite(const FirstTouch<Scalar> &touch) {
  Scalar sum = 0;
  for (int k = 0; k < touch.count; ++k)
    sum += zero_if_finite(touch.touch[k].slip) + zero_if_finite(touch.touch[k].energy_lost);
  return sum == 0 && all_finite(vector(touch.at.x)) && all_finite(vector(touch.at.v));
}

// What refuses a lander in a state; the flight that it is on.
template <class Scalar>
inline Status begin_flight(const Lander<Scalar> &lander, const LanderState<Scalar> &given, Terrain<Scalar> &terrain,
                           Flight<Scalar> &flight) {
  State<Scalar> state = state_from(given);
  Status status = prepare(lander, terrain);
  if (status == TD_SOLVED) status = take_state(state);
  if (status != TD_SOLVED) return status;
  if (has_heights(lander)) return TD_REFUSED_GROUND;
  flight = take_off(lander, terrain, state);
  return in_range(lander, flight) ? TD_SOLVED : TD_REFUSED_HORIZON;
}

// td_find_first_touch; where a foot touches, its strike as well. `touch` is scratch when the status is negative.
template <class Scalar>
inline Status find_touch(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Flight<Scalar> &flight,
                         Strike<Scalar> &strike, FirstTouch<Scalar> &touch) {
  touch = {};
  int first;
  Status status = look_out(lander, terrain, flight, touch.outlook, first);
  touch.time = TD_NOT_APPLICABLE;
  touch.at = touch.after = state_to(flight.state);
  if (first < 0) return status;
  touch.time = touch.outlook[first].time;
  strike = strike_at(lander, terrain, state_at(flight, touch.time), first);
  StrikeImpulses<Scalar> impulses;
  const Status struck = strike.feet == 1 ? strike_alone(lander, terrain, strike, impulses)
                                         : strike_together(lander, terrain, strike, impulses);
  if (struck < 0) return struck;
  touch.at = state_to(strike.state);
  touch.after = state_to(State<Scalar>{strike.state.x, strike.state.q, impulses.after.v, impulses.after.w});
  touch.count = strike.feet;
  for (int k = 0; k < strike.feet; ++k) {
    report(terrain, strike, impulses, k, touch.touch[k]);
    touch.touch[k].time = touch.time;
  }
  return is_finite(touch) ? status | struck : TD_REFUSED_RANGE;
}

// td_stability_of. Options and budgets are not read.
template <class Scalar>
inline Status stability_in(const Lander<Scalar> &lander, const LanderState<Scalar> &given,
                           Stability<Scalar> &stability) {
  State<Scalar> state = state_from(given);
  Terrain<Scalar> terrain;
  Status status = check_frame(lander, terrain);
  if (status == TD_SOLVED) status = survey(lander, terrain);
  if (status == TD_SOLVED) status = take_state(state);
  if (status != TD_SOLVED) return status;
  measure(lander, terrain);
  if (!has_up(terrain)) return TD_REFUSED_RANGE;
  find_stability(lander, terrain, state, ~0U, stability);
  for (int i = stability.edges; i < TD_MAX_FEET; ++i) stability.edge[i] = {};
  for (int i = 0; i < stability.edges; ++i)
    if (!is_finite(stability.edge[i].energy_margin) || !is_finite(stability.edge[i].tipping_angle))
      return TD_REFUSED_RANGE;
  return TD_SOLVED;
}

}  // namespace touchdown

#endif
