// The report of an impact, derived from the solution alone: what happened, and how far to trust it.
// Consistency figures N_P, N_N, N_E (Baruh 2022, section 3), energies, cone margin, mode and case. The energy after
// comes from the velocities after, the losses from the path, so that a wrong solver contradicts itself (I.7)..(I.9).
#ifndef TOUCHDOWN_IMPACT_AUDIT_HPP
#define TOUCHDOWN_IMPACT_AUDIT_HPP

#include "impact/kinetic_energy.hpp"

namespace touchdown {

// Indexed by the number of the case.
constexpr std::uint8_t mode_in_compression[7] = {TD_MODE_SLIDES, TD_MODE_STOPS_AND_STICKS, TD_MODE_STOPS_AND_REVERSES,
                                                 TD_MODE_SLIDES, TD_MODE_SLIDES,           TD_MODE_STICKS,
                                                 TD_MODE_SLIDES};
constexpr std::uint8_t mode_in_restitution[7] = {
    TD_MODE_SLIDES, TD_MODE_STICKS, TD_MODE_REVERSED, TD_MODE_STOPS_AND_STICKS, TD_MODE_STOPS_AND_REVERSES,
    TD_MODE_STICKS, TD_MODE_SLIDES};

// Returns a finite number if every figure is finite or absent.
template <class Scalar>
TOUCHDOWN_INLINE Scalar report_consistency(Scalar e, const NormalProgress<Scalar> &end, Impact<Scalar> &impact) {
  impact.N_P = impact.N_N = impact.N_E = TD_NOT_APPLICABLE;
  if (e == 0) return 0;
  impact.N_P = poisson_figure(e, end);
  impact.N_N = end.reached.v_n / e;
  impact.N_E = energetic_figure(e, end);
  return impact.N_P + impact.N_E;
}

template <class Scalar>
TOUCHDOWN_INLINE void report_motion(const ScaledContact<Scalar> &contact, const ImpactSolution<Scalar> &solution,
                                    Impact<Scalar> &impact) {
  const Scalar p = contact.impulse;
  const Scalar v = contact.speed;
  const bool planar = solution.method == TD_METHOD_PLANAR;
  const Scalar p_n = solution.normal.compression.p + solution.normal.reached.p;
  impact.p = {p * p_n, p * solution.p.x, planar ? 0 : p * solution.p.y};
  impact.v = {v * solution.normal.reached.v_n, v * solution.u.x, planar ? 0 : v * solution.u.y};
  impact.p_compression = p * solution.normal.compression.p;
  impact.p_sliding = p * solution.p_sliding;
  impact.p_sticking = p * solution.p_sticking;
  impact.p_reversed = p * solution.p_reversed;
  const Scalar p_tangential =
      planar ? abs(solution.p.x) : sqrt_unchecked(solution.p.x * solution.p.x + solution.p.y * solution.p.y);
  impact.cone_margin = p * (contact.mu_s * p_n - p_tangential);
}

// Returns whether the law created energy.
template <class Scalar, class Form>
TOUCHDOWN_INLINE bool report_energy(const ScaledContact<Scalar> &contact, const Form &form,
                                    const ImpactSolution<Scalar> &solution, Impact<Scalar> &impact) {
  const Scalar scale = contact.speed * contact.impulse;
  const Scalar before = kinetic_energy(form, Scalar(-1), contact.u);
  const Scalar after = kinetic_energy(form, solution.normal.reached.v_n, solution.u);
  const Scalar restitution = solution.normal.compression.work - solution.normal.reached.work;
  impact.energy_before = scale * before;
  impact.energy_after = scale * after;
  impact.energy_friction = scale * solution.friction_work;
  impact.energy_restitution = scale * restitution;
  return tolerance::gains(before, after - before);
}

// `ratios`: the sum of the ratios that are present, and, out of the plane, of p_s and v_s.
template <class Scalar>
TOUCHDOWN_INLINE bool is_finite(const Impact<Scalar> &impact, Scalar ratios) {
  return are_finite(impact.p.n, impact.p.t, impact.v.n, impact.v.t, impact.energy_before, impact.energy_after,
                    impact.energy_friction, impact.energy_restitution, impact.cone_margin, ratios);
}

// The impulse is so large that its rounding moves the point. A planar contact that is no wedge never needs such an
// impulse.
template <class Scalar>
TOUCHDOWN_INLINE bool is_out_of_range(const ImpactSolution<Scalar> &solution) {
  const Scalar p_n = solution.normal.compression.p + solution.normal.reached.p;
  return solution.method != TD_METHOD_PLANAR && p_n > tolerance::impulse_in_range<Scalar>;
}

// A stop, or a start at rest, at which a little more or less friction would have changed sticking into slip or slip
// into sticking: the one true discontinuity (I.31). If mu_s - mu_k is as small, there is none.
template <class Scalar>
TOUCHDOWN_INLINE bool is_marginal(Scalar mu_s, Scalar mu_k, Scalar R2) {
  const Scalar slack = tolerance::marginal<Scalar> * mu_s;
  return mu_s - mu_k > slack && abs(R2 - mu_s) <= slack;
}

template <class Scalar>
TOUCHDOWN_INLINE bool is_marginal(const ScaledContact<Scalar> &contact, const ImpactSolution<Scalar> &solution) {
  return solution.case_number != 0 && is_marginal(contact.mu_s, contact.mu_k, solution.R2);
}

// `form` is the energy form of the contact, or of its plane if the solution stays in that plane.
template <class Scalar, class Form>
TOUCHDOWN_INLINE Status audit(const ScaledContact<Scalar> &contact, const Form &form,
                              const ImpactSolution<Scalar> &solution, Impact<Scalar> &impact) {
  report_motion(contact, solution, impact);
  Scalar ratios = report_consistency(contact.law.e, solution.normal, impact) + solution.R2;
  const bool gained = report_energy(contact, form, solution, impact);
  impact.R1 = solution.R1;
  impact.R2 = solution.R2;
  impact.R3 = solution.R3;
  impact.case_number = solution.case_number;
  impact.mode_compression = mode_in_compression[impact.case_number];
  impact.mode_restitution = mode_in_restitution[impact.case_number];
  impact.law = solution.law;
  impact.method = solution.method;
  impact.steps = solution.steps;
  ratios += solution.method == TD_METHOD_PLANAR ? solution.R3 : impact.p.s + impact.v.s;
  if (!is_finite(impact, ratios) || is_out_of_range(solution)) return TD_REFUSED_RANGE;
  return solution.caveats | (gained ? TD_CAVEAT_ENERGY_GAINED : 0) |
         (is_marginal(contact, solution) ? TD_CAVEAT_MARGINAL : 0);
}

// A separating contact (v_n >= 0) has no impulse and keeps its kinetic energy. Filled field by field: for a whole
// struct GCC calls memset.
template <class Scalar>
TOUCHDOWN_SHARED Status report_separation(const Contact<Scalar> &contact, Scalar energy, Impact<Scalar> &impact) {
  if (!is_finite_or_absent(energy)) return TD_REFUSED_RANGE;
  impact.p = {0, 0, 0};
  impact.v = contact.v;
  impact.p_compression = impact.p_sliding = impact.p_sticking = impact.p_reversed = 0;
  impact.N_P = impact.N_N = impact.N_E = TD_NOT_APPLICABLE;
  impact.energy_before = impact.energy_after = energy;
  impact.energy_friction = impact.energy_restitution = impact.cone_margin = 0;
  impact.R1 = impact.R2 = impact.R3 = TD_NOT_APPLICABLE;
  impact.case_number = impact.steps = 0;
  impact.mode_compression = impact.mode_restitution = TD_MODE_SEPARATING;
  impact.law = contact.options.law == TD_LAW_AUTOMATIC ? TD_LAW_POISSON : contact.options.law;
  impact.method = contact.options.method;
  return TD_SOLVED;
}

}  // namespace touchdown

#endif
