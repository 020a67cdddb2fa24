// Planar impact in closed form: Sun & Baruh 2022, section 2; DESIGN.md (E21)..(E27).
//
// Problem. One contact whose tangential motion stays on a line. While the point slips with sigma = sign(u),
//     du/dp = b - mu_k sigma a      dv_n/dp = 1 - mu_k sigma b        (normal form: W_nn = 1, v_n = -1)
// where a = W_tt / W_nn and b = W_nt / W_nn. Both slopes are constant, so slip stops after a known impulse; then the
// point sticks if the friction needed, R2 = |b| / a, is at most mu_s, and slides back otherwise.
//
// Cases (Baruh 2022, Table 1)
//     0 slides, slides                         3 slides, then slip ends and it sticks
//     1 slip ends and it sticks, sticks        4 slides, then slip ends and it slides back
//     2 slip ends and it slides back           5, 6 from rest: sticks, slides
// Degenerate inputs. mu_k = 0 and b = 0 need no care. a = 0 (no tangential mobility) has b = 0: slip never changes. In
// a jam, 1 <= mu_k sigma b, slip is always slowed, and the stop comes before compression can end.
#ifndef TOUCHDOWN_IMPACT_PLANAR_IMPACT_HPP
#define TOUCHDOWN_IMPACT_PLANAR_IMPACT_HPP

#include "impact/scaled_contact.hpp"
#include "impact/two_segment_path.hpp"

namespace touchdown {

// Friction after the stop, in the plane reflected so that slip before it runs along +t: impulse along -t and slip along
// +t, both per normal impulse.
template <class Scalar>
struct AfterStop {
  Scalar friction, slip;
};

template <class Scalar>
TOUCHDOWN_INLINE AfterStop<Scalar> after_stop(bool sticks, Scalar a, Scalar b, Scalar c, Scalar mu_k) {
  if (sticks) return {c, 0};
  const Scalar friction = b < 0 ? -mu_k : mu_k;
  return {friction, b - friction * a};
}

// What an impact in the plane takes of W and of the surface, whatever the velocity.
template <class Scalar>
struct PlanarContact {
  Scalar mu_k;
  Scalar c;                 // b / a: friction ratio that sticking needs
  AfterStop<Scalar> after;  // of slip that went along +t
  Scalar f_after;           // dv_n/dp after the stop
  bool sticks;
};

// What depends on the direction of slip before the impact, in the plane reflected so that it runs along +t.
template <class Scalar>
struct PlanarDirection {
  Scalar sigma;    // its sign
  Scalar slowing;  // -du/dp
  Scalar f;        // dv_n/dp
  AfterStop<Scalar> after;
};

template <class Scalar>
TOUCHDOWN_INLINE PlanarContact<Scalar> planar_contact(Scalar a, Scalar b, Scalar mu_s, Scalar mu_k) {
  const Scalar c = a > 0 ? b / a : 0;
  const bool sticks = abs(c) <= mu_s;
  const AfterStop<Scalar> after = after_stop(sticks, a, b, c, mu_k);
  return {mu_k, c, after, 1 - after.friction * b, sticks};
}

template <class Scalar>
TOUCHDOWN_INLINE PlanarDirection<Scalar> planar_direction(const PlanarContact<Scalar> &contact, Scalar a, Scalar b,
                                                          Scalar sigma) {
  const Scalar b_along = sigma * b;
  const AfterStop<Scalar> after = {sigma * contact.after.friction, sigma * contact.after.slip};
  return {sigma, contact.mu_k * a - b_along, 1 - contact.mu_k * b_along, after};
}

template <class Scalar>
TOUCHDOWN_INLINE TwoSegmentPath<Scalar> planar_path(const PlanarContact<Scalar> &contact,
                                                    const PlanarDirection<Scalar> &along, Scalar u) {
  if (u == 0) return {contact.f_after, 0, contact.f_after};
  return {along.f, along.slowing > 0 ? u / along.slowing : largest<Scalar>, contact.f_after};
}

template <class Scalar>
TOUCHDOWN_INLINE ImpactSolution<Scalar> planar_solution(const PlanarContact<Scalar> &contact,
                                                        const PlanarDirection<Scalar> &along, Scalar u, Scalar e,
                                                        const StraightImpact<Scalar> &impact) {
  ImpactSolution<Scalar> solution;
  solution.normal = normal_progress(impact);
  const Scalar p_sliding = contact.mu_k * impact.p1;
  if (impact.stopped_in == Stage::none) {
    const Scalar end = u - along.slowing * impact.p1;
    solution.p = {-along.sigma * p_sliding, 0};
    solution.u = {along.sigma * end, 0};
    solution.friction_work = Scalar(0.5) * (contact.mu_k * (u + end) * impact.p1);
  } else {
    const AfterStop<Scalar> &after = along.after;
    const Scalar end = after.slip * impact.p2;
    solution.p = {-along.sigma * (p_sliding + after.friction * impact.p2), 0};
    solution.u = {along.sigma * (0 + end), 0};
    solution.friction_work = Scalar(0.5) * (contact.mu_k * u * impact.p1 + after.friction * end * impact.p2);
  }
  solution.p_sliding = impact.p1;
  solution.p_sticking = contact.sticks ? impact.p2 : 0;
  solution.p_reversed = contact.sticks ? 0 : impact.p2;
  solution.R1 = along.f > 0 ? along.slowing / along.f : largest<Scalar>;
  solution.R2 = abs(contact.c);
  solution.R3 = along.f > 0 ? solution.R1 * (1 + e) : largest<Scalar>;
  solution.starts_at_rest = u == 0;
  solution.sticks = contact.sticks;
  solution.stopped_in = impact.stopped_in;
  solution.law = impact.law;
  solution.method = TD_METHOD_PLANAR;
  solution.steps = 0;
  solution.caveats = impact.caveats;
  return solution;
}

template <class Scalar>
TOUCHDOWN_INLINE ImpactSolution<Scalar> planar_impact(const ScaledContact<Scalar> &scaled) {
  const Scalar a = scaled.tt;
  const Scalar b = scaled.b.x;
  const Scalar sigma = scaled.u.x < 0 ? Scalar(-1) : Scalar(1);
  const Scalar u = sigma * scaled.u.x;
  const PlanarContact<Scalar> contact = planar_contact(a, b, scaled.mu_s, scaled.mu_k);
  const PlanarDirection<Scalar> along = planar_direction(contact, a, b, sigma);
  return planar_solution(contact, along, u, scaled.law.e, solve_segments(scaled.law, planar_path(contact, along, u)));
}

}  // namespace touchdown

#endif
