// From a state in flight to the chain of touchdowns: when which foot touches (landing_fall.hpp), the impact there
// (contact_space.hpp, or simultaneous.hpp for feet that touch together), and again.
//   x(t) = x + v t + a t^2 / 2,  v(t) = v + a t,  a = g + thrust / m;  attitude turns at constant w.
#ifndef TOUCHDOWN_SRC_LANDING_HPP
#define TOUCHDOWN_SRC_LANDING_HPP

#include "contact_space.hpp"
#include "landing_fall.hpp"
#include "landing_stability.hpp"
#include "touchdown/landing.hpp"
#include "validation.hpp"

namespace touchdown {

// What is the same for every flight of a prediction.
template <class Scalar>
struct Site {
  Vector3<Scalar> n[max_feet];   // unit, one for each foot
  ContactFrame<Scalar> upright;  // n is up
  Scalar gravity;
};

template <class Scalar>
inline bool is_time(Scalar x) {
  return x >= 0 && is_finite(x);
}

template <class Scalar>
inline Status check_vehicle(const Lander<Scalar> &lander) {
  if (lander.feet < 1 || lander.feet > max_feet) return TD_REFUSED_SIZE;
  if (lander.touchdowns < 1 || lander.touchdowns > max_touchdowns) return TD_REFUSED_SIZE;
  BodyFactor<Scalar> ignored;
  Status status = factorize(lander.mass, lander.inertia, ignored);
  for (int i = 0; i < lander.feet && status == TD_SOLVED; ++i) {
    if (!all_finite(lander.foot[i].r)) return TD_REFUSED_POSITION;
    status = check_surface(lander.foot[i].surface);
  }
  return status;
}

// GROUND, NORMAL, GRAVITY, TIME or solved.
template <class Scalar>
// NOLINTNEXTLINE(readability-function-cognitive-complexity): one rule a line, in the order of the header
inline Status survey(const Lander<Scalar> &lander, Site<Scalar> &site) {
  if (lander.planes != 1 && lander.planes != lander.feet) return TD_REFUSED_GROUND;
  for (int i = 0; i < lander.planes; ++i) {
    ContactFrame<Scalar> frame;
    if (!all_finite(lander.ground[i].point)) return TD_REFUSED_GROUND;
    if (!frame_of(lander.ground[i].n, frame)) return TD_REFUSED_NORMAL;
    site.n[i] = frame.n;
  }
  for (int i = lander.planes; i < lander.feet; ++i) site.n[i] = site.n[0];
  if (!all_finite(lander.gravity) || !all_finite(lander.thrust) || !all_finite(lander.thrust_after))
    return TD_REFUSED_GRAVITY;
  const Spin<Scalar> gravity = spin_of(lander.gravity);
  site.gravity = gravity.rate;
  frame_of(gravity.rate > 0 ? Vector3<Scalar>(-gravity.axis) : site.n[0], site.upright);
  const bool times = is_time(lander.window) && is_time(lander.rest_speed) && is_time(lander.contact_duration);
  return times ? TD_SOLVED : TD_REFUSED_TIME;
}

// POSITION, ATTITUDE, VELOCITY or solved; makes the quaternion a unit one.
template <class Scalar>
inline Status check(LanderState<Scalar> &state) {
  if (!all_finite(state.x)) return TD_REFUSED_POSITION;
  if (!normalize(state.q)) return TD_REFUSED_ATTITUDE;
  return all_finite(state.v) && all_finite(state.w) ? TD_SOLVED : TD_REFUSED_VELOCITY;
}

// One flight: from a state on, under a constant acceleration.
template <class Scalar>
struct Flight {
  LanderState<Scalar> state;
  Vector3<Scalar> acceleration;
  Spin<Scalar> spin;
  Fall<Scalar> fall[max_feet];
};

// A plane as the turning lander sees it: its fall but for the arm, and the body-frame vectors whose products with the
// arm of a foot are what n . arm, A and B are.
template <class Scalar>
struct PlaneSeen {
  Fall<Scalar> fall;
  Vector3<Scalar> reach, A, B;
};

template <class Scalar>
inline PlaneSeen<Scalar> plane_seen(const Flight<Scalar> &flight, const Matrix3<Scalar> &to_body,
                                    const Ground<Scalar> &ground, const Vector3<Scalar> &n) {
  const Vector3<Scalar> &axis = flight.spin.axis;
  const Fall<Scalar> fall = {n.dot(flight.state.x - ground.point),
                             n.dot(flight.state.v),
                             Scalar(0.5) * n.dot(flight.acceleration),
                             0,
                             0,
                             0,
                             flight.spin.rate};
  return {fall, to_body * n, to_body * (n - axis * axis.dot(n)), to_body * n.cross(axis)};
}

template <class Scalar>
inline Fall<Scalar> fall_of(const PlaneSeen<Scalar> &plane, const Vector3<Scalar> &r) {
  Fall<Scalar> fall = plane.fall;
  fall.h_0 += plane.reach.dot(r);
  if (!(fall.w > 0)) return fall;
  fall.A = plane.A.dot(r);
  fall.B = plane.B.dot(r);
  fall.C = square_root(fall.A * fall.A + fall.B * fall.B);
  return fall;
}

template <class Scalar>
inline Flight<Scalar> take_off(const Lander<Scalar> &lander, const Site<Scalar> &site, const LanderState<Scalar> &state,
                               const Vector3<Scalar> &thrust) {
  Flight<Scalar> flight;
  flight.state = state;
  flight.acceleration = lander.gravity + thrust / lander.mass;
  flight.spin = spin_of(state.w);
  const Matrix3<Scalar> to_body = rotation_of(state.q).transpose();
  PlaneSeen<Scalar> plane = plane_seen(flight, to_body, lander.ground[0], site.n[0]);
  for (int i = 0; i < lander.feet; ++i) {
    if (i > 0 && lander.planes > 1) plane = plane_seen(flight, to_body, lander.ground[i], site.n[i]);
    flight.fall[i] = fall_of(plane, lander.foot[i].r);
  }
  return flight;
}

// Whether heights, their rates and the products that the search takes of them stay finite up to `time`.
template <class Scalar>
inline bool in_range(const Fall<Scalar> &fall, Scalar time) {
  const Scalar size =
      magnitude(fall.h_0) + magnitude(fall.A) + fall.C + time * (magnitude(fall.c_1) + magnitude(fall.c_2) * time);
  const Scalar rate = magnitude(fall.c_1) + 2 * magnitude(fall.c_2) * time + fall.C * fall.w;
  const Scalar bend = 2 * magnitude(fall.c_2) + fall.C * fall.w * fall.w;
  return zero_if_finite(4 * size * bend) + zero_if_finite(4 * rate * rate) + zero_if_finite(size) == 0;
}

template <class Scalar>
inline bool in_range(const Lander<Scalar> &lander, const Flight<Scalar> &flight, Scalar time) {
  bool finite = true;
  for (int i = 0; i < lander.feet; ++i) finite = finite && in_range(flight.fall[i], time);
  return finite;
}

template <class Scalar>
inline LanderState<Scalar> state_at(const Flight<Scalar> &flight, Scalar t) {
  const LanderState<Scalar> &from = flight.state;
  LanderState<Scalar> state;
  state.x = from.x + t * (from.v + Scalar(0.5) * t * flight.acceleration);
  state.v = from.v + t * flight.acceleration;
  state.w = from.w;
  state.q = flight.spin.rate > 0 ? turned(from.q, flight.spin, t) : from.q;
  return state;
}

// Which feet touch next, at `time`; feet = 0 if none.
template <class Scalar>
struct NextContact {
  Scalar time;
  int feet;
  int foot[max_feet];  // the first, then those within the window, in order of number
  Status caveat;
};

template <class Scalar>
inline void keep_within(const Lander<Scalar> &lander, const Scalar *times, int first, NextContact<Scalar> &next) {
  next.time = times[first];
  next.feet = 1;
  next.foot[0] = first;
  for (int i = 0; i < lander.feet; ++i)
    if (i != first && times[i] >= 0 && times[i] <= next.time + lander.window) next.foot[next.feet++] = i;
}

// Resting feet are left out: bit i of `resting`.
template <class Scalar>
// NOLINTNEXTLINE(readability-function-cognitive-complexity): one rule a line, in the order of the header
inline NextContact<Scalar> next_contact(const Lander<Scalar> &lander, const Flight<Scalar> &flight, Scalar limit,
                                        std::uint32_t resting) {
  NextContact<Scalar> next = {};
  Scalar times[max_feet];
  int first = -1;
  for (int i = 0; i < lander.feet; ++i) {
    times[i] = TD_NOT_APPLICABLE;
    if ((resting >> i & 1U) != 0) continue;
    const Scalar within = first < 0 ? limit : times[first] + lander.window;
    const FirstContact<Scalar> contact = first_contact(flight.fall[i], within < limit ? within : limit);
    if (contact.outlook != Outlook::touches) continue;
    times[i] = contact.time;
    if (contact.grazes) next.caveat = TD_CAVEAT_GRAZING;
    if (first < 0 || contact.time < times[first]) first = i;
  }
  if (first >= 0) keep_within(lander, times, first, next);
  return next;
}

// The lander at the instant of contact.
template <class Scalar>
struct Instant {
  LanderState<Scalar> state;
  Matrix3<Scalar> inertia;  // world
  Vector3<Scalar> arm[max_feet];
};

template <class Scalar>
inline Instant<Scalar> instant_of(const Lander<Scalar> &lander, const LanderState<Scalar> &state) {
  Instant<Scalar> instant;
  instant.state = state;
  const Matrix3<Scalar> R = rotation_of(state.q);
  const Matrix3<Scalar> half = R.lazyProduct(lander.inertia);
  instant.inertia = half.lazyProduct(R.transpose());
  for (int i = 0; i < lander.feet; ++i) instant.arm[i] = R * lander.foot[i].r;
  return instant;
}

// What the feet that touch did to the lander.
template <class Scalar>
struct Strike {
  Motion<Scalar> after;
  Vector3<Scalar> p[max_feet];  // world; like the modes in the order of NextContact::foot
  Scalar p_n[max_feet];
  Mode mode_compression[max_feet], mode_restitution[max_feet];
};

template <class Scalar>
inline Status strike_alone(const Lander<Scalar> &lander, const Site<Scalar> &site, const Instant<Scalar> &instant,
                           int foot, Strike<Scalar> &strike) {
  Options<Scalar> options = lander.options;
  if (options.steps == 0) options.steps = TD_LANDING_STEPS;
  const Body<Scalar> body{lander.mass,     instant.inertia, instant.arm[foot],         site.n[foot],
                          instant.state.v, instant.state.w, lander.foot[foot].surface, options};
  BodyImpact<Scalar> impact;
  const Status status = resolve_body(body, impact);
  if (status < 0) return status;
  const ContactFrame<Scalar> frame{impact.t, impact.s, site.n[foot]};
  strike.after = {impact.v, impact.w};
  strike.p[0] = out_of(frame, impact.impact.p);
  strike.p_n[0] = impact.impact.p.n;
  strike.mode_compression[0] = impact.impact.mode_compression;
  strike.mode_restitution[0] = impact.impact.mode_restitution;
  return status;
}

// Out of the way of a single foot, whose stack would carry it.
template <class Scalar>
__attribute__((noinline)) Status strike_together(const Lander<Scalar> &lander, const Site<Scalar> &site,
                                                 const Instant<Scalar> &instant, const NextContact<Scalar> &next,
                                                 Strike<Scalar> &strike) {
  BodyTogether<Scalar> body;
  body.mass = lander.mass;
  body.inertia = instant.inertia;
  body.v = instant.state.v;
  body.w = instant.state.w;
  body.count = next.feet;
  const bool coupled = lander.options.law == Law::poisson || lander.options.law == Law::newton;
  body.together = {coupled ? Rule::coupled : Rule::sequential, 0, lander.options};
  for (int k = 0; k < next.feet; ++k) {
    const int i = next.foot[k];
    body.points[k] = {instant.arm[i], site.n[i], lander.foot[i].surface};
  }
  BodyTogetherImpact<Scalar> impact;
  const Status status = resolve(body, impact);
  if (status < 0) return status;
  strike.after = {impact.v, impact.w};
  for (int k = 0; k < next.feet; ++k) {
    const Share<Scalar> &share = impact.shares[k];
    strike.p[k] = out_of(ContactFrame<Scalar>{share.t, share.s, site.n[next.foot[k]]}, share.p);
    strike.p_n[k] = share.p.n;
    strike.mode_compression[k] = strike.mode_restitution[k] = share.mode;
  }
  return status;
}

// Direction of slip; 0 where the foot sticks.
template <class Scalar>
inline Vector3<Scalar> slide_direction(const Vector3<Scalar> &u, const Vector3<Scalar> &n, Mode mode) {
  const Vector3<Scalar> slip = u - n * n.dot(u);
  const Scalar length = square_root(slip.squaredNorm());
  const bool holds = mode == Mode::sticks || mode == Mode::stops_and_sticks || !(length > 0);
  return holds ? Vector3<Scalar>(Scalar(0), Scalar(0), Scalar(0)) : Vector3<Scalar>(slip / length);
}

// Foot k of those that touched. The energy through it is p . (u + u') / 2, whose sum over the feet is the lander's.
template <class Scalar>
inline void report_foot(const Lander<Scalar> &lander, const Site<Scalar> &site, const Instant<Scalar> &instant,
                        const Strike<Scalar> &strike, int k, Touchdown<Scalar> &touchdown) {
  constexpr Scalar half_pi = Scalar(1.57079632679489661923);
  const Vector3<Scalar> &n = site.n[touchdown.foot];
  const Vector3<Scalar> &arm = instant.arm[touchdown.foot];
  const Vector3<Scalar> before = point_velocity(instant.state.v, instant.state.w, arm);
  const Vector3<Scalar> after = point_velocity(strike.after.v, strike.after.w, arm);
  touchdown.v_n = n.dot(before);
  const Vector3<Scalar> slip = before - n * touchdown.v_n;
  touchdown.slip = square_root(slip.squaredNorm());
  touchdown.p = strike.p[k];
  touchdown.p_n = strike.p_n[k];
  touchdown.mode_compression = strike.mode_compression[k];
  touchdown.mode_restitution = strike.mode_restitution[k];
  touchdown.slide = slide_direction(after, n, touchdown.mode_restitution);
  touchdown.energy_lost = Scalar(-0.5) * touchdown.p.dot(before + after);
  touchdown.peak_force =
      lander.contact_duration > 0 ? half_pi * touchdown.p_n / lander.contact_duration : Scalar(TD_NOT_APPLICABLE);
}

// What all feet that touched share.
template <class Scalar>
inline void report_body(const Lander<Scalar> &lander, const Site<Scalar> &site, const Instant<Scalar> &instant,
                        const Motion<Scalar> &after, Touchdown<Scalar> &touchdown) {
  touchdown.at = instant.state;
  touchdown.after = {instant.state.x, instant.state.q, after.v, after.w};
  const Scalar rise = site.upright.n.dot(after.v);
  touchdown.rebound_speed = rise;
  touchdown.rebound_height = TD_NOT_APPLICABLE;
  if (site.gravity > 0) touchdown.rebound_height = rise > 0 ? Scalar(0.5) * rise * (rise / site.gravity) : Scalar(0);
  find_stability(
      Stance<Scalar>{lander.mass, site.gravity, site.upright, instant.inertia, after, lander.feet, instant.arm},
      touchdown.stability);
}

template <class Scalar>
inline bool is_finite(const Touchdown<Scalar> &touchdown) {
  const Scalar sum = zero_if_finite(touchdown.p_n) + zero_if_finite(touchdown.energy_lost) +
                     zero_if_finite(touchdown.slip) + zero_if_finite(touchdown.rebound_height) +
                     zero_if_finite(touchdown.peak_force);
  Scalar edges = 0;
  for (int i = 0; i < touchdown.stability.edges; ++i)
    edges += zero_if_finite(touchdown.stability.edge[i].energy) + zero_if_finite(touchdown.stability.edge[i].angle);
  return sum == 0 && edges == 0 && all_finite(touchdown.at.x);
}

// Where the chain stands.
template <class Scalar>
struct Chain {
  LanderState<Scalar> state;
  Scalar time;
  std::uint32_t resting;
  Status caveats;
};

// A foot that has touched rests unless it leaves faster than rest speed; one that rested goes on unless it moves.
template <class Scalar>
inline void settle(const Lander<Scalar> &lander, const Site<Scalar> &site, const Instant<Scalar> &instant,
                   const Motion<Scalar> &after, const NextContact<Scalar> &next, Scalar rounding,
                   Chain<Scalar> &chain) {
  const Scalar slow = lander.rest_speed > rounding ? lander.rest_speed : rounding;
  std::uint32_t resting = 0;
  for (int i = 0; i < lander.feet; ++i) {
    const Scalar v_n = site.n[i].dot(point_velocity(after.v, after.w, instant.arm[i]));
    if ((chain.resting >> i & 1U) != 0 && magnitude(v_n) <= slow) resting |= 1U << i;
  }
  for (int k = 0; k < next.feet; ++k) {
    const int i = next.foot[k];
    const Scalar v_n = site.n[i].dot(point_velocity(after.v, after.w, instant.arm[i]));
    resting = v_n <= slow ? resting | 1U << i : resting & ~(1U << i);
  }
  chain.resting = resting;
}

// Entries for the feet that touched, as far as there is room.
template <class Scalar>
inline Status record(const Lander<Scalar> &lander, const Site<Scalar> &site, const Instant<Scalar> &instant,
                     const NextContact<Scalar> &next, const Strike<Scalar> &strike, Scalar time,
                     Landing<Scalar> &landing) {
  const int begin = landing.count;
  for (int k = 0; k < next.feet && landing.count < lander.touchdowns; ++k) {
    Touchdown<Scalar> &touchdown = landing.touchdown[landing.count++];
    touchdown.foot = next.foot[k];
    touchdown.together = next.feet;
    touchdown.time = time;
    report_foot(lander, site, instant, strike, k, touchdown);
    if (k == 0) report_body(lander, site, instant, strike.after, touchdown);
    if (k > 0) {
      const Touchdown<Scalar> &same = landing.touchdown[begin];
      touchdown.at = same.at;
      touchdown.after = same.after;
      touchdown.rebound_speed = same.rebound_speed;
      touchdown.rebound_height = same.rebound_height;
      touchdown.stability = same.stability;
    }
    if (!is_finite(touchdown)) return TD_REFUSED_RANGE;
  }
  return TD_SOLVED;
}

// One touchdown: what strikes, and where that leaves the chain.
template <class Scalar>
inline Status touch(const Lander<Scalar> &lander, const Site<Scalar> &site, const Flight<Scalar> &flight,
                    const NextContact<Scalar> &next, Chain<Scalar> &chain, Landing<Scalar> &landing) {
  const Instant<Scalar> instant = instant_of(lander, state_at(flight, next.time));
  Strike<Scalar> strike;
  const Status struck = next.feet == 1 ? strike_alone(lander, site, instant, next.foot[0], strike)
                                       : strike_together(lander, site, instant, next, strike);
  if (struck < 0) return struck;
  chain.time += next.time;
  const Touchdown<Scalar> &entry = landing.touchdown[landing.count];
  const Status recorded = record(lander, site, instant, next, strike, chain.time, landing);
  if (recorded < 0) return recorded;
  const Scalar rounding = 64 * tolerance::epsilon<Scalar> * (magnitude(entry.v_n) + entry.slip);
  settle(lander, site, instant, strike.after, next, rounding, chain);
  chain.state = entry.after;
  chain.caveats |= struck | next.caveat;
  return TD_SOLVED;
}

// How long the next flight may be looked ahead.
template <class Scalar>
inline Scalar time_left(const Lander<Scalar> &lander, const Flight<Scalar> &flight, Scalar time) {
  const Scalar left = lander.horizon - time;
  const Scalar most = flight.spin.rate * left > most_turn<Scalar> ? most_turn<Scalar> / flight.spin.rate : left;
  return most > 0 ? most : Scalar(0);
}

// The touchdowns after the first.
template <class Scalar>
// NOLINTNEXTLINE(readability-function-cognitive-complexity): one rule a line, in the order of the header
inline Status follow(const Lander<Scalar> &lander, const Site<Scalar> &site, Chain<Scalar> &chain,
                     Landing<Scalar> &landing) {
  const std::uint32_t all = (1U << lander.feet) - 1;
  for (int i = 1; i < max_touchdowns && landing.count < lander.touchdowns; ++i) {
    landing.chain_end = chain.resting == all ? ChainEnd::rests : ChainEnd::horizon;
    if (chain.resting == all) return TD_SOLVED;
    const Flight<Scalar> flight = take_off(lander, site, chain.state, lander.thrust_after);
    const Scalar limit = time_left(lander, flight, chain.time);
    if (!in_range(lander, flight, limit)) return TD_REFUSED_RANGE;
    const NextContact<Scalar> next = next_contact(lander, flight, limit, chain.resting);
    if (next.feet == 0) return TD_SOLVED;
    const Status status = touch(lander, site, flight, next, chain, landing);
    if (status < 0) return status;
  }
  landing.chain_end = ChainEnd::full;
  return TD_SOLVED;
}

// Of the feet that touch and are not yet in `done`, the one that touches first; -1 if there is none.
template <class Scalar>
inline int first_open(const Lander<Scalar> &lander, const FootOutlook<Scalar> *outlook, std::uint32_t done) {
  int first = -1;
  for (int i = 0; i < lander.feet; ++i) {
    const bool open = (done >> i & 1U) == 0 && outlook[i].outlook == Outlook::touches;
    if (open && (first < 0 || outlook[i].time < outlook[first].time)) first = i;
  }
  return first;
}

// Sizes of the groups of feet in order of contact, as digits.
template <class Scalar>
inline std::int32_t class_of(const Lander<Scalar> &lander, const FootOutlook<Scalar> *outlook) {
  std::int32_t digits = 0;
  std::uint32_t done = 0;
  Scalar together_until = 0;
  for (int taken = 0; taken < max_feet; ++taken) {
    const int foot = first_open(lander, outlook, done);
    if (foot < 0) return digits;
    const bool joins = digits > 0 && outlook[foot].time <= together_until;
    if (!joins) together_until = outlook[foot].time + lander.window;
    digits = joins ? digits + 1 : 10 * digits + 1;
    done |= 1U << foot;
  }
  return digits;
}

// When each foot touches, as if alone. Caveats.
template <class Scalar>
// NOLINTNEXTLINE(readability-function-cognitive-complexity): one rule a line, in the order of the header
inline Status look_out(const Lander<Scalar> &lander, const Flight<Scalar> &flight, Landing<Scalar> &landing,
                       NextContact<Scalar> &next) {
  Status caveats = TD_SOLVED;
  Scalar times[max_feet];
  landing.first = -1;
  for (int i = 0; i < lander.feet; ++i) {
    const Fall<Scalar> &fall = flight.fall[i];
    const FirstContact<Scalar> contact = first_contact(fall, lander.horizon);
    landing.outlook[i] = {contact.time, contact.v_n, contact.outlook};
    times[i] = contact.time;
    const Scalar rounding = 4 * tolerance::epsilon<Scalar> * lander.ground[0].point.cwiseAbs().maxCoeff();
    if (fall.h_0 < -8 * (rounding_at(fall, Scalar(0)) + rounding)) caveats |= TD_CAVEAT_BELOW_GROUND;
    if (contact.outlook != Outlook::touches) continue;
    if (contact.grazes) caveats |= TD_CAVEAT_GRAZING;
    if (landing.first < 0 || contact.time < times[landing.first]) landing.first = i;
  }
  next = {};
  if (landing.first >= 0) keep_within(lander, times, landing.first, next);
  landing.together = next.feet;
  landing.landing_class = class_of(lander, landing.outlook);
  return landing.first >= 0 ? caveats : caveats | TD_CAVEAT_NO_CONTACT;
}

// td_predict_landing.
template <class Scalar>
inline Status predict_landing(const Lander<Scalar> &lander, LanderState<Scalar> state, Landing<Scalar> &landing) {
  Site<Scalar> site;
  Status status = check_vehicle(lander);
  if (status == TD_SOLVED) status = survey(lander, site);
  if (status == TD_SOLVED) status = check(state);
  if (status != TD_SOLVED) return status;
  const Flight<Scalar> flight = take_off(lander, site, state, lander.thrust);
  const bool horizon = lander.horizon > 0 && flight.spin.rate * lander.horizon <= most_turn<Scalar>;
  if (!horizon || !in_range(lander, flight, lander.horizon)) return TD_REFUSED_HORIZON;
  NextContact<Scalar> next;
  Chain<Scalar> chain = {state, 0, 0, TD_SOLVED};
  chain.caveats = look_out(lander, flight, landing, next);
  landing.count = 0;
  landing.chain_end = ChainEnd::horizon;
  if (next.feet == 0) return chain.caveats;
  status = touch(lander, site, flight, next, chain, landing);
  if (status == TD_SOLVED) status = follow(lander, site, chain, landing);
  return status < 0 ? status : chain.caveats;
}

// td_stability_of.
template <class Scalar>
inline Status stability_in(const Lander<Scalar> &lander, LanderState<Scalar> state, Stability<Scalar> &stability) {
  Site<Scalar> site;
  Status status = check_vehicle(lander);
  if (status == TD_SOLVED) status = survey(lander, site);
  if (status == TD_SOLVED) status = check(state);
  if (status != TD_SOLVED) return status;
  const Instant<Scalar> instant = instant_of(lander, state);
  find_stability(
      Stance<Scalar>{
          lander.mass, site.gravity, site.upright, instant.inertia, {state.v, state.w}, lander.feet, instant.arm},
      stability);
  for (int i = 0; i < stability.edges; ++i)
    if (!is_finite(stability.edge[i].energy) || !is_finite(stability.edge[i].angle)) return TD_REFUSED_RANGE;
  return TD_SOLVED;
}

}  // namespace touchdown

#endif
