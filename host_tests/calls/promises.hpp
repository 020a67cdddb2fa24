// Promises about every answer, whatever the input: impulses in the cone, no contact pulls, no approach left, no energy
// gained without a caveat. Each is computed from the outputs in double, with room for the rounding of its own terms.
#ifndef TOUCHDOWN_CALLS_PROMISES_HPP
#define TOUCHDOWN_CALLS_PROMISES_HPP

#include <algorithm>
#include <cmath>
#include <limits>

#include "fields.hpp"

namespace calls {
namespace CALLS_PRECISION {

constexpr double rounding = 256 * (sizeof(td_real) == 4 ? 0x1p-23 : 0x1p-52);
// Largest error of an impulse of a few terms if all of them are denormal.
constexpr double grain = 256 * static_cast<double>(std::numeric_limits<td_real>::denorm_min());
// Largest error of the work by the slip path's series, at the fewest steps.
constexpr double cut_off = sizeof(td_real) == 4 ? 1e-2 : 1e-4;

inline double wide(td_real x) { return static_cast<double>(x); }

inline void promise_cone(Trial &trial, td_real p_n, td_real p_t, td_real p_s, td_real mu_s) {
  const double tangential = std::hypot(wide(p_t), wide(p_s));
  trial.promise(p_n >= 0, "no pull");
  const double lost = std::sqrt(wide(std::numeric_limits<td_real>::min()));  // a ratio that has no square
  trial.promise(tangential <= wide(mu_s) * (wide(p_n) * (1 + rounding) + grain) + lost * wide(p_n) + grain,
                "impulse in the cone");
}

inline void promise_energy(Trial &trial, td_real before, td_real after) {
  trial.promise(wide(after) <= wide(before) * (1 + rounding) || (trial.status & TD_CAVEAT_ENERGY_GAINED) != 0,
                "energy never gained silently");
}

// Of one impact, whatever system it happened to, held rows that do work included.
inline void promise_forces(Trial &trial, const td_impact &impact, const td_surface &surface) {
  promise_cone(trial, impact.p.n, impact.p.t, impact.p.s, surface.mu_s);
  trial.promise(impact.energy_friction >= 0 || (trial.status & TD_CAVEAT_DIRECTION) != 0, "friction takes energy");
}

// Of one in which nothing is held.
inline void promise_impact(Trial &trial, const td_impact &impact, const td_surface &surface, td_real v_n_before) {
  promise_forces(trial, impact, surface);
  promise_energy(trial, impact.energy_before, impact.energy_after);
  if (v_n_before >= 0) trial.promise(impact.p.n == 0, "no impulse without approach");
}

// In contact space energy and approach can be computed anew: the energy gained is p.(v + v')/2, and v' = v + W p. The
// change is compared with the energy of directions as heavy as the others are light: a gain by the error of the slip
// path's series is too small to be judged beside it.
inline void promise_contact(Trial &trial, const td_contact &c, const td_impact &i) {
  promise_impact(trial, i, c.surface, c.v.n);
  const double W_nn = wide(c.W.nn), p_n = wide(i.p.n), p_t = wide(i.p.t), p_s = wide(i.p.s), v_n = wide(c.v.n);
  const double terms =
      std::abs(v_n) + std::abs(W_nn * p_n) + std::abs(wide(c.W.nt) * p_t) + std::abs(wide(c.W.ns) * p_s);
  trial.promise(wide(i.v.n) >= std::min(v_n, 0.0) * rounding - terms * rounding, "no approach left");
  const double t = p_t * (wide(c.v.t) + wide(i.v.t)), s = p_s * (wide(c.v.s) + wide(i.v.s)),
               n = p_n * (v_n + wide(i.v.n));
  const double sizes = std::abs(p_n) * (std::abs(v_n) + std::abs(wide(i.v.n))) +
                       std::abs(p_t) * (std::abs(wide(c.v.t)) + std::abs(wide(i.v.t))) +
                       std::abs(p_s) * (std::abs(wide(c.v.s)) + std::abs(wide(i.v.s)));
  const double grains = grain * (terms + std::abs(wide(c.v.t)) + std::abs(wide(c.v.s)));
  const double off = rounding + (i.steps > 0 ? cut_off : 0);
  trial.promise(!(n + t + s > off * (sizes + terms * p_n) + grains) ||
                    (trial.status & (TD_CAVEAT_ENERGY_GAINED | TD_CAVEAT_DIRECTION)) != 0 ||
                    c.options.law == TD_LAW_NEWTON,
                "no energy out of nothing");
}

inline void promise_response(Trial &trial, const td_contact &c, const td_response &r) {
  promise_cone(trial, r.p.n, r.p.t, r.p.s, c.surface.mu_s);
  if (c.v.n >= 0) trial.promise(r.p.n == 0, "no impulse without approach");
}

inline void promise_together(Trial &trial, const td_multi_contact_result &result, std::int32_t rule) {
  if (rule == TD_RULE_SUPERPOSED) return;  // its own header says what it breaks
  promise_energy(trial, result.energy_before, result.energy_after);
  trial.promise(result.residual <= td_real(1e-3) || (trial.status & (TD_CAVEAT_BUDGET_SPENT | TD_CAVEAT_APPROACH)) != 0,
                "a budget that was spent is said");
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
