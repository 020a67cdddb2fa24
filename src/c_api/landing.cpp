// C API of landing.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/landing.h"

#include "c_api/conversion.hpp"
#include "c_api/publish.hpp"
#include "landing/chain.hpp"
#include "landing/envelope.hpp"

template <class Scalar>
touchdown::Status touchdown::predict(const touchdown::Lander<Scalar> &lander,
                                     const touchdown::LanderState<Scalar> &state, touchdown::Landing<Scalar> &landing) {
  return predict_landing(lander, state, landing);
}

template <class Scalar>
touchdown::Status touchdown::stability_of(const touchdown::Lander<Scalar> &lander,
                                          const touchdown::LanderState<Scalar> &state,
                                          touchdown::Stability<Scalar> &stability) {
  return publish(stability, [&](Stability<Scalar> &scratch) { return stability_in(lander, state, scratch); });
}

template touchdown::Status touchdown::predict(const touchdown::Lander<td_real> &,
                                              const touchdown::LanderState<td_real> &, touchdown::Landing<td_real> &);
template touchdown::Status touchdown::stability_of(const touchdown::Lander<td_real> &,
                                                   const touchdown::LanderState<td_real> &,
                                                   touchdown::Stability<td_real> &);

namespace touchdown {

// Only as many feet and planes as there are: what lies behind them may be anything.
static void from_c(const td_lander &x, Lander<td_real> &lander) {
  lander.mass = x.mass;
  lander.inertia = inertia_from_c(x.inertia);
  lander.feet = x.feet;
  lander.planes = x.planes;
  for (int i = 0; i < x.feet && i < max_feet; ++i)
    lander.foot[i] = {vector_from_c(x.foot[i].r), from_c(x.foot[i].surface)};
  for (int i = 0; i < x.planes && i < max_feet; ++i)
    lander.ground[i] = {vector_from_c(x.ground[i].point), vector_from_c(x.ground[i].n)};
  lander.gravity = vector_from_c(x.gravity);
  lander.thrust = vector_from_c(x.thrust);
  lander.thrust_after = vector_from_c(x.thrust_after);
  lander.options = from_c(x.options);
  lander.horizon = x.horizon;
  lander.simultaneity_window = x.simultaneity_window;
  lander.rest_speed = x.rest_speed;
  lander.contact_duration = x.contact_duration;
  lander.max_touchdowns = x.max_touchdowns;
}

static LanderState<td_real> from_c(const td_lander_state &x) {
  return {vector_from_c(x.x), {x.q[0], x.q[1], x.q[2], x.q[3]}, vector_from_c(x.v), vector_from_c(x.w)};
}

static void to_c(const LanderState<td_real> &from, td_lander_state *to) {
  vector_to_c(from.x, to->x);
  to->q[0] = from.q.w;
  to->q[1] = from.q.x;
  to->q[2] = from.q.y;
  to->q[3] = from.q.z;
  vector_to_c(from.v, to->v);
  vector_to_c(from.w, to->w);
}

static void to_c(const Stability<td_real> &from, td_stability *to) {
  to->verdict = static_cast<std::int32_t>(from.verdict);
  to->edges = from.edges;
  to->worst = from.worst;
  for (int i = 0; i < from.edges; ++i)
    to->edge[i] = {from.edge[i].from, from.edge[i].to, from.edge[i].energy_margin, from.edge[i].tipping_angle};
}

static void to_c(const Touchdown<td_real> &from, td_touchdown *to) {
  to->foot = from.foot;
  to->together = from.together;
  to->time = from.time;
  to_c(from.at, &to->at);
  to_c(from.after, &to->after);
  to->v_n = from.v_n;
  to->slip = from.slip;
  vector_to_c(from.p, to->p);
  to->p_n = from.p_n;
  to->mode_compression = static_cast<std::int32_t>(from.mode_compression);
  to->mode_restitution = static_cast<std::int32_t>(from.mode_restitution);
  vector_to_c(from.slide, to->slide);
  to->energy_lost = from.energy_lost;
  to->rebound_speed = from.rebound_speed;
  to->rebound_height = from.rebound_height;
  to->peak_force = from.peak_force;
  to_c(from.stability, &to->stability);
}

static void to_c(const Landing<td_real> &from, int feet, td_landing *to) {
  for (int i = 0; i < feet; ++i)
    to->outlook[i] = {from.outlook[i].time, from.outlook[i].v_n, static_cast<std::int32_t>(from.outlook[i].outlook)};
  to->first = from.first;
  to->together = from.together;
  to->landing_class = from.landing_class;
  to->count = from.count;
  to->chain_end = static_cast<std::int32_t>(from.chain_end);
  for (int i = 0; i < from.count; ++i) to_c(from.touchdown[i], &to->touchdown[i]);
}

static td_bounds to_c(const Bounds<td_real> &x) { return {x.min, x.max, x.corner_min, x.corner_max}; }

static td_landing_envelope to_c(const LandingEnvelope<td_real> &x) {
  return {x.landed,
          x.refused,
          to_c(x.time),
          to_c(x.impulse),
          to_c(x.energy_lost),
          to_c(x.rebound_speed),
          to_c(x.peak_force),
          to_c(x.energy_margin),
          to_c(x.tipping_angle),
          x.worst_corner,
          static_cast<std::int32_t>(x.worst_verdict)};
}

}  // namespace touchdown

td_status td_predict_landing(const td_lander *lander, const td_lander_state *state, td_landing *landing) {
  if (lander == nullptr || state == nullptr || landing == nullptr) return TD_REFUSED_NULL;
  touchdown::Lander<td_real> input;
  touchdown::Landing<td_real> result;
  touchdown::from_c(*lander, input);
  const td_status status = touchdown::predict(input, touchdown::from_c(*state), result);
  if (status >= 0) touchdown::to_c(result, lander->feet, landing);
  return status;
}

td_status td_stability_of(const td_lander *lander, const td_lander_state *state, td_stability *stability) {
  if (lander == nullptr || state == nullptr || stability == nullptr) return TD_REFUSED_NULL;
  touchdown::Lander<td_real> input;
  touchdown::Stability<td_real> result;
  touchdown::from_c(*lander, input);
  const td_status status = touchdown::stability_in(input, touchdown::from_c(*state), result);
  if (status >= 0) touchdown::to_c(result, stability);
  return status;
}

td_status td_landing_envelope_of(const td_lander *lander, const td_lander_state *state, const td_landing_errors *errors,
                                 td_landing_envelope *envelope) {
  if (lander == nullptr || state == nullptr || errors == nullptr || envelope == nullptr) return TD_REFUSED_NULL;
  touchdown::Lander<td_real> input;
  touchdown::Landing<td_real> room;
  touchdown::LandingEnvelope<td_real> result = {};
  touchdown::from_c(*lander, input);
  const touchdown::LandingErrors<td_real> error{errors->e, errors->mu, errors->slope, errors->vertical,
                                                errors->lateral};
  const td_status status = touchdown::find_envelope(input, touchdown::from_c(*state), error, room, result);
  if (status >= 0) *envelope = touchdown::to_c(result);
  return status;
}

td_status td_froude_of(td_real gravity_full, td_real gravity_model, td_froude *froude) {
  if (froude == nullptr) return TD_REFUSED_NULL;
  if (!(gravity_full > 0 && gravity_model > 0) || !touchdown::is_finite(gravity_full) ||
      !touchdown::is_finite(gravity_model))
    return TD_REFUSED_GRAVITY;
  const td_real length = gravity_full / gravity_model;
  const td_real mass = length * length * length;
  const td_froude scale = {length, length,          1,   1 / length, 1 / length, mass, mass * length * length,
                           mass,   length * length, mass};
  const bool in_range = touchdown::is_finite(scale.inertia) && scale.inertia > 0;
  if (!in_range) return TD_REFUSED_RANGE;
  *froude = scale;
  return TD_SOLVED;
}
