// The chain of touchdowns: flight to the next contact (landing/flight.hpp), the impact there
// (landing/foot_impacts.hpp), and again, until every foot rests, nothing comes within the horizon, or the chain is
// full.
#ifndef TOUCHDOWN_LANDING_CHAIN_HPP
#define TOUCHDOWN_LANDING_CHAIN_HPP

#include "impact/validation.hpp"
#include "landing/foot_impacts.hpp"

namespace touchdown {

template <class Scalar>
inline bool is_time(Scalar x) {
  return x >= 0 && is_finite(x);
}

template <class Scalar>
inline Status check_vehicle(const Lander<Scalar> &lander) {
  if (lander.feet < 1 || lander.feet > max_feet) return TD_REFUSED_SIZE;
  if (lander.max_touchdowns < 0 || lander.max_touchdowns > max_touchdowns) return TD_REFUSED_SIZE;
  BodyFactor<Scalar> ignored;
  Status status = factorize(lander.mass, matrix(lander.inertia), ignored);
  for (int i = 0; i < lander.feet && status == TD_SOLVED; ++i) {
    if (!all_finite(vector(lander.foot[i].r))) return TD_REFUSED_POSITION;
    status = check_surface(lander.foot[i].surface);
  }
  return status;
}

// The normals. GROUND, NORMAL or solved.
template <class Scalar>
inline Status survey_planes(const Lander<Scalar> &lander, GroundGeometry<Scalar> &geometry) {
  const int planes = planes_of(lander);
  if (planes != 1 && planes != lander.feet) return TD_REFUSED_GROUND;
  for (int i = 0; i < planes; ++i) {
    ContactFrame<Scalar> frame;
    if (!all_finite(vector(lander.ground[i].point))) return TD_REFUSED_GROUND;
    if (!frame_of(vector(lander.ground[i].n), frame)) return TD_REFUSED_NORMAL;
    geometry.n[i] = frame.n;
  }
  for (int i = planes; i < lander.feet; ++i) geometry.n[i] = geometry.n[0];
  return TD_SOLVED;
}

// GROUND, NORMAL, GRAVITY, THRUST, TIME, REST_SPEED or solved.
template <class Scalar>
inline Status survey(const Lander<Scalar> &lander, GroundGeometry<Scalar> &geometry) {
  const Status status = survey_planes(lander, geometry);
  if (status != TD_SOLVED) return status;
  if (!all_finite(vector(lander.gravity))) return TD_REFUSED_GRAVITY;
  if (!all_finite(vector(lander.thrust)) || !all_finite(vector(lander.thrust_after))) return TD_REFUSED_THRUST;
  const Spin<Scalar> gravity = spin_of(vector(lander.gravity));
  geometry.gravity = gravity.rate;
  frame_of(gravity.rate > 0 ? Vector3<Scalar>(-gravity.axis) : geometry.n[0], geometry.upright);
  if (!is_time(lander.simultaneity_window) || !is_time(lander.contact_duration)) return TD_REFUSED_TIME;
  return is_time(lander.rest_speed) ? TD_SOLVED : TD_REFUSED_REST_SPEED;
}

// POSITION, ATTITUDE, VELOCITY or solved; makes the quaternion a unit one.
template <class Scalar>
inline Status check(State<Scalar> &state) {
  if (!all_finite(state.x)) return TD_REFUSED_POSITION;
  if (!normalize(state.q)) return TD_REFUSED_ATTITUDE;
  return all_finite(state.v) && all_finite(state.w) ? TD_SOLVED : TD_REFUSED_VELOCITY;
}

// Where the chain stands.
template <class Scalar>
struct Chain {
  State<Scalar> state;
  Scalar time;
  std::uint32_t resting;
  BudgetLeft left;
  Status caveats;
};

// The feet that touch, as bits, and how fast the fastest of them approaches.
template <class Scalar>
inline std::uint32_t touching(const GroundGeometry<Scalar> &geometry, const Instant<Scalar> &instant,
                              const NextContact<Scalar> &next, Scalar &fastest) {
  std::uint32_t feet = 0;
  fastest = 0;
  for (int k = 0; k < next.feet; ++k) {
    const int i = next.foot[k];
    feet |= 1U << i;
    fastest = max(fastest, -geometry.n[i].dot(point_velocity(instant.state.v, instant.state.w, instant.arm[i])));
  }
  return feet;
}

// A foot that has touched or rested rests unless it moves along the normal faster than rest speed. One that has touched
// may still approach by what several contacts at once leave without a caveat: it would only touch again at once. One
// that approaches faster does touch again, at once or, if the window took it in ahead of its time, where it comes down.
template <class Scalar>
inline void update_resting_feet(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry,
                                const Instant<Scalar> &instant, const Motion<Scalar> &after,
                                const NextContact<Scalar> &next, Chain<Scalar> &chain) {
  Scalar fastest = 0;
  const std::uint32_t touched = touching(geometry, instant, next, fastest);
  const Motion<Scalar> before{instant.state.v, instant.state.w};
  std::uint32_t resting = 0;
  for (int i = 0; i < lander.feet; ++i) {
    const Scalar slow = max(lander.rest_speed, rounding_of(before, after, instant.arm[i]));
    const bool struck = (touched >> i & 1U) != 0;
    const Scalar left = struck ? max(slow, tolerance::approach_left<Scalar> * fastest) : slow;
    const Scalar v_n = geometry.n[i].dot(point_velocity(after.v, after.w, instant.arm[i]));
    if (v_n <= slow && v_n >= -left) resting |= 1U << i;
  }
  chain.resting = resting & (touched | chain.resting);
}

// Entries for the feet that touched, as far as there is room.
template <class Scalar>
inline Status record(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry,
                     const Instant<Scalar> &instant, const NextContact<Scalar> &next,
                     const FootImpacts<Scalar> &impacts, Scalar time, Landing<Scalar> &landing) {
  const int begin = landing.count;
  for (int k = 0; k < next.feet && landing.count < touchdowns_of(lander); ++k) {
    Touchdown<Scalar> &touchdown = landing.touchdown[landing.count++];
    if (k > 0) touchdown = landing.touchdown[begin];  // the same body
    touchdown.foot = next.foot[k];
    touchdown.together = next.feet;
    touchdown.time = time;
    report_foot(lander, geometry, instant, impacts, k, touchdown);
    if (k == 0) report_body(lander, geometry, instant, impacts.after, touchdown);
    if (!is_finite(touchdown)) return TD_REFUSED_RANGE;
  }
  return TD_SOLVED;
}

// One touchdown: what strikes, and where that leaves the chain.
template <class Scalar>
inline Status touch(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry, const Flight<Scalar> &flight,
                    const NextContact<Scalar> &next, Chain<Scalar> &chain, Landing<Scalar> &landing) {
  const Instant<Scalar> instant = instant_of(lander, state_at(flight, next.time));
  FootImpacts<Scalar> impacts;
  const Status struck = next.feet == 1
                            ? impact_alone(lander, geometry, instant, next.foot[0], chain.left.most_steps, impacts)
                            : impact_together(lander, geometry, instant, next, chain.left, impacts);
  if (struck < 0) return struck;
  if (next.feet == 1) chain.left.steps -= chain.left.most_steps;  // whatever it took of them
  if (chain.left.steps < chain.left.most_steps) chain.left.most_steps = 1;
  chain.time += next.time;
  const Status recorded = record(lander, geometry, instant, next, impacts, chain.time, landing);
  if (recorded < 0) return recorded;
  update_resting_feet(lander, geometry, instant, impacts.after, next, chain);
  chain.state = {instant.state.x, instant.state.q, impacts.after.v, impacts.after.w};
  chain.caveats |= struck | next.caveat;
  return TD_SOLVED;
}

// How long the next flight may be looked ahead: an impact may leave the lander turning faster than it came.
template <class Scalar>
inline Scalar time_left(const Lander<Scalar> &lander, const Flight<Scalar> &flight, Scalar time) {
  const Scalar left = horizon_of(lander) - time;
  const Scalar most = flight.spin.rate * left > max_rotation<Scalar> ? max_rotation<Scalar> / flight.spin.rate : left;
  return most > 0 ? most : Scalar(0);
}

// One flight more, and what it ends in: a touchdown, or the end of the chain.
template <class Scalar>
inline Status fly_on(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry, Chain<Scalar> &chain,
                     Landing<Scalar> &landing) {
  const std::uint32_t all = (1U << lander.feet) - 1;
  landing.chain_end = chain.resting == all ? TD_CHAIN_RESTS : TD_CHAIN_HORIZON;
  if (chain.resting == all) return TD_SOLVED;
  const Flight<Scalar> flight = take_off(lander, geometry, chain.state, lander.thrust_after);
  const Scalar limit = time_left(lander, flight, chain.time);
  if (!in_range(lander, flight, limit)) return TD_REFUSED_RANGE;
  const NextContact<Scalar> next = next_contact(lander, flight, limit, chain.resting);
  if (next.feet == 0) return TD_SOLVED;
  landing.chain_end = TD_CHAIN_FULL;
  return touch(lander, geometry, flight, next, chain, landing);
}

// The touchdowns after the first.
template <class Scalar>
inline Status follow(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry, Chain<Scalar> &chain,
                     Landing<Scalar> &landing) {
  landing.chain_end = TD_CHAIN_FULL;
  for (int i = 1; i < max_touchdowns && landing.count < touchdowns_of(lander); ++i) {
    const Status status = fly_on(lander, geometry, chain, landing);
    if (status < 0 || landing.chain_end != TD_CHAIN_FULL) return status;
  }
  return TD_SOLVED;
}

// The first foot to touch among those that are not yet in `done`; -1 if there is none.
template <class Scalar>
inline int first_open(const Lander<Scalar> &lander, const FootOutlook<Scalar> *outlook, std::uint32_t done) {
  int first = -1;
  for (int i = 0; i < lander.feet; ++i) {
    const bool open = (done >> i & 1U) == 0 && outlook[i].outlook == TD_OUTLOOK_TOUCHES;
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
    if (!joins) together_until = outlook[foot].time + lander.simultaneity_window;
    digits = joins ? digits + 1 : 10 * digits + 1;
    done |= 1U << foot;
  }
  return digits;
}

template <class Scalar>
inline bool starts_below(const Fall<Scalar> &fall, const Ground<Scalar> &ground) {
  const Scalar size = size_at(fall, Scalar(0)) + 2 * vector(ground.point).cwiseAbs().maxCoeff();
  return fall.h_0 < -tolerance::below_ground<Scalar> * size;
}

// When each foot touches, as if alone. Caveats.
template <class Scalar>
inline Status look_out(const Lander<Scalar> &lander, const Flight<Scalar> &flight, Landing<Scalar> &landing,
                       NextContact<Scalar> &next) {
  Schedule<Scalar> schedule;
  Status caveats = TD_SOLVED;
  for (int i = 0; i < lander.feet; ++i) {
    const FirstContact<Scalar> contact = first_contact(flight.fall[i], horizon_of(lander));
    landing.outlook[i] = {contact.time, contact.v_n, contact.outlook};
    enter(contact, i, schedule);
    if (starts_below(flight.fall[i], lander.ground[planes_of(lander) > 1 ? i : 0])) caveats |= TD_CAVEAT_BELOW_GROUND;
  }
  next = next_in(lander, schedule);
  landing.first = schedule.first;
  landing.together = next.feet;
  landing.landing_class = class_of(lander, landing.outlook);
  return caveats | (schedule.first >= 0 ? schedule.caveat : TD_CAVEAT_NO_CONTACT);
}

// The reason to refuse a lander in a state, but for its options, if there is one, in order.
template <class Scalar>
inline Status check(const Lander<Scalar> &lander, State<Scalar> &state, GroundGeometry<Scalar> &geometry) {
  Status status = check_vehicle(lander);
  if (status == TD_SOLVED) status = survey(lander, geometry);
  return status == TD_SOLVED ? check(state) : status;
}

// td_predict_landing. The options are looked at here, as no impact may come to do it.
template <class Scalar>
inline Status predict_landing(const Lander<Scalar> &lander, const LanderState<Scalar> &start,
                              Landing<Scalar> &landing) {
  State<Scalar> state = state_from(start);
  GroundGeometry<Scalar> geometry;
  Status status = check(lander, state, geometry);
  if (status == TD_SOLVED) status = check_options(lander.options);
  if (status == TD_SOLVED) status = check_iterations(lander.iterations);
  if (status != TD_SOLVED) return status;
  const Flight<Scalar> flight = take_off(lander, geometry, state, lander.thrust);
  const Scalar horizon = horizon_of(lander);
  if (!(horizon > 0 && flight.spin.rate * horizon <= max_rotation<Scalar>)) return TD_REFUSED_HORIZON;
  if (!in_range(lander, flight, horizon)) return TD_REFUSED_HORIZON;
  NextContact<Scalar> next;
  Chain<Scalar> chain = {state, 0, 0, {steps_of(lander)}, TD_SOLVED};
  chain.caveats = look_out(lander, flight, landing, next);
  landing.count = 0;
  landing.chain_end = TD_CHAIN_HORIZON;
  if (next.feet == 0) return chain.caveats;
  status = touch(lander, geometry, flight, next, chain, landing);
  if (status == TD_SOLVED) status = follow(lander, geometry, chain, landing);
  return status < 0 ? status : chain.caveats;
}

// td_stability_of.
template <class Scalar>
inline Status stability_in(const Lander<Scalar> &lander, const LanderState<Scalar> &given,
                           Stability<Scalar> &stability) {
  State<Scalar> state = state_from(given);
  GroundGeometry<Scalar> geometry;
  const Status status = check(lander, state, geometry);
  if (status != TD_SOLVED) return status;
  const Instant<Scalar> instant = instant_of(lander, state);
  find_stability(Stance<Scalar>{lander.mass,
                                geometry.gravity,
                                geometry.upright,
                                instant.inertia,
                                {state.v, state.w},
                                lander.feet,
                                instant.arm},
                 stability);
  for (int i = 0; i < stability.edges; ++i)
    if (!is_finite(stability.edge[i].energy_margin) || !is_finite(stability.edge[i].tipping_angle))
      return TD_REFUSED_RANGE;
  return TD_SOLVED;
}

}  // namespace touchdown

#endif
