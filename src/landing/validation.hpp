// Which bodies, states and landings are refused, and with which status; the order is that of touchdown/landing.h.
#ifndef TOUCHDOWN_LANDING_VALIDATION_HPP
#define TOUCHDOWN_LANDING_VALIDATION_HPP

#include "impact/validation.hpp"
#include "landing/ground.hpp"
#include "landing/leg_validation.hpp"

namespace touchdown {

template <class Scalar>
inline Status check_foot(const Foot<Scalar> &foot) {
  if (!all_finite(vector(foot.r))) return TD_REFUSED_POSITION;
  if (!is_length(foot.radius)) return TD_REFUSED_RADIUS;
  const Status status = check_surface(foot.surface);
  if (status != TD_SOLVED) return status;
  return is_length(foot.mu_sliding) ? TD_SOLVED : TD_REFUSED_KINETIC_FRICTION;
}

// POSITION, RADIUS, a surface's, or solved; how far the feet reach.
template <class Scalar>
inline Status check_feet(const Lander<Scalar> &lander, Scalar &reach) {
  Scalar farthest = 0, radius = 0;
  for (int i = 0; i < lander.feet; ++i) {
    const Foot<Scalar> &foot = lander.foot[i];
    const Status status = check_foot(foot);
    if (status != TD_SOLVED) return status;
    farthest = max(farthest, vector(foot.r).squaredNorm());
    radius = max(radius, foot.radius);
  }
  reach = square_root(farthest) + radius;
  return TD_SOLVED;
}

template <class Scalar>
inline bool has_sizes(const Lander<Scalar> &lander) {
  return lander.feet >= 1 && lander.feet <= max_feet && lander.points >= 0 && lander.points <= max_clearance_points &&
         lander.most_touches >= 0;
}

// SIZE, MASS, INERTIA, POSITION, RADIUS, a surface's, or solved; how heavy it is, and how far the feet reach.
template <class Scalar>
inline Status check_frame(const Lander<Scalar> &lander, Terrain<Scalar> &terrain) {
  if (!has_sizes(lander)) return TD_REFUSED_SIZE;
  terrain.lander = &lander;
  Status status = factorize(lander.mass, matrix(lander.inertia), terrain.factor);
  for (int i = 0; i < lander.points && status == TD_SOLVED; ++i)
    if (!all_finite(vector(lander.point[i]))) status = TD_REFUSED_POSITION;
  return status == TD_SOLVED ? check_feet(lander, terrain.reach) : status;
}

// NORMAL, GRAVITY, THRUST or solved.
template <class Scalar>
inline Status check_directions(const Lander<Scalar> &lander) {
  const Scalar *up = lander.up, *g = lander.gravity, *f = lander.thrust, *at = lander.thrust_at;
  if (!are_finite(up[0], up[1], up[2]) || !(vector(lander.up).squaredNorm() > 0)) return TD_REFUSED_NORMAL;
  if (!are_finite(g[0], g[1], g[2])) return TD_REFUSED_GRAVITY;
  return are_finite(f[0], f[1], f[2], at[0], at[1], at[2]) ? TD_SOLVED : TD_REFUSED_THRUST;
}

// One plane, or one for each foot; where a function gives heights, one and what no place is above.
template <class Scalar>
inline bool has_ground(const Lander<Scalar> &lander) {
  if (has_heights(lander)) return planes_of(lander) == 1 && is_finite(lander.highest);
  return planes_of(lander) == 1 || lander.planes == lander.feet;
}

// GROUND, NORMAL, GRAVITY, THRUST or solved; the planes and the way up.
template <class Scalar>
inline Status survey(const Lander<Scalar> &lander, Terrain<Scalar> &terrain) {
  if (!has_ground(lander)) return TD_REFUSED_GROUND;
  terrain.planes = planes_of(lander);
  for (int i = 0; i < terrain.planes; ++i) {
    terrain.point[i] = vector(lander.ground[i].point);
    if (!all_finite(terrain.point[i])) return TD_REFUSED_GROUND;
    if (!frame_of(vector(lander.ground[i].n), terrain.frame[i])) return TD_REFUSED_NORMAL;
  }
  if (has_heights(lander)) terrain.datum = terrain.frame[0];
  return check_directions(lander);
}

// Those of the options, IMPACTS, ITERATIONS, MARGINS, LEG or solved.
template <class Scalar>
inline Status check_rounds(const Lander<Scalar> &lander) {
  const Status status = check_options(lander.options);
  if (status != TD_SOLVED) return status;
  if (static_cast<std::uint32_t>(lander.impacts) > TD_MAX_LANDING_IMPACTS) return TD_REFUSED_IMPACTS;
  if (static_cast<std::uint32_t>(lander.iterations) > TD_MAX_LANDING_ITERATIONS) return TD_REFUSED_ITERATIONS;
  if (static_cast<std::uint32_t>(lander.margins) > 1) return TD_REFUSED_MARGINS;
  return check_legs(lander);
}

// TIME, HORIZON, those of the rounds, or solved.
template <class Scalar>
inline Status check_budgets(const Lander<Scalar> &lander) {
  if (!is_length(lander.cut_delay) || !is_length(lander.step)) return TD_REFUSED_TIME;
  if (!is_length(lander.horizon)) return TD_REFUSED_HORIZON;
  return check_rounds(lander);
}

template <class Scalar>
inline bool has_thrust(const Lander<Scalar> &lander) {
  return vector(lander.thrust).squaredNorm() != 0;
}

// The step, which way is up, what is small, and whether anything thrusts.
template <class Scalar>
inline void measure(const Lander<Scalar> &lander, Terrain<Scalar> &terrain) {
  const Scalar gravity = square_root(vector(lander.gravity).squaredNorm());
  terrain.up = gravity > 0 ? Vector3<Scalar>(vector(lander.gravity) / -gravity) : terrain.frame[0].n;
  terrain.thrust = has_thrust(lander);
  Scalar step = lander.step;
  if (!(step > 0))
    step = gravity > 0 ? tolerance::default_step<Scalar> * square_root(terrain.reach / gravity)
                       : tolerance::step_without_gravity<Scalar>;
  terrain.scales = scales_of(gravity, step, terrain.reach);
}

// False where the square of gravity is beyond the range.
template <class Scalar>
inline bool has_up(const Terrain<Scalar> &terrain) {
  return terrain.up.squaredNorm() > 0;
}

// Everything about the lander; what a step needs of it.
template <class Scalar>
inline Status prepare(const Lander<Scalar> &lander, Terrain<Scalar> &terrain) {
  Status status = check_frame(lander, terrain);
  if (status == TD_SOLVED) status = survey(lander, terrain);
  if (status == TD_SOLVED) status = check_budgets(lander);
  if (status != TD_SOLVED) return status;
  measure(lander, terrain);
  const Scalar finite = zero_if_finite(terrain.reach) + zero_if_finite(terrain.scales.bears_within) +
                        zero_if_finite(terrain.factor.inertia.inverse_d.sum()) + zero_if_finite(terrain.up.sum());
  return finite == 0 && terrain.scales.step > 0 && has_up(terrain) ? TD_SOLVED : TD_REFUSED_RANGE;
}

// The lander with every field that is not read set to 0.
template <class Scalar>
inline Lander<Scalar> as_read(const Lander<Scalar> &lander) {
  Lander<Scalar> read = lander;
  for (int i = lander.feet; i < max_feet; ++i) read.foot[i] = {};
  for (int i = 0; i < max_feet; ++i) read.leg[i] = i < lander.feet ? leg_as_read(lander.leg[i]) : Leg<Scalar>{};
  for (int i = planes_of(lander); i < max_feet; ++i) read.ground[i] = {};
  for (int i = lander.points; i < max_clearance_points; ++i) fill_zero(3, read.point[i]);
  if (!is_law(lander.options.law, TD_LAW_COMPROMISE)) read.options.d1 = read.options.d2 = 0;
  if (!has_heights(lander)) read.highest = 0;
  return read;
}

// POSITION, ATTITUDE, VELOCITY or solved.
template <class Scalar>
inline Status check_state(const State<Scalar> &state) {
  const Vector3<Scalar> &x = state.x, &v = state.v, &w = state.w;
  if (!are_finite(x[0], x[1], x[2])) return TD_REFUSED_POSITION;
  if (!has_direction(state.q)) return TD_REFUSED_ATTITUDE;
  return are_finite(v[0], v[1], v[2], w[0], w[1], w[2]) ? TD_SOLVED : TD_REFUSED_VELOCITY;
}

// The same, and makes the quaternion a unit one.
template <class Scalar>
inline Status normalize_state(State<Scalar> &state) {
  const Status status = check_state(state);
  if (status == TD_SOLVED) normalize(state.q);
  return status;
}

// A landing as a step leaves it. The attitude is left as it is: one unit quaternion must not become another.
template <class Scalar>
inline Status check_landing(const Lander<Scalar> &lander, const MovingLanding<Scalar> &landing) {
  const Status status = check_state(landing.state);
  if (status != TD_SOLVED) return status;
  const bool numbers =
      are_finite(landing.time, landing.energy_lost, landing.owed, landing.deepest) && is_length(landing.sub_step);
  const bool present = is_finite_or_absent(landing.first_contact) && is_finite_or_absent(landing.clearance) &&
                       is_finite_or_absent(landing.least_margin) && is_finite_or_absent(landing.least_time);
  const bool counts = landing.steps >= 0 && landing.impacts >= 0 && landing.touches >= 0 && landing.quiet >= 0;
  const bool known = static_cast<std::uint32_t>(landing.phase) <= TD_PHASE_RESTING &&
                     static_cast<std::uint32_t>(landing.outcome) < TD_OUTCOMES &&
                     (static_cast<std::uint32_t>(landing.bearing) >> lander.feet) == 0;
  if (!(numbers && present && counts && known)) return TD_REFUSED_PHASE;
  return landing.legs ? check_records(lander, landing.leg) : TD_SOLVED;
}

}  // namespace touchdown

#endif
