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

template <class Scalar>
TOUCHDOWN_INLINE ImpactSolution<Scalar> planar_impact(const ScaledContact<Scalar> &contact) {
  const Scalar sigma = contact.u.x < 0 ? Scalar(-1) : Scalar(1);
  const Scalar u = sigma * contact.u.x;
  const Scalar b = sigma * contact.b.x;
  const Scalar a = contact.tt;
  const Scalar mu_k = contact.mu_k;
  const Scalar c = a > 0 ? b / a : 0;
  const bool sticks = abs(c) <= contact.mu_s;
  const bool at_rest = u == 0;
  const Scalar slowing = mu_k * a - b;  // -du/dp
  const Scalar f = 1 - mu_k * b;
  const AfterStop<Scalar> after = after_stop(sticks, a, b, c, mu_k);
  const Scalar f_after = 1 - after.friction * b;
  const Scalar length = slowing > 0 ? u / slowing : largest<Scalar>;
  const TwoSegmentPath<Scalar> segments = {at_rest ? f_after : f, at_rest ? 0 : length, f_after};

  const TwoSegmentImpact<Scalar> impact = solve_segments(contact.law, segments, at_first_touch<Scalar>());
  const Scalar end = impact.stopped_in == Stage::none ? u - slowing * impact.p1 : 0;
  const Scalar slip_after = after.slip * impact.p2;

  ImpactSolution<Scalar> solution;
  solution.normal = impact.end;
  solution.p = {-sigma * (mu_k * impact.p1 + after.friction * impact.p2), 0};
  solution.u = {sigma * (end + slip_after), 0};
  solution.friction_work = Scalar(0.5) * (mu_k * (u + end) * impact.p1 + after.friction * slip_after * impact.p2);
  solution.p_sliding = impact.p1;
  solution.p_sticking = sticks ? impact.p2 : 0;
  solution.p_reversed = sticks ? 0 : impact.p2;
  solution.R1 = f > 0 ? slowing / f : largest<Scalar>;
  solution.R2 = abs(c);
  solution.R3 = f > 0 ? solution.R1 * (1 + contact.law.e) : largest<Scalar>;
  solution.starts_at_rest = at_rest;
  solution.sticks = sticks;
  solution.stopped_in = impact.stopped_in;
  solution.law = impact.law;
  solution.method = TD_METHOD_PLANAR;
  solution.steps = 0;
  solution.caveats = impact.caveats;
  return solution;
}

}  // namespace touchdown

#endif
