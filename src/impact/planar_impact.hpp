// Planar impact in closed form: Sun & Baruh 2022, section 2; docs/theory (I.21)..(I.27).
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

#include "impact/kinetic_energy.hpp"
#include "impact/two_segment_path.hpp"

namespace touchdown {

// The part of an impact that depends on W and the surface alone, whatever the velocity, in the plane reflected so that
// slip before it runs along +t.
template <class Scalar>
struct PlanarSlip {
  Scalar mu_k;
  Scalar slowing;         // -du/dp
  Scalar f;               // dv_n/dp
  Scalar friction_after;  // after the stop: impulse along -t, per normal impulse
  Scalar slip_after;      // after the stop: du/dp
  Scalar f_after;         // after the stop: dv_n/dp
  bool slides_after;      // it does not stick after the stop
};

// c: friction ratio that sticking needs.
template <class Scalar>
TOUCHDOWN_INLINE PlanarSlip<Scalar> planar_slip(Scalar a, Scalar b, Scalar c, Scalar mu_s, Scalar mu_k) {
  const Scalar slowing = mu_k * a - b;
  const Scalar f = 1 - mu_k * b;
  if (!(abs(c) <= mu_s)) {
    const Scalar friction = b < 0 ? -mu_k : mu_k;
    return {mu_k, slowing, f, friction, b - friction * a, 1 - friction * b, true};
  }
  return {mu_k, slowing, f, c, 0, 1 - c * b, false};
}

template <class Scalar>
struct PlanarPath {
  TwoSegmentPath<Scalar> segments;
  std::int32_t first_case;  // the case of a stop during compression
};

template <class Scalar>
TOUCHDOWN_INLINE PlanarPath<Scalar> planar_path(Scalar slowing, Scalar f, Scalar f_after, Scalar u) {
  const Scalar length = u / slowing;
  if (is_normal(length)) return {{f, length, f_after}, stops_first};
  if (u == 0) return {{f_after, 0, f_after}, starts_at_rest};
  return {{f, slowing > 0 ? length : largest<Scalar>, f_after}, stops_first};
}

// Tangential impulse and slip after, in the reflected plane, the impulse along -t.
template <class Scalar>
struct PlanarEnd {
  Scalar friction, u;
};

template <class Scalar>
TOUCHDOWN_INLINE PlanarEnd<Scalar> planar_end(const PlanarSlip<Scalar> &along, Scalar u,
                                              const StraightImpact<Scalar> &impact) {
  const Scalar p_sliding = along.mu_k * impact.p1;
  if (impact.stopped_in == Stage::none) return {p_sliding, u - along.slowing * impact.p1};
  return {p_sliding + along.friction_after * impact.p2, 0 + along.slip_after * impact.p2};
}

template <class Scalar>
TOUCHDOWN_INLINE Scalar planar_friction_work(const PlanarSlip<Scalar> &along, Scalar u, Scalar end,
                                             const StraightImpact<Scalar> &impact) {
  if (impact.stopped_in == Stage::none) return Scalar(0.5) * (along.mu_k * (u + end) * impact.p1);
  return Scalar(0.5) * (along.mu_k * u * impact.p1 + along.friction_after * end * impact.p2);
}

// `contact` is reflected, and `form` its energy form.
template <class Scalar>
TOUCHDOWN_INLINE ImpactSolution<Scalar> planar_impact(const ScaledContact<Scalar> &contact,
                                                      const PlanarEnergyForm<Scalar> &form) {
  const Scalar u = contact.u.x;
  const PlanarSlip<Scalar> along = planar_slip(contact.tt, contact.b.x, form.c, contact.mu_s, contact.mu_k);
  const PlanarPath<Scalar> path = planar_path(along.slowing, along.f, along.f_after, u);
  const StraightImpact<Scalar> impact = solve_segments(contact.law, path.segments);
  const PlanarEnd<Scalar> end = planar_end(along, u, impact);
  ImpactSolution<Scalar> solution;
  solution.normal = normal_progress(impact);
  solution.p = {-end.friction, 0};
  solution.u = {end.u, 0};
  solution.friction_work = planar_friction_work(along, u, end.u, impact);
  solution.p_sliding = impact.p1;
  solution.p_sticking = along.slides_after ? 0 : impact.p2;
  solution.p_reversed = along.slides_after ? impact.p2 : 0;
  solution.R1 = along.f > 0 ? along.slowing / along.f : largest<Scalar>;
  solution.R2 = abs(form.c);
  solution.R3 = along.f > 0 ? solution.R1 * (1 + contact.law.e) : largest<Scalar>;
  solution.case_number = case_of(path.first_case, along.slides_after, impact.stopped_in);
  solution.law = impact.law;
  solution.method = TD_METHOD_PLANAR;
  solution.steps = 0;
  solution.caveats = impact.caveats;
  return solution;
}

}  // namespace touchdown

#endif
