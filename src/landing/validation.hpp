// Which bodies, states and settlings are refused, and with which status; the order is that of touchdown/settling.h.
#ifndef TOUCHDOWN_LANDING_VALIDATION_HPP
#define TOUCHDOWN_LANDING_VALIDATION_HPP

#include "impact/validation.hpp"
#include "landing/terrain.hpp"

namespace touchdown {

template <class Scalar>
inline bool is_length(Scalar x) {
  return x >= 0 && x <= largest<Scalar>;
}

template <class Scalar>
inline Status check_foot(const SettlingFoot<Scalar> &foot) {
  if (!all_finite(vector(foot.r))) return TD_REFUSED_POSITION;
  if (!is_length(foot.radius)) return TD_REFUSED_RADIUS;
  const Status status = check_surface(foot.surface);
  if (status != TD_SOLVED) return status;
  return is_length(foot.mu_sliding) ? TD_SOLVED : TD_REFUSED_KINETIC_FRICTION;
}

// But for where it is; false of -0 too.
template <class Scalar>
TOUCHDOWN_INLINE bool is_sound(const SettlingFoot<Scalar> &foot) {
  return is_sound(foot.surface) && is_plain(foot.mu_sliding) && is_plain(foot.radius);
}

// POSITION, RADIUS, a surface's, or solved; how far the feet reach. Nearly all feet are sound, which their bits and one
// finite sum of squares show; of others check_foot says what is wrong.
template <class Scalar>
TOUCHDOWN_INLINE Status check_feet(const SettlingBody<Scalar> &body, Scalar &reach) {
  Scalar sum = 0, farthest = 0, radius = 0;
  bool sound = true;
  for (int i = 0; i < body.feet; ++i) {
    const SettlingFoot<Scalar> &foot = body.foot[i];
    sound = sound && is_sound(foot);
    const Scalar square = vector(foot.r).squaredNorm();
    sum += square;
    farthest = max(farthest, square);
    radius = max(radius, foot.radius);
  }
  reach = square_root(farthest) + radius;
  sound = sound && is_finite(sum);
  Status status = TD_SOLVED;
  for (int i = 0; i < body.feet && !sound && status == TD_SOLVED; ++i) status = check_foot(body.foot[i]);
  return status;
}

template <class Scalar>
TOUCHDOWN_INLINE bool has_sizes(const SettlingBody<Scalar> &body) {
  return body.feet >= 1 && body.feet <= max_feet && body.points >= 0 && body.points <= max_clearance_points &&
         body.most_touches >= 0;
}

// SIZE, MASS, INERTIA, POSITION, RADIUS, a surface's, or solved; how heavy it is, and how far the feet reach.
template <class Scalar>
TOUCHDOWN_INLINE Status check_frame(const SettlingBody<Scalar> &body, Terrain<Scalar> &terrain) {
  if (!has_sizes(body)) return TD_REFUSED_SIZE;
  Status status = factorize(body.mass, matrix(body.inertia), terrain.factor);
  for (int i = 0; i < body.points && status == TD_SOLVED; ++i)
    if (!all_finite(vector(body.point[i]))) status = TD_REFUSED_POSITION;
  return status == TD_SOLVED ? check_feet(body, terrain.reach) : status;
}

// NORMAL, GRAVITY, THRUST or solved.
template <class Scalar>
TOUCHDOWN_INLINE Status check_directions(const SettlingBody<Scalar> &body) {
  const Scalar *up = body.up, *g = body.gravity, *f = body.thrust, *at = body.thrust_at;
  if (!are_finite(up[0], up[1], up[2]) || !(vector(body.up).squaredNorm() > 0)) return TD_REFUSED_NORMAL;
  if (!are_finite(g[0], g[1], g[2])) return TD_REFUSED_GRAVITY;
  return are_finite(f[0], f[1], f[2], at[0], at[1], at[2]) ? TD_SOLVED : TD_REFUSED_THRUST;
}

// One plane, or one for each foot; where a function tells heights, one and what no place is above.
template <class Scalar>
inline bool has_ground(const SettlingBody<Scalar> &body) {
  if (has_heights(body)) return planes_of(body) == 1 && is_finite(body.highest);
  return planes_of(body) == 1 || body.planes == body.feet;
}

// GROUND, NORMAL, GRAVITY, THRUST or solved; the planes and the way up.
template <class Scalar>
TOUCHDOWN_INLINE Status survey(const SettlingBody<Scalar> &body, Terrain<Scalar> &terrain) {
  if (!has_ground(body)) return TD_REFUSED_GROUND;
  terrain.planes = planes_of(body);
  for (int i = 0; i < terrain.planes; ++i) {
    terrain.point[i] = vector(body.ground[i].point);
    if (!all_finite(terrain.point[i])) return TD_REFUSED_GROUND;
    if (!frame_of(vector(body.ground[i].n), terrain.frame[i])) return TD_REFUSED_NORMAL;
  }
  if (has_heights(body)) terrain.datum = terrain.frame[0];
  return check_directions(body);
}

// Those of the options, IMPACTS, ITERATIONS, MARGINS or solved.
template <class Scalar>
TOUCHDOWN_INLINE Status check_rounds(const SettlingBody<Scalar> &body) {
  const Status status = check_options(body.options);
  if (status != TD_SOLVED) return status;
  if (static_cast<std::uint32_t>(body.impacts) > TD_MAX_SETTLING_IMPACTS) return TD_REFUSED_IMPACTS;
  if (static_cast<std::uint32_t>(body.iterations) > TD_MAX_SETTLING_ITERATIONS) return TD_REFUSED_ITERATIONS;
  return static_cast<std::uint32_t>(body.margins) <= 1 ? TD_SOLVED : TD_REFUSED_MARGINS;
}

// TIME, HORIZON, those of the rounds, or solved.
template <class Scalar>
TOUCHDOWN_INLINE Status check_budgets(const SettlingBody<Scalar> &body) {
  if (!is_length(body.cut_delay) || !is_length(body.step)) return TD_REFUSED_TIME;
  if (!is_length(body.horizon)) return TD_REFUSED_HORIZON;
  return check_rounds(body);
}

template <class Scalar>
inline bool has_thrust(const SettlingBody<Scalar> &body) {
  return vector(body.thrust).squaredNorm() != 0;
}

// The step, which way is up, what is small, and whether anything thrusts.
template <class Scalar>
TOUCHDOWN_INLINE void measure(const SettlingBody<Scalar> &body, Terrain<Scalar> &terrain) {
  const Scalar gravity = square_root(vector(body.gravity).squaredNorm());
  terrain.up = gravity > 0 ? Vector3<Scalar>(vector(body.gravity) / -gravity) : terrain.frame[0].n;
  terrain.thrust = has_thrust(body);
  Scalar step = body.step;
  if (!(step > 0))
    step = gravity > 0 ? tolerance::default_step<Scalar> * square_root(terrain.reach / gravity) : Scalar(0.01);
  terrain.scales = scales_of(gravity, step, terrain.reach);
}

// False where the square of gravity is beyond the range.
template <class Scalar>
inline bool has_up(const Terrain<Scalar> &terrain) {
  return terrain.up.squaredNorm() > 0;
}

// Everything about the body; what a step needs of it.
template <class Scalar>
inline Status prepare(const SettlingBody<Scalar> &body, Terrain<Scalar> &terrain) {
  Status status = check_frame(body, terrain);
  if (status == TD_SOLVED) status = survey(body, terrain);
  if (status == TD_SOLVED) status = check_budgets(body);
  if (status != TD_SOLVED) return status;
  measure(body, terrain);
  const Scalar finite = zero_if_finite(terrain.reach) + zero_if_finite(terrain.scales.bears_within) +
                        zero_if_finite(terrain.factor.inertia.inverse_d.sum()) + zero_if_finite(terrain.up.sum());
  return finite == 0 && terrain.scales.step > 0 && has_up(terrain) ? TD_SOLVED : TD_REFUSED_RANGE;
}

// What of a body is read; the rest is 0.
template <class Scalar>
inline SettlingBody<Scalar> as_read(const SettlingBody<Scalar> &body) {
  SettlingBody<Scalar> read = body;
  for (int i = body.feet; i < max_feet; ++i) read.foot[i] = {};
  for (int i = planes_of(body); i < max_feet; ++i) read.ground[i] = {};
  for (int i = body.points; i < max_clearance_points; ++i) fill_zero(3, read.point[i]);
  if (!is_law(body.options.law, TD_LAW_COMPROMISE)) read.options.d1 = read.options.d2 = 0;
  if (!has_heights(body)) read.highest = 0;
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
inline Status take_state(State<Scalar> &state) {
  const Status status = check_state(state);
  if (status == TD_SOLVED) normalize(state.q);
  return status;
}

// A settling as a step leaves it. The attitude is left as it is: one unit quaternion must not become another.
template <class Scalar>
inline Status check_settling(const SettlingBody<Scalar> &body, const MovingSettling<Scalar> &settling) {
  const Status status = check_state(settling.state);
  if (status != TD_SOLVED) return status;
  const bool numbers = are_finite(settling.time, settling.energy_lost, settling.deepest) && is_length(settling.owed);
  const bool present = is_finite_or_absent(settling.first_contact) && is_finite_or_absent(settling.clearance) &&
                       is_finite_or_absent(settling.least_margin) && is_finite_or_absent(settling.least_time);
  const bool counts = settling.steps >= 0 && settling.impacts >= 0 && settling.touches >= 0 && settling.quiet >= 0;
  const bool known = static_cast<std::uint32_t>(settling.phase) <= TD_PHASE_RESTING &&
                     static_cast<std::uint32_t>(settling.outcome) < TD_OUTCOMES &&
                     (static_cast<std::uint32_t>(settling.bearing) >> body.feet) == 0;
  return numbers && present && counts && known ? TD_SOLVED : TD_REFUSED_PHASE;
}

}  // namespace touchdown

#endif
